"""The value function of positions before their cards are drawn: weights fitted once (`fit`) and shipped as data.

There is a set of weights for a deck and a number of dice. A game takes the set of the deck whose cards are most like
its own, so an owner's own cards get one, too, and of that deck's sets the one with the nearest number of dice.
"""

import json
from collections import Counter
from functools import cache, cached_property
from importlib import resources
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clin9ic.cards import Deck
from clin9ic.decks import load
from clin9ic.referee import Clin9ic
from clin9ic.setting import Goal, Setting
from clin9ic.state import ROUNDS
from solvers.clin9ic.kernel.codes import ADMIT, HIRE
from solvers.clin9ic.kernel.packed import MOST_MONEY, Words
from solvers.clin9ic.kernel.trios import TRIOS, Trios, trios_of
from solvers.clin9ic.kernel.world import World, conveyors_let_in
from solvers.clin9ic.successors.expander import Expander
from solvers.clin9ic.successors.problem import GOAL_CODES
from solvers.clin9ic.successors.ranges import Ranges
from solvers.clin9ic.value_function.features import (
    FEATURES,
    FITTED_VALUE,
    NAMES,
    FittedValue,
    knots_of,
    layout_of,
    settle,
)
from solvers.native.calling import Array, Integer, Object, Unsigned, function

Floats = NDArray[np.float64]
Weights = dict[int, Floats]  # by round
NARROW = 24  # positions of a trio that are followed through Business
NOTHING = -1e9  # the value of no end at all
_best_of_trios = function(
    "clin9ic_best_of_trios", Integer, Object, TRIOS, Unsigned, Unsigned, Integer, Integer, Integer, FITTED_VALUE,
    Integer, Array(np.uint64, 3), Array(np.int64, 2), Array(np.float64, 2),
)  # fmt: skip


class WeightSet(NamedTuple):
    """What a file of weights was fitted to."""

    deck: str
    dice: int

    @property
    def file(self) -> str:
        return f"{self.deck}-{self.dice}.json"


FOLDER = "weights"
SETS = (WeightSet("rulebook", 5), WeightSet("rulebook", 4), WeightSet("house", 5))


class Ends(NamedTuple):
    """Ends of a round, the best first."""

    raw: Words  # as the kernel has them, with units still open
    words: Words  # with the buying settled
    trio: NDArray[np.int32]
    value: Floats


def weights_in(text: str, goal: Goal) -> Weights:
    """The weights for a goal in the text of a file that `fit` made, by round."""
    data: Any = json.loads(text)
    if data["features"] != list(NAMES):
        raise ValueError("these weights were fitted to other features: run solvers.clin9ic.value_function.fit again")
    return {int(number): np.array(row) for number, row in data["goals"][goal].items()}


def _printed(deck: Deck) -> Counter[tuple[str, str]]:
    """How often each letter stands on the A sides, on the B sides and in the boxes of a deck."""
    found: Counter[tuple[str, str]] = Counter()
    for floor in deck.floors:
        for name, side in (("a", floor.a), ("b", floor.b)):
            found.update((name, letter) for row in side.grid for letter in row)
    for card in deck.actions:
        for half in (card.a.left, card.a.right, card.b.left, card.b.right):
            found.update(("box", str(box)) for box in (*half.top, *half.bottom))
    return found


def unlike(one: Deck, other: Deck) -> int:
    """How many of the printed things of two decks differ in number; where they stand is not looked at."""
    ours, theirs = _printed(one), _printed(other)
    return ((ours - theirs) + (theirs - ours)).total()


def set_for(setting: Setting) -> WeightSet:
    """The set of weights to play by: of the deck most like this one, with the nearest number of dice."""
    return min(SETS, key=lambda one: (unlike(load(one.deck), setting.deck), abs(one.dice - setting.dice)))


@cache
def _text(which: WeightSet) -> str:
    return resources.files(__package__).joinpath(FOLDER, which.file).read_text()


