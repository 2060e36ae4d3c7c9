"""A table of a deck file, read so that every fault is noted and reading goes on."""

from collections.abc import Mapping

from tabletop.colours import BY_WORD, COLOURS, Colour, Counts
from tabletop.files import Document, Table
from tabletop.moves import suggest

MOST_PRINTED = 9_999  # no number in the box is nearly as large, and what is drawn or counted out has an end
SOURCES = ("rulebook", "example", "2014", "clin9ic", "manual", "web: ", "reconstructed", "own copy")


class Section:
    """A table of the deck; a value that is missing or wrong is noted as a fault and replaced by a harmless one."""

    def __init__(self, table: Table | None, *, sourced: bool = True) -> None:
        # A missing table is one fault, not one for each of its keys: what is read from it is noted nowhere.
        self.table = table or Table(Document("", "", {}), (), {})
        if sourced:
            source = self.table.get("provenance", str)
            if source is not None and not source.startswith(SOURCES):
                self.table.fault("provenance", f"{source!r} is unknown, {suggest(source, SOURCES)}")
            self.table.get("note", str, required=False)

    def section(self, key: str, *, sourced: bool = True) -> "Section":
        return Section(self.table.table(key), sourced=sourced)

    def sections(self, key: str, *, sourced: bool = True) -> list["Section"]:
        found = [Section(table, sourced=sourced) for table in self.table.tables(key)]
        if not found and key in self.table:
            self.table.fault(key, "expected at least one")
        return found

    def number(self, key: str, low: int = 0, high: int | None = None) -> int:
        value = self.table.number(key, low, high)
        if value is not None and value > MOST_PRINTED:
            self.table.fault(key, f"expected at most {MOST_PRINTED}, found {value}")
        return min(value or (low if low > 0 else 0), MOST_PRINTED)

    def word(self, key: str, allowed: Mapping[str, object] | tuple[str, ...]) -> str:
        return self.table.choice(key, allowed) or next(iter(allowed))

    def name(self, key: str) -> str:
        return self.table.name(key) or ""

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

    def done(self) -> None:
        self.table.done()


def known_words(section: Section, key: str, allowed: Mapping[str, object]) -> list[str]:
    words = section.table.items(key, str) or []
    for word in words:
        if word not in allowed:
            section.table.fault(key, f"{word!r} is unknown, {suggest(word, allowed)}")
    if len(set(words)) < len(words):
        section.table.fault(key, "a word is there twice")
    return [word for word in words if word in allowed]
