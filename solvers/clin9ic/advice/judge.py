"""What ways to play a round are worth with the cards to come unknown: a draw looked ahead, futures played out.

A play is judged by the position it ends in: every card order of the next round is tried, in every order the hidden
floor cards may have, and the best end of that round counts, by its fitted worth or, in the last round, by its score.
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
from solvers.advice import Objective
from solvers.clin9ic.advice.outlook import Outlook, Weights, spread_of
from solvers.clin9ic.advice.plays import OTHER_FACES, Pair, Play, Sight, worlds_of

Order = tuple[str, ...]


class Future(NamedTuple):
    """Everything chance will do: the orders of rounds by number, and which order the hidden floor cards have."""

    orders: dict[int, Order]
    world: int


@dataclass(frozen=True)
class Judged:
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


class Judge:
    """Judges the plays of one game, with a memory; several workers find the same as one."""

    def __init__(
        self,
        game: Clin9ic,
        objective: Objective = Objective.SCORE,
        *,
        workers: int = 1,
        weights: Weights | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.game, self.objective, self.stop = game, objective, stop
        self.sights = [Sight(game, weights) for _ in range(workers)]
        self.orders: list[Order] = list(permutations(card.id for card in game.deck.actions))
        self._known: dict[_Task, float] = {}

    @property
    def sight(self) -> Sight:
        return self.sights[0]

    # --- values ---

    def utility(self, worth: float, number: int) -> float:
        """What an end of a round counts: its worth, or the chance that it leads to the target."""
        if self.objective is Objective.SCORE:
            return worth
        if number >= ROUNDS:
            return float(worth >= self.game.target)
        bias, spread = spread_of(self.game.goal)[number + 1]
        return 0.5 * (1 + erf((worth + bias - self.game.target + 0.5) / (spread * sqrt(2))))

    def judged(
        self, state: State, plays: Sequence[Play], orders: Iterable[Order] | None = None, *, cubes: bool = False
    ) -> list[Judged]:
        """Plays of a position with their values over the given card orders of the next round, or all of them."""
        wanted = {play: self._tasks(state, play, orders or self.orders, cubes) for play in plays}
        self._work([task for tasks in wanted.values() for task in tasks])
        found = []
        for play, tasks in wanted.items():
            if play.over:
                found.append(Judged(play, self.utility(play.worth, ROUNDS)))
            elif all(task in self._known for task in tasks):
                number = state.round + 1
                values = [self.utility(self._known[task], number) for task in tasks]
                found.append(Judged(play, sum(values) / len(values)))
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
            for task in todo[number :: len(self.sights)]:
                if self.stop():
                    return
                outlook = self.sights[number].outlook(task.floors)
                trios = outlook.trios(task.faces, task.order)
                self._known[task] = float(outlook.ends(task.words, task.number, trios, cubes=task.cubes).worth[0])

        if len(self.sights) == 1:
            worker(0)
            return
        with ThreadPoolExecutor(len(self.sights)) as pool:
            list(pool.map(worker, range(len(self.sights))))

    # --- choosing ---

    def best(self, state: State, *, candidates: int = 12, each: int = 3, seed: int = 0) -> list[Judged]:
        """The best plays of a position, the best first: of the most promising ones, fewer as more orders are tried."""
        plays = self.sight.plays(state, each=each)[:candidates]
        return self.thinned(state, plays, seed)

    def thinned(self, state: State, plays: Sequence[Play], seed: int = 0) -> list[Judged]:
        """Plays tried on one order after another, the worst being dropped on the way: the best first.

        Those that were dropped follow, the last one dropped first. When it is time to stop, what was tried in full
        decides: all plays left on the same orders, or as many plays as there was time for on the first one.
        """
        orders = random.Random(seed).sample(self.orders, len(self.orders))
        left = [Judged(play, self.utility(play.worth, state.round)) for play in plays]
        behind: list[Judged] = []
        for number in range(1, len(orders) + 1):
            tried = self.judged(state, [one.play for one in left], orders[:number])
            if len(tried) < len(left):
                if number == 1:
                    known = {one.play for one in tried}
                    behind = [one for one in left if one.play not in known]
                    left = sorted(tried, key=lambda one: -one.value)
                break
            left = sorted(tried, key=lambda one: -one.value)
            if number < len(orders):
                keep = max(SHOWN, ceil(KEPT * len(left)))
                left, behind = left[:keep], left[keep:] + behind
        return left + behind

    # --- playing futures out ---

    def futures(self, state: State, number: int, seed: int) -> list[Future]:
        """The same futures for every play of a position; the hidden floor cards have each order in turn."""
        draw = random.Random(f"{seed} futures")
        worlds, first = len(worlds_of(state)), state.round + (state.phase is not Phase.ORDER)
        return [
            Future({later: draw.choice(self.orders) for later in range(first, ROUNDS + 1)}, at % worlds)
            for at in range(number)
        ]

    def played_out(
        self, state: State, play: Play, futures: Sequence[Future], stop: Callable[[], bool] | None = None
    ) -> list[float]:
        """The final scores of playing on by worth alone after a play, in each future; fewer when it is time to stop."""
        stop = stop or self.stop
        if play.over:
            return [play.scores[future.world] if play.scores else play.worth for future in futures]
        scores: dict[int, float] = {}

        def worker(number: int) -> None:
            sight = self.sights[number]
            for at in range(number, len(futures), len(self.sights)):
                if stop():
                    return
                world = worlds_of(state)[futures[at].world]
                outlook = sight.outlook((*(floor.card for floor in world.floors), *world.stack))
                scores[at] = play_out(outlook, state, play.words, futures[at].orders)

        with ThreadPoolExecutor(len(self.sights)) as pool:
            list(pool.map(worker, range(len(self.sights))))
        done = next((at for at in range(len(futures)) if at not in scores), len(futures))
        return [scores[at] for at in range(done)]


KEPT = 2 / 3  # of the plays, after each order
SHOWN = 5  # alternatives that are judged on everything the next draw may bring


def play_out(outlook: Outlook, state: State, words: Pair, orders: dict[int, Order]) -> float:
    """The final score of playing by worth alone from the end of the position's round."""
    faces, worth = state.faces, 0.0
    at: np.ndarray[tuple[int], np.dtype[np.uint64]] | Pair = words
    for number in range(state.round + 1, ROUNDS + 1):
        faces = faces.translate(OTHER_FACES)
        ends = outlook.ends(at, number, outlook.trios(faces, orders[number]))
        at, worth = ends.words[0], float(ends.worth[0])
    return worth


__all__ = ["Future", "Judge", "Judged", "play_out"]
