"""The places a clinic can come to: floors and sides, entrances, gardens and cubes; and what each of them offers."""

from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.bounds.pricing_dp import LEVELS, leads_to, pillars_gained, point
from solvers.clin9ic.kernel.codes import COUNTS_POPULARITY, LOTS_KEPT
from solvers.clin9ic.kernel.packed import MOST_LOTS
from solvers.clin9ic.kernel.rule_numbers import (
    CUBE_PRICE,
    ENTRANCE_PRICE,
    FLOOR_PRICE,
    GARDEN_PRICE,
    LOT_PRICE,
    LOT_SPACES,
    MOST_CUBES,
    MOST_ENTRANCES,
    MOST_GARDENS,
    PILLAR_PRICE,
    UPGRADE_PRICE,
)
from solvers.clin9ic.kernel.tables import DOCTOR, FAR, ORDERLY, PATIENTS, Tables
from solvers.clin9ic.kernel.world import World

Ints = NDArray[np.int32]
Place = tuple[int, int, int, int]  # config, entrances, gardens, cubes
Component = tuple[Place, int, int, int, int]  # where it leads, its cost, pillars, lots, spare lots

CUBES = 1 + MOST_CUBES  # none, one or both of the cubes are somewhere


class Places(NamedTuple):
    """Flat arrays by place; builds of a place are the slice `first[place]` to `first[place + 1]`."""

    number: Ints  # of every (config, entrances, gardens, cubes), -1 where it cannot be come to
    config: Ints
    entrances: Ints
    gardens: Ints
    cubes: Ints
    doctors: Ints  # the most that any clinic on the way here could have taken in
    patients: Ints
    first: Ints
    to: Ints
    cost: Ints
    pillars: Ints
    lots: Ints
    spare: Ints  # lots that an upgrade of Floor-1 may make one buy besides
    times: Ints  # [config, cubes, kind, present, newcomers], FAR where there is no room
    supply: Ints  # by config: the most orderlies that any clinic on the way here could have taken in
    orderlies: Ints  # the same by place


def index_of(config: int, entrances: int, gardens: int, cubes: int) -> int:
    return point(config, entrances, gardens) * CUBES + cubes


@lru_cache(maxsize=4)
def places_from(world: World, starts: tuple[Place, ...], people: int = 0, orderlies: int = 0) -> Places:
    """Every place that building on from some places can come to.

    So many people and orderlies are there already, whether there is room for them or not: nobody leaves (4.7).
    Where popularity does not count, time does not either: cubes are taken as if all were there.
    """
    tables, upgrades = world.tables, world.upgrades
    numbers: dict[Place, int] = {start: at for at, start in enumerate(dict.fromkeys(starts))}
    waiting, rows, first = list(numbers), list[tuple[int, ...]](), [0]
    components = cache(partial(_components, tables))
    for place in waiting:
        for (to, pillars, lots, spare), cost in _builds(components, place).items():
            if to not in numbers:
                numbers[to] = len(numbers)
                waiting.append(to)
            rows.append((numbers[to], cost, pillars, lots, spare))
        first.append(len(rows))
    number = np.full(len(upgrades) * LEVELS * LEVELS * CUBES, -1, np.int32)
    for place, at in numbers.items():
        number[index_of(*place)] = at
        if not tables.rules[COUNTS_POPULARITY]:
            number[index_of(*place[:3], 0) : index_of(*place)] = at
    times = _times(tables)
    config, entrances_of, gardens_of, cubes_of = np.ascontiguousarray(np.array(list(numbers), np.int32).T)
    to_place, cost_of, more_pillars, more_lots, spare_lots = np.ascontiguousarray(np.array(rows, np.int32).T)

    before = [[o for o, other in enumerate(upgrades) if leads_to(other, mine)] for mine in upgrades]

    def room(kind: int) -> Ints:
        own = [_capacity(times[c, CUBES - 1, kind]) for c in range(len(upgrades))]
        return np.array([max(own[o] for o in earlier) for earlier in before], np.int32)

    doctors, patients = (np.maximum(room(kind)[config], people).astype(np.int32) for kind in (DOCTOR, PATIENTS))
    supply = np.maximum(room(ORDERLY), orderlies).astype(np.int32)
    return Places(
        number, config, entrances_of, gardens_of, cubes_of, doctors, patients, np.array(first, np.int32),
        to_place, cost_of, more_pillars, more_lots, spare_lots, times, supply, supply[config],
    )  # fmt: skip


