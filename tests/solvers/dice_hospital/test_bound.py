"""The bound on known draws before the last round: no play may beat it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest

from dice_hospital.decks import load
from dice_hospital.moves import Move, Outcome
from dice_hospital.patients import parse_patients
from dice_hospital.players import random_move, sensible_move
from dice_hospital.referee import DiceHospital
from dice_hospital.setting import Options, Variant
from dice_hospital.state import Phase, State
from solvers.core.budget import Budget
from solvers.core.plain_search import everything
from solvers.core.replay import KnownDraws
from solvers.dice_hospital.bounds.known_draws import Bound
from solvers.dice_hospital.bounds.relaxation import Relaxation, refusal
from solvers.dice_hospital.policy.advise import player_for
from solvers.dice_hospital.policy.information_bound import information_bound
from solvers.dice_hospital.solve import solve
from tests.solvers.dice_hospital.positions import BASE, EXPERIMENTAL, activations, known

HARD = DiceHospital(
    load("house"),
    frozenset({Variant.CRISIS, Variant.EPIDEMIC, Variant.SUPERBUG, Variant.FATALITY_PENALTY, Variant.REPORT_PENALTY}),
)
NEVER, AT_ONCE = (lambda: False), (lambda: True)
Known = KnownDraws[State, Move, Outcome]


def random(game: DiceHospital, state: State, draw: Random) -> Move:
    return random_move(game, state, draw)


def sensible(game: DiceHospital, state: State, draw: Random) -> Move:
    return sensible_move(game, state) if draw.random() > 0.1 else random_move(game, state, draw)


def good(game: DiceHospital, state: State, draw: Random) -> Move:
    return player_for(game).moves(state, draw, 1, 20)[0]


def decisions(draws: Known, choose: Callable[[DiceHospital, State, Random], Move], seed: int) -> Iterator[State]:
    """The positions of a game, its end the last one."""
    game, draw = draws.game, Random(seed)
    assert isinstance(game, DiceHospital)
    state = draws.next_decision(game.start())
    while not game.is_over(state):
        yield state
        state = draws.after(state, choose(game, state, draw))
    yield state


@pytest.mark.parametrize("choose", [random, sensible, good])
@pytest.mark.parametrize("game", [BASE, HARD], ids=("base", "hard"))
def test_no_game_scores_more_than_the_bound_at_any_of_its_positions(
    game: DiceHospital, choose: Callable[[DiceHospital, State, Random], Move]
) -> None:
    draws = known(game, 3)
    *states, end = decisions(draws, choose, 3)
    late = [state for state in states if state.round >= game.deck.rounds - 1]
    tried = [*Random(5).sample(late, 2), next(state for state in states if state.round == 6)]
    for state in tried:
        relaxation = Relaxation(draws, state)
        assert relaxation.complete
        bound = Bound(relaxation).run(lambda: -1000, AT_ONCE)
        assert bound is not None
        assert bound >= game.final_score(end), f"{state.phase} of round {state.round}"


def test_the_bound_lies_above_all_plays_of_a_small_end() -> None:
    for state in [state for state in activations(BASE, 1, 60) if state.round == BASE.deck.rounds][:3]:
        plain = everything(known(BASE, 1), state)
        assert plain is not None
        bound = Bound(Relaxation(known(BASE, 1), state)).run(lambda: -1000, NEVER)
        assert bound is not None
        assert plain[0] <= bound <= plain[0] + 12


def test_a_bound_falls_with_time_and_not_below_the_best_play() -> None:
    state = next(state for state in decisions(known(BASE, 4), good, 4) if state.round == 7)
    told = list[int]()
    bound = Bound(Relaxation(known(BASE, 4), state)).run(lambda: 30, lambda: len(told) > 12, told.append)
    assert bound is not None
    assert told[0] >= bound >= 30
    assert bound == min(told)


def test_a_whole_deal_has_a_bound_above_its_plan() -> None:
    state = known(BASE, 1).next_decision(BASE.start())
    bound = Bound(Relaxation(known(BASE, 1), state)).run(lambda: -1000, AT_ONCE)
    assert bound is not None
    found = solve(known(BASE, 1), state, Budget(0.1))
    assert found.best is not None
    assert found.best <= bound < 130
    assert found.bound is None or found.best <= found.bound <= bound


def test_what_the_simpler_game_does_not_know_has_no_bound() -> None:
    assert refusal(BASE) is None
    assert refusal(EXPERIMENTAL) is not None
    assert refusal(DiceHospital(load("house"), frozenset({Variant.CONSULTANT}))) is not None
    state = next(state for state in decisions(known(BASE, 2), sensible, 2) if state.phase is Phase.KEEP)
    nothing: Known = KnownDraws(BASE, lambda _: None)
    assert not Relaxation(nothing, state).complete


LAST = BASE.start()._replace(round=BASE.deck.rounds, phase=Phase.PLACE, reports=((), (), ()))
ODD_ENDS = {  # the last activation by another reading of the text
    "the dead without a token": (
        Options(tokens_limited=True),
        LAST._replace(patients=parse_patients("r1 r1 r1"), fatalities=BASE.deck.tokens.fatalities),
    ),
    "a report by a temporary colour": (
        Options(reports_by_own_colour=False),
        LAST._replace(
            patients=parse_patients("r6g g6t"), blood_bags=2, reports=((BASE.deck.report_named["gg 3"],), (), ())
        ),
    ),
    "a recoloured patient lies in no bed": (
        Options(recoloured_in_bed=False),
        LAST._replace(patients=parse_patients("r3g")),
    ),
    "a value from before the department": (
        Options(values_after_department=False, different_from_all=False),
        LAST._replace(
            patients=parse_patients("r3 r3"),
            free_workers=(BASE.deck.worker_named["paramedic"],),
            free_departments=(BASE.deck.department_named["triage centre"],),
        ),
    ),
}


@pytest.mark.parametrize("name", ODD_ENDS)
def test_options_that_the_simpler_game_does_not_know_have_no_bound(name: str) -> None:
    """By each of them a play scores more than any solution: what was called a bound would be none."""
    options, state = ODD_ENDS[name]
    game = replace(BASE, options=options)
    nothing: Known = KnownDraws(game, lambda _: None)
    plain, bound = everything(nothing, state), Bound(Relaxation(nothing, state)).run(lambda: None, NEVER)
    assert plain is not None
    assert bound is not None
    assert plain[0] > bound
    assert refusal(game) is not None
    assert information_bound(game, state, NEVER) is None
