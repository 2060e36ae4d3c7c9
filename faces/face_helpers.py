"""What the faces of several games do alike."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from faces.answer import DeckSource
from faces.games import Refusal
from tabletop.colours import COLOURS, Counts
from tabletop.files import Document, Fault, InvalidFile
from tabletop.moves import suggest


def chosen(option: str, value: str, allowed: Iterable[str]) -> str:
    """A wish for a new game that has to be one of some words."""
    words = [str(word) for word in allowed]
    if value not in words:
        raise Refusal(option, f"{value!r} is unknown, {suggest(value, words)}")
    return value


def by_colour(counts: Counts) -> dict[str, int]:
    return {colour.word: number for colour, number in zip(COLOURS, counts, strict=True)}


class FileFace:
    """The part of a face that is about files and decks, for a game with a `gamefile` and a `decks` module."""

    def __init__(self, gamefile: Any, decks: Any) -> None:
        self.gamefile = gamefile
        self.decks = decks

    @property
    def name(self) -> str:
        return str(self.gamefile.GAME)

    def parse(self, document: Document, path: Path | None, deck: str | None) -> Any:
        return self.gamefile.parse(document, path, deck)

    def write(self, file: Any) -> str:
        return str(self.gamefile.write(file))

    def with_moves(self, file: Any, moves: Sequence[Any]) -> Any:
        return file.with_moves(moves)

    def with_deck(self, file: Any, deck: str) -> Any:
        return replace(file, deck=deck)

    def replay(self, file: Any) -> Any:
        return self.gamefile.replay(file)

    def deck_source(self, file: Any) -> DeckSource:
        return source_of(file.game.deck)

    def deck_names(self) -> list[str]:
        return list(self.decks.shipped())

    def find_deck(self, name: str) -> tuple[str, str]:
        """The text of a deck and its name; what might have been meant is said where there is none."""
        try:
            text, file = self.decks.find(name)
        except InvalidFile as error:
            fault = error.faults[0]
            raise InvalidFile([replace(fault, message=f"{fault.message}, {self.decks.SHELF.expected}")]) from None
        return text, file

    def check_deck(self, text: str, file: str) -> tuple[DeckSource, Sequence[Fault]]:
        deck, document = self.decks.check(text, file)
        return source_of(deck), [fault for fault in document.faults if fault.warning]

    def blank_deck(self) -> str:
        return str(self.decks.blank())


def source_of(deck: Any) -> DeckSource:
    return DeckSource(deck.name, deck.sha256, deck.reconstructed)
