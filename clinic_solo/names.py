"""Words of an edition for the words of the base game, and back: in lines that are typed and in sentences."""

import re
from collections.abc import Mapping
from functools import lru_cache


def translated(text: str, names: Mapping[str, str]) -> str:
    """Every word or phrase that has another name by that name, the longest first.

    >>> translated("build treatment 0b2", {"treatment": "room", "treatment rooms": "rooms"})
    'build room 0b2'
    """
    if not names:
        return text
    return _pattern(tuple(names)).sub(lambda found: names[found[0]], text)


@lru_cache(maxsize=100)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")
