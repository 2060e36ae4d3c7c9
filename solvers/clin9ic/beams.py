"""Good plans for the whole game with the draws known: beams by prices, and by the worth fitted for other players.

A beam goes from round to round with the kernel and keeps the most promising positions of each.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from clin9ic.setting import Goal
from solvers.clin9ic.advice.outlook import Outlook
from solvers.clin9ic.bounds import NOTHING, Bounds
from solvers.clin9ic.dominance import undominated
from solvers.clin9ic.expander import Cut, Expander, Words
from solvers.clin9ic.headcount.heads import UNKNOWN
from solvers.clin9ic.layers import NO_LAYER, Floats, Ints, Layer, distinct, rows_of, varied
from solvers.clin9ic.problem import Problem
from solvers.clin9ic.relaxation import Values
from solvers.clin9ic.worth import WORTH
from solvers.result import Progress

VARIETY, EACH_TRIO = 4.0, 3  # of a beam by fitted worth: as in `Guide.turn`, and ends of every trio
ROUNDING = 1e-4  # a bound this much below a whole number is taken for that number


Found = tuple[Words, Ints, Ints, Floats]  # ends of a round: their parents, trios and worth
Expand = Callable[[Layer, int], tuple[Layer, float]]  # of a round: what follows, and the best bound left out


class Plan(NamedTuple):
    """The way to the best end found: one position of each round."""

    score: int
    layers: list[Layer]
    start: int  # which of the problem's starts
    cubes: bool  # whether there may be new conveyors


class Guide(NamedTuple):
    """How a beam chooses: by the programme's prices, with some weight on growth and people, and how varied."""

    growth: float = 0.0  # weight of the popularity programme's prices, where another goal's are often level
    own: float = 0.0  # weight of the people that the goal counts
    turn: float = 1.0  # how much promise a place further down within its kind of clinic costs
    cubes: bool = False  # conveyors are tried, too, which takes several times as long


GUIDES = {
    Goal.POPULARITY: (Guide(turn=12.0), Guide(turn=4.0)),
    Goal.TREATED: (Guide(0.02, 0.1), Guide(own=1.0), Guide(0.05, 0.3)),
}
OTHER_GUIDES = (Guide(0.05, 0.3), Guide(0.2, 1.0), Guide(0.05, 1.0, 4.0))


