"""Drawing with characters: colour, columns, boxes and dice, for every game's text view."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_CODES = {"white": "97", "yellow": "33", "orange": "38;5;208", "red": "31", "green": "32", "purple": "35"}


class Named(Protocol):
    """A colour of any game."""

    @property
    def word(self) -> str: ...


@dataclass(frozen=True)
class Pen:
    """Writes with or without terminal colours, so that a view is one pure function for both."""

    colours: bool = False

    def _code(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colours and text else text

    def tint(self, text: str, colour: Named) -> str:
        return self._code(text, _CODES[colour.word])

    def strong(self, text: str) -> str:
        return self._code(text, "1")

    def faint(self, text: str) -> str:
        return self._code(text, "2")


PLAIN = Pen()


def width(text: str) -> int:
    """The columns a text takes, colours not counted.

    >>> width(Pen(colours=True).strong("bed"))
    3
    """
    return len(_ESCAPE.sub("", text))


def left(text: str, columns: int) -> str:
    return text + " " * (columns - width(text))


def right(text: str, columns: int) -> str:
    return " " * (columns - width(text)) + text


def centre(text: str, columns: int) -> str:
    before = (columns - width(text)) // 2
    return left(" " * max(0, before) + text, columns)


def beside(blocks: Sequence[Sequence[str]], gap: int = 3) -> list[str]:
    """Blocks of lines next to each other, their first lines level.

    >>> beside([["ab", "c"], ["d"]], gap=1)
    ['ab d', 'c']
    """
    height = max((len(block) for block in blocks), default=0)
    widths = [max((width(line) for line in block), default=0) for block in blocks]
    rows = []
    for at in range(height):
        cells = [
            left(block[at] if at < len(block) else "", columns) for block, columns in zip(blocks, widths, strict=True)
        ]
        rows.append((" " * gap).join(cells).rstrip())
    return rows


def columns(rows: Sequence[Sequence[str]], *, numbers: Sequence[int] = (), gap: int = 2) -> list[str]:
    """A table without lines; the columns named in `numbers` are aligned on the right.

    >>> columns([["nurses", "3"], ["time", "-10"]], numbers=[1])
    ['nurses    3', 'time    -10']
    """
    widths = [max(width(row[at]) for row in rows if at < len(row)) for at in range(max(map(len, rows), default=0))]
    lines = []
    for row in rows:
        cells = [(right if at in numbers else left)(cell, widths[at]) for at, cell in enumerate(row)]
        lines.append((" " * gap).join(cells).rstrip())
    return lines


def boxes(rows: Sequence[Sequence[str]], cell: int) -> list[str]:
    """A ruled grid with every cell as wide as told.

    >>> print("\\n".join(boxes([["T", "H"]], 3)))
    ┌───┬───┐
    │ T │ H │
    └───┴───┘
    """

    def rule(ends: str) -> str:
        return ends[0] + ends[1].join("─" * cell for _ in rows[0]) + ends[2]

    lines = [rule("┌┬┐")]
    for at, row in enumerate(rows):
        lines += [rule("├┼┤")] if at else []
        lines.append("│" + "│".join(centre(text, cell) for text in row) + "│")
    return [*lines, rule("└┴┘")]


def die(value: int) -> str:
    return f"[{value}]"


def signed(number: int) -> str:
    """A number with a real minus sign, as score tables have it.

    >>> signed(-7), signed(3)
    ('−7', '3')
    """
    return f"−{-number}" if number < 0 else str(number)


def plural(number: int, word: str, many: str | None = None) -> str:
    """A counted word.

    >>> plural(1, "nurse"), plural(2, "orderly", "orderlies")
    ('1 nurse', '2 orderlies')
    """
    return f"{number} {word if number == 1 else many or word + 's'}"


def listed(words: Sequence[str]) -> str:
    """Words as a sentence has them.

    >>> listed(["a nurse", "an orderly", "a doctor"])
    'a nurse, an orderly and a doctor'
    """
    return " and ".join(([", ".join(words[:-1])] if len(words) > 1 else []) + list(words[-1:]))


def wrapped_items(items: Sequence[str], columns: int = 80, indent: str = "   ") -> list[str]:
    """Items in as many lines as they need, none of them torn.

    >>> wrapped_items(["G garden", "P pillar"], columns=12, indent="")
    ['G garden', 'P pillar']
    """
    lines = [""]
    for item in items:
        if lines[-1] and width(indent + lines[-1]) + 2 + width(item) > columns:
            lines.append("")
        lines[-1] += ("  " if lines[-1] else "") + item
    return [indent + line for line in lines]
