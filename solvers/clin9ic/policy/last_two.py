"""The last two rounds as exactly as time allows: what is not looked through stays in the bound.

The end of round 5 is chosen before the cards of round 6 are drawn, so its value is the mean over their orders, each
of which is played exactly (`last_round`). An end is given up as soon as the orders not yet played out could not lift it
above the best one (Star1, as in `solvers.core.expectimax`), at first by Lagrangian bounds alone.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

import numpy as np
from numpy.typing import NDArray

from clin9ic.state import ROUNDS, State
from solvers.clin9ic.bounds.lagrangian.bound_table import NO_TABLE, UNKNOWN, BoundTable, tighten
from solvers.clin9ic.expansion.problem import Problem, Start, spread
from solvers.clin9ic.kernel.packed import (
    MONEY,
    PATIENTS,
    POPULARITY,
    TIME,
    TREATED,
    UNITS,
    Words,
    column,
    units,
    unpack,
)
from solvers.clin9ic.policy.evaluator import EvaluatedPlay, Evaluator
from solvers.clin9ic.policy.last_round import NOBODY, best_score
from solvers.clin9ic.policy.player_view import BUSINESS, OTHER_FACES, Play, hidden, pair
from solvers.clin9ic.search.position_bounds import PositionBounds
from solvers.clin9ic.value_function.features import settle
from solvers.clin9ic.value_function.fitted import ValueFunction
from solvers.core.advice import Objective, Within

Ints = NDArray[np.int64]
PEOPLE = np.uint64(PATIENTS.mask)  # in the second word
SMALL = 1_000_000  # ends of round without conveyors; with them there are about ten times as many
VALUED = 5  # of the best plays, exactly


@dataclass
class LastTwo:
    """The round before the last, in one world."""

    evaluator: Evaluator
    state: State
    stop: Callable[[], bool]

    @cached_property
    def value_function(self) -> ValueFunction:
        return self.evaluator.view.value_functions(self.state)[0]

    @cached_property
    def problem(self) -> Problem:
        return self.evaluator.view.problem(self.state)

    def ends(self) -> tuple[Words, Ints, Ints]:
        """Every end of the round, buying open, with the number of its start and a trio that leads there."""
        expander, trios = self.value_function.expander, self.problem.trios[0]
        found = [expander.ends_by_trio(words, trios, cubes=True) for words in self.problem.words]
        starts = np.repeat(np.arange(len(found)), [len(words) for words, _ in found])
        return np.concatenate([words for words, _ in found]), starts, np.concatenate([trio for _, trio in found])

    @property
    def small(self) -> bool:
        """Whether all ends of the round can be looked at."""
        found = [
            self.value_function.expander.ends(words, self.problem.trios[0], cubes=False) for words in self.problem.words
        ]
        return sum(map(len, found)) <= SMALL

    def bound_tables(self, near: Words, words: Words) -> list[BoundTable]:
        """Lagrangian tables of ends for each order of the last round, at prices for one near the best."""
        faces = self.state.faces.translate(OTHER_FACES)
        start = Start((), unpack(self.value_function.world, pair(near), ROUNDS, faces))
        known = np.concatenate([near[None], spread(words)])
        found = []
        for order in self.evaluator.orders:
            problem = Problem(self.evaluator.game, (start,), (order,))
            problem.__dict__["world"] = self.value_function.world
            bounds = PositionBounds(problem, workers=len(self.evaluator.views))
            bounds.add_lagrangian(0, known, 0, self.stop)
            found.append(bounds.lagrangian_bounds[0].start(0) if bounds.lagrangian_bounds else NO_TABLE)
        return found

    def counted(self, score: int) -> int:
        """A final score as what is averaged, in whole numbers."""
        if self.evaluator.objective is Objective.SCORE:
            return int(score)
        return int(score >= self.evaluator.game.target)

    def uppers(self, bound_tables: list[BoundTable], words: Words) -> Ints:
        """[end, order]: what no play of the last round can beat."""
        table = np.full((len(words), len(bound_tables)), UNKNOWN)
        for at, bound_table in enumerate(bound_tables):
            found = np.full(len(words), UNKNOWN)
            tighten(self.value_function.world, bound_table, words, found)
            table[:, at] = np.floor(found)
        if self.evaluator.objective is Objective.GOAL:
            table = (table >= self.evaluator.game.target).astype(float)
        whole: Ints = table.astype(np.int64)
        return whole

    def best_of(self, at: int, words: Words, least: int) -> int | None:
        """What an order brings at best from a position, None if that is not at least so much."""
        score = least if self.evaluator.objective is Objective.SCORE else self.evaluator.game.target
        faces = self.state.faces.translate(OTHER_FACES)
        trios = self.value_function.trios(faces, self.evaluator.orders[at])
        found, _ = best_score(
            self.value_function, words, trios, score, np.empty(2, np.uint64), self.value_function.expander
        )
        missed = None if self.evaluator.objective is Objective.SCORE else 0
        return missed if found == NOBODY else self.counted(found)

    def exactly(self, found: Sequence[EvaluatedPlay]) -> list[EvaluatedPlay]:
        """The best of the plays with what they can expect, exactly: one, and more as far as there is time."""
        valued: list[EvaluatedPlay] = []
        for one in found[:VALUED]:
            if valued and self.stop():
                break
            words = np.array(one.play.words, np.uint64)
            scores = [self.best_of(at, words, NOBODY + 1) or 0 for at in range(len(self.evaluator.orders))]
            valued.append(EvaluatedPlay(one.play, sum(scores) / len(scores)))
        valued.sort(key=lambda one: -one.value)
        return [*valued, *found[len(valued) :]]

    def total(self, words: Words, upper: Ints, beat: int) -> int | None:
        """The sum over all orders, if it beats a number; orders are given up as soon as it cannot any more."""
        upper = upper.copy()
        for at in np.argsort(upper, kind="stable"):
            needed = beat + 1 - int(upper.sum() - upper[at])
            if upper[at] < needed:
                return None
            found = self.best_of(int(at), words, needed)
            if found is None or found < needed:
                return None
            upper[at] = found
        return int(upper.sum())

    def splits(self, words: Words) -> Iterator[Words]:
        """5.3: the end with each number of points bought."""
        for points in range(units(pair(words)), -1, -1):
            yield settle(self.value_function.world, words[None], np.array([points]))[0]

    def run(self, near: Words, low: int) -> tuple[int, int, Play | None]:
        """Sums over the orders: the best found, what no end can beat, and the best play if it beats `low`.

        Ends with the same clinic and people are looked at together first: one that has the most of everything else
        stands for them all.
        """
        words, starts, trios = self.ends()
        self.value_function.ranges.check(words, ROUNDS)
        upper = self.uppers(self.bound_tables(near, words), words)
        left = upper.sum(axis=1) > low
        words, upper, starts, trios = words[left], upper[left], starts[left], trios[left]
        best, play = low, None
        groups = alike(words)
        tops = [upper[group].max(axis=0) for group in groups]
        for at in sorted(range(len(groups)), key=lambda at: -int(tops[at].sum())):
            if tops[at].sum() <= best:
                break
            if self.stop():
                return best, int(tops[at].sum()), play
            group = groups[at]
            if self.total(most_of(words[group]), tops[at], best) is None:
                continue
            for one in group:
                if self.total(words[one], upper[one], best) is None:
                    continue
                for settled in self.splits(words[one]):
                    found = self.total(settled, upper[one], best)
                    if found is not None:
                        start, value = self.problem.starts[starts[one]], found / len(self.evaluator.orders)
                        raw, trio = pair(words[one]), int(trios[one])
                        best, play = found, Play(pair(settled), value, False, start, raw, trio, True)
        return best, best, play


def alike(words: Words) -> list[Ints]:
    """The numbers of positions with the same clinic and people, group by group."""
    keys = np.stack([words[:, 0], words[:, 1] & PEOPLE], axis=1)
    _, group = np.unique(keys, axis=0, return_inverse=True)
    order = np.argsort(group.ravel(), kind="stable")
    return np.split(order, np.flatnonzero(np.diff(group.ravel()[order])) + 1) if len(words) else []


def most_of(words: Words) -> Words:
    """A position no worse than any of a group: the most money, units, popularity and treated, the least time."""
    second = words[0, 1] & PEOPLE
    for field in (MONEY, UNITS, POPULARITY, TREATED):
        second |= np.uint64(int(column(words, field).max()) << field.shift)
    second |= np.uint64(int(column(words, TIME).min()) << TIME.shift)
    return np.array([words[0, 0], second], np.uint64)


def last_two(
    evaluator: Evaluator, state: State, stop: Callable[[], bool], *, candidates: int = 16
) -> tuple[list[EvaluatedPlay], Within | None]:
    """The plays of the round before the last, and what the best can expect: between an exact value and a bound.

    The bound is infinite where there are too many ends to look at. Nothing is said where a floor card is hidden.
    """
    found = evaluator.best(state, candidates=candidates, each=4)
    if hidden(state) or state.phase in BUSINESS or found[0].play.over:
        return found, None
    two = LastTwo(evaluator, state, stop)
    found = two.exactly(found)
    orders = len(evaluator.orders)
    low = round(found[0].value * orders)
    if stop() or not two.small:
        return found, Within(low / orders, inf)
    best, high, play = two.run(np.array(found[0].play.words, np.uint64), low)
    if play is not None:
        found = [EvaluatedPlay(play, play.value), *(one for one in found if one.play != play)]
    return found, Within(best / orders, max(best, high) / orders if high < UNKNOWN else inf)
