"""The Lagrangian bound for positions: multipliers are optimised for one position, and tables bound many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.bounds.lagrangian.bound_table import (
    EMPTY,
    KINDS_OF_TABLE_PRICES,
    BoundTable,
    TablePrice,
)
from solvers.clin9ic.bounds.lagrangian.columns import Stock, generate_columns
from solvers.clin9ic.bounds.lagrangian.deal import Deal, Evaluation, Table, evaluate, first_table, within_tables
from solvers.clin9ic.bounds.lagrangian.multipliers import Multipliers
from solvers.clin9ic.bounds.lagrangian.restricted_master import RestrictedMaster
from solvers.clin9ic.bounds.lagrangian.table import NONE, Near, TooLarge
from solvers.clin9ic.kernel.codes import BUILD, TRIAGE_PHASE
from solvers.clin9ic.kernel.packed import MOST_MONEY

Floats = NDArray[np.float64]
# Of plays that stay solvent and, if popularity counts, of those that go bankrupt some time.
MultiplierSets = tuple[Multipliers, ...]
MARGIN = 3.0  # by which the bound of plays that go bankrupt should be below that of the others
# A trust region: prices stay this near to the best ones so far, nearer after every step in vain; and of each step only
# a part is tried first (stabilisation).
TRUST_REGION, SHRINK, STABILISATION = 1.0, 0.7, 0.3


@dataclass(frozen=True, eq=False)
class LagrangianBound:
    """A bound on many positions: tables filled at multipliers optimised for one of them, at the beginning of a round.

    Of positions that the tables do not cover they say nothing (UNKNOWN).
    """

    since: int
    deal: Deal
    kinds: tuple[Evaluation, ...]  # as of prices
    pruned: Counter[int] = field(default_factory=Counter)  # by round: how many positions it has pruned
    _tables: dict[tuple[str, int], BoundTable] = field(default_factory=dict)

    @property
    def prices(self) -> MultiplierSets:
        return tuple(one.prices for one in self.kinds)

    def start(self, t: int) -> BoundTable:
        """The table of a round's beginning."""
        return self._table("start", t - self.since, self._start)

    def after(self, t: int) -> BoundTable:
        """The table of the time after the actions of a round."""
        return self._table("after", t - self.since, self._after)

    def within(
        self, t: int, trio: int, near: Near, room: list[Table], shared: int = 0
    ) -> tuple[BoundTable, BoundTable]:
        """The tables of the time after the first and after the second action of a trio; `room`, storage for four
        tables, is written over by the next trio.

        The last `shared` actions do the same as those of the trio before, so their tables are there already.
        """
        at, third = t - self.since, self.after(t)
        built = np.cumsum(self.deal.cards[at].actions[trio] == BUILD)
        made = []
        for step, places in enumerate((near.first, near.second)):
            # What can be afforded from there leads to no place that the tables leave out.
            purse = np.full_like(third.purse, -1)
            purse[places] = self.deal.left[at][built[step]][places]
            made.append(third._replace(purse=purse, solvent=room[step], bankrupt=room[2 + step]))

        def fill(kind: int) -> None:
            within_tables(self.deal, self.kinds[kind], at, trio, shared, near, *room[2 * kind : 2 * kind + 2])

        with ThreadPoolExecutor(self.deal.workers) as pool:
            list(pool.map(fill, range(len(self.kinds))))
        return made[0], made[1]

    def room(self, t: int) -> list[Table]:
        """Room for the tables within a round."""
        table = self.after(t)
        return [np.full_like(table, NONE) for table in (table.solvent, table.solvent, table.bankrupt, table.bankrupt)]

    def _table(self, name: str, at: int, make: Callable[[int], BoundTable]) -> BoundTable:
        if (name, at) not in self._tables:
            self._tables[name, at] = make(at)
        return self._tables[name, at]

    def _start(self, at: int) -> BoundTable:
        deal = self.deal
        purse = np.full(len(deal.places.config), -1, np.int32)
        if at == 0:
            purse[: len(deal.purses)] = deal.purses
            return self._made(at, purse, deal.helpers, *(first_table(deal, one) for one in self.kinds))
        purse[deal.active[at - 1]] = MOST_MONEY
        tables = [table for table in (one.tables.start[at] for one in self.kinds) if table is not None]
        return self._made(at, purse, deal.most_helpers[at - 1], *tables)

    def _after(self, at: int) -> BoundTable:
        deal = self.deal
        purse = np.full(len(deal.places.config), -1, np.int32)
        purse[deal.active[at]] = MOST_MONEY
        table = self._made(at, purse, deal.most_helpers[at], *(one.tables.after[at] for one in self.kinds))
        if deal.tables.rules[TRIAGE_PHASE]:  # the time of the phase is not shortened yet (4.10)
            for prices in (table.prices, table.bankrupt_prices)[: len(self.kinds)]:
                prices[TablePrice.REST] += deal.tables.triages.max()
        return table

    def _made(
        self, at: int, purse: NDArray[np.int32], helpers: int, solvent: Table, bankrupt: Table = EMPTY
    ) -> BoundTable:
        prices = [_flat(one.prices, at, one.dollar) for one in self.kinds]
        places = self.deal.places
        return BoundTable(
            places.number, places.doctors, places.patients, places.orderlies, purse, helpers, solvent, bankrupt,
            prices[0], prices[-1],
        )  # fmt: skip


