"""What a deck tells of rulesets and editions, as text: a table for each, to be compared with the printed numbers."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from clinic_solo.colours import Skill
from clinic_solo.deck import ANY, Deck
from clinic_solo.names import translated
from clinic_solo.registry import TABLES, rules_of
from clinic_solo.tiles import Service
from tabletop.colours import Colour
from tabletop.text import signed

WORDS = {  # where the name of a number says too little
    "arrows": "entrances and helipads",
    "colour": "colour of patients it is made from",
    "cost": "cost by floor",
    "entrance_spaces": "more entrance spaces",
    "hubs": "service hubs",
    "minutes": "minutes for a time of 1",
    "patients": "patients it is made from",
    "pool": "doctor bag",
    "room_white": "white ones in a room",
    "room_yellow": "yellow ones in a room",
    "services": "services, the starting one first",
    "special_copies": "copies of a special module",
    "treats": "treats at once",
}
BY_COLOUR = ("pool", "treats")


def ruleset_tables(deck: Deck) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """A heading and rows for whatever the deck has numbers for, an edition in its own words."""
    for table, numbers in deck.expansions.items():
        edition = TABLES.get(table, "").removeprefix("edition")
        names = rules_of((), edition).names if edition else {}
        yield f"{edition} edition" if edition else f"Ruleset {table}", _rows(numbers, names)


def _rows(numbers: Any, names: Mapping[str, str]) -> list[tuple[str, str]]:
    rows = []
    for one in fields(numbers):
        value, word = getattr(numbers, one.name), WORDS.get(one.name, one.name.replace("_", " "))
        if one.name in BY_COLOUR:
            value = {Skill(colour).word: number for colour, number in enumerate(value)}
        free = one.name == "doctors_per_hire" and value == ANY  # 15.3
        rows.append((word, "any number" if free else translated(_told(value), names)))
    return rows


def _told(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{_told(key)} {_told(one)}" for key, one in value.items())
    if isinstance(value, tuple):
        return " ".join("".join(map(_told, one)) if isinstance(one, tuple) else _told(one) for one in value)
    if isinstance(value, Colour | Service):
        return value.word
    return value if isinstance(value, str) else signed(value)
