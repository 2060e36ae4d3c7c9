"""What a position may still reach at most: by headcounts and, unless popularity counts, prices of the relaxation.

Prices that a linear programme sets for one position bound every other position, too, only less sharply. So the more
positions heads were counted for, the sharper the least of all their bounds is.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from clin9ic.setting import Goal
from solvers.clin9ic.expander import Cut, Words
from solvers.clin9ic.headcount.bound import Headcount, counted, prices_for
from solvers.clin9ic.headcount.deal import near_to
from solvers.clin9ic.headcount.heads import NO_HEAD, NO_HEADS, UNKNOWN, Heads, lower_to
from solvers.clin9ic.problem import Problem
from solvers.clin9ic.relaxation import Values
from solvers.clin9ic.values import Priced, raise_to

Floats = NDArray[np.float64]
GROWTH_TURNS = 40  # rough prices do for guidance
NOTHING = -1_000_000
COUNT_TURNS, COUNT_GAP, OTHER_GAP = 14, 1.0, 0.2  # popularity comes in larger numbers
SMALL_GROUP = 0.25  # of the largest group of positions that share their sharpest headcount
MOST_ALIKE = 4  # headcounts of a round that are kept: some have hundreds of megabytes
# Dollars up to which a headcount keeps a purse in its first round, by the number of rounds to go; later it only tells
# nothing from something.
PURSES = {6: 24, 5: 26, 4: 28, 3: 8, 2: 6, 1: 6}


def levels_for(rounds: int) -> tuple[int, ...]:
    """Money levels of each round of a headcount, and at the end."""
    return (PURSES[rounds], *(1 for _ in range(rounds - 1)), 0)


@dataclass
class Bounds:
    """All prices known for a problem; `losses[k]` are for plays that lose everything last in round k.

    Where popularity counts, prices bound nothing before all losses have theirs; headcounts do without them.
    """

    problem: Problem
    never: Values | None = None
    losses: list[Values] = field(default_factory=list)
    growth: Values | None = None  # guidance for other goals, whose own prices are often level
    heads: list[Headcount] = field(default_factory=list)
    workers: int = 1

    def relax(self) -> None:
        """Solve the linear programme of the start: prices that guide everything else."""
        self.never = self.problem.relaxation().solve()[1]
        if not self.problem.game.counts_popularity:
            self.growth = self.problem.relaxation(goal=Goal.POPULARITY).solve(GROWTH_TURNS)[1]

    @property
    def complete(self) -> bool:
        return not self.problem.game.counts_popularity or len(self.losses) == self.problem.rounds

    def cut(self, t: int, least: float) -> Cut:
        """What may be left out in a round."""
        return self._cut(t, self._kinds(t), self._kinds(t + 1), least)

    def guided(self, t: int, values: Values) -> Cut:
        """A cut by one set of prices of one's own, for a sense of direction."""
        return self._cut(t, [values], [values], NOTHING)

    def _kinds(self, t: int) -> list[Values]:
        """Prices for each kind of plays there are from a round on; while one has none, such that rule nothing out."""
        assert self.never is not None
        if not self.complete:
            return [self.never._replace(rest=self.never.rest + 2 * UNKNOWN)]
        return [self.never, *self.losses[t:]]

    def _cut(self, t: int, now: list[Values], later: list[Values], least: float) -> Cut:
        trios = len(self.problem.trios[t].actions)  # the tables are as wide as the round with most of them
        flat = [np.tile(self.problem.flat(values, t), (trios, 1)) for values in now]
        return Cut(
            Priced(np.stack([values.within[t, :trios] for values in now]), np.stack(flat)),
            Priced(
                np.stack([values.path[t + 1] for values in later]),
                np.stack([self.problem.flat(values, t + 1) for values in later]),
            ),
            least,
            self.problem.goal_code,
            t == self.problem.rounds - 1,
        )

    def by_sharpest_head(self, t: int, words: Words) -> list[tuple[Headcount | None, NDArray[np.int64]]]:
        """Positions at the beginning of a round, by the headcount that is sharpest for them."""
        heads = [head for head in self.heads if head.since <= t]
        if not heads:
            return [(None, np.arange(len(words)))]
        found = np.array([self._by_heads(t, words, [head]) for head in heads])
        best = found.argmin(axis=0)
        many = np.bincount(best, minlength=len(heads))
        found[many < many.max() * SMALL_GROUP] = np.inf  # tables for each trio are not worth their time for a few
        best = found.argmin(axis=0)
        return [(head, np.flatnonzero(best == number)) for number, head in enumerate(heads) if (best == number).any()]

    def by_trio(self, t: int, head: Headcount | None, words: Words) -> Iterator[tuple[int, Heads]]:
        """Each trio of a round with what it is held against from some positions.

        That is one headcount for them, and others (see `_with_others`). The next trio's tables take the place of those
        before.
        """
        last = t == self.problem.rounds - 1
        if head is None:
            for trio in range(len(self.problem.trios[t].actions)):
                yield trio, self._with_others(t, NO_HEADS, head)
            return
        found = NO_HEADS._replace(third=head.after(t), end=NO_HEAD if last else head.start(t + 1))
        near, room = near_to(head.deal, t - head.since, self.problem.headcount_places(t, words)), head.room(t)
        cards = head.deal.cards[t - head.since]
        for trio, again in zip(cards.order, cards.again, strict=True):
            first, second = head.within(t, int(trio), near, room, int(again))
            yield int(trio), self._with_others(t, found._replace(first=first, second=second), head)

    def _with_others(self, t: int, found: Heads, head: Headcount | None) -> Heads:
        """Heads for a round, with the two other headcounts that ruled out most of what was left of its ends."""
        others = [one for one in self.heads if one is not head]
        others.sort(key=lambda one: (one.ruled_out[t + 1], one.since))
        ahead = [one.start(t + 1) for one in others if one.since <= t + 1 < self.problem.rounds]
        after = [one.after(t) for one in others if one.since <= t and one.ruled_out[t + 1]]
        return found._replace(ahead=ahead[-1] if ahead else NO_HEAD, after=after[-1] if after else NO_HEAD)

    def keep(self, t: int, words: Words, least: float) -> NDArray[np.bool_]:
        """Which positions at the beginning of a round no headcount rules out."""
        kept = np.ones(len(words), np.bool_)
        for head in (head for head in self.heads if head.since <= t):
            promising = self._by_heads(t, words, [head]) >= least
            head.ruled_out[t] += len(words) - int(promising.sum())
            kept &= promising
        return kept

    def _by_heads(self, t: int, words: Words, heads: list[Headcount]) -> Floats:
        found = np.full(len(words), np.inf)
        for head in heads:
            if head.since <= t:
                lower_to(self.problem.world.record[0], head.start(t), words, found)
        return found

    def of(self, t: int, words: Words) -> Floats:
        """The bounds of positions at the beginning of a round, no less than UNKNOWN where there are none."""
        heads = self._by_heads(t, words, self.heads)
        return np.minimum(heads, self.by_prices(t, words, self._kinds(t))) if self.never else heads

    def by_prices(self, t: int, words: Words, kinds: list[Values]) -> Floats:
        """What plays of some kinds score at most from positions at the beginning of a round."""
        found = np.full(len(words), -np.inf)
        for values in kinds:
            raise_to(self.problem.world.record[0], values.path[t], self.problem.flat(values, t), words, found)
        return found

    def cover(self, t: int, words: Words, stop: Callable[[], bool] = lambda: False) -> None:
        """Count heads for positions at the beginning of a round at whatever prices there are for it.

        When time is up, at the latest prices only.
        """
        alike = [head for head in self.heads if head.since == t]
        if alike:
            deal = self.problem.headcount_deal(t, words, alike[0].deal.levels, self.workers)
            self.heads = [head for head in self.heads if head.since != t]
            latest = counted(deal, t, alike[-1].prices, alike[-1].ruled_out)
            self.heads += [counted(deal, t, head.prices, head.ruled_out) for head in alike[:-1] if not stop()]
            self.heads.append(latest)

    def count(self, t: int, words: Words, focus: int, stop: Callable[[], bool] = lambda: False) -> None:
        """Count heads for positions at the beginning of a round, with the sharpest prices for one of them.

        When time is up, there is no use for it any more.
        """
        problem = self.problem
        levels = levels_for(problem.rounds - t)
        nearest = min(self.heads, key=lambda head: abs(head.since - t), default=None)
        prices = None
        if nearest is not None:
            prices = tuple(one.since(t - nearest.since) for one in nearest.prices)
        # Prices are found on the few places that one position can come to.
        own = problem.headcount_deal(t, words[focus : focus + 1], levels, self.workers)
        stock = problem.headcount_stock(t, words[focus])
        gap = COUNT_GAP if problem.game.counts_popularity else OTHER_GAP
        _, prices = prices_for(own, stock, COUNT_TURNS, prices, gap, stop)
        if stop():
            return
        deal = problem.headcount_deal(t, words, levels, self.workers) if len(words) > 1 else own
        self.heads.append(counted(deal, t, prices))
        alike = [head for head in self.heads if head.since == t]
        if len(alike) > MOST_ALIKE:
            self.heads.remove(alike[0])
