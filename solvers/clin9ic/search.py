"""The proof: layers of everything that may still be better than the best plan, from round to round.

Every position is held against the bounds, so whatever is left out could not have beaten the best plan, unless it was
left out for want of space or time, which the bound then remembers.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import Enum, auto

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.beams import ROUNDING, Beams, Found, Guide
from solvers.clin9ic.bounds import NOTHING
from solvers.clin9ic.expander import Cut, Expander, GivenUp
from solvers.clin9ic.headcount.heads import UNKNOWN, Heads
from solvers.clin9ic.layers import NO_LAYER, Layer, rows_of, varied
from solvers.clin9ic.relaxation import Values
from solvers.clin9ic.tables import with_free_ways

SAMPLE = 24  # positions to learn from what the next round's prices should be
FEW_COVERED = 40  # positions that are worth tables of their own
FEW = 400  # positions that are worth prices of their own
COUNTS = {1: 0, 2: 4, 3: 3, 4: 1, 5: 0}  # headcounts for a layer, at most, by the number of rounds to go
LONG = 5  # rounds
BLOCK = 1 << 14  # positions that share tables
# Positions that are gone through between two looks at the clock: at first, at most, and how long that should take.
FIRST_PART, LARGEST_PART, PART_SECONDS = 1 << 3, 1 << 12, 0.5
AT_A_TIME = 8  # times the width of a layer, that are kept of what was gone through at a time
MOST_TRIED = 60  # ends by free ways that are tried to be come by without them
SMALL = 0.03  # prices that rule out less than this share are the last ones


Choice = Callable[[Found], Found]


def _all(found: Found) -> Found:
    return found


class Ways(Enum):
    """How the layers get people in."""

    CONVEYORS = auto()  # by all ways there are
    PLAIN = auto()  # without new conveyors, which takes far less time: plans, but no proofs
    FREE = auto()  # as if conveyors were wherever they let somebody in: proofs, and plans that may not be legal


@dataclass
class Search(Beams):
    """A search over one problem: plans, then layers until nothing better is left."""

    ways: Ways = Ways.CONVEYORS
    openings: dict[Ways, Layer] = field(default_factory=dict)  # ends of the first round that may beat the best
    free_expanders: list[Expander] = field(default_factory=list)
    part: int = FIRST_PART

    def count(self) -> None:
        """Count heads along the best plan from its last round back, each time with the prices of the round after."""
        if self.plan is None:
            return
        first = 1 if self.problem.rounds > LONG else 0  # nobody can do much in the first round of a game
        for t in range(self.problem.rounds - 1, first - 1, -1):
            if not self.stop():
                self.bounds.count(t, self.plan.layers[t].words, 0, self.stop)
                self._say("count", t, 1)
        self._lower_bound(float(self._first().worth.max()))

    def finish(self, rounds: int, guide: Guide | None = None, width: int = 0) -> None:
        """Make the last rounds of the best plan the best there are from where they begin.

        With a guide, as good as they get with the `width` positions of each round that it likes best.
        """
        first = self.problem.rounds - rounds
        if self.plan is None or first < 0:
            return
        *layers, start = self.plan.layers[: first + 1]
        layers = [*layers, start._replace(worth=self.bounds.of(first, start.words))]
        liking = self._mixed(guide) if guide else None
        for t in range(first, self.problem.rounds):
            last = t == self.problem.rounds - 1
            self._look_ahead(t, layers[-1])
            layer, _ = self._go_through(layers[-1], t, self._chosen(t, liking, width) if liking and not last else _all)
            layer = layer if last else self._sharpened(t + 1, layer)
            if guide and liking and not last and len(layer.words) > width:
                liked = layer._replace(worth=self.bounds.by_prices(t + 1, layer.words, [liking]))
                layer = rows_of(layer, varied(liked, width, guide.turn, self.problem.world.tables.config))
            layers = [*layers, layer]
            self._say("end", t, len(layers[-1].words))
            if not len(layers[-1].words):
                return
        self._keep(layers, self.ways is Ways.CONVEYORS)

    def _chosen(self, t: int, liking: Values, width: int) -> Choice:
        """Of ends of a round that were found at a time, those that are worth most by the prices of a guide."""

        def choose(found: Found) -> Found:
            liked = self.bounds.by_prices(t + 1, found[0], [liking])
            best = np.argsort(-liked, kind="stable")[: AT_A_TIME * width]
            words, parents, trios, worth = found
            return words[best], parents[best], trios[best], worth[best]

        return choose

    def prove(self, most: int) -> bool:
        """Go through everything that may still beat the best plan; True when that was all of it.

        Layers of more than `most` positions are cut, and what was cut stays in the bound.
        """
        assert self.ways is Ways.CONVEYORS or (self.ways is Ways.FREE and not self.problem.game.counts_popularity)
        layers, open_bound = [self._first()], -np.inf
        for t in range(self.problem.rounds):
            last = t == self.problem.rounds - 1
            if t == 0 and self.ways in self.openings:
                layer, left = self._wanted(self.openings[self.ways]), -np.inf
            else:
                self._look_ahead(t, layers[-1])
                layer, left = self._go_through(layers[-1], t)
                layer = layer if last else self._sharpened(t + 1, layer)
            open_bound = max(open_bound, left)
            if len(layer.words) > most:
                order = np.argsort(-layer.worth, kind="stable")
                open_bound = max(open_bound, float(layer.worth[order[most]]))
                layer = rows_of(layer, order[:most])
            layers.append(layer)
            ahead = float(layer.worth.max(initial=-np.inf))
            self._lower_bound(max(open_bound, ahead, self.lowest))
            self._say("layer", t, len(layer.words))
            if not len(layer.words):
                break
            if last and self.ways is Ways.CONVEYORS:
                self._keep(layers, True)
            elif last:
                self._keep_legal(layers)
        return max(open_bound, ahead) < self.lowest + 1 - ROUNDING

    def _keep_legal(self, layers: list[Layer]) -> None:
        """Remember the best of the plans in some layers that can be come by without new conveyors."""
        known: dict[tuple[int, int], bool] = {}

        def legal(t: int, at: int) -> bool:
            """Whether the way to a position of a layer is such a one."""
            if t and (t, at) not in known:
                before, parent, trio = layers[t - 1], int(layers[t].parent[at]), int(layers[t].trio[at])
                known[t, at] = legal(t - 1, parent) and self.expanders[0].leads(
                    before.words[parent], layers[t].words[at], self.problem.trios[t - 1], trio, cubes=False
                )
            return known.get((t, at), True)

        for at in np.argsort(-layers[-1].worth, kind="stable")[:MOST_TRIED]:
            if legal(len(layers) - 1, int(at)):
                self._keep([*layers[:-1], rows_of(layers[-1], np.array([at]))], False)
                break
            if self.stop():
                break

    def open(self) -> None:
        """Prepare the ends of the first round once for several goes with different aims."""
        if self.problem.rounds > 1 and self.ways not in self.openings:  # the score to beat only rises
            layer, left = self._go_through(self._first(), 0)
            layer = self._sharpened(1, layer)
            self._lower_bound(max(left, float(layer.worth.max(initial=-np.inf)), self.lowest))
            if left < self.lowest and not self.stop():
                self.openings[self.ways] = layer

    @property
    def generated(self) -> int:
        return sum(expander.generated for expander in (*self.expanders, *self.free_expanders))

    def _own_expanders(self) -> list[Expander]:
        """Those for the ways there are."""
        if self.ways is not Ways.FREE:
            return self.expanders
        if not self.free_expanders:
            world = with_free_ways(self.problem.world)
            self.free_expanders = [Expander(world) for _ in self.expanders]
        return self.free_expanders

    def _look_ahead(self, t: int, layer: Layer) -> None:
        """Sharpen the bounds of the next round on what comes of a few positions, before going through all."""
        if t < self.problem.rounds - 1 and len(layer.words) > 2 * SAMPLE:
            order = np.argsort(-layer.worth, kind="stable")
            some = np.union1d(order[: SAMPLE // 2], order[:: len(order) // SAMPLE])
            ends, _ = self._go_through(rows_of(layer, some), t)
            self._sharpened(t + 1, ends)

    def _sharpened(self, t: int, layer: Layer) -> Layer:
        """A layer without what prices set for some of its own positions rule out."""
        unknown = bool((layer.worth >= UNKNOWN).any())
        if (len(layer.words) > FEW_COVERED or unknown) and not self.stop():
            self.bounds.cover(t, layer.words, self.stop)
            layer = self._bounded(t, layer)
        before, dull, hopeless = len(layer.words), False, False
        for turn in range(COUNTS[self.problem.rounds - t]):
            if len(layer.words) < FEW or dull or self.stop():
                break
            # The foremost position decides the bound; any other shows what most are like, if they can be ruled out.
            chosen = int(layer.worth.argmax()) if turn % 2 or hopeless else 0
            top = layer.worth.max()
            self.bounds.count(t, layer.words, chosen, self.stop)
            layer = self._bounded(t, layer)
            worthwhile = len(layer.words) < (1 - SMALL) * before or float(layer.worth.max(initial=NOTHING)) < top - 1
            hopeless = len(layer.words) == before
            before, dull = len(layer.words), not worthwhile
        return layer

    def _bounded(self, t: int, layer: Layer) -> Layer:
        """A layer without what the bounds rule out."""
        layer = self._wanted(layer._replace(worth=np.minimum(layer.worth, self.bounds.of(t, layer.words))))
        self._say("bound", t - 1, len(layer.words))
        return layer

    def _wanted(self, layer: Layer) -> Layer:
        """What of a layer may beat the best."""
        return rows_of(layer, np.flatnonzero(layer.worth >= self.lowest + 1 - ROUNDING))

    def _go_through(self, layer: Layer, t: int, choose: Choice = _all) -> tuple[Layer, float]:
        """What follows a layer, held against headcounts trio by trio; and the best bound of what is left over."""
        cut = self.bounds.cut(t, self.lowest + 1 - ROUNDING)
        order = np.argsort(-layer.worth, kind="stable")
        found: list[Found] = []
        self.part = FIRST_PART  # one round may take far longer than another
        with ThreadPoolExecutor(self.workers) as pool:
            for start in range(0, len(order), BLOCK):
                block = order[start : start + BLOCK]
                for head, of_head in self.bounds.by_sharpest_head(t, layer.words[block]):
                    rows = block[of_head]
                    for trio, heads in self.bounds.by_trio(t, head, layer.words[rows]):
                        waiting = rows
                        while len(waiting):
                            if self.stop():
                                return self._interrupted(layer, found, cut, float(layer.worth[block[0]]))
                            now, waiting = waiting[: self.part], waiting[self.part :]
                            began = time.monotonic()
                            try:
                                found += map(choose, self._from_many(layer, now, t, trio, cut, heads, pool))
                            except GivenUp:
                                return self._interrupted(layer, found, cut, float(layer.worth[block[0]]))
                            self._learn_part(len(now), time.monotonic() - began)
        following = self._gathered(found, cut)
        if not cut.last:
            # What the tables do not know may be no better than what it came from.
            worth = np.minimum(self.bounds.of(t + 1, following.words), layer.worth[following.parent])
            following = following._replace(worth=worth)
        return following, -np.inf

    def _learn_part(self, positions: int, seconds: float) -> None:
        """Take more positions at a time where they are quick, and fewer where they are not."""
        if seconds > 2 * PART_SECONDS:
            self.part = max(self.workers, self.part // 2)
        elif seconds < PART_SECONDS / 2 and positions == self.part:
            self.part = min(LARGEST_PART, 2 * self.part)

    def _interrupted(self, layer: Layer, found: list[Found], cut: Cut, left: float) -> tuple[Layer, float]:
        """What there is when time is up: a plan perhaps, and the best bound of all that has been left."""
        if cut.last:
            return self._gathered(found, cut), left
        ahead = [np.minimum(worth, layer.worth[parents]).max() for _, parents, _, worth in found]
        return NO_LAYER, float(max([left, *ahead]))

    def _from_many(
        self, layer: Layer, rows: NDArray[np.int64], t: int, trio: int, cut: Cut, heads: Heads, pool: ThreadPoolExecutor
    ) -> list[Found]:
        """What follows some positions of a layer by one trio, shared out among the workers."""

        expanders = self._own_expanders()

        def work(number: int) -> Found:
            own = rows[number :: self.workers]
            words, parents, worth = expanders[number].best_from_many(
                layer.words[own], self.problem.trios[t], trio, cut._replace(least=self.lowest + 1 - ROUNDING), heads,
                cubes=self.ways is Ways.CONVEYORS, stop=self.stop,
            )  # fmt: skip
            return words, own[parents].astype(np.int32), np.full(len(words), trio, np.int32), worth

        ends = [self._kept(t, one) if not cut.last else one for one in pool.map(work, range(self.workers))]
        ends = [one for one in ends if len(one[0])]
        for _, _, _, worth in ends:
            if cut.last and self.ways is not Ways.FREE and worth[0] > self.lowest:
                self.best = int(worth[0])
        return ends

    def _kept(self, t: int, found: Found) -> Found:
        """What no headcount rules out of ends of a round."""
        words, parents, trios, worth = found
        kept = self.bounds.keep(t + 1, words, self.lowest + 1 - ROUNDING)
        return words[kept], parents[kept], trios[kept], worth[kept]
