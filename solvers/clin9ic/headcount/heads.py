"""Headcount tables as the kernel reads them, and the bounds of packed positions by them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.headcount.places import CUBES
from solvers.clin9ic.headcount.table import NEVER
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
    SHAPE,
    TIME,
    TREATED,
    UNITS,
    field,
)
from solvers.compiled import compiled, inlined

Floats = NDArray[np.float64]
NURSE, ORDERLY, LOT, PILLAR, REST = 8, 9, 10, 11, 12  # behind four colours of doctors and of patients
DOLLAR, POINT, MINUTE, CURED, KINDS = 13, 14, 15, 16, 17
UNKNOWN = 1e9  # of a place the table does not have


class Head(NamedTuple):
    """One table for the kernel: of a round's beginning, or of the time after its three actions.

    A table leaves out places that nobody can have come to from the positions it was made for. So its rows speak only of
    places from which it knows every way on, of purses that were thought of, and of no more people than were.
    """

    number: NDArray[np.int32]  # Places.number
    doctors: NDArray[np.int32]  # by place: the most of them that its rows mean
    patients: NDArray[np.int32]
    purse: NDArray[np.int32]  # by place: the most money for which its rows are complete, -1 if they never are
    helpers: int
    safe: NDArray[np.float32]  # plays that lose nothing
    lossy: NDArray[np.float32]  # plays that lose everything some time, if that matters
    prices: Floats
    lossy_prices: Floats


EMPTY = np.zeros((1, 1, 1, 1), np.float32)
_NOWHERE = np.full(1, -1, np.int32)
NO_HEAD = Head(_NOWHERE, _NOWHERE, _NOWHERE, _NOWHERE, 0, EMPTY, EMPTY, np.zeros(KINDS), np.zeros(KINDS))


class Heads(NamedTuple):
    """What a round is held against by one of its trios: after each action, and twice at its end."""

    first: Head
    second: Head
    third: Head
    end: Head
    ahead: Head  # made for the next round


NO_HEADS = Heads(NO_HEAD, NO_HEAD, NO_HEAD, NO_HEAD, NO_HEAD)


@inlined
def _priced(prices, w0, w1):
    """What a position has besides heads and money."""
    total = prices[REST]
    for colour in range(4):
        total += prices[colour] * of_colour(w0, DOCTORS, colour)
        total += prices[4 + colour] * of_colour(w1, PATIENTS, colour)
    total += prices[NURSE] * field(w0, NURSES, 2) + prices[ORDERLY] * field(w0, ORDERLIES, 2)
    return total + prices[LOT] * field(w0, LOTS, 5) + prices[PILLAR] * field(w0, PILLARS, 3)


@compiled
def most(tables, head, w0, w1):
    """No play from a position scores more; UNKNOWN where the table does not reach."""
    doctors, patients = total_of(w0, DOCTORS), total_of(w1, PATIENTS)
    if doctors >= head.safe.shape[2] or patients >= head.safe.shape[3]:
        return UNKNOWN
    if field(w0, NURSES, 2) + field(w0, ORDERLIES, 2) > head.helpers:
        return UNKNOWN
    money, levels = field(w1, MONEY, 9) + 3 * field(w1, UNITS, 9), head.safe.shape[1] - 1
    level = min(money, levels)
    place = ((config_of(tables, w0) * 7 + field(w0, ENTRANCES, 3)) * 7 + field(w0, GARDENS, 3)) * CUBES
    z = -1
    # An upgrade may take a cube away (4.4), which the table never does: with more cubes nothing takes longer.
    for cubes in range(tables.cubes[field(w0, SHAPE, 13)], CUBES):
        if place + cubes < len(head.number):
            z = head.number[place + cubes]
            meant = z >= 0 and money <= head.purse[z] and doctors <= head.doctors[z] and patients <= head.patients[z]
            if meant and head.safe[z, level, doctors, patients] > NEVER:
                break
            z = -1
    if z < 0:
        return UNKNOWN
    popularity = field(w1, POPULARITY, 9) - POPULARITY_ZERO
    known = money if money >= levels else 0  # the table leaves it out
    safe = head.safe[z, level, doctors, patients] + head.prices[POINT] * popularity + head.prices[DOLLAR] * known
    safe += _priced(head.prices, w0, w1) + head.prices[CURED] * field(w1, TREATED, 7)
    if head.lossy.size == 1:
        return safe
    # Popularity that will be lost is good for paying debts with (5.2), so it is worth as much as money.
    lossy = head.lossy[z, level, doctors, patients] + head.lossy_prices[DOLLAR] * (known + max(0, popularity))
    lossy += _priced(head.lossy_prices, w0, w1)
    return max(safe, lossy) - field(w1, TIME, 9) * head.prices[MINUTE]


@compiled
def keep_promising(tables, head, keys, origin, number, least):
    """Drop positions of a set that cannot reach `least`; how many are left."""
    if len(head.number) == 1:
        return number
    left = 0
    for i in range(number):
        if most(tables, head, keys[i, 0], keys[i, 1]) >= least:
            keys[left, 0], keys[left, 1], origin[left] = keys[i, 0], keys[i, 1], origin[i]
            left += 1
    return left


@compiled
def lower_to(tables, head, words, found):
    """Bounds of many positions, where the table is sharper."""
    for i in range(len(words)):
        found[i] = min(found[i], most(tables, head, words[i, 0], words[i, 1]))
