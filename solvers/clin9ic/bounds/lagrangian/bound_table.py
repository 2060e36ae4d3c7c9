"""Tables of the Lagrangian bound as the compiled core reads them, and the bounds of packed positions by them."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.kernel.packed import Words
from solvers.clin9ic.kernel.world import World
from solvers.native.calling import Array, Integer, Object, function, struct

Floats = NDArray[np.float64]
UNKNOWN = 1e9  # of a place the table does not have


class TablePrice(IntEnum):
    """Where the prices of a table stand, behind four colours of doctors and four of patients.

    The linear relaxation has an order of its own (`DualPrice`).
    """

    NURSE = 8
    ORDERLY = 9
    LOT = 10
    PILLAR = 11
    REST = 12
    DOLLAR = 13
    POINT = 14
    MINUTE = 15
    CURED = 16


KINDS_OF_TABLE_PRICES = max(TablePrice) + 1


class BoundTable(NamedTuple):
    """One table: of a round's beginning, or of the time after its three actions.

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
_FREE = np.zeros(KINDS_OF_TABLE_PRICES)
NO_TABLE = BoundTable(_NOWHERE, _NOWHERE, _NOWHERE, _NOWHERE, _NOWHERE, 0, EMPTY, EMPTY, _FREE, _FREE)


class RoundTables(NamedTuple):
    """The tables that bound a round by one of its trios: after each action and at its end, and two more."""

    first: BoundTable
    second: BoundTable
    third: BoundTable
    end: BoundTable
    after: BoundTable  # of another Lagrangian bound, after the three actions
    ahead: BoundTable  # and of another one, at the end


NO_TABLES = RoundTables(*[NO_TABLE] * 6)


_ints, _floats, _table = Array(np.int32, 1), Array(np.float64, 1), Array(np.float32, 4)
BOUND_TABLE = struct(
    "clin9ic_bound_table", number=_ints, doctors=_ints, patients=_ints, orderlies=_ints, purse=_ints, helpers=Integer,
    solvent=_table, bankrupt=_table, prices=_floats, bankrupt_prices=_floats,
)  # fmt: skip
ROUND_TABLES = struct("clin9ic_round_tables", **dict.fromkeys(RoundTables._fields, BOUND_TABLE))
_tighten = function("clin9ic_tighten", None, Object, BOUND_TABLE, Array(np.uint64, 2), _floats)


def tighten(world: World, table: BoundTable, words: Words, found: Floats) -> None:
    """Lower the bounds of many positions where the table is sharper."""
    _tighten(world.native, table, words, found)
