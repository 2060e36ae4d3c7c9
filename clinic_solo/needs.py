"""Wishes for a Move, typed without saying who exactly comes from where: the planner finds the least time.

patient yellow > 0b2; doctor white > 0b2; nurse > 0b2 x2; patient white cardiology > 1a2
zombie > 0a1; blood > 0b2; nurse > 0a3 lying
"""

import re

from clinic_solo.board import HOME, Board
from clinic_solo.colours import skill_named
from clinic_solo.moves import NO_COLOUR
from clinic_solo.planner import Need
from clinic_solo.tiles import SERVICE_BY_WORD, Person, Thing
from tabletop.colours import colour_named
from tabletop.moves import BadNotation

FORM = "WHO [COLOUR] [SERVICE] > PLACE, such as doctor white > 0b2; patient yellow > 0b2; nurse > 0b2 x2"
_WISH = re.compile(
    r"\s*(doctor|nurse|orderly|patient|zombie|blood)((?: \w+){0,2}) ?> ?(\w+)( lying)?(?: x([1-9]\d?))?\s*"
)


def parse_needs(board: Board, text: str) -> list[Need]:
    """The wishes of a line; raises BadNotation."""
    needs: list[Need] = []
    for part in text.split(";"):
        match = _WISH.fullmatch(part)
        if not match:
            raise BadNotation(f"expected {FORM}, found {part.strip()!r}")
        name, place = match[1], board.place(match[3])
        who = Person(name) if name in list(Person) else Thing(name)
        if place == HOME or place >= board.size:
            raise BadNotation(f"{match[3]!r} is no space where somebody can end")
        colour, service = NO_COLOUR, None
        for word in match[2].split():
            if who is Person.PATIENT and word in SERVICE_BY_WORD:
                service = SERVICE_BY_WORD[word]
            elif who is Person.DOCTOR:
                colour = skill_named(word)
            elif who is Person.PATIENT:
                colour = int(colour_named(word))
            else:
                raise BadNotation(f"{part.strip()!r}: a {who} has no colour and no service")
        needs += [Need(who, colour, place, service, bool(match[4]))] * int(match[5] or 1)
    return needs
