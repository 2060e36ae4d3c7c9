"""15.9 against a naive reading: patients with names, and every way to go on tried."""

from dataclasses import replace
from functools import cache
from random import Random

from clinic_solo import ClinicSolo
from clinic_solo.moves import Admit, Queue
from clinic_solo.state import Phase
from tests.clinic_solo.edition2014.helpers import game2014
from tests.clinic_solo.edition2014.test_examples import FIRST
from tests.clinic_solo.helpers import door, position

Rows = tuple[tuple[str, ...], ...]
STEPS = {"right": 0, "up": -1, "down": 1}


def moved(rows: Rows, row: int, index: int, word: str) -> Rows | None:
    """The rows after a patient goes a step forward, or to the row above or below."""
    new = [list(names) for names in rows]
    if word == "right":
        if index == 0:
            return None
        new[row].insert(index - 1, new[row].pop(index))
    else:
        other = row + STEPS[word]
        if not 0 <= other < len(rows):
            return None
        if index < len(new[other]):
            new[row][index], new[other][index] = new[other][index], new[row][index]
        else:
            new[other].append(new[row].pop(index))
    return tuple(map(tuple, new))


def taken(rows: Rows, rooms: tuple[int, ...], row: int) -> tuple[Rows, tuple[int, ...]]:
    left, fewer = list(rows), list(rooms)
    left[row] = left[row][1:]
    fewer[row] -= 1
    return tuple(left), tuple(fewer)


@cache
def possible(rows: Rows, rooms: tuple[int, ...], begun: frozenset[str], shifted: frozenset[str], points: int) -> bool:
    """Whether all who were begun with can be taken, by any further moves whatever."""
    if not begun:
        return True
    if points < len(begun):
        return False
    for row, names in enumerate(rows):
        for index, name in enumerate(names):
            if index == 0 and rooms[row]:
                left, fewer = taken(rows, rooms, row)
                if possible(left, fewer, begun - {name}, shifted, points - 1):
                    return True
            for word in STEPS:
                after = moved(rows, row, index, word)
                if after is None or (word != "right" and name in shifted):
                    continue
                gone = shifted | {name} if word != "right" else shifted
                if possible(after, rooms, begun | {name}, gone, points - 1):
                    return True
    return False


Options = list[tuple[Queue | Admit, Rows, tuple[int, ...], frozenset[str], frozenset[str]]]


def expected(
    rows: Rows, rooms: tuple[int, ...], begun: frozenset[str], shifted: frozenset[str], points: int
) -> Options:  # fmt: skip
    """Every legal move with what it leads to: one after which all who were begun with can be taken."""
    services, found = game2014().services, Options()
    for row, names in enumerate(rows):
        for index, name in enumerate(names):
            for word in STEPS:
                after, late = moved(rows, row, index, word), shifted | {name} if word != "right" else shifted
                once = word == "right" or name not in shifted
                if after is not None and once and possible(after, rooms, begun | {name}, late, points - 1):
                    found.append((Queue(services[row], index + 1, word), after, rooms, begun | {name}, late))
        if names and rooms[row]:
            left, fewer = taken(rows, rooms, row)
            if possible(left, fewer, begun - {names[0]}, shifted, points - 1):
                found.append((Admit(services[row]), left, fewer, begun - {names[0]}, shifted))
    return found


def test_legal_moves_are_those_after_which_everybody_moved_can_be_taken() -> None:
    random, referee, compared, promised = Random(15), game2014(), 0, 0
    every = [Queue(service, at, word) for service in referee.services for at in range(1, 5) for word in STEPS]
    for _ in range(120):
        rows: Rows = tuple(tuple(f"{row}{at}" for at in range(random.randint(0, 4))) for row in range(2))
        shades = {name: random.randint(0, 3) for names in rows for name in names}
        rooms: tuple[int, ...] = (random.randint(0, 4), random.randint(0, 4))
        waiting = tuple((4 - room, 0, 0, 0) for room in rooms)
        state = position(referee, FIRST, phase=Phase.ADMIT, left=random.randint(1, 5), waiting=waiting)
        state = state._replace(notepad=coloured(rows, shades), entrances=door(referee, "Sa3"))
        begun, shifted = frozenset[str](), frozenset[str]()
        while options := expected(rows, rooms, begun, shifted, state.left) if state.left else []:
            moves = [*every, *map(Admit, referee.services)]
            legal = {move for move in moves if referee.rules.admit_refusal(referee, state, move) is None}
            assert legal == {option[0] for option in options}, (rows, rooms, begun, shifted)
            compared += len(moves)
            move, rows, rooms, begun, shifted = random.choice(options)
            state = referee.rules.admitted(referee, state, move)._replace(phase=Phase.ADMIT, cars=())
            assert state.notepad == coloured(rows, shades)
            assert len(state.headed) == len(begun)
            assert not begun or referee.legal_moves(state), "nobody can be taken any more"
            promised += bool(begun)
    assert compared >= 2_000
    assert promised >= 50


def coloured(rows: Rows, shades: dict[str, int]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(shades[name] for name in names) for names in rows)


def test_dear_queue_points_are_counted_when_somebody_is_moved() -> None:
    """15.9: with moves and admissions of 2 points each, 3 points do not move and take the second of a row."""
    house = game2014().printed
    queueing = replace(house.queueing, move_cost=2, admit_cost=2)
    referee = ClinicSolo(replace(house, sha256="dear queues", queueing=queueing), edition="2014")
    state = position(referee, FIRST, phase=Phase.ADMIT, left=3)._replace(notepad=((0, 1), ()))
    second = Queue(referee.services[0], 2, "right")
    assert "not all who were moved" in str(referee.rules.admit_refusal(referee, state, second))
    assert referee.rules.admit_refusal(referee, state._replace(left=4), second) is None
    assert referee.rules.admit_refusal(referee, state, Admit(referee.services[0])) is None
