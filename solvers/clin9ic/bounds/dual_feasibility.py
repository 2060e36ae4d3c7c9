"""Dual prices that bound every play: the duals of a linear solver, made feasible exactly, on a grid.

By weak duality, prices bound every play if no column of the programme has an objective above the price of its rows.
A solver's duals, in floating point, satisfy that only nearly. Here the prices of some rows are taken from it, rounded
to multiples of GRID; those of the other rows follow from the columns: each is just high enough (or, where a higher
price would give something away, just low enough). Multiples of GRID times whole numbers add up exactly in double
precision as long as they stay below 2 ** 33, a thousand times more than any of them here. So the bound is exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clin9ic.build import LOT_PRICE
from clin9ic.care import (
    DOCTOR_SALARY,
    NURSE_SALARY,
    OPERATING_UPKEEP,
    ORDERLY_SALARY,
    ORDERLY_SAVES,
    OUTPATIENT_PAY,
    OUTPATIENT_TIME,
    PATIENT_PAY,
    POPULARITY_PRICE,
)
from clin9ic.hire import SECTION_PRICES
from clin9ic.score import TIME_PER_POINT, pillar_cost
from clin9ic.state import LOT_SPACES
from solvers.clin9ic.bounds.pricing_dp import LEVELS, SECTIONS
from solvers.clin9ic.kernel.rule_numbers import DECAYED, RED, TAUGHT
from solvers.clin9ic.kernel.tables import DOCTOR, NURSE, ORDERLY

if TYPE_CHECKING:
    from solvers.clin9ic.bounds.linear_master import LinearMaster

Duals = dict[Any, float]  # by the name of the row

STEPS = 1 << 20
GRID = 1.0 / STEPS
# A third of a point is not on the grid: a dollar is rounded up and a unit of time down, which is safe.
DOLLAR, MINUTE = -(-STEPS // POPULARITY_PRICE) * GRID, STEPS // TIME_PER_POINT * GRID
MOST_PRICE = 1000.0
MOST_MISSING = 40  # pillars, far beyond what any clinic needs
EVEN = ("patients", "treated", "one clinic")  # rows that come out even may have a price below 0
COLOURS = range(4)


def on_grid(value: float) -> float:
    """The nearest number of the grid, of no more than a price can be."""
    return round(min(MOST_PRICE, max(-MOST_PRICE, value)) / GRID) * GRID


def feasible(master: LinearMaster, duals: Duals) -> Duals:
    """Prices near to some that are dual feasible exactly, for all columns of people and money."""
    near = {name: on_grid(value) for name, value in duals.items()}
    made = _Feasible(master, {name: y if name[0] in EVEN else max(0.0, y) for name, y in near.items()})
    for t in range(master.rounds - 1, -1, -1):  # the price of people and money depends on the next round
        made.round(t)
    made.pillars()
    return made.y


class _Feasible:
    """Prices, from the last round back."""

    def __init__(self, master: LinearMaster, prices: Duals) -> None:
        self.master, self.y = master, prices
        self.weights = master.weights

    def _of(self, *name: object) -> float:
        """A price; after the last round nothing has one but what it scores, which is in the columns."""
        return 0.0 if name[-1] == self.master.rounds else self.y.get(name, 0.0)

    def round(self, t: int) -> None:
        self._money(t)
        self._helpers(t)
        self._doctors(t)
        self._patients(t)
        self._care(t)
        self._icons(t)

    def _money(self, t: int) -> None:
        """Columns pay, pay by points, buy, save, keep, draw and time."""
        point = self.master.point(t)
        later = 0.0 if t == self.master.bankrupt_in else self._of("savings", t + 1)
        self.y["expenses", t] = min(self._of("expenses", t), point)
        self.y["income", t] = max(self._of("income", t), self.y["expenses", t], DOLLAR * point, later)
        self.y["savings", t] = max(self._of("savings", t), self.y["income", t], later)
        self.y["time", t] = min(self._of("time", t), MINUTE * self.weights.point)

    def _helpers(self, t: int) -> None:
        last, due = float(t == self.master.rounds - 1), self.master.due(t) * self.y["expenses", t]
        parking = self._of("parking", t)
        nurse = last * self.weights.nurse + self._of("nurses", t + 1) + self._of("help", t)
        self.y["most nurses", t] = max(0.0, nurse - self._of("nurses", t) - parking - NURSE_SALARY * due)
        orderly = last * self.weights.orderly + self._of("orderlies", t + 1) + (ORDERLY_SAVES - ORDERLY_SALARY) * due
        orderly -= self._of("orderlies", t) + self._of("supply", t) + parking
        self.y["most orderlies", t] = max(0.0, orderly)

    def _doctors(self, t: int) -> None:
        """Columns doctor and lab."""
        points, last = self.weights.doctor, float(t == self.master.rounds - 1)
        due = self.master.due(t) * self.y["expenses", t]
        rooms = self._of("doctor room", t) + self._of("parking", t)
        point = self.weights.point * (t >= self.master.bankrupt_in)
        labs = 0.0
        for k in COLOURS:
            down, up = DECAYED[k], TAUGHT[k]
            after = last * points[down] + self._of("doctors", down, t + 1)
            taught = last * points[up] + self._of("doctors", up, t + 1)
            pupil = self._of("pupils", k, t)
            stays = after + self._of("working", k, t) + pupil - rooms - DOCTOR_SALARY[k] * due
            self.y["doctors", k, t] = max(self._of("doctors", k, t), stays)
            labs = max(labs, point + taught - after - pupil)
        self.y["labs", t] = labs

    def _patients(self, t: int) -> None:
        """Column waiting."""
        left = self.master.untreated(t)
        rooms = self._of("patient room", t) + self._of("parking", t)
        for k in COLOURS:
            later = left + self._of("patients", k + 1, t + 1) if k < RED else 0.0
            self.y["patients", k, t] = max(self._of("patients", k, t), later - rooms)

    def _care(self, t: int) -> None:
        """Columns treat, operate, outpatient doctor, outpatient and bed."""
        income, due = self.y["income", t], self.master.due(t) * self.y["expenses", t]
        rooms = self._of("patient room", t) + self._of("parking", t)
        working, helped = [self._of("working", k, t) for k in COLOURS], self._of("help", t)
        cured = [self.weights.treated - self._of("patients", p, t) - rooms for p in COLOURS]

        def most(less: int) -> float:
            return max(
                cured[p] + PATIENT_PAY[p] * income - working[d] - max(0, abs(d - p) - less) * helped
                for d in COLOURS
                for p in COLOURS
            )

        self.y["treated", t] = max(self._of("treated", t), most(0))
        self.y["operating", t] = max(0.0, most(1) - OPERATING_UPKEEP * due - self.y["treated", t])
        pairs = self.y["outpatient pairs", t] = min(self._of("outpatient pairs", t), *working)
        back = OUTPATIENT_TIME * DOLLAR * self.weights.point  # time comes back; rounded up
        self.y["outpatients", t] = max(0.0, max(cured) + back + OUTPATIENT_PAY * income - pairs)
        for g in range(LEVELS):
            self.y["beds", g, t] = max(0.0, self.y["treated", t] + g * income)

    def _icons(self, t: int) -> None:
        """Columns hire and lot."""
        time = [int(minutes) * self.y["time", t] for minutes in self.master.least]
        doctor = max(self.y["doctors", k, t] for k in COLOURS) - time[DOCTOR]
        nurse, orderly = self._of("nurses", t) - time[NURSE], self._of("orderlies", t) - time[ORDERLY]
        for name, value in (("doctor", doctor), ("nurse", nurse), ("orderly", orderly)):
            for s in range(SECTIONS):
                self.y[f"{name} icons", s, t] = max(0.0, value - SECTION_PRICES[s] * self.y["savings", t])
        spaces = sum(self._of("parking", s) for s in range(t, self.master.rounds))
        self.y["grounds", t] = max(0.0, LOT_SPACES * spaces - LOT_PRICE * self.y["savings", t])

    def pillars(self) -> None:
        """7.1: each missing pillar, by what it adds to the cost."""
        price = self.y.get(("pillars",), 0.0)
        for n in range(1, MOST_MISSING):
            self.y["missing pillar", n] = max(0.0, price - (pillar_cost(n) - pillar_cost(n - 1)) * self.weights.point)
