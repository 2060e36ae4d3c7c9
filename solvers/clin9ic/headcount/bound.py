"""The headcount as a bound for positions: prices that were found for one of them, and tables for many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.headcount.deal import Deal, Evaluation, Table, evaluate, first_table, within_tables
from solvers.clin9ic.headcount.heads import (
    CURED,
    DOLLAR,
    EMPTY,
    KINDS,
    LOT,
    MINUTE,
    NURSE,
    ORDERLY,
    PILLAR,
    POINT,
    REST,
    Head,
)
from solvers.clin9ic.headcount.prices import Prices
from solvers.clin9ic.headcount.programme import Programme
from solvers.clin9ic.headcount.table import NONE, Near
from solvers.clin9ic.headcount.ways import Stock, ways_through
from solvers.clin9ic.kernel.small_rules import BUILD, TRIAGE_PHASE
from solvers.clin9ic.packed import MOST_MONEY

Floats = NDArray[np.float64]
# Of plays that lose nothing and, if popularity counts, of those that lose everything some time.
KindsOfPrices = tuple[Prices, ...]
MARGIN = 3.0  # that losing plays are to be below the others
# Prices swing less if they keep near to the best ones so far, nearer after every step in vain, and part of the way.
REACH, CLOSER, CALM = 1.0, 0.7, 0.3


@dataclass(frozen=True, eq=False)
class Headcount:
    """Tables at prices found for one position at the beginning of a round; they bound what they are complete for."""

    since: int
    deal: Deal
    kinds: tuple[Evaluation, ...]  # as of prices
    ruled_out: Counter[int] = field(default_factory=Counter)  # beginnings of each round, of those it was asked about
    _heads: dict[tuple[str, int], Head] = field(default_factory=dict)

    @property
    def prices(self) -> KindsOfPrices:
        return tuple(one.prices for one in self.kinds)

    def start(self, t: int) -> Head:
        """The table of a round's beginning."""
        return self._head("start", t - self.since, self._start)

    def after(self, t: int) -> Head:
        """The table of the time after the actions of a round."""
        return self._head("after", t - self.since, self._after)

    def within(self, t: int, trio: int, near: Near, room: list[Table], again: int = 0) -> tuple[Head, Head]:
        """The tables of the time after the first and after the second action of a trio, in the room for four tables.

        What some of the last actions lead to is there already if they do the same `again` as those of the trio before.
        """
        at, third = t - self.since, self.after(t)
        built = np.cumsum(self.deal.cards[at].actions[trio] == BUILD)
        heads = []
        for step, places in enumerate((near.first, near.second)):
            # What can be afforded from there leads to no place that the tables leave out.
            purse = np.full_like(third.purse, -1)
            purse[places] = self.deal.left[at][built[step]][places]
            heads.append(third._replace(purse=purse, safe=room[step], lossy=room[2 + step]))

        def fill(kind: int) -> None:
            within_tables(self.deal, self.kinds[kind], at, trio, again, near, *room[2 * kind : 2 * kind + 2])

        with ThreadPoolExecutor(self.deal.workers) as pool:
            list(pool.map(fill, range(len(self.kinds))))
        return heads[0], heads[1]

    def room(self, t: int) -> list[Table]:
        """Room for the tables within a round."""
        head = self.after(t)
        return [np.full_like(table, NONE) for table in (head.safe, head.safe, head.lossy, head.lossy)]

    def _head(self, name: str, at: int, make: Callable[[int], Head]) -> Head:
        if (name, at) not in self._heads:
            self._heads[name, at] = make(at)
        return self._heads[name, at]

    def _start(self, at: int) -> Head:
        deal = self.deal
        purse = np.full(len(deal.places.config), -1, np.int32)
        if at == 0:
            purse[: len(deal.purses)] = deal.purses
            return self._made(at, purse, deal.helpers, *(first_table(deal, one) for one in self.kinds))
        purse[deal.active[at - 1]] = MOST_MONEY
        tables = [table for table in (one.tables.start[at] for one in self.kinds) if table is not None]
        return self._made(at, purse, deal.most_helpers[at - 1], *tables)

    def _after(self, at: int) -> Head:
        deal = self.deal
        purse = np.full(len(deal.places.config), -1, np.int32)
        purse[deal.active[at]] = MOST_MONEY
        head = self._made(at, purse, deal.most_helpers[at], *(one.tables.after[at] for one in self.kinds))
        if deal.tables.rules[TRIAGE_PHASE]:  # the time of the phase is not shortened yet (4.10)
            for prices in (head.prices, head.lossy_prices)[: len(self.kinds)]:
                prices[REST] += deal.tables.triages.max()
        return head

    def _made(self, at: int, purse: NDArray[np.int32], helpers: int, safe: Table, lossy: Table = EMPTY) -> Head:
        prices = [_flat(one.prices, at, one.dollar) for one in self.kinds]
        places = self.deal.places
        return Head(
            places.number, places.doctors, places.patients, purse, helpers, safe, lossy, prices[0], prices[-1]
        )  # fmt: skip


