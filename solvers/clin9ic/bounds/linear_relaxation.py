"""The linear relaxation: an upper bound for any position of a deal, by column generation.

It is a linear programme over people and money (`linear_master`) in which the clinic is a path (`pricing_dp`).

What is relaxed: counts of people, money and points may be fractions; dice and conveyors are free and every newcomer
comes the shortest way any placing of the cubes gives; refusing a patient and a death cost nothing; savings may turn
into points; the clinic may be a mixture of several. What stays: icons, queues, prices and entrances of every
trio, two components a Build action, rooms, beds, colours and their changes, nurses, salaries, upkeep, gardens, pillars.

The generated columns are paths. Any dual solution that is feasible for people and money gives a bound for *every*
position: the value of the best path from its clinic, plus the price of the people, money and points it has. That is a
table look-up and a dozen products. The solver's duals are first made feasible on a grid (`dual_feasibility`), so the
bound is exact whatever the solver rounds. Each turn evaluates prices half-way to the best ones so far (stabilisation).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clin9ic.arrivals import TRIAGE_TIME
from clin9ic.care import POPULARITY_PRICE
from clin9ic.score import GARDEN_COST
from clin9ic.state import LOT_SPACES, MOST_NURSES, MOST_ORDERLIES
from solvers.clin9ic.bounds import pricing_dp
from solvers.clin9ic.bounds.dual_feasibility import MOST_MISSING, Duals, feasible
from solvers.clin9ic.bounds.linear_master import COLOURS, LinearMaster, Stock
from solvers.clin9ic.bounds.pricing_dp import LEVELS, SECTIONS, PathPrices
from solvers.clin9ic.kernel.codes import ADMIT, BUILD, HIRE, TRIAGE_PHASE
from solvers.clin9ic.kernel.packed import MOST_LOTS
from solvers.clin9ic.kernel.rule_numbers import ACTIONS
from solvers.clin9ic.kernel.tables import PATIENTS as PATIENT
from solvers.core.linear import solved

Floats = NDArray[np.float64]

STABILISATION = 0.5  # the share of the best prices so far in those that are evaluated


class DualPrices(NamedTuple):
    """A dual solution: what a position has, priced by round."""

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
    point: float  # of the position's own points: nothing where they will be lost

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


class LinearRelaxation(LinearMaster):
    """The linear programme with the clinic in it: paths as columns, and prices of positions."""

    penalties: Floats | None = (
        None  # [round, point]: what a clinic pays then for knowing the draws (`information_bound`)
    )

    @cached_property
    def triages(self) -> NDArray[np.int32]:
        """4.10, by config: those that shorten each action; where they shorten the phase, that is done at its end."""
        return 0 * self.tables.triages if self.tables.rules[TRIAGE_PHASE] else self.tables.triages

    @cached_property
    def ways(self) -> pricing_dp.EntryTimes:
        return pricing_dp.EntryTimes(self.room.entry, self.least, self.triages)

    def _offer(self, trios: NDArray[np.int32], steps: NDArray[np.int32]) -> tuple[float, Duals]:
        """The objective of a path as a column, and its entries in the rows."""
        rows: Duals = {("one clinic",): 1.0}
        tables, offers = self.tables, self.offers

        def put(amount: float, *row: object) -> None:
            rows[row] = rows.get(row, 0.0) - amount

        z, penalty = self.start.point, 0.0
        for t in range(self.rounds):
            for step in range(ACTIONS):
                trio = trios[t]
                entrances = z // LEVELS % LEVELS
                action = offers.actions[t, trio, step]
                if action in (HIRE, ADMIT):
                    put(TRIAGE_TIME * float(self.triages[z // (LEVELS * LEVELS)]), "time", t)
                if action == BUILD:
                    move = steps[t, step]
                    put(-float(self.builds.cost[move]), "savings", t)
                    put(float(self.builds.pillars[move]), "pillars")
                    put(MOST_LOTS * float(self.builds.grounds[move]), "grounds", t)
                    for s in range(t, self.rounds):
                        put(float(LOT_SPACES * self.builds.lots[move]), "parking", s)
                    z = int(self.builds.to[move])
                elif action == HIRE:
                    for s in range(SECTIONS):
                        put(float(offers.doctors[t, trio, entrances, s]), "doctor icons", s, t)
                        put(float(offers.nurses[t, trio, entrances, s]), "nurse icons", s, t)
                        put(float(offers.orderlies[t, trio, entrances, s]), "orderly icons", s, t)
                elif action == ADMIT:
                    for k in offers.queue[t, trio, : steps[t, step]]:
                        if k >= 0:
                            put(1.0, "patients", int(k), t)
                            put(-float(self.room.entry[z // (LEVELS * LEVELS), PATIENT]), "time", t)
            config, gardens = z // (LEVELS * LEVELS), z % LEVELS
            put(-self.due(t) * tables.upkeep[config], "expenses", t)
            put(float(self.room.beds[config] + tables.operating[config]), "beds", gardens, t)
            put(float(tables.operating[config]), "operating", t)
            put(float(tables.outpatients[config]), "outpatients", t)
            put(float(self.room.doctors[config]), "doctor room", t)
            put(float(self.room.patients[config]), "patient room", t)
            put(float(tables.labs[config]), "labs", t)
            put(float(self.room.supply[config]), "supply", t)
            put(float(tables.parking[config]), "parking", t)
            put(TRIAGE_TIME * float((tables.triages - self.triages)[config]), "time", t)
            if self.penalties is not None and t + 1 < self.rounds:
                penalty += float(self.penalties[t + 1, z])
        config, gardens = z // (LEVELS * LEVELS), z % LEVELS
        put(-float(tables.pillars_needed[config]), "pillars")
        missing = max(0, tables.gardens_needed[config] - gardens)
        return self.weights.point * float(tables.room_points[config] - GARDEN_COST * missing) - penalty, rows

    def _duals(self) -> Duals:
        return {name: row.dual_value() for name, row in self.rows.items()}

    def _prices(self, duals: Duals) -> PathPrices:
        def by_round(*name: object) -> Floats:
            return np.array([duals.get((*name, t), 0.0) for t in range(self.rounds)])

        def table(name: str, many: int) -> Floats:
            return np.array([[duals.get((name, i, t), 0.0) for i in range(many)] for t in range(self.rounds)])

        return PathPrices(
            by_round("savings"), by_round("expenses"), table("doctor icons", SECTIONS), table("nurse icons", SECTIONS),
            table("orderly icons", SECTIONS), table("patients", 4), table("beds", LEVELS), by_round("operating"),
            by_round("outpatients"), by_round("doctor room"), by_round("patient room"), by_round("labs"),
            by_round("supply"), by_round("time"), by_round("parking"), self._lot_prices(duals)[:-1],
            MOST_LOTS * by_round("grounds"), duals.get(("pillars",), 0.0),
        )  # fmt: skip

    def _lot_prices(self, duals: Duals) -> Floats:
        """The price of a lot from each round on."""
        spaces = np.array([duals.get(("parking", t), 0.0) for t in range(self.rounds)] + [0.0])
        lots: Floats = LOT_SPACES * np.cumsum(spaces[::-1])[::-1]
        return lots

    def _tables(self, prices: PathPrices) -> tuple[Floats, Floats]:
        """The value of a round's Business and of the end of the game, by point."""
        tables, room = self.tables, self.room
        points = np.arange(len(tables.first_shape) * LEVELS * LEVELS)
        config, gardens = points // (LEVELS * LEVELS), points % LEVELS
        business = (
            -np.outer(prices.upkeep * [self.due(t) for t in range(self.rounds)], tables.upkeep[config])
            + prices.beds[:, gardens] * (room.beds + tables.operating)[config]
            + np.outer(prices.operating, tables.operating[config])
            + np.outer(prices.outpatients, tables.outpatients[config])
            + np.outer(prices.doctor_room, room.doctors[config])
            + np.outer(prices.patient_room, room.patients[config])
            + np.outer(prices.labs, tables.labs[config])
            + np.outer(prices.supply, room.supply[config])
            + np.outer(prices.parking, tables.parking[config])
            + np.outer(TRIAGE_TIME * prices.time, (tables.triages - self.triages)[config])
        )
        if self.penalties is not None:
            business[:-1] -= self.penalties[1:]
        missing = np.maximum(0, tables.gardens_needed[config] - gardens)
        terminal = self.weights.point * (tables.room_points[config] - GARDEN_COST * missing)
        return business, terminal - prices.pillar * tables.pillars_needed[config]

    def values(self, duals: Duals) -> tuple[DualPrices, PathPrices]:
        """The bound by a dual solution, as prices of positions; duals that are not quite feasible are made so."""
        duals = feasible(self, duals)
        prices = self._prices(duals)
        business, terminal = self._tables(prices)
        path, within = pricing_dp.best_paths(self.builds, self.offers, prices, self.ways, business, terminal)

        def get(*name: object) -> Floats:
            return np.array([duals.get((*name, t), 0.0) for t in range(self.rounds)] + [0.0])

        caps = MOST_NURSES * get("most nurses") + MOST_ORDERLIES * get("most orderlies")
        pillars = sum(duals.get(("missing pillar", n), 0.0) for n in range(1, MOST_MISSING))
        rest = np.cumsum(caps[::-1])[::-1] + pillars + self.slack
        doctors = np.array([get("doctors", k) for k in COLOURS]).T
        patients = np.array([get("patients", k) for k in COLOURS]).T

        return DualPrices(
            path, within, doctors, patients, get("nurses"), get("orderlies"), get("savings"),
            self._lot_prices(duals), rest, prices.pillar, self.weights.point if self.bankrupt_in < 0 else 0.0,
        ), prices  # fmt: skip

    def solve(
        self, most: int = 120, gap: float = 0.5, enough: float = -1e9, *, stop: Callable[[], bool] = lambda: False
    ) -> tuple[float, DualPrices]:
        """Generate columns: the best bound found and its prices; stops early once the bound is `enough`."""
        best: tuple[float, DualPrices] | None = None
        centre: Duals = {}
        self.trail: list[tuple[float, float]] = []
        duals: Duals = {("savings", t): 1 / POPULARITY_PRICE for t in range(self.rounds)}
        for turn in range(most):
            lower = -1e9
            if turn:
                if not solved(self.solver):
                    break
                lower = self.solver.Objective().Value()
                duals = self._duals()
            # Prices half-way to the best ones so far swing less; the pure ones decide when nothing new comes of it.
            for share in (STABILISATION, 0.0) if centre else (0.0,):
                tried = {name: share * centre.get(name, 0.0) + (1 - share) * duals.get(name, 0.0) for name in self.rows}
                values, prices = self.values(tried if turn else duals)
                trios, steps = pricing_dp.trace(
                    self.builds, self.offers, prices, self.ways, values.within, self.start.point
                )
                bound = values.bound(0, self.start)
                better = best is None or bound < best[0] - 1e-6
                if better:
                    best, centre = (bound, values), tried
                if self._add(trios, steps) or better:
                    break
            own = (self.bankrupt_in < 0) * self.weights.point * self.start.points + self.start.rest
            self.trail.append((lower + own + self.slack, best[0] if best else 1e9))
            if best and (best[0] - self.trail[-1][0] < gap or best[0] <= enough or stop()):
                break
        assert best is not None, "the first prices are there before any programme is solved"
        return best

    def _add(self, trios: NDArray[np.int32], steps: NDArray[np.int32]) -> bool:
        """Add a path as a column; whether it is a new one."""
        key = (trios.tobytes(), steps.tobytes())
        if key in self.columns:
            return False
        objective, rows = self._offer(trios, steps)
        column = self.variable(objective)
        for row, amount in rows.items():
            self.row(*row).SetCoefficient(column, amount)
        self.columns[key] = column
        return True
