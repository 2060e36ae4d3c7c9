"""Games of the 2014 edition."""

from functools import cache

from clinic_solo import ClinicSolo
from tests.clinic_solo.helpers import house


@cache
def game2014(side: str = "3x3", goal: str = "throughput", rulesets: tuple[str, ...] = ()) -> ClinicSolo:
    return ClinicSolo(house(), side, goal, rulesets=rulesets, edition="2014")
