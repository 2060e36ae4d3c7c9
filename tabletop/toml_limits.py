"""Limits on a TOML text before it is parsed.

tomllib takes time and memory that grow with the square of the parts of a dotted key, and with what is nested. No deck
or game needs much of either, so a text that has too much is refused before it can do harm. The text is looked through
from its beginning as tomllib would; where it is no TOML any more this ends, as tomllib will end there, too.
"""

import re
from typing import NamedTuple

MOST_DOTS = 10  # in a row: a.b.c has two
MOST_NESTED = 20  # brackets in each other
MOST_SIGNS = 10_000  # equals signs, commas and brackets, so about as many values

_SIGN = re.compile(r"""["'\[\]{}.=,]|#.*""")
_STRINGS = (  # the longer quotes first; nothing is ambiguous, so nothing is tried twice
    re.compile(r'"{3}[^"\\]*(?:(?:\\.|"{1,2}(?!"))[^"\\]*)*"{3,5}', re.DOTALL),
    re.compile(r"'{3}[^']*(?:'{1,2}(?!')[^']*)*'{3,5}"),
    re.compile(r'(?!"{3})"[^"\\\n]*(?:\\.[^"\\\n]*)*"'),
    re.compile(r"(?!'{3})'[^'\n]*'"),
)


class TooMuch(NamedTuple):
    """Where a text goes beyond a limit, and how."""

    line: int
    reason: str


def too_much(text: str) -> TooMuch | None:
    """The first place where a text goes beyond the limits.

    >>> too_much("a = 1\\n" + "b." * 99 + "c = 2")
    TooMuch(line=2, reason='more than 10 dots in a key')
    """
    at = dots = nested = signs = 0
    while found := _SIGN.search(text, at):
        sign, at = found[0], found.end()
        reason = None
        if sign[0] == "#":
            continue  # a comment, up to the end of its line
        if sign in "\"'":
            ends = [match.end() for string in _STRINGS if (match := string.match(text, found.start()))]
            if not ends:
                return None  # a text without end: tomllib will say so
            at = ends[0]
        elif sign == ".":
            dots += 1
            reason = f"more than {MOST_DOTS} dots in a key" if dots > MOST_DOTS else None
        else:
            dots, signs = 0, signs + 1
            nested = max(0, nested + (sign in "[{") - (sign in "]}"))
            if nested > MOST_NESTED:
                reason = f"more than {MOST_NESTED} lists or tables in each other"
            elif signs > MOST_SIGNS:
                reason = "more values than any deck or game has"
        if reason:
            return TooMuch(text.count("\n", 0, at) + 1, reason)
    return None
