"""What every game's moves have in common: how they are refused."""

from collections.abc import Iterable
from difflib import get_close_matches

from tabletop.plain import plain

LONG_WORD = 60  # letters; nobody means another word by so many


class IllegalMove(Exception):
    """A move the rules forbid; names the rule and the reason."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{reason} (rule {rule})")
        self.rule = rule
        self.reason = reason


class BadNotation(Exception):
    """A line that is no move at all; says what was expected."""


def suggest(word: str, allowed: Iterable[str]) -> str:
    """What a reader may have meant by an unknown word, as the end of a message.

    >>> suggest("gardn", ["garden", "pillar"])
    'expected garden or pillar; did you mean garden?'
    >>> suggest("gardn", [])
    'expected nothing here'
    """
    words = list(map(plain, allowed))
    if not words:
        return "expected nothing here"
    listed = words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
    close = get_close_matches(word, words, 1) if len(word) <= LONG_WORD else []
    return f"expected {listed}" + (f"; did you mean {close[0]}?" if close else "")
