"""The last round exactly, whatever the position; with a hidden floor card (3.1) as the mean of what it may be.

Draws are gone through by expectimax, a decision is solved by the compiled core.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from clin9ic.build import MOST_COMPONENTS
from clin9ic.moves import Move, Order
from clin9ic.referee import Clin9ic
from clin9ic.state import ROUNDS, Phase, State
from solvers.clin9ic.kernel.packed import TIME, Pair, Words, pack, read, units
from solvers.clin9ic.kernel.trios import TRIOS, Trios, arrangements
from solvers.clin9ic.kernel.world import World, closed
from solvers.clin9ic.policy.play_evaluator import EvaluatedPlay, PlayEvaluator
from solvers.clin9ic.policy.player_view import BUSINESS, Play, hidden, pair, worlds_of
from solvers.clin9ic.successors.expander import Expander
from solvers.clin9ic.successors.problem import Problem, Start
from solvers.clin9ic.value_function.features import settle
from solvers.clin9ic.value_function.fitted import ValueFunction, distinct
from solvers.core.advice import Interval, Objective
from solvers.core.expectimax import Valued, expectimax
from solvers.core.result import LostPlan
from solvers.native.calling import Array, Integer, Object, Unsigned, function

NOBODY = -1_000_000  # no play scores this little

_ints, _words = Array(np.int64, 1), Array(np.uint64, 2)
_best_last = function(
    "clin9ic_best_last", Integer, Object, Integer, TRIOS, Unsigned, Unsigned, Integer, Integer, Array(np.uint64, 1),
    _ints,
)  # fmt: skip
_turning_points = function(
    "clin9ic_turning_points", Integer, Object, Object, TRIOS, Integer, Unsigned, Unsigned, Integer, _words,
    Array(np.int64, 2),
)  # fmt: skip
_best_point = function(
    "clin9ic_best_point", Integer, Object, Object, Integer, TRIOS, Integer, Integer, Integer, _words,
    Array(np.int64, 2), Integer, Integer, _words, _ints,
)  # fmt: skip
_path_to = function("clin9ic_path_to", None, Object, Integer, Integer, _words)


def last_round(evaluator: PlayEvaluator, state: State) -> tuple[list[EvaluatedPlay], Interval]:
    """The plays of the last round, the best first, and what it can expect: exactly that."""
    game = evaluator.game
    if game.is_chance(state):

        def solved(at: State, _least: float) -> Valued | None:
            return None if game.is_chance(at) else Valued(last_round(evaluator, at)[1].low)

        mean = expectimax(game, state, solved=solved).value
        assert mean is not None, "nothing limits this search"
        return [], Interval(mean, mean)
    plays = evaluator.view.plays(state, each=3)
    found = [EvaluatedPlay(play, evaluator.utility(play.value, ROUNDS)) for play in plays]
    if state.phase not in BUSINESS:
        search = LastRound(evaluator, state)
        for better in search.better(plays[0]):
            found.insert(0, EvaluatedPlay(better, evaluator.utility(better.value, ROUNDS)))
        if hidden(state):
            for turned in search.turned(found[0].value):
                found.insert(0, turned)
    return found, Interval(found[0].value, found[0].value)


def best_score(
    value_function: ValueFunction, words: Pair | Words, trios: Trios, least: int, out: Words, expander: Expander
) -> tuple[int, int]:
    """The best final score of a last round that is at least `least`, with its trio and its end in `out`; or NOBODY."""
    chosen = np.empty(1, np.int64)
    first, second = int(words[0]), int(words[1])
    goal, cubes = value_function.goal, value_function.conveyors
    score = _best_last(expander.native, goal, trios, first, second, cubes, least, out, chosen)
    return int(score), int(chosen[0])


class LastRound:
    """A search through the last round from one position."""

    def __init__(self, evaluator: PlayEvaluator, state: State) -> None:
        self.evaluator, self.game = evaluator, evaluator.game
        self.problem = evaluator.view.problem(worlds_of(state)[0])
        self.value_functions = evaluator.view.value_functions(state)
        world = self.value_functions[0].world
        # Nothing is planned with a card that is turned up.
        self.outer = Expander(closed(world)) if hidden(state) else self.value_functions[0].expander
        self.chosen = distinct(self.problem.trios[0])[::-1]  # the first of several equally good ones is kept

    def better(self, best: Play) -> list[Play]:
        """The best play that turns up no card, if it beats one that was found by its looks."""
        trios = Trios(*(part[self.chosen] for part in self.problem.trios[0]))
        out = np.empty(2, np.uint64)
        found: list[Play] = []
        for start, words in zip(self.problem.starts, self.problem.words, strict=True):
            least = int(best.value) + 1
            score, trio = best_score(self.value_functions[0], words, trios, least, out, self.outer)
            if trio >= 0:
                best = Play(
                    _settled(self.outer.world, out), float(score), True, start, pair(out), int(self.chosen[trio]), True
                )
                found.append(best)
        return found

    # --- a card is turned up ---

    def turned(self, best: float) -> Iterator[EvaluatedPlay]:
        """Plays that build the top card and go on as the next one asks for, each better than those before."""
        goal = self.evaluator.objective is Objective.GOAL
        beat = round(2 * best)
        for start, words in zip(self.problem.starts, self.problem.words, strict=True):
            for trio in self.chosen:
                found = self._best_point(start, words, int(trio), self.game.target if goal else NOBODY, beat)
                if found is not None:
                    value = float(np.mean([self.evaluator.utility(score, ROUNDS) for score in found.scores]))
                    beat = round(2 * value)
                    yield EvaluatedPlay(found, value)

    def _best_point(self, start: Start, words: Words, trio: int, target: int, beat: int) -> Play | None:
        """The best play by a trio that turns up a card, if it is better than so much in both orders together."""
        trios, cubes, goal = self.problem.trios[0], self.value_functions[0].conveyors, self.value_functions[0].goal
        world, outer = self.value_functions[0].world, self.outer
        start_words = int(words[0]), int(words[1])
        points, about = np.empty((0, 2), np.uint64), np.empty((0, 3), np.int64)
        while (
            number := _turning_points(world.native, outer.native, trios, trio, *start_words, cubes, points, about)
        ) > len(points):
            points, about = np.empty((number, 2), np.uint64), np.empty((number, 3), np.int64)
        ends, scores = np.empty((2, 2), np.uint64), np.empty(2, np.int64)
        at = _best_point(
            *(value_function.expander.native for value_function in self.value_functions), goal, trios, trio,
            read(start_words, TIME), cubes, points, about, target, beat, ends, scores,
        )  # fmt: skip
        if at < 0:
            return None
        step, more, place = (int(number) for number in about[at])
        path = [*_before(outer, step, place), pair(points[at])]
        moves = _moves(self.problem, outer.world, start, trio, path, components=MOST_COMPONENTS - more)
        told = replace(start, moves=moves)
        both_scores = tuple(float(score) for score in scores)
        return Play(_settled(world, ends[0]), sum(both_scores) / 2, True, told, scores=both_scores)


def _before(outer: Expander, step: int, place: int) -> list[Pair]:
    """The positions after each action on the way to a place in the level before one."""
    path = np.empty((step, 2), np.uint64)
    _path_to(outer.native, step, place, path)
    return [pair(words) for words in path]


def _settled(world: World, words: Words) -> Pair:
    """The end with everything bought (5.3)."""
    return pair(settle(world, words[None], np.array([units(pair(words))]))[0])


def _moves(
    problem: Problem, world: World, start: Start, trio: int, path: list[Pair], components: int
) -> tuple[Move, ...]:
    """The moves from a start along the positions after each action to the floor card that turns up another."""
    game = problem.game
    state, moves = start.state._replace(unknown=True), list(start.moves)
    if state.phase is Phase.ORDER:
        arrange, _ = arrangements(game, problem.faces[0], problem.orders[0])[trio]
        moves.append(arrange)
        state = game.apply(game.apply_outcome(state, Order(problem.orders[0])), arrange)
    first = state.step
    for step, goal in enumerate(path[first:], first):
        last = step == len(path) - 1
        more, state = _found(game, world, state, goal, components if last else 0)
        moves += more
    return tuple(moves)


def _found(game: Clin9ic, world: World, state: State, goal: Pair, built: int) -> tuple[tuple[Move, ...], State]:
    """The decisions of one action that lead to a position; with `built`, to one where so many components are built and
    a card is to be turned up."""
    waiting: list[tuple[tuple[Move, ...], State]] = [((), state)]
    while waiting:
        moves, at = waiting.pop()
        if at.step == state.step and at.phase is Phase.ACT:
            waiting += [((*moves, move), game.apply(at, move)) for move in game.legal_moves(at)]
        elif (at.phase is Phase.REVEAL, at.built) == (built > 0, built) and pack(world, at) == goal:
            return moves, at
    raise LostPlan("no move leads where the search went")
