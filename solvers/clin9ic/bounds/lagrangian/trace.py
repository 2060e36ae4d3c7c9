"""Trace back one best play through a round of the table: what it decides, step by step."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.bounds.lagrangian.table import (
    CARDS,
    CLINICS,
    NUMBERS,
    RATES,
    SWEEP_NUMBERS,
    TABLE,
    Cards,
    Clinics,
    Rates,
    Table,
)
from solvers.clin9ic.kernel.rule_numbers import ACTIONS
from solvers.native.calling import Array, Integer, Real, function

FIELDS = 5  # of a choice: place, doctors, patients, money, tag
SOLVENT, LAST_BANKRUPTCY, BANKRUPTCY = range(3)
FULL = -1  # the step of whoever has so much that only the most income counts

_row = [Integer] * 4
_ints = Array(np.int64, 1)
_choices = function(
    "clin9ic_choices", Integer, SWEEP_NUMBERS, Integer, CLINICS, RATES, CARDS, Integer, Integer, Real, *_row,
    Array(np.int64, 2), Array(np.float64, 1),
)  # fmt: skip
_best_actions = function(
    "clin9ic_best_actions", Real, SWEEP_NUMBERS, CLINICS, RATES, CARDS, _ints, Integer, Real, TABLE, *_row, _ints
)
_best_care = function(
    "clin9ic_best_care", Real, SWEEP_NUMBERS, CLINICS, RATES, TABLE, TABLE, Integer, Real, Integer, Integer, *_row,
    _ints,
)  # fmt: skip
_entry_time = function("clin9ic_entry_time", Integer, SWEEP_NUMBERS, CLINICS, *_row)
_lots_needed = function("clin9ic_lots_needed", Integer, SWEEP_NUMBERS, CLINICS, Integer, Integer, Integer)
_upkeep_of = function("clin9ic_upkeep_of", Integer, SWEEP_NUMBERS, CLINICS, Integer, Integer, _ints)


class Row(NamedTuple):
    """An entry of a table."""

    place: int
    doctors: int
    patients: int
    money: int


class Care(NamedTuple):
    """What Business decides."""

    mode: int
    operated: int
    treated: int
    outside: int
    step: int  # of income
    left: int
    kept: int


def choices(
    step: int, clinics: Clinics, rates: Rates, cards: Cards, trio: int, levels: int, dollar: float, row: Row
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Every choice of an action from one row, and what it gains.

    Tags: the build, the doctors hired, the boxes admitted.
    """
    found, gains = np.empty((0, FIELDS), np.int64), np.empty(0)
    while (many := _choices(NUMBERS, step, clinics, rates, cards, trio, levels, dollar, *row, found, gains)) > len(
        found
    ):
        found, gains = np.empty((many, FIELDS), np.int64), np.empty(many)
    return found, gains


def best_actions(
    clinics: Clinics,
    rates: Rates,
    cards: Cards,
    trios: NDArray[np.int64],
    levels: int,
    dollar: float,
    after: Table,
    row: Row,
) -> tuple[float, list[int]]:
    """The best of some trios from one row of a round: its value; the trio, then the choice of each action."""
    chosen = np.zeros(1 + ACTIONS * FIELDS, np.int64)
    best = _best_actions(NUMBERS, clinics, rates, cards, trios, levels, dollar, after, *row, chosen)
    return float(best), chosen.tolist()


def care(
    clinics: Clinics,
    rates: Rates,
    settled: Table,
    solvent: Table,
    levels: int,
    dollar: float,
    bankrupt: bool,
    last_bankruptcy: bool,
    row: Row,
) -> Care:
    """The best Business from one row after the actions."""
    chosen = np.zeros(len(Care._fields), np.int64)
    _best_care(
        NUMBERS, clinics, rates, settled, solvent, levels, dollar, bankrupt, last_bankruptcy, *row, chosen
    )  # fmt: skip
    return Care(*chosen.tolist())


def time_to_enter(clinics: Clinics, kind: int, place: int, present: int, newcomers: int) -> int:
    """4.9, 4.10: the least time for so many newcomers of a kind, FAR where there is no room."""
    return int(_entry_time(NUMBERS, clinics, kind, place, present, newcomers))


def lots_needed(clinics: Clinics, build: int, doctors: int, patients: int) -> int:
    """4.4: lots that may have to be bought with an upgrade of Floor-1, for the cars that lose their spaces."""
    return int(_lots_needed(NUMBERS, clinics, build, doctors, patients))


def upkeep_of(clinics: Clinics, config: int, operated: int) -> tuple[int, int]:
    """5.2: upkeep without orderlies, and with as many as save most."""
    least = np.empty(1, np.int64)
    return int(_upkeep_of(NUMBERS, clinics, config, operated, least)), int(least[0])
