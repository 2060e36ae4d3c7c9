"""The games that commands know, and what a command may ask of any of them.

A game is added by one entry in `FACES`. Its files, positions and moves stay its own business: the commands hand them
from one method to the next and look inside no further than this: a file has `game`, `deck` and `moves`;
its `game` is the referee, with decision, is_chance, is_over, legal_moves, apply, chance_outcomes, apply_outcome,
format, parse and score_items; a replay has `steps`, `state` and `illegal`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from faces.answer import DeckSource
from tabletop import files
from tabletop.decks import refuse_game
from tabletop.files import Document, Fault, InvalidFile
from tabletop.moves import suggest
from tabletop.text import Pen

FACES = {"clin9ic": "faces.clin9ic_face", "clinic": "faces.clinic_face"}
OTHER_NAMES = {"clinic-deluxe": "clinic"}  # as decks may call a game, too


@dataclass(frozen=True)
class NewGame:
    """What a player asks of a new deal; None leaves it to the game or to chance."""

    seed: int | None = None
    id: str | None = None
    deck: str | None = None
    goal: str | None = None
    level: str | None = None
    board: str | None = None
    beginner: bool = False

    def only(self, *options: str) -> None:
        """Refuse what a game has no such thing as."""
        for field in fields(self):
            if field.name not in options and getattr(self, field.name) not in (None, False):
                listed = ", ".join(f"--{option}" for option in options)
                raise Refusal(field.name, f"this game does not have it; it has {listed}")


class Refusal(Exception):
    """A wish for a new game that the game does not know; the option it came with, and why."""

    def __init__(self, option: str, reason: str) -> None:
        super().__init__(reason)
        self.option = option


class Verdict(NamedTuple):
    """Whether a finished game has met its goal."""

    met: bool
    words: str
    details: Mapping[str, Any]  # what the game has to add in JSON


class Choices(NamedTuple):
    """What to offer a player who has to decide."""

    moves: Sequence[Any]
    complete: bool = True  # whether there are no others
    summary: Sequence[Sequence[str]] = ()  # rows to print instead, where the list would be long
    remark: str = ""  # how to get at the others


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
    def chapter(self, file: Any, step: Any) -> tuple[str, str] | None:
        """The heading above a step and what is told beside it, where the step begins a new part of the game."""

    def effect(self, file: Any, step: Any) -> list[str]:
        """What a step did, or what was drawn."""

    def effect_of(self, file: Any, state: Any, move: Any) -> list[str]:
        """What a legal move does, as `effect` says it."""

    def hint(self, file: Any, state: Any, move: Any) -> str:
        """What a move would do, in few words."""

    def verdict(self, file: Any, state: Any) -> Verdict:
        """The goal, taken the position as the last one."""

    def deck_source(self, file: Any) -> DeckSource: ...

    # play
    def seen(self, file: Any, state: Any) -> Any:
        """The position as the player may know it."""

    def choices(self, file: Any, state: Any) -> Choices: ...
    def verb(self, file: Any, state: Any) -> str:
        """The first word of the moves that are due, which a player may leave out."""

    def completed(self, file: Any, state: Any, line: str) -> Any | None:
        """The move meant by a line that says only what matters about it, None if it says nothing; or BadNotation."""

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
    refuse_game(document)
    header = document.data.get("deck")
    name = header.get("game") if isinstance(header, dict) else None
    name = OTHER_NAMES.get(name, name) if isinstance(name, str) else None
    if name not in FACES:
        line = document.line_of(("deck", "game"))
        listed = " or ".join(f'"{known}"' for known in FACES)
        raise InvalidFile(
            [Fault(document.file, line, "deck.game", f"expected {listed}, so that the cards can be read")]
        )
    return face_of(name)