def _flat(prices: Prices, t: int, dollar: float) -> Floats:
    flat = np.zeros(KINDS)
    flat[:4], flat[4:8] = prices.doctors[t], prices.patients[t]
    flat[NURSE], flat[ORDERLY] = prices.nurses[t], prices.orderlies[t]
    flat[LOT], flat[PILLAR], flat[REST], flat[DOLLAR] = prices.lots[t], prices.pillar, prices.rest()[t], dollar
    flat[POINT], flat[MINUTE], flat[CURED] = prices.worth.point, prices.third, prices.worth.treated
    return flat


def priced(prices: Prices, value: float, stock: Stock) -> float:
    """The bound of a position at the beginning of the first round, from what the tables say of its row."""
    flat = _flat(prices, 0, 0.0)  # the value has the money
    people = flat[:4] @ stock.doctors + flat[4:8] @ stock.patients
    helpers = flat[NURSE] * stock.nurses + flat[ORDERLY] * stock.orderlies
    return float(value + people + helpers + flat[LOT] * stock.lots + flat[PILLAR] * stock.pillars + flat[REST])


def counted(deal: Deal, since: int, prices: KindsOfPrices, ruled_out: Counter[int] | None = None) -> Headcount:
    """Tables at prices of plays that lose nothing, and of those that lose everything some time."""
    kinds = (evaluate(deal, one, losing).for_positions() for one, losing in zip(prices, (False, True), strict=False))
    return Headcount(since, deal, tuple(kinds), Counter() if ruled_out is None else ruled_out)


def prices_for(
    deal: Deal,
    stock: Stock,
    turns: int,
    prices: KindsOfPrices | None = None,
    gap: float = 0.5,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[float, KindsOfPrices]:
    """Look for prices with a low bound for a position, beginning with some; that bound, and they.

    Plays that lose everything have prices of their own: with common ones they would build for those that do not.
    """
    first = prices[0] if prices else Prices.none(deal.rounds, deal.worth)
    bound, never = _searched(deal, stock, False, turns, first, gap, stop)
    if not deal.popular:
        return bound, (never,)
    first = prices[1] if prices else never
    losses, losing = _searched(deal, stock, True, turns, first, gap, stop, bound - MARGIN)
    return max(bound, losses), (never, losing)


def _searched(
    deal: Deal,
    stock: Stock,
    losing: bool,
    turns: int,
    prices: Prices,
    gap: float,
    stop: Callable[[], bool],
    enough: float = -np.inf,
) -> tuple[float, Prices]:
    """The least bound found for plays of one kind, and the prices that say so; no lower than is enough."""
    programme = Programme(deal, stock)
    best: tuple[float, Prices] | None = None
    reach = REACH
    for turn in range(turns):
        tried = [prices]
        least = -np.inf
        if turn:
            assert best is not None
            programme.keep_near(best[1], reach)
            solved = programme.solve()
            if solved is None:
                break
            least, duals = solved
            tried = [duals.towards(best[1], CALM), duals]
        for now in tried:
            evaluation = evaluate(deal, now, losing)
            ways = ways_through(evaluation, deal, stock)
            bound = priced(now, ways[0].value, stock)
            better = best is None or bound < best[0] - 1e-4
            if better:
                best = bound, now
            else:
                reach *= CLOSER
            new = [programme.add(way) for way in ways]
            if better or any(new):
                break
        assert best is not None
        if best[0] - least < gap or best[0] < enough or stop():
            break
    assert best is not None
    return best
