"""The decks of a game that has several: named, found, checked, shown and begun."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from importlib.resources import files as package_files
from typing import Any

from faces.games.data import DeckSource, Refusal
from tabletop.colours import COLOURS, Named
from tabletop.files import Fault, InvalidFile
from tabletop.moves import suggest
from tabletop.text import Pen


class Decks:
    """The decks of a game with a `decks` module, and what draws all cards of one of them."""

    def __init__(self, module: Any, draw: Callable[[Any, Pen], str]) -> None:
        self.module = module
        self.draw = draw

    def names(self) -> list[str]:
        """Those that come along."""
        return list(self.module.shipped())

    def find(self, name: str) -> tuple[str, str]:
        """The text of a deck and its name; what might have been meant is said where there is none."""
        try:
            text, file = self.module.find(name)
        except InvalidFile as error:
            fault = error.faults[0]
            raise InvalidFile([replace(fault, message=f"{fault.message}, {self.module.SHELF.expected}")]) from None
        return text, file

    def load(self, name: str) -> Any:
        return self.module.check(*self.find(name))[0]

    def check(self, text: str, file: str) -> tuple[DeckSource, Sequence[Fault]]:
        """What a deck is, and what looks odd about it; InvalidFile with every fault."""
        deck, document = self.module.check(text, file)
        return _source(deck), [fault for fault in document.faults if fault.warning]

    def text(self, text: str, file: str, pen: Pen) -> str:
        """All cards of the deck with this text; `file` is for messages."""
        return self.draw(self.module.check(text, file)[0], pen)

    def blank(self) -> str:
        return str(self.module.blank())

    def source_of(self, file: Any) -> DeckSource:
        """Which cards a game file is played with: as printed, where rulesets change some of them."""
        return _source(getattr(file.game, "printed", file.game.deck))

    def rules(self) -> str:
        """They lie beside the decks."""
        return package_files(self.module.SHELF.package).joinpath("rules.md").read_text("utf-8")


def _source(deck: Any) -> DeckSource:
    return DeckSource(deck.name, deck.sha256, deck.reconstructed)


def chosen(option: str, value: str, allowed: Iterable[str]) -> str:
    """A wish for a new game that has to be one of some words."""
    words = [str(word) for word in allowed]
    if value not in words:
        raise Refusal(option, f"{value!r} is unknown, {suggest(value, words)}")
    return value


def by_colour(counts: Sequence[int], colours: Sequence[Named] = COLOURS) -> dict[str, int]:
    return {colour.word: number for colour, number in zip(colours, counts, strict=True)}
