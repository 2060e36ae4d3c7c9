"""Tables of the Lagrangian bound as the kernel reads them, and the bounds of packed positions by them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.bounds.lagrangian.places import CUBES
from solvers.clin9ic.bounds.lagrangian.table import NEVER
from solvers.clin9ic.bounds.pricing_dp import LEVELS as ROW_LEVELS
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
    SHAPE,
    TIME,
    TREATED,
    field,
)
from solvers.clin9ic.kernel.rules import config_of, of_colour, purse, total_of
from solvers.core.compiled import inlined, uncounted

Floats = NDArray[np.float64]
NURSE, ORDERLY, LOT, PILLAR, REST = 8, 9, 10, 11, 12  # behind four colours of doctors and of patients
DOLLAR, POINT, MINUTE, CURED, KINDS = 13, 14, 15, 16, 17
UNKNOWN = 1e9  # of a place the table does not have


class BoundTable(NamedTuple):
    """One table for the kernel: of a round's beginning, or of the time after its three actions.

    A table leaves out places that nobody can have come to from the positions it was made for. So its rows speak only of
    places from which it knows all builds, and of purses and numbers of people that it was made for.
    """

    number: NDArray[np.int32]  # Places.number
    doctors: NDArray[np.int32]  # by place: the most of them that its rows mean
    patients: NDArray[np.int32]
    orderlies: NDArray[np.int32]
    purse: NDArray[np.int32]  # by place: the most money for which its rows are complete, -1 if they never are
    helpers: int
    solvent: NDArray[np.float32]  # plays that stay solvent
    bankrupt: NDArray[np.float32]  # plays that go bankrupt some time, if that matters
    prices: Floats
    bankrupt_prices: Floats


EMPTY = np.zeros((1, 1, 1, 1), np.float32)
_NOWHERE = np.full(1, -1, np.int32)
NO_TABLE = BoundTable(
    _NOWHERE, _NOWHERE, _NOWHERE, _NOWHERE, _NOWHERE, 0, EMPTY, EMPTY, np.zeros(KINDS), np.zeros(KINDS)
)


class RoundTables(NamedTuple):
    """The tables that bound a round by one of its trios: after each action and at its end, and two more."""

    first: BoundTable
    second: BoundTable
    third: BoundTable
    end: BoundTable
    after: BoundTable  # of another Lagrangian bound, after the three actions
    ahead: BoundTable  # and of another one, at the end


NO_TABLES = RoundTables(*[NO_TABLE] * 6)


@inlined
def _staff_value(prices, w0):
    """The price of the colours of the doctors."""
    total = 0.0
    for colour in range(4):
        total += prices[colour] * of_colour(w0, DOCTORS, colour)
    return total


@inlined
def _fixtures_value(prices, w0):
    """The price of what does not change between the actions of a round and its end."""
    total = prices[REST] + prices[NURSE] * field(w0, NURSES, 2) + prices[ORDERLY] * field(w0, ORDERLIES, 2)
    return total + prices[LOT] * field(w0, LOTS, 5) + prices[PILLAR] * field(w0, PILLARS, 3)


@inlined
def _patients_value(prices, w1):
    total = 0.0
    for colour in range(4):
        total += prices[4 + colour] * of_colour(w1, PATIENTS, colour)
    return total


@inlined
def _place(tables, w0):
    """Where the places of a clinic begin in `BoundTable.number`, by the number of its cubes."""
    return ((config_of(tables, w0) * ROW_LEVELS + field(w0, ENTRANCES, 3)) * ROW_LEVELS + field(w0, GARDENS, 3)) * CUBES


@uncounted
def upper_bound(tables, table, w0, w1):
    """No play from a position scores more; UNKNOWN where the table does not reach."""
    doctors, patients = total_of(w0, DOCTORS), total_of(w1, PATIENTS)
    if doctors >= table.solvent.shape[2] or patients >= table.solvent.shape[3]:
        return UNKNOWN
    if field(w0, NURSES, 2) + field(w0, ORDERLIES, 2) > table.helpers:
        return UNKNOWN
    money, levels = purse(w1), table.solvent.shape[1] - 1
    level = min(money, levels)
    place = _place(tables, w0)
    z = -1
    # An upgrade may take a cube away (4.4), which the table never does: with more cubes nothing takes longer.
    for cubes in range(tables.cubes[field(w0, SHAPE, 13)], CUBES):
        if place + cubes < len(table.number):
            z = table.number[place + cubes]
            meant = z >= 0 and money <= table.purse[z] and doctors <= table.doctors[z] and patients <= table.patients[z]
            meant = meant and field(w0, ORDERLIES, 2) <= table.orderlies[z]
            if meant and table.solvent[z, level, doctors, patients] > NEVER:
                break
            z = -1
    if z < 0:
        return UNKNOWN
    popularity = field(w1, POPULARITY, 10) - POPULARITY_ZERO
    known = money if money >= levels else 0  # the table leaves it out
    solvent = (
        table.solvent[z, level, doctors, patients] + table.prices[POINT] * popularity + table.prices[DOLLAR] * known
    )
    solvent += _staff_value(table.prices, w0) + _fixtures_value(table.prices, w0) + _patients_value(table.prices, w1)
    solvent += table.prices[CURED] * field(w1, TREATED, 7)
    if table.bankrupt.size == 1:
        return solvent
    # Popularity that will be lost still pays debts (5.2), so it counts as much as money.
    bankrupt = table.bankrupt[z, level, doctors, patients] + table.bankrupt_prices[DOLLAR] * (
        known + max(0, popularity)
    )
    bankrupt += _staff_value(table.bankrupt_prices, w0) + _fixtures_value(table.bankrupt_prices, w0)
    bankrupt += _patients_value(table.bankrupt_prices, w1)
    return max(solvent, bankrupt) - field(w1, TIME, 9) * table.prices[MINUTE]


# A table cut down to the ends of round that one position can come to, as flat numbers: what is known, the price of
# everything that stays the same, prices of patients for both kinds of plays, other prices, and values from CELLS on.
# Passing whole tables from call to call would cost more than looking them up.
MOST_KNOWN, PURSE, LEVELS, STAFF, BANKRUPT_STAFF, SICK, BANKRUPT_SICK = 0, 1, 2, 3, 4, 5, 9
A_POINT, A_DOLLAR, A_BANKRUPT_DOLLAR, A_CURE, A_MINUTE, CELLS = 13, 14, 15, 16, 17, 18
ROW = CELLS + 2 * 32 * 32  # room for so many dollars and patients, twice
NOTHING_KNOWN = -1.0


@uncounted
def fill_row(tables, table, staff, patients, rows, k):
    """Cut a table down to some first words that differ only in the colours of the doctors, and to so many patients."""
    rows[k, MOST_KNOWN] = NOTHING_KNOWN
    w0 = staff[0]
    doctors, place = total_of(w0, DOCTORS), _place(tables, w0) + tables.cubes[field(w0, SHAPE, 13)]
    if place >= len(table.number) or field(w0, NURSES, 2) + field(w0, ORDERLIES, 2) > table.helpers:
        return
    z, levels, bankrupt = table.number[place], table.solvent.shape[1] - 1, table.bankrupt.size > 1
    if z < 0 or doctors >= table.solvent.shape[2] or doctors > table.doctors[z] or levels >= 32:
        return
    if field(w0, ORDERLIES, 2) > table.orderlies[z]:
        return
    known = min(patients, table.patients[z], table.solvent.shape[3] - 1, 31)
    rows[k, MOST_KNOWN], rows[k, PURSE], rows[k, LEVELS] = known, table.purse[z], levels
    rows[k, STAFF] = rows[k, BANKRUPT_STAFF] = -np.inf
    for n in range(len(staff)):
        rows[k, STAFF] = max(rows[k, STAFF], _staff_value(table.prices, staff[n]))
        if bankrupt:
            rows[k, BANKRUPT_STAFF] = max(rows[k, BANKRUPT_STAFF], _staff_value(table.bankrupt_prices, staff[n]))
    rows[k, STAFF] += _fixtures_value(table.prices, w0)
    rows[k, BANKRUPT_STAFF] += _fixtures_value(table.bankrupt_prices, w0)
    for colour in range(4):
        rows[k, SICK + colour], rows[k, BANKRUPT_SICK + colour] = (
            table.prices[4 + colour],
            table.bankrupt_prices[4 + colour],
        )
    rows[k, A_POINT], rows[k, A_CURE], rows[k, A_MINUTE] = (
        table.prices[POINT],
        table.prices[CURED],
        table.prices[MINUTE],
    )
    rows[k, A_DOLLAR], rows[k, A_BANKRUPT_DOLLAR] = table.prices[DOLLAR], table.bankrupt_prices[DOLLAR]
    cell = CELLS
    for level in range(levels + 1):
        for sick in range(known + 1):
            rows[k, cell] = table.solvent[z, level, doctors, sick]
            rows[k, cell + 1] = table.bankrupt[z, level, doctors, sick] if bankrupt else NEVER
            cell += 2


@uncounted
def may_reach(rows, k, w1, least):
    """Whether a row lets a second word reach `least`, with whichever of its first words: the sum of `upper_bound`."""
    patients, money = total_of(w1, PATIENTS), purse(w1)
    if patients > rows[k, MOST_KNOWN] or money > rows[k, PURSE]:
        return True
    levels = int(rows[k, LEVELS])
    known = money if money >= levels else 0
    cell = CELLS + 2 * (min(money, levels) * (int(rows[k, MOST_KNOWN]) + 1) + patients)
    if rows[k, cell] <= NEVER:
        return True
    popularity = field(w1, POPULARITY, 10) - POPULARITY_ZERO
    solvent = rows[k, cell] + rows[k, STAFF] + rows[k, A_POINT] * popularity + rows[k, A_DOLLAR] * known
    bankrupt = rows[k, cell + 1] + rows[k, BANKRUPT_STAFF] + rows[k, A_BANKRUPT_DOLLAR] * (known + max(0, popularity))
    for colour in range(4):
        sick = of_colour(w1, PATIENTS, colour)
        solvent += rows[k, SICK + colour] * sick
        bankrupt += rows[k, BANKRUPT_SICK + colour] * sick
    solvent += rows[k, A_CURE] * field(w1, TREATED, 7)
    return max(solvent, bankrupt) - rows[k, A_MINUTE] * field(w1, TIME, 9) >= least


@uncounted
def prune(tables, table, keys, origin, number, least):
    """Prune positions of a set whose bound is below `least`; how many are left."""
    if len(table.number) == 1:
        return number
    left = 0
    for i in range(number):
        if upper_bound(tables, table, keys[i, 0], keys[i, 1]) >= least:
            keys[left, 0], keys[left, 1], origin[left] = keys[i, 0], keys[i, 1], origin[i]
            left += 1
    return left


@uncounted
def tighten(tables, table, words, found):
    """Lower the bounds of many positions where the table is sharper."""
    for i in range(len(words)):
        found[i] = min(found[i], upper_bound(tables, table, words[i, 0], words[i, 1]))
