"""What the sentences of a story say has changed, as numbers."""

import re
from collections.abc import Iterable

LOST = (r"refusing costs (\d+) popularity", r"(\d+) popularity for the rest", r"\(−(\d+) popularity\)")
GAINED = (r"(\d+) popularity for \$", r"\(\+(\d+) popularity\)")
SPENT = (r"\$(\d+) paid", r"\$(\d+) of it from savings", r"popularity for \$(\d+)")
EARNED = (r"\$(\d+) left over",)


def _sum(patterns: Iterable[str], text: str) -> int:
    return sum(int(number) for pattern in patterns for number in re.findall(pattern, text))


def popularity_change(lines: Iterable[str]) -> int:
    text = "\n".join(lines)
    return _sum(GAINED, text) - _sum(LOST, text)


def money_change(lines: Iterable[str]) -> int:
    """Of savings and of what is left of the round's income, together."""
    text = "\n".join(lines)
    return _sum(EARNED, text) - _sum(SPENT, text)
