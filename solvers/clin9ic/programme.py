"""People and money as a linear programme: what is hired, admitted, treated, paid and bought, in fractions.

What the clinic offers (icons, beds, room, parking) is put into the rows by `relaxation`; without it little is possible.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from clin9ic.build import LOT_PRICE
from clin9ic.setting import Goal
from clin9ic.state import LOT_SPACES
from solvers.clin9ic.paths import LEVELS, PRICES, SECTIONS, Builds, Offers, Room
from solvers.clin9ic.tables import DOCTOR, NURSE, ORDERLY, Tables
from solvers.clin9ic.worth import WORTH
from tabletop.colours import DOCTOR_SALARY, OUTPATIENT_PAY, PATIENT_PAY, POPULARITY_PRICE

if TYPE_CHECKING:
    from ortools.linear_solver.pywraplp import Constraint, Solver, Variable

COLOURS = range(4)
OPERATING_UPKEEP, ORDERLY_SAVES, UNTREATED_COST = 2.0, 3.0, 5.0
SHORTAGE = 100.0
MOST_NURSES = MOST_ORDERLIES = 3
MOST_MISSING = 40  # pillars, far beyond what any clinic needs


class Stock(NamedTuple):
    """What a position has, as the relaxation sees it."""

    point: int
    doctors: tuple[int, ...]
    patients: tuple[int, ...]
    nurses: int
    orderlies: int
    money: int  # units counted at three dollars
    pillars: int
    lots: int
    points: float  # popularity
    rest: float  # what is settled already: a third of the time against it, or the patients treated


def _decayed(colour: int) -> int:
    return max(0, colour - 1)


def _taught(colour: int) -> int:
    return min(3, colour + 2)


class Programme:
    """Rows and columns for the rounds to come of one deal, from one position, before any clinic is offered.

    A player who cannot pay loses all popularity and money and is forgiven the rest (5.2). Plays in which that never
    happens pay all expenses; plays in which it happens last in round `lost` have a programme of their own: there
    expenses up to then are nothing and points and money up to then are worth nothing.
    """

    def __init__(
        self, tables: Tables, builds: Builds, room: Room, offers: Offers, start: Stock, goal: Goal, lost: int = -1
    ) -> None:
        from ortools.linear_solver import pywraplp

        self.worth, self.lost = WORTH[goal], lost
        self.popular = goal is Goal.POPULARITY
        self.slack = 2 / 3 if self.popular else 0.0  # the last thirds of time cost nothing

        self.tables, self.builds, self.room, self.offers, self.start = tables, builds, room, offers, start
        self.rounds = len(offers.actions)
        self.least = room.entry.min(axis=0)
        self.solver: Solver = pywraplp.Solver.CreateSolver("GLOP")
        self.rows: dict[Any, Constraint] = {}
        self.columns: dict[Any, Variable] = {}
        self.solver.Objective().SetMaximization()
        self._people()
        self._care()
        self._money()
        self._lots()
        self._ends()

    def _due(self, t: int) -> float:
        """Whether the expenses of a round are paid."""
        return float(self.popular and t > self.lost)

    def _point(self, t: int) -> float:
        """What a point got in a round is worth in the end."""
        return self.worth.point * (t > self.lost)

    # Rows are all of the form: used - had <= what is there; their duals are prices.

    def _row(self, *name: object, there: float = 0.0) -> Constraint:
        if name not in self.rows:
            self.rows[name] = self.solver.Constraint(-self.solver.infinity(), 0.0)
        if there:
            self.rows[name].SetUb(there)
        return self.rows[name]

    def _balance(self, *name: object, there: float = 0.0) -> None:
        """A row that must come out even: nobody in it can be sent away. Its price may be a cost."""
        self.rows[name] = self.solver.Constraint(there, there)

    def _column(self, *name: object, worth: float = 0.0, rows: Mapping[Any, float]) -> None:
        column = self.solver.NumVar(0, self.solver.infinity(), "")
        self.columns[name] = column
        self.solver.Objective().SetCoefficient(column, worth)
        for row, amount in rows.items():
            if row[-1] != self.rounds or row[0] in ("pillars",):
                constraint = self._row(*row)
                constraint.SetCoefficient(column, constraint.GetCoefficient(column) + amount)

    def _people(self) -> None:
        """Hiring and admitting, and how colours change from round to round (4.5, 4.6, 6.1, 6.2)."""
        start, last = self.start, self.rounds - 1
        for k in COLOURS:
            self._row("doctors", k, 0, there=start.doctors[k])
            for t in range(self.rounds):
                self._balance("patients", k, t, there=start.patients[k] * (t == 0))
        self._row("nurses", 0, there=start.nurses)
        self._row("orderlies", 0, there=start.orderlies)
        time = [float(minutes) for minutes in self.least]
        for t in range(self.rounds):
            for s in range(SECTIONS):
                for k in COLOURS:
                    rows = {("doctors", k, t): -1.0, ("doctor icons", s, t): 1.0, ("savings", t): float(PRICES[s])}
                    self._column("hire doctor", s, k, t, rows={**rows, ("time", t): time[DOCTOR]})
                rows = {("nurses", t): -1.0, ("nurse icons", s, t): 1.0, ("savings", t): float(PRICES[s])}
                self._column("hire nurse", s, t, rows={**rows, ("time", t): time[NURSE]})
                rows = {("orderlies", t): -1.0, ("orderly icons", s, t): 1.0, ("savings", t): float(PRICES[s])}
                self._column("hire orderly", s, t, rows={**rows, ("time", t): time[ORDERLY]})
            self._column("time", t, worth=-self.worth.point / 3, rows={("time", t): -1.0})
            self._row("most nurses", t, there=MOST_NURSES)
            self._row("most orderlies", t, there=MOST_ORDERLIES)
            rows = {
                ("nurses", t): 1.0,
                ("nurses", t + 1): -1.0,
                ("most nurses", t): 1.0,
                ("help", t): -1.0,
                ("parking", t): 1.0,
            }
            due = self._due(t)
            self._column("nurse", t, worth=(t == last) * self.worth.nurse, rows={**rows, ("expenses", t): due})
            rows = {
                ("orderlies", t): 1.0,
                ("orderlies", t + 1): -1.0,
                ("most orderlies", t): 1.0,
                ("supply", t): 1.0,
                ("parking", t): 1.0,
            }
            worth = (t == last) * self.worth.orderly
            self._column("orderly", t, worth=worth, rows={**rows, ("expenses", t): (1.0 - ORDERLY_SAVES) * due})
            for k in COLOURS:
                rows = {
                    ("doctors", k, t): 1.0,
                    ("doctors", _decayed(k), t + 1): -1.0,
                    ("working", k, t): -1.0,
                    ("pupils", k, t): -1.0,
                    ("doctor room", t): 1.0,
                    ("parking", t): 1.0,
                    ("expenses", t): DOCTOR_SALARY[k] * due,
                }
                self._column("doctor", k, t, worth=(t == last) * self.worth.doctor[_decayed(k)], rows=rows)
                gain = (t == last) * (self.worth.doctor[_taught(k)] - self.worth.doctor[_decayed(k)])
                rows = {("pupils", k, t): 1.0, ("labs", t): 1.0, ("doctors", _decayed(k), t + 1): 1.0}
                rows[("doctors", _taught(k), t + 1)] = rows.get(("doctors", _taught(k), t + 1), 0.0) - 1.0
                point = self.worth.point * (t >= self.lost)  # Admin comes after Expenses: what is lost is lost before
                self._column("lab", k, t, worth=point + gain, rows=rows)
                # A patient who is not treated waits and worsens, the red ones until they die.
                rows = {("patients", k, t): 1.0, ("patient room", t): 1.0, ("parking", t): 1.0}
                if k < 3:
                    rows["patients", k + 1, t + 1] = -1.0
                self._column(
                    "waiting", k, t, worth=-UNTREATED_COST * self.worth.point * (k < 3 and t == last), rows=rows
                )

    def _care(self) -> None:
        """5.1: pairs of a doctor and a patient, with nurses between colours."""
        for t in range(self.rounds):
            self._balance("treated", t)  # each treatment takes a bed, and no empty bed earns for its gardens
            for d in COLOURS:
                for p in COLOURS:
                    both = {("working", d, t): 1.0, ("treated", t): 1.0}
                    both |= {("patients", p, t): 1.0, ("patient room", t): 1.0, ("parking", t): 1.0}
                    pay = {("income", t): -float(PATIENT_PAY[p])}
                    help_needed = {("help", t): float(abs(d - p))}
                    self._column("treat", d, p, t, worth=self.worth.treated, rows={**both, **pay, **help_needed})
                    pay["expenses", t] = OPERATING_UPKEEP * self._due(t)
                    less = {("help", t): float(max(0, abs(d - p) - 1)), ("operating", t): 1.0}
                    self._column("operate", d, p, t, worth=self.worth.treated, rows={**both, **pay, **less})
                self._column("outpatient doctor", d, t, rows={("working", d, t): 1.0, ("outpatient pairs", t): -1.0})
                rows = {("patients", d, t): 1.0, ("patient room", t): 1.0, ("parking", t): 1.0}
                rows["outpatient pairs", t] = 1.0
                pay = {("income", t): -float(OUTPATIENT_PAY), ("outpatients", t): 1.0}
                worth = self.worth.treated + self.worth.point / 3  # and a unit of time comes back
                self._column("outpatient", d, t, worth=worth, rows={**rows, **pay})
            for g in range(LEVELS):
                rows = {("treated", t): -1.0, ("beds", g, t): 1.0, ("income", t): -float(g)}
                self._column("bed", g, t, rows=rows)

    def _money(self) -> None:
        """5.2, 5.3: income pays, buys points or is saved; savings may come back, which covers losses."""
        self._row("savings", 0, there=self.start.money)
        for t in range(self.rounds):
            self._column("pay", t, rows={("income", t): 1.0, ("expenses", t): -1.0})
            # Popularity pays one to one in the end; whether there is enough of it is not asked.
            self._column("pay by points", t, worth=-self._point(t), rows={("expenses", t): -1.0})
            self._column("buy", t, worth=self._point(t), rows={("income", t): float(POPULARITY_PRICE)})
            if t != self.lost:
                self._column("save", t, rows={("income", t): 1.0, ("savings", t + 1): -1.0})
                self._column("keep", t, rows={("savings", t): 1.0, ("savings", t + 1): -1.0})
            self._column("draw", t, rows={("savings", t): 1.0, ("income", t): -1.0})

    def _lots(self) -> None:
        """4.4: lots bought at once with an upgrade of Floor-1, outside the components of the action."""
        for t in range(self.rounds):
            rows = {("parking", s): -float(LOT_SPACES) for s in range(t, self.rounds)}
            self._column("lot", t, rows={**rows, ("savings", t): float(LOT_PRICE), ("grounds", t): 1.0})
            self._row("parking", t, there=float(LOT_SPACES * self.start.lots))
            # Dear ways out, so that the programme can be solved whatever the first paths offer.
            for short in ("parking", "patient room", "savings"):
                self._column("short of", short, t, worth=-SHORTAGE, rows={(short, t): -1.0})

    def _ends(self) -> None:
        """7.1: the n-th missing pillar costs n."""
        self._row("pillars", there=self.start.pillars)
        for n in range(1, MOST_MISSING):
            self._row("missing pillar", n, there=1.0)
            column = self.solver.NumVar(0, self.solver.infinity(), "")
            self.solver.Objective().SetCoefficient(column, -n * self.worth.point)
            self._row("pillars").SetCoefficient(column, -1.0)
            self._row("missing pillar", n).SetCoefficient(column, 1.0)
        self._balance("one clinic", there=1.0)
