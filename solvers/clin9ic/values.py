"""Scores and bounds of packed positions, many at a time."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.kernel.small_rules import config_of, of_colour, total_of
from solvers.clin9ic.packed import (
    DOCTORS,
    ENTRANCES,
    GARDENS,
    LOTS,
    MONEY,
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
)
from solvers.compiled import compiled

POPULARITY_GOAL, DOCTORS_GOAL, SKILLED_GOAL, STAFF_GOAL, TREATED_GOAL = range(5)


class Priced(NamedTuple):
    """Rows of prices, one for each kind of plays (see `bound`)."""

    paths: NDArray[np.float64]  # the worth of paths from each point
    prices: NDArray[np.float64]


@compiled
def final_score(tables, goal, w0, w1):
    """Section 7 and 3.4, with all units taken as points."""
    doctors = total_of(w0, DOCTORS)
    if goal == DOCTORS_GOAL:
        return doctors
    if goal == SKILLED_GOAL:
        return doctors - of_colour(w0, DOCTORS, 0)
    if goal == STAFF_GOAL:
        return doctors + field(w0, NURSES, 2) + field(w0, ORDERLIES, 2)
    if goal == TREATED_GOAL:
        return field(w1, TREATED, 7)
    config = config_of(tables, w0)
    pillars = max(0, tables.pillars_needed[config] - field(w0, PILLARS, 3))
    gardens = max(0, tables.gardens_needed[config] - field(w0, GARDENS, 3))
    score = field(w1, POPULARITY, 9) - POPULARITY_ZERO + field(w1, UNITS, 9) - field(w1, TIME, 9) // 3
    for colour in range(4):
        score += (2 + colour) * of_colour(w0, DOCTORS, colour)
    score += field(w0, NURSES, 2) + tables.room_points[config] - 5 * total_of(w1, PATIENTS)
    return score - pillars * (pillars + 1) // 2 - 5 * gardens


@compiled
def best_final(tables, goal, words, number):
    """The index of the highest final score of a set, and the score."""
    best, at = -1_000_000, -1
    for i in range(number):
        score = final_score(tables, goal, words[i, 0], words[i, 1])
        if score > best:
            best, at = score, i
    return at, best


# Prices of a position, by what it has: four colours of doctors, four of patients, then
NURSE, ORDERLY, DOLLAR, PILLAR, REST, POINT, MINUTE, CURED, LOT, KINDS_OF_PRICES = range(8, 18)


@compiled
def price(tables, path, prices, w0, w1):
    """`Values.bound` of a packed position, given the worth of paths from each point."""
    z = (config_of(tables, w0) * 7 + field(w0, ENTRANCES, 3)) * 7 + field(w0, GARDENS, 3)
    total = path[z] + prices[REST]
    for colour in range(4):
        total += prices[colour] * of_colour(w0, DOCTORS, colour)
        total += prices[4 + colour] * of_colour(w1, PATIENTS, colour)
    total += prices[NURSE] * field(w0, NURSES, 2) + prices[ORDERLY] * field(w0, ORDERLIES, 2)
    total += prices[DOLLAR] * (field(w1, MONEY, 9) + 3 * field(w1, UNITS, 9)) + prices[PILLAR] * field(w0, PILLARS, 3)
    total += prices[LOT] * field(w0, LOTS, 5)
    total += prices[POINT] * (field(w1, POPULARITY, 9) - POPULARITY_ZERO)
    return total + prices[MINUTE] * field(w1, TIME, 9) + prices[CURED] * field(w1, TREATED, 7)


@compiled
def bound(tables, paths, prices, w0, w1):
    """The largest of several bounds, each for plays of one kind (see `Relaxation`)."""
    most = -1e9
    for k in range(len(prices)):
        most = max(most, price(tables, paths[k], prices[k], w0, w1))
    return most


@compiled
def raise_to(tables, path, prices, words, found):
    """Bounds of many positions, with those of one kind of plays from there."""
    for i in range(len(words)):
        found[i] = max(found[i], price(tables, path, prices, words[i, 0], words[i, 1]))


@compiled
def keep_best(tables, paths, prices, keys, origin, number, least, most, worth):
    """Drop positions of a set that cannot reach `least`, and all but `most` of the highest priced, if that is not 0.

    Returns how many are left and the best bound among those dropped for want of space.
    """
    left = 0
    for i in range(number):
        w0, w1 = keys[i, 0], keys[i, 1]
        value = bound(tables, paths, prices, w0, w1)
        if value >= least:
            keys[left, 0], keys[left, 1], origin[left], worth[left] = w0, w1, origin[i], value
            left += 1
    if most == 0 or left <= most:
        return left, -1e9
    limit = np.partition(worth[:left], left - most)[left - most]
    kept, dropped = 0, -1e9
    for i in range(left):
        if worth[i] >= limit and kept < most:
            keys[kept, 0], keys[kept, 1], origin[kept], worth[kept] = keys[i, 0], keys[i, 1], origin[i], worth[i]
            kept += 1
        else:
            dropped = max(dropped, worth[i])
    return kept, dropped
