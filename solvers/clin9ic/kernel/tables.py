"""A deal as flat arrays for the compiled core: every clinic that can arise, its times, rooms and needs.

All of it is computed by the rules in `clin9ic`; the core only looks things up.

Words: a *config* is the floors with their sides, a *shape* a config with its conveyor cubes. The shapes of a config
stand together: first the one without cubes, then one cube on each module, then the pairs.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clin9ic.cards import GARDEN, PILLAR, FloorSide, Module, Staff
from clin9ic.clinic import HOSTS, PATIENT, Clinic
from clin9ic.dice import FACES
from clin9ic.movement import ARRIVAL, LANDING_TIME, is_helipad, steps, times_from
from clin9ic.setting import Setting
from clin9ic.state import MOST_NURSES, MOST_ORDERLIES
from solvers.clin9ic.kernel.rule_numbers import BOXES
from solvers.core.result import NotSolvable
from solvers.native.calling import Array, Integer, function, struct

Ints = NDArray[np.int32]
Bytes = NDArray[np.int8]

KINDS = (Staff.DOCTOR, PATIENT, Staff.NURSE, Staff.ORDERLY)
DOCTOR, PATIENTS, NURSE, ORDERLY = range(4)
MOST_NEWCOMERS = BOXES  # of a trio
FAR = 99  # no way there


class Tables(NamedTuple):
    """Everything about clinics that the core looks up."""

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


MOST_SHAPES, MOST_MODULES, MOST_FLOORS, MOST_CAPACITY = 8192, 24, 4, 24
MOST_BEDS = 3  # operating rooms, and outpatient rooms
LONGEST_WAY = 127  # for all newcomers of an action together


class Buildings(NamedTuple):
    """The clinics of a deal, for the times of newcomers (4.9)."""

    config: Ints  # by shape
    cubes: Ints
    cube_at: Ints
    arrival: Ints  # [config, module]: without cubes, the time to each module, FAR where no way leads
    distance: Ints  # [config, module, module]
    helipad: Ints  # [config, module]
    letters: Ints
    floor_of: Ints
    hosts: Ints  # [kind, letter]
    outpatient: int  # the letter of that module
    helipad_time: int


_row, _grid = Array(np.int32, 1), Array(np.int32, 2)
BUILDINGS = struct(
    "clin9ic_buildings", config=_row, cubes=_row, cube_at=_grid, arrival=_grid, distance=Array(np.int32, 3),
    helipad=_grid, letters=_grid, floor_of=_grid, hosts=_grid, outpatient=Integer, helipad_time=Integer,
)  # fmt: skip
_move_times = function("clin9ic_move_times", Integer, BUILDINGS, Array(np.int8, 5))
_rank_table = function("clin9ic_rank_table", None, _grid, Array(np.int32, 4))
_least_dice = function("clin9ic_least_dice", None, _grid, Array(np.int32, 4), Integer, Array(np.int8, 2))


class TooRich(NotSolvable):
    """Floors with more rooms, or a position with more people, than the kernel has places for."""


def configs(floors: int) -> list[tuple[bool, ...]]:
    """Every number of floors with every choice of sides."""
    return [
        tuple(bool(mask >> floor & 1) for floor in range(number))
        for number in range(1, floors + 1)
        for mask in range(1 << number)
    ]


def tables_of(setting: Setting, floors: Sequence[str], people: int) -> tuple[Tables, list[Clinic]]:
    """The arrays for floors in a known order, for at least so many doctors or patients; TooRich if they are too many.

    The clinics are those of `configs`, in their order.
    """
    if len(floors) > MOST_FLOORS:
        raise TooRich(f"this clinic may have {len(floors)} floors, there may be {MOST_FLOORS}")
    upgrades = configs(len(floors))
    clinics = [Clinic(_sides(setting, floors, sides), ()) for sides in upgrades]
    capacity = _capacity(clinics, people)
    if (modules := max(len(clinic.modules) for clinic in clinics)) > MOST_MODULES:
        raise TooRich(f"these floors have {modules} modules, there may be {MOST_MODULES}")
    shapes = _shapes(clinics, upgrades)
    if len(shapes["config"]) > MOST_SHAPES:
        raise TooRich(f"conveyors can stand in {len(shapes['config'])} ways, there may be {MOST_SHAPES}")
    rank, partitions = _ranks(capacity)
    least_dice = np.full((len(partitions), len(partitions)), 127, np.int8)
    _least_dice(partitions, rank, FACES, least_dice)
    tables = Tables(
        **shapes,
        move_time=_times(clinics, shapes, capacity),
        **_by_config(clinics),
        most_treated=_most_treated(clinics, capacity),
        rank=rank,
        least_dice=least_dice,
        rules=_rules(setting),
    )
    return tables, clinics


def _capacity(clinics: list[Clinic], people: int) -> int:
    """The most doctors, or patients, to count with, also of those who are there without a place (4.7)."""
    capacity = max(clinic.openings(kind, True).capacity for clinic in clinics for kind in (Staff.DOCTOR, PATIENT))
    capacity = max(capacity, people, MOST_NURSES, MOST_ORDERLIES)
    if capacity > MOST_CAPACITY:
        raise TooRich(f"these floors hold {capacity} doctors or patients, there may be {MOST_CAPACITY}")
    for module in (Module.OPERATING, Module.OUTPATIENT):
        if (rooms := max(clinic.count(module) for clinic in clinics)) > MOST_BEDS:
            raise TooRich(f"these floors have {rooms} rooms of one kind of treatment, there may be {MOST_BEDS}")
    return capacity


def _times(clinics: list[Clinic], shapes: dict[str, Ints], capacity: int) -> Bytes:
    """4.9 for every shape: [shape, outpatient used, kind, present, newcomers]."""
    hosts = np.array([[HOSTS[kind].get(module, 0) for module in Module] for kind in KINDS], np.int32)
    buildings = Buildings(
        shapes["config"], shapes["cubes"], shapes["cube_at"], *_distances(clinics), *_letters(clinics), hosts,
        list(Module).index(Module.OUTPATIENT), LANDING_TIME,
    )  # fmt: skip
    times = np.full((len(shapes["config"]), 2, len(KINDS), capacity + 1, MOST_NEWCOMERS + 1), -1, np.int8)
    longest = _move_times(buildings, times)
    if longest > LONGEST_WAY:
        raise TooRich(f"those who come in at once may need {longest} units of time, there may be {LONGEST_WAY}")
    return times


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
        for shape, (i, j) in enumerate(here[1 + many :], len(config) + 1 + many):
            pairs[number, i, j] = pairs[number, j, i] = shape
        config += [number] * len(here)
        cube_at += here
    cubes = [sum(cube >= 0 for cube in at) for at in cube_at]
    places = [{space: place for place, space in enumerate(clinic.modules)} for clinic in clinics]
    number_of = {sides: number for number, sides in enumerate(upgrades)}
    shapes = [slice(begin, end) for begin, end in pairwise([*first, len(config)])]

    def shapes_in(number: int, after: int) -> list[int]:
        """By shape of one config, the same cubes in another, as far as they have a module there."""
        moved = [places[after].get(space, -1) for space in clinics[number].modules]
        found = []
        for cubes in cube_at[shapes[number]]:
            i, j = sorted((moved[cube] if cube >= 0 else -1 for cube in cubes), reverse=True)
            found.append(first[after] + 1 + i if j < 0 else int(pairs[after, i, j]))
        return found

    after_floor = np.full(len(config), -1, np.int32)
    after_upgrade = np.full((len(config), max(map(len, upgrades))), -1, np.int32)
    for number, sides in enumerate(upgrades):
        if (after := number_of.get((*sides, False))) is not None:
            after_floor[shapes[number]] = shapes_in(number, after)
        for floor, upgraded in enumerate(sides):
            if not upgraded:
                after = number_of[*sides[:floor], True, *sides[floor + 1 :]]
                after_upgrade[shapes[number], floor] = shapes_in(number, after)
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
        ways, modules = steps(clinic.sides, ()), clinic.modules
        arrived = times_from(ARRIVAL, ways)
        for i, space in enumerate(modules):
            arrival[number, i] = arrived.get(space, FAR)
            helipad[number, i] = is_helipad(clinic.sides, space)
            lengths = times_from(space, ways)
            distance[number, i, : len(modules)] = [lengths.get(other, FAR) for other in modules]
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
            openings = (clinic.openings(kind, bool(used)) for kind in (Staff.DOCTOR, PATIENT))
            doctors, patients = ([each.on_floors(n) for n in range(each.capacity + 1)] for each in openings)
            most_doctors, most_patients = len(doctors) - 1, len(patients) - 1
            most = dict[tuple[int, ...], Bytes]()
            for d, standing_doctors in enumerate(doctors):
                for p, standing_patients in enumerate(patients):
                    pairs = tuple(map(min, standing_doctors, standing_patients))
                    if pairs not in most:
                        most[pairs] = _most_beds(clinic.beds_for(bool(used), pairs), operating, outpatients)
                    result[number, used, d, p] = most[pairs]
            # A surplus of people stands in no opening.
            result[number, used, most_doctors:, : most_patients + 1] = result[
                number, used, most_doctors, : most_patients + 1
            ]
            result[number, used, :, most_patients:] = result[number, used, :, most_patients, None]
        if not clinic.count(Module.OUTPATIENT):
            result[number, 1] = result[number, 0]
    return result


@lru_cache(maxsize=4096)
def _most_beds(choices: frozenset[tuple[int, int, int]], operating: int, outpatients: int) -> Bytes:
    """[operating, outpatient]: the most treatment beds of all choices, -1 where there is no such choice."""
    most = np.full((operating + 1, outpatients + 1), -1, np.int8)
    for beds, o, x in choices:
        most[o, x] = max(most[o, x], beds)
    return most


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
    rows, rank = np.array(partitions, np.int32), np.full((most + 1,) * 4, -1, np.int32)
    _rank_table(rows, rank)
    return rank, rows
