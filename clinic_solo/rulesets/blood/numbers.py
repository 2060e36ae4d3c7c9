"""The numbers of blood transfusion in a deck file: [expansion.blood]."""

from dataclasses import dataclass

from clinic_solo.deck_section import Section


@dataclass(frozen=True)
class BloodNumbers:
    tokens: int  # 14A: in the box
    donate_time: int  # 14A1: lying down takes more
    donations_per_round: int  # 14A1, 14A2


def read(section: Section) -> BloodNumbers:
    return BloodNumbers(
        tokens=section.number("tokens"),
        donate_time=section.number("donate_time"),
        donations_per_round=section.number("donations_per_round", 1, 1),
    )
