"""What positions are worth before their cards are drawn, by weights fitted once (`fit`) and shipped as data."""

import json
from functools import cache, cached_property
from importlib import resources
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clin9ic.referee import Clin9ic
from clin9ic.setting import Goal
from clin9ic.state import ROUNDS
from solvers.clin9ic.advice.ends import NOTHING, best_of_trios
from solvers.clin9ic.advice.features import FEATURES, FLOORS, MOST_MONEY, NAMES, Worth, knots_of, layout_of, settle
from solvers.clin9ic.expander import Expander, Words
from solvers.clin9ic.kernel.small_rules import ADMIT, HIRE
from solvers.clin9ic.problem import GOAL_CODES
from solvers.clin9ic.tables import World
from solvers.clin9ic.trios import Trios, trios_of

Floats = NDArray[np.float64]
Weights = dict[int, Floats]  # by round
NARROW = 24  # positions of a trio that are followed through Business
LEVEL_BITS = 18  # room for the positions of most trios: growing means beginning again


class Ends(NamedTuple):
    """Ends of a round, the best first."""

    raw: Words  # as the kernel has them, with units still open
    words: Words  # with the buying settled
    trio: NDArray[np.int32]
    worth: Floats


def weights_in(text: str, goal: Goal) -> Weights:
    """The weights for a goal in the text of a file that `fit` made, by round."""
    data: Any = json.loads(text)
    if data["features"] != list(NAMES):
        raise ValueError("these weights were fitted to other features: run solvers.clin9ic.advice.fit again")
    return {int(number): np.array(row) for number, row in data["goals"][goal].items()}


def shipped(goal: Goal) -> Weights:
    return weights_in(resources.files(__package__).joinpath("weights.json").read_text(), goal)


@cache
def spread_of(goal: Goal) -> dict[int, tuple[float, float]]:
    """How far games end above the worth at the beginning of a round, on average, and how widely that differs."""
    data: Any = json.loads(resources.files(__package__).joinpath("weights.json").read_text())
    return {int(number): (bias, spread) for number, (bias, spread) in data["spread"][goal].items()}


def distinct(trios: Trios) -> NDArray[np.int64]:
    """Numbers of trios, one of those to the same effect: boxes count only for an action that reads them (4.5, 4.6)."""
    hire, admit = ((trios.actions == action).any(axis=1, keepdims=True) for action in (HIRE, ADMIT))
    rows = np.concatenate([trios.actions, np.where(hire, trios.bottom, 0), np.where(admit, trios.top, 0)], axis=1)
    first: NDArray[np.int64] = np.sort(np.unique(rows, axis=0, return_index=True)[1])
    return first


class Outlook:
    """The worth of positions in one world: floors in a known order, one goal."""

    def __init__(
        self, game: Clin9ic, world: World, weights: Weights | None = None, expander: Expander | None = None
    ) -> None:
        self.game, self.world = game, world
        if expander is not None:
            self.expander = expander
        self.goal = GOAL_CODES[game.goal]
        self.weights = shipped(game.goal) if weights is None else weights
        self.layout = layout_of(world)
        self._worth: dict[int, Worth] = {}
        self._trios: dict[tuple[str, tuple[str, ...]], Trios] = {}

    @cached_property
    def expander(self) -> Expander:
        return Expander(self.world, level_bits=LEVEL_BITS, out_bits=LEVEL_BITS)

    def worth(self, number: int) -> Worth:
        """The worth at the beginning of a round; after the last one any, for it is not looked at."""
        number = min(number, ROUNDS)
        if number not in self._worth:
            row = self.weights[number]
            savings = knots_of(np.arange(MOST_MONEY + 1.0)) @ row[FEATURES:]
            self._worth[number] = Worth(self.layout, row[:FEATURES], savings)
        return self._worth[number]

    def trios(self, faces: str, order: tuple[str, ...]) -> Trios:
        """The trios of a round to look ahead at, no two to the same effect: their numbers stand for no arrangement."""
        if (faces, order) not in self._trios:
            trios = trios_of(self.game, faces, order)
            chosen = distinct(trios)
            self._trios[faces, order] = Trios(*(part[chosen] for part in trios))
        return self._trios[faces, order]

    def ends(
        self, words: Any, number: int, trios: Trios, *, each: int = 1, cubes: bool = False, most: int = NARROW,
        seeing: bool = False,
    ) -> Ends:  # fmt: skip
        """The `each` best ends of a round by each trio, the best of all first; with `most` 0 they surely are.

        Floor cards that are hidden (3.1) are not built on, unless the play is `seeing`.
        """
        worth = self.worth(number + 1)
        if seeing:
            worth = worth._replace(layout=np.where(np.arange(worth.layout.shape[1]) == FLOORS, np.inf, worth.layout))
        shape = len(trios.actions), each
        best, points, value = np.zeros((*shape, 2), np.uint64), np.zeros(shape, np.int64), np.empty(shape)
        w0, w1 = np.uint64(words[0]), np.uint64(words[1])
        expander = self.expander
        generated = -1
        while generated < 0:
            generated = best_of_trios(
                self.world.record[0], trios, w0, w1, cubes, self.goal, number == ROUNDS, worth, most,
                expander.work, expander.sizes, best, points, value,
            )  # fmt: skip
            if generated < 0:
                expander.grow()
        expander.generated += generated
        order = np.argsort(-value, axis=None, kind="stable")
        order = order[value.ravel()[order] > NOTHING]
        raw, bought = best.reshape(-1, 2)[order], points.ravel()[order]
        return Ends(raw, settle(raw, bought), (order // each).astype(np.int32), value.ravel()[order])
