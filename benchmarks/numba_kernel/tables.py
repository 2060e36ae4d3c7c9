"""What never changes in a game, as tables for the kernel: the board, the deck's numbers, and the draws to come."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.numba_kernel.codes import BONUS_KINDS, PEOPLE
from benchmarks.numba_kernel.state_encoding import (
    LARGEST,
    MOST_COLUMNS,
    MOST_ROUNDS,
    MOST_SLOTS,
    MOST_SPACES,
    MOST_SPOTS,
    MOST_STAFF,
    Ints,
)
from clinic_solo.admin import LAB_STEPS, better, worse
from clinic_solo.care import nurses_needed
from clinic_solo.deals import Deal, doctor_number, known_doctor, known_patient, patient_number
from clinic_solo.deck_numbers import MEASURES
from clinic_solo.referee import ClinicSolo
from clinic_solo.setting import Setting
from clinic_solo.state import State
from clinic_solo.tiles import HUBS, KIND, SPECIALS, Person, Tile, is_module
from solvers.core.result import NotSolvable
from tabletop.colours import COLOURS

NOT_THERE = -1
UNLIMITED = 99
OPEN = -1  # a draw that is not known
BY_SEED = -2  # a draw that the seed decides
TILE_KINDS = len(Tile)

SMALLEST_GROUND = 6  # the first clinic, a gift and some cars have a place on any such board


class Scalars(NamedTuple):
    """The single numbers of deck, board and goal that the kernel reads."""

    rounds: int
    slots: int
    tiles_per_action: int
    components: int
    floors: int
    ground: int
    board_columns: int
    size: int
    spots: int
    borders: int
    services: int
    columns: int
    pre_admissions: int
    queue_base: int
    queue_entrance: int
    queue_helipad: int
    move_cost: int
    admit_cost: int
    entrance_cost: int
    upgrade_cost: int
    conveyor_cost: int
    parking_places: int
    upgrade_places: int
    entrances: int  # tiles in the box
    conveyors: int
    hubs_per_round: int
    specials_per_round: int
    special_copies: int
    doctor_price: int  # NOT_THERE: by colour
    orderly_price: int
    enter: int
    adjacent: int
    to_outpatient: int
    triage: int
    outpatient_pay: int
    garden_pay: int
    nurse_salary: int
    orderly_salary: int
    module_upkeep: int
    garden_upkeep: int
    operating_upkeep: int
    orderly_saves: int
    popularity_price: int
    popularity_per_dollar: int
    lab_popularity: int
    death: int
    nurse_points: int
    building_points: int
    time_per: int
    time_points: int
    last_admin: int
    admit_needs_hub: int
    building_needs_hub: int
    start_doctor: int
    entrance_spaces: int
    offers: int  # bonus tiles to choose from
    goal: int  # which measure
    at_least: int
    at_most: int
    goal_floor: int


class Arrays(NamedTuple):
    """What the kernel looks up; colours, tiles and places are the numbers of the game."""

    neighbours: Ints  # by space, NOT_THERE at the end
    beside: Ints
    border_of: Ints  # the four of each ground space
    touching: Ints  # the ground spaces at each border
    entrance_target: Ints
    cost: Ints  # by tile and floor
    limit: Ints  # by tile
    kind: Ints  # by tile
    capacity: Ints  # by tile: doctors, nurses, orderlies, patients
    pay: Ints
    nurses_needed: Ints  # by tile, doctor's and patient's colour (9.1)
    colour_after_lab: Ints  # of a doctor, by colour (10.5)
    colour_after_round: Ints  # of a doctor who did not study (10.6)
    colour_at_university: Ints  # of a doctor who waits there (10.3)
    doctor_salary: Ints
    doctor_points: Ints
    patient_points: Ints
    room_points: Ints  # by floor
    colour_price: Ints
    nurses: Ints  # by round
    nurse_price: Ints  # by round and number offered
    patient_draw: Ints  # by draw and row: a colour, OPEN or BY_SEED
    patient_index: Ints  # by draw, row and size of the bag
    doctor_draw: Ints  # by size of the bag
    doctor_index: Ints
    hub_of: Ints  # the hub tile of each row
    bonus: Ints  # of the tiles on offer: what it gives, how much
    bits: NDArray[np.uint64]  # sets of spaces: the ground, and those with a neighbour to the west, east, north, south


# The most of everything, so that one record, and one compilation, does for every board and deck.
SHAPES: dict[str, tuple[int, ...]] = {
    "neighbours": (64, 6),
    "beside": (64, 4),
    "border_of": (16, 4),
    "touching": (48, 2),
    "entrance_target": (16,),
    "cost": (TILE_KINDS, 6),
    "limit": (TILE_KINDS,),
    "kind": (TILE_KINDS,),
    "capacity": (TILE_KINDS, 4),
    "pay": (4,),
    "nurses_needed": (TILE_KINDS, 4, 4),
    "colour_after_lab": (4,),
    "colour_after_round": (4,),
    "colour_at_university": (4,),
    "doctor_salary": (4,),
    "doctor_points": (4,),
    "patient_points": (4,),
    "room_points": (6,),
    "colour_price": (4,),
    "nurses": (12,),
    "nurse_price": (12, 8),
    "patient_draw": (40, 5),
    "patient_index": (40, 5, 64),
    "doctor_draw": (32,),
    "doctor_index": (32,),
    "hub_of": (5,),
    "bonus": (8, 4),
    "bits": (5,),
}
RECORD = np.dtype(
    [(name, np.int32) for name in Scalars._fields]
    + [(name, np.uint64 if name == "bits" else np.int32, shape) for name, shape in SHAPES.items()]
)
Tables = Any  # a record of RECORD


def tables_of(game: ClinicSolo, deal: Deal, state: State, start: State) -> Tables:
    """The tables for a game that began at `start`, from a position on; NotSolvable for a deck beyond the kernel."""
    if reason := supports(game):
        raise NotSolvable(reason)
    deck, board = game.deck, game.board
    levels = board.size // board.ground
    borders = len(board.border_names)
    touching = np.full((borders, 2), NOT_THERE, np.int32)
    for space in range(board.ground):
        for border in board.borders[space]:
            touching[border, int(touching[border, 0] != NOT_THERE)] = space
    limit = np.full(TILE_KINDS, UNLIMITED, np.int32)
    for tile, most in deck.limits.tiles.items():
        limit[tile] = most
    capacity = np.zeros((TILE_KINDS, len(PEOPLE)), np.int32)
    for tile, each in deck.walking.capacity.items():
        capacity[tile] = [each[who] for who in PEOPLE]
    nurse_price = np.zeros((deck.rounds, 1 + max(len(prices) for prices in deck.hiring.nurse_price)), np.int32)
    for number in range(deck.rounds):
        prices = deck.hiring.nurse_price[number]
        for offered in range(1, len(prices) + 1):
            nurse_price[number, offered] = prices[-offered]
    patients = _patients(game, deal, state, start)
    doctors = _doctors(deal, state, start)
    tables = Arrays(
        _padded(board.adjacent, 6),
        _padded(board.beside, 4),
        _padded(board.borders, 4),
        touching,
        np.array(board.entrance_targets, np.int32),
        _costs(game, levels),
        limit,
        np.array([KIND.get(tile, NOT_THERE) for tile in range(TILE_KINDS)], np.int32),
        capacity,
        np.array(deck.money.patient_pay, np.int32),
        np.array([[[nurses_needed(game, tile, d, p) for p in COLOURS] for d in COLOURS] for tile in Tile], np.int32),
        np.array([better(colour, LAB_STEPS) for colour in COLOURS], np.int32),
        np.array([worse(colour) for colour in COLOURS], np.int32),
        np.array([better(colour) for colour in COLOURS], np.int32),
        np.array(deck.money.doctor_salary, np.int32),
        np.array(deck.points.doctor, np.int32),
        np.array(deck.points.patient, np.int32),
        np.array(deck.points.treatment_by_floor, np.int32),
        np.array(deck.hiring.price_by_colour, np.int32),
        np.array(deck.hiring.nurses, np.int32),
        nurse_price,
        *patients,
        *doctors,
        np.array([HUBS[service] for service in game.services], np.int32),
        _bonus(game, state),
        _bits(game),
    )
    return _record(_scalars(game, state, borders), tables)


def _record(numbers: Scalars, tables: Arrays) -> Tables:
    """Everything in one record; NotSolvable where a board or deck is larger than it."""
    record = np.zeros(1, RECORD)
    for name, number in numbers._asdict().items():
        record[name] = number
    for name, table in tables._asdict().items():
        if any(found > most for found, most in zip(table.shape, SHAPES[name], strict=True)):
            raise NotSolvable(f"the search does not know boards and decks as large as this one: {name}")
        record[name] = NOT_THERE if name != "bits" else 0
        record[name][0][tuple(slice(length) for length in table.shape)] = table
    return record[0]


def supports(setting: Setting) -> str | None:
    """Why the search by changing plans cannot take up a deck, None where it can.

    The kernel checks no ranges while it plays: whatever does not fit its tables is refused here.
    """
    deck, board = setting.deck, setting.board
    capacity, hiring = deck.walking.capacity, deck.hiring
    orderlies = hiring.orderlies + 1  # 3.5
    nurse_places = {each[Person.NURSE] for each in capacity.values()}
    odd = {
        "other than one university space": hiring.university_spaces != 1,
        "other than one doctor and one helper in a Hire": (hiring.doctors_per_action, hiring.helpers_per_action)
        != (1, 1),
        "conveyor rides or entrances that take time": deck.walking.conveyor != 0 or deck.walking.to_entrance != 0,
        "popularity that cannot be negative": not setting.switches.popularity_may_be_negative,
        "more than eight patients in a row of the notepad": deck.queueing.columns > MOST_COLUMNS,
        "so many rounds or actions": deck.rounds > MOST_ROUNDS or deck.rounds * deck.actions_per_round > MOST_SLOTS,
        "boards of this size": not SMALLEST_GROUND <= board.ground <= SHAPES["border_of"][0]
        or board.size > MOST_SPACES
        or len(board.border_names) + board.ground > MOST_SPOTS,
        "so many orderlies": orderlies > MOST_STAFF,
        "hubs with few places": min(capacity[HUBS[0]][who] for who in (Person.DOCTOR, Person.NURSE)) < MOST_STAFF,
        "rooms for few nurses": any(0 < places < MOST_STAFF for places in nurse_places)
        or not capacity[Tile.TREATMENT][Person.NURSE]
        or not capacity[Tile.OPERATING][Person.NURSE],
        "operating rooms for several patients": capacity[Tile.OPERATING][Person.PATIENT] > 1,
        "labs without a place": not capacity[Tile.LAB][Person.DOCTOR],
        "supply rooms for other than one orderly": capacity[Tile.SUPPLY][Person.ORDERLY] != 1,
        "conveyors priced by floor, or none": len(set(deck.building.cost["conveyor"][: deck.floors])) != 1
        or deck.building.cost["conveyor"][0] is None,
        "no entrances to build": deck.building.cost["entrance"][0] is None,
        "numbers as large as these": largest(deck) > LARGEST,
    }
    found = next((words for words, is_so in odd.items() if is_so), None)
    return found and f"the search by changing plans does not know decks with {found}"


def largest(thing: object) -> int:
    """The largest number in a deck, however deep."""
    if isinstance(thing, int):
        return abs(thing)
    if isinstance(thing, Mapping):
        return largest(tuple(thing.values()))
    if is_dataclass(thing) and not isinstance(thing, type):
        return largest(tuple(getattr(thing, one.name) for one in fields(thing)))
    return max(map(largest, thing), default=0) if isinstance(thing, tuple) else 0


def _padded(rows: tuple[tuple[int, ...], ...], width: int) -> Ints:
    return np.array([[*row, *[NOT_THERE] * (width - len(row))] for row in rows], np.int32)


def _costs(game: ClinicSolo, levels: int) -> Ints:
    """5.3: by tile and floor, NOT_THERE where a tile cannot be built."""
    prices = np.full((TILE_KINDS, levels), NOT_THERE, np.int32)
    building = game.deck.building
    for tile in Tile:
        name = building_name(tile)
        for floor, price in enumerate(building.cost.get(name, ())[:levels]):
            prices[tile, floor] = NOT_THERE if price is None else price
    return prices


def building_name(tile: Tile) -> str:
    """What the deck calls the price of a tile."""
    if tile in HUBS:
        return "hub"
    if tile in SPECIALS:
        return "special"
    return tile.word if is_module(tile) or tile in (Tile.GARDEN, Tile.HELIPAD, Tile.PARKING) else ""


def _patients(game: ClinicSolo, deal: Deal, state: State, start: State) -> tuple[Ints, Ints]:
    """7.6: what is drawn at each point of the game to come, if the bag allows it."""
    rounds, slots, rows = game.deck.rounds, game.deck.actions_per_round, len(game.services)
    most = sum(game.deck.bags.patients) + sum(len(row) for row in state.notepad) + sum(state.bag)
    draw = np.full((1 + rounds * slots, rows), OPEN, np.int32)
    index = np.zeros((1 + rounds * slots, rows, most + 1), np.int32)
    for point in range(1 + rounds * slots):
        number, slot = (0, 0) if point == 0 else (1 + (point - 1) // slots, 1 + (point - 1) % slots)
        for row in range(rows):
            known = known_patient(game, deal, number, slot, row, start)
            if known is not None:
                draw[point, row] = known
            elif deal.seed is not None:
                draw[point, row] = BY_SEED
                for below in range(1, most + 1):
                    index[point, row, below] = patient_number(deal.seed, number, slot, row, below)
    return draw, index


def _doctors(deal: Deal, state: State, start: State) -> tuple[Ints, Ints]:
    """10.3: the same for doctors, who never go back into their bag."""
    held = sum(start.doctor_bag)
    draw, index = np.full(held + 1, OPEN, np.int32), np.zeros(held + 1, np.int32)
    for size in range(1, held + 1):
        known = known_doctor(deal, held - size)
        if known is not None:
            draw[size] = known
        elif deal.seed is not None:
            draw[size] = BY_SEED
            index[size] = doctor_number(deal.seed, size)
    if sum(state.doctor_bag) > held:
        raise NotSolvable("the doctor bag holds more than at the start")
    return draw, index


def _bonus(game: ClinicSolo, state: State) -> Ints:
    rows = np.zeros((max(1, len(state.offers)), 4), np.int32)
    for row, number in enumerate(state.offers):
        tile = game.deck.bonus_tile(number)
        row_of = game.services.index(tile.service) if tile.service in game.services else 0
        rows[row] = (number, BONUS_KINDS.index(tile.what), tile.amount, tile.colour + 4 * row_of)
    return rows


def _bits(game: ClinicSolo) -> NDArray[np.uint64]:
    board = game.board
    where = [board.where(space) for space in range(board.size)]
    sets = (
        [floor == 0 for _, _, floor in where],
        [x > 0 for x, _, _ in where],
        [x < board.columns - 1 for x, _, _ in where],
        [y > 0 for _, y, _ in where],
        [y < board.rows - 1 for _, y, _ in where],
    )
    return np.array([sum(1 << space for space, held in enumerate(held_by) if held) for held_by in sets], np.uint64)


def _scalars(game: ClinicSolo, state: State, borders: int) -> Scalars:
    deck, board, goal = game.deck, game.board, game.goal
    building, hiring, queueing, walking, money, points = (
        deck.building, deck.hiring, deck.queueing, deck.walking, deck.money, deck.points,
    )  # fmt: skip
    conveyor, entrance = building.cost["conveyor"][0], building.cost["entrance"][0]
    assert conveyor is not None  # see `supports`
    assert entrance is not None
    return Scalars(
        deck.rounds, deck.actions_per_round, deck.tiles_per_action, building.components_per_action, deck.floors,
        board.ground, board.columns, board.size, borders + board.ground, borders, len(game.services), queueing.columns,
        queueing.pre_admissions, queueing.points, queueing.points_per_entrance, queueing.points_per_helipad,
        queueing.move_cost, queueing.admit_cost, entrance, building.upgrade_cost, conveyor,
        building.parking_places, building.upgrade_places, deck.limits.entrances, deck.limits.conveyors,
        deck.limits.hubs_per_round, deck.limits.specials_per_round, deck.special_copies,
        NOT_THERE if hiring.price_mode == "by_colour" else hiring.price_by_space[0], hiring.orderly_price,
        walking.enter, walking.adjacent, walking.to_outpatient, walking.triage, money.outpatient_pay,
        money.garden_pay, money.nurse_salary, money.orderly_salary, money.module_upkeep,
        money.garden_upkeep, money.operating_upkeep, money.orderly_saves, money.popularity_price,
        money.popularity_per_dollar, money.lab_popularity, money.death, points.nurse, points.building,
        points.time_per, points.time, int(game.switches.admin_after_last_round), int(game.switches.admit_needs_hub),
        int(game.switches.building_needs_hub), int(deck.start.doctor),
        len(board.entrance_sides), max(1, len(state.offers)), MEASURES.index(goal.measure),
        -UNLIMITED * UNLIMITED if goal.at_least is None else goal.at_least,
        UNLIMITED * UNLIMITED if goal.at_most is None else goal.at_most,
        NOT_THERE if goal.floor is None else goal.floor,
    )  # fmt: skip