@dataclass
class Beams:
    """Plans for one problem, and what bounds them; it ends early whenever `stop` says so."""

    problem: Problem
    report: Callable[[Progress], None] = lambda _: None
    stop: Callable[[], bool] = lambda: False
    workers: int = 2
    floor: int = NOTHING  # only scores above this are wanted
    aim: int = NOTHING  # or above this, for the time being
    dominance: bool = True  # positions that another makes superfluous are left out
    best: int | None = None
    plan: Plan | None = None
    bound: int | None = None

    def __post_init__(self) -> None:
        self.began = time.monotonic()
        self.expanders = [Expander(self.problem.world) for _ in range(self.workers)]
        self.bounds = Bounds(self.problem, workers=self.workers)

    # --- bounds -----------------------------------------------------------------------------------------------------

    def relax(self) -> None:
        """Solve the linear programme: prices that guide everything else."""
        self.bounds.relax()
        self._lower_bound(float(self._first().worth.max()))

    @property
    def generated(self) -> int:
        """How many positions were made so far."""
        return sum(expander.generated for expander in self.expanders)

    @property
    def lowest(self) -> int:
        """The score to beat."""
        return max(self.floor, self.aim, NOTHING if self.best is None else self.best)

    @property
    def closed(self) -> bool:
        """Whether nothing better than the best, or than what is wanted, can exist."""
        return self.bound is not None and self.bound <= self.lowest

    def _lower_bound(self, bound: float) -> None:
        if bound >= UNKNOWN:
            return
        whole = int(np.floor(bound + ROUNDING))
        if self.best is not None:
            whole = max(whole, self.best)
        self.bound = whole if self.bound is None else min(self.bound, whole)

    def _guided(self, t: int, guide: Guide) -> Cut:
        """Prices for a beam: no bound, but a better sense of direction."""
        return self.bounds.guided(t, self._mixed(guide))

    def _mixed(self, guide: Guide) -> Values:
        """The prices that a guide goes by."""
        assert self.bounds.never is not None
        mixed = self.bounds.never._asdict()
        if self.bounds.growth is not None and guide.growth:
            for name, other in self.bounds.growth._asdict().items():
                if name != "point":
                    mixed[name] = mixed[name] + guide.growth * other
        worth = WORTH[self.problem.game.goal]
        if guide.own and not self.problem.game.counts_popularity:
            mixed["doctors"] = mixed["doctors"] + guide.own * np.array(worth.doctor)
            mixed["nurses"] = mixed["nurses"] + guide.own * worth.nurse
            mixed["orderlies"] = mixed["orderlies"] + guide.own * worth.orderly
        return Values(**mixed)

    # --- layers -----------------------------------------------------------------------------------------------------

    def _first(self) -> Layer:
        words = self.problem.words
        each = np.arange(len(words), dtype=np.int32)  # which start a plan goes back to
        return Layer(words, each, np.zeros_like(each), self.bounds.of(0, words))

    def _expand(self, layer: Layer, t: int, cut: Cut, *, cubes: bool, mid: int, ends: int) -> tuple[Layer, float]:
        """The next layer, and the best bound of what was dropped for want of space or left when time was up."""
        order = np.argsort(-layer.worth, kind="stable")
        found: list[Found] = []
        left = [-np.inf]

        def work(number: int) -> None:
            expander = self.expanders[number]
            for index in order[number :: self.workers]:
                now = cut._replace(least=self.lowest + 1 - ROUNDING) if cut.last else cut
                if self.stop():
                    left.append(float(layer.worth[index]))
                    continue
                words, trios, worth, dropped = expander.best(
                    layer.words[index], self.problem.trios[t], now, cubes=cubes, mid=mid, ends=ends
                )
                left.append(dropped)
                if cut.last and len(words) and worth[0] > self.lowest:
                    self.best = int(worth[0])
                if len(words):
                    found.append((words, np.full(len(words), index, np.int32), trios, worth))

        with ThreadPoolExecutor(self.workers) as pool:
            list(pool.map(work, range(self.workers)))
        return self._gathered(found, cut), max(left)

    def _gathered(self, found: list[Found], cut: Cut) -> Layer:
        """All ends of a round once, without those that another makes superfluous."""
        if not found:
            return NO_LAYER
        words, parents, trios, worth = (np.concatenate(column) for column in zip(*found, strict=True))
        layer = distinct(words, parents, trios, worth)
        if self.dominance and not cut.last:
            layer = rows_of(layer, np.flatnonzero(undominated(layer.words, self.problem.game.goal)))
        return layer

    def _say(self, stage: str, t: int, positions: int) -> None:
        elapsed = time.monotonic() - self.began
        self.report(Progress(stage, self.problem.state.round + t, positions, self.best, self.bound, elapsed))

    def beam(self, width: int, guide: Guide, since: int = 0) -> bool:
        """Keep the `width` most promising positions of each round, half as many where conveyors are tried.

        With `since`, go on from the best plan as it stands at that round. Whether a wider beam could find more:
        anything was left out for want of space.
        """
        layers = self.plan.layers[: since + 1] if self.plan and since else [self._first()]
        if guide.cubes:
            width = max(1, width // 2)

        def expand(layer: Layer, t: int) -> tuple[Layer, float]:
            cut = self._guided(t, guide)
            return self._expand(layer, t, cut, cubes=guide.cubes, mid=4 * width, ends=width)

        return self._narrowed(f"beam {width}", layers, width, guide, expand)

    def foresee(self, width: int) -> bool:
        """A beam by the worth fitted for players who do not know the draws: quick, and a sense of its own."""
        return self._narrowed(f"worth {width}", [self._first()], width, Guide(turn=VARIETY), self._foreseen)

    def _narrowed(self, stage: str, layers: list[Layer], width: int, guide: Guide, expand: Expand) -> bool:
        """Go on from the last of some layers to the end, `width` positions a round; whether anything was left out."""
        narrow = False
        for t in range(len(layers) - 1, self.problem.rounds):
            if self.stop():
                return True
            layer, dropped = expand(layers[-1], t)
            narrow |= dropped > NOTHING or len(layer.words) > width
            layers = [*layers, rows_of(layer, varied(layer, width, guide.turn, self.problem.world.tables.config))]
            self._say(stage, t, len(layers[-1].words))
            if not len(layers[-1].words):
                return narrow
        self._keep(layers, guide.cubes)
        return narrow

    def _foreseen(self, layer: Layer, t: int) -> tuple[Layer, float]:
        """The best ends of a round by each trio from each position; others may always be as good."""
        number = self.problem.state.round + t

        def work(start: int) -> list[Found]:
            found = []
            for index in range(start, len(layer.words), self.workers):
                words = layer.words[index]
                ends = self.outlooks[start].ends(words, number, self.problem.trios[t], each=EACH_TRIO)
                found.append((ends.raw, np.full(len(ends.raw), index, np.int32), ends.trio, ends.worth))
            return found

        with ThreadPoolExecutor(self.workers) as pool:
            columns = [one for part in pool.map(work, range(self.workers)) for one in part]
        return distinct(*(np.concatenate(column) for column in zip(*columns, strict=True))), np.inf

    @cached_property
    def outlooks(self) -> list[Outlook]:
        return [Outlook(self.problem.game, self.problem.world, expander=expander) for expander in self.expanders]

    def polish(self, width: int, guide: Guide) -> None:
        """Go over the best plan from its last round back, what follows free again, until nothing gets better."""
        before = None
        while self.plan is not None and self.plan.score != before:
            before = self.plan.score
            for since in range(self.problem.rounds - 1, 0, -1):
                self.beam(width, guide, since)

    def _keep(self, layers: list[Layer], cubes: bool) -> None:
        """Remember the layers of the best plan of this search, one position of each; a better one may be known."""
        score = int(layers[-1].worth.max())
        if self.plan is not None and score <= self.plan.score:
            return
        chain = chained(layers)
        # What goes on from the plan before may have its conveyors, too.
        cubes |= self.plan is not None and self.plan.cubes
        self.plan = Plan(score, chain, int(chain[0].parent[0]), cubes)
        self.best = max(score, NOTHING if self.best is None else self.best)


def chained(layers: list[Layer]) -> list[Layer]:
    """The way to the best end of some layers: one position of each, the first one with the start it stands for."""
    chain = []
    at = int(layers[-1].worth.argmax())
    for layer in reversed(layers):
        one = rows_of(layer, np.array([at]))
        chain.append(one._replace(parent=np.zeros_like(one.parent)))
        at = int(layer.parent[at])
    chain[-1] = chain[-1]._replace(parent=np.full(1, at, np.int32))
    return chain[::-1]
