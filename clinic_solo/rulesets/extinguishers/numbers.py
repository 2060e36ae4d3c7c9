"""The numbers of extinguishers in a deck file: [expansion.extinguishers]."""

from dataclasses import dataclass

from clinic_solo.deck_section import Section


@dataclass(frozen=True)
class ExtinguisherNumbers:
    tokens: int  # 14B: in the box
    cost: tuple[int, ...]  # 14B1: by floor
    enter_time: int  # 14B2
    pay: int  # 14B4


def read(section: Section) -> ExtinguisherNumbers:
    return ExtinguisherNumbers(
        tokens=section.number("tokens"),
        cost=tuple(section.numbers("cost", 0)),
        enter_time=section.number("enter_time"),
        pay=section.number("pay"),
    )
