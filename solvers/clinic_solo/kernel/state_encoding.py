"""A position as one record of whole numbers, the way the compiled core works on it (`State` in C++).

Staff who were hired this round stand at no entrance yet: their place says how many ways in there were when they came
(`NEWCOMER` + that number), and the way is chosen when everybody moves. Popularity that was bought is counted apart in
`units`, by round, and can be turned back into the savings it was bought with: so the search never has to decide how
much to buy.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from clinic_solo.board import Board
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import State
from clinic_solo.tiles import Token
from solvers.core.result import NotSolvable

Ints = NDArray[np.int32]
Encoded = NDArray[np.void]  # a record

# How much of everything a record has room for.
MOST_SPACES, MOST_GROUND, MOST_FLOORS, MOST_SPOTS, MOST_ENTRANCES, MOST_WAYS_IN = 64, 16, 6, 64, 16, 37
MOST_SERVICES, MOST_COLUMNS, MOST_STAFF, MOST_PATIENTS, MOST_UNIVERSITY = 5, 8, 16, 48, 4
MOST_ROUNDS, MOST_SLOTS = 12, 36
COLOURS, SKILLS, ACTIONS = 4, 5, 3
LARGEST = 100_000  # sums of such numbers fit into 32 bits
MOST_COUNTED = 120  # cars, or patients in one place: what fits into 8 bits

NEWCOMER = 80
NOBODY = -1

FIELD_OF_TOKEN = {Token.CONVEYOR: "stops", Token.EXTINGUISHER: "extinguishers", Token.BLOOD: "blood"}
SOMEONE = np.dtype([("at", np.int8), ("colour", np.int8)], align=True)
STATE = np.dtype(
    [
        ("stops", np.uint64),  # a bit for each space
        ("parked", np.uint64),  # a bit for each parking spot
        ("extinguishers", np.uint64),  # a bit for each space (14B)
        ("blood", np.uint64),  # 14A
        ("zombies", np.uint64),  # 14D
        ("money", np.int32),
        ("popularity", np.int32),  # without what was bought
        ("time", np.int32),
        ("treated", np.int32),
        ("deaths", np.int32),
        ("units", np.int32, MOST_ROUNDS),  # points bought in each round that can still be turned back
        ("entrances", np.uint16),  # a bit for each that is built
        ("specials", np.uint16),  # a bit for each tile drawn
        ("grid", np.int8, MOST_SPACES),
        ("waiting", np.int8, (MOST_SERVICES, COLOURS)),
        ("row_length", np.int8, MOST_SERVICES),
        ("rows", np.int8, (MOST_SERVICES, MOST_COLUMNS)),
        ("bag", np.int8, COLOURS),
        ("doctor_bag", np.int8, SKILLS),
        ("tiles", np.int8, ACTIONS),
        ("hubs_built", np.int8, MOST_SERVICES),
        ("specials_built", np.int8),
        ("round", np.int8),
        ("slot", np.int8),
        ("move_due", np.int8),  # the actions of the round are done
        ("forbidden", np.int8),  # a bit for each action that is not to be used in the slot that is due
        ("orderlies_offered", np.int8),
        ("nurses_offered", np.int8),
        ("university", np.int8, MOST_UNIVERSITY),  # colours, those on the left first; NOBODY where a space is empty
        ("doctors", np.int8),  # how many
        ("nurses", np.int8),
        ("orderlies", np.int8),
        ("patients", np.int8),  # those in rooms
        ("ways_in", np.int8),
        ("doctor", SOMEONE, MOST_STAFF),
        ("nurse_at", np.int8, MOST_STAFF),
        ("orderly_at", np.int8, MOST_STAFF),
        ("patient", SOMEONE, MOST_PATIENTS),
        ("way_in", np.int8, MOST_WAYS_IN),  # a place each, in the order they were built
        ("lot_cars", np.int8, MOST_GROUND),  # how many on the parking tile in each ground space
        ("zombies_made", np.int8),  # those cured included (14D1)
    ],
    align=True,
)


def _check(state: State) -> None:
    """NotSolvable for a position that the record has no room for; the core writes without looking."""
    waiting = max(map(sum, state.waiting), default=0)
    too_many = {
        "doctors": len(state.doctors) > MOST_STAFF,
        "nurses": len(state.nurses) > MOST_STAFF,
        "orderlies": len(state.orderlies) + state.orderlies_offered > MOST_STAFF,
        "patients in rooms": len(state.patients) > MOST_PATIENTS,
        "ways in": len(state.entrances) + len(state.helipads()) > MOST_WAYS_IN,
        "patients or cars": max(waiting, len(state.cars), state.people) > MOST_COUNTED,
        "dollars, points or hours": max(abs(state.money), abs(state.popularity), state.time) > LARGEST,
    }
    for what, is_so in too_many.items():
        if is_so:
            raise NotSolvable(f"the search by changing plans does not start with so many {what}")
    for what, spaces in (("zombies", state.zombies), ("tokens of blood", state.having(Token.BLOOD))):
        if len(set(spaces)) < len(spaces):
            raise NotSolvable(f"the search by changing plans does not start with several {what} in one space")


def encode_state(game: ClinicSolo, state: State) -> Encoded:
    """A position at an action slot or before Move as a record."""
    _check(state)
    row = np.zeros((), STATE)
    for name in (
        *("money", "popularity", "time", "round", "slot", "orderlies_offered", "nurses_offered"),
        *("bag", "tiles", "specials_built", "treated", "deaths", "zombies_made"),
    ):
        row[name] = getattr(state, name)
    row["doctor_bag"][: len(state.doctor_bag)] = state.doctor_bag
    row["grid"][: len(state.grid)] = state.grid
    for token in Token:
        row[FIELD_OF_TOKEN[token]] = bits(state.having(token))
    row["zombies"] = bits(state.zombies)
    for service, (counts, queue) in enumerate(zip(state.waiting, state.notepad, strict=True)):
        row["waiting"][service] = counts
        row["row_length"][service] = len(queue)
        row["rows"][service, : len(queue)] = queue
    row["hubs_built"][: len(state.hubs_built)] = state.hubs_built
    row["university"] = NOBODY
    row["university"][: len(state.university)] = state.university
    row["specials"], row["entrances"] = map(bits, (state.specials, state.entrances))
    for one, many, people in (("doctor", "doctors", state.doctors), ("patient", "patients", state.patients)):
        row[many], row[one][: len(people)] = len(people), list(people)
    ways_in = _ways_in(game.board, state)
    for one, many, places in (
        ("nurse_at", "nurses", state.nurses),
        ("orderly_at", "orderlies", state.orderlies),
        ("way_in", "ways_in", ways_in),
    ):
        row[many], row[one][: len(places)] = len(places), places
    row["parked"] = bits(state.cars)
    for spot in state.cars:
        if (space := game.board.lot_space(spot)) is not None:
            row["lot_cars"][space] += 1
    return row


def bits(numbers: Iterable[int]) -> int:
    """A set of small numbers as the bits of a word."""
    return sum(1 << number for number in set(numbers))


def _ways_in(board: Board, state: State) -> list[int]:
    return [*(board.at_entrance(entrance) for entrance in state.entrances), *state.helipads()]
