"""A position between two decisions, packed into two 64-bit words, as the compiled core stores it.

Popularity that was earned but may still turn out to be needed as money is kept as *units*: one unit is one point or
three dollars. A player decides at once; a solver that knows the draws may decide with hindsight, and the plan it
prints buys at the right time.

Whether a round can lead out of what the fields hold is asked before it is played (`ranges`).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clin9ic.state import Floor, Phase, Space, State
from solvers.clin9ic.kernel.rule_numbers import POPULARITY_PRICE
from solvers.clin9ic.kernel.world import World
from solvers.core.result import NotSolvable
from tabletop.colours import Counts

Words = NDArray[np.uint64]  # two words a position
Pair = tuple[int, int]


class Field(NamedTuple):
    """Where a number stands; native/clin9ic/position.hpp has the same fields."""

    word: int
    shift: int
    bits: int

    @property
    def most(self) -> int:
        """The largest number it holds."""
        return (1 << self.bits) - 1

    @property
    def mask(self) -> int:
        return self.most << self.shift


# First word: the clinic and its staff.
SHAPE, ENTRANCES, GARDENS, PILLARS = Field(0, 0, 13), Field(0, 13, 3), Field(0, 16, 3), Field(0, 19, 3)
LOTS, NURSES, ORDERLIES, OUTPATIENT = Field(0, 22, 5), Field(0, 27, 2), Field(0, 29, 2), Field(0, 31, 2)
DOCTORS = Field(0, 33, 20)  # five bits for each colour
# Second word: patients and tracks.
PATIENTS, MONEY, UNITS, POPULARITY = Field(1, 0, 20), Field(1, 20, 9), Field(1, 29, 9), Field(1, 38, 10)
TIME, TREATED = Field(1, 48, 9), Field(1, 57, 7)

COLOUR_BITS = 5
POPULARITY_ZERO = 200  # popularity is stored with this added, so that it may be negative where the table plays so
MOST_MONEY, MOST_UNITS, MOST_TIME, MOST_TREATED = MONEY.most, UNITS.most, TIME.most, TREATED.most
MOST_POPULARITY = POPULARITY.most - POPULARITY_ZERO
MOST_LOTS = LOTS.most  # far more than anybody needs
UNDECIDED, UNUSED, USED = 0, 1, 2


class Beyond(NotSolvable):
    """A position whose numbers do not fit into their fields, or might not after one more round (`ranges`)."""


def column(words: Words, field: Field) -> NDArray[np.int64]:
    """One field of many positions."""
    return ((words[:, field.word] >> np.uint64(field.shift)) & np.uint64(field.most)).astype(np.int64)


def people_of(words: Words, field: Field) -> NDArray[np.int64]:
    """How many doctors, or patients, each of many positions has."""
    return sum((colour_of(words, field, colour) for colour in range(4)), np.zeros(len(words), np.int64))


def colour_of(words: Words, field: Field, colour: int) -> NDArray[np.int64]:
    """How many doctors, or patients, of a colour each of many positions has."""
    return column(words, field) >> COLOUR_BITS * colour & 31


def read(words: Sequence[int], field: Field) -> int:
    """One field of a position."""
    return int(words[field.word]) >> field.shift & field.most


def units(words: Sequence[int]) -> int:
    """Income of past rounds that may still become points or money."""
    return read(words, UNITS)


def purse(words: Sequence[int]) -> int:
    """What can be spent: savings and units."""
    return read(words, MONEY) + POPULARITY_PRICE * units(words)


def _counts(words: Sequence[int], field: Field) -> Counts:
    packed = read(words, field)
    a, b, c, d = (packed >> COLOUR_BITS * colour & 31 for colour in range(4))
    return a, b, c, d


def _put(value: int, field: Field) -> int:
    """A number in its field; more than that holds is refused, and nothing below 0 is held."""
    if value >> field.bits:
        raise Beyond(f"a number of this position, {value}, is larger than the search can count")
    return value << field.shift


def _put_people(counts: Counts, field: Field) -> int:
    if any(number >> COLOUR_BITS for number in counts):
        raise Beyond(f"so many people, {max(counts)} of a colour, are more than the search can count")
    return sum(number << field.shift + COLOUR_BITS * colour for colour, number in enumerate(counts))


def pack(world: World, state: State) -> Pair:
    """A position as two words, without the cards and what is done of a round; `Beyond` if they cannot hold it.

    Nobody needs more parking lots than the words hold; of money see `ranges`.
    """
    config = world.upgrades.index(tuple(floor.upgraded for floor in state.floors))
    cubes = [world.modules[config].index(cube) for cube in state.conveyors]
    tables = world.tables
    used = {None: UNDECIDED, False: UNUSED, True: USED}[state.outpatient]
    shape = int(tables.first_shape[config]) + (1 + cubes[0] if cubes else 0)
    if len(cubes) == 2:
        shape = int(tables.pair_shape[config, cubes[0], cubes[1]])
    first = (
        _put(shape, SHAPE)
        + _put(state.entrances, ENTRANCES)
        + _put(state.gardens, GARDENS)
        + _put(state.pillars, PILLARS)
        + _put(min(state.lots, MOST_LOTS), LOTS)
        + _put(state.nurses, NURSES)
        + _put(state.orderlies, ORDERLIES)
        + _put(used, OUTPATIENT)
        + _put_people(state.doctors, DOCTORS)
    )
    second = (
        _put_people(state.patients, PATIENTS)
        + _put(min(state.money, MOST_MONEY), MONEY)
        + _put(state.popularity + POPULARITY_ZERO, POPULARITY)
        + _put(state.time + state.phase_time, TIME)
        + _put(state.treated, TREATED)
    )
    return first, second


def unpack(world: World, words: Sequence[int], round_number: int, faces: str) -> State:
    """Two words as a position before the card order of a round; units are left out."""
    shape = read(words, SHAPE)
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
        entrances=read(words, ENTRANCES),
        gardens=read(words, GARDENS),
        pillars=read(words, PILLARS),
        lots=read(words, LOTS),
        conveyors=conveyors,
        doctors=_counts(words, DOCTORS),
        patients=_counts(words, PATIENTS),
        nurses=read(words, NURSES),
        orderlies=read(words, ORDERLIES),
        money=read(words, MONEY),
        popularity=read(words, POPULARITY) - POPULARITY_ZERO,
        time=read(words, TIME),
        treated=read(words, TREATED),
    )
