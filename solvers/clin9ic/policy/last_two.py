"""The last two rounds as exactly as time allows: what is not looked through stays in the bound.

The end of round 5 is chosen before the cards of round 6 are drawn, so its value is the mean over their orders, each
of which is played exactly (`last_round`). That is an expectimax whose moves are the ends of round 5: the compiled core
lists them and plays the last round, Lagrangian bounds say what each order could bring at most.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import floor, inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clin9ic.state import ROUNDS, State
from solvers.clin9ic.bounds.lagrangian.bound_table import NO_TABLE, UNKNOWN, BoundTable, tighten
from solvers.clin9ic.kernel.packed import (
    MONEY,
    PATIENTS,
    POPULARITY,
    TIME,
    TREATED,
    UNITS,
    Pair,
    Words,
    column,
    units,
    unpack,
)
from solvers.clin9ic.policy.last_round import NOBODY, best_score
from solvers.clin9ic.policy.play_evaluator import EvaluatedPlay, PlayEvaluator
from solvers.clin9ic.policy.player_view import BUSINESS, OTHER_FACES, Play, hidden, pair
from solvers.clin9ic.search.position_bounds import PositionBounds
from solvers.clin9ic.successors.problem import Problem, Start, spread
from solvers.clin9ic.value_function.features import settle
from solvers.clin9ic.value_function.fitted import ValueFunction
from solvers.core.advice import Interval, Objective
from solvers.core.expectimax import Expectation, Valued, expectimax

Ints = NDArray[np.int64]
PEOPLE = np.uint64(PATIENTS.mask)  # in the second word
SMALL = 1_000_000  # ends of round without conveyors; with them there are about ten times as many
VALUED = 5  # of the best plays, exactly
MOST_ENDS = 10_000  # that are searched; what the others may bring stays in the bound


class End(NamedTuple):
    """An end of the round before the last, and what each order of the last one can bring from there at most."""

    words: Pair
    uppers: tuple[float, ...]
    relaxed: "End | None" = None  # one that is no worse


class Drawn(NamedTuple):
    """The last round with its cards laid out."""

    words: Pair
    order: int
    upper: float


Position = End | Drawn | None  # None: the end of the round has still to be chosen


@dataclass
class Ends:
    """The last two rounds as a tree for expectimax: choose an end, draw an order, and play the last round at once."""

    rounds: "LastTwo"
    ends: Sequence[End] = ()
    relaxations: dict[End, float] = field(default_factory=dict)  # what they do not exceed

    def is_over(self, at: Position) -> bool:
        return isinstance(at, Drawn)

    def is_chance(self, at: Position) -> bool:
        return isinstance(at, End)

    def legal_moves(self, _at: Position) -> Sequence[End]:
        return self.ends

    def apply(self, _at: Position, end: End) -> Position:
        return end

    def chance_outcomes(self, _at: Position) -> list[tuple[int, float]]:
        return [(order, 1 / self.rounds.number_of_orders) for order in range(self.rounds.number_of_orders)]

    def apply_outcome(self, at: Position, order: int) -> Position:
        assert isinstance(at, End)
        return Drawn(at.words, order, at.uppers[order])

    def final_score(self, at: Position) -> float:
        """What the last round brings at best."""
        assert isinstance(at, Drawn)
        return self.rounds.best_of(at, -inf).value

    def bounds(self, at: Position) -> tuple[float, float]:
        if isinstance(at, Drawn):
            return -inf, at.upper
        return -inf, inf if at is None else sum(at.uppers) / len(at.uppers)

    def solved(self, at: Position, least: float) -> Valued | None:
        """The last round by the compiled core; an end that falls short as even its relaxation does."""
        if isinstance(at, Drawn):
            return self.rounds.best_of(at, least)
        if at is None or at.relaxed is None:
            return None
        if self.relaxations.get(at.relaxed, inf) > least:
            most = self.search(at.relaxed, least).at_most
            assert most is not None, "nothing limits this search"
            self.relaxations[at.relaxed] = most
        most = self.relaxations[at.relaxed]
        return Valued(most, exact=False) if most <= least else None

    def search(self, at: Position, least: float, stop: Callable[[], bool] = lambda: False) -> Expectation[End]:
        """What a position can expect, if that is more than `least`."""
        return expectimax(
            self, at, bounds=self.bounds, solved=self.solved, floor=least, gain=self.rounds.gain, stop=stop
        )  # fmt: skip


@dataclass
class LastTwo:
    """The last two rounds, decided in the round before the last, in one world."""

    evaluator: PlayEvaluator
    state: State
    stop: Callable[[], bool]
    played: dict[tuple[Pair, int], Valued] = field(default_factory=dict)  # last rounds, by position and order

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

    def best_of(self, at: Drawn, least: float) -> Valued:
        """What the last round brings at best; no more than is known where that does not exceed `least`."""
        if self.evaluator.objective is Objective.GOAL and at.upper <= 0:
            return Valued(0.0)  # the bound alone shows that the goal is out of reach
        known = self.played.get((at.words, at.order))
        if known is None or not (known.exact or known.value <= least):
            known = self.played[at.words, at.order] = self.play(at, least)
        return known

    def play(self, at: Drawn, least: float) -> Valued:
        score = self.evaluator.objective is Objective.SCORE
        needed = self.evaluator.game.target if not score else NOBODY + 1 if least == -inf else floor(least) + 1
        faces = self.state.faces.translate(OTHER_FACES)
        trios = self.value_function.trios(faces, self.evaluator.orders[at.order])
        found, _ = best_score(
            self.value_function, at.words, trios, needed, np.empty(2, np.uint64), self.value_function.expander
        )
        if score and found == NOBODY:
            return Valued(needed - 1, exact=False)
        return Valued(self.evaluator.utility(found, ROUNDS))

    @property
    def number_of_orders(self) -> int:
        return len(self.evaluator.orders)

    @property
    def gain(self) -> float:
        """Half of the least distance between two means: scores are whole numbers."""
        return 1 / (2 * self.number_of_orders)

    def exactly(self, found: Sequence[EvaluatedPlay]) -> list[EvaluatedPlay]:
        """The best of the plays with what they can expect, exactly: one, and more as far as there is time."""
        tree, valued = Ends(self), list[EvaluatedPlay]()
        for one in found[:VALUED]:
            if valued and self.stop():
                break
            value = tree.search(End(one.play.words, (inf,) * self.number_of_orders), -inf).value
            assert value is not None, "nothing limits this search"
            valued.append(EvaluatedPlay(one.play, self.exact(value)))
        valued.sort(key=lambda one: -one.value)
        return [*valued, *found[len(valued) :]]

    def exact(self, mean: float) -> float:
        """A mean over the orders, without what rounding added."""
        return round(mean * self.number_of_orders) / self.number_of_orders

    def run(self, near: Words, low: float) -> tuple[float, float, Play | None]:
        """The best value found, what no end can beat, and the best play if it beats `low`."""
        words, starts, trios = self.ends()
        self.value_function.ranges.check(words, ROUNDS)
        upper = self.uppers(self.bound_tables(near, words), words)
        left = np.flatnonzero(upper.sum(axis=1) > round(low * self.number_of_orders))
        left = left[np.argsort(-upper[left].sum(axis=1), kind="stable")]
        left, others = left[:MOST_ENDS], left[MOST_ENDS:]
        if not len(left):
            return low, low, None
        ends = self.settled(words[left], upper[left])
        tree = Ends(self, list(ends))
        found = tree.search(None, low + self.gain, self.stop)
        best = low if found.best is None or found.at_least is None else self.exact(found.at_least)
        high = best if found.at_most is None else max(best, self.exact(found.at_most))
        if len(others):
            high = max(high, float(upper[others[0]].sum()) / self.number_of_orders)
        if found.best is None:
            return best, high, None
        at = left[ends[found.best]]
        start = self.problem.starts[starts[at]]
        return best, high, Play(found.best.words, best, False, start, pair(words[at]), int(trios[at]), True)

    def settled(self, words: Words, upper: Ints) -> dict[End, int]:
        """5.3: every end with each number of points bought, and its place.

        It is no better than with buying still open, and that no better than one that has the most of everything among
        those with the same clinic and people.
        """
        found: dict[End, int] = {}
        for group in alike(words):
            most = End(pair(most_of(words[group])), tuple(map(float, upper[group].max(axis=0))))
            for one in group:
                bought = End(pair(words[one]), tuple(map(float, upper[one])), most)
                for points in range(units(bought.words), -1, -1):
                    end = settle(self.value_function.world, words[one][None], np.array([points]))[0]
                    found.setdefault(End(pair(end), bought.uppers, bought), int(one))
        return found


def alike(words: Words) -> list[Ints]:
    """The numbers of positions with the same clinic and people, group by group."""
    keys = np.stack([words[:, 0], words[:, 1] & PEOPLE], axis=1)
    _, group = np.unique(keys, axis=0, return_inverse=True)
    order = np.argsort(group.ravel(), kind="stable")
    return np.split(order, np.flatnonzero(np.diff(group.ravel()[order])) + 1) if len(words) else []


def most_of(words: Words) -> Words:
    """A position no worse than any of a group: the most money, units, popularity and treated, the least time."""
    second = words[0, 1] & PEOPLE
    for part in (MONEY, UNITS, POPULARITY, TREATED):
        second |= np.uint64(int(column(words, part).max()) << part.shift)
    second |= np.uint64(int(column(words, TIME).min()) << TIME.shift)
    return np.array([words[0, 0], second], np.uint64)


def last_two(
    evaluator: PlayEvaluator, state: State, stop: Callable[[], bool], *, candidates: int = 16
) -> tuple[list[EvaluatedPlay], Interval | None]:
    """The plays of the round before the last, and what the best can expect: between an exact value and a bound.

    The bound is infinite where there are too many ends to look at. Nothing is said where a floor card is hidden.
    """
    found = evaluator.best(state, candidates=candidates, each=4)
    if hidden(state) or state.phase in BUSINESS or found[0].play.over:
        return found, None
    two = LastTwo(evaluator, state, stop)
    found = two.exactly(found)
    low = found[0].value
    if stop() or not two.small:
        return found, Interval(low, inf)
    best, high, play = two.run(np.array(found[0].play.words, np.uint64), low)
    if play is not None:
        found = [EvaluatedPlay(play, play.value), *(one for one in found if one.play != play)]
    return found, Interval(best, high if high < UNKNOWN / two.number_of_orders else inf)
