"""What a position may still reach at most: prices of the relaxation, solved again wherever they are too coarse.

Prices that a linear programme sets for one position bound every other position, too, only less sharply. So the more
positions a programme was solved for, the sharper the least of all their bounds is.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clin9ic.setting import Goal
from solvers.clin9ic.expander import Cut, Priced, Words
from solvers.clin9ic.problem import Problem
from solvers.clin9ic.relaxation import Values
from solvers.clin9ic.values import bounds, sharpest

Floats = NDArray[np.float64]
GROWTH_TURNS = 40  # rough prices do for guidance
LATER_TURNS, LATER_GAP = 60, 1.0  # prices for positions further on need not be perfect
Chosen = tuple[list[tuple[Values, int]], int]  # prices with a round in their tables, and where the losses begin
NEARBY = 3  # so many price sets are looked at for what comes of a position


class Sharp(NamedTuple):
    """Prices set for a position of one round, good from that round on."""

    since: int
    values: Values


@dataclass
class Bounds:
    """All prices known for a problem; `losses[k]` are for plays that lose everything last in round k.

    Popularity has no bound before all losses are bounded, too.
    """

    problem: Problem
    never: list[Sharp] = field(default_factory=list)
    losses: list[Values] = field(default_factory=list)
    growth: Values | None = None  # guidance for other goals, whose own prices are often level

    def relax(self) -> None:
        """Solve the linear programme of the start: prices that guide everything else."""
        self.never = [Sharp(0, self.problem.relaxation().solve()[1])]
        if not self.problem.game.counts_popularity:
            self.growth = self.problem.relaxation(goal=Goal.POPULARITY).solve(GROWTH_TURNS)[1]

    def relax_losses(self, enough: float) -> Iterator[int]:
        """Bound plays that lose everything as well, round by round, where popularity counts."""
        while not self.complete:
            self.losses.append(self.problem.relaxation(len(self.losses)).solve(enough=enough)[1])
            yield len(self.losses)

    @property
    def complete(self) -> bool:
        return not self.problem.game.counts_popularity or len(self.losses) == self.problem.rounds

    def cut(self, t: int, least: float) -> Cut:
        """What may be left out in a round."""
        return self._cut(t, self._chosen(t), self._chosen(t + 1), least)

    def guided(self, t: int, values: Values, least: float) -> Cut:
        """A cut by one set of prices of one's own."""
        return self._cut(t, ([(values, t)], 1), ([(values, t + 1)], 1), least)

    def _chosen(self, t: int) -> Chosen:
        """All that bounds a round, each with the number of that round in its tables; the sharpest ones are the last."""
        never = [(sharp.values, t - sharp.since) for sharp in reversed(self.never) if sharp.since <= t]
        return never + [(values, t) for values in self.losses[t:]], len(never)

    def _cut(self, t: int, now: Chosen, after: Chosen, least: float) -> Cut:
        trios = slice(len(self.problem.trios[t].actions))  # the tables are as wide as the round with most trios
        last = t == self.problem.rounds - 1
        within = np.stack([values.within[at, trios] for values, at in now[0]])
        return Cut(self._start(now)._replace(paths=within), self._start(after), least, self.problem.goal_code, last)

    def _start(self, chosen: Chosen) -> Priced:
        """Prices at the beginning of a round."""
        rows, losses = chosen
        flat = [self.problem.flat(values, at) for values, at in rows]
        return Priced(np.stack([values.path[at] for values, at in rows]), np.stack(flat), np.arange(losses), losses)

    def nearby(self, t: int) -> Callable[[Cut, NDArray[np.uint64]], Cut]:
        """Makes of a round's cut one with the few price sets only that are sharpest for a position."""
        start = self._start(self._chosen(t))
        record = self.problem.world.record[0]

        def near(cut: Cut, words: NDArray[np.uint64]) -> Cut:
            use = np.empty(min(NEARBY, start.losses), np.int64)
            sharpest(record, start.paths, start.prices, start.losses, *words, use)
            return cut._replace(now=cut.now._replace(use=use))

        return near

    def of(self, t: int, words: Words) -> Floats:
        """The bounds of positions at the beginning of a round."""
        start = self._start(self._chosen(t))
        found = np.empty(len(words))
        bounds(self.problem.world.record[0], start.paths, start.prices, start.losses, words, found)
        return found

    def sharpen(self, t: int, words: NDArray[np.uint64]) -> None:
        """Solve the programme again for one position at the beginning of a round."""
        values = self.problem.relaxation_from(t, words).solve(LATER_TURNS, LATER_GAP)[1]
        self.never.append(Sharp(t, values))
