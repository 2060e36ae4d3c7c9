"""The evaluator of plays with the cards to come unknown: one draw of lookahead, and rollouts.

A play is evaluated by the position it ends in: every card order of the next round is tried, in every order the hidden
floor cards may have, and the best end of that round counts, by the value function or, in the last round, by its score.
Candidates are compared by successive halving, and rollouts play futures to the end by the value function alone.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import permutations
from math import ceil, erf, sqrt
from typing import NamedTuple

import numpy as np

from clin9ic.referee import Clin9ic
from clin9ic.state import ROUNDS, Phase, State
from solvers.clin9ic.kernel.packed import Pair
from solvers.clin9ic.policy.player_view import OTHER_FACES, Play, PlayerView, worlds_of
from solvers.clin9ic.value_function.fitted import ValueFunction, spread_of
from solvers.core.advice import Objective

Order = tuple[str, ...]


class Future(NamedTuple):
    """Everything chance will do: the orders of rounds by number, and which order the hidden floor cards have."""

    orders: dict[int, Order]
    world: int


@dataclass(frozen=True)
class EvaluatedPlay:
    """A play with its value: the mean over everything the next draw may bring."""

    play: Play
    value: float


class _Task(NamedTuple):
    floors: tuple[str, ...]
    number: int  # of the round to be played
    faces: str
    words: Pair
    order: Order
    cubes: bool


class PlayEvaluator:
    """Evaluates the plays of one game, with a memory; several workers find the same as one."""

    def __init__(
        self,
        game: Clin9ic,
        objective: Objective = Objective.SCORE,
        *,
        workers: int = 1,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.game, self.objective, self.stop = game, objective, stop
        self.views = [PlayerView(game) for _ in range(workers)]
        self.orders: list[Order] = list(permutations(card.id for card in game.deck.actions))
        self._known: dict[_Task, float] = {}

    @property
    def view(self) -> PlayerView:
        return self.views[0]

    # --- values ---

    def utility(self, value: float, number: int) -> float:
        """The utility of an end of a round: its value, or the chance that it leads to the target."""
        if self.objective is Objective.SCORE:
            return value
        if number >= ROUNDS:
            return float(value >= self.game.target)
        bias, spread = spread_of(self.game)[number + 1]
        return 0.5 * (1 + erf((value + bias - self.game.target + 0.5) / (spread * sqrt(2))))

    def evaluated(
        self, state: State, plays: Sequence[Play], orders: Iterable[Order] | None = None, *, cubes: bool = False
    ) -> list[EvaluatedPlay]:
        """Plays of a position with their values over the given card orders of the next round, or all of them."""
        wanted = {play: self._tasks(state, play, orders or self.orders, cubes) for play in plays}
        self._work([task for tasks in wanted.values() for task in tasks])
        found = []
        for play, tasks in wanted.items():
            if play.over:
                found.append(EvaluatedPlay(play, self.utility(play.value, ROUNDS)))
            elif all(task in self._known for task in tasks):
                number = state.round + 1
                values = [self.utility(self._known[task], number) for task in tasks]
                found.append(EvaluatedPlay(play, sum(values) / len(values)))
        return found

    def _tasks(self, state: State, play: Play, orders: Iterable[Order], cubes: bool) -> list[_Task]:
        if play.over:
            return []
        faces = state.faces.translate(OTHER_FACES)
        floors = [(*(floor.card for floor in one.floors), *one.stack) for one in worlds_of(state)]
        return [_Task(one, state.round + 1, faces, play.words, order, cubes) for order in orders for one in floors]

    def _work(self, tasks: Sequence[_Task]) -> None:
        """Find what is not known yet; whatever is left when it is time to stop stays unknown."""
        todo = [task for task in dict.fromkeys(tasks) if task not in self._known]

        def worker(number: int) -> None:
            for task in todo[number :: len(self.views)]:
                if self.stop():
                    return
                value_function = self.views[number].value_function(task.floors)
                trios = value_function.trios(task.faces, task.order)
                self._known[task] = float(
                    value_function.ends(task.words, task.number, trios, cubes=task.cubes).value[0]
                )

        if len(self.views) == 1:
            worker(0)
            return
        with ThreadPoolExecutor(len(self.views)) as pool:
            list(pool.map(worker, range(len(self.views))))

    # --- choosing ---

    def best(self, state: State, *, candidates: int = 12, each: int = 3, seed: int = 0) -> list[EvaluatedPlay]:
        """The best plays of a position, the best first: of the most promising ones, fewer as more orders are tried."""
        plays = self.view.plays(state, each=each)[:candidates]
        return self.successive_halving(state, plays, seed)

    def successive_halving(self, state: State, plays: Sequence[Play], seed: int = 0) -> list[EvaluatedPlay]:
        """Plays tried on more and more orders, the worst third dropped after each: the best first.

        Those that were dropped follow, the last one dropped first. When it is time to stop, what was tried in full
        decides: all plays left on the same orders, or as many plays as there was time for on the first one.
        """
        orders = random.Random(seed).sample(self.orders, len(self.orders))
        left = [EvaluatedPlay(play, self.utility(play.value, state.round)) for play in plays]
        behind: list[EvaluatedPlay] = []
        for number in range(1, len(orders) + 1):
            tried = self.evaluated(state, [one.play for one in left], orders[:number])
            if len(tried) < len(left):
                if number == 1:
                    known = {one.play for one in tried}
                    behind = [one for one in left if one.play not in known]
                    left = sorted(tried, key=lambda one: -one.value)
                break
            left = sorted(tried, key=lambda one: -one.value)
            if number < len(orders):
                keep = max(SHOWN, ceil(SURVIVING * len(left)))
                left, behind = left[:keep], left[keep:] + behind
        return left + behind

    # --- rollouts ---

    def futures(self, state: State, number: int, seed: int) -> list[Future]:
        """The same futures for every play of a position; the hidden floor cards have each order in turn."""
        draw = random.Random(f"{seed} futures")
        worlds, first = len(worlds_of(state)), state.round + (state.phase is not Phase.ORDER)
        return [
            Future({later: draw.choice(self.orders) for later in range(first, ROUNDS + 1)}, at % worlds)
            for at in range(number)
        ]

    def rollouts(
        self, state: State, play: Play, futures: Sequence[Future], stop: Callable[[], bool] | None = None
    ) -> list[float]:
        """Final scores after a play, each future played on by the value function; fewer when it is time to stop."""
        stop = stop or self.stop
        if play.over:
            return [play.scores[future.world] if play.scores else play.value for future in futures]
        scores: dict[int, float] = {}

        def worker(number: int) -> None:
            view = self.views[number]
            for at in range(number, len(futures), len(self.views)):
                if stop():
                    return
                world = worlds_of(state)[futures[at].world]
                value_function = view.value_function((*(floor.card for floor in world.floors), *world.stack))
                scores[at] = rollout(value_function, state, play.words, futures[at].orders)

        with ThreadPoolExecutor(len(self.views)) as pool:
            list(pool.map(worker, range(len(self.views))))
        done = next((at for at in range(len(futures)) if at not in scores), len(futures))
        return [scores[at] for at in range(done)]


SURVIVING = 2 / 3  # of the plays, after each order
SHOWN = 5  # alternatives that are evaluated on everything the next draw may bring


def rollout(value_function: ValueFunction, state: State, words: Pair, orders: dict[int, Order]) -> float:
    """Play on by the value function alone from the end of the position's round: the final score."""
    faces, value = state.faces, 0.0
    at: np.ndarray[tuple[int], np.dtype[np.uint64]] | Pair = words
    for number in range(state.round + 1, ROUNDS + 1):
        faces = faces.translate(OTHER_FACES)
        ends = value_function.ends(at, number, value_function.trios(faces, orders[number]))
        at, value = ends.words[0], float(ends.value[0])
    return value


__all__ = ["EvaluatedPlay", "Future", "PlayEvaluator", "rollout"]
