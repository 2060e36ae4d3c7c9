"""Ways through the tables: what the best play of the headcount does, round by round, as a column of the programme."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.headcount import trace
from solvers.clin9ic.headcount.deal import GARDEN, UNTREATED, Backwards, Deal, Evaluation
from solvers.clin9ic.headcount.places import index_of
from solvers.clin9ic.headcount.prices import COLOURS, MOST_HELPERS, STEPS, Prices, pair_worth
from solvers.clin9ic.headcount.table import INCOME_STEP, LOT_PRICE, THIRD, Cards, Clinics, Rates
from solvers.clin9ic.kernel import small_rules
from solvers.clin9ic.paths import PRICES as ICON_PRICES
from solvers.clin9ic.paths import SECTIONS
from solvers.clin9ic.tables import DOCTOR, FAR, NURSE, PATIENTS
from tabletop.colours import OUTPATIENT_PAY

MOST_WAYS = 10  # that a programme is told of at a time: others hardly matter to it


class Stock(NamedTuple):
    """What a position has, as the bound sees it."""

    place: tuple[int, int, int, int]
    doctors: tuple[int, ...]
    patients: tuple[int, ...]
    nurses: int
    orderlies: int
    money: int  # units counted at three dollars
    pillars: int
    lots: int
    popularity: int
    time: int
    treated: int


class Way(NamedTuple):
    """A way through the table: what it is worth in itself, and what it puts into the rows."""

    worth: float
    rows: dict[Any, float]
    value: float  # by the table


def ways_through(evaluation: Evaluation, deal: Deal, stock: Stock) -> list[Way]:
    """The best ways from a position at the beginning of the first round by the tables, one a trio; the best first."""
    known: dict[Any, tuple[float, list[int]]] = {}
    walks = [_Walk(evaluation, deal, stock, trio, known) for trio in range(len(deal.cards[0].actions))]
    walks.sort(key=lambda walk: -walk.value)
    return [walk.way() for walk in walks[:MOST_WAYS]]


class _Walk:
    """Somebody who follows the tables and keeps account."""

    def __init__(
        self, evaluation: Evaluation, deal: Deal, stock: Stock, trio: int, known: dict[Any, tuple[float, list[int]]]
    ) -> None:
        self.evaluation, self.deal, self.prices = evaluation, deal, evaluation.prices
        self.lossy = evaluation.losing or not deal.popular  # whether money is only good for being spent
        self.known = known  # best actions that other walks have looked up
        self.rows: dict[Any, float] = {("one way",): 1.0}
        self.z = int(deal.places.number[index_of(*stock.place)])
        self.d, self.p = sum(stock.doctors), sum(stock.patients)
        self.m = min(stock.money, deal.levels[0])
        self.worth = -stock.time * self.prices.third + (0 if self.lossy else stock.popularity)
        self.worth += stock.treated * deal.worth.treated
        self.value = self.worth  # by the table
        there = stock.money if self.m == deal.levels[0] else 0
        self._earn(there)
        there += max(0, stock.popularity) if self.lossy else 0  # 5.2: good for debts
        self.value += there * self.dollar + self._actions(0, np.array([trio]))

    def way(self) -> Way:
        """Go on to the end."""
        deal = self.deal
        self._settle(0, self._business(0))
        for t in range(1, deal.rounds):
            if deal.fees is not None:
                self.worth -= float(deal.fees[t, self.z])
            self._buy(t)
            self._actions(t, np.arange(len(deal.cards[t].actions)))
            self._settle(t, self._business(t))
        self._end()
        return Way(self.worth, {name: amount for name, amount in self.rows.items() if amount}, self.value)

    @property
    def dollar(self) -> float:
        return self.prices.money if self.lossy else THIRD

    def _earn(self, dollars: float) -> None:
        """Money of the rich comes in, or goes out; what will be lost is only good for being spent."""
        if self.lossy:
            self._put(dollars, "money")
        else:
            self.worth += dollars * THIRD

    @property
    def tables(self) -> Backwards:
        return self.evaluation.tables if self.lossy == self.evaluation.losing else self.evaluation.fresh

    def _put(self, amount: float, *name: object) -> None:
        self.rows[name] = self.rows.get(name, 0.0) - amount

    def _buy(self, t: int) -> None:
        """5.3: points for money that is worth no more."""
        table = self.tables.start[t]
        if table is None or self.m == self.deal.levels[t]:
            return
        row = table[self.z, :, self.d, self.p]
        while self.m and row[self.m] <= row[self.m - 1] + self.dollar + 1e-4:
            self.m -= 1
            self._earn(1)

    def _actions(self, t: int, trios: NDArray[np.int64]) -> float:
        """The best of some trios and its three actions; what the table says they are worth."""
        deal, rates, cards, levels = self.deal, self.evaluation.rates[t], self.deal.cards[t], self.deal.levels[t]
        clinics = deal.at(t, rates)
        found, chosen = self._best_actions(t, clinics, trios)
        trio, rich = chosen[0], self.m == levels
        for step in range(3):
            to, d, p, m, tag = chosen[1 + trace.FIELDS * step :][: trace.FIELDS]
            match cards.actions[trio, step]:
                case small_rules.BUILD:
                    self._build(t, clinics, rates, tag, rich)
                case small_rules.HIRE:
                    self._hire(t, clinics, rates, cards, trio, d - self.d, rich)
                case small_rules.ADMIT:
                    if p > self.p:
                        self.worth -= self.prices.third * trace.time_to_enter(
                            clinics, PATIENTS, self.z, self.p, p - self.p
                        )
                    for colour in cards.queue[trio, :tag]:
                        if colour >= 0:
                            self._put(1.0, "patients", int(colour), t)
            self.z, self.d, self.p, self.m = to, d, p, m
        return found

    def _best_actions(self, t: int, clinics: Clinics, trios: NDArray[np.int64]) -> tuple[float, list[int]]:
        key = t, self.lossy, self.z, self.d, self.p, self.m, len(trios) > 1 or int(trios[0])
        if key not in self.known:
            rates, chosen = self.evaluation.rates[t], np.zeros(1 + 3 * trace.FIELDS, np.int64)
            found = trace.best_actions(
                clinics, rates, self.deal.cards[t], trios, self.deal.levels[t], self.dollar, self.tables.after[t],
                self.z, self.d, self.p, self.m, chosen,
            )  # fmt: skip
            self.known[key] = float(found), chosen.tolist()
        return self.known[key]

    def _build(self, t: int, clinics: Clinics, rates: Rates, tag: int, rich: bool) -> None:
        places = self.deal.places
        self._earn(-float(places.cost[tag]) * rich)
        self._put(float(places.pillars[tag]), "pillars")
        lots = float(places.lots[tag])
        if rates.lot > LOT_PRICE * self.dollar:
            spare = float(trace.lots_to_spare(clinics, tag, self.d, self.p))
            self._earn(-LOT_PRICE * spare)
            lots += spare
        for s in range(t, self.deal.rounds):
            self._put(2 * lots, "spaces", s)

    def _hire(self, t: int, clinics: Clinics, rates: Rates, cards: Cards, trio: int, n: int, rich: bool) -> None:
        config, cubes, entrances = (int(x[self.z]) for x in (clinics.config, clinics.cubes, clinics.entrances))
        if n:
            self.worth -= self.prices.third * trace.time_to_enter(clinics, DOCTOR, self.z, self.d, n)
            self._earn(-float(cards.doctors[trio, entrances, n]) * rich)
            self._put(float(n), "newcomers", t)
        helpers = (("nurses", cards.nurses, rates.nurse), ("orderlies", cards.orderlies, rates.orderly))
        for kind, (name, icons, price) in enumerate(helpers):
            way = int(clinics.times[config, cubes, NURSE + kind, : MOST_HELPERS + 1, 1].min())
            for section in range(SECTIONS) if way < FAR else ():
                time = (0 if clinics.triages[config] > 0 else way) * self.prices.third
                if price > ICON_PRICES[section] * self.dollar + time:
                    number = float(icons[trio, entrances, section])
                    self._put(number, name, t)
                    self._earn(-ICON_PRICES[section] * number)
                    self.worth -= time * number

    def _business(self, t: int) -> int:
        """Sections 5 and 6.1; how many patients are left."""
        deal, rates, levels = self.deal, self.evaluation.rates[t], self.deal.levels[t]
        clinics, care = deal.at(t, rates), np.zeros(trace.CARE_FIELDS, np.int64)
        fresh = self.evaluation.fresh.settled[t]
        z, d, p, m, lossy = self.z, self.d, self.p, self.m, self.lossy
        may_lose = deal.may_lose(t, losing=self.evaluation.losing) and lossy == self.evaluation.losing
        trace.care(
            clinics, rates, self.tables.settled[t], fresh, levels, self.dollar, lossy, may_lose, z, d, p, m, care
        )
        mode, operated, n, outside, step, left, kept = (int(x) for x in care)
        config, gardens = int(deal.places.config[z]), int(deal.places.gardens[z])
        self._put(float(deal.tables.parking[config] - d - p), "spaces", t)
        self._put(float(min(deal.tables.labs[config], d)), "students", t)
        self._put(float(outside), "outpatients", t)
        lost = mode != trace.NORMAL
        self._put(float(d), "unpaid doctors" if lossy or lost else "paid doctors", t)
        self.worth += self.prices.third * outside + (rates.wages if lossy or lost else 0.0)
        self.worth += deal.worth.treated * (n + outside)
        upkeep, least = (int(x) for x in trace.upkeep_of(clinics, config, operated))
        known = gardens * n + OUTPATIENT_PAY * outside
        if lost or step == trace.FULL:
            kind = "free" if lost else "doomed" if lossy else "rich"
            self._earn(float((0 if m == levels else m) + (0 if lost else known - upkeep - d)))
            self._put(float(n - operated), f"{kind} treated", t)
            self._put(float(operated), f"{kind} operated", t)
        else:
            self._earn(-float(upkeep - least))
            colours = _colours(self.prices, t, n, operated, step)
            for name, of_kind in zip(("treated", "operated"), colours, strict=True):
                for colour in COLOURS:
                    self._put(float(of_kind.count(colour)), name, colour, t)
            if not lossy:
                self.worth += min(0, m + INCOME_STEP * step + known - least - d)
        self.lossy, self.m = lossy and mode != trace.LAST_LOSS, kept
        return left

    def _settle(self, t: int, left: int) -> None:
        """6.2, 6.3."""
        rates, following = self.evaluation.rates[t], self.tables.start[t + 1]
        assert following is not None
        dice = int(self.deal.tables.rules[small_rules.DICE])
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
        self.worth += float(tables.room_points[config]) - missing * (missing + 1) / 2 - UNTREATED * self.p
        self.worth -= GARDEN * max(0, int(tables.gardens_needed[config]) - int(places.gardens[self.z]))


def _colours(prices: Prices, t: int, n: int, operated: int, step: int) -> tuple[list[int], list[int]]:
    """Whom a way treats and operates on: the best colours with so much income."""
    room, operation = (pair_worth(prices, t, less) for less in (0, 1))
    best: tuple[float, list[int], list[int]] | None = None
    for inside in combinations_with_replacement(COLOURS, operated):
        for others in combinations_with_replacement(COLOURS, n - operated):
            if sum(STEPS[p] for p in (*inside, *others)) != step:
                continue
            worth = sum(operation[p] for p in inside) + sum(room[p] for p in others)
            if best is None or worth > best[0]:
                best = worth, list(others), list(inside)
    assert best is not None, "the table knows this income"
    return best[1], best[2]
