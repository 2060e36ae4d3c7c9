"""The numbers of floor 4 in a deck file: [expansion.floor4]."""

from dataclasses import dataclass

from clinic_solo.deck_section import Section


@dataclass(frozen=True)
class FloorNumbers:
    price_more: int  # 14E1: for each component, beyond the price on the floor below
    treatment_room: int  # 14E1: points of one that works there


def read(section: Section) -> FloorNumbers:
    return FloorNumbers(price_more=section.number("price_more"), treatment_room=section.number("treatment_room"))
