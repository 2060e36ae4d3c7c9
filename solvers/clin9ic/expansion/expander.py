"""Positions in and out of the kernel, and the buffers it works in."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clin9ic.state import Floor, Phase, Space, State
from solvers.clin9ic.bounds.dual_bound import PathsAndPrices
from solvers.clin9ic.bounds.lagrangian.bound_table import NO_TABLES, ROW, RoundTables
from solvers.clin9ic.expansion import rounds
from solvers.clin9ic.expansion.rounds import ENDS
from solvers.clin9ic.kernel import packed
from solvers.clin9ic.kernel.sets import clear
from solvers.clin9ic.kernel.tables import World
from solvers.clin9ic.kernel.trios import Trios
from tabletop.colours import Counts

Words = NDArray[np.uint64]
MOST_TREATED = 1 << 14  # choices of whom to treat: at most 7 to the power of 4
LEVELS = ENDS + 1  # before the first action, after each of the three, and the ends of the round


class GivenUp(Exception):
    """A round that outgrew its room when time was up."""


class Cutoff(NamedTuple):
    """What a search may prune in one round: positions whose bound is below `least`."""

    now: PathsAndPrices  # within the round
    after: PathsAndPrices  # at its end
    least: float
    goal: int
    last: bool


def _put(value: int, shift: int, bits: int) -> int:
    """A number in its field; more than that holds is refused, and nothing below 0 is held."""
    if value >> bits:
        raise packed.Beyond(f"a number of this position, {value}, is larger than the search can count")
    return value << shift


def pack(world: World, state: State) -> tuple[int, int]:
    """A position as two words, without the cards and what is done of a round; `Beyond` if they cannot hold it.

    Nobody needs more parking lots than the words hold; of money see `ranges`.
    """
    upgrades = tuple(floor.upgraded for floor in state.floors)
    config = world.upgrades.index(upgrades)
    cubes = [world.modules[config].index(cube) for cube in state.conveyors]
    tables, bits = world.tables, packed.COLOUR_BITS
    used = {None: packed.UNDECIDED, False: packed.UNUSED, True: packed.USED}[state.outpatient]
    shape = int(tables.first_shape[config]) + (1 + cubes[0] if cubes else 0)
    if len(cubes) == 2:
        shape = int(tables.pair_shape[config, cubes[0], cubes[1]])
    first = (
        _put(shape, packed.SHAPE, 13)
        + _put(state.entrances, packed.ENTRANCES, 3)
        + _put(state.gardens, packed.GARDENS, 3)
        + _put(state.pillars, packed.PILLARS, 3)
        + _put(min(state.lots, packed.MOST_LOTS), packed.LOTS, 5)
        + _put(state.nurses, packed.NURSES, 2)
        + _put(state.orderlies, packed.ORDERLIES, 2)
        + _put(used, packed.OUTPATIENT, 2)
        + sum(_put(n, packed.DOCTORS + bits * c, bits) for c, n in enumerate(state.doctors))
    )
    second = (
        sum(_put(n, packed.PATIENTS + bits * c, bits) for c, n in enumerate(state.patients))
        + _put(min(state.money, packed.MOST_MONEY), packed.MONEY, 9)
        + _put(state.popularity + packed.POPULARITY_ZERO, packed.POPULARITY, 10)
        + _put(state.time + state.phase_time, packed.TIME, 9)
        + _put(state.treated, packed.TREATED, 7)
    )
    return first, second


def _bits(word: int, shift: int, bits: int) -> int:
    return int(word) >> shift & ((1 << bits) - 1)


def _counts(word: int, start: int) -> Counts:
    a, b, c, d = (_bits(word, start + packed.COLOUR_BITS * colour, packed.COLOUR_BITS) for colour in range(4))
    return a, b, c, d


def units(words: Sequence[int]) -> int:
    """Income of past rounds that may still become points or money."""
    return _bits(words[1], packed.UNITS, 9)


def unpack(world: World, words: Sequence[int], round_number: int, faces: str) -> State:
    """Two words as a position before the card order of a round; units are left out."""
    first, second = int(words[0]), int(words[1])
    shape = _bits(first, packed.SHAPE, 13)
    config = int(world.tables.config[shape])
    cubes = [int(cube) for cube in world.tables.cube_at[shape] if cube >= 0]
    conveyors: tuple[Space, ...] = tuple(sorted(world.modules[config][cube] for cube in cubes))
    upgrades = world.upgrades[config]
    return State(
        round=round_number,
        phase=Phase.ORDER,
        floors=tuple(Floor(card, up) for card, up in zip(world.floors, upgrades, strict=False)),
        stack=world.floors[len(upgrades) :],
        unknown=False,
        faces=faces,
        entrances=_bits(first, packed.ENTRANCES, 3),
        gardens=_bits(first, packed.GARDENS, 3),
        pillars=_bits(first, packed.PILLARS, 3),
        lots=_bits(first, packed.LOTS, 5),
        conveyors=conveyors,
        doctors=_counts(first, packed.DOCTORS),
        patients=_counts(second, packed.PATIENTS),
        nurses=_bits(first, packed.NURSES, 2),
        orderlies=_bits(first, packed.ORDERLIES, 2),
        money=_bits(second, packed.MONEY, 9),
        popularity=_bits(second, packed.POPULARITY, 10) - packed.POPULARITY_ZERO,
        time=_bits(second, packed.TIME, 9),
        treated=_bits(second, packed.TREATED, 7),
    )


class Expander:
    """Expands rounds of one deal, with buffers that grow as needed."""

    def __init__(self, world: World, level_bits: int = 16, out_bits: int = 18) -> None:
        self.world = world
        self.generated = 0
        self._grow(level_bits, out_bits)

    def _grow(self, level_bits: int, out_bits: int) -> None:
        self.bits = level_bits, out_bits
        self.work = (
            np.empty((LEVELS, 1 << level_bits, 2), np.uint64),
            np.empty((LEVELS, 1 << level_bits), np.int32),
            np.full((LEVELS, 2 << level_bits), -1, np.int32),
            np.empty((1 << level_bits, 2), np.uint64),  # partial hires of an action
            np.empty(1 << level_bits, np.int64),
            np.empty(MOST_TREATED, np.bool_),
            np.empty((2, ROW)),
        )
        self.values = np.empty(1 << level_bits)
        self.sizes = np.zeros(LEVELS, np.int64)
        self.out = np.empty((1 << out_bits, 2), np.uint64)
        self.out_source = np.empty(1 << out_bits, np.int32)
        self.out_values = np.empty(1 << out_bits)
        self.out_slots = np.full(2 << out_bits, -1, np.int32)

    def grow(self) -> None:
        """Twice the room, after a set was full."""
        self._grow(self.bits[0] + 1, self.bits[1] + 1)

    def ends(self, words: Sequence[int], trios: Trios, *, full: bool = False, cubes: bool = True) -> Words:
        """Every distinct end of round from a position."""
        return self.ends_by_trio(words, trios, full=full, cubes=cubes)[0]

    def ends_by_trio(
        self, words: Sequence[int], trios: Trios, *, full: bool = False, cubes: bool = True
    ) -> tuple[Words, NDArray[np.int32]]:
        """Every distinct end of round from a position, and a trio that leads to each."""
        w0, w1 = np.uint64(words[0]), np.uint64(words[1])
        while True:
            done, generated = rounds.all_ends(
                self.world.record[0], trios, w0, w1, full, cubes, self.work, self.sizes, self.out, self.out_source,
                self.out_slots,
            )  # fmt: skip
            if done >= 0:
                break
            self.grow()
        self.generated += generated
        return self._taken(done)[:2]

    def _taken(self, done: int, last: bool = False) -> tuple[Words, NDArray[np.int32], NDArray[np.float64]]:
        found = self.out[:done].copy(), self.out_source[:done].copy(), self.out_values[:done].copy()
        if not last:  # the best of all needs no slot
            clear(self.out, self.out_slots, done)
        return found

    def best(
        self, words: Sequence[int], trios: Trios, cutoff: Cutoff, *, cubes: bool, mid: int = 0, ends: int = 0
    ) -> tuple[Words, NDArray[np.int32], NDArray[np.float64], float]:
        """Ends of round that may reach `cutoff.least`, trio and bound of each, and the best bound dropped for space."""
        w0, w1 = np.uint64(words[0]), np.uint64(words[1])
        while True:
            done, generated, dropped = rounds.best_ends(
                self.world.record[0], trios, w0, w1, cubes, cutoff.now, cutoff.after, NO_TABLES, cutoff.least, mid,
                ends, cutoff.goal, cutoff.last, self.work, self.values, self.out, self.out_source, self.out_values,
                self.out_slots,
            )  # fmt: skip
            if done >= 0:
                break
            self.grow()
        self.generated += generated
        return *self._taken(done, cutoff.last), dropped

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

        What turns out to need more room is begun again with more, unless it is time to stop.
        """
        while True:
            done, generated = rounds.ends_from_many(
                self.world.record[0], trios, trio, words, cubes, cutoff.now, cutoff.after, round_tables,
                cutoff.least, cutoff.goal, cutoff.last, self.work, self.values, self.out, self.out_source,
                self.out_values, self.out_slots,
            )  # fmt: skip
            if done >= 0:
                break
            if stop():
                self._grow(*self.bits)  # empty
                raise GivenUp
            self.grow()
        self.generated += generated
        return self._taken(done, cutoff.last)

    def path(
        self, start: Sequence[int], end: Sequence[int], trios: Trios, trio: int, *, cubes: bool
    ) -> list[tuple[int, int]]:
        """The positions after each action along one path from a position to an end of round by a trio."""
        at = int(self._found(start, end, trios, trio, cubes=cubes)[0])
        levels, origins = self.work[0], self.work[1]
        path = [(int(end[0]), int(end[1]))]
        for level in range(LEVELS - 1, 0, -1):
            at = int(origins[level, at])
            path.append((int(levels[level - 1, at, 0]), int(levels[level - 1, at, 1])))
        return path[::-1]

    def reaches(self, start: Sequence[int], end: Sequence[int], trios: Trios, trio: int, *, cubes: bool) -> bool:
        """Whether there is such a path."""
        return len(self._found(start, end, trios, trio, cubes=cubes)) > 0

    def _found(
        self, start: Sequence[int], end: Sequence[int], trios: Trios, trio: int, *, cubes: bool
    ) -> NDArray[np.int64]:
        """Where an end of round stands among all those by a trio from a position, if it does."""
        w0, w1 = np.uint64(start[0]), np.uint64(start[1])
        while (
            number := rounds.run_trio(self.world.record[0], trios, trio, w0, w1, False, cubes, self.work, self.sizes)
        ) < 0:
            self.grow()
        ends = self.work[0][LEVELS - 1, :number]
        return np.flatnonzero((ends[:, 0] == np.uint64(end[0])) & (ends[:, 1] == np.uint64(end[1])))
