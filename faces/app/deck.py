"""`deck`: check, show, list and begin decks."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from faces.app.answer import Answer, fault_data
from faces.app.check import Checked, FileFound
from faces.app.question import Question
from faces.games.data import DeckSource, Misuse
from faces.games.decks import Decks
from faces.games.registry import GAMES, decks_of, game_of_deck
from tabletop import files
from tabletop.files import Document, Fault, InvalidFile
from tabletop.text import Pen
from tabletop.writing import write_file

Remark = Callable[[str], None]


@dataclass(frozen=True)
class DeckCheck(Question):
    command: ClassVar[str] = "deck check"
    names: tuple[str, ...]  # of shipped decks or of files
    game: str | None = None  # whose shipped decks are meant


@dataclass(frozen=True)
class DeckShow(Question):
    command: ClassVar[str] = "deck show"
    name: str
    game: str | None = None


@dataclass(frozen=True)
class DeckList(Question):
    command: ClassVar[str] = "deck list"


class Found(NamedTuple):
    """A deck by the name of a shipped one or by file."""

    game: str
    decks: Decks
    document: Document


@dataclass(frozen=True)
class ShownDeck:
    deck: Found
    source: DeckSource
    warnings: Sequence[Fault]
    elapsed: float

    def text(self, pen: Pen) -> str:
        """All cards."""
        return self.deck.decks.text(self.deck.document.text, self.deck.document.file, pen)

    @property
    def answer(self) -> Answer:
        more = {"cards": self.deck.document.data}
        return Answer(self.deck.game, deck=self.source, elapsed=self.elapsed, more=more, command=DeckShow.command)


class ListedDeck(NamedTuple):
    game: str
    name: str
    source: DeckSource


@dataclass(frozen=True)
class ListedDecks:
    decks: Sequence[ListedDeck]

    @property
    def answer(self) -> Answer:
        decks: list[dict[str, Any]] = [
            {"game": game, "name": name, "sha256": source.sha256, "reconstructed": source.reconstructed}
            for game, name, source in self.decks
        ]
        return Answer(more={"decks": decks}, command=DeckList.command)


def with_decks() -> dict[str, Decks]:
    """The games that have decks."""
    return {game: decks for game in GAMES if (decks := decks_of(game)) is not None}


def _found(name: str, game: str | None, remark: Remark) -> Found:
    shelves = with_decks()
    if game and game not in shelves:
        raise Misuse(f"--game: {game} has no decks")
    shipping = [game] if game else [game for game, decks in shelves.items() if name in decks.names()]
    if not shipping:
        document = files.read(Path(name))
        owner = game_of_deck(document)
        return Found(owner, shelves[owner], document)
    first, *others = shipping
    for other in others:
        remark(f"note: this is the deck of {first}; {other} has one of this name, too: --game {other}")
    return Found(first, shelves[first], files.parse(*shelves[first].find(name)))


def check_decks(question: DeckCheck, remark: Remark) -> Checked:
    started = time.monotonic()
    found = {name: FileFound("deck", _faults(name, question.game, remark)) for name in question.names}
    return Checked(DeckCheck.command, found, time.monotonic() - started)


def _faults(name: str, game: str | None, remark: Remark) -> Sequence[Fault]:
    try:
        _, decks, document = _found(name, game, remark)
        return decks.check(document.text, document.file)[1]
    except InvalidFile as error:
        return error.faults


def show_deck(question: DeckShow, remark: Remark) -> ShownDeck:
    started = time.monotonic()
    found = _found(question.name, question.game, remark)
    source, warnings = found.decks.check(found.document.text, found.document.file)
    return ShownDeck(found, source, warnings, time.monotonic() - started)


def list_decks() -> ListedDecks:
    shelves = with_decks()
    return ListedDecks(
        [
            ListedDeck(game, name, decks.check(*decks.find(name))[0])
            for game, decks in shelves.items()
            for name in decks.names()
        ]
    )


def new_deck(path: Path, game: str, *, force: bool) -> None:
    """Write a blank deck with comments, to be filled in."""
    write_file(path, with_decks()[game].blank(), force=force)


def checked_deck(game: str, text: str) -> dict[str, Any]:
    """The faults of a deck as it stands, and its cards in text where it can be played with; KeyError without decks."""
    decks = with_decks()[game]
    try:
        _, warnings = decks.check(text, "deck")
    except InvalidFile as error:
        return {"valid": False, "faults": [fault_data(fault) for fault in error.faults], "cards": ""}
    faults = [fault_data(fault) for fault in warnings]
    return {"valid": True, "faults": faults, "cards": decks.text(text, "deck", Pen())}
