"""The last activation with dice to be rolled in it: against expectimax by the rules alone."""

from collections.abc import Iterator
from random import Random

import pytest

from benchmarks.dice_hospital import late_positions
from dice_hospital.deck import Ability, Treatment
from dice_hospital.decks import load
from dice_hospital.referee import DiceHospital
from dice_hospital.setting import Variant
from dice_hospital.state import Phase, State
from solvers.core.budget import Budget
from solvers.core.expectimax import expectimax
from solvers.dice_hospital.policy.advise import advise
from solvers.dice_hospital.policy.rolls import between, by_all_rolls, may_roll
from solvers.dice_hospital.value_function.player import player_for
from tests.solvers.dice_hospital.positions import BASE, EXPERIMENTAL, played

NURSE = DiceHospital(load("house"), frozenset({Variant.ADMISSIONS_NURSE}))
NEVER, AT_ONCE = (lambda: False), (lambda: True)


def rolling(game: DiceHospital, ability: Ability | None) -> Iterator[State]:
    """Last activations of few patients, with a department or a specialist by which dice are rolled."""
    roll = next(kind for kind, one in enumerate(game.deck.departments) if one.treatment is Treatment.REROLL)
    acting = [kind for kind, one in enumerate(game.deck.workers) if one.ability is ability]
    for seed in range(3):
        for state in played(game, seed):
            if state.phase is Phase.PLACE and state.round == game.deck.rounds and not state.recoloured:
                departments = (*state.free_departments[1:3], *[roll] * (not acting))
                yield state._replace(
                    patients=state.patients[-3:], free_workers=(0, *acting), free_departments=departments,
                    blood_bags=min(1, state.blood_bags),
                )  # fmt: skip
                break


@pytest.mark.parametrize(
    ("game", "ability"), [(EXPERIMENTAL, None), (EXPERIMENTAL, Ability.REROLL_OTHER), (NURSE, Ability.ADMIT_OR_RETURN)]
)
def test_the_value_of_an_activation_with_rolls_is_that_of_expectimax(
    game: DiceHospital, ability: Ability | None
) -> None:  # fmt: skip
    rolled = set()
    for state in rolling(game, ability):
        assert may_roll(game, state)
        plain, found = expectimax(game, state, every_move=True), by_all_rolls(game, state, NEVER)
        assert found is not None
        assert found.value is not None
        assert found.value == pytest.approx(plain.value)
        interval = between(game, state)
        assert (interval is None) == (ability is Ability.ADMIT_OR_RETURN)
        if interval is not None:
            assert interval.low - 1e-9 <= found.value <= interval.high + 1e-9
        for one, other in zip(found.moves, plain.moves, strict=True):
            assert one.move == other.move
            assert one.value == pytest.approx(other.value)
        for move in found.moves:
            after = game.apply(state, move.move)
            if game.is_chance(after):
                rolled.add(after.phase)
                value = by_all_rolls(game, after, NEVER)
                assert value is not None
                assert value.value == pytest.approx(move.value)
    assert rolled or ability is not None


def test_advice_with_rolls_to_come_is_exact_where_there_is_time_and_says_so_only_then() -> None:
    state = next(rolling(EXPERIMENTAL, None))
    plain = expectimax(EXPERIMENTAL, state)
    found = advise(EXPERIMENTAL, state, Budget(30))
    assert found.within is not None
    assert found.within.low == found.within.high == pytest.approx(plain.value)
    assert found.options[0].value == pytest.approx(plain.value)
    assert found.options[0].loss == 0
    assert by_all_rolls(EXPERIMENTAL, state._replace(free_workers=(0, 0, 0)), AT_ONCE) is None
    assert advise(EXPERIMENTAL, state, Budget(5, thorough=False)).within is None


def test_a_whole_activation_with_rolls_has_an_interval() -> None:
    state = next(late_positions(EXPERIMENTAL, 1))
    roll = next(k for k, one in enumerate(EXPERIMENTAL.deck.departments) if one.treatment is Treatment.REROLL)
    state = state._replace(departments=(*state.departments, roll))
    found = advise(EXPERIMENTAL, state, Budget(3))
    assert found.within is not None
    assert found.within.low < found.within.high
    random = Random(1)
    for _ in range(3):
        at = state
        while not EXPERIMENTAL.is_over(at):
            for move in player_for(EXPERIMENTAL).moves(at, random, 1, 20):
                at = EXPERIMENTAL.apply(at, move)
        assert EXPERIMENTAL.final_score(at) <= found.within.high


def test_nothing_is_rolled_without_a_department_or_a_specialist_for_it() -> None:
    state = next(state for state in played(BASE, 1) if state.phase is Phase.PLACE and state.round == BASE.deck.rounds)
    assert not may_roll(BASE, state)
    assert not may_roll(BASE, state._replace(phase=Phase.KEEP))
