"""Headcount tables as the kernel reads them, and the bounds of packed positions by them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.headcount.places import CUBES
from solvers.clin9ic.headcount.table import NEVER
from solvers.clin9ic.kernel.small_rules import config_of, of_colour, purse, total_of
from solvers.clin9ic.packed import (
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
    SHAPE,
    TIME,
    TREATED,
    field,
)
from solvers.compiled import inlined, uncounted

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
    """What a round is held against by one of its trios: after each action and at its end, and by other headcounts."""

    first: Head
    second: Head
    third: Head
    end: Head
    after: Head  # another headcount's after the three actions
    ahead: Head  # and another's at the end


NO_HEADS = Heads(*[NO_HEAD] * 6)


@inlined
def _staff_worth(prices, w0):
    """What the colours of the doctors are worth."""
    total = 0.0
    for colour in range(4):
        total += prices[colour] * of_colour(w0, DOCTORS, colour)
    return total


@inlined
def _fixtures_worth(prices, w0):
    """What does not change between the actions of a round and its end is worth."""
    total = prices[REST] + prices[NURSE] * field(w0, NURSES, 2) + prices[ORDERLY] * field(w0, ORDERLIES, 2)
    return total + prices[LOT] * field(w0, LOTS, 5) + prices[PILLAR] * field(w0, PILLARS, 3)


@inlined
def _patients_worth(prices, w1):
    total = 0.0
    for colour in range(4):
        total += prices[4 + colour] * of_colour(w1, PATIENTS, colour)
    return total


@inlined
def _place(tables, w0):
    """Where the places of a clinic begin in `Head.number`, by the number of its cubes."""
    return ((config_of(tables, w0) * 7 + field(w0, ENTRANCES, 3)) * 7 + field(w0, GARDENS, 3)) * CUBES


@uncounted
def most(tables, head, w0, w1):
    """No play from a position scores more; UNKNOWN where the table does not reach."""
    doctors, patients = total_of(w0, DOCTORS), total_of(w1, PATIENTS)
    if doctors >= head.safe.shape[2] or patients >= head.safe.shape[3]:
        return UNKNOWN
    if field(w0, NURSES, 2) + field(w0, ORDERLIES, 2) > head.helpers:
        return UNKNOWN
    money, levels = purse(w1), head.safe.shape[1] - 1
    level = min(money, levels)
    place = _place(tables, w0)
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
    safe += _staff_worth(head.prices, w0) + _fixtures_worth(head.prices, w0) + _patients_worth(head.prices, w1)
    safe += head.prices[CURED] * field(w1, TREATED, 7)
    if head.lossy.size == 1:
        return safe
    # Popularity that will be lost is good for paying debts with (5.2), so it is worth as much as money.
    lossy = head.lossy[z, level, doctors, patients] + head.lossy_prices[DOLLAR] * (known + max(0, popularity))
    lossy += _staff_worth(head.lossy_prices, w0) + _fixtures_worth(head.lossy_prices, w0)
    lossy += _patients_worth(head.lossy_prices, w1)
    return max(safe, lossy) - field(w1, TIME, 9) * head.prices[MINUTE]


# A head cut down to the ends of round that one position can come to, as flat numbers: what is known, what everything
# that stays the same is worth, prices of patients for both kinds of plays, other prices, and the tables from CELLS on.
# Passing heads from call to call would cost more than looking them up.
MOST_KNOWN, PURSE, LEVELS, STAFF, LOSSY_STAFF, SICK, LOSSY_SICK = 0, 1, 2, 3, 4, 5, 9
A_POINT, A_DOLLAR, A_LOSSY_DOLLAR, A_CURE, A_MINUTE, CELLS = 13, 14, 15, 16, 17, 18
ROW = CELLS + 2 * 32 * 32  # room for so many dollars and patients, twice
NOTHING_KNOWN = -1.0


@uncounted
def fill_row(tables, head, staff, patients, rows, k):
    """Cut a head down to some first words that differ only in the colours of the doctors, and to so many patients."""
    rows[k, MOST_KNOWN] = NOTHING_KNOWN
    w0 = staff[0]
    doctors, place = total_of(w0, DOCTORS), _place(tables, w0) + tables.cubes[field(w0, SHAPE, 13)]
    if place >= len(head.number) or field(w0, NURSES, 2) + field(w0, ORDERLIES, 2) > head.helpers:
        return
    z, levels, lossy = head.number[place], head.safe.shape[1] - 1, head.lossy.size > 1
    if z < 0 or doctors >= head.safe.shape[2] or doctors > head.doctors[z] or levels >= 32:
        return
    known = min(patients, head.patients[z], head.safe.shape[3] - 1, 31)
    rows[k, MOST_KNOWN], rows[k, PURSE], rows[k, LEVELS] = known, head.purse[z], levels
    rows[k, STAFF] = rows[k, LOSSY_STAFF] = -np.inf
    for n in range(len(staff)):
        rows[k, STAFF] = max(rows[k, STAFF], _staff_worth(head.prices, staff[n]))
        if lossy:
            rows[k, LOSSY_STAFF] = max(rows[k, LOSSY_STAFF], _staff_worth(head.lossy_prices, staff[n]))
    rows[k, STAFF] += _fixtures_worth(head.prices, w0)
    rows[k, LOSSY_STAFF] += _fixtures_worth(head.lossy_prices, w0)
    for colour in range(4):
        rows[k, SICK + colour], rows[k, LOSSY_SICK + colour] = head.prices[4 + colour], head.lossy_prices[4 + colour]
    rows[k, A_POINT], rows[k, A_CURE], rows[k, A_MINUTE] = head.prices[POINT], head.prices[CURED], head.prices[MINUTE]
    rows[k, A_DOLLAR], rows[k, A_LOSSY_DOLLAR] = head.prices[DOLLAR], head.lossy_prices[DOLLAR]
    cell = CELLS
    for level in range(levels + 1):
        for sick in range(known + 1):
            rows[k, cell] = head.safe[z, level, doctors, sick]
            rows[k, cell + 1] = head.lossy[z, level, doctors, sick] if lossy else NEVER
            cell += 2


@uncounted
def may_reach(rows, k, w1, least):
    """Whether a row lets a second word reach `least`, with whichever of its first words: the sum of `most`."""
    patients, money = total_of(w1, PATIENTS), purse(w1)
    if patients > rows[k, MOST_KNOWN] or money > rows[k, PURSE]:
        return True
    levels = int(rows[k, LEVELS])
    known = money if money >= levels else 0
    cell = CELLS + 2 * (min(money, levels) * (int(rows[k, MOST_KNOWN]) + 1) + patients)
    if rows[k, cell] <= NEVER:
        return True
    popularity = field(w1, POPULARITY, 9) - POPULARITY_ZERO
    safe = rows[k, cell] + rows[k, STAFF] + rows[k, A_POINT] * popularity + rows[k, A_DOLLAR] * known
    lossy = rows[k, cell + 1] + rows[k, LOSSY_STAFF] + rows[k, A_LOSSY_DOLLAR] * (known + max(0, popularity))
    for colour in range(4):
        sick = of_colour(w1, PATIENTS, colour)
        safe += rows[k, SICK + colour] * sick
        lossy += rows[k, LOSSY_SICK + colour] * sick
    safe += rows[k, A_CURE] * field(w1, TREATED, 7)
    return max(safe, lossy) - rows[k, A_MINUTE] * field(w1, TIME, 9) >= least


@uncounted
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


@uncounted
def lower_to(tables, head, words, found):
    """Bounds of many positions, where the table is sharper."""
    for i in range(len(words)):
        found[i] = min(found[i], most(tables, head, words[i, 0], words[i, 1]))
