"""The numbers of a seventh round in a deck file: [expansion.round7]."""

from dataclasses import dataclass

from clinic_solo.deck_section import Section


@dataclass(frozen=True)
class RoundNumbers:
    nurses_of_round: int  # 14F1 [decision r7-nurses]: the round whose column of nurses is offered again


def read(section: Section) -> RoundNumbers:
    return RoundNumbers(nurses_of_round=section.number("nurses_of_round", 1))
