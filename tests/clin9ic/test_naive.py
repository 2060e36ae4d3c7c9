"""legal_hires, legal_admits and legal_cares against everything tried out, on random positions of every shipped deck."""

import random

import pytest

from clin9ic import Clin9ic, Goal, Level, State
from clin9ic.cards import Action
from clin9ic.clinic import clinic_of
from clin9ic.movement import least_times
from clin9ic.state import Phase
from tests.clin9ic import naive
from tests.clin9ic.helpers import DECKS, game, random_clinic, random_positions, random_trio

VARIANTS = [
    pytest.param(game, id="medium"),
    pytest.param(lambda deck: game(deck, level=Level.DIFFICULT), id="difficult"),
    pytest.param(lambda deck: game(deck, Goal.STAFF), id="staff"),
    pytest.param(lambda deck: game(deck, triage="phase", popularity_below_zero=True), id="options"),
]
EVERY_GAME = [
    pytest.param(variant.values[0](deck), id=f"{name}-{variant.id}")  # type: ignore[operator]
    for name, deck in DECKS.items()
    for variant in VARIANTS
]
every_game = pytest.mark.parametrize("g", EVERY_GAME)


def acting_at_random(g: Clin9ic, action: Action, number: int) -> list[State]:
    rng = random.Random(f"{g.deck.name} {g.goal} {g.level} {action}")
    return [
        random_clinic(
            rng,
            g,
            phase=Phase.ACT,
            trio=random_trio(rng, g, action),
            step=rng.randrange(2),
            outpatient=rng.choice([True, False]),
        )
        for _ in range(number)
    ]


def met_in_play(g: Clin9ic, action: str, number: int) -> list[State]:
    return random_positions(g, action, number, seed=len(g.deck.name))


@every_game
def test_hires(g: Clin9ic) -> None:
    hired = 0
    for state in acting_at_random(g, Action.HIRE, 60) + met_in_play(g, "hire", 40):
        moves = g.legal_moves(state)
        found = {g.apply(state, move) for move in moves}
        expected = {one._replace(phase=after_phase(one)) for one in naive.hires(g, state)}
        assert {settled(g, s) for s in found} == {settled(g, s) for s in expected}, state
        assert len(found) == len(moves), "a move for each distinct outcome, once"
        hired += len(found)
    assert hired > 250  # the positions are not all dead ends


@every_game
def test_admits(g: Clin9ic) -> None:
    admitted = 0
    for state in acting_at_random(g, Action.ADMIT, 80) + met_in_play(g, "admit", 60):
        found = {g.apply(state, move) for move in g.legal_moves(state)}
        expected = {one._replace(phase=after_phase(one)) for one in naive.admits(g, state)}
        assert {settled(g, s) for s in found} == {settled(g, s) for s in expected}, state
        admitted += len(found)
    assert admitted > 200


def after_phase(state: State) -> Phase:
    return Phase.CARE if state.step == 3 else Phase.ACT


def settled(g: Clin9ic, state: State) -> State:
    """With the time of the Action phase on the track, where triage shortens the phase."""
    rooms = sum(side.count("R") for side in clinic_of(g, state).sides)
    if state.phase is Phase.ACT:
        return state
    return state._replace(time=state.time + max(0, state.phase_time - 3 * rooms), phase_time=0)


@every_game
def test_cares(g: Clin9ic) -> None:
    rng = random.Random(f"care {g.deck.name} {g.goal} {g.level}")
    at_random = [random_clinic(rng, g, phase=Phase.CARE, outpatient=rng.random() < 0.5) for _ in range(60)]
    treated = 0
    for state in [s for s in at_random if small(s)] + met_in_play(g, "care", 40):
        found = set()
        for move in g.legal_moves(state):
            after = care_only(g, state, move)
            found.add((after.patients, after.treated, after.time, after.money, after.popularity, after.earned))
        assert found == naive.cares(g, state), state
        treated += len(found)
    assert treated > 300


def small(state: State) -> bool:
    """Small enough for every bed to be tried with everybody."""
    return min(sum(state.doctors), sum(state.patients)) <= 6


def care_only(g: Clin9ic, state: State, move: object) -> State:
    """The position right after Care and Expenses, before what follows of itself."""
    from clin9ic.care import care
    from clin9ic.moves import Care

    assert isinstance(move, Care)
    after = care(g, state, move)
    if after.phase is Phase.BUY:
        return after
    # Nothing could be bought, so the income left has gone to the savings already.
    pay = after.money - state.money
    return after if pay <= 0 else after._replace(money=state.money, earned=pay)


@pytest.mark.parametrize("name", DECKS)
def test_ways_and_times(name: str) -> None:
    g = game(DECKS[name])
    rng = random.Random(f"walk {g.deck.name}")
    unreachable = 0
    for _ in range(200):
        state = random_clinic(rng, g, outpatient=rng.random() < 0.5)
        shape = clinic_of(g, state)
        times = {tuple(space): time for space, time in least_times(shape.sides, shape.cubes).items()}
        walked = {spot: time for spot, time in naive.walk(g, state).items() if time < naive.FAR}
        assert times == walked, state
        unreachable += len(naive.walk(g, state)) - len(walked)
        for kind, hosts in naive.HOSTS.items():
            openings = shape.openings(kind, bool(state.outpatient))
            for present, newcomers in ((0, 1), (1, 2), (2, 3), (5, 1), (3, 4)):
                expected = naive.entry_time(g, state, hosts, present, newcomers)
                assert openings.time_for(present, newcomers) == expected, (state, kind, present, newcomers)
    assert unreachable > 0 or g.deck.name != "house"
