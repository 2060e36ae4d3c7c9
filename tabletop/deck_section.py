"""A table of a deck file, read so that every fault is noted and reading goes on."""

from collections.abc import Collection
from typing import ClassVar, Self

from tabletop.files import Document, Table
from tabletop.moves import suggest


class DeckSection:
    """A table of the deck; a value that is missing or wrong is noted as a fault and replaced by a harmless one.

    A table may have to say where its numbers come from, and may have a note. A missing table is one fault, not one for
    each of its keys: what is read from it is noted nowhere.
    """

    sources: ClassVar[tuple[str, ...]]  # how a provenance may begin

    def __init__(self, table: Table | None, *, sourced: bool = True) -> None:
        self.table = table or Table(Document("", "", {}), (), {})
        if sourced:
            source = self.table.get("provenance", str)
            if source is not None and not source.startswith(self.sources):
                self.table.fault("provenance", f"{source!r} is unknown, {suggest(source, self.sources)}")
            self.table.get("note", str, required=False)

    def section(self, key: str, *, sourced: bool = True) -> Self:
        return type(self)(self.table.table(key), sourced=sourced)

    def sections(self, key: str, *, sourced: bool = True) -> list[Self]:
        found = [type(self)(table, sourced=sourced) for table in self.table.tables(key)]
        if not found and key in self.table:
            self.table.fault(key, "expected at least one")
        return found

    def word(self, key: str, allowed: Collection[str], default: str | None = None) -> str:
        return self.table.choice(key, allowed, required=default is None) or default or next(iter(allowed))

    def name(self, key: str) -> str:
        return self.table.name(key) or ""

    def done(self) -> None:
        self.table.done()