def _builds(components: Callable[[Place], list[Component]], place: Place) -> dict[tuple[Place, int, int, int], int]:
    """4.4: whatever one Build action can lead to, with its least cost: the place, pillars, lots, spare lots."""
    found: dict[tuple[Place, int, int, int], int] = {(place, 0, 0, 0): 0}
    for one, cost, pillars, lots, spare in components(place):
        key = one, pillars, lots, spare
        if cost < found.get(key, FAR):
            found[key] = cost
        for two, cost2, pillars2, lots2, spare2 in components(one):
            key = two, pillars + pillars2, lots + lots2, spare + spare2
            if cost + cost2 < found.get(key, FAR):
                found[key] = cost + cost2
    return found


def _capacity(times: Ints) -> int:
    """The most people of a kind that find room, [present, newcomers] given."""
    present, newcomers = np.nonzero(times < FAR)
    return int((present + newcomers)[newcomers > 0].max(initial=0))


def _components(tables: Tables, place: Place) -> list[Component]:
    """4.4: each component with what it costs and brings: the place, pillars, lots, spare lots."""
    config, entrances, gardens, cubes = place
    found: list[Component] = [(place, LOT_PRICE, 0, 1, 0)]
    if tables.rules[COUNTS_POPULARITY]:
        found.append((place, PILLAR_PRICE, 1, 0, 0))
    if entrances < MOST_ENTRANCES:
        found.append(((config, entrances + 1, gardens, cubes), ENTRANCE_PRICE, 0, 0, 0))
    if gardens < MOST_GARDENS:
        found.append(((config, entrances, gardens + 1, cubes), GARDEN_PRICE, 0, 0, 0))
    if cubes < CUBES - 1:
        found.append(((config, entrances, gardens, cubes + 1), CUBE_PRICE, 0, 0, 0))
    shape = tables.first_shape[config]
    changes = [(tables.after_floor[shape], FLOOR_PRICE, 1, False)]
    changes += [(after, UPGRADE_PRICE, 0, floor == 0) for floor, after in enumerate(tables.after_upgrade[shape])]
    for after, cost, more, ground in changes:
        if after < 0:
            continue
        new = int(tables.config[after])
        grown = gardens + int(tables.printed_gardens[new] - tables.printed_gardens[config])
        risen = pillars_gained(tables, config, new)
        to = (new, min(MOST_ENTRANCES, entrances + more), max(0, min(MOST_GARDENS, grown)), cubes)
        spare = 0
        if ground:  # as many lots as cars can be without a space now
            short = int(tables.parking[config] - tables.parking[new])
            spare = max(0, (short + LOT_SPACES - 1) // LOT_SPACES) if tables.rules[LOTS_KEPT] else MOST_LOTS
        found.append((to, cost, risen, 0, spare))
    return found


def _times(tables: Tables) -> Ints:
    """4.9: least times by config with at most so many cubes, wherever they stand, outpatient services used or not."""
    moves = tables.move_time.view(np.uint8).min(axis=1)  # where there is no room, -1 is above all times
    least = np.full((len(tables.first_shape), CUBES, *moves.shape[1:]), 255, np.uint8)
    for config, cubes, times in zip(tables.config, tables.cubes, moves, strict=True):
        np.minimum(least[config, cubes], times, out=least[config, cubes])
    least = np.minimum.accumulate(least, axis=1)
    return np.where(least > np.iinfo(np.int8).max, FAR, least).astype(np.int32)
