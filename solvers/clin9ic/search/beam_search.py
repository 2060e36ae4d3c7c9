"""Beam search for good plans with the draws known, guided by dual prices or by the value function.

A beam goes from round to round with the kernel and keeps the most promising positions of each.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple

import numpy as np

from clin9ic.setting import Goal
from solvers.clin9ic.bounds.lagrangian.bound_table import UNKNOWN
from solvers.clin9ic.bounds.linear_relaxation import DualPrices
from solvers.clin9ic.bounds.score_weights import SCORE_WEIGHTS
from solvers.clin9ic.kernel.packed import Words
from solvers.clin9ic.search.position_bounds import NOTHING, PositionBounds
from solvers.clin9ic.successors.dominance import undominated
from solvers.clin9ic.successors.expander import Cutoff, Expander
from solvers.clin9ic.successors.layers import NO_LAYER, Floats, Ints, Layer, distinct, rows_of, varied
from solvers.clin9ic.successors.problem import Problem
from solvers.clin9ic.value_function.fitted import ValueFunction
from solvers.core.result import Progress

VARIETY, EACH_TRIO = 4.0, 3  # of a beam by the value function: as in `Guide.turn`, and ends of every trio


Found = tuple[Words, Ints, Ints, Floats]  # ends of a round: their parents, trios and values
Expand = Callable[[Layer, int], tuple[Layer, float]]  # of a round: what follows, and the best bound left out


class BoundSource(Enum):
    """What a bound rests on."""

    RELAXATION = auto()  # a relaxation of the whole rest, or of positions that were not expanded
    SEARCH = auto()  # branch and bound: everything that could beat it was expanded
    WARM_START = auto()  # it was known before


class Plan(NamedTuple):
    """The incumbent as the search has it: one position of each round."""

    score: int
    layers: list[Layer]
    start: int  # which of the problem's starts
    cubes: bool  # whether there may be new conveyors


class Guide(NamedTuple):
    """How a beam chooses: by the programme's prices, with some weight on growth and people, and how varied."""

    growth: float = 0.0  # weight of the popularity programme's prices, where another goal's are often level
    own: float = 0.0  # weight of the people that the goal counts
    turn: float = 1.0  # how much a lower rank within its kind of clinic costs, for variety
    cubes: bool = False  # conveyors are tried, too, which takes several times as long


GUIDES = {
    Goal.POPULARITY: (Guide(turn=12.0), Guide(turn=4.0)),
    Goal.TREATED: (Guide(0.02, 0.1), Guide(own=1.0), Guide(0.05, 0.3)),
}
OTHER_GUIDES = (Guide(0.05, 0.3), Guide(0.2, 1.0), Guide(0.05, 1.0, 4.0))


