"""The actions of a round in the dynamic programme: from the values after an action to the values before it.

The sweeps are in native/clin9ic/lagrangian_actions.cpp. Doctors and patients of a place are computed as one row,
[doctors, patients] flat: whoever is hired or admitted is the same row a few entries further on. Entries that mean
nothing stay far below zero whatever is added to them.
"""

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.bounds.lagrangian.table import (
    CARDS,
    CLINICS,
    NEAR,
    NONE,
    NUMBERS,
    RATES,
    SWEEP_NUMBERS,
    TABLE,
    Cards,
    Clinics,
    Near,
    Rates,
    Table,
)
from solvers.clin9ic.kernel.rule_numbers import TRIAGE_TIME
from solvers.clin9ic.kernel.tables import DOCTOR, FAR, PATIENTS
from solvers.native.calling import Integer, Real, function

_before_trios = function(
    "clin9ic_before_trios", None, SWEEP_NUMBERS, NEAR, CLINICS, RATES, CARDS, Integer, Integer, Integer, Real, TABLE,
    TABLE,
)  # fmt: skip
_within_trio = function(
    "clin9ic_within_trio", None, SWEEP_NUMBERS, NEAR, CLINICS, RATES, CARDS, Integer, Integer, Integer, Real, TABLE,
    TABLE, TABLE,
)  # fmt: skip


def delays(
    times: NDArray[np.int32], triages: NDArray[np.int32], minute: float, doctors: int, patients: int
) -> NDArray[np.float32]:
    """4.9, 4.10: what the way in costs so many newcomers, for each row of a table; far too much where there is no room.

    Of doctors there are `doctors` rows and of patients `patients` in each, the first of both with nobody there.
    """
    configs, cubes, _, most, newcomers = times.shape
    cost = np.full((configs, cubes, 2, newcomers, doctors, patients), -NONE, np.float32)
    spent = np.maximum(0, times - TRIAGE_TIME * triages[:, None, None, None, None]) * minute
    spent = np.where(times < FAR, spent, -NONE).astype(np.float32)
    for present in range(min(most, doctors)):
        cost[:, :, DOCTOR, :, present, :] = spent[:, :, DOCTOR, present, :, None]
    for present in range(min(most, patients)):
        for n in range(min(newcomers, patients - present)):  # no more than the row has entries
            cost[:, :, PATIENTS, n, :, present] = spent[:, :, PATIENTS, present, n, None]
    return cost.reshape(configs, cubes, 2, newcomers, doctors * patients)


def before_trios(
    near: Near,
    clinics: Clinics,
    rates: Rates,
    cards: Cards,
    begin: int,
    end: int,
    levels: int,
    dollar: float,
    after: Table,
) -> Table:
    """The best of the trios from `begin` to `end` in their order, from the table after a round's actions.

    `near` are the places where the round may begin, and those where its first and its second action may end.
    """
    table: Table = np.full(after.shape, NONE, np.float32)
    _before_trios(NUMBERS, near, clinics, rates, cards, begin, end, levels, dollar, after, table)
    return table


def within_trio(
    near: Near,
    clinics: Clinics,
    rates: Rates,
    cards: Cards,
    trio: int,
    shared: int,
    levels: int,
    dollar: float,
    after: Table,
    first: Table,
    second: Table,
) -> None:
    """The values of a trio after its first action and after its second, each at some places only.

    The last `shared` actions do the same as those of the trio before: the tables hold their results already.
    """
    _within_trio(NUMBERS, near, clinics, rates, cards, trio, shared, levels, dollar, after, first, second)
