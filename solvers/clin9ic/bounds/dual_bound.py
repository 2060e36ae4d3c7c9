"""Upper bounds of packed positions by dual prices: a value looked up for the clinic, and a price for all it has."""

from enum import IntEnum
from typing import NamedTuple, SupportsInt

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.kernel.packed import Words
from solvers.clin9ic.kernel.world import World
from solvers.native.calling import Array, Object, Real, Unsigned, function, struct

Floats = NDArray[np.float64]


class PathsAndPrices(NamedTuple):
    """What bounds read: a row for each kind of play, such as those that go bankrupt in one round or another."""

    paths: Floats  # the value of the best path from each point; within a round [kind, trio, step, point]
    prices: Floats  # [kind, what]; within a round [kind, trio, what]


class DualPrice(IntEnum):
    """Where dual prices of a position stand, behind four colours of doctors and four of patients.

    The Lagrangian bound has an order of its own (`TablePrice`).
    """

    NURSE = 8
    ORDERLY = 9
    DOLLAR = 10
    PILLAR = 11
    REST = 12
    POINT = 13
    MINUTE = 14
    CURED = 15
    LOT = 16


KINDS_OF_DUAL_PRICES = max(DualPrice) + 1

_row = Array(np.float64, 1)
PATHS_WITHIN = struct("clin9ic_paths_within", paths=Array(np.float64, 4), prices=Array(np.float64, 3))
PATHS_AFTER = struct("clin9ic_paths_after", paths=Array(np.float64, 2), prices=Array(np.float64, 2))
_price = function("clin9ic_price", Real, Object, _row, _row, Unsigned, Unsigned)
_raise_bounds = function("clin9ic_raise_bounds", None, Object, _row, _row, Array(np.uint64, 2), _row)


def price(world: World, path: Floats, prices: Floats, first: SupportsInt, second: SupportsInt) -> float:
    """`DualPrices.bound` of a packed position, given the value of the best path from each point."""
    return float(_price(world.native, path, prices, int(first), int(second)))


def raise_bounds(world: World, path: Floats, prices: Floats, words: Words, found: Floats) -> None:
    """Raise the bounds of many positions to those of one more kind of play."""
    _raise_bounds(world.native, path, prices, words, found)
