"""What packed positions can hold, asked before a round is played: no field ever overflows.

Within a round everything that is counted changes by no more than the clinics of a deal allow. So a position from which
one more round stays within the fields is safe, and every other one is refused by `Ranges.check`. Where the table plays
with the usual cards nobody comes near that.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from clin9ic.admin import DEATH_COST
from clin9ic.build import LOT_PRICE, MOST_COMPONENTS, PRICES
from clin9ic.care import DOCTOR_SALARY, NURSE_SALARY, OPERATING_UPKEEP, ORDERLY_SALARY, PATIENT_PAY, POPULARITY_PRICE
from clin9ic.state import MOST_GARDENS, MOST_NURSES, MOST_ORDERLIES, ROUNDS
from solvers.clin9ic.kernel.packed import (
    MONEY,
    MOST_LOTS,
    MOST_MONEY,
    MOST_POPULARITY,
    MOST_TIME,
    MOST_TREATED,
    MOST_UNITS,
    POPULARITY,
    POPULARITY_ZERO,
    TIME,
    TREATED,
    UNITS,
    Beyond,
    Words,
    column,
)
from solvers.clin9ic.kernel.rule_numbers import ACTIONS, BOXES, HIRE_PRICES
from solvers.clin9ic.kernel.tables import DOCTOR, NURSE, ORDERLY, PATIENTS
from solvers.clin9ic.kernel.world import World

BUILT = MOST_COMPONENTS * max(PRICES.values())  # what a Build action costs at most, but for lots with an upgrade
HIRED = int(HIRE_PRICES.sum())  # and what all boxes of a Hire action cost
STAFF = (DOCTOR, NURSE, ORDERLY)


class Ranges(NamedTuple):
    """What one round can change at most."""

    points: int  # of popularity that its income buys or its laboratories give
    lost: int  # of popularity
    time: int
    treated: int
    spent: int  # dollars

    @classmethod
    def of(cls, world: World) -> Ranges:
        tables = world.tables
        people = tables.move_time.shape[3] - 1  # doctors or patients, at most
        income = people * (max(PATIENT_PAY) + MOST_GARDENS)
        wages = people * max(DOCTOR_SALARY) + NURSE_SALARY * MOST_NURSES + ORDERLY_SALARY * MOST_ORDERLIES
        upkeep = int(tables.upkeep.max()) + OPERATING_UPKEEP * int(tables.operating.max())
        return cls(
            points=income // POPULARITY_PRICE + int(tables.labs.max()),
            lost=ACTIONS * BOXES + DEATH_COST * people,
            time=ACTIONS * _longest(world),
            treated=people,
            spent=ACTIONS * max(BUILT, HIRED) + wages + upkeep,
        )

    def check(self, words: Words, number: int) -> None:
        """Refuse positions from which a round of that number may lead out of the fields."""
        if not len(words):
            return
        popularity = column(words, POPULARITY) - POPULARITY_ZERO
        units, money = column(words, UNITS), column(words, MONEY)
        self._within("popularity", int((popularity + units).max()) + self.points, MOST_POPULARITY)
        self._within("popularity", self.lost - int(popularity.min()), POPULARITY_ZERO)
        self._within("income", int(units.max()) + self.points, MOST_UNITS)
        self._within("time", int(column(words, TIME).max()) + self.time, MOST_TIME)
        self._within("treated patients", int(column(words, TREATED).max()) + self.treated, MOST_TREATED)
        purse = money + POPULARITY_PRICE * units
        if purse.max() >= MOST_MONEY:  # whatever is above that is left out, as long as nobody can spend it
            left = ROUNDS + 1 - number
            self._within("money", left * self.spent + LOT_PRICE * MOST_LOTS, MOST_MONEY)

    @staticmethod
    def _within(what: str, number: int, most: int) -> None:
        if number > most:
            raise Beyond(f"the {what} of this game may become larger than the search can count")


def _longest(world: World) -> int:
    """4.9: the most time that whoever comes by the boxes of one action can need."""
    times = world.tables.move_time.max(axis=0).max(axis=(0, 2))  # [kind, newcomers]; by shape first, which is quick
    hired = [(d, n, o) for d, n, o in product(range(BOXES + 1), repeat=3) if d + n + o <= BOXES]
    staff = [sum(max(0, int(times[kind, many])) for kind, many in zip(STAFF, group, strict=True)) for group in hired]
    return max(*staff, int(times[PATIENTS].max()))
