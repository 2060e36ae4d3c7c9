"""Rounds expanded by the compiled core: every end of round that a position and a card order can lead to.

The core (native/clin9ic/rounds.cpp) follows `clin9ic` rule by rule and is tested against it. With `full` it gives every
distinct outcome, as the plain rules do. Without it, outcomes are pruned that another one plainly dominates:
  * a costlier icon while a cheaper one of that staff was passed over (same people, less money);
  * an operating room that was not needed (same patients, less money);
  * buying popularity now, which is put off as units (see `packed`).
"""

import ctypes
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.bounds.dual_bound import PATHS_AFTER, PATHS_WITHIN, PathsAndPrices
from solvers.clin9ic.bounds.lagrangian.bound_table import ROUND_TABLES, RoundTables
from solvers.clin9ic.kernel.packed import Words
from solvers.clin9ic.kernel.rule_numbers import ACTIONS
from solvers.clin9ic.kernel.trios import TRIOS, Trios
from solvers.clin9ic.kernel.world import World
from solvers.core.result import LostPlan
from solvers.native.calling import Array, Callback, Handle, Integer, Object, Real, Unsigned, function, struct

LEVELS = ACTIONS + 2  # before the first action, after each of the three, and the ends of the round
GIVEN_UP, NO_MEMORY = -1, -2
BITS, ASKED_BITS = 12, 19  # slots of a set at first, and from how many on `stop` is asked before they are doubled
NO_VALUES = np.empty(0)

CUTOFF = struct("clin9ic_cutoff", now=PATHS_WITHIN, after=PATHS_AFTER, least=Real, goal=Integer, last=Integer)
MAY_GROW = Callback(ctypes.c_bool, stopping=False)
_words = Array(np.uint64, 2)
_new = function("clin9ic_expander_new", Object, Object, Integer, Integer)
_free = function("clin9ic_expander_free", None, Object)
_generated = function("clin9ic_expander_generated", Integer, Object)
_all_ends = function("clin9ic_all_ends", Integer, Object, TRIOS, Unsigned, Unsigned, Integer, Integer)
_best_ends = function(
    "clin9ic_best_ends", Integer, Object, TRIOS, Unsigned, Unsigned, Integer, CUTOFF, Integer, Integer,
    Array(np.float64, 1),
)  # fmt: skip
_ends_from_many = function(
    "clin9ic_ends_from_many", Integer, Object, TRIOS, Integer, _words, Integer, CUTOFF, ROUND_TABLES, MAY_GROW
)
_found = function("clin9ic_found", None, Object, _words, Array(np.int32, 1), Array(np.float64, 1))
_path = function(
    "clin9ic_path", Integer, Object, TRIOS, Integer, Unsigned, Unsigned, Unsigned, Unsigned, Integer, _words
)


class GivenUp(Exception):
    """Time ended while the set of a round was growing."""


class Cutoff(NamedTuple):
    """What a search may prune in one round: positions whose bound is below `least`."""

    now: PathsAndPrices  # within the round
    after: PathsAndPrices  # at its end
    least: float
    goal: int
    last: bool


class Expander:
    """Expands rounds of one deal, in sets of the core that it keeps; for one thread at a time."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.native = Handle(_new(world.native, BITS, ASKED_BITS), _free)

    @property
    def generated(self) -> int:
        """Positions generated so far."""
        return int(_generated(self.native))

    def ends(self, words: Sequence[int], trios: Trios, *, full: bool = False, cubes: bool = True) -> Words:
        """Every distinct end of round from a position."""
        return self.ends_by_trio(words, trios, full=full, cubes=cubes)[0]

    def ends_by_trio(
        self, words: Sequence[int], trios: Trios, *, full: bool = False, cubes: bool = True
    ) -> tuple[Words, NDArray[np.int32]]:
        """Every distinct end of round from a position, and a trio that leads to each."""
        found = _all_ends(self.native, trios, int(words[0]), int(words[1]), full, cubes)
        return self._taken(found, valued=False)[:2]

    def best(
        self, words: Sequence[int], trios: Trios, cutoff: Cutoff, *, cubes: bool, mid: int = 0, ends: int = 0
    ) -> tuple[Words, NDArray[np.int32], NDArray[np.float64], float]:
        """Ends of round that may reach `cutoff.least`, trio and bound of each, and the best bound dropped for space."""
        dropped = np.empty(1)
        found = _best_ends(self.native, trios, int(words[0]), int(words[1]), cubes, cutoff, mid, ends, dropped)
        return *self._taken(found), float(dropped[0])

    def best_from_many(
        self,
        words: Words,
        trios: Trios,
        trio: int,
        cutoff: Cutoff,
        round_tables: RoundTables,
        *,
        cubes: bool,
        stop: Callable[[], bool] = lambda: False,
    ) -> tuple[Words, NDArray[np.int32], NDArray[np.float64]]:
        """Ends of round by one trio that may reach `cutoff.least`, with the number of the position they come from.

        GivenUp where they need ever more room and it is time to stop.
        """
        may_grow = MAY_GROW(lambda: not stop())
        found = _ends_from_many(self.native, trios, trio, words, cubes, cutoff, round_tables, may_grow)
        return self._taken(found)

    def _taken(self, found: int, *, valued: bool = True) -> tuple[Words, NDArray[np.int32], NDArray[np.float64]]:
        """What the core has found last."""
        if found == GIVEN_UP:
            raise GivenUp
        if found == NO_MEMORY:
            raise MemoryError
        words, sources = np.empty((found, 2), np.uint64), np.empty(found, np.int32)
        values = np.empty(found) if valued else NO_VALUES
        _found(self.native, words, sources, values)
        return words, sources, values

    def path(
        self, start: Sequence[int], end: Sequence[int], trios: Trios, trio: int, *, cubes: bool
    ) -> list[tuple[int, int]]:
        """The positions after each action along one path from a position to an end of round by a trio."""
        steps = self._steps(start, end, trios, trio, cubes=cubes)
        if steps is None:
            raise LostPlan("no play leads where the search went")
        return [(int(first), int(second)) for first, second in steps]

    def reaches(self, start: Sequence[int], end: Sequence[int], trios: Trios, trio: int, *, cubes: bool) -> bool:
        """Whether there is such a path."""
        return self._steps(start, end, trios, trio, cubes=cubes) is not None

    def _steps(self, start: Sequence[int], end: Sequence[int], trios: Trios, trio: int, *, cubes: bool) -> Words | None:
        steps = np.empty((LEVELS, 2), np.uint64)
        ends = (int(word) for word in (*start, *end))
        return steps if _path(self.native, trios, trio, *ends, cubes, steps) else None
