"""Positions in and out of the kernel, and the buffers it works in."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from clin9ic.state import Floor, Phase, Space, State
from solvers.clin9ic import kernel, packed
from solvers.clin9ic.tables import Trios, World
from tabletop.colours import Counts

Words = NDArray[np.uint64]
LEVELS = 4  # before the first action, and after each of the three


def _put(value: int, shift: int) -> int:
    return value << shift


def pack(world: World, state: State) -> tuple[int, int]:
    """A position between rounds as two words."""
    upgrades = tuple(floor.upgraded for floor in state.floors)
    config = world.upgrades.index(upgrades)
    cubes = [world.modules[config].index(cube) for cube in state.conveyors]
    tables = world.tables
    shape = int(tables.first_shape[config]) + (1 + cubes[0] if cubes else 0)
    if len(cubes) == 2:
        shape = int(tables.pair_shape[config, cubes[0], cubes[1]])
    first = (
        _put(shape, packed.SHAPE)
        + _put(state.entrances, packed.ENTRANCES)
        + _put(state.gardens, packed.GARDENS)
        + _put(state.pillars, packed.PILLARS)
        + _put(state.lots, packed.LOTS)
        + _put(state.nurses, packed.NURSES)
        + _put(state.orderlies, packed.ORDERLIES)
        + sum(_put(n, packed.DOCTORS + packed.COLOUR_BITS * c) for c, n in enumerate(state.doctors))
    )
    second = (
        sum(_put(n, packed.PATIENTS + packed.COLOUR_BITS * c) for c, n in enumerate(state.patients))
        + _put(min(state.money, packed.MOST_MONEY), packed.MONEY)
        + _put(state.popularity + packed.POPULARITY_ZERO, packed.POPULARITY)
        + _put(state.time, packed.TIME)
        + _put(state.treated, packed.TREATED)
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
        popularity=_bits(second, packed.POPULARITY, 9) - packed.POPULARITY_ZERO,
        time=_bits(second, packed.TIME, 9),
        treated=_bits(second, packed.TREATED, 7),
    )


class Expander:
    """Expands rounds of one deal, with buffers that grow as needed."""

    def __init__(self, world: World, level_bits: int = 16, out_bits: int = 20) -> None:
        self.world = world
        self.generated = 0
        self.scratch = np.empty((kernel.SCRATCH, 2), np.uint64)
        self.flags = np.empty(kernel.SCRATCH, np.int64)
        self.reach = np.empty(kernel.SCRATCH, np.bool_)
        self._make_levels(level_bits)
        self._make_out(out_bits)

    def _make_levels(self, bits: int) -> None:
        self.level_bits = bits
        self.levels = np.empty((LEVELS, 1 << bits, 2), np.uint64)
        self.origins = np.empty((LEVELS, 1 << bits), np.int32)
        self.slots = np.full((LEVELS, 2 << bits), -1, np.int32)

    def _make_out(self, bits: int) -> None:
        self.out_bits = bits
        self.out = np.empty((1 << bits, 2), np.uint64)
        self.out_origin = np.empty(1 << bits, np.int32)
        self.out_slots = np.full(2 << bits, -1, np.int32)

    def ends(self, words: Sequence[int], trios: Trios, *, full: bool = False, cubes: bool = True) -> Words:
        """Every distinct end of round from a position."""
        while True:
            done, generated = kernel.expand(
                self.world.record[0], trios, np.uint64(words[0]), np.uint64(words[1]), full, cubes, self.levels,
                self.origins, self.slots, self.scratch, self.flags, self.reach, self.out, self.out_origin,
                self.out_slots, 0,
            )  # fmt: skip
            self.generated += generated
            if done >= 0:
                break
            self._make_levels(self.level_bits + 1)
            self._make_out(self.out_bits + 1)
        found = self.out[:done].copy()
        kernel.clear(self.out, self.out_slots, done)
        return found
