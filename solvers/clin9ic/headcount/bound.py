"""The headcount as a bound for positions: tables and prices that were found for one of them and hold for all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.headcount.deal import Deal, Evaluation, Table, evaluate, first_tables
from solvers.clin9ic.headcount.heads import KINDS, LOT, NURSE, ORDERLY, PILLAR, REST, Head
from solvers.clin9ic.headcount.prices import Prices
from solvers.clin9ic.headcount.programme import Programme
from solvers.clin9ic.headcount.ways import Stock, way_through

Floats = NDArray[np.float64]
CALM = 0.5  # prices half-way to the best ones so far swing less


@dataclass(frozen=True)
class Headcount:
    """Tables at prices found for one position at the beginning of a round, good from that round on."""

    since: int
    deal: Deal
    evaluation: Evaluation
    bound: float  # of that position

    @cached_property
    def _first(self) -> tuple[Table, Table]:
        return first_tables(self.deal, self.evaluation)

    def start(self, t: int) -> Head:
        """The table of a round's beginning."""
        at = t - self.since
        safe, lossy = self.evaluation.safe.start[at], self.evaluation.lossy.start[at]
        if safe is None or lossy is None:
            safe, lossy = self._first
        return Head(self.deal.places.number, safe, lossy, _flat(self.evaluation.prices, at))

    def after(self, t: int) -> Head:
        """The table of the time after the actions of a round."""
        at = t - self.since
        tables = self.evaluation
        return Head(self.deal.places.number, tables.safe.after[at], tables.lossy.after[at], _flat(tables.prices, at))


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
