"""What commands and pages may ask of any game: one adapter per game.

A game has to supply the abstract members and no more: its name, how its files are read, dealt and written, which draws
they know, its goal, and its views. Everything else has a default that needs only the Game protocol of its referee; a
game replaces what it can do better. An adapter has parts, each for one job: `views` shows the game, `seat` serves those
who play it, `decks` knows its cards, and the engines are `solver`, `adviser`, `mover` and `scheduler`.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from faces.games.data import Misuse, NewGame, Target, Verdict
from faces.games.gamefile import File
from faces.games.seat import Seat
from faces.games.views import Views
from tabletop import records
from tabletop.files import Document
from tabletop.game import Move, Outcome, State
from tabletop.records import Replay

if TYPE_CHECKING:
    from faces.games.decks import Decks
    from faces.games.engines import Adviser, Mover, Scheduler, Solver


class Adapter(ABC, Generic[File, State, Move, Outcome]):
    """All that is particular to one game. The files passed in are its own."""

    # --- what every game supplies ---

    name: ClassVar[str]  # as files and commands have it

    @abstractmethod
    def parse(self, document: Document, path: Path | None, deck: str | None, /) -> File:
        """The game of a document, its moves not yet refereed; InvalidFile with every fault."""

    @abstractmethod
    def new(self, wish: NewGame) -> File:
        """A new deal; Refusal where the game does not know what is wished for."""

    @abstractmethod
    def write(self, file: File, /) -> str:
        """The text of a game file, which `parse` reads back."""

    @abstractmethod
    def known_draw(self, file: File, state: State, /) -> Outcome | None:
        """What chance does in a position, where the file knows."""

    @abstractmethod
    def with_draw(self, file: File, state: State, outcome: Outcome, /) -> File:
        """The file with one more draw known."""

    @abstractmethod
    def verdict(self, file: File, state: State) -> Verdict:
        """The goal, taken the position as the last one."""

    @property
    @abstractmethod
    def views(self) -> Views[File, State, Move, Outcome]:
        """How the game shows itself."""

    # --- files ---

    def deal_id(self, file: File) -> str | None:  # noqa: ARG002
        """The short name of the deal, where the whole deal is known."""
        return None

    def replay(self, file: File) -> Replay[State, Move, Outcome]:
        """Referee the moves of a file; known draws happen by themselves."""
        return records.replay(file.game, file.start, file.moves, partial(self.known_draw, file))

    # --- questions ---

    deal_options: Sequence[str] = ("seed",)  # what a player may ask of a new deal, of the fields of NewGame

    def words_for(self, option: str) -> Sequence[str]:
        """The words that an option, such as deck, goal or level, may have."""
        return self.decks.names() if option == "deck" and self.decks else ()

    def ask_for(self, document: Document, goal: str | None, level: str | None) -> None:  # noqa: ARG002
        """Ask for another goal or level than a file does; Misuse or Refusal where there is no such thing."""
        for option, value in (("--goal", goal), ("--level", level)):
            if value is not None:
                raise Misuse(f"{option}: this game has a goal of its own")

    def target(self, file: File, score: int | None, rank: str | None, *, goal_asked: bool) -> Target:  # noqa: ARG002
        """What is to be reached: a score, or the goal of the game."""
        if rank is not None:
            raise Misuse("--rank: this game has no ranks")
        return Target(None, True, "the goal") if score is None else Target(score, False, str(score))

    def rules(self) -> str:
        """The numbered rules, in Markdown; they lie beside the decks."""
        return self.decks.rules() if self.decks else f"# {self.name}\n"

    # --- parts ---

    @property
    def seat(self) -> Seat[File, State, Move, Outcome]:
        """What the game has for those who play it."""
        return Seat()

    @property
    def decks(self) -> "Decks | None":
        """The cards to play with, for a game that has more than one set of them."""
        return None

    @property
    def solver(self) -> "Solver[File, State, Move, Outcome]":
        from faces.games.engines import Solver

        return Solver()

    @property
    def adviser(self) -> "Adviser[File, State, Move, Outcome]":
        from faces.games.engines import Adviser

        return Adviser()

    @property
    def mover(self) -> "Mover[File, State, Move, Outcome] | None":
        """Who plans the movement of people, in a game that has any."""
        return None

    @property
    def scheduler(self) -> "Scheduler[File, State, Move, Outcome] | None":
        """Who schedules a round, in a game in which people walk."""
        return None


AnyAdapter = Adapter[Any, Any, Any, Any]