def _flat(prices: Multipliers, t: int, dollar: float) -> Floats:
    flat = np.zeros(KINDS_OF_TABLE_PRICES)
    flat[:4], flat[4:8] = prices.doctors[t], prices.patients[t]
    flat[TablePrice.NURSE], flat[TablePrice.ORDERLY] = prices.nurses[t], prices.orderlies[t]
    flat[TablePrice.LOT], flat[TablePrice.PILLAR] = prices.lots[t], prices.pillar
    flat[TablePrice.REST], flat[TablePrice.DOLLAR] = prices.rest()[t], dollar
    flat[TablePrice.POINT], flat[TablePrice.MINUTE] = prices.weights.point, prices.minute
    flat[TablePrice.CURED] = prices.weights.treated
    return flat


def position_bound(prices: Multipliers, value: float, stock: Stock) -> float:
    """The bound of a position at the beginning of the first round, from the value of its row in the tables."""
    flat = _flat(prices, 0, 0.0)  # the value has the money
    people = flat[:4] @ stock.doctors + flat[4:8] @ stock.patients
    helpers = flat[TablePrice.NURSE] * stock.nurses + flat[TablePrice.ORDERLY] * stock.orderlies
    modules = flat[TablePrice.LOT] * stock.lots + flat[TablePrice.PILLAR] * stock.pillars
    return float(value + people + helpers + modules + flat[TablePrice.REST])


def lagrangian_bound(
    deal: Deal, since: int, prices: MultiplierSets, pruned: Counter[int] | None = None
) -> LagrangianBound:
    """Fill the tables: at one set of prices for plays that stay solvent, at another for those that go bankrupt once."""
    kinds = (
        evaluate(deal, one, bankrupt).for_positions() for one, bankrupt in zip(prices, (False, True), strict=False)
    )
    return LagrangianBound(since, deal, tuple(kinds), Counter() if pruned is None else pruned)


def optimise_multipliers(
    deal: Deal,
    stock: Stock,
    turns: int,
    prices: MultiplierSets | None = None,
    gap: float = 0.5,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[float, MultiplierSets]:
    """Look for prices with a low bound for a position, from a warm start if there is one: that bound, and the prices.

    Plays that go bankrupt have prices of their own: with common ones they would build for those that do not.
    TooLarge where not even the first prices give tables that are exact.
    """
    first = prices[0] if prices else Multipliers.none(deal.rounds, deal.weights)
    bound, solvent = _generate_columns(deal, stock, False, turns, first, gap, stop)
    if not deal.popular:
        return bound, (solvent,)
    first = prices[1] if prices else solvent
    bankrupt_bound, bankrupt = _generate_columns(deal, stock, True, turns, first, gap, stop, bound - MARGIN)
    return max(bound, bankrupt_bound), (solvent, bankrupt)


def _generate_columns(
    deal: Deal,
    stock: Stock,
    bankrupt: bool,
    turns: int,
    prices: Multipliers,
    gap: float,
    stop: Callable[[], bool],
    enough: float = -np.inf,
) -> tuple[float, Multipliers]:
    """Column generation: the least bound found for plays of one kind, no lower than is enough, and its prices."""
    master = RestrictedMaster(deal, stock)
    best: tuple[float, Multipliers] | None = None
    radius = TRUST_REGION
    for turn in range(turns):
        tried = [prices]
        least = -np.inf
        if turn:
            assert best is not None
            master.keep_near(best[1], radius)
            solved = master.solve()
            if solved is None:
                break
            least, duals = solved
            tried = [duals.towards(best[1], STABILISATION), duals]
        for now in tried:
            try:
                evaluation = evaluate(deal, now, bankrupt)
            except TooLarge:
                if best is None:
                    raise
                radius *= SHRINK
                continue
            columns = generate_columns(evaluation, deal, stock)
            bound = position_bound(evaluation.prices, columns[0].value, stock)
            better = best is None or bound < best[0] - 1e-4
            if better:
                best = bound, evaluation.prices
            else:
                radius *= SHRINK
            new = [master.add(column) for column in columns]
            if better or any(new):
                break
        assert best is not None
        if best[0] - least < gap or best[0] < enough or stop():
            break
    assert best is not None
    return best
