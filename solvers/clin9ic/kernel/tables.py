"""A deal as flat arrays for the kernel: every clinic that can arise, its times, rooms and needs.

All of it is computed by the rules in `clin9ic`; the kernel only looks things up.

Words: a *config* is the floors with their sides, a *shape* a config with its conveyor cubes. The shapes of a config
stand together: first the one without cubes, then one cube on each module, then the pairs.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import networkx
import numpy as np
from numpy.typing import NDArray

from clin9ic.cards import GARDEN, PILLAR, FloorSide, Module, Staff
from clin9ic.clinic import HOSTS, PATIENT, Clinic
from clin9ic.dice import FACES
from clin9ic.movement import ARRIVAL, graph, is_helipad
from clin9ic.setting import Setting
from clin9ic.state import MOST_NURSES, MOST_ORDERLIES, Space
from solvers.clin9ic.kernel.rule_numbers import BOXES
from solvers.core.compiled import compiled
from solvers.core.result import NotSolvable

Ints = NDArray[np.int32]
Bytes = NDArray[np.int8]

KINDS = (Staff.DOCTOR, PATIENT, Staff.NURSE, Staff.ORDERLY)
DOCTOR, PATIENTS, NURSE, ORDERLY = range(4)
MOST_NEWCOMERS = BOXES  # of a trio
FAR = 99  # no way there


class Tables(NamedTuple):
    """Everything about clinics that the kernel looks up."""

    # by shape
    config: Ints
    cubes: Ints  # how many
    cube_at: Ints  # module numbers of the cubes
    after_floor: Ints  # shape after a new floor, -1 if there is none
    after_upgrade: Ints  # shape after upgrading each floor, -1 if impossible
    move_time: Bytes  # [shape, outpatient used, kind, present, newcomers], -1 where there is no room
    # by config
    first_shape: Ints
    modules: Ints
    pair_shape: Ints  # [config, module, module]
    parking: Ints
    upkeep: Ints
    pillars_needed: Ints
    gardens_needed: Ints
    room_points: Ints
    printed_gardens: Ints
    printed_pillars: Ints
    labs: Ints
    triages: Ints
    outpatients: Ints
    operating: Ints
    most_treated: Bytes  # [config, used, doctors, patients, operating, outpatient]: treatment beds, -1 if impossible
    # dice
    rank: Ints  # [w, y, o, r] sorted away
    least_dice: Bytes  # [rank of doctors, rank of patients]
    rules: Ints  # dice, counts popularity, triage per phase, popularity below zero, lots kept


# The kernel reads one record of fixed shape: passing many arrays from call to call would cost more than the rules do.
MOST_SHAPES, MOST_CONFIGS, MOST_MODULES, MOST_FLOORS, MOST_CAPACITY, MOST_PARTITIONS = 8192, 30, 24, 4, 24, 1400
MOST_BEDS = 3  # operating rooms, and outpatient rooms
_SHAPES: dict[str, tuple[int, ...]] = {
    "config": (MOST_SHAPES,),
    "cubes": (MOST_SHAPES,),
    "cube_at": (MOST_SHAPES, 2),
    "after_floor": (MOST_SHAPES,),
    "after_upgrade": (MOST_SHAPES, MOST_FLOORS),
    "move_time": (MOST_SHAPES, 2, len(KINDS), MOST_CAPACITY + 1, MOST_NEWCOMERS + 1),
    "pair_shape": (MOST_CONFIGS, MOST_MODULES, MOST_MODULES),
    "most_treated": (MOST_CONFIGS, 2, MOST_CAPACITY + 1, MOST_CAPACITY + 1, MOST_BEDS + 1, MOST_BEDS + 1),
    "rank": (MOST_CAPACITY + 1,) * 4,
    "least_dice": (MOST_PARTITIONS, MOST_PARTITIONS),
    "rules": (5,),
}


LONGEST_WAY = 127  # for all newcomers of an action together


class TooRich(NotSolvable):
    """Floors with more rooms, or a position with more people, than the kernel has places for."""


def record_of(tables: Tables) -> NDArray[np.void]:
    """The tables as the one record that the kernel reads."""
    fields = [(name, array.dtype, _SHAPES.get(name, (MOST_CONFIGS,))) for name, array in tables._asdict().items()]
    sizes = [("capacity", np.int32), ("most_operating", np.int32), ("most_outpatients", np.int32)]
    record = np.zeros(1, np.dtype(fields + sizes, align=True))
    for name, array in tables._asdict().items():
        target = record[name][0]
        if any(have > room for have, room in zip(array.shape, target.shape, strict=True)):
            raise TooRich(
                f"the floors of this deck have too many rooms ({name}: {array.shape}, at most {target.shape})"
            )
        target.fill(-1)
        target[tuple(slice(size) for size in array.shape)] = array
    record["capacity"] = tables.move_time.shape[3] - 1
    record["most_operating"] = tables.most_treated.shape[4] - 1
    record["most_outpatients"] = tables.most_treated.shape[5] - 1
    return record


class World(NamedTuple):
    """A deal in both languages: flat arrays, and what their numbers stand for."""

    setting: Setting
    tables: Tables
    record: NDArray[np.void]  # the tables again, for the kernel
    floors: tuple[str, ...]
    modules: tuple[tuple[Space, ...], ...]  # by config
    upgrades: tuple[tuple[bool, ...], ...]  # by config


def configs(floors: int) -> list[tuple[bool, ...]]:
    """Every number of floors with every choice of sides."""
    return [
        tuple(bool(mask >> floor & 1) for floor in range(number))
        for number in range(1, floors + 1)
        for mask in range(1 << number)
    ]


def build_world(setting: Setting, floors: Sequence[str], people: int = 0) -> World:
    """The arrays for a deal whose floor order is known, for at least so many doctors or patients."""
    return _build_world(setting, tuple(floors), people)


@lru_cache(maxsize=8)
def _build_world(setting: Setting, floors: tuple[str, ...], people: int) -> World:
    upgrades = configs(len(floors))
    clinics = [Clinic(_sides(setting, floors, sides), ()) for sides in upgrades]
    capacity = max(clinic.openings(kind, True).capacity for clinic in clinics for kind in (Staff.DOCTOR, PATIENT))
    capacity = max(capacity, people, MOST_NURSES, MOST_ORDERLIES)  # also of those who are there without a place (4.7)
    if capacity > MOST_CAPACITY:
        raise TooRich(f"these floors hold {capacity} doctors or patients, there may be {MOST_CAPACITY}")
    for module in (Module.OPERATING, Module.OUTPATIENT):
        if (rooms := max(clinic.count(module) for clinic in clinics)) > MOST_BEDS:
            raise TooRich(f"these floors have {rooms} rooms of one kind of treatment, there may be {MOST_BEDS}")
    if (modules := max(len(clinic.modules) for clinic in clinics)) > MOST_MODULES:
        raise TooRich(f"these floors have {modules} modules, there may be {MOST_MODULES}")
    shapes = _shapes(clinics, upgrades)
    if len(shapes["config"]) > MOST_SHAPES:
        raise TooRich(f"conveyors can stand in {len(shapes['config'])} ways, there may be {MOST_SHAPES}")
    arrival, distance, helipad = _distances(clinics)
    letters, floor_of = _letters(clinics)
    hosts = np.array([[HOSTS[kind].get(module, 0) for module in Module] for kind in KINDS], np.int32)
    move_time, longest = _move_times(
        shapes["config"], shapes["cubes"], shapes["cube_at"], arrival, distance, helipad, letters, floor_of, hosts,
        list(Module).index(Module.OUTPATIENT), capacity,
    )  # fmt: skip
    if longest > LONGEST_WAY:
        raise TooRich(f"those who come in at once may need {longest} units of time, there may be {LONGEST_WAY}")
    rank, partitions = _ranks(capacity)
    tables = Tables(
        **shapes,
        move_time=move_time,
        **_by_config(clinics),
        most_treated=_most_treated(clinics, capacity),
        rank=rank,
        least_dice=_least_dice(partitions, rank),
        rules=_rules(setting),
    )
    return World(
        setting, tables, record_of(tables), floors, tuple(clinic.modules for clinic in clinics), tuple(upgrades)
    )


def relax_conveyors(world: World) -> World:
    """The same deal with conveyors relaxed: as if they stood wherever they let somebody in, for no money and no time.

    More is possible there than in the game, so its bounds hold in the game where time does not count.
    """
    tables, let_in = world.tables, _let_in(world.tables)
    free = tables._replace(move_time=np.where(let_in[tables.config], 0, -1).astype(np.int8))
    return world._replace(tables=free, record=record_of(free))


def _let_in(tables: Tables) -> NDArray[np.bool_]:
    """[config, outpatient used, kind, present, newcomers]: whether they find room, wherever cubes would have to be."""
    let_in = np.zeros((len(tables.first_shape), *tables.move_time.shape[1:]), bool)
    np.logical_or.at(let_in, tables.config, tables.move_time >= 0)
    return let_in


def conveyors_let_in(world: World) -> bool:
    """4.9: whether there is a clinic where somebody finds no way in but by a conveyor."""
    tables = world.tables
    return bool((_let_in(tables) & (tables.move_time[tables.first_shape] < 0)).any())


def _rules(setting: Setting) -> Ints:
    options = setting.options
    numbers = [
        setting.dice,
        setting.counts_popularity,
        options.triage == "phase",
        options.popularity_below_zero,
        options.lots_kept_on_upgrade,
    ]
    return np.array(numbers, np.int32)


def _sides(setting: Setting, floors: Sequence[str], upgraded: Sequence[bool]) -> tuple[FloorSide, ...]:
    cards = [setting.deck.floor[name] for name in floors]
    return tuple(card.b if b else card.a for card, b in zip(cards, upgraded, strict=False))


def _shapes(clinics: list[Clinic], upgrades: list[tuple[bool, ...]]) -> dict[str, Ints]:
    """Numbers for every shape, and how building a floor or upgrading one leads from shape to shape."""
    config: list[int] = []
    cube_at: list[tuple[int, int]] = []
    first: list[int] = []
    most = max(len(clinic.modules) for clinic in clinics)
    pairs = np.full((len(clinics), most, most), -1, np.int32)
    for number, clinic in enumerate(clinics):
        first.append(len(config))
        many = len(clinic.modules)
        here = [(-1, -1), *((i, -1) for i in range(many)), *((i, j) for i in range(many) for j in range(i + 1, many))]
        for i, j in here[1 + many :]:
            pairs[number, i, j] = pairs[number, j, i] = len(config) + here.index((i, j))
        config += [number] * len(here)
        cube_at += here
    cubes = [sum(cube >= 0 for cube in at) for at in cube_at]

    def shape_of(number: int, spaces: list[Space]) -> int:
        places = [clinics[number].modules.index(space) for space in spaces if space in clinics[number].modules]
        if len(places) == 2:
            return int(pairs[number, places[0], places[1]])
        return first[number] + (1 + places[0] if places else 0)

    after_floor = np.full(len(config), -1, np.int32)
    after_upgrade = np.full((len(config), max(map(len, upgrades))), -1, np.int32)
    for shape, number in enumerate(config):
        sides = upgrades[number]
        spaces = [clinics[number].modules[cube] for cube in cube_at[shape] if cube >= 0]
        if (*sides, False) in upgrades:
            after_floor[shape] = shape_of(upgrades.index((*sides, False)), spaces)
        for floor, upgraded in enumerate(sides):
            if not upgraded:
                after = upgrades.index((*sides[:floor], True, *sides[floor + 1 :]))
                after_upgrade[shape, floor] = shape_of(after, spaces)
    return {
        "config": np.array(config, np.int32),
        "cubes": np.array(cubes, np.int32),
        "cube_at": np.array(cube_at, np.int32),
        "after_floor": after_floor,
        "after_upgrade": after_upgrade,
        "first_shape": np.array(first, np.int32),
        "modules": np.array([len(clinic.modules) for clinic in clinics], np.int32),
        "pair_shape": pairs,
    }


def _distances(clinics: list[Clinic]) -> tuple[Ints, Ints, Ints]:
    """Without cubes: time to each module, between modules, and which modules make a helipad. One graph a config."""
    most = max(len(clinic.modules) for clinic in clinics)
    arrival = np.full((len(clinics), most), FAR, np.int32)
    distance = np.full((len(clinics), most, most), FAR, np.int32)
    helipad = np.zeros((len(clinics), most), np.int32)
    for number, clinic in enumerate(clinics):
        lengths = dict(networkx.all_pairs_dijkstra_path_length(graph(clinic.sides, ())))
        for i, space in enumerate(clinic.modules):
            arrival[number, i] = lengths[ARRIVAL].get(space, FAR)
            helipad[number, i] = is_helipad(clinic.sides, space)
            for j, other in enumerate(clinic.modules):
                distance[number, i, j] = lengths[space].get(other, FAR)
    return arrival, distance, helipad


def _letters(clinics: list[Clinic]) -> tuple[Ints, Ints]:
    most = max(len(clinic.modules) for clinic in clinics)
    letters = np.full((len(clinics), most), -1, np.int32)
    floor_of = np.full((len(clinics), most), -1, np.int32)
    for number, clinic in enumerate(clinics):
        for i, space in enumerate(clinic.modules):
            letters[number, i] = list(Module).index(Module(clinic.letter(space)))
            floor_of[number, i] = space.floor - 1
    return letters, floor_of


@compiled
def _move_times(config, cubes, cube_at, arrival, distance, helipad, letters, floor_of, hosts, outpatient, capacity):
    """Rule 4.9 for every shape: the least time for so many newcomers of a kind beside those present, and the longest.

    A ride takes nothing, so a shortest way uses it at most once: by the arrival's way or a helipad to one cube, and on
    from the other.
    """
    kinds = hosts.shape[0]
    many = arrival.shape[1]
    floors = 0
    for n in range(floor_of.shape[0]):
        for i in range(many):
            floors = max(floors, floor_of[n, i] + 1)
    result = np.full((len(config), 2, kinds, capacity + 1, MOST_NEWCOMERS + 1), -1, np.int8)
    times = np.zeros(many, np.int32)
    opening = np.zeros((floors, 2 * many), np.int32)
    size = np.zeros(floors, np.int32)
    longest = 0
    for shape in range(len(config)):
        n = config[shape]
        for i in range(many):
            times[i] = arrival[n, i]
        for a in range(cubes[shape]):
            cube = cube_at[shape, a]
            enter = arrival[n, cube]
            if helipad[n, cube]:
                enter = min(enter, 1)
            for i in range(many):
                times[i] = min(times[i], enter + distance[n, cube, i])
                if cubes[shape] == 2:
                    times[i] = min(times[i], enter + distance[n, cube_at[shape, 1 - a], i])
        for used in range(2):
            for kind in range(kinds):
                size[:] = 0
                for i in range(many):
                    if letters[n, i] < 0 or (letters[n, i] == outpatient and not used):
                        continue
                    f = floor_of[n, i]
                    for _ in range(hosts[kind, letters[n, i]]):
                        at = size[f]
                        while at > 0 and opening[f, at - 1] > times[i]:
                            opening[f, at] = opening[f, at - 1]
                            at -= 1
                        opening[f, at] = times[i]
                        size[f] += 1
                for present in range(capacity + 1):
                    for newcomers in range(MOST_NEWCOMERS + 1):
                        there, left, total, reached = present, newcomers, 0, True
                        for f in range(floors):
                            standing = min(there, size[f])
                            there -= standing
                            entering = min(left, size[f] - standing)
                            left -= entering
                            for k in range(entering):
                                total += opening[f, k]
                                if opening[f, k] >= FAR:
                                    reached = False
                        if reached and left == 0:
                            result[shape, used, kind, present, newcomers] = total
                            longest = max(longest, total)
    return result, longest


def _by_config(clinics: list[Clinic]) -> dict[str, Ints]:
    def numbers(values: list[int]) -> Ints:
        return np.array(values, np.int32)

    return {
        "parking": numbers([clinic.sides[0].parking for clinic in clinics]),
        "upkeep": numbers([clinic.upkeep for clinic in clinics]),
        "pillars_needed": numbers([clinic.pillars_needed for clinic in clinics]),
        "gardens_needed": numbers([clinic.gardens_needed for clinic in clinics]),
        "room_points": numbers([clinic.room_points for clinic in clinics]),
        "printed_gardens": numbers([sum(side.count(GARDEN) for side in clinic.sides) for clinic in clinics]),
        "printed_pillars": numbers([sum(side.count(PILLAR) for side in clinic.sides) for clinic in clinics]),
        "labs": numbers([clinic.count(Module.LABORATORY) for clinic in clinics]),
        "triages": numbers([clinic.count(Module.TRIAGE) for clinic in clinics]),
        "outpatients": numbers([clinic.count(Module.OUTPATIENT) for clinic in clinics]),
        "operating": numbers([clinic.count(Module.OPERATING) for clinic in clinics]),
    }


def _most_treated(clinics: list[Clinic], capacity: int) -> Bytes:
    """5.1: with so many operating and outpatient beds in use, how many treatment beds can be."""
    operating = max(clinic.count(Module.OPERATING) for clinic in clinics)
    outpatients = max(clinic.count(Module.OUTPATIENT) for clinic in clinics)
    shape = (len(clinics), 2, capacity + 1, capacity + 1, operating + 1, outpatients + 1)
    result = np.full(shape, -1, np.int8)
    for number, clinic in enumerate(clinics):
        for used in (0, 1) if clinic.count(Module.OUTPATIENT) else (0,):
            most_doctors = clinic.openings(Staff.DOCTOR, bool(used)).capacity
            most_patients = clinic.openings(PATIENT, bool(used)).capacity
            for doctors in range(most_doctors + 1):
                for patients in range(most_patients + 1):
                    for t, o, x in clinic.bed_choices(bool(used), doctors, patients):
                        cell = (number, used, doctors, patients, o, x)
                        result[cell] = max(result[cell], t)
            # A surplus of people stands in no opening.
            result[number, used, most_doctors:, : most_patients + 1] = result[
                number, used, most_doctors, : most_patients + 1
            ]
            result[number, used, :, most_patients:] = result[number, used, :, most_patients, None]
        if not clinic.count(Module.OUTPATIENT):
            result[number, 1] = result[number, 0]
    return result


def _ranks(most: int) -> tuple[Ints, Ints]:
    """Numbers for counts of four colours up to their order, and the sorted counts by number."""
    partitions = [
        (a, b, c, d)
        for a in range(most + 1)
        for b in range(min(a, most - a) + 1)
        for c in range(min(b, most - a - b) + 1)
        for d in range(min(c, most - a - b - c) + 1)
    ]
    partitions.sort(key=sum)
    return _rank_table(np.array(partitions, np.int32), most), np.array(partitions, np.int32)


@compiled
def _rank_table(partitions, most):
    side = most + 1
    rank = np.full((side, side, side, side), -1, np.int32)
    for number in range(len(partitions)):
        p = partitions[number]
        for i in range(4):
            for j in range(4):
                for k in range(4):
                    if i != j and j != k and i != k:
                        rank[p[i], p[j], p[k], p[6 - i - j - k]] = number
    return rank


@compiled
def _least_dice(partitions, rank):
    """2.2 for all pairs of sorted counts: some die stands in the fullest doctor column, over nothing or a row."""
    many = len(partitions)
    least = np.full((many, many), 127, np.int8)
    for d in range(many):
        doctors = partitions[d]
        for p in range(many):
            patients = partitions[p]
            if doctors[0] == 0:
                alone = 0
                for k in range(4):
                    alone += (patients[k] + FACES - 1) // FACES
                least[d, p] = alone
                continue
            best = 127
            for value in range(1, min(FACES, doctors[0]) + 1):
                fewer = rank[doctors[0] - value, doctors[1], doctors[2], doctors[3]]
                best = min(best, 1 + least[fewer, p])
                if patients[0] >= value:
                    best = min(best, 1 + least[fewer, rank[patients[0] - value, patients[1], patients[2], patients[3]]])
                if patients[1] >= value:
                    best = min(best, 1 + least[fewer, rank[patients[0], patients[1] - value, patients[2], patients[3]]])
                if patients[2] >= value:
                    best = min(best, 1 + least[fewer, rank[patients[0], patients[1], patients[2] - value, patients[3]]])
                if patients[3] >= value:
                    best = min(best, 1 + least[fewer, rank[patients[0], patients[1], patients[2], patients[3] - value]])
            least[d, p] = best
    return least
