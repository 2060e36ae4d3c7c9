"""Branch and bound, a layer of positions a round: everything that may still beat the incumbent.

Every position is pruned by its bound, so whatever is left out could not have beaten the incumbent, unless it was left
out for want of space or time; the global bound then counts it.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import Enum, auto

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.bounds.lagrangian.bound_table import UNKNOWN, RoundTables
from solvers.clin9ic.bounds.linear_relaxation import DualPrices
from solvers.clin9ic.kernel.world import relax_conveyors
from solvers.clin9ic.search.beam_search import BeamSearch, BoundSource, Found, Guide
from solvers.clin9ic.search.position_bounds import NOTHING
from solvers.clin9ic.successors.expander import Cutoff, Expander, GivenUp
from solvers.clin9ic.successors.layers import NO_LAYER, Layer, rows_of, varied

SAMPLE = 24  # positions that are expanded first, to optimise the next round's prices for
FEW_COVERED = 40  # with more positions, tables of their own pay
FEW = 400  # with more positions, prices of their own pay
LAGRANGIAN_BOUNDS = {1: 0, 2: 4, 3: 3, 4: 1, 5: 0}  # of a layer, at most, by the number of rounds to go
LONG = 5  # rounds
BLOCK = 1 << 14  # positions that share tables
# Positions that are expanded between two looks at the clock: at first, at most, and how long that should take.
FIRST_PART, LARGEST_PART, PART_SECONDS = 1 << 3, 1 << 12, 0.5
AT_A_TIME = 8  # times the width of a layer: kept of what is expanded at a time
MOST_TRIED = 60  # ends of the relaxation that are checked for a legal plan
SMALL = 0.03  # prices that prune less than this share are the last ones


Choice = Callable[[Found], Found]


def _all(found: Found) -> Found:
    return found


class Conveyors(Enum):
    """How layers are expanded with regard to conveyors, which multiply the number of ends of a round."""

    EXACT = auto()  # all of them
    RESTRICTION = auto()  # no new ones, which takes far less time: plans, but no proofs
    RELAXATION = auto()  # as if they stood wherever they let somebody in: proofs, and plans that may not be legal


@dataclass
class Search(BeamSearch):
    """A search over one problem: plans by beams, then branch and bound until nothing better is left."""

    conveyors: Conveyors = Conveyors.EXACT
    first_layers: dict[Conveyors, Layer] = field(
        default_factory=dict
    )  # ends of the first round that may beat the incumbent
    relaxed_expanders: list[Expander] = field(default_factory=list)
    part: int = FIRST_PART

    def add_lagrangian(self) -> None:
        """Add Lagrangian bounds along the plan from its last round backwards, each a warm start for the one before."""
        if self.plan is None:
            return
        first = 1 if self.problem.rounds > LONG else 0  # nobody can do much in the first round of a game
        for t in range(self.problem.rounds - 1, first - 1, -1):
            if not self.stop():
                self.bounds.add_lagrangian(t, self.plan.layers[t].words, 0, self.stop)
                self._say("count", t, 1)
        self._lower_bound(float(self._first().value.max()))

    def solve_suffix(self, rounds: int, guide: Guide | None = None, width: int = 0) -> None:
        """Make the last rounds of the plan optimal from where they start.

        With a guide, only the `width` positions of each round that it likes best are kept, which proves nothing.
        """
        first = self.problem.rounds - rounds
        if self.plan is None or first < 0:
            return
        *layers, start = self.plan.layers[: first + 1]
        layers = [*layers, start._replace(value=self.bounds.of(first, start.words))]
        liking = self._mixed(guide) if guide else None
        for t in range(first, self.problem.rounds):
            last = t == self.problem.rounds - 1
            self._look_ahead(t, layers[-1])
            layer, _ = self._expand_layer(
                layers[-1], t, self._chosen(t, liking, width) if liking and not last else _all
            )
            layer = layer if last else self._sharpened(t + 1, layer)
            if guide and liking and not last and len(layer.words) > width:
                liked = layer._replace(value=self.bounds.by_prices(t + 1, layer.words, [liking]))
                layer = rows_of(layer, varied(liked, width, guide.turn, self.problem.world.tables.config))
            layers = [*layers, layer]
            self._say("end", t, len(layers[-1].words))
            if not len(layers[-1].words):
                return
        self._keep(layers, self.conveyors is Conveyors.EXACT)

    def _chosen(self, t: int, liking: DualPrices, width: int) -> Choice:
        """Of ends of a round that were found at a time, the best by the prices of a guide."""

        def choose(found: Found) -> Found:
            liked = self.bounds.by_prices(t + 1, found[0], [liking])
            best = np.argsort(-liked, kind="stable")[: AT_A_TIME * width]
            words, parents, trios, value = found
            return words[best], parents[best], trios[best], value[best]

        return choose

    def branch_and_bound(self, most: int) -> bool:
        """Expand everything that may still beat the cutoff; True when that was all of it.

        Layers of more than `most` positions are cut short, and the bound counts what was left out.
        """
        assert self.conveyors is Conveyors.EXACT or (
            self.conveyors is Conveyors.RELAXATION and not self.problem.game.counts_popularity
        )
        layers, open_bound = [self._first()], -np.inf
        for t in range(self.problem.rounds):
            last = t == self.problem.rounds - 1
            if t == 0 and self.conveyors in self.first_layers:
                layer, left = self._wanted(self.first_layers[self.conveyors]), -np.inf
            else:
                self._look_ahead(t, layers[-1])
                layer, left = self._expand_layer(layers[-1], t)
                layer = layer if last else self._sharpened(t + 1, layer)
            open_bound = max(open_bound, left)
            if len(layer.words) > most:
                order = np.argsort(-layer.value, kind="stable")
                open_bound = max(open_bound, float(layer.value[order[most]]))
                layer = rows_of(layer, order[:most])
            layers.append(layer)
            ahead = float(layer.value.max(initial=-np.inf))
            nothing_left = max(open_bound, ahead) < self.wanted
            self._lower_bound(
                max(open_bound, ahead, self.cutoff), BoundSource.SEARCH if nothing_left else BoundSource.RELAXATION
            )
            self._say("layer", t, len(layer.words))
            if not len(layer.words):
                break
            if last and self.conveyors is Conveyors.EXACT:
                self._keep(layers, True)
            elif last:
                self._keep_legal(layers)
        return max(open_bound, ahead) < self.wanted

    def _keep_legal(self, layers: list[Layer]) -> None:
        """Keep the best of the plans in some layers that is legal without new conveyors."""
        known: dict[tuple[int, int], bool] = {}

        def legal(t: int, at: int) -> bool:
            """Whether the plan up to a position of a layer is."""
            if t and (t, at) not in known:
                before, parent, trio = layers[t - 1], int(layers[t].parent[at]), int(layers[t].trio[at])
                known[t, at] = legal(t - 1, parent) and self.expanders[0].reaches(
                    before.words[parent], layers[t].words[at], self.problem.trios[t - 1], trio, cubes=False
                )
            return known.get((t, at), True)

        for at in np.argsort(-layers[-1].value, kind="stable")[:MOST_TRIED]:
            if legal(len(layers) - 1, int(at)):
                self._keep([*layers[:-1], rows_of(layers[-1], np.array([at]))], False)
                break
            if self.stop():
                break

    def expand_first_round(self) -> None:
        """Expand the first round once for several searches with different aims."""
        if self.problem.rounds > 1 and self.conveyors not in self.first_layers:  # the score to beat only rises
            layer, left = self._expand_layer(self._first(), 0)
            layer = self._sharpened(1, layer)
            self._lower_bound(max(left, float(layer.value.max(initial=-np.inf)), self.cutoff))
            if left < self.cutoff and not self.stop():
                self.first_layers[self.conveyors] = layer

    @property
    def generated(self) -> int:
        return sum(expander.generated for expander in (*self.expanders, *self.relaxed_expanders))

    def _own_expanders(self) -> list[Expander]:
        """Those for the conveyors of this search."""
        if self.conveyors is not Conveyors.RELAXATION:
            return self.expanders
        if not self.relaxed_expanders:
            world = relax_conveyors(self.problem.world)
            self.relaxed_expanders = [Expander(world) for _ in self.expanders]
        return self.relaxed_expanders

    def _look_ahead(self, t: int, layer: Layer) -> None:
        """Sharpen the bounds of the next round on what comes of a few positions, before all are expanded."""
        if t < self.problem.rounds - 1 and len(layer.words) > 2 * SAMPLE:
            order = np.argsort(-layer.value, kind="stable")
            some = np.union1d(order[: SAMPLE // 2], order[:: len(order) // SAMPLE])
            ends, _ = self._expand_layer(rows_of(layer, some), t)
            self._sharpened(t + 1, ends)

    def _sharpened(self, t: int, layer: Layer) -> Layer:
        """A layer pruned by prices that are optimised for some of its own positions."""
        unknown = bool((layer.value >= UNKNOWN).any())
        if (len(layer.words) > FEW_COVERED or unknown) and not self.stop():
            self.bounds.cover(t, layer.words, self.stop)
            layer = self._bounded(t, layer)
        before, dull, hopeless = len(layer.words), False, False
        for turn in range(LAGRANGIAN_BOUNDS[self.problem.rounds - t]):
            if len(layer.words) < FEW or dull or self.stop():
                break
            # The position with the highest bound decides the global bound; another one stands for many to be pruned.
            chosen = int(layer.value.argmax()) if turn % 2 or hopeless else 0
            top = layer.value.max()
            self.bounds.add_lagrangian(t, layer.words, chosen, self.stop)
            layer = self._bounded(t, layer)
            worthwhile = len(layer.words) < (1 - SMALL) * before or float(layer.value.max(initial=NOTHING)) < top - 1
            hopeless = len(layer.words) == before
            before, dull = len(layer.words), not worthwhile
        return layer

    def _bounded(self, t: int, layer: Layer) -> Layer:
        """A layer pruned by the bounds."""
        layer = self._wanted(layer._replace(value=np.minimum(layer.value, self.bounds.of(t, layer.words))))
        self._say("bound", t - 1, len(layer.words))
        return layer

    def _wanted(self, layer: Layer) -> Layer:
        """What of a layer may beat the cutoff."""
        return rows_of(layer, np.flatnonzero(layer.value >= self.wanted))

    def _expand_layer(self, layer: Layer, t: int, choose: Choice = _all) -> tuple[Layer, float]:
        """What follows a layer, pruned trio by trio; and the best bound of what is left over."""
        self._check(layer, t)
        cut = self.bounds.cutoff(t, self.wanted)
        order = np.argsort(-layer.value, kind="stable")
        found: list[Found] = []
        self.part = FIRST_PART  # one round may take far longer than another
        with ThreadPoolExecutor(self.workers) as pool:
            for start in range(0, len(order), BLOCK):
                block = order[start : start + BLOCK]
                for lagrangian, of_lagrangian in self.bounds.by_sharpest_bound(t, layer.words[block]):
                    rows = block[of_lagrangian]
                    for trio, round_tables in self.bounds.by_trio(t, lagrangian, layer.words[rows]):
                        waiting = rows
                        while len(waiting):
                            if self.stop():
                                return self._interrupted(layer, found, cut, float(layer.value[block[0]]))
                            now, waiting = waiting[: self.part], waiting[self.part :]
                            began = time.monotonic()
                            try:
                                found += map(choose, self._from_many(layer, now, t, trio, cut, round_tables, pool))
                            except GivenUp:
                                return self._interrupted(layer, found, cut, float(layer.value[block[0]]))
                            self._learn_part(len(now), time.monotonic() - began)
        following = self._gathered(found, cut)
        if not cut.last:
            # What the tables do not know may be no better than what it came from.
            value = np.minimum(self.bounds.of(t + 1, following.words), layer.value[following.parent])
            following = following._replace(value=value)
        return following, -np.inf

    def _learn_part(self, positions: int, seconds: float) -> None:
        """Take more positions at a time where they are quick, and fewer where they are not."""
        if seconds > 2 * PART_SECONDS:
            self.part = max(self.workers, self.part // 2)
        elif seconds < PART_SECONDS / 2 and positions == self.part:
            self.part = min(LARGEST_PART, 2 * self.part)

    def _interrupted(self, layer: Layer, found: list[Found], cut: Cutoff, left: float) -> tuple[Layer, float]:
        """What there is when time is up: a plan perhaps, and the best bound of all that has been left."""
        if cut.last:
            return self._gathered(found, cut), left
        ahead = [np.minimum(value, layer.value[parents]).max() for _, parents, _, value in found]
        return NO_LAYER, float(max([left, *ahead]))

    def _from_many(
        self,
        layer: Layer,
        rows: NDArray[np.int64],
        t: int,
        trio: int,
        cut: Cutoff,
        round_tables: RoundTables,
        pool: ThreadPoolExecutor,
    ) -> list[Found]:
        """What follows some positions of a layer by one trio, shared out among the workers."""

        expanders = self._own_expanders()

        def work(number: int) -> Found:
            own = rows[number :: self.workers]
            words, parents, value = expanders[number].best_from_many(
                layer.words[own], self.problem.trios[t], trio, cut._replace(least=self.wanted), round_tables,
                cubes=self.conveyors is Conveyors.EXACT, stop=self.stop,
            )  # fmt: skip
            return words, own[parents].astype(np.int32), np.full(len(words), trio, np.int32), value

        ends = [self._not_cut_off(t, one) if not cut.last else one for one in pool.map(work, range(self.workers))]
        ends = [one for one in ends if len(one[0])]
        for _, _, _, value in ends:
            if cut.last and self.conveyors is not Conveyors.RELAXATION and value[0] > self.cutoff:
                self.incumbent = int(value[0])
        return ends

    def _not_cut_off(self, t: int, found: Found) -> Found:
        """The ends of a round that no Lagrangian bound prunes."""
        words, parents, trios, value = found
        kept = self.bounds.not_pruned(t + 1, words, self.wanted)
        return words[kept], parents[kept], trios[kept], value[kept]
