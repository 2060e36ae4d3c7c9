"""The headcount as a bound for positions: prices that were found for one of them, and tables for many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.headcount.deal import Deal, Evaluation, evaluate, first_tables, settled_places, within_tables
from solvers.clin9ic.headcount.heads import KINDS, LOT, NURSE, ORDERLY, PILLAR, REST, Head, Within
from solvers.clin9ic.headcount.prices import Prices
from solvers.clin9ic.headcount.programme import Programme
from solvers.clin9ic.headcount.ways import Stock, way_through
from solvers.clin9ic.kernel.small_rules import TRIAGE_PHASE
from solvers.clin9ic.packed import MOST_MONEY

Floats = NDArray[np.float64]
CALM = 0.5  # prices half-way to the best ones so far swing less


@dataclass(frozen=True, eq=False)
class Headcount:
    """Tables at prices found for one position at the beginning of a round; they bound what they are complete for."""

    since: int
    deal: Deal
    evaluation: Evaluation
    bound: float  # of that position
    _heads: dict[tuple[str, int], Head] = field(default_factory=dict)
    _within: dict[int, Within] = field(default_factory=dict)

    def start(self, t: int) -> Head:
        """The table of a round's beginning."""
        return self._head("start", t - self.since, self._start)

    def after(self, t: int) -> Head:
        """The table of the time after the actions of a round."""
        return self._head("after", t - self.since, self._after)

    def within(self, t: int) -> Within:
        """The tables of the time after the first and after the second action of each trio of a round."""
        at = t - self.since
        if at not in self._within:
            head = self.after(t)
            purse = np.where(settled_places(self.deal, at), head.purse, -1).astype(np.int32)
            first, second, lossy_first, lossy_second = within_tables(self.deal, self.evaluation, at)
            head = head._replace(purse=purse)
            self._within[at] = Within(
                head._replace(safe=first, lossy=lossy_first), head._replace(safe=second, lossy=lossy_second)
            )
        return self._within[at]

    def _head(self, name: str, at: int, make: Callable[[int], Head]) -> Head:
        if (name, at) not in self._heads:
            self._heads[name, at] = make(at)
        return self._heads[name, at]

    def _start(self, at: int) -> Head:
        deal, prices = self.deal, _flat(self.evaluation.prices, at)
        purse = np.full(len(deal.places.config), -1, np.int32)
        if at == 0:
            purse[: len(deal.purses)] = deal.purses
            return Head(deal.places.number, purse, deal.helpers, *first_tables(deal, self.evaluation), prices)
        safe, lossy = self.evaluation.safe.start[at], self.evaluation.lossy.start[at]
        assert safe is not None
        assert lossy is not None
        purse[deal.active[at - 1]] = MOST_MONEY
        return Head(deal.places.number, purse, deal.most_helpers[at - 1], safe, lossy, prices)

    def _after(self, at: int) -> Head:
        deal, prices = self.deal, _flat(self.evaluation.prices, at)
        if deal.tables.rules[TRIAGE_PHASE]:  # the time of the phase is not shortened yet (4.10)
            prices[REST] += deal.tables.triages.max()
        purse = np.full(len(deal.places.config), -1, np.int32)
        purse[deal.active[at]] = MOST_MONEY
        safe, lossy = self.evaluation.safe.after[at], self.evaluation.lossy.after[at]
        return Head(deal.places.number, purse, deal.most_helpers[at], safe, lossy, prices)


def _flat(prices: Prices, t: int) -> Floats:
    flat = np.zeros(KINDS)
    flat[:4], flat[4:8] = prices.doctors[t], prices.patients[t]
    flat[NURSE], flat[ORDERLY] = prices.nurses[t], prices.orderlies[t]
    flat[LOT], flat[PILLAR], flat[REST] = prices.lots[t], prices.pillar, prices.rest()[t]
    return flat


def priced(prices: Prices, value: float, stock: Stock) -> float:
    """The bound of a position at the beginning of the first round, from what the tables say of its row."""
    flat = _flat(prices, 0)
    people = flat[:4] @ stock.doctors + flat[4:8] @ stock.patients
    helpers = flat[NURSE] * stock.nurses + flat[ORDERLY] * stock.orderlies
    return float(value + people + helpers + flat[LOT] * stock.lots + flat[PILLAR] * stock.pillars + flat[REST])


def counted(
    deal: Deal,
    stock: Stock,
    since: int,
    turns: int,
    prices: Prices | None = None,
    gap: float = 0.5,
    stop: Callable[[], bool] = lambda: False,
) -> Headcount:
    """Look for prices with a low bound for a position, beginning with some; whatever is found is a bound."""
    programme = Programme(deal, stock)
    best: tuple[float, Evaluation] | None = None
    for turn in range(turns):
        tried = [prices or Prices.none(deal.rounds)]
        least = -np.inf
        if turn:
            assert best is not None
            least, duals = programme.solve()
            tried = [duals.towards(best[1].prices, CALM), duals]
        for now in tried:
            evaluation = evaluate(deal, now)
            ways = [way_through(evaluation, deal, stock, lossy) for lossy in (False, True)]
            bound = max(priced(now, way.value, stock) for way in ways)
            better = best is None or bound < best[0] - 1e-4
            if better:
                best = bound, evaluation
            new = [programme.add(way) for way in ways]
            if better or any(new):
                break
        assert best is not None
        if best[0] - least < gap or stop():
            break
    assert best is not None
    return Headcount(since, deal, best[1].without_settled(), best[0])
