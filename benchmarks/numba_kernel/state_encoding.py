"""A position as one vector of whole numbers, the way the kernel works on it.

Each name is the index of a field, or of its first number, in the vector. Staff who were hired this round stand at no
entrance yet: their place says how many ways in there were when they came (`NEWCOMER` + that number), and the way is
chosen when everybody moves. Popularity that was bought is counted apart in `UNITS`, by round, and can be turned back
into the savings it was bought with: so the search never has to decide how much to buy.
"""

import numpy as np
from numpy.typing import NDArray

from clinic_solo.board import Board
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import State
from solvers.core.result import NotSolvable

Ints = NDArray[np.int32]

# How much of everything a row, and a plan, have room for.
MOST_SPACES, MOST_SERVICES, MOST_COLUMNS, MOST_STAFF, MOST_PATIENTS, MOST_WAYS_IN = 64, 5, 8, 16, 48, 40
MOST_ENTRANCES, MOST_SPOTS, MOST_ROUNDS = 16, 64, 12
MOST_SLOTS = 3 * MOST_ROUNDS
LARGEST = 100_000  # sums of such numbers fit into 32 bits

NEWCOMER = 1000
NOBODY = -1

GRID = 0
WAITING = GRID + MOST_SPACES  # by service and colour
ROW_LENGTH = WAITING + 4 * MOST_SERVICES
ROWS = ROW_LENGTH + MOST_SERVICES
BAG = ROWS + MOST_COLUMNS * MOST_SERVICES
DOCTOR_BAG = BAG + 4
TILES = DOCTOR_BAG + 4
HUBS_BUILT = TILES + 3
MONEY = HUBS_BUILT + MOST_SERVICES
POPULARITY = MONEY + 1  # without what was bought
TIME = POPULARITY + 1
ROUND = TIME + 1
SLOT = ROUND + 1
MOVE_DUE = SLOT + 1  # the actions of the round are done
FORBIDDEN = MOVE_DUE + 1  # a bit for each action that is not to be used in the slot that is due
ORDERLIES_OFFERED = FORBIDDEN + 1
NURSES_OFFERED = ORDERLIES_OFFERED + 1
UNIVERSITY = NURSES_OFFERED + 1  # a colour, or NOBODY
SPECIALS = UNIVERSITY + 1  # a bit for each tile drawn
SPECIALS_BUILT = SPECIALS + 1
TREATED = SPECIALS_BUILT + 1
DEATHS = TREATED + 1
DOCTORS = DEATHS + 1  # how many, then where, of what colour, and with which event they came
DOCTOR_AT = DOCTORS + 1
DOCTOR_COLOUR = DOCTOR_AT + MOST_STAFF
DOCTOR_EVENT = DOCTOR_COLOUR + MOST_STAFF
NURSES = DOCTOR_EVENT + MOST_STAFF
NURSE_AT = NURSES + 1
NURSE_EVENT = NURSE_AT + MOST_STAFF
ORDERLIES = NURSE_EVENT + MOST_STAFF
ORDERLY_AT = ORDERLIES + 1
ORDERLY_EVENT = ORDERLY_AT + MOST_STAFF
PATIENTS = ORDERLY_EVENT + MOST_STAFF  # those in rooms
PATIENT_AT = PATIENTS + 1
PATIENT_COLOUR = PATIENT_AT + MOST_PATIENTS
WAYS_IN = PATIENT_COLOUR + MOST_PATIENTS  # how many, then a place each, in the order they were built
WAY_IN = WAYS_IN + 1
ENTRANCE = WAY_IN + MOST_WAYS_IN  # whether it is built
STOPS = ENTRANCE + MOST_ENTRANCES
STOP = STOPS + 1  # whether a space has one
CARS = STOP + MOST_SPACES
CAR_AT = CARS + 1  # how many at each spot
UNITS = CAR_AT + MOST_SPOTS  # points bought in each round that can still be turned back
LENGTH = UNITS + MOST_ROUNDS


def _check(state: State) -> None:
    """NotSolvable for a position that the row has no room for; the kernel writes without looking."""
    too_many = {
        "doctors": len(state.doctors) > MOST_STAFF,
        "nurses": len(state.nurses) > MOST_STAFF,
        "orderlies": len(state.orderlies) + state.orderlies_offered > MOST_STAFF,
        "patients in rooms": len(state.patients) > MOST_PATIENTS,
        "dollars, points or hours": max(abs(state.money), abs(state.popularity), state.time) > LARGEST,
    }
    for what, is_so in too_many.items():
        if is_so:
            raise NotSolvable(f"the search by changing plans does not start with so many {what}")


def encode_state(game: ClinicSolo, state: State) -> Ints:
    """A position at an action slot or before Move as a vector of whole numbers."""
    _check(state)
    row = np.zeros(LENGTH, np.int32)
    row[GRID : GRID + len(state.grid)] = state.grid
    for service, (counts, queue) in enumerate(zip(state.waiting, state.notepad, strict=True)):
        row[WAITING + 4 * service : WAITING + 4 * service + 4] = counts
        row[ROW_LENGTH + service] = len(queue)
        row[ROWS + MOST_COLUMNS * service : ROWS + MOST_COLUMNS * service + len(queue)] = queue
    row[BAG : BAG + 4], row[DOCTOR_BAG : DOCTOR_BAG + 4] = state.bag, state.doctor_bag
    row[TILES : TILES + 3] = state.tiles
    row[HUBS_BUILT : HUBS_BUILT + len(state.hubs_built)] = state.hubs_built
    row[MONEY], row[POPULARITY], row[TIME] = state.money, state.popularity, state.time
    row[ROUND], row[SLOT] = state.round, state.slot
    row[ORDERLIES_OFFERED], row[NURSES_OFFERED] = state.orderlies_offered, state.nurses_offered
    row[UNIVERSITY] = state.university[0] if state.university else NOBODY
    row[SPECIALS] = sum(1 << tile for tile in state.specials)
    row[SPECIALS_BUILT], row[TREATED], row[DEATHS] = state.specials_built, state.treated, state.deaths
    for first, at in ((DOCTORS, [place for place, _ in state.doctors]), (NURSES, state.nurses)):
        row[first], row[first + 1 : first + 1 + len(at)] = len(at), at
    row[DOCTOR_COLOUR : DOCTOR_COLOUR + len(state.doctors)] = [colour for _, colour in state.doctors]
    row[ORDERLIES], row[ORDERLY_AT : ORDERLY_AT + len(state.orderlies)] = len(state.orderlies), state.orderlies
    row[PATIENTS] = len(state.patients)
    row[PATIENT_AT : PATIENT_AT + len(state.patients)] = [place for place, _ in state.patients]
    row[PATIENT_COLOUR : PATIENT_COLOUR + len(state.patients)] = [colour for _, colour in state.patients]
    ways_in = _ways_in(game.board, state)
    row[WAYS_IN], row[WAY_IN : WAY_IN + len(ways_in)] = len(ways_in), ways_in
    for entrance in state.entrances:
        row[ENTRANCE + entrance] = 1
    row[STOPS] = len(state.conveyors)
    for stop in state.conveyors:
        row[STOP + stop] = 1
    row[CARS] = len(state.cars)
    for spot in state.cars:
        row[CAR_AT + spot] += 1
    return row


def _ways_in(board: Board, state: State) -> list[int]:
    return [*(board.at_entrance(entrance) for entrance in state.entrances), *state.helipads()]
