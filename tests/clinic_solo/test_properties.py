"""Any move at all is either refused with a rule or leads to a position in which everything holds."""

import re
from itertools import islice
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clinic_solo import ClinicSolo, State
from clinic_solo.admit import DIRECTIONS
from clinic_solo.board import HOME
from clinic_solo.moves import (
    BY_BLOOD,
    NO_COLOUR,
    ZOMBIE,
    Admit,
    Build,
    BuildConveyor,
    BuildEntrance,
    BuildExtinguisher,
    Buy,
    Care,
    Depart,
    Errand,
    Hire,
    Move,
    MovePeople,
    Park,
    Pass,
    Queue,
    Repark,
    Step,
    TakeBonus,
    Treatment,
    UpgradeParking,
    UseTile,
    ZombieStep,
)
from clinic_solo.players import sensible_move
from clinic_solo.tiles import Action, Person, Service, Tile
from tabletop.moves import BadNotation, IllegalMove
from tests.clinic_solo.helpers import broken, game, steps_of_game

BOARD = game().board
SPACES = st.integers(0, BOARD.size - 1)
GROUND = st.integers(0, BOARD.ground - 1)
SPOTS = st.integers(0, len(BOARD.border_names) + BOARD.ground - 1)
STANDING = st.integers(0, BOARD.size + len(BOARD.entrance_sides) - 1)
COLOURS = st.integers(0, 3)
SERVICES = st.sampled_from(Service)
WORDS = [
    "build",
    "move",
    "park",
    "0a1",
    "lot",
    "doctor",
    "white",
    "hire",
    "at",
    ">",
    "x2",
    "treat",
    "by",
    "buy",
    "3",
    "queue",
    "psychiatry",
    "up",
    ";",
    "-",
    "a1-b1",
    "admit",
    "use",
    "take",
    "bonus",
]
RULE = re.compile(r"\d+(\.\d+[a-e]?)?|14[A-F]\d")


def _staff_step(who: Person, colour: int, origin: int, destination: int, errands: list[Errand], lies: bool) -> Step:
    carried = tuple(errands) if who is Person.NURSE else ()
    return Step(who, colour if who is Person.DOCTOR else NO_COLOUR, origin, destination, carried, lies)


SKILLS = st.integers(0, 4)
ERRANDS = st.lists(st.builds(Errand, SPACES, SPACES), max_size=2)


STAFF_STEPS = st.builds(
    _staff_step,
    st.sampled_from([Person.DOCTOR, Person.NURSE, Person.ORDERLY]),
    SKILLS,
    STANDING,
    st.one_of(STANDING, st.just(HOME)),
    ERRANDS,
    st.booleans(),
)
PATIENT_STEPS = st.builds(
    Step,
    st.just(Person.PATIENT),
    COLOURS,
    SERVICES.map(BOARD.pre_admissions),
    st.one_of(STANDING, st.just(HOME)),
    st.just(()),
    st.just(False),
)
ZOMBIE_STEPS = st.lists(st.builds(ZombieStep, SPACES, SPACES), max_size=2)
TREATMENTS = st.builds(Treatment, SPACES, COLOURS | st.just(ZOMBIE), SKILLS | st.just(BY_BLOOD))


def _in_order(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return strategy.map(lambda found: tuple(sorted(found)))


MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(TakeBonus, st.integers(1, 9)),
    st.builds(UseTile, st.sampled_from(Action)),
    st.builds(Build, st.sampled_from([tile for tile in Tile if tile is not Tile.EMPTY]), SPACES),
    st.builds(BuildEntrance, st.integers(0, len(BOARD.entrance_sides) - 1)),
    st.builds(BuildConveyor, st.sets(SPACES, min_size=1, max_size=2).map(lambda stops: tuple(sorted(stops)))),
    st.builds(BuildExtinguisher, SPACES),
    st.builds(UpgradeParking, GROUND),
    st.builds(Repark, SPOTS),
    st.builds(Park, SPOTS),
    st.builds(Depart, SPOTS),
    st.builds(Hire, st.just(Person.DOCTOR), SKILLS, STANDING),
    st.builds(Hire, st.sampled_from([Person.NURSE, Person.ORDERLY]), st.just(NO_COLOUR), STANDING),
    st.builds(Queue, SERVICES, st.integers(1, 5), st.sampled_from(DIRECTIONS)),
    st.builds(Admit, SERVICES),
    st.builds(
        MovePeople, _in_order(st.lists(st.one_of(STAFF_STEPS, PATIENT_STEPS), max_size=4)), _in_order(ZOMBIE_STEPS)
    ),
    st.builds(Care, _in_order(st.lists(TREATMENTS, max_size=3)), _in_order(st.lists(SPACES, max_size=2))),
    st.builds(Buy, st.integers(0, 40)),
    st.just(Pass()),
)


@settings(max_examples=400, deadline=None)
@given(MOVES)
def test_notation_reads_back(move: Move) -> None:
    text = game().format(move)
    assert game().parse(text) == move
    assert game().parse(f"  {text}  ") == move
    assert "\n" not in text


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=40) | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_any_text_is_a_move_or_bad_notation(text: str) -> None:
    try:
        move = game().parse(text)
    except BadNotation:
        return
    assert game().parse(game().format(move)) == move


def middle_of_game(referee: ClinicSolo, seed: int, steps: int, player: str) -> State:
    state = referee.start()
    for before, _, after in islice(steps_of_game(referee, seed, player), steps):
        state = before if referee.is_over(after) else after
    return state


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.integers(0, 10_000),
    st.integers(0, 150),
    st.sampled_from(["random", "sensible"]),
    st.lists(MOVES, min_size=30, max_size=60),
)
def test_any_move_is_refused_or_keeps_everything_right(seed: int, steps: int, player: str, moves: list[Move]) -> None:
    referee = game()
    state = middle_of_game(referee, seed, steps, player)
    listed = {referee.apply(state, move) for move in islice(referee.iter_moves(state), 400)}
    complete = referee.decision(state) != "move"
    for move in moves:
        after, refusal = _attempt(referee, state, move)
        if after is None:
            assert refusal is not None
            assert RULE.fullmatch(refusal.rule)
            assert refusal.reason
        else:
            assert not broken(referee, state, after), referee.format(move)
            same = isinstance(move, Queue) and after.notepad == state.notepad  # like patients swapped: not listed
            assert not complete or same or after in listed, f"{referee.format(move)} was taken but is not listed"


def _attempt(referee: ClinicSolo, state: State, move: Move) -> tuple[State | None, IllegalMove | None]:
    try:
        return referee.apply(state, move), None
    except IllegalMove as refusal:
        return None, refusal


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(10, 120))
def test_players_only_make_listed_moves(seed: int, steps: int) -> None:
    referee = game("4x3")
    state = middle_of_game(referee, seed, steps, "sensible")
    if not referee.is_chance(state) and referee.decision(state) != "move":
        assert sensible_move(referee, state) in referee.legal_moves(state)
