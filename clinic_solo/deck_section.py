"""The kinds of values in a table of a deck file of the solitaire."""

from collections.abc import Mapping

from tabletop.colours import BY_WORD, COLOURS, Colour, Counts
from tabletop.deck_section import DeckSection
from tabletop.moves import suggest

MOST_PRINTED = 9_999  # no number in the box is nearly as large, and what is drawn or counted out has an end
SOURCES = ("rulebook", "example", "2014", "clin9ic", "manual", "web: ", "reconstructed", "own copy")


class Section(DeckSection):
    """A table of the solitaire's deck."""

    sources = SOURCES

    def number(self, key: str, low: int = 0, high: int | None = None) -> int:
        value = self.table.number(key, low, high)
        if value is not None and value > MOST_PRINTED:
            self.table.fault(key, f"expected at most {MOST_PRINTED}, found {value}")
        return min(value or (low if low > 0 else 0), MOST_PRINTED)

    def flag(self, key: str) -> bool:
        return bool(self.table.get(key, bool))

    def later_flag(self, key: str) -> bool:
        """One that decks of before do not have: off then."""
        return bool(self.table.get(key, bool, required=False))

    def numbers(self, key: str, low: int, least: int = 1) -> list[int]:
        values = self.table.items(key, int) or []
        if key in self.table and self.table.asked and len(values) < least:
            self.table.fault(key, f"expected {least} or more whole numbers, found {len(values)}")
        for value in values:
            if value < low:
                self.table.fault(key, f"expected numbers of {low} or more, found {value}")
            if value > MOST_PRINTED:
                self.table.fault(key, f"expected numbers of at most {MOST_PRINTED}, found {value}")
        return [min(value, MOST_PRINTED) for value in values] if len(values) >= least else [0] * least

    def solo(self, key: str, low: int = 0) -> int:
        """The first entry of an array by player count."""
        return self.numbers(key, low)[0]

    def colours(self, key: str | None = None, low: int = 0) -> Counts:
        """A number for each colour, from a table of its own or from this one."""
        section = self if key is None else self.section(key, sourced=False)
        values = [section.number(colour.word, low) for colour in COLOURS]
        if key is not None:
            section.table.done()
        return (values[0], values[1], values[2], values[3])

    def colour(self, key: str) -> Colour:
        return BY_WORD[self.word(key, BY_WORD)]


def known_words(section: Section, key: str, allowed: Mapping[str, object]) -> list[str]:
    words = section.table.items(key, str) or []
    for word in words:
        if word not in allowed:
            section.table.fault(key, f"{word!r} is unknown, {suggest(word, allowed)}")
    if len(set(words)) < len(words):
        section.table.fault(key, "a word is there twice")
    return [word for word in words if word in allowed]
