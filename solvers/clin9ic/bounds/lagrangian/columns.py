"""Column generation: the best play by the tables, round by round, as a column of the restricted master."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clin9ic.care import OUTPATIENT_PAY
from clin9ic.score import pillar_cost
from solvers.clin9ic.bounds.lagrangian import trace
from solvers.clin9ic.bounds.lagrangian.deal import BackwardTables, Deal, Evaluation
from solvers.clin9ic.bounds.lagrangian.multipliers import COLOURS, STEPS, Multipliers, pair_value
from solvers.clin9ic.bounds.lagrangian.places import index_of
from solvers.clin9ic.bounds.lagrangian.table import DOLLAR, INCOME_STEP, LEAST_SALARY, Cards, Clinics, Rates
from solvers.clin9ic.kernel import codes
from solvers.clin9ic.kernel.rule_numbers import (
    ACTIONS,
    GARDEN_COST,
    LOT_PRICE,
    LOT_SPACES,
    MOST_NURSES,
    OUTPATIENT_TIME,
    SECTION_PRICES,
    UNTREATED_COST,
)
from solvers.clin9ic.kernel.tables import DOCTOR, FAR, NURSE, PATIENTS

MOST_COLUMNS = 10  # that are added to the master at a time: others hardly matter to it


class Stock(NamedTuple):
    """What a position has, as the bound sees it."""

    place: tuple[int, int, int, int]
    doctors: tuple[int, ...]
    patients: tuple[int, ...]
    nurses: int
    orderlies: int
    money: int  # units counted at what they cost
    pillars: int
    lots: int
    popularity: int
    time: int
    treated: int


class Column(NamedTuple):
    """A play by the tables: its objective, its entries in the rows of the master, and its value."""

    objective: float
    rows: dict[Any, float]
    value: float  # by the tables, all prices paid


def generate_columns(evaluation: Evaluation, deal: Deal, stock: Stock) -> list[Column]:
    """The best plays from a position at the beginning of the first round by the tables, one a trio, the best first."""
    known: dict[Any, tuple[float, list[int]]] = {}
    clinics = [deal.at(t, rates) for t, rates in enumerate(evaluation.rates)]
    trios = range(len(deal.cards[0].actions))
    builders = [_ColumnBuilder(evaluation, deal, stock, clinics, trio, known) for trio in trios]
    builders.sort(key=lambda builder: -builder.value)
    return [builder.column() for builder in builders[:MOST_COLUMNS]]


class _ColumnBuilder:
    """Follows the tables along a best play and keeps account of it."""

    def __init__(
        self,
        evaluation: Evaluation,
        deal: Deal,
        stock: Stock,
        clinics: list[Clinics],
        trio: int,
        known: dict[Any, tuple[float, list[int]]],
    ) -> None:
        self.evaluation, self.deal, self.prices = evaluation, deal, evaluation.prices
        self.clinics = clinics  # by round
        self.bankrupt = evaluation.bankrupt or not deal.popular  # then money is only good for being spent
        self.known = known  # best actions that other builders have looked up
        self.rows: dict[Any, float] = {("one column",): 1.0}
        self.z = int(deal.places.number[index_of(*stock.place)])
        self.d, self.p = sum(stock.doctors), sum(stock.patients)
        self.m = min(stock.money, deal.levels[0])
        self.objective = -stock.time * self.prices.minute + (0 if self.bankrupt else stock.popularity)
        self.objective += stock.treated * deal.weights.treated
        self.value = self.objective  # by the table
        there = stock.money if self.m == deal.levels[0] else 0
        self._earn(there)
        there += max(0, stock.popularity) if self.bankrupt else 0  # 5.2: good for debts
        self.value += there * self.dollar + self._actions(0, np.array([trio]))

    def column(self) -> Column:
        """Go on to the end."""
        deal = self.deal
        self._settle(0, self._business(0))
        for t in range(1, deal.rounds):
            if deal.penalties is not None:
                self.objective -= float(deal.penalties[t, self.z])
            self._buy(t)
            self._actions(t, np.arange(len(deal.cards[t].actions)))
            self._settle(t, self._business(t))
        self._end()
        return Column(self.objective, {name: amount for name, amount in self.rows.items() if amount}, self.value)

    @property
    def dollar(self) -> float:
        return self.prices.money if self.bankrupt else DOLLAR

    def _earn(self, dollars: float) -> None:
        """Money of the rich comes in, or goes out; what will be lost is only good for being spent."""
        if self.bankrupt:
            self._put(dollars, "money")
        else:
            self.objective += dollars * DOLLAR

    @property
    def tables(self) -> BackwardTables:
        return self.evaluation.tables if self.bankrupt == self.evaluation.bankrupt else self.evaluation.solvent

    def _put(self, amount: float, *name: object) -> None:
        self.rows[name] = self.rows.get(name, 0.0) - amount

    def _buy(self, t: int) -> None:
        """5.3: buy points as long as the money would bring no more."""
        table = self.tables.start[t]
        if table is None or self.m == self.deal.levels[t]:
            return
        row = table[self.z, :, self.d, self.p]
        while self.m and row[self.m] <= row[self.m - 1] + self.dollar + 1e-4:
            self.m -= 1
            self._earn(1)

    def _actions(self, t: int, trios: NDArray[np.int64]) -> float:
        """The best of some trios and its three actions; their value by the table."""
        rates, cards, levels = self.evaluation.rates[t], self.deal.cards[t], self.deal.levels[t]
        clinics = self.clinics[t]
        found, chosen = self._best_actions(t, clinics, trios)
        trio, rich = chosen[0], self.m == levels
        for step in range(ACTIONS):
            to, d, p, m, tag = chosen[1 + trace.FIELDS * step :][: trace.FIELDS]
            match cards.actions[trio, step]:
                case codes.BUILD:
                    self._build(t, clinics, rates, tag, rich)
                case codes.HIRE:
                    self._hire(t, clinics, rates, cards, trio, d - self.d, rich)
                case codes.ADMIT:
                    if p > self.p:
                        self.objective -= self.prices.minute * trace.time_to_enter(
                            clinics, PATIENTS, self.z, self.p, p - self.p
                        )
                    for colour in cards.queue[trio, :tag]:
                        if colour >= 0:
                            self._put(1.0, "patients", int(colour), t)
            self.z, self.d, self.p, self.m = to, d, p, m
        return found

    @property
    def _row(self) -> trace.Row:
        return trace.Row(self.z, self.d, self.p, self.m)

    def _best_actions(self, t: int, clinics: Clinics, trios: NDArray[np.int64]) -> tuple[float, list[int]]:
        key = t, self.bankrupt, self.z, self.d, self.p, self.m, len(trios) > 1 or int(trios[0])
        if key not in self.known:
            self.known[key] = trace.best_actions(
                clinics, self.evaluation.rates[t], self.deal.cards[t], trios, self.deal.levels[t], self.dollar,
                self.tables.after[t], self._row,
            )  # fmt: skip
        return self.known[key]

    def _build(self, t: int, clinics: Clinics, rates: Rates, tag: int, rich: bool) -> None:
        places = self.deal.places
        self._earn(-float(places.cost[tag]) * rich)
        self._put(float(places.pillars[tag]), "pillars")
        lots = float(places.lots[tag])
        if rates.lot > LOT_PRICE * self.dollar:
            needed = float(trace.lots_needed(clinics, tag, self.d, self.p))
            self._earn(-LOT_PRICE * needed)
            lots += needed
        for s in range(t, self.deal.rounds):
            self._put(LOT_SPACES * lots, "spaces", s)

    def _hire(self, t: int, clinics: Clinics, rates: Rates, cards: Cards, trio: int, n: int, rich: bool) -> None:
        config, cubes, entrances = (int(x[self.z]) for x in (clinics.config, clinics.cubes, clinics.entrances))
        if n:
            self.objective -= self.prices.minute * trace.time_to_enter(clinics, DOCTOR, self.z, self.d, n)
            self._earn(-float(cards.doctors[trio, entrances, n]) * rich)
            self._put(float(n), "newcomers", t)
        helpers = (("nurses", cards.nurses, rates.nurse), ("orderlies", cards.orderlies, rates.orderly))
        for kind, (name, icons, price) in enumerate(helpers):
            way = int(clinics.times[config, cubes, NURSE + kind, : MOST_NURSES + 1, 1].min())
            for section in range(len(SECTION_PRICES)) if way < FAR else ():
                time = (0 if clinics.triages[config] > 0 else way) * self.prices.minute
                if price > SECTION_PRICES[section] * self.dollar + time:
                    number = float(icons[trio, entrances, section])
                    self._put(number, name, t)
                    self._earn(-SECTION_PRICES[section] * number)
                    self.objective -= time * number

    def _business(self, t: int) -> int:
        """Sections 5 and 6.1; how many patients are left."""
        deal, rates, levels = self.deal, self.evaluation.rates[t], self.deal.levels[t]
        clinics, solvent = self.clinics[t], self.evaluation.solvent.settled[t]
        z, d, p, m, bankrupt = self.z, self.d, self.p, self.m, self.bankrupt
        still = bankrupt == self.evaluation.bankrupt
        last = still and deal.last_bankruptcy(t, bankrupt=self.evaluation.bankrupt)
        mode, operated, n, outside, step, left, kept = trace.care(
            clinics, rates, self.tables.settled[t], solvent, levels, self.dollar, bankrupt, last, self._row
        )
        config, gardens = int(deal.places.config[z]), int(deal.places.gardens[z])
        self._put(float(deal.tables.parking[config] - d - p), "spaces", t)
        self._put(float(min(deal.tables.labs[config], d)), "students", t)
        self._put(float(outside), "outpatients", t)
        lost = mode != trace.SOLVENT
        self._put(float(d), "unpaid doctors" if bankrupt or lost else "paid doctors", t)
        self.objective += OUTPATIENT_TIME * self.prices.minute * outside + (rates.wages if bankrupt or lost else 0.0)
        self.objective += deal.weights.treated * (n + outside)
        upkeep, least = trace.upkeep_of(clinics, config, operated)
        known = gardens * n + OUTPATIENT_PAY * outside
        if lost or step == trace.FULL:
            kind = "free" if lost else "bankrupt" if bankrupt else "rich"
            self._earn(float((0 if m == levels else m) + (0 if lost else known - upkeep - LEAST_SALARY * d)))
            self._put(float(n - operated), f"{kind} treated", t)
            self._put(float(operated), f"{kind} operated", t)
        else:
            self._earn(-float(upkeep - least))
            colours = _colours(self.prices, t, n, operated, step)
            for name, of_kind in zip(("treated", "operated"), colours, strict=True):
                for colour in COLOURS:
                    self._put(float(of_kind.count(colour)), name, colour, t)
            if not bankrupt:
                self.objective += min(0, m + INCOME_STEP * step + known - least - LEAST_SALARY * d)
        self.bankrupt, self.m = bankrupt and mode != trace.LAST_BANKRUPTCY, kept
        return left

    def _settle(self, t: int, left: int) -> None:
        """6.2, 6.3."""
        rates, following = self.evaluation.rates[t], self.tables.start[t + 1]
        assert following is not None
        dice = int(self.deal.tables.rules[codes.DICE])
        best = -1e9
        for dead in range(left + 1):
            there = left - dead
            for gone in range(self.d + 1 if self.d + there > dice else 1):
                value = float(following[self.z, self.m, self.d - gone, there])
                value += rates.waiting * there + rates.dying * dead + rates.lost * gone
                if value > best:
                    best, choice = value, (there, dead, gone)
        self.p, dead, gone = choice
        self.d -= gone
        self._put(float(self.p), "waiting", t)
        self._put(float(dead), "dying", t)
        self._put(float(gone), "gone", t)

    def _end(self) -> None:
        """Section 7."""
        if not self.deal.popular:
            return
        tables, places = self.deal.tables, self.deal.places
        config, pillars = int(places.config[self.z]), int(self.evaluation.pillars[self.z])
        self._put(-float(pillars), "pillars")
        missing = max(0, int(tables.pillars_needed[config]) - pillars)
        self.objective += float(tables.room_points[config]) - pillar_cost(missing) - UNTREATED_COST * self.p
        self.objective -= GARDEN_COST * max(0, int(tables.gardens_needed[config]) - int(places.gardens[self.z]))


def _colours(prices: Multipliers, t: int, n: int, operated: int, step: int) -> tuple[list[int], list[int]]:
    """Whom the play treats and operates on: the best colours with so much income."""
    room, operation = (pair_value(prices, t, less) for less in (0, 1))
    best: tuple[float, list[int], list[int]] | None = None
    for inside in combinations_with_replacement(COLOURS, operated):
        for others in combinations_with_replacement(COLOURS, n - operated):
            if sum(STEPS[p] for p in (*inside, *others)) != step:
                continue
            value = sum(operation[p] for p in inside) + sum(room[p] for p in others)
            if best is None or value > best[0]:
                best = value, list(others), list(inside)
    assert best is not None, "the table knows this income"
    return best[1], best[2]
