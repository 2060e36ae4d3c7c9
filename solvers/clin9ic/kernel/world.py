"""A deal in both languages: the tables of its clinics, and the object of the compiled core that has taken them over."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from clin9ic.setting import Setting
from clin9ic.state import Space
from solvers.clin9ic.kernel.rule_numbers import BOXES, NUMBERS
from solvers.clin9ic.kernel.tables import Tables, configs, tables_of
from solvers.native.calling import Array, Handle, Integer, Object, Row, function, struct

_row, _grid = Array(np.int32, 1), Array(np.int32, 2)
TABLES = struct(
    "clin9ic_tables", config=_row, cubes=_row, cube_at=_grid, after_floor=_row, after_upgrade=_grid,
    move_time=Array(np.int8, 5), first_shape=_row, modules=_row, pair_shape=Array(np.int32, 3), parking=_row,
    upkeep=_row, pillars_needed=_row, gardens_needed=_row, room_points=_row, printed_gardens=_row,
    printed_pillars=_row, labs=_row, triages=_row, outpatients=_row, operating=_row, most_treated=Array(np.int8, 6),
    rank=Array(np.int32, 4), least_dice=Array(np.int8, 2), rules=_row,
)  # fmt: skip
_by_colour = Row(4)
_rows = {"hire_prices": Row(BOXES)} | dict.fromkeys(
    ("pay", "salaries", "points", "decayed", "taught", "taught_first"), _by_colour
)
_NUMBERS = struct("clin9ic_numbers", **{name: _rows.get(name, Integer) for name in NUMBERS._fields})
_new = function("clin9ic_world_new", Object, TABLES, _NUMBERS)
_free = function("clin9ic_world_free", None, Object)


@dataclass(frozen=True, eq=False)
class World:
    """A deal whose floor order is known; equal to itself alone, so that caches can be keyed by it."""

    setting: Setting
    tables: Tables
    native: Handle  # the tables again, in the core
    floors: tuple[str, ...]
    modules: tuple[tuple[Space, ...], ...]  # by config
    upgrades: tuple[tuple[bool, ...], ...]  # by config


def build_world(setting: Setting, floors: Sequence[str], people: int = 0) -> World:
    """The arrays for a deal whose floor order is known, for at least so many doctors or patients."""
    return _build_world(setting, tuple(floors), people)


@lru_cache(maxsize=8)
def _build_world(setting: Setting, floors: tuple[str, ...], people: int) -> World:
    tables, clinics = tables_of(setting, floors, people)
    upgrades = tuple(configs(len(floors)))
    return World(setting, tables, in_core(tables), floors, tuple(clinic.modules for clinic in clinics), upgrades)


def in_core(tables: Tables) -> Handle:
    """The core's own copy of the tables, and of the numbers of the rules."""
    return Handle(_new(tables, NUMBERS), _free)


def relax_conveyors(world: World) -> World:
    """The same deal with conveyors relaxed: as if they stood wherever they let somebody in, for no money and no time.

    More is possible there than in the game, so its bounds hold in the game where time does not count.
    """
    tables, let_in = world.tables, _let_in(world.tables)
    free = tables._replace(move_time=np.where(let_in[tables.config], 0, -1).astype(np.int8))
    return replace(world, tables=free, native=in_core(free))


def closed(world: World) -> World:
    """The same deal with no floor to build."""
    tables = world.tables._replace(after_floor=np.full_like(world.tables.after_floor, -1))
    return replace(world, tables=tables, native=in_core(tables))


def _let_in(tables: Tables) -> NDArray[np.bool_]:
    """[config, outpatient used, kind, present, newcomers]: whether they find room, wherever cubes would have to be."""
    let_in = np.zeros((len(tables.first_shape), *tables.move_time.shape[1:]), bool)
    np.logical_or.at(let_in, tables.config, tables.move_time >= 0)
    return let_in


def conveyors_let_in(world: World) -> bool:
    """4.9: whether there is a clinic where somebody finds no way in but by a conveyor."""
    tables = world.tables
    return bool((_let_in(tables) & (tables.move_time[tables.first_shape] < 0)).any())
