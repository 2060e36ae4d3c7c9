"""How many of each colour, in a file: { white = 2, red = 1 }."""

from tabletop.colours import COLOURS, Counts
from tabletop.files import Table


def read_counts(table: Table, key: str, most: int | None = None) -> Counts:
    """The counts of a table within a table; colours that are not named count 0."""
    counted = table.table(key)
    if counted is None:
        return (0, 0, 0, 0)
    white, yellow, orange, red = (counted.number(c.word, 0, most, required=False) or 0 for c in COLOURS)
    counted.done()
    return (white, yellow, orange, red)


def format_counts(counts: Counts) -> str:
    """Counts as a TOML table.

    >>> format_counts((2, 0, 0, 1)), format_counts((0, 0, 0, 0))
    ('{ white = 2, red = 1 }', '{}')
    """
    shown = ", ".join(f"{colour.word} = {n}" for colour, n in zip(COLOURS, counts, strict=True) if n)
    return f"{{ {shown} }}" if shown else "{}"
