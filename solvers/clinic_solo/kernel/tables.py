"""What never changes in a game, as one record for the core (`Tables` in C++): the board, the deck's numbers, the draws.

The C++ has the same names in the same order, which a test compares.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clinic_solo.admin import LAB_STEPS
from clinic_solo.board import Board
from clinic_solo.care import nurses_needed
from clinic_solo.deals import Deal, doctor_number, known_doctor, known_patient, patient_number
from clinic_solo.deck_numbers import MEASURES
from clinic_solo.referee import ClinicSolo
from clinic_solo.setting import Setting
from clinic_solo.state import State
from clinic_solo.tiles import HUBS, KIND, SPECIALS, Person, Tile, is_module
from solvers.clinic_solo.kernel.codes import BONUS_KINDS, PEOPLE
from solvers.clinic_solo.kernel.ruleset_tables import oddities, ruleset_numbers, ruleset_tables
from solvers.clinic_solo.kernel.state_encoding import (
    LARGEST,
    MOST_COLUMNS,
    MOST_COUNTED,
    MOST_GROUND,
    MOST_ROUNDS,
    MOST_SLOTS,
    MOST_SPACES,
    MOST_SPOTS,
    MOST_STAFF,
    MOST_UNIVERSITY,
    Encoded,
    Ints,
    bits,
)
from solvers.clinic_solo.kernel.table_layout import ARRAYS, AXES, NUMBERS, TABLES, TILE_KINDS
from solvers.core.result import NotSolvable
from tabletop.colours import COLOURS

NOT_THERE = -1
UNLIMITED = 99  # people in a place
NO_LIMIT = 2**31 - 1  # of what a goal counts
OPEN = -1  # a draw that is not known
BY_SEED = -2  # a draw that the seed decides
SMALLEST_GROUND = 6  # the first clinic, a gift and some cars have a place on any such board
LONGEST_WAY = 10_000  # hours, for the longest walk there can be: the hours of a whole game fit into 32 bits


def tables_of(game: ClinicSolo, deal: Deal, state: State, start: State) -> Encoded:
    """The tables for a game that began at `start`, from a position on; NotSolvable for a deck beyond the core."""
    if reason := supports(game):
        raise NotSolvable(reason)
    deck, skills = game.deck, range(game.deck.doctor_colours)
    limit = np.full(TILE_KINDS, UNLIMITED, np.int32)
    for tile, most in deck.limits.tiles.items():
        limit[tile] = most
    capacity = np.zeros((TILE_KINDS, len(PEOPLE)), np.int32)
    for tile, each in deck.walking.capacity.items():
        capacity[tile] = [each[who] for who in PEOPLE]
    row_of_hub = np.full(TILE_KINDS, NOT_THERE, np.int32)
    for row, service in enumerate(game.services):
        row_of_hub[HUBS[service]] = row
    nurse_price = np.zeros((deck.rounds, 1 + max(len(prices) for prices in deck.hiring.nurse_price)), np.int32)
    for number in range(deck.rounds):
        prices = deck.hiring.nurse_price[number]
        for offered in range(1, len(prices) + 1):
            nurse_price[number, offered] = prices[-offered]
    tables = dict[str, NDArray[Any]](
        **_board(game.board),
        cost=_costs(game),
        conveyor_cost=_by_floor(game, deck.building.cost["conveyor"]),
        **ruleset_tables(game),
        limit=limit,
        kind=np.array([KIND.get(tile, NOT_THERE) for tile in range(TILE_KINDS)], np.int32),
        capacity=capacity,
        hub_of=np.array([HUBS[service] for service in game.services], np.int32),
        row_of_hub=row_of_hub,
        bonus=_bonus(game, state),
        pay=np.array(deck.money.patient_pay, np.int32),
        nurses_needed=np.array(
            [[[nurses_needed(game, tile, d, p) for p in COLOURS] for d in skills] for tile in Tile], np.int32
        ),
        colour_after_lab=np.array([game.rules.better(game, colour, LAB_STEPS) for colour in skills], np.int32),
        colour_after_round=np.array([game.rules.worse(game, colour) for colour in skills], np.int32),
        colour_at_university=np.array([game.rules.better(game, colour, 1) for colour in skills], np.int32),
        doctor_salary=np.array(deck.money.doctor_salary, np.int32),
        doctor_points=np.array(deck.points.doctor, np.int32),
        patient_points=np.array(deck.points.patient, np.int32),
        room_points=np.array(deck.points.treatment_by_floor, np.int32),
        doctor_price=_doctor_prices(game),
        nurses=np.array(deck.hiring.nurses, np.int32),
        nurse_price=nurse_price,
        **_patients(game, deal, state, start),
        **_doctors(deal, state, start),
    )
    return _record(_numbers(game, state), tables)


def _record(numbers: dict[str, int], tables: dict[str, NDArray[Any]]) -> Encoded:
    """Everything in one record; NotSolvable where a board or deck is larger than it."""
    record = np.zeros((), TABLES)
    for name in NUMBERS:
        record[name] = numbers[name]
    for name, (dtype, shape) in ARRAYS.items():
        table = tables[name]
        if any(found > most for found, most in zip(table.shape, shape, strict=True)):
            raise NotSolvable(f"the search does not know boards and decks as large as this one: {name}")
        whole = np.full(shape, 0 if dtype is np.uint64 else NOT_THERE, dtype)
        whole[tuple(slice(length) for length in table.shape)] = table
        record[name] = whole
    return record


def supports(setting: Setting) -> str | None:
    """Why the search by changing plans cannot take up a deck, None where it can.

    The core checks no ranges while it plays: whatever does not fit its tables is refused here.
    """
    deck, board = setting.deck, setting.board
    capacity, hiring = deck.walking.capacity, deck.hiring
    orderlies = hiring.orderlies + 1  # 3.5
    nurse_places = {each[Person.NURSE] for each in capacity.values()}
    odd = {
        **oddities(setting),
        "so many university spaces": hiring.university_spaces > MOST_UNIVERSITY,
        "no doctors, or other than one helper, in a Hire": not hiring.doctors_per_action
        or hiring.helpers_per_action != 1,
        "conveyor rides or entrances that take time": deck.walking.conveyor != 0 or deck.walking.to_entrance != 0,
        "ways as long as these": deck.walking.enter + deck.walking.adjacent * board.size >= LONGEST_WAY,
        "popularity that cannot be negative": not setting.switches.popularity_may_be_negative,
        "more than eight patients in a row of the notepad": deck.queueing.columns > MOST_COLUMNS,
        "so many rounds or actions": deck.rounds > MOST_ROUNDS or deck.rounds * deck.actions_per_round > MOST_SLOTS,
        "boards of this size": not SMALLEST_GROUND <= board.ground <= MOST_GROUND
        or board.size > MOST_SPACES
        or len(board.border_names) + board.ground > MOST_SPOTS,
        "so many action tiles": deck.tiles_per_action > MOST_COUNTED,
        "so many orderlies": orderlies > MOST_STAFF,
        "hubs with few places": min(capacity[HUBS[0]][who] for who in (Person.DOCTOR, Person.NURSE)) < MOST_STAFF,
        "rooms for few nurses": any(0 < places < MOST_STAFF for places in nurse_places)
        or not capacity[Tile.TREATMENT][Person.NURSE]
        or not capacity[Tile.OPERATING][Person.NURSE],
        "operating rooms for several patients": capacity[Tile.OPERATING][Person.PATIENT] > 1,
        "labs without a place": not capacity[Tile.LAB][Person.DOCTOR],
        "supply rooms for other than one orderly": capacity[Tile.SUPPLY][Person.ORDERLY] != 1,
        "no entrances to build": deck.building.cost["entrance"][0] is None,
        "numbers as large as these": largest(deck) > LARGEST,
        "newcomers who may change the entrance": setting.switches.free_entrance_change,
        "a first hub of another service": deck.start_service is not setting.services[0],
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


def _board(board: Board) -> dict[str, NDArray[Any]]:
    """Section 2, as sets of spaces."""
    spaces = range(board.size)
    where = [board.where(space) for space in spaces]
    in_line = [tuple(other for other in spaces if board.in_line(space, other)) for space in spaces]

    def those(flags: Iterable[bool]) -> int:
        return bits(space for space, flag in enumerate(flags) if flag)

    lines = [
        [[other for other in spaces if _in_line_along(board, axis, space, other)] for space in spaces]
        for axis in range(AXES)
    ]
    sets = dict[str, int | list[int] | list[list[int]]](
        ground_spaces=those(floor == 0 for _, _, floor in where),
        not_west=those(x > 0 for x, _, _ in where),
        not_east=those(x < board.columns - 1 for x, _, _ in where),
        not_north=those(y > 0 for _, y, _ in where),
        not_south=those(y < board.rows - 1 for _, y, _ in where),
        on_floor=[those(floor == number for _, _, floor in where) for number in range(board.levels)],
        neighbours=[bits(members) for members in board.adjacent],
        beside=[bits(members) for members in board.beside],
        in_line=[bits(members) for members in in_line],
        lines=[[bits(members) for members in line] for line in lines],
        borders_of=[bits(members) for members in board.borders],
    )
    return dict[str, NDArray[Any]](
        **{name: np.array(members, np.uint64) for name, members in sets.items()},
        floor_of=np.array([floor for _, _, floor in where], np.int32),
        entrance_target=np.array(board.entrance_targets, np.int32),
    )


def _in_line_along(board: Board, axis: int, one: int, other: int) -> bool:
    """5.11: whether two spaces differ in column, row or floor alone."""
    return board.in_line(one, other) and board.where(one)[axis] != board.where(other)[axis]


def _doctor_prices(game: ClinicSolo) -> Ints:
    """6.2: what a doctor costs who waits in a space, by space and colour."""
    hiring, spaces, colours = game.deck.hiring, game.deck.hiring.university_spaces, game.deck.doctor_colours
    prices = np.zeros((spaces, colours), np.int32)
    for space in range(spaces):
        for colour in range(colours):
            by_colour = hiring.price_mode == "by_colour"
            price = hiring.price_by_colour[colour] if by_colour else hiring.price_by_space[space]
            prices[space, colour] = price * game.rules.price_factor(game, colour)
    return prices


def _costs(game: ClinicSolo) -> Ints:
    """5.3: by tile and floor, NOT_THERE where a tile cannot be built."""
    levels = game.board.levels
    prices = np.full((TILE_KINDS, levels), NOT_THERE, np.int32)
    for tile in Tile:
        prices[tile] = _by_floor(game, game.deck.building.cost.get(building_name(tile), ()))
    return prices


def _by_floor(game: ClinicSolo, known: Sequence[int | None]) -> Ints:
    prices = np.full(game.board.levels, NOT_THERE, np.int32)
    for floor, price in enumerate(known[: game.board.levels]):
        prices[floor] = NOT_THERE if price is None else price
    return prices


def building_name(tile: Tile) -> str:
    """What the deck calls the price of a tile."""
    if tile in HUBS:
        return "hub"
    if tile in SPECIALS:
        return "special"
    return tile.word if is_module(tile) or tile in (Tile.GARDEN, Tile.HELIPAD, Tile.PARKING) else ""


def _patients(game: ClinicSolo, deal: Deal, state: State, start: State) -> dict[str, Ints]:
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
    return {"patient_draw": draw, "patient_index": index}


def _doctors(deal: Deal, state: State, start: State) -> dict[str, Ints]:
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
    return {"doctor_draw": draw, "doctor_index": index}


def _bonus(game: ClinicSolo, state: State) -> Ints:
    rows = np.zeros((max(1, len(state.offers)), 4), np.int32)
    for row, number in enumerate(state.offers):
        tile = game.deck.bonus_tile(number)
        row_of = game.services.index(tile.service) if tile.service in game.services else 0
        rows[row] = (number, BONUS_KINDS.index(tile.what), tile.amount, tile.colour + 4 * row_of)
    return rows


def _numbers(game: ClinicSolo, state: State) -> dict[str, int]:
    deck, board, goal = game.deck, game.board, game.goal
    building, hiring, queueing, walking, money, points = (
        deck.building, deck.hiring, deck.queueing, deck.walking, deck.money, deck.points,
    )  # fmt: skip
    entrance = building.cost["entrance"][0]
    assert entrance is not None  # see `supports`
    return {
        "rounds": deck.rounds,
        "slots": deck.actions_per_round,
        "tiles_per_action": deck.tiles_per_action,
        "components": building.components_per_action,
        "floors": deck.floors,
        "ground": board.ground,
        "board_columns": board.columns,
        "size": board.size,
        "borders": len(board.border_names),
        "services": len(game.services),
        "columns": queueing.columns,
        "pre_admissions": queueing.pre_admissions,
        "queue_base": queueing.points,
        "queue_entrance": queueing.points_per_entrance,
        "queue_helipad": queueing.points_per_helipad,
        "move_cost": queueing.move_cost,
        "admit_cost": queueing.admit_cost,
        "entrance_cost": entrance,
        "upgrade_cost": building.upgrade_cost,
        "parking_places": building.parking_places,
        "upgrade_places": building.upgrade_places,
        "entrances": deck.limits.entrances,
        "conveyors": deck.limits.conveyors,
        "hubs_per_round": deck.limits.hubs_per_round,
        "specials_per_round": deck.limits.specials_per_round,
        "special_copies": deck.special_copies,
        "orderly_price": hiring.orderly_price,
        "enter": walking.enter,
        "adjacent": walking.adjacent,
        "to_outpatient": walking.to_outpatient,
        "triage": walking.triage,
        "outpatient_pay": money.outpatient_pay,
        "garden_pay": money.garden_pay,
        "nurse_salary": money.nurse_salary,
        "orderly_salary": money.orderly_salary,
        "module_upkeep": money.module_upkeep,
        "garden_upkeep": money.garden_upkeep,
        "operating_upkeep": money.operating_upkeep,
        "orderly_saves": money.orderly_saves,
        "popularity_price": money.popularity_price,
        "popularity_per_dollar": money.popularity_per_dollar,
        "lab_popularity": money.lab_popularity,
        "death": money.death,
        "nurse_points": points.nurse,
        "building_points": points.building,
        "time_per": points.time_per,
        "time_points": points.time,
        "last_admin": int(game.switches.admin_after_last_round),
        "admit_needs_hub": int(game.switches.admit_needs_hub),
        "building_needs_hub": int(game.switches.building_needs_hub),
        "start_doctor": int(deck.start.doctor),
        "university_spaces": hiring.university_spaces,
        "doctors_per_hire": hiring.doctors_per_action,
        "entrance_spaces": len(board.entrance_sides),
        "offers": max(1, len(state.offers)),
        "goal": MEASURES.index(goal.measure),
        "at_least": -NO_LIMIT if goal.at_least is None else goal.at_least,
        "at_most": NO_LIMIT if goal.at_most is None else goal.at_most,
        "goal_floor": NOT_THERE if goal.floor is None else goal.floor,
        "second_building": int(game.switches.second_building),
        "any_in_line": int(game.switches.conveyor_hop == "any_in_line"),
        **ruleset_numbers(game),
    }
