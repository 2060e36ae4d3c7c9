"""An upper bound for any position of a deal: a linear programme over people and money, with the clinic as a path.

What is relaxed: counts of people, money and points may be fractions; dice, parking and conveyors are free and every
newcomer comes the shortest way that any placing of the cubes gives; a patient may be skipped or sent away for nothing;
savings may turn into points; the clinic may be a mixture of several. What is kept: icons, prices and entrances of every
trio, two components a Build action, rooms, beds, colours and how they change, nurses, salaries, upkeep, gardens, pillars.

The programme is solved by column generation: its columns are paths (`paths`). Any dual solution that is feasible for
the people and money gives a valid bound for *every* position: the value of the best priced path from its clinic, plus
the price of whatever people, money and points it has. That is a table look-up and a dozen products.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic import paths
from solvers.clin9ic.kernel import ADMIT, BUILD, HIRE
from solvers.clin9ic.paths import LEVELS, PRICES, SECTIONS, Builds, Offers, Prices, Room
from solvers.clin9ic.tables import DOCTOR, NURSE, ORDERLY, Tables
from solvers.clin9ic.tables import PATIENTS as PATIENT
from tabletop.colours import DOCTOR_POINTS, DOCTOR_SALARY, OUTPATIENT_PAY, PATIENT_PAY, POPULARITY_PRICE

if TYPE_CHECKING:
    from ortools.linear_solver.pywraplp import Constraint, Solver, Variable

Floats = NDArray[np.float64]
COLOURS = range(4)
MOST_NURSES = MOST_ORDERLIES = 3
TOLERANCE = 1e-6


class Stock(NamedTuple):
    """What a position has, as the relaxation sees it."""

    point: int
    doctors: tuple[int, ...]
    patients: tuple[int, ...]
    nurses: int
    orderlies: int
    money: int  # units counted at three dollars
    pillars: int
    points: float  # popularity less a third of the time


class Values(NamedTuple):
    """A dual solution as prices of what a position has, by round."""

    path: Floats  # [round, point]
    doctors: Floats  # [round, colour]
    patients: Floats
    nurses: Floats
    orderlies: Floats
    money: Floats
    rest: Floats
    pillar: float

    def bound(self, t: int, stock: Stock) -> float:
        """No play from here scores more."""
        return float(
            self.path[t, stock.point]
            + self.doctors[t] @ stock.doctors
            + self.patients[t] @ stock.patients
            + self.nurses[t] * stock.nurses
            + self.orderlies[t] * stock.orderlies
            + self.money[t] * stock.money
            + self.pillar * stock.pillars
            + self.rest[t]
            + stock.points
        )


def _decayed(colour: int) -> int:
    return max(0, colour - 1)


def _taught(colour: int) -> int:
    return min(3, colour + 2)


class Relaxation:
    """The linear programme for the rounds to come of one deal, from one position."""

    def __init__(self, tables: Tables, builds: Builds, room: Room, offers: Offers, start: Stock) -> None:
        from ortools.linear_solver import pywraplp

        self.tables, self.builds, self.room, self.offers, self.start = tables, builds, room, offers, start
        self.rounds = len(offers.actions)
        self.least = room.entry.min(axis=0)
        self.solver: Solver = pywraplp.Solver.CreateSolver("GLOP")
        self.rows: dict[tuple[object, ...], Constraint] = {}
        self.columns: dict[tuple[object, ...], Variable] = {}
        self.solver.Objective().SetMaximization()
        self._people()
        self._care()
        self._money()
        self._ends()
        self.paths = 0

    # Rows are all of the form: used - had <= what is there; their duals are prices.

    def _row(self, *name: object, there: float = 0.0) -> Constraint:
        if name not in self.rows:
            self.rows[name] = self.solver.Constraint(-self.solver.infinity(), 0.0)
        if there:
            self.rows[name].SetUb(there)
        return self.rows[name]

    def _column(self, *name: object, worth: float = 0.0, rows: dict[tuple[object, ...], float]) -> None:
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
            self._row("patients", k, 0, there=start.patients[k])
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
            self._column("time", t, worth=-1 / 3, rows={("time", t): -1.0})
            self._row("most nurses", t, there=MOST_NURSES)
            self._row("most orderlies", t, there=MOST_ORDERLIES)
            rows = {("nurses", t): 1.0, ("nurses", t + 1): -1.0, ("most nurses", t): 1.0, ("help", t): -1.0}
            self._column("nurse", t, worth=float(t == last), rows={**rows, ("income", t): 1.0})
            rows = {("orderlies", t): 1.0, ("orderlies", t + 1): -1.0, ("most orderlies", t): 1.0, ("supply", t): 1.0}
            self._column("orderly", t, rows={**rows, ("income", t): 1.0 - 3.0})
            for k in COLOURS:
                rows = {
                    ("doctors", k, t): 1.0,
                    ("doctors", _decayed(k), t + 1): -1.0,
                    ("working", k, t): -1.0,
                    ("pupils", k, t): -1.0,
                    ("doctor room", t): 1.0,
                    ("income", t): float(DOCTOR_SALARY[k]),
                }
                self._column("doctor", k, t, worth=float(t == last) * DOCTOR_POINTS[_decayed(k)], rows=rows)
                gain = float(t == last) * (DOCTOR_POINTS[_taught(k)] - DOCTOR_POINTS[_decayed(k)])
                rows = {("pupils", k, t): 1.0, ("labs", t): 1.0, ("doctors", _decayed(k), t + 1): 1.0}
                rows[("doctors", _taught(k), t + 1)] = rows.get(("doctors", _taught(k), t + 1), 0.0) - 1.0
                self._column("lab", k, t, worth=1.0 + gain, rows=rows)
                rows = {("patients", k, t): -1.0, ("patient icons", k, t): 1.0}
                self._column("admit", k, t, rows={**rows, ("time", t): time[PATIENT]})
                if k < 3 and t < last:
                    rows = {("patients", k, t): 1.0, ("patients", k + 1, t + 1): -1.0, ("patient room", t): 1.0}
                    self._column("waiting", k, t, rows=rows)

    def _care(self) -> None:
        """5.1: pairs of a doctor and a patient, with nurses between colours."""
        for t in range(self.rounds):
            for d in COLOURS:
                for p in COLOURS:
                    both = {
                        ("working", d, t): 1.0,
                        ("patients", p, t): 1.0,
                        ("patient room", t): 1.0,
                        ("treated", t): 1.0,
                    }
                    pay = {("income", t): -float(PATIENT_PAY[p])}
                    self._column("treat", d, p, t, rows={**both, **pay, ("help", t): float(abs(d - p))})
                    pay = {("income", t): 2.0 - float(PATIENT_PAY[p])}
                    less = {("help", t): float(max(0, abs(d - p) - 1)), ("operating", t): 1.0}
                    self._column("operate", d, p, t, rows={**both, **pay, **less})
                self._column("outpatient doctor", d, t, rows={("working", d, t): 1.0, ("outpatient pairs", t): -1.0})
                rows = {("patients", d, t): 1.0, ("patient room", t): 1.0, ("outpatient pairs", t): 1.0}
                pay = {("income", t): -float(OUTPATIENT_PAY), ("outpatients", t): 1.0}
                self._column("outpatient", d, t, worth=1 / 3, rows={**rows, **pay})
            for g in range(LEVELS):
                rows = {("treated", t): -1.0, ("beds", g, t): 1.0, ("income", t): -float(g)}
                self._column("bed", g, t, rows=rows)

    def _money(self) -> None:
        """5.2, 5.3: income pays, buys points or is saved; savings may come back, which covers losses."""
        self._row("savings", 0, there=self.start.money)
        for t in range(self.rounds):
            self._column("buy", t, worth=1.0, rows={("income", t): float(POPULARITY_PRICE)})
            self._column("save", t, rows={("income", t): 1.0, ("savings", t + 1): -1.0})
            self._column("keep", t, rows={("savings", t): 1.0, ("savings", t + 1): -1.0})
            self._column("draw", t, rows={("savings", t): 1.0, ("income", t): -1.0})

    def _ends(self) -> None:
        """7.1: the n-th missing pillar costs n."""
        self._row("pillars", there=self.start.pillars)
        for n in range(1, 40):
            self._row("missing pillar", n, there=1.0)
            column = self.solver.NumVar(0, self.solver.infinity(), "")
            self.solver.Objective().SetCoefficient(column, -n)
            self._row("pillars").SetCoefficient(column, -1.0)
            self._row("missing pillar", n).SetCoefficient(column, 1.0)
        self._row("one clinic", there=1.0)

    # --- paths as columns ---

    def _offer(
        self, trios: NDArray[np.int32], steps: NDArray[np.int32]
    ) -> tuple[float, dict[tuple[object, ...], float]]:
        """What a path is worth in itself, and what it puts into the rows."""
        rows: dict[tuple[object, ...], float] = {("one clinic",): 1.0}
        tables, offers = self.tables, self.offers

        def put(amount: float, *row: object) -> None:
            rows[row] = rows.get(row, 0.0) - amount

        z = self.start.point
        for t in range(self.rounds):
            for step in range(3):
                trio = trios[t]
                entrances = z // LEVELS % LEVELS
                match offers.actions[t, trio, step]:
                    case 0:  # Build
                        move = steps[t, step]
                        put(-float(self.builds.cost[move]), "savings", t)
                        put(float(self.builds.pillars[move]), "pillars")
                        z = int(self.builds.to[move])
                    case 1:  # Hire
                        put(3.0 * float(tables.triages[z // (LEVELS * LEVELS)]), "time", t)
                        for s in range(SECTIONS):
                            put(float(offers.doctors[t, trio, entrances, s]), "doctor icons", s, t)
                            put(float(offers.nurses[t, trio, entrances, s]), "nurse icons", s, t)
                            put(float(offers.orderlies[t, trio, entrances, s]), "orderly icons", s, t)
                    case 2:  # Admit
                        put(3.0 * float(tables.triages[z // (LEVELS * LEVELS)]), "time", t)
                        for k in COLOURS:
                            put(float(offers.patients[t, trio, entrances, k]), "patient icons", k, t)
            config, gardens = z // (LEVELS * LEVELS), z % LEVELS
            put(-float(tables.upkeep[config]), "income", t)
            put(float(self.room.beds[config] + tables.operating[config]), "beds", gardens, t)
            put(float(tables.operating[config]), "operating", t)
            put(float(tables.outpatients[config]), "outpatients", t)
            put(float(self.room.doctors[config]), "doctor room", t)
            put(float(self.room.patients[config]), "patient room", t)
            put(float(tables.labs[config]), "labs", t)
            put(float(self.room.supply[config]), "supply", t)
        config, gardens = z // (LEVELS * LEVELS), z % LEVELS
        put(-float(tables.pillars_needed[config]), "pillars")
        return float(tables.room_points[config] - 5 * max(0, tables.gardens_needed[config] - gardens)), rows

    def _duals(self) -> dict[tuple[object, ...], float]:
        return {name: max(0.0, row.dual_value()) for name, row in self.rows.items()}

    def _prices(self, duals: dict[tuple[object, ...], float]) -> Prices:
        def by_round(*name: object) -> Floats:
            return np.array([duals.get((*name, t), 0.0) for t in range(self.rounds)])

        def table(name: str, many: int) -> Floats:
            return np.array([[duals.get((name, i, t), 0.0) for i in range(many)] for t in range(self.rounds)])

        return Prices(
            by_round("savings"), by_round("income"), table("doctor icons", SECTIONS), table("nurse icons", SECTIONS),
            table("orderly icons", SECTIONS), table("patient icons", 4), table("beds", LEVELS), by_round("operating"),
            by_round("outpatients"), by_round("doctor room"), by_round("patient room"), by_round("labs"),
            by_round("supply"), by_round("time"), duals.get(("pillars",), 0.0),
        )  # fmt: skip

    def _tables(self, prices: Prices) -> tuple[Floats, Floats]:
        """Worth of a round's business and of the end of the game, by point."""
        tables, room = self.tables, self.room
        points = np.arange(len(tables.first_shape) * LEVELS * LEVELS)
        config, gardens = points // (LEVELS * LEVELS), points % LEVELS
        business = (
            -np.outer(prices.upkeep, tables.upkeep[config])
            + prices.beds[:, gardens] * (room.beds + tables.operating)[config]
            + np.outer(prices.operating, tables.operating[config])
            + np.outer(prices.outpatients, tables.outpatients[config])
            + np.outer(prices.doctor_room, room.doctors[config])
            + np.outer(prices.patient_room, room.patients[config])
            + np.outer(prices.labs, tables.labs[config])
            + np.outer(prices.supply, room.supply[config])
        )
        missing = np.maximum(0, tables.gardens_needed[config] - gardens)
        terminal = tables.room_points[config] - 5.0 * missing - prices.pillar * tables.pillars_needed[config]
        return business, terminal

    def values(self, duals: dict[tuple[object, ...], float]) -> tuple[Values, Prices, Floats]:
        """The bound that a dual solution gives, as prices of positions."""
        prices = self._prices(duals)
        business, terminal = self._tables(prices)
        path = paths.best_paths(
            self.builds, self.offers, prices, self.room.entry, self.least, self.tables.triages, business, terminal
        )

        def get(*name: object) -> Floats:
            return np.array([duals.get((*name, t), 0.0) for t in range(self.rounds)] + [0.0])

        caps = MOST_NURSES * get("most nurses") + MOST_ORDERLIES * get("most orderlies")
        pillars = sum(duals.get(("missing pillar", n), 0.0) for n in range(1, 40))
        rest = np.cumsum(caps[::-1])[::-1] + pillars + 2 / 3  # the last thirds of time cost nothing
        doctors = np.array([get("doctors", k) for k in COLOURS]).T
        patients = np.array([get("patients", k) for k in COLOURS]).T
        doctors[self.rounds] = DOCTOR_POINTS
        nurses, orderlies, money = get("nurses"), get("orderlies"), get("savings")
        nurses[self.rounds] = 1.0
        money[self.rounds] = 1 / POPULARITY_PRICE
        return Values(path, doctors, patients, nurses, orderlies, money, rest, prices.pillar), prices, business

    def solve(self, most: int = 60, gap: float = 0.5) -> tuple[float, Values]:
        """Column generation; the best bound found and its prices."""
        best: tuple[float, Values] | None = None
        centre: dict[tuple[object, ...], float] = {}
        duals: dict[tuple[object, ...], float] = {("savings", t): 1 / 3 for t in range(self.rounds)}
        self.history: list[tuple[float, float]] = []
        lower = -1e9
        for turn in range(most):
            if turn:
                if self.solver.Solve() != 0:
                    break
                lower = self.solver.Objective().Value()
                duals = self._duals()
            tried = duals
            if centre and turn > 1:
                tried = {name: 0.3 * centre.get(name, 0.0) + 0.7 * duals.get(name, 0.0) for name in self.rows}
            while True:
                values, prices, business = self.values(tried)
                bound = values.bound(0, self.start)
                trios, steps = paths.trace(
                    self.builds, self.offers, prices, self.room.entry, self.least, self.tables.triages, business,
                    values.path, self.start.point,
                )  # fmt: skip
                feasible = turn > 0
                if feasible and (best is None or bound < best[0] - 1e-6):
                    best, centre = (bound, values), tried
                    new = True
                else:
                    new = self._is_new(trios, steps)
                if new or tried is duals:
                    break
                tried = duals
            self._add(trios, steps)
            self.history.append((lower, best[0] if best else 1e9))
            if best and best[0] - lower < gap:
                break
        assert best is not None
        return best

    def _is_new(self, trios: NDArray[np.int32], steps: NDArray[np.int32]) -> bool:
        return (trios.tobytes(), steps.tobytes()) not in self.columns

    def _add(self, trios: NDArray[np.int32], steps: NDArray[np.int32]) -> None:
        key = (trios.tobytes(), steps.tobytes())
        if key in self.columns:
            return
        worth, rows = self._offer(trios, steps)
        column = self.solver.NumVar(0, self.solver.infinity(), "")
        self.solver.Objective().SetCoefficient(column, worth)
        for row, amount in rows.items():
            self._row(*row).SetCoefficient(column, amount)
        self.columns[key] = column


__all__ = ["ADMIT", "BUILD", "HIRE", "Relaxation", "Stock", "Values"]
