"""An upper bound for any position of a deal: a linear programme over people and money, with the clinic as a path.

What is relaxed: counts of people, money and points may be fractions; dice and conveyors are free and every newcomer
comes the shortest way any placing of the cubes gives; refusing a patient and a death cost nothing; savings may turn
into points; the clinic may be a mixture of several. What is kept: icons, queues, prices and entrances of every
trio, two components a Build action, rooms, beds, colours and their changes, nurses, salaries, upkeep, gardens, pillars.

The programme is solved by column generation: its columns are paths (`paths`). Any dual solution that is feasible for
the people and money gives a valid bound for *every* position: the value of the best priced path from its clinic, plus
the price of whatever people, money and points it has. That is a table look-up and a dozen products.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clin9ic.build import LOT_PRICE
from clin9ic.setting import Goal
from clin9ic.state import LOT_SPACES
from solvers.clin9ic import paths
from solvers.clin9ic.paths import LEVELS, PRICES, SECTIONS, Builds, Offers, Prices, Room
from solvers.clin9ic.tables import DOCTOR, NURSE, ORDERLY, Tables
from solvers.clin9ic.tables import PATIENTS as PATIENT
from tabletop.colours import DOCTOR_POINTS, DOCTOR_SALARY, OUTPATIENT_PAY, PATIENT_PAY, POPULARITY_PRICE

if TYPE_CHECKING:
    from ortools.linear_solver.pywraplp import Constraint, Solver, Variable

Floats = NDArray[np.float64]
COLOURS = range(4)
OPERATING_UPKEEP, ORDERLY_SAVES, GARDEN_COST, UNTREATED_COST = 2.0, 3.0, 5.0, 5.0
SHORTAGE = 100.0
MOST_LOTS = 20.0  # far more than anybody needs at once
MOST_NURSES = MOST_ORDERLIES = 3


Duals = dict[Any, float]  # by the name of the row
EVEN = ("patients", "treated", "one clinic")
CALM = 0.5
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


class Worth(NamedTuple):
    """What counts in the end, by victory condition (3.4, section 7)."""

    point: float  # a point of popularity
    doctor: tuple[float, ...]  # by colour after the last Admin
    nurse: float = 0.0
    orderly: float = 0.0
    treated: float = 0.0


# Where popularity is not kept, debts are always forgiven in the end, so expenses are left out there.
WORTH = {
    Goal.POPULARITY: Worth(1.0, tuple(map(float, DOCTOR_POINTS)), nurse=1.0),
    Goal.DOCTORS: Worth(0.0, (1.0, 1.0, 1.0, 1.0)),
    Goal.SKILLED: Worth(0.0, (0.0, 1.0, 1.0, 1.0)),
    Goal.STAFF: Worth(0.0, (1.0, 1.0, 1.0, 1.0), nurse=1.0, orderly=1.0),
    Goal.TREATED: Worth(0.0, (0.0, 0.0, 0.0, 0.0), treated=1.0),
}


class Values(NamedTuple):
    """A dual solution as prices of what a position has, by round."""

    path: Floats  # [round, point]
    within: Floats  # [round, trio, step, point]
    doctors: Floats  # [round, colour]
    patients: Floats
    nurses: Floats
    orderlies: Floats
    money: Floats
    lots: Floats
    rest: Floats
    pillar: float
    point: float  # what the position's own points are worth: nothing where they will be lost

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
            + self.lots[t] * stock.lots
            + self.rest[t]
            + self.point * stock.points
            + stock.rest
        )


def _price(name: tuple[object, ...], dual: float) -> float:
    """A dual without the solver's rounding; only rows that come out even may have a price below 0."""
    return dual if name[0] in EVEN else max(0.0, dual)


def _decayed(colour: int) -> int:
    return max(0, colour - 1)


def _taught(colour: int) -> int:
    return min(3, colour + 2)


