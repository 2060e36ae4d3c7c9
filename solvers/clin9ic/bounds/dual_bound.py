"""Upper bounds of packed positions by dual prices: a value looked up for the clinic, and a price for all it has."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.bounds.pricing_dp import LEVELS
from solvers.clin9ic.kernel.packed import (
    DOCTORS,
    ENTRANCES,
    GARDENS,
    LOTS,
    NURSES,
    ORDERLIES,
    PATIENTS,
    PILLARS,
    POPULARITY,
    POPULARITY_ZERO,
    TIME,
    TREATED,
    field,
)
from solvers.clin9ic.kernel.rules import config_of, of_colour, purse
from solvers.core.compiled import compiled


class PathsAndPrices(NamedTuple):
    """What `bound` reads: a row for each kind of play, such as those that go bankrupt in one round or another."""

    paths: NDArray[np.float64]  # the value of the best path from each point
    prices: NDArray[np.float64]


# Prices of a position, by what it has: four colours of doctors, four of patients, then
NURSE, ORDERLY, DOLLAR, PILLAR, REST, POINT, MINUTE, CURED, LOT, KINDS_OF_PRICES = range(8, 18)


@compiled
def price(tables, path, prices, w0, w1):
    """`DualPrices.bound` of a packed position, given the value of the best path from each point."""
    z = (config_of(tables, w0) * LEVELS + field(w0, ENTRANCES, 3)) * LEVELS + field(w0, GARDENS, 3)
    total = path[z] + prices[REST]
    for colour in range(4):
        total += prices[colour] * of_colour(w0, DOCTORS, colour)
        total += prices[4 + colour] * of_colour(w1, PATIENTS, colour)
    total += prices[NURSE] * field(w0, NURSES, 2) + prices[ORDERLY] * field(w0, ORDERLIES, 2)
    total += prices[DOLLAR] * purse(w1) + prices[PILLAR] * field(w0, PILLARS, 3)
    total += prices[LOT] * field(w0, LOTS, 5)
    total += prices[POINT] * (field(w1, POPULARITY, 10) - POPULARITY_ZERO)
    return total + prices[MINUTE] * field(w1, TIME, 9) + prices[CURED] * field(w1, TREATED, 7)


@compiled
def bound(tables, paths, prices, w0, w1):
    """The largest of several bounds, each for plays of one kind (see `LinearRelaxation`)."""
    most = -1e9
    for k in range(len(prices)):
        most = max(most, price(tables, paths[k], prices[k], w0, w1))
    return most


@compiled
def raise_bounds(tables, path, prices, words, found):
    """Raise the bounds of many positions to those of one more kind of play."""
    for i in range(len(words)):
        found[i] = max(found[i], price(tables, path, prices, words[i, 0], words[i, 1]))


@compiled
def keep_best(tables, paths, prices, keys, origin, number, least, most, bounds):
    """Prune positions of a set whose bound is below `least`, and keep no more than `most` of them, if that is not 0.

    Returns how many are left and the best bound among those dropped for want of space; fills `bounds`.
    """
    left = 0
    for i in range(number):
        w0, w1 = keys[i, 0], keys[i, 1]
        value = bound(tables, paths, prices, w0, w1)
        if value >= least:
            keys[left, 0], keys[left, 1], origin[left], bounds[left] = w0, w1, origin[i], value
            left += 1
    if most == 0 or left <= most:
        return left, -1e9
    limit = np.partition(bounds[:left], left - most)[left - most]
    kept, dropped = 0, -1e9
    for i in range(left):
        if bounds[i] >= limit and kept < most:
            keys[kept, 0], keys[kept, 1], origin[kept], bounds[kept] = keys[i, 0], keys[i, 1], origin[i], bounds[i]
            kept += 1
        else:
            dropped = max(dropped, bounds[i])
    return kept, dropped
