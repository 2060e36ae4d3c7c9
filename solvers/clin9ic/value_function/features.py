"""The features of a position between rounds, of which the value function is a weighted sum: compiled."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.kernel.packed import (
    DOCTORS,
    ENTRANCES,
    GARDENS,
    MONEY,
    MOST_MONEY,
    NURSES,
    ORDERLIES,
    PATIENTS,
    PILLARS,
    POPULARITY,
    POPULARITY_ZERO,
    TIME,
    TREATED,
    UNITS,
    field,
    plus,
)
from solvers.clin9ic.kernel.rule_numbers import ORDERLY_SAVES, POPULARITY_PRICE, TIME_PER_POINT
from solvers.clin9ic.kernel.rules import DICE, cars_of, config_of, of_colour, parking_of, rank_of, total_of
from solvers.clin9ic.kernel.score import POPULARITY_GOAL, TREATED_GOAL
from solvers.clin9ic.kernel.tables import DOCTOR, ORDERLY, World
from solvers.clin9ic.kernel.tables import PATIENTS as PATIENT
from solvers.core.compiled import compiled

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


@compiled
def features(tables, layout, w0, w1, out):
    """The numbers of `NAMES` for a position, whatever its money and points."""
    config = config_of(tables, w0)
    room = layout[config]
    doctors, patients = total_of(w0, DOCTORS), total_of(w1, PATIENTS)
    nurses, orderlies = field(w0, NURSES, 2), field(w0, ORDERLIES, 2)
    entrances, gardens = field(w0, ENTRANCES, 3), field(w0, GARDENS, 3)
    pillars = max(0, tables.pillars_needed[config] - field(w0, PILLARS, 3))
    busy = min(float(doctors), room[BEDS])
    parking = parking_of(tables, w0) - cars_of(w0, w1)
    match = 0
    out[0] = 1.0
    for colour in range(4):
        mine, theirs = of_colour(w0, DOCTORS, colour), of_colour(w1, PATIENTS, colour)
        out[1 + colour], out[5 + colour] = mine, theirs
        match += min(mine, theirs)
    out[9], out[10], out[11] = nurses, nurses * nurses, orderlies
    out[12], out[13], out[14] = entrances, entrances * entrances, gardens
    out[15], out[16] = pillars, pillars * pillars
    out[17] = max(0, tables.gardens_needed[config] - gardens)
    out[18], out[19], out[20] = tables.room_points[config], tables.labs[config], tables.triages[config]
    out[21], out[22], out[23] = tables.outpatients[config], tables.operating[config], tables.upkeep[config]
    out[24], out[25], out[26] = room[FLOORS], room[UPGRADES], room[ENTRY]
    out[27], out[28], out[29] = busy, busy * busy, busy * gardens
    out[30], out[31] = busy * entrances, busy * nurses
    out[32] = min(6.0, room[DOCTOR_ROOM] - doctors)
    out[33] = min(6.0, room[PATIENT_ROOM] - patients)
    out[34] = room[SUPPLY] - orderlies
    out[35], out[36] = min(8, parking), max(0, 4 - parking)
    out[37] = max(0.0, patients - busy)
    out[38] = match
    out[39] = tables.rules[DICE] - tables.least_dice[rank_of(tables, w0, DOCTORS), rank_of(tables, w1, PATIENTS)]
    out[40] = min(ORDERLY_SAVES * orderlies, tables.upkeep[config])
    out[41] = min(doctors, tables.labs[config])


@compiled
def settled(goal, w1):
    """What a position has of the final score already, units left aside."""
    if goal == POPULARITY_GOAL:
        return field(w1, POPULARITY, 10) - POPULARITY_ZERO - field(w1, TIME, 9) / TIME_PER_POINT
    return float(field(w1, TREATED, 7)) if goal == TREATED_GOAL else 0.0


@compiled
def split(fitted, w1):
    """5.3: how many of the units had best be points, the others being dollars, and the value of that."""
    money, units = field(w1, MONEY, 9), field(w1, UNITS, 9)
    best, at = -1e9, 0
    for points in range(units + 1):
        value = points + fitted.savings[min(MOST_MONEY, money + POPULARITY_PRICE * (units - points))]
        if value > best:
            best, at = value, points
    return at, best


@compiled
def settle(words, points):
    """Positions with so many of their units as points and the others as savings."""
    after = words.copy()
    for i in range(len(words)):
        w1 = words[i, 1]
        money, units = field(w1, MONEY, 9), field(w1, UNITS, 9)
        kept = min(MOST_MONEY, money + POPULARITY_PRICE * (units - points[i]))
        w1 = plus(plus(w1, UNITS, -units), MONEY, kept - money)
        after[i, 1] = plus(w1, POPULARITY, points[i])
    return after


@compiled
def value_of(tables, fitted, goal, w0, w1, scratch):
    """The value of a position at the beginning of a round with the best buying, and the points to buy for that."""
    features(tables, fitted.layout, w0, w1, scratch)
    points, total = split(fitted, w1)
    for i in range(FEATURES):
        total += fitted.weights[i] * scratch[i]
    return total + settled(goal, w1), points


@compiled
def all_features(tables, layout, words):
    """The numbers of many positions."""
    out = np.empty((len(words), FEATURES))
    for i in range(len(words)):
        features(tables, layout, words[i, 0], words[i, 1], out[i])
    return out
