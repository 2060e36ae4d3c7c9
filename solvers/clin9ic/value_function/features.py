"""The features of a position between rounds, of which the value function is a weighted sum."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.kernel.packed import Words
from solvers.clin9ic.kernel.tables import DOCTOR, ORDERLY
from solvers.clin9ic.kernel.tables import PATIENTS as PATIENT
from solvers.clin9ic.kernel.world import World
from solvers.native.calling import Array, Integer, Object, Real, Unsigned, function, struct

DOCTOR_ROOM, PATIENT_ROOM, SUPPLY, BEDS, FLOORS, UPGRADES, ENTRY = range(7)  # columns of the layout
KNOTS = np.array([3, 6, 9, 12, 16, 21, 27, 40], np.int64)  # dollars at which the value of one more changes
NAMES = (
    "one", "white doctors", "yellow doctors", "orange doctors", "red doctors",
    "white patients", "yellow patients", "orange patients", "red patients",
    "nurses", "nurses squared", "orderlies", "entrances", "entrances squared", "gardens",
    "missing pillars", "missing pillars squared", "missing gardens",
    "room points", "laboratories", "triages", "outpatient services", "operating rooms", "upkeep", "floors", "upgrades",
    "way in", "busy", "busy squared", "busy by gardens", "busy by entrances", "busy by nurses",
    "doctor room left", "patient room left", "supply left", "parking left", "parking short",
    "waiting beyond the doctors", "patients who match", "dice left", "orderlies by upkeep", "doctors by laboratories",
)  # fmt: skip
FEATURES = len(NAMES)
COLUMNS = FEATURES + len(KNOTS)


class FittedValue(NamedTuple):
    """The value function at the beginning of one round, for one deal."""

    layout: NDArray[np.float64]  # [config, column]
    weights: NDArray[np.float64]
    savings: NDArray[np.float64]  # by dollar


def layout_of(world: World) -> NDArray[np.float64]:
    """What clinics offer, by config, cubes left aside."""
    tables = world.tables
    bare = tables.move_time[tables.first_shape, 0]  # [config, kind, present, newcomers]
    found = np.zeros((len(tables.first_shape), 7))
    for column, kind in ((DOCTOR_ROOM, DOCTOR), (PATIENT_ROOM, PATIENT), (SUPPLY, ORDERLY)):
        found[:, column] = (bare[:, kind, :, 1] >= 0).sum(axis=1)
    found[:, BEDS] = np.maximum(0, tables.most_treated[:, 0, :, :, 0, 0].max(axis=(1, 2))) + tables.operating
    found[:, FLOORS] = [len(sides) for sides in world.upgrades]
    found[:, UPGRADES] = [sum(sides) for sides in world.upgrades]
    found[:, ENTRY] = np.maximum(0, bare[:, PATIENT, :, 1]).sum(axis=1) / np.maximum(1, found[:, PATIENT_ROOM])
    return found


def knots_of(money: NDArray[np.float64]) -> NDArray[np.float64]:
    """Dollars below each knot."""
    below: NDArray[np.float64] = np.minimum(money[:, None], KNOTS)
    return below


_floats = Array(np.float64, 1)
FITTED_VALUE = struct("clin9ic_fitted_value", layout=Array(np.float64, 2), weights=_floats, savings=_floats)
_value_of = function("clin9ic_value_of", Real, Object, FITTED_VALUE, Integer, Unsigned, Unsigned, Array(np.int64, 1))
_settled_score = function("clin9ic_settled_score", Real, Object, Integer, Unsigned, Unsigned)
_features = function("clin9ic_features", None, Object, Array(np.float64, 2), Array(np.uint64, 2), Array(np.float64, 2))
_settle = function(
    "clin9ic_settle", None, Object, Array(np.uint64, 2), Array(np.int64, 1), Array(np.uint64, 2)
)  # fmt: skip


def settled_score(world: World, goal: int, first: int, second: int) -> float:
    """What a position has of the final score already, units left aside."""
    return float(_settled_score(world.native, goal, int(first), int(second)))


def settle(world: World, words: Words, points: NDArray[np.int64]) -> Words:
    """Positions with so many of their units as points and the others as savings."""
    after = np.empty_like(words)
    _settle(world.native, words, points, after)
    return after


def value_of(world: World, fitted: FittedValue, goal: int, first: int, second: int) -> float:
    """The value of a position at the beginning of a round with the best buying."""
    return float(_value_of(world.native, fitted, goal, int(first), int(second), np.empty(1, np.int64)))


def all_features(world: World, layout: NDArray[np.float64], words: Words) -> NDArray[np.float64]:
    """The numbers of `NAMES` for many positions, whatever their money and points."""
    out = np.empty((len(words), FEATURES))
    _features(world.native, layout, words, out)
    return out
