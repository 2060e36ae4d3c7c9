"""The games that commands know, and what a command may ask of any of them.

A game is added by one entry in `FACES`. Its files, positions and moves stay its own business: the commands hand them
from one method to the next and look inside no further than this: a file has `game`, `deck` and `moves`;
its `game` is the referee, with decision, is_chance, is_over, legal_moves, apply, chance_outcomes, apply_outcome,
format, parse and score_items; a replay has `steps`, `state` and `illegal`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from faces.answer import DeckSource
from tabletop import files
from tabletop.files import Document, Fault, InvalidFile
from tabletop.moves import suggest
from tabletop.text import Pen

FACES = {"clin9ic": "faces.clin9ic_face"}


@dataclass(frozen=True)
class NewGame:
    """What a player asks of a new deal; None leaves it to the game or to chance."""

    seed: int | None = None
    id: str | None = None
    deck: str | None = None
    goal: str | None = None
    level: str | None = None


class Refusal(Exception):
    """A wish for a new game that the game does not know; the option it came with, and why."""

    def __init__(self, option: str, reason: str) -> None:
        super().__init__(reason)
        self.option = option


class Face(Protocol):
    """All that is particular to one game. The files passed in are its own."""

    @property
    def name(self) -> str: ...
    @property
    def notation(self) -> Sequence[tuple[str, str]]:
        """An example of each kind of move, and what it means."""

    # files
    def parse(self, document: Document, path: Path | None, deck: str | None) -> Any: ...
    def new(self, wish: NewGame) -> Any: ...
    def write(self, file: Any) -> str: ...
    def with_moves(self, file: Any, moves: Sequence[Any]) -> Any: ...
    def with_deck(self, file: Any, deck: str) -> Any: ...
    def replay(self, file: Any) -> Any: ...

    def deal_id(self, file: Any) -> str | None:
        """The short name of the deal, where the whole deal is known."""

    # views
    def header(self, file: Any) -> str: ...
    def text(self, file: Any, state: Any, pen: Pen) -> str: ...
    def svg(self, file: Any, state: Any) -> str: ...
    def position(self, file: Any, state: Any) -> Mapping[str, Any]: ...
    def chapter(self, step: Any) -> str | None:
        """The heading above a step, where it begins a new part of the game."""

    def effect(self, file: Any, step: Any) -> list[str]: ...
    def effect_of(self, file: Any, state: Any, move: Any) -> list[str]:
        """What a legal move does, as `effect` says it."""

    def hint(self, file: Any, state: Any, move: Any) -> str:
        """What a move would do, in few words."""

    def target(self, file: Any) -> int | None: ...
    def goal_words(self, file: Any) -> str: ...
    def deck_source(self, file: Any) -> DeckSource: ...

    # play
    def seen(self, file: Any, state: Any) -> Any:
        """The position as the player may know it."""

    def next_draw(self, file: Any, state: Any) -> Any | None: ...
    def with_draw(self, file: Any, state: Any, outcome: Any) -> Any: ...
    def parse_draw(self, file: Any, state: Any, text: str) -> Any: ...
    def draws(self, file: Any, state: Any) -> list[str]:
        """What may be drawn in a chance position, as a player types it."""

    def status(self, file: Any, state: Any) -> str:
        """What is due, and the numbers one needs to decide it, in a line or two."""

    def is_pause(self, before: Any, after: Any) -> bool:
        """Whether so much has changed that the player wants to see the table again."""

    def is_open(self, state: Any) -> bool:
        """Whether the last move goes on after chance spoke within it."""

    def joined(self, first: Any, second: Any) -> Any:
        """Two parts of such a move as one."""

    # decks
    def deck_names(self) -> list[str]: ...
    def find_deck(self, name: str) -> tuple[str, str]: ...
    def check_deck(self, text: str, file: str) -> tuple[DeckSource, Sequence[Fault]]: ...
    def blank_deck(self) -> str: ...
    def deck_text(self, text: str, file: str, pen: Pen) -> str: ...


def face_of(name: str) -> Face:
    return cast(Face, import_module(FACES[name]).FACE)


def opened(path: Path, deck: str | None = None) -> tuple[Face, Any]:
    """The game in a file and the face it needs; InvalidFile with every fault."""
    return game_in(files.read(path), path, deck)


def game_in(document: Document, path: Path, deck: str | None = None) -> tuple[Face, Any]:
    name = document.data.get("game")
    if not isinstance(name, str) or name not in FACES:
        found = f"{name!r} is unknown" if "game" in document.data else "is missing"
        reason = f"{found}, {suggest(str(name), FACES)}"
        raise InvalidFile([Fault(document.file, document.line_of(("game",)), "game", reason)])
    face = face_of(name)
    return face, face.parse(document, path, deck)


def is_deck(document: Document) -> bool:
    return isinstance(document.data.get("deck"), dict)


def deck_face(document: Document) -> Face:
    """The face of the game a deck file belongs to."""
    header = document.data.get("deck")
    name = header.get("game") if isinstance(header, dict) else None
    if not isinstance(name, str) or name not in FACES:
        line = document.line_of(("deck", "game"))
        listed = " or ".join(f'"{known}"' for known in FACES)
        raise InvalidFile(
            [Fault(document.file, line, "deck.game", f"expected {listed}, so that the cards can be read")]
        )
    return face_of(name)
