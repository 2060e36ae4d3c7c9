"""The pricing problem of the linear relaxation: the best way to build, by dynamic programming.

A *path* is a way to build over points (config, entrances, gardens), three actions a round. Everything the clinic offers
on its way (icons for hiring, patients at the door, beds, room) is paid at the dual prices of the linear programme (see
`linear_relaxation`). The best path from every point is one table, computed backwards from the last round.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.kernel.codes import BOX_DOCTOR
from solvers.clin9ic.kernel.rule_numbers import (
    ACTIONS,
    BOXES,
    BOXES_PER_SECTION,
    ENTRANCE_PRICE,
    FLOOR_PRICE,
    GARDEN_PRICE,
    LOT_PRICE,
    MOST_ENTRANCES,
    MOST_GARDENS,
    PILLAR_PRICE,
    SECTION_PRICES,
    TRIAGE_TIME,
    UPGRADE_PRICE,
)
from solvers.clin9ic.kernel.tables import DOCTOR, FAR, KINDS, ORDERLY, Tables
from solvers.clin9ic.kernel.tables import PATIENTS as PATIENT
from solvers.clin9ic.kernel.trios import Trios
from solvers.clin9ic.kernel.world import World
from solvers.native.calling import Array, Integer, Real, function, struct

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

LEVELS = 1 + max(MOST_ENTRANCES, MOST_GARDENS)  # entrances and gardens run from 0 to one less
SECTIONS = len(SECTION_PRICES)
NO_STEP = -1
NOWHERE = -1e9  # the value of a path that leads nowhere


class Builds(NamedTuple):
    """Every distinct result of one Build action, for each point: a slice of flat arrays."""

    first: Ints  # by point; the slice of point z is first[z] to first[z + 1]
    to: Ints
    cost: Ints
    pillars: Ints
    lots: Ints
    grounds: Ints  # 1 where Floor-1 is upgraded, which lets any number of lots be bought


def point(config: int, entrances: int, gardens: int) -> int:
    return (config * LEVELS + entrances) * LEVELS + gardens


def pillars_gained(tables: Tables, config: int, new: int) -> int:
    """4.4: an upper bound of the pillars gained by building on from one config to another.

    Where more may be printed than the die can show, it stops at 6 and at 0: fewer are lost than printed ones go.
    """
    gained = int(tables.printed_pillars[new] - tables.printed_pillars[config])
    return gained if tables.printed_pillars.max() < LEVELS else max(0, gained)


@lru_cache(maxsize=4)
def build_steps(world: World) -> Builds:
    """4.4 without conveyors, whose use the relaxation gives for nothing."""
    tables = world.tables
    configs = len(tables.first_shape)
    single: list[list[tuple[int, int, int, int, int]]] = []
    for config in range(configs):
        shape = tables.first_shape[config]
        for entrances in range(LEVELS):
            for gardens in range(LEVELS):
                z = point(config, entrances, gardens)
                here = [(z, PILLAR_PRICE, 1, 0, 0), (z, LOT_PRICE, 0, 1, 0)]
                if entrances < MOST_ENTRANCES:
                    here.append((point(config, entrances + 1, gardens), ENTRANCE_PRICE, 0, 0, 0))
                if gardens < MOST_GARDENS:
                    here.append((point(config, entrances, gardens + 1), GARDEN_PRICE, 0, 0, 0))
                upgrades = [
                    (s, UPGRADE_PRICE, 0, int(floor == 0)) for floor, s in enumerate(tables.after_upgrade[shape])
                ]
                for after, cost, more, grounds in [(tables.after_floor[shape], FLOOR_PRICE, 1, 0), *upgrades]:
                    if after < 0:
                        continue
                    new = int(tables.config[after])
                    grown = gardens + int(tables.printed_gardens[new] - tables.printed_gardens[config])
                    risen = pillars_gained(tables, config, new)
                    z = point(new, min(MOST_ENTRANCES, entrances + more), max(0, min(MOST_GARDENS, grown)))
                    here.append((z, cost, risen, 0, grounds))
                single.append(here)
    first, flat = [0], list[tuple[int, ...]]()
    for z, steps in enumerate(single):
        found: dict[tuple[int, int, int, int], int] = {(z, 0, 0, 0): 0}
        for to, cost, pillars, lots, grounds in steps:
            key = to, pillars, lots, grounds
            if cost < found.get(key, FAR):
                found[key] = cost
            for to2, cost2, pillars2, lots2, grounds2 in single[to]:
                key = to2, pillars + pillars2, lots + lots2, grounds + grounds2
                if cost + cost2 < found.get(key, FAR):
                    found[key] = cost + cost2
        flat += [(to, cost, *gains) for (to, *gains), cost in found.items()]
        first.append(len(flat))
    columns = np.array(flat, np.int32).T
    return Builds(np.array(first, np.int32), *(np.ascontiguousarray(column) for column in columns))


class Room(NamedTuple):
    """What a config offers, as the relaxation counts it."""

    doctors: Ints  # most doctors that any clinic on the way here could have taken in
    patients: Ints
    beds: Ints
    entry: Ints  # [config, kind]: least time of a newcomer in any way of placing cubes
    supply: Ints  # the same for orderlies


def rooms(tables: Tables, upgrades: tuple[tuple[bool, ...], ...], people: int = 0, orderlies: int = 0) -> Room:
    """What configs offer to at least so many people and orderlies, who are there already, with a place or not (4.7)."""
    configs = len(upgrades)
    most = np.zeros((configs, len(KINDS)), np.int32)
    entry = np.full((configs, len(KINDS)), FAR, np.int32)
    times = tables.move_time[..., 1].astype(np.int32)  # [shape, outpatient used, kind, present]
    times = np.where(times < 0, FAR, times).min(axis=1)
    room = np.where(times < FAR, 1 + np.arange(times.shape[2], dtype=np.int32), 0).max(axis=2)
    for config in range(configs):
        mine = tables.config == config
        most[config], entry[config] = room[mine].max(axis=0), times[mine].min(axis=(0, 2))
    beds = tables.most_treated[:, 0, :, :, 0, 0].max(axis=(1, 2))
    before = [[o for o, other in enumerate(upgrades) if leads_to(other, mine)] for mine in upgrades]
    return Room(
        np.array([max(people, most[earlier, DOCTOR].max()) for earlier in before], np.int32),
        np.array([max(people, most[earlier, PATIENT].max()) for earlier in before], np.int32),
        beds.astype(np.int32),
        entry,
        np.array([max(orderlies, most[earlier, ORDERLY].max()) for earlier in before], np.int32),
    )


def leads_to(earlier: tuple[bool, ...], later: tuple[bool, ...]) -> bool:
    """Whether the later config can be built from the earlier one."""
    return len(earlier) <= len(later) and all(a <= b for a, b in zip(earlier, later, strict=False))


class Offers(NamedTuple):
    """What each trio offers with each number of entrances: icons by section; and the queue of patients."""

    actions: Ints  # [round, trio, step]
    doctors: Ints  # [round, trio, entrances, section]
    nurses: Ints
    orderlies: Ints
    queue: Ints  # [round, trio, box]: a colour, or -1 for staff
    trios: Ints  # [round]: how many there are


def offers(trios: list[Trios]) -> Offers:
    """Gather the trios of the rounds to come."""
    most = max(len(t.actions) for t in trios)
    shape = (len(trios), most, LEVELS)
    result = Offers(
        actions=np.zeros((len(trios), most, ACTIONS), np.int32),
        doctors=np.zeros((*shape, SECTIONS), np.int32),
        nurses=np.zeros((*shape, SECTIONS), np.int32),
        orderlies=np.zeros((*shape, SECTIONS), np.int32),
        queue=np.full((len(trios), most, BOXES), -1, np.int32),
        trios=np.array([len(t.actions) for t in trios], np.int32),
    )
    for t, round_trios in enumerate(trios):
        many = len(round_trios.actions)
        result.actions[t, :many] = round_trios.actions
        result.queue[t, :many] = np.where(round_trios.top < BOX_DOCTOR, round_trios.top, -1)
        for box in range(BOXES):
            for kind, icons in enumerate((result.doctors, result.nurses, result.orderlies)):
                there = round_trios.bottom[:, box] == BOX_DOCTOR + kind
                icons[t, :many, box + 1 :, box // BOXES_PER_SECTION] += there[:, None]
    return result


class PathPrices(NamedTuple):
    """What the linear programme pays, by round, for what a path offers."""

    money: Floats  # a dollar spent on building
    upkeep: Floats  # a dollar of upkeep
    doctors: Floats  # [round, section] an icon
    nurses: Floats
    orderlies: Floats
    patients: Floats  # [round, colour] a patient let in, who may also cost
    beds: Floats  # [round, gardens]
    operating: Floats
    outpatients: Floats
    doctor_room: Floats
    patient_room: Floats
    labs: Floats
    supply: Floats
    time: Floats  # a unit of time
    parking: Floats  # a parking space
    lots: Floats  # a lot, from this round on
    grounds: Floats  # an upgrade of Floor-1, for the lots that can come with it
    pillar: float


class EntryTimes(NamedTuple):
    """What a path looks up besides its prices."""

    entry: Ints  # [config, kind]: least time of a newcomer in any way of placing cubes
    least: Ints  # by kind
    triages: Ints  # by config
    levels: int = LEVELS
    triage_time: int = TRIAGE_TIME


# --- the same for the compiled core (native/clin9ic/pricing_dp.cpp) ---

_ints, _floats = Array(np.int32, 1), Array(np.float64, 1)
BUILDS = struct("clin9ic_builds", **dict.fromkeys(Builds._fields, _ints))
OFFERS = struct(
    "clin9ic_offers", actions=Array(np.int32, 3), doctors=Array(np.int32, 4), nurses=Array(np.int32, 4),
    orderlies=Array(np.int32, 4), queue=Array(np.int32, 3), trios=_ints,
)  # fmt: skip
_BY_MORE = ("doctors", "nurses", "orderlies", "patients", "beds")
_PRICE_KINDS = {name: Array(np.float64, 2) if name in _BY_MORE else _floats for name in PathPrices._fields}
PATH_PRICES = struct("clin9ic_path_prices", **{**_PRICE_KINDS, "pillar": Real})
WAYS = struct("clin9ic_ways", entry=Array(np.int32, 2), least=_ints, triages=_ints, levels=Integer, triage_time=Integer)
_best_paths = function(
    "clin9ic_best_paths", None, BUILDS, OFFERS, PATH_PRICES, WAYS, Array(np.float64, 2), Array(np.float64, 2),
    Array(np.float64, 4),
)  # fmt: skip
_trace_path = function(
    "clin9ic_trace_path", None, BUILDS, OFFERS, PATH_PRICES, WAYS, Array(np.float64, 4), Integer, _ints,
    Array(np.int32, 2),
)  # fmt: skip


def best_paths(
    builds: Builds, offers: Offers, prices: PathPrices, ways: EntryTimes, business: Floats, terminal: Floats
) -> tuple[Floats, Floats]:
    """The value of the best path from each point at the beginning of each round, and before each action of a trio.

    The second table is [round, trio, step, point], with the three actions of a round done at its last step.
    """
    rounds, many = offers.actions.shape[:2]
    value = np.empty((rounds + 1, len(terminal)))
    value[rounds] = terminal
    within = np.full((rounds, many, ACTIONS + 1, len(terminal)), NOWHERE)
    _best_paths(builds, offers, prices, ways, business, value, within)
    return value, within


def trace(
    builds: Builds, offers: Offers, prices: PathPrices, ways: EntryTimes, within: Floats, start: int
) -> tuple[Ints, Ints]:
    """A best path from a point: the trio of each round, the number of each build, the boxes admitted."""
    rounds = len(offers.actions)
    trios, steps = np.zeros(rounds, np.int32), np.full((rounds, ACTIONS), NO_STEP, np.int32)
    _trace_path(builds, offers, prices, ways, within, start, trios, steps)
    return trios, steps
