"""Games of the 2014 edition."""

from dataclasses import replace
from functools import cache
from typing import cast

from clinic_solo import ClinicSolo
from clinic_solo.rulesets.edition2014.numbers import TABLE, Numbers2014
from tests.clinic_solo.helpers import house


@cache
def game2014(
    side: str = "3x3", goal: str = "throughput", rulesets: tuple[str, ...] = (), **switches: bool
) -> ClinicSolo:
    numbers = replace(cast(Numbers2014, house().expansions[TABLE]), **switches)  # type: ignore[arg-type]
    deck = replace(house(), expansions={**house().expansions, TABLE: numbers})
    return ClinicSolo(deck, side, goal, rulesets=rulesets, edition="2014")
