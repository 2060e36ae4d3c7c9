"""What a game file of any game is to commands and pages."""

from collections.abc import Iterable
from typing import Any, ClassVar, Protocol, Self, TypeVar

from tabletop.game import Game, Move, Outcome, State
from tabletop.records import Line


class GameFile(Protocol[State, Move, Outcome]):
    """A deal or a position, and the moves played so far: a frozen dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def game(self) -> Game[State, Move, Outcome]: ...
    @property
    def deck(self) -> str:
        """As the file names it; nothing for a game without decks."""

    @property
    def start(self) -> State: ...
    @property
    def moves(self) -> tuple[Line[Move], ...]: ...
    def with_moves(self, moves: Iterable[Move]) -> Self: ...


File = TypeVar("File", bound=GameFile[Any, Any, Any])
