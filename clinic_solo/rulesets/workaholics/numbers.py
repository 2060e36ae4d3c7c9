"""The numbers of workaholic doctors in a deck file: [expansion.workaholics]."""

from dataclasses import dataclass

from clinic_solo.colours import Numbers, Skill
from clinic_solo.deck import Deck
from clinic_solo.deck_section import Section
from tabletop.colours import Colour, Counts


@dataclass(frozen=True)
class WorkaholicNumbers:
    doctors: int  # 14C: in the box
    pool: Numbers  # 14C1: the doctor bag, purple ones last
    university_max: int  # 14C2
    price_factor: int  # 14C3
    salary: int  # 14C3
    score: int  # 14C3 [decision workaholic-score]
    treats: Counts  # 14C5: how many patients of a colour at once
    room_white: int  # 14C4: how many patients of one colour a room holds where one is
    room_yellow: int

    def room_for(self, colour: int) -> int:
        """14C4: how many patients of a colour alone a room holds where a workaholic is; 0 where no more than else."""
        return {Colour.WHITE: self.room_white, Colour.YELLOW: self.room_yellow}.get(Colour(colour), 0)


def read(section: Section) -> WorkaholicNumbers:
    pool = section.section("pool", sourced=False)
    room = section.section("room_capacity", sourced=False)
    salary, score = section.section("salary"), section.section("score")
    numbers = WorkaholicNumbers(
        doctors=section.number("doctors"),
        pool=tuple(pool.solo(skill.word) for skill in Skill),
        university_max=section.number("university_max", 1),
        price_factor=section.number("price_factor", 1),
        salary=salary.number("each"),
        score=score.number("each"),
        treats=section.colours("treats", 1),
        room_white=room.number("white"),
        room_yellow=room.number("yellow"),
    )
    for part in (pool, room, salary, score):
        part.done()
    return numbers


def numbers_of(deck: Deck) -> WorkaholicNumbers:
    found = deck.expansions["workaholics"]
    assert isinstance(found, WorkaholicNumbers)
    return found
