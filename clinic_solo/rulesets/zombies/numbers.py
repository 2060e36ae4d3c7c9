"""The numbers of zombies in a deck file: [expansion.zombies]."""

from dataclasses import dataclass

from clinic_solo.deck import Deck
from clinic_solo.deck_section import Section
from tabletop.colours import Colour


@dataclass(frozen=True)
class ZombieNumbers:
    tokens: int  # 14D: in the box
    colour: Colour  # 14D1: of the patients it is made from
    patients: int
    cure_pay: int  # 14D4
    score: int  # 14D6


def read(section: Section) -> ZombieNumbers:
    made_from = section.section("made_from", sourced=False)
    numbers = ZombieNumbers(
        tokens=section.number("tokens"),
        colour=made_from.colour("colour"),
        patients=made_from.number("patients", 1),
        cure_pay=section.number("cure_pay"),
        score=section.number("score"),
    )
    made_from.done()
    return numbers


def numbers_of(deck: Deck) -> ZombieNumbers:
    found = deck.expansions["zombies"]
    assert isinstance(found, ZombieNumbers)
    return found
