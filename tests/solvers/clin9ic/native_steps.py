"""Steps of the compiled core that the product takes many at a time, one by one: for tests alone."""

from typing import SupportsInt

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.bounds.lagrangian.bound_table import BOUND_TABLE, BoundTable
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
from solvers.clin9ic.kernel.world import World
from solvers.native.calling import Array, Integer, Object, Real, Unsigned, function

_upper_bound = function("clin9ic_upper_bound", Real, Object, BOUND_TABLE, Unsigned, Unsigned)
_before_action = function(
    "clin9ic_before_action", None, SWEEP_NUMBERS, Integer, Array(np.int64, 1), CLINICS, RATES, CARDS, Integer, Integer,
    Real, TABLE, TABLE,
)  # fmt: skip


def upper_bound(world: World, table: BoundTable, first: SupportsInt, second: SupportsInt) -> float:
    """No play from a position scores more; UNKNOWN where the table does not reach."""
    return float(_upper_bound(world.native, table, int(first), int(second)))


def before_action(
    step: int,
    active: NDArray[np.int64],
    clinics: Clinics,
    rates: Rates,
    cards: Cards,
    trio: int,
    levels: int,
    dollar: float,
    after: Table,
    out: Table,
) -> None:
    """4.4-4.6: one action of a trio, at some places."""
    _before_action(NUMBERS, step, active, clinics, rates, cards, trio, levels, dollar, after, out)
