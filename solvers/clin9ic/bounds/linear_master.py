"""The master problem of the linear relaxation: who is hired, admitted and treated, paid and bought, in fractions.

What the clinic offers (icons, beds, room, parking) comes in with the columns that `linear_relaxation` generates.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

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
from clin9ic.score import TIME_PER_POINT, UNTREATED_COST
from clin9ic.setting import Goal
from clin9ic.state import LOT_SPACES, MOST_NURSES, MOST_ORDERLIES
from solvers.clin9ic.bounds.dual_feasibility import DOLLAR, MOST_MISSING
from solvers.clin9ic.bounds.pricing_dp import LEVELS, SECTIONS, Builds, Offers, Room
from solvers.clin9ic.bounds.score_weights import SCORE_WEIGHTS
from solvers.clin9ic.kernel.rule_numbers import DECAYED, TAUGHT
from solvers.clin9ic.kernel.tables import DOCTOR, NURSE, ORDERLY, Tables
from solvers.core.linear import NamedRows, add

if TYPE_CHECKING:
    from ortools.linear_solver.pywraplp import Variable

COLOURS = range(4)
SHORTAGE = 100.0


class Stock(NamedTuple):
    """What a position has, as the relaxation sees it."""

    point: int
    doctors: tuple[int, ...]
    patients: tuple[int, ...]
    nurses: int
    orderlies: int
    money: int  # units counted at what they cost
    pillars: int
    lots: int
    points: float  # popularity
    rest: float  # what is settled already: a third of the time against it, or the patients treated


class LinearMaster(NamedRows):
    """Rows and columns for the rounds to come of one deal, from one position, before any clinic is offered.

    A player who cannot pay is bankrupt: all popularity and money are lost and the rest is forgiven (5.2). Plays in
    which that never happens pay all expenses. Plays that are bankrupt for the last time in round `bankrupt_in` have a
    programme of their own: up to then they have no expenses, and points and money do not count.
    """

    def __init__(
        self,
        tables: Tables,
        builds: Builds,
        room: Room,
        offers: Offers,
        start: Stock,
        goal: Goal,
        bankrupt_in: int = -1,
    ) -> None:
        super().__init__()
        self.weights, self.bankrupt_in = SCORE_WEIGHTS[goal], bankrupt_in
        self.popular = goal is Goal.POPULARITY
        self.slack = (TIME_PER_POINT - 1) * DOLLAR if self.popular else 0.0  # the last thirds of time cost nothing

        self.tables, self.builds, self.room, self.offers, self.start = tables, builds, room, offers, start
        self.rounds = len(offers.actions)
        self.least = room.entry.min(axis=0)
        self.columns: dict[Any, Variable] = {}
        self._people()
        self._care()
        self._money()
        self._lots()
        self._ends()

    def due(self, t: int) -> float:
        """Whether the expenses of a round are paid."""
        return float(self.popular and t > self.bankrupt_in)

    def point(self, t: int) -> float:
        """How much a point that is earned in a round counts in the end."""
        return self.weights.point * (t > self.bankrupt_in)

    def untreated(self, t: int) -> float:
        """How much a patient who is left in the end counts."""
        return -UNTREATED_COST * self.weights.point * (t == self.rounds - 1)

    def _column(self, *name: object, objective: float = 0.0, rows: Mapping[Any, float]) -> None:
        self.columns[name] = column = self.variable(objective)
        for row, amount in rows.items():
            if row[-1] != self.rounds or row[0] in ("pillars",):
                add(self.row(*row), column, amount)

    def _people(self) -> None:
        """Hiring and admitting, and how colours change from round to round (4.5, 4.6, 6.1, 6.2)."""
        start, last = self.start, self.rounds - 1
        for k in COLOURS:
            self.row("doctors", k, 0, there=start.doctors[k])
            for t in range(self.rounds):
                self.even("patients", k, t, there=start.patients[k] * (t == 0))  # nobody can be sent away
        self.row("nurses", 0, there=start.nurses)
        self.row("orderlies", 0, there=start.orderlies)
        time = [float(minutes) for minutes in self.least]
        for t in range(self.rounds):
            for s in range(SECTIONS):
                for k in COLOURS:
                    rows = {
                        ("doctors", k, t): -1.0,
                        ("doctor icons", s, t): 1.0,
                        ("savings", t): float(SECTION_PRICES[s]),
                    }
                    self._column("hire doctor", s, k, t, rows={**rows, ("time", t): time[DOCTOR]})
                rows = {("nurses", t): -1.0, ("nurse icons", s, t): 1.0, ("savings", t): float(SECTION_PRICES[s])}
                self._column("hire nurse", s, t, rows={**rows, ("time", t): time[NURSE]})
                rows = {("orderlies", t): -1.0, ("orderly icons", s, t): 1.0, ("savings", t): float(SECTION_PRICES[s])}
                self._column("hire orderly", s, t, rows={**rows, ("time", t): time[ORDERLY]})
            self._column("time", t, objective=-self.weights.point / TIME_PER_POINT, rows={("time", t): -1.0})
            self.row("most nurses", t, there=MOST_NURSES)
            self.row("most orderlies", t, there=MOST_ORDERLIES)
            rows = {
                ("nurses", t): 1.0,
                ("nurses", t + 1): -1.0,
                ("most nurses", t): 1.0,
                ("help", t): -1.0,
                ("parking", t): 1.0,
            }
            due = self.due(t)
            self._column(
                "nurse",
                t,
                objective=(t == last) * self.weights.nurse,
                rows={**rows, ("expenses", t): NURSE_SALARY * due},
            )
            rows = {
                ("orderlies", t): 1.0,
                ("orderlies", t + 1): -1.0,
                ("most orderlies", t): 1.0,
                ("supply", t): 1.0,
                ("parking", t): 1.0,
            }
            objective = (t == last) * self.weights.orderly
            self._column(
                "orderly",
                t,
                objective=objective,
                rows={**rows, ("expenses", t): float(ORDERLY_SALARY - ORDERLY_SAVES) * due},
            )
            for k in COLOURS:
                rows = {
                    ("doctors", k, t): 1.0,
                    ("doctors", DECAYED[k], t + 1): -1.0,
                    ("working", k, t): -1.0,
                    ("pupils", k, t): -1.0,
                    ("doctor room", t): 1.0,
                    ("parking", t): 1.0,
                    ("expenses", t): DOCTOR_SALARY[k] * due,
                }
                self._column("doctor", k, t, objective=(t == last) * self.weights.doctor[DECAYED[k]], rows=rows)
                gain = (t == last) * (self.weights.doctor[TAUGHT[k]] - self.weights.doctor[DECAYED[k]])
                rows = {("pupils", k, t): 1.0, ("labs", t): 1.0, ("doctors", DECAYED[k], t + 1): 1.0}
                rows[("doctors", TAUGHT[k], t + 1)] = rows.get(("doctors", TAUGHT[k], t + 1), 0.0) - 1.0
                point = self.weights.point * (
                    t >= self.bankrupt_in
                )  # Admin comes after Expenses: what is lost is lost before
                self._column("lab", k, t, objective=point + gain, rows=rows)
                # A patient who is not treated waits and worsens, the red ones until they die.
                rows = {("patients", k, t): 1.0, ("patient room", t): 1.0, ("parking", t): 1.0}
                if k < 3:
                    rows["patients", k + 1, t + 1] = -1.0
                self._column("waiting", k, t, objective=self.untreated(t) * (k < 3), rows=rows)

    def _care(self) -> None:
        """5.1: pairs of a doctor and a patient, with nurses between colours."""
        for t in range(self.rounds):
            self.even("treated", t)  # each treatment takes a bed, and no empty bed earns for its gardens
            for d in COLOURS:
                for p in COLOURS:
                    both = {("working", d, t): 1.0, ("treated", t): 1.0}
                    both |= {("patients", p, t): 1.0, ("patient room", t): 1.0, ("parking", t): 1.0}
                    pay = {("income", t): -float(PATIENT_PAY[p])}
                    help_needed = {("help", t): float(abs(d - p))}
                    self._column("treat", d, p, t, objective=self.weights.treated, rows={**both, **pay, **help_needed})
                    pay["expenses", t] = OPERATING_UPKEEP * self.due(t)
                    less = {("help", t): float(max(0, abs(d - p) - 1)), ("operating", t): 1.0}
                    self._column("operate", d, p, t, objective=self.weights.treated, rows={**both, **pay, **less})
                self._column("outpatient doctor", d, t, rows={("working", d, t): 1.0, ("outpatient pairs", t): -1.0})
                rows = {("patients", d, t): 1.0, ("patient room", t): 1.0, ("parking", t): 1.0}
                rows["outpatient pairs", t] = 1.0
                pay = {("income", t): -float(OUTPATIENT_PAY), ("outpatients", t): 1.0}
                objective = (
                    self.weights.treated + OUTPATIENT_TIME * self.weights.point / TIME_PER_POINT
                )  # time comes back
                self._column("outpatient", d, t, objective=objective, rows={**rows, **pay})
            for g in range(LEVELS):
                rows = {("treated", t): -1.0, ("beds", g, t): 1.0, ("income", t): -float(g)}
                self._column("bed", g, t, rows=rows)

    def _money(self) -> None:
        """5.2, 5.3: income pays, buys points or is saved; savings may come back, which covers losses."""
        self.row("savings", 0, there=self.start.money)
        for t in range(self.rounds):
            self._column("pay", t, rows={("income", t): 1.0, ("expenses", t): -1.0})
            # Popularity pays one to one in the end; whether there is enough of it is not asked.
            self._column("pay by points", t, objective=-self.point(t), rows={("expenses", t): -1.0})
            self._column("buy", t, objective=self.point(t), rows={("income", t): float(POPULARITY_PRICE)})
            if t != self.bankrupt_in:
                self._column("save", t, rows={("income", t): 1.0, ("savings", t + 1): -1.0})
                self._column("keep", t, rows={("savings", t): 1.0, ("savings", t + 1): -1.0})
            self._column("draw", t, rows={("savings", t): 1.0, ("income", t): -1.0})

    def _lots(self) -> None:
        """4.4: lots bought at once with an upgrade of Floor-1, outside the components of the action."""
        for t in range(self.rounds):
            rows = {("parking", s): -float(LOT_SPACES) for s in range(t, self.rounds)}
            self._column("lot", t, rows={**rows, ("savings", t): float(LOT_PRICE), ("grounds", t): 1.0})
            self.row("parking", t, there=float(LOT_SPACES * self.start.lots))
            # Dear ways out, so that the programme can be solved whatever the first paths offer.
            for short in ("parking", "patient room", "savings"):
                self._column("short of", short, t, objective=-SHORTAGE, rows={(short, t): -1.0})

    def _ends(self) -> None:
        """7.1: the n-th missing pillar costs n."""
        self.row("pillars", there=self.start.pillars)
        for n in range(1, MOST_MISSING):
            self.row("missing pillar", n, there=1.0)
            column = self.variable(-n * self.weights.point)
            self.row("pillars").SetCoefficient(column, -1.0)
            self.row("missing pillar", n).SetCoefficient(column, 1.0)
        self.even("one clinic", there=1.0)