class Relaxation:
    """The linear programme for the rounds to come of one deal, from one position.

    A player who cannot pay loses all popularity and money and is forgiven the rest (5.2). Plays in which that never
    happens pay all expenses; plays in which it happens last in round `lost` have a programme of their own: there
    expenses up to then are nothing and points and money up to then are worth nothing.
    """

    def __init__(
        self, tables: Tables, builds: Builds, room: Room, offers: Offers, start: Stock, goal: Goal, lost: int = -1
    ) -> None:
        from ortools.linear_solver import pywraplp

        self.worth, self.lost = WORTH[goal], lost
        self.fees: Floats | None = None  # [round, point]: what a clinic pays at its beginning, for a penalised bound
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
                self._column("lab", k, t, worth=self._point(t) + gain, rows=rows)
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

    # --- paths as columns ---

    def _offer(self, trios: NDArray[np.int32], steps: NDArray[np.int32]) -> tuple[float, Duals]:
        """What a path is worth in itself, and what it puts into the rows."""
        rows: Duals = {("one clinic",): 1.0}
        tables, offers = self.tables, self.offers

        def put(amount: float, *row: object) -> None:
            rows[row] = rows.get(row, 0.0) - amount

        z, fee = self.start.point, 0.0
        for t in range(self.rounds):
            for step in range(3):
                trio = trios[t]
                entrances = z // LEVELS % LEVELS
                match offers.actions[t, trio, step]:
                    case 0:  # Build
                        move = steps[t, step]
                        put(-float(self.builds.cost[move]), "savings", t)
                        put(float(self.builds.pillars[move]), "pillars")
                        put(MOST_LOTS * float(self.builds.grounds[move]), "grounds", t)
                        for s in range(t, self.rounds):
                            put(float(LOT_SPACES * self.builds.lots[move]), "parking", s)
                        z = int(self.builds.to[move])
                    case 1:  # Hire
                        put(3.0 * float(tables.triages[z // (LEVELS * LEVELS)]), "time", t)
                        for s in range(SECTIONS):
                            put(float(offers.doctors[t, trio, entrances, s]), "doctor icons", s, t)
                            put(float(offers.nurses[t, trio, entrances, s]), "nurse icons", s, t)
                            put(float(offers.orderlies[t, trio, entrances, s]), "orderly icons", s, t)
                    case 2:  # Admit
                        put(3.0 * float(tables.triages[z // (LEVELS * LEVELS)]), "time", t)
                        for k in offers.queue[t, trio, : steps[t, step]]:
                            if k >= 0:
                                put(1.0, "patients", int(k), t)
                                put(-float(self.room.entry[z // (LEVELS * LEVELS), PATIENT]), "time", t)
            config, gardens = z // (LEVELS * LEVELS), z % LEVELS
            put(-self._due(t) * tables.upkeep[config], "expenses", t)
            put(float(self.room.beds[config] + tables.operating[config]), "beds", gardens, t)
            put(float(tables.operating[config]), "operating", t)
            put(float(tables.outpatients[config]), "outpatients", t)
            put(float(self.room.doctors[config]), "doctor room", t)
            put(float(self.room.patients[config]), "patient room", t)
            put(float(tables.labs[config]), "labs", t)
            put(float(self.room.supply[config]), "supply", t)
            put(float(tables.parking[config]), "parking", t)
            if self.fees is not None and t + 1 < self.rounds:
                fee += float(self.fees[t + 1, z])
        config, gardens = z // (LEVELS * LEVELS), z % LEVELS
        put(-float(tables.pillars_needed[config]), "pillars")
        missing = max(0, tables.gardens_needed[config] - gardens)
        return self.worth.point * float(tables.room_points[config] - GARDEN_COST * missing) - fee, rows

    def _duals(self) -> Duals:
        return {name: _price(name, row.dual_value()) for name, row in self.rows.items()}

    def _prices(self, duals: Duals) -> Prices:
        def by_round(*name: object) -> Floats:
            return np.array([duals.get((*name, t), 0.0) for t in range(self.rounds)])

        def table(name: str, many: int) -> Floats:
            return np.array([[duals.get((name, i, t), 0.0) for i in range(many)] for t in range(self.rounds)])

        return Prices(
            by_round("savings"), by_round("expenses"), table("doctor icons", SECTIONS), table("nurse icons", SECTIONS),
            table("orderly icons", SECTIONS), table("patients", 4), table("beds", LEVELS), by_round("operating"),
            by_round("outpatients"), by_round("doctor room"), by_round("patient room"), by_round("labs"),
            by_round("supply"), by_round("time"), by_round("parking"), self._lot_prices(duals)[:-1],
            MOST_LOTS * by_round("grounds"), duals.get(("pillars",), 0.0),
        )  # fmt: skip

    def _lot_prices(self, duals: Duals) -> Floats:
        """What a lot is worth from each round on."""
        spaces = np.array([duals.get(("parking", t), 0.0) for t in range(self.rounds)] + [0.0])
        lots: Floats = LOT_SPACES * np.cumsum(spaces[::-1])[::-1]
        return lots

    def _tables(self, prices: Prices) -> tuple[Floats, Floats]:
        """Worth of a round's business and of the end of the game, by point."""
        tables, room = self.tables, self.room
        points = np.arange(len(tables.first_shape) * LEVELS * LEVELS)
        config, gardens = points // (LEVELS * LEVELS), points % LEVELS
        business = (
            -np.outer(prices.upkeep * [self._due(t) for t in range(self.rounds)], tables.upkeep[config])
            + prices.beds[:, gardens] * (room.beds + tables.operating)[config]
            + np.outer(prices.operating, tables.operating[config])
            + np.outer(prices.outpatients, tables.outpatients[config])
            + np.outer(prices.doctor_room, room.doctors[config])
            + np.outer(prices.patient_room, room.patients[config])
            + np.outer(prices.labs, tables.labs[config])
            + np.outer(prices.supply, room.supply[config])
            + np.outer(prices.parking, tables.parking[config])
        )
        if self.fees is not None:
            business[:-1] -= self.fees[1:]
        missing = np.maximum(0, tables.gardens_needed[config] - gardens)
        terminal = self.worth.point * (tables.room_points[config] - GARDEN_COST * missing)
        return business, terminal - prices.pillar * tables.pillars_needed[config]

    def values(self, duals: Duals) -> tuple[Values, Prices]:
        """The bound that a dual solution gives, as prices of positions."""
        prices = self._prices(duals)
        business, terminal = self._tables(prices)
        path, within = paths.best_paths(
            self.builds, self.offers, prices, self.room.entry, self.least, self.tables.triages, business, terminal
        )

        def get(*name: object) -> Floats:
            return np.array([duals.get((*name, t), 0.0) for t in range(self.rounds)] + [0.0])

        caps = MOST_NURSES * get("most nurses") + MOST_ORDERLIES * get("most orderlies")
        pillars = sum(duals.get(("missing pillar", n), 0.0) for n in range(1, MOST_MISSING))
        rest = np.cumsum(caps[::-1])[::-1] + pillars + self.slack
        doctors = np.array([get("doctors", k) for k in COLOURS]).T
        patients = np.array([get("patients", k) for k in COLOURS]).T

        return Values(
            path, within, doctors, patients, get("nurses"), get("orderlies"), get("savings"),
            self._lot_prices(duals), rest, prices.pillar, self.worth.point if self.lost < 0 else 0.0,
        ), prices  # fmt: skip

    def solve(self, most: int = 120, gap: float = 0.5, enough: float = -1e9) -> tuple[float, Values]:
        """Column generation: the best bound found and its prices; stops early once the bound is `enough`."""
        best: tuple[float, Values] | None = None
        centre: Duals = {}
        self.trail: list[tuple[float, float]] = []
        duals: Duals = {("savings", t): 1 / POPULARITY_PRICE for t in range(self.rounds)}
        for turn in range(most):
            lower = -1e9
            if turn:
                if self.solver.Solve() != self.solver.OPTIMAL:
                    break
                lower = self.solver.Objective().Value()
                duals = self._duals()
            # Prices half-way to the best ones so far swing less; the pure ones decide when nothing new comes of it.
            for share in (CALM, 0.0) if centre else (0.0,):
                tried = {name: share * centre.get(name, 0.0) + (1 - share) * duals.get(name, 0.0) for name in self.rows}
                values, prices = self.values(tried if turn else duals)
                trios, steps = paths.trace(
                    self.builds, self.offers, prices, self.room.entry, values.within, self.start.point
                )
                bound = values.bound(0, self.start)
                better = turn > 0 and (best is None or bound < best[0] - 1e-6)
                if better:
                    best, centre = (bound, values), tried
                if self._add(trios, steps) or better:
                    break
            own = (self.lost < 0) * self.worth.point * self.start.points + self.start.rest
            self.trail.append((lower + own + self.slack, best[0] if best else 1e9))
            if best and (best[0] - self.trail[-1][0] < gap or best[0] <= enough):
                break
        assert best is not None, "the first programme can always be solved"
        return best

    def _add(self, trios: NDArray[np.int32], steps: NDArray[np.int32]) -> bool:
        """Make a path a column; whether it is a new one."""
        key = (trios.tobytes(), steps.tobytes())
        if key in self.columns:
            return False
        worth, rows = self._offer(trios, steps)
        column = self.solver.NumVar(0, self.solver.infinity(), "")
        self.solver.Objective().SetCoefficient(column, worth)
        for row, amount in rows.items():
            self._row(*row).SetCoefficient(column, amount)
        self.columns[key] = column
        return True
