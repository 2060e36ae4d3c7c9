"""The last round, exactly: against a search with other bounds and no shortcuts, and where it has to give up."""

from collections.abc import Iterator
from random import Random

import pytest

from benchmarks.dice_hospital import late_positions
from dice_hospital.deck import Treatment
from dice_hospital.referee import DiceHospital
from dice_hospital.state import Phase, State
from solvers.dice_hospital.kernel.activation import Activation
from solvers.dice_hospital.search.last_round import Begun, activations_of, last_round
from solvers.dice_hospital.value_function.features import last_end_values, settled
from tests.solvers.dice_hospital.positions import BASE, EXPERIMENTAL, GAMES, activations, played
from tests.solvers.dice_hospital.test_activation import without_rolls

NOTHING_KNOWN, WIDTH, MANY = -1000, 5, 10**6


def with_bags(game: DiceHospital, seed: int, most: int) -> Iterator[State]:
    """Activations of all rounds, some with more blood bags."""
    random = Random(seed)
    for state in activations(game, seed, most):
        more = without_rolls(game, state)._replace(blood_bags=state.blood_bags + random.choice((0, 0, 1, 3)))
        if Activation(game, more).all(5 * most) is not None:
            yield more


def compare(game: DiceHospital, state: State) -> None:
    """The best end by both searches, its moves, and that nothing is better."""
    activation, end_values = Activation(game, state), last_end_values(game, state.reports)
    plain, found = activation.best(end_values, WIDTH), activation.last(end_values, NOTHING_KNOWN, WIDTH, MANY)
    assert plain.exact
    assert found.better
    assert found.value == found.bound == plain.value, state
    for move in activation.moves(found.actions):
        state = game.apply(state, move)
    rest = Activation(game, state).last(end_values, NOTHING_KNOWN, WIDTH, MANY).value
    assert rest + settled(game, state) == found.value + settled(game, activation.state)
    again = activation.last(end_values, found.value, WIDTH, MANY)
    assert not again.better
    assert again.bound == found.value


@pytest.mark.parametrize("game", GAMES, ids=("base", "experimental", "superbug"))
@pytest.mark.parametrize("seed", range(2))
def test_the_best_end_is_that_of_a_search_without_shortcuts(game: DiceHospital, seed: int) -> None:
    states = list(with_bags(game, seed, 2_000))
    assert len(states) > 20
    for state in states:
        compare(game, state)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 115))
@pytest.mark.parametrize("game", GAMES, ids=("base", "experimental", "superbug"))
def test_the_best_end_of_larger_activations_is_that_of_a_search_without_shortcuts(
    game: DiceHospital, seed: int
) -> None:  # fmt: skip
    for state in with_bags(game, seed, 60_000):
        compare(game, state)


def late(game: DiceHospital, seed: int) -> State:
    """A last round of a careless game with few patients, its cards turned up."""
    ends = (state for state in played(game, seed) if state.round == game.deck.rounds)
    state = next(state for state in ends if state.phase is Phase.TAKE)
    return state._replace(patients=state.patients[-6:])


@pytest.mark.parametrize("seed", [1, 3])
def test_cards_and_returns_are_chosen_as_the_best_activation_wants(seed: int) -> None:
    state = late(BASE, seed)
    found = last_round(BASE, [Begun(state)])
    assert found is not None
    assert found.exact
    end = state
    for move in found.moves:
        end = BASE.apply(end, move)
    assert BASE.is_over(end)
    assert BASE.final_score(end) == found.best
    starts = activations_of(BASE, [Begun(state)], lambda at: at)
    assert starts is not None
    for start in (start.state for start in starts):
        rest = Activation(BASE, start).best(last_end_values(BASE, start.reports), WIDTH)
        assert settled(BASE, start) + rest.value <= found.best
    only = last_round(BASE, [Begun(state)], known=found.best)
    assert only is not None
    assert (only.best, only.bound, only.moves) == (found.best, found.best, ())


def test_without_enough_work_or_time_the_bound_lies_above_the_best_play() -> None:
    state = next(late_positions(BASE, 1))
    exact = last_round(BASE, [Begun(state)])
    little = last_round(BASE, [Begun(state)], steps=(1,))
    assert exact is not None
    assert little is not None
    assert exact.best is not None
    assert little.bound is not None
    assert little.best is not None
    assert little.best <= exact.best < little.bound
    stopped = last_round(BASE, [Begun(state)], stop=lambda: True)
    assert stopped is not None
    assert stopped.best is not None
    assert stopped.bound is None
    assert not stopped.exact


def test_what_is_left_to_chance_is_no_matter_for_it() -> None:
    treatments = [department.treatment for department in EXPERIMENTAL.deck.departments]
    state = next(state for state in activations(EXPERIMENTAL, 0, 60) if state.round == EXPERIMENTAL.deck.rounds)
    rolling = state._replace(free_departments=(*state.free_departments, treatments.index(Treatment.REROLL)))
    assert last_round(EXPERIMENTAL, [Begun(rolling)]) is None
    assert last_round(BASE, [Begun(late(BASE, 1)._replace(round=7))]) is None
    assert last_round(BASE, [Begun(late(BASE, 1)._replace(phase=Phase.CARDS))]) is None


@pytest.mark.slow
def test_last_rounds_of_good_games_are_proven() -> None:
    for state in late_positions(BASE, 12):
        found = last_round(BASE, [Begun(state)])
        assert found is not None
        assert found.exact
