"""Upper bounds of positions: Lagrangian bounds and, unless popularity counts, the linear relaxation.

Prices that were optimised for one position bound every other position, too, only less sharply. So the more positions
there are Lagrangian bounds for, the sharper the least of them is.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from clin9ic.setting import Goal
from solvers.clin9ic.bounds.dual_bound import PathsAndPrices, raise_bounds
from solvers.clin9ic.bounds.lagrangian.bound import (
    LagrangianBound,
    MultiplierSets,
    lagrangian_bound,
    optimise_multipliers,
)
from solvers.clin9ic.bounds.lagrangian.bound_table import NO_TABLE, NO_TABLES, UNKNOWN, RoundTables, tighten
from solvers.clin9ic.bounds.lagrangian.deal import Deal, near_to
from solvers.clin9ic.bounds.lagrangian.table import TooLarge
from solvers.clin9ic.bounds.linear_relaxation import DualPrices
from solvers.clin9ic.kernel.packed import Words
from solvers.clin9ic.successors.expander import Cutoff
from solvers.clin9ic.successors.problem import Problem

Floats = NDArray[np.float64]
GROWTH_TURNS = 40  # rough prices do for guidance
NOTHING = -1_000_000
COLUMN_TURNS, POPULARITY_GAP, OTHER_GAP = 14, 1.0, 0.2  # popularity comes in larger numbers
SMALL_GROUP = 0.25  # of the largest group of positions that share their sharpest Lagrangian bound
MOST_ALIKE = 4  # Lagrangian bounds that are kept of a round: some have hundreds of megabytes
# Dollars up to which a Lagrangian bound counts the purse in its first round, by the number of rounds to go; in later
# rounds it only tells nothing from something.
PURSES = {6: 24, 5: 26, 4: 28, 3: 8, 2: 6, 1: 6}


def levels_for(rounds: int) -> tuple[int, ...]:
    """Money levels of each round of a Lagrangian bound, and at the end."""
    return (PURSES[rounds], *(1 for _ in range(rounds - 1)), 0)


@dataclass
class PositionBounds:
    """All prices known for a problem; `bankruptcies[k]` are for plays that go bankrupt for the last time in round k.

    Where popularity counts, the linear relaxation bounds nothing before all bankruptcies have their prices; Lagrangian
    bounds do without them.
    """

    problem: Problem
    solvent: DualPrices | None = None
    bankruptcies: list[DualPrices] = field(default_factory=list)
    growth: DualPrices | None = None  # guidance for other goals, whose own prices are often level
    lagrangian_bounds: list[LagrangianBound] = field(default_factory=list)
    workers: int = 1

    def solve_relaxation(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Solve the linear relaxation of the start: prices that guide everything else, rough ones when time is up."""
        self.solvent = self.problem.relaxation().solve(stop=stop)[1]
        if not self.problem.game.counts_popularity:
            self.growth = self.problem.relaxation(goal=Goal.POPULARITY).solve(GROWTH_TURNS, stop=stop)[1]

    @property
    def complete(self) -> bool:
        return not self.problem.game.counts_popularity or len(self.bankruptcies) == self.problem.rounds

    def cutoff(self, t: int, least: float) -> Cutoff:
        """What may be pruned in a round."""
        return self._cutoff(t, self._kinds(t), self._kinds(t + 1), least)

    def guided(self, t: int, values: DualPrices) -> Cutoff:
        """The same by other prices, which bound nothing but give a beam its direction."""
        return self._cutoff(t, [values], [values], NOTHING)

    def _kinds(self, t: int) -> list[DualPrices]:
        """Prices for each kind of play from a round on; while one of them has none, prices that prune nothing."""
        assert self.solvent is not None
        if not self.complete:
            return [self.solvent._replace(rest=self.solvent.rest + 2 * UNKNOWN)]
        return [self.solvent, *self.bankruptcies[t:]]

    def _cutoff(self, t: int, now: list[DualPrices], later: list[DualPrices], least: float) -> Cutoff:
        trios = len(self.problem.trios[t].actions)  # the tables are as wide as the round with most of them
        flat = [np.tile(self.problem.flat(values, t), (trios, 1)) for values in now]
        return Cutoff(
            PathsAndPrices(np.stack([values.within[t, :trios] for values in now]), np.stack(flat)),
            PathsAndPrices(
                np.stack([values.path[t + 1] for values in later]),
                np.stack([self.problem.flat(values, t + 1) for values in later]),
            ),
            least,
            self.problem.goal_code,
            t == self.problem.rounds - 1,
        )

    def by_sharpest_bound(self, t: int, words: Words) -> list[tuple[LagrangianBound | None, NDArray[np.int64]]]:
        """Positions at the beginning of a round, by the Lagrangian bound that is sharpest for them."""
        lagrangian_bounds = [lagrangian for lagrangian in self.lagrangian_bounds if lagrangian.since <= t]
        if not lagrangian_bounds:
            return [(None, np.arange(len(words)))]
        found = np.array([self._by_lagrangian(t, words, [lagrangian]) for lagrangian in lagrangian_bounds])
        best = found.argmin(axis=0)
        many = np.bincount(best, minlength=len(lagrangian_bounds))
        found[many < many.max() * SMALL_GROUP] = np.inf  # tables for each trio take too long for a few
        best = found.argmin(axis=0)
        return [
            (lagrangian, np.flatnonzero(best == number))
            for number, lagrangian in enumerate(lagrangian_bounds)
            if (best == number).any()
        ]

    def by_trio(self, t: int, lagrangian: LagrangianBound | None, words: Words) -> Iterator[tuple[int, RoundTables]]:
        """Each trio of a round with the tables that bound it from some positions.

        They are those of one Lagrangian bound, and of others (see `_with_others`). The next trio's tables overwrite
        those before.
        """
        last = t == self.problem.rounds - 1
        if lagrangian is None:
            for trio in range(len(self.problem.trios[t].actions)):
                yield trio, self._with_others(t, NO_TABLES, lagrangian)
            return
        found = NO_TABLES._replace(third=lagrangian.after(t), end=NO_TABLE if last else lagrangian.start(t + 1))
        near, room = (
            near_to(lagrangian.deal, t - lagrangian.since, self.problem.lagrangian_places(t, words)),
            lagrangian.room(t),
        )
        cards = lagrangian.deal.cards[t - lagrangian.since]
        for trio, shared in zip(cards.order, cards.shared, strict=True):
            first, second = lagrangian.within(t, int(trio), near, room, int(shared))
            yield int(trio), self._with_others(t, found._replace(first=first, second=second), lagrangian)

    def _with_others(self, t: int, found: RoundTables, lagrangian: LagrangianBound | None) -> RoundTables:
        """Tables for a round, with those of the two other Lagrangian bounds that pruned most of its ends so far."""
        others = [one for one in self.lagrangian_bounds if one is not lagrangian]
        others.sort(key=lambda one: (one.pruned[t + 1], one.since))
        ahead = [one.start(t + 1) for one in others if one.since <= t + 1 < self.problem.rounds]
        after = [one.after(t) for one in others if one.since <= t and one.pruned[t + 1]]
        return found._replace(ahead=ahead[-1] if ahead else NO_TABLE, after=after[-1] if after else NO_TABLE)

    def not_pruned(self, t: int, words: Words, least: float) -> NDArray[np.bool_]:
        """Which positions at the beginning of a round no Lagrangian bound prunes."""
        kept = np.ones(len(words), np.bool_)
        for lagrangian in (lagrangian for lagrangian in self.lagrangian_bounds if lagrangian.since <= t):
            promising = self._by_lagrangian(t, words, [lagrangian]) >= least
            lagrangian.pruned[t] += len(words) - int(promising.sum())
            kept &= promising
        return kept

    def _by_lagrangian(self, t: int, words: Words, lagrangian_bounds: list[LagrangianBound]) -> Floats:
        found = np.full(len(words), np.inf)
        for lagrangian in lagrangian_bounds:
            if lagrangian.since <= t:
                tighten(self.problem.world, lagrangian.start(t), words, found)
        return found

    def of(self, t: int, words: Words) -> Floats:
        """The bounds of positions at the beginning of a round, no less than UNKNOWN where there are none."""
        lagrangian_bounds = self._by_lagrangian(t, words, self.lagrangian_bounds)
        return (
            np.minimum(lagrangian_bounds, self.by_prices(t, words, self._kinds(t)))
            if self.solvent
            else lagrangian_bounds
        )

    def by_prices(self, t: int, words: Words, kinds: list[DualPrices]) -> Floats:
        """Bounds of positions at the beginning of a round for plays of some kinds, by their prices."""
        found = np.full(len(words), -np.inf)
        for values in kinds:
            raise_bounds(self.problem.world, values.path[t], self.problem.flat(values, t), words, found)
        return found

    def cover(self, t: int, words: Words, stop: Callable[[], bool] = lambda: False) -> None:
        """Fill the Lagrangian tables of a round again, so that they cover these positions: at all prices there are for
        it, or only at the latest when time is up.
        """
        alike = [lagrangian for lagrangian in self.lagrangian_bounds if lagrangian.since == t]
        if alike:
            deal = self.problem.lagrangian_deal(t, words, alike[0].deal.levels, self.workers)
            self.lagrangian_bounds = [lagrangian for lagrangian in self.lagrangian_bounds if lagrangian.since != t]
            latest = self._lagrangian_bound(deal, t, alike[-1].prices, alike[-1].pruned)
            for lagrangian in alike[:-1]:
                self.lagrangian_bounds += (
                    [] if stop() else self._lagrangian_bound(deal, t, lagrangian.prices, lagrangian.pruned)
                )
            self.lagrangian_bounds += latest

    @staticmethod
    def _lagrangian_bound(
        deal: Deal, t: int, prices: MultiplierSets, pruned: Counter[int] | None = None
    ) -> list[LagrangianBound]:
        """A Lagrangian bound at some prices, unless its tables become too large to be exact."""
        try:
            return [lagrangian_bound(deal, t, prices, pruned)]
        except TooLarge:
            return []

    def add_lagrangian(self, t: int, words: Words, focus: int, stop: Callable[[], bool] = lambda: False) -> None:
        """Add a Lagrangian bound for positions at the beginning of a round, its prices optimised for one of them.

        When time is up, there is no use for it any more.
        """
        problem = self.problem
        levels = levels_for(problem.rounds - t)
        nearest = min(self.lagrangian_bounds, key=lambda lagrangian: abs(lagrangian.since - t), default=None)
        prices = None
        if nearest is not None:
            prices = tuple(one.since(t - nearest.since) for one in nearest.prices)
        # Prices are found on the few places that one position can come to.
        own = problem.lagrangian_deal(t, words[focus : focus + 1], levels, self.workers)
        stock = problem.lagrangian_stock(t, words[focus])
        gap = POPULARITY_GAP if problem.game.counts_popularity else OTHER_GAP
        try:
            _, prices = optimise_multipliers(own, stock, COLUMN_TURNS, prices, gap, stop)
        except TooLarge:
            return
        if stop():
            return
        deal = problem.lagrangian_deal(t, words, levels, self.workers) if len(words) > 1 else own
        self.lagrangian_bounds += self._lagrangian_bound(deal, t, prices)
        alike = [lagrangian for lagrangian in self.lagrangian_bounds if lagrangian.since == t]
        if len(alike) > MOST_ALIKE:
            self.lagrangian_bounds.remove(alike[0])