@dataclass
class BeamSearch:
    """Plans for one problem, and a bound on them; it ends early whenever `stop` says so."""

    problem: Problem
    report: Callable[[Progress], None] = lambda _: None
    stop: Callable[[], bool] = lambda: False
    workers: int = 2
    floor: int = NOTHING  # only scores above this are wanted
    aim: int = NOTHING  # or above this, for the time being
    dominance: bool = True  # dominated positions are pruned
    incumbent: int | None = None  # the best score known, whether this search found it or not
    plan: Plan | None = None
    bound: int | None = None
    bound_source: BoundSource = BoundSource.WARM_START
    on_plan: Callable[[], None] = lambda: None  # called with every better plan

    def __post_init__(self) -> None:
        self.began = time.monotonic()
        self.expanders = [Expander(self.problem.world) for _ in range(self.workers)]
        self.bounds = PositionBounds(self.problem, workers=self.workers)

    # --- bounds -----------------------------------------------------------------------------------------------------

    def solve_relaxation(self) -> None:
        """Solve the linear relaxation: dual prices that guide everything else."""
        self.bounds.solve_relaxation(self.stop)
        self._lower_bound(float(self._first().value.max()))

    @property
    def generated(self) -> int:
        """How many positions were made so far."""
        return sum(expander.generated for expander in self.expanders)

    @property
    def cutoff(self) -> int:
        """The score to beat: what cannot beat it is pruned."""
        return max(self.floor, self.aim, NOTHING if self.incumbent is None else self.incumbent)

    @property
    def wanted(self) -> float:
        """The least score that beats the cutoff. Bounds are exact, so whatever has one below this may be pruned."""
        return float(self.cutoff + 1)

    @property
    def closed(self) -> bool:
        """Whether nothing can beat the cutoff."""
        return self.bound is not None and self.bound <= self.cutoff

    def _lower_bound(self, bound: float, bound_source: BoundSource = BoundSource.RELAXATION) -> None:
        if bound >= UNKNOWN:
            return
        whole = int(np.floor(bound))  # exact: see `dual_feasibility` and `lagrangian.table`
        if self.bound is None or whole < self.bound or (whole == self.bound and bound_source is BoundSource.SEARCH):
            self.bound, self.bound_source = whole, bound_source

    def _guided(self, t: int, guide: Guide) -> Cutoff:
        """Prices for a beam: no bound, but a better guide."""
        return self.bounds.guided(t, self._mixed(guide))

    def _mixed(self, guide: Guide) -> DualPrices:
        """The prices that a guide goes by."""
        assert self.bounds.solvent is not None
        mixed = self.bounds.solvent._asdict()
        if self.bounds.growth is not None and guide.growth:
            for name, other in self.bounds.growth._asdict().items():
                if name != "point":
                    mixed[name] = mixed[name] + guide.growth * other
        weights = SCORE_WEIGHTS[self.problem.game.goal]
        if guide.own and not self.problem.game.counts_popularity:
            mixed["doctors"] = mixed["doctors"] + guide.own * np.array(weights.doctor)
            mixed["nurses"] = mixed["nurses"] + guide.own * weights.nurse
            mixed["orderlies"] = mixed["orderlies"] + guide.own * weights.orderly
        return DualPrices(**mixed)

    # --- layers -----------------------------------------------------------------------------------------------------

    def _first(self) -> Layer:
        words = self.problem.words
        each = np.arange(len(words), dtype=np.int32)  # which start a plan goes back to
        return Layer(words, each, np.zeros_like(each), self.bounds.of(0, words))

    def _expand(self, layer: Layer, t: int, cut: Cutoff, *, cubes: bool, mid: int, ends: int) -> tuple[Layer, float]:
        """The next layer, and the best bound of what was dropped for want of space or left when time was up."""
        self._check(layer, t)
        order = np.argsort(-layer.value, kind="stable")
        found: list[Found] = []
        left = [-np.inf]

        def work(number: int) -> None:
            expander = self.expanders[number]
            for index in order[number :: self.workers]:
                now = cut._replace(least=self.wanted) if cut.last else cut
                if self.stop():
                    left.append(float(layer.value[index]))
                    continue
                words, trios, value, dropped = expander.best(
                    layer.words[index], self.problem.trios[t], now, cubes=cubes, mid=mid, ends=ends
                )
                left.append(dropped)
                if cut.last and len(words) and value[0] > self.cutoff:
                    self.incumbent = int(value[0])
                if len(words):
                    found.append((words, np.full(len(words), index, np.int32), trios, value))

        with ThreadPoolExecutor(self.workers) as pool:
            list(pool.map(work, range(self.workers)))
        return self._gathered(found, cut), max(left)

    def _check(self, layer: Layer, t: int) -> None:
        """Whether the words of a layer hold whatever comes of a round; `Beyond` if not."""
        self.problem.ranges.check(layer.words, self.problem.state.round + t)

    def _gathered(self, found: list[Found], cut: Cutoff) -> Layer:
        """All ends of a round once, without dominated ones."""
        if not found:
            return NO_LAYER
        words, parents, trios, value = (np.concatenate(column) for column in zip(*found, strict=True))
        layer = distinct(words, parents, trios, value)
        if self.dominance and not cut.last:
            layer = rows_of(layer, np.flatnonzero(undominated(layer.words, self.problem.game.goal)))
        return layer

    def _say(self, stage: str, t: int, positions: int) -> None:
        elapsed = time.monotonic() - self.began
        self.report(Progress(stage, self.problem.state.round + t, positions, self.incumbent, self.bound, elapsed))

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

    def value_beam(self, width: int) -> bool:
        """A beam by the value function, fitted for players who do not know the draws: quick, and another guide."""
        return self._narrowed(f"value {width}", [self._first()], width, Guide(turn=VARIETY), self._value_ends)

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

    def _value_ends(self, layer: Layer, t: int) -> tuple[Layer, float]:
        """The best ends of a round by each trio from each position; others may always be as good."""
        self._check(layer, t)
        number = self.problem.state.round + t

        def work(start: int) -> list[Found]:
            found = []
            for index in range(start, len(layer.words), self.workers):
                words = layer.words[index]
                ends = self.value_functions[start].ends(words, number, self.problem.trios[t], each=EACH_TRIO)
                found.append((ends.raw, np.full(len(ends.raw), index, np.int32), ends.trio, ends.value))
            return found

        with ThreadPoolExecutor(self.workers) as pool:
            columns = [one for part in pool.map(work, range(self.workers)) for one in part]
        return distinct(*(np.concatenate(column) for column in zip(*columns, strict=True))), np.inf

    @cached_property
    def value_functions(self) -> list[ValueFunction]:
        return [ValueFunction(self.problem.game, self.problem.world, expander=expander) for expander in self.expanders]

    def reoptimise_suffix(self, width: int, guide: Guide) -> None:
        """Improve the plan backwards: search on from its last round, then its last two and so on, while that helps."""
        before = None
        while self.plan is not None and self.plan.score != before:
            before = self.plan.score
            for since in range(self.problem.rounds - 1, 0, -1):
                self.beam(width, guide, since)

    def _keep(self, layers: list[Layer], cubes: bool) -> None:
        """Keep the best plan of this search, one position of each layer; a better score may be known from elsewhere."""
        score = int(layers[-1].value.max())
        if self.plan is not None and score <= self.plan.score:
            return
        chain = chained(layers)
        # What goes on from the plan before may have its conveyors, too.
        cubes |= self.plan is not None and self.plan.cubes
        self.plan = Plan(score, chain, int(chain[0].parent[0]), cubes)
        self.incumbent = max(score, NOTHING if self.incumbent is None else self.incumbent)
        self.on_plan()


def chained(layers: list[Layer]) -> list[Layer]:
    """The path to the best end of some layers: one position of each, the first one with the start it stands for."""
    chain = []
    at = int(layers[-1].value.argmax())
    for layer in reversed(layers):
        one = rows_of(layer, np.array([at]))
        chain.append(one._replace(parent=np.zeros_like(one.parent)))
        at = int(layer.parent[at])
    chain[-1] = chain[-1]._replace(parent=np.full(1, at, np.int32))
    return chain[::-1]
