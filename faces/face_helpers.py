"""What the faces of several games do alike."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from faces.games import Refusal
from tabletop.colours import COLOURS, Counts
from tabletop.decks import Shelf
from tabletop.files import InvalidFile
from tabletop.moves import suggest


def chosen(option: str, value: str, allowed: Iterable[str]) -> str:
    """A wish for a new game that has to be one of some words."""
    words = [str(word) for word in allowed]
    if value not in words:
        raise Refusal(option, f"{value!r} is unknown, {suggest(value, words)}")
    return value


def find_deck(shelf: Shelf[Any], name: str) -> tuple[str, str]:
    """The text of a deck and its name; what might have been meant is said where there is none."""
    try:
        return shelf.find(name)
    except InvalidFile as error:
        fault = error.faults[0]
        raise InvalidFile([replace(fault, message=f"{fault.message}, {shelf.expected}")]) from None


def by_colour(counts: Counts) -> dict[str, int]:
    return {colour.word: number for colour, number in zip(COLOURS, counts, strict=True)}
