"""Rule 15.9: who is taken from the notepad, moved forward or shifted to a neighbouring row on the way.

`State.headed` remembers who was moved in this action and has to be taken: row, index in it, and whether he was shifted.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from clinic_solo import parking
from clinic_solo.moves import NO_SPACE, Admit, Queue
from clinic_solo.rulesets.edition2014.numbers import numbers_of
from clinic_solo.setting import Setting
from clinic_solo.state import Phase, State
from clinic_solo.tiles import Person, Tile
from tabletop.colours import add
from tabletop.moves import IllegalMove

FORWARD = "right"
SHIFT = {"up": -1, "down": 1}
Mark = tuple[int, int, bool]


class Rows(NamedTuple):
    """The notepad without colours, as far as it matters to whether those who were moved can be taken."""

    lengths: tuple[int, ...]
    rooms: tuple[int, ...]  # pre-admissions left, by row
    beds: int  # in extreme consultation, for patients straight from a queue (15.15)
    headed: tuple[Mark, ...]
    move_cost: int = 1
    admit_cost: int = 1


def consultation_places(setting: Setting, state: State) -> list[int]:
    """15.15 [decision 2014-consultation]: where a patient may be put straight from a queue."""
    if not numbers_of(setting).consultation_from_queue:
        return []
    places = [space for space, tile in enumerate(state.grid) if tile == Tile.OUTPATIENT]
    taken = [space for space, _ in state.patients]
    limit = setting.deck.walking.capacity[Tile.OUTPATIENT][Person.PATIENT]
    return [space for space in places if taken.count(space) < limit]


def rows_of(setting: Setting, state: State) -> Rows:
    queueing = setting.deck.queueing
    return Rows(
        tuple(map(len, state.notepad)),
        tuple(queueing.pre_admissions - sum(counts) for counts in state.waiting),
        len(consultation_places(setting, state)),
        state.headed,
        queueing.move_cost,
        queueing.admit_cost,
    )


# What a point does to the rows ---------------------------------------------------------------------------------------


def _forward(rows: Rows, row: int, index: int) -> Rows:
    """One step: whoever was ahead is now behind."""
    places = {(row, index): (row, index - 1), (row, index - 1): (row, index)}
    return _marked(rows._replace(headed=_follow(rows.headed, places)), row, index - 1, shifted=False)


def _shifted(rows: Rows, row: int, index: int, other: int) -> Rows:
    """Into a neighbouring row: with whoever stands at the same position, or to the end of a shorter row."""
    if index < rows.lengths[other]:
        places = {(row, index): (other, index), (other, index): (row, index)}
        return _marked(rows._replace(headed=_follow(rows.headed, places)), other, index, shifted=True)
    end = rows.lengths[other]
    places = {(row, later): (row, later - 1) for later in range(index + 1, rows.lengths[row])}
    places[row, index] = (other, end)
    lengths = list(rows.lengths)
    lengths[row] -= 1
    lengths[other] += 1
    rows = rows._replace(lengths=tuple(lengths), headed=_follow(rows.headed, places))
    return _marked(rows, other, end, shifted=True)


def _taken(rows: Rows, row: int, *, to_bed: bool = False) -> Rows:
    """The first of a row goes, and the others move up."""
    places = {(row, index): (row, index - 1) for index in range(1, rows.lengths[row])}
    headed = _follow(tuple(mark for mark in rows.headed if mark[:2] != (row, 0)), places)
    lengths, rooms = list(rows.lengths), list(rows.rooms)
    lengths[row] -= 1
    rooms[row] -= not to_bed
    return rows._replace(lengths=tuple(lengths), rooms=tuple(rooms), beds=rows.beds - to_bed, headed=headed)


def _follow(headed: tuple[Mark, ...], places: dict[tuple[int, int], tuple[int, int]]) -> tuple[Mark, ...]:
    return tuple(sorted((*places.get((row, index), (row, index)), shifted) for row, index, shifted in headed))


def _marked(rows: Rows, row: int, index: int, *, shifted: bool) -> Rows:
    """Whoever stands there was moved; once shifted is shifted for good."""
    before = any(mark == (row, index, True) for mark in rows.headed)
    others = [mark for mark in rows.headed if mark[:2] != (row, index)]
    return rows._replace(headed=tuple(sorted([*others, (row, index, shifted or before)])))


@lru_cache(maxsize=50_000)
def can_be_taken(rows: Rows, points: int) -> bool:
    """Whether all who were moved can be taken: they move on, and those in front are taken."""
    if not rows.headed:
        return True
    if points < len(rows.headed) * rows.admit_cost:
        return False
    taking, moving = points - rows.admit_cost, points - rows.move_cost
    return any(can_be_taken(after, taking) for after in _takes(rows)) or any(
        can_be_taken(after, moving) for after in _moves_on(rows) if moving >= 0
    )


def _takes(rows: Rows) -> Iterator[Rows]:
    for row, length in enumerate(rows.lengths):
        if length and rows.rooms[row] > 0:
            yield _taken(rows, row)
        if length and rows.beds > 0:
            yield _taken(rows, row, to_bed=True)


def _moves_on(rows: Rows) -> Iterator[Rows]:
    for row, index, shifted in rows.headed:
        if index:
            yield _forward(rows, row, index)
        for other in (row - 1, row + 1):
            if not shifted and 0 <= other < len(rows.lengths):
                yield _shifted(rows, row, index, other)


# The rule ------------------------------------------------------------------------------------------------------------


def refusal(setting: Setting, state: State, move: Queue | Admit) -> IllegalMove | None:
    if move.service not in setting.services:
        return IllegalMove("15.1", f"{setting.called(move.service.word)} is not in play")
    queueing = setting.deck.queueing
    price = queueing.admit_cost if isinstance(move, Admit) else queueing.move_cost
    if price > state.left:
        return IllegalMove("7.1", f"it takes {price} queue points, {state.left} are left")
    problem = _take_refusal(setting, state, move) if isinstance(move, Admit) else _move_refusal(setting, state, move)
    return problem or _promise_refusal(setting, state, _rows_after(setting, state, move), state.left - price)


def _take_refusal(setting: Setting, state: State, move: Admit) -> IllegalMove | None:
    row, word = setting.services.index(move.service), setting.called(move.service.word)
    if not state.notepad[row]:
        return IllegalMove("7.4", f"nobody is waiting for {word}")
    if move.space != NO_SPACE:
        if move.space not in consultation_places(setting, state):
            name = setting.board.space_name(move.space)
            return IllegalMove("15.15", f"nobody can be put at {name} straight from a queue")
    elif sum(state.waiting[row]) >= setting.deck.queueing.pre_admissions:
        return IllegalMove("7.4", f"the pre-admissions of {word} are full")
    if not parking.has_free_place(setting, state):
        return IllegalMove("7.4", "there is no free place to park another car")
    return None


def _move_refusal(setting: Setting, state: State, move: Queue) -> IllegalMove | None:
    row, word = setting.services.index(move.service), setting.called(move.service.word)
    if not 1 <= move.position <= len(state.notepad[row]):
        return IllegalMove("15.9", f"{word} has no patient at position {move.position}")
    if move.direction == FORWARD:
        return IllegalMove("15.9", "position 1 is the rightmost") if move.position == 1 else None
    if move.direction not in SHIFT:
        return IllegalMove("15.9", "nobody is moved backwards")
    if not 0 <= row + SHIFT[move.direction] < len(setting.services):
        return IllegalMove("15.9", f"there is no row {move.direction} from {word}")
    if (row, move.position - 1, True) in state.headed:
        return IllegalMove("15.9", "this patient was shifted to another row already")
    return None


def _promise_refusal(setting: Setting, state: State, rows: Rows, points: int) -> IllegalMove | None:
    """Nobody is moved who is not taken in the same action."""
    if not rows.headed:
        return None
    places = sum(parking.places(setting, state, spot) for spot in parking.all_spots(setting, state)) - len(state.cars)
    admitted = sum(rows.rooms) + rows.beds < sum(rows_of(setting, state).rooms) + rows_of(setting, state).beds
    if len(rows.headed) > places - admitted:
        return IllegalMove("15.9", "there is no place to park the cars of all who were moved")
    if not can_be_taken(rows, points):
        return IllegalMove("15.9", f"with {points} queue points left, not all who were moved could be taken")
    return None


def _rows_after(setting: Setting, state: State, move: Queue | Admit) -> Rows:
    rows, row = rows_of(setting, state), setting.services.index(move.service)
    if isinstance(move, Admit):
        return _taken(rows, row, to_bed=move.space != NO_SPACE)
    if move.direction == FORWARD:
        return _forward(rows, row, move.position - 1)
    return _shifted(rows, row, move.position - 1, row + SHIFT[move.direction])


def moves(setting: Setting, state: State) -> list[Queue | Admit]:
    """Every different result of one more point.

    To pass one of the same colour is none, for whoever is not moved yet: the one in front is taken instead.
    """
    begun = {mark[:2] for mark in state.headed}
    found: list[Queue | Admit] = []
    for at_row, (service, row) in enumerate(zip(setting.services, state.notepad, strict=True)):
        steps = [Queue(service, at, word) for at in range(1, len(row) + 1) for word in (FORWARD, *SHIFT)]
        legal = [step for step in steps if refusal(setting, state, step) is None]
        found += [
            step
            for step in legal
            if (at_row, step.position - 1) in begun or _notepad_after(setting, state, step) != state.notepad
        ]
    takes = [Admit(service, space) for service in setting.services for space in _beds_and(setting, state)]
    return found + [take for take in takes if refusal(setting, state, take) is None]


def _beds_and(setting: Setting, state: State) -> list[int]:
    """Where one who is taken may come: pre-admissions, or straight into extreme consultation (15.15)."""
    return [NO_SPACE, *consultation_places(setting, state)]


def carry_out(setting: Setting, state: State, move: Queue | Admit) -> State:
    queueing, row = setting.deck.queueing, setting.services.index(move.service)
    after = state._replace(
        notepad=_notepad_after(setting, state, move), headed=_rows_after(setting, state, move).headed
    )
    if isinstance(move, Queue):
        return after._replace(left=state.left - queueing.move_cost)
    after = _let_in(after, row, state.notepad[row][0], move.space)
    return parking.ask_to_park(after._replace(left=state.left - queueing.admit_cost), Phase.ADMIT)


def _let_in(state: State, row: int, colour: int, space: int) -> State:
    if space != NO_SPACE:
        return state._replace(patients=tuple(sorted((*state.patients, (space, colour)))))
    waiting = list(state.waiting)
    waiting[row] = add(waiting[row], colour)
    return state._replace(waiting=tuple(waiting))


def _notepad_after(setting: Setting, state: State, move: Queue | Admit) -> tuple[tuple[int, ...], ...]:
    rows = [list(patients) for patients in state.notepad]
    row = setting.services.index(move.service)
    here, index = rows[row], 0 if isinstance(move, Admit) else move.position - 1
    if isinstance(move, Admit):
        here.pop(0)
    elif move.direction == FORWARD:
        here[index - 1], here[index] = here[index], here[index - 1]
    elif index < len(there := rows[row + SHIFT[move.direction]]):
        here[index], there[index] = there[index], here[index]
    else:
        there.append(here.pop(index))
    return tuple(map(tuple, rows))


def pass_refusal(state: State) -> IllegalMove | None:
    if state.phase is Phase.ADMIT and state.headed:
        return IllegalMove("15.9", "whoever was moved must be taken in the same action")
    return None


def faults(setting: Setting, state: State) -> Iterator[str]:
    """What cannot be so of those who were moved."""
    if state.phase not in (Phase.ADMIT, Phase.PARK) and state.headed:
        yield "somebody was moved on the notepad and not taken (15.9)"
    elif state.phase is Phase.ADMIT and not can_be_taken(rows_of(setting, state), state.left):
        yield "not all who were moved can be taken (15.9)"