def shipped(setting: Setting) -> Weights:
    return weights_in(_text(set_for(setting)), setting.goal)


@cache
def spread_of(setting: Setting) -> dict[int, tuple[float, float]]:
    """How far games end above the value at the beginning of a round, on average, and how widely that differs."""
    data: Any = json.loads(_text(set_for(setting)))
    return {int(number): (bias, spread) for number, (bias, spread) in data["spread"][setting.goal].items()}


def distinct(trios: Trios) -> NDArray[np.int64]:
    """Numbers of trios, one of those to the same effect: boxes count only for an action that reads them (4.5, 4.6)."""
    hire, admit = ((trios.actions == action).any(axis=1, keepdims=True) for action in (HIRE, ADMIT))
    rows = np.concatenate([trios.actions, np.where(hire, trios.bottom, 0), np.where(admit, trios.top, 0)], axis=1)
    first: NDArray[np.int64] = np.sort(np.unique(rows, axis=0, return_index=True)[1])
    return first


class ValueFunction:
    """The value of positions in one world: floors in a known order, one goal."""

    def __init__(
        self, game: Clin9ic, world: World, weights: Weights | None = None, expander: Expander | None = None
    ) -> None:
        self.game, self.world = game, world
        if expander is not None:
            self.expander = expander
        self.goal = GOAL_CODES[game.goal]
        self.weights = shipped(game) if weights is None else weights
        self.layout = layout_of(world)
        self._by_round: dict[int, FittedValue] = {}
        self._trios: dict[tuple[str, tuple[str, ...]], Trios] = {}

    @cached_property
    def ranges(self) -> Ranges:
        return Ranges.of(self.world)

    @cached_property
    def conveyors(self) -> bool:
        """Whether building conveyors can pay at all: time counts, or somebody has no other way in."""
        return self.game.counts_popularity or conveyors_let_in(self.world)

    @cached_property
    def expander(self) -> Expander:
        return Expander(self.world)

    def at_round(self, number: int) -> FittedValue:
        """The value function at the beginning of a round; after the last one any, for it is not looked at."""
        number = min(number, ROUNDS)
        if number not in self._by_round:
            row = self.weights[number]
            savings = knots_of(np.arange(MOST_MONEY + 1.0)) @ row[FEATURES:]
            self._by_round[number] = FittedValue(self.layout, row[:FEATURES], savings)
        return self._by_round[number]

    def trios(self, faces: str, order: tuple[str, ...]) -> Trios:
        """The trios of a round to look ahead at, no two to the same effect: their numbers stand for no arrangement."""
        if (faces, order) not in self._trios:
            trios = trios_of(self.game, faces, order)
            chosen = distinct(trios)
            self._trios[faces, order] = Trios(*(part[chosen] for part in trios))
        return self._trios[faces, order]

    def ends(
        self, words: Any, number: int, trios: Trios, *, each: int = 1, cubes: bool = False,
    ) -> Ends:  # fmt: skip
        """The `each` best ends of a round by each trio, the best of all first; with `NARROW` 0 they surely are.

        Floor cards that are hidden (3.1) are not built on.
        """
        self.ranges.check(np.array([[words[0], words[1]]], np.uint64), number)
        fitted = self.at_round(number + 1)
        shape = len(trios.actions), each
        best, points, value = np.zeros((*shape, 2), np.uint64), np.zeros(shape, np.int64), np.empty(shape)
        _best_of_trios(
            self.expander.native, trios, int(words[0]), int(words[1]), cubes, self.goal, number == ROUNDS, fitted,
            NARROW, best, points, value,
        )  # fmt: skip
        order = np.argsort(-value, axis=None, kind="stable")
        order = order[value.ravel()[order] > NOTHING]
        raw, bought = best.reshape(-1, 2)[order], points.ravel()[order]
        return Ends(raw, settle(self.world, raw, bought), (order // each).astype(np.int32), value.ravel()[order])
