"""Any move at all is either refused with a rule or leads to a position in which everything holds."""

import re
from itertools import islice

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dice_hospital import DiceHospital, State
from dice_hospital.moves import (
    Also,
    AlsoRecolour,
    Bag,
    CallIn,
    CompleteReport,
    Consult,
    Keep,
    Lose,
    Move,
    Place,
    Recolour,
    Return,
    SendBack,
    SetValues,
    Stop,
    Take,
    UpAndDown,
)
from dice_hospital.notation import outcome_words, parse_outcome
from dice_hospital.patients import CODES, OWN, TREATED, VALUE, healed, name, parse_patient, worse
from tabletop.moves import BadNotation, IllegalMove
from tests.dice_hospital.helpers import EVERY, game, house, steps_of_game
from tests.dice_hospital.invariants import faults

G, ALL = game(), game(*EVERY)
PATIENT = st.sampled_from(CODES)
COLOUR = st.integers(0, 2)
SOME = st.lists(PATIENT, min_size=1, max_size=4).map(lambda codes: tuple(sorted(codes)))
WORKER = st.integers(0, len(house().workers) - 1)
DEPARTMENT = st.integers(0, len(house().departments) - 1)
RULE = re.compile(r"\d+(\.\d+)?")
WORDS = ["keep", "r3", "y4t", "g2r", "lose", "take", "surgeon", "return", "nothing", "nurse", ">", "pharmacy", ":",
         "pharmacy:", "also", ";", "nobody", "bag:", "as", "green", "up", "down", ",", "report", "2", "stop", "send",
         "back", "call", "in", "set", "consultant"]  # fmt: skip


@st.composite
def recolouring_places(draw: st.DrawFn) -> Place:
    pairs = sorted(draw(st.lists(st.tuples(PATIENT, COLOUR), min_size=1, max_size=2)))
    return Place(draw(WORKER), draw(DEPARTMENT), tuple(c for c, _ in pairs), tuple(c for _, c in pairs))


MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(SetValues, SOME),
    st.builds(Keep, SOME),
    st.builds(Lose, SOME),
    st.builds(Take, specialist=WORKER),
    st.builds(Take, department=DEPARTMENT),
    st.builds(Return, specialist=WORKER),
    st.builds(Return, department=DEPARTMENT),
    st.sampled_from([Take(), Return(), CallIn(), Stop(), Also(())]),
    st.builds(Consult, WORKER),
    st.builds(Place, WORKER, DEPARTMENT, SOME, st.just(()), st.one_of(st.none(), st.just(()), SOME)),
    recolouring_places(),
    st.builds(Bag, PATIENT),
    st.builds(Recolour, PATIENT, COLOUR),
    st.builds(Also, SOME),
    st.builds(UpAndDown, PATIENT, PATIENT),
    st.builds(UpAndDown, up=PATIENT),
    st.builds(UpAndDown, down=PATIENT),
    st.builds(AlsoRecolour, PATIENT, COLOUR),
    st.builds(SendBack, PATIENT),
    st.builds(CompleteReport, st.integers(0, 99)),
)


@settings(max_examples=500)
@given(MOVES)
def test_notation_reads_back(move: Move) -> None:
    text = G.format(move)
    assert G.parse(text) == move
    assert G.parse(f"  {text.upper()}  ") == move
    assert "\n" not in text


@settings(max_examples=400)
@given(st.text(max_size=40) | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_any_text_is_a_move_or_bad_notation(text: str) -> None:
    try:
        move = G.parse(text)
    except BadNotation:
        return
    assert G.parse(G.format(move)) == move


@given(PATIENT, st.integers(1, 5))
def test_patients(code: int, steps: int) -> None:
    assert parse_patient(name(code)) == code
    better, lower = healed(code, steps), worse(code, steps)
    if better != -1:
        assert (OWN[better], VALUE[better], TREATED[better]) == (OWN[code], VALUE[code] + steps, True)
    else:
        assert VALUE[code] + steps >= 7
    if lower != -1:
        assert (OWN[lower], VALUE[lower], TREATED[lower]) == (OWN[code], VALUE[code] - steps, TREATED[code])
    else:
        assert VALUE[code] - steps <= 0


def attempt(g: DiceHospital, state: State, move: Move) -> tuple[State | None, IllegalMove | None]:
    try:
        return g.apply(state, move), None
    except IllegalMove as refusal:
        return None, refusal


def middle_of_game(g: DiceHospital, seed: int, steps: int) -> State:
    state = g.start()
    for _, _, after in islice(steps_of_game(g, seed, "eager"), steps):
        state = after
    return state


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 9_999), st.integers(8, 110), st.sampled_from([G, ALL]), st.lists(MOVES, min_size=40, max_size=60))
def test_any_move_is_refused_or_keeps_everything_right(
    seed: int, steps: int, g: DiceHospital, moves: list[Move]
) -> None:
    state = middle_of_game(g, seed, steps)
    listed = {g.apply(state, move) for move in g.legal_moves(state)}
    for move in moves:
        after, refusal = attempt(g, state, move)
        if after is None:
            assert refusal is not None
            assert RULE.fullmatch(refusal.rule)
            assert refusal.reason
            continue
        assert faults(g, after) == [], g.format(move)
        told_at_once = isinstance(move, Place) and move.also is not None
        assert told_at_once or after in listed, f"{g.format(move)} was taken but is not listed"


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10_000), st.integers(0, 110))
def test_draws_read_back(seed: int, steps: int) -> None:
    state = middle_of_game(ALL, seed, steps)
    while not ALL.is_chance(state) and not ALL.is_over(state):
        state = ALL.apply(state, ALL.legal_moves(state)[-1])
    for outcome, _ in ALL.chances(state)[:50]:
        words = outcome_words(ALL.deck, outcome)
        assert parse_outcome(ALL.deck, type(outcome), words) == outcome
        assert parse_outcome(ALL.deck, type(outcome), ALL.format(outcome)) == outcome


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10_000), st.sampled_from([G, ALL]))
def test_nobody_is_healed_by_a_used_department(seed: int, g: DiceHospital) -> None:
    """Workers and departments are used up together, and none of them twice in a round."""
    used: set[tuple[int, int]] = set()
    for before, move, after in steps_of_game(g, seed, "eager"):
        if not isinstance(move, Place):
            continue
        at = (before.round, len(before.free_workers))
        assert at not in used
        used.add(at)
        assert move.department in before.free_departments
        assert len(after.free_departments) == len(before.free_departments) - 1
        refused = before._replace(
            free_departments=tuple(kind for kind in before.free_departments if kind != move.department)
        )
        _, refusal = attempt(g, refused, move)
        assert refusal is not None, "a used department healed somebody"
        assert refusal.rule == "6.1"
