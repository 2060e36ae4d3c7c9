"""Luck apart from skill: what draws bring evens out, and a good move loses nothing."""

from random import Random

import pytest

from benchmarks.dice_hospital import late_positions
from dice_hospital.moves import Outcome
from dice_hospital.state import Phase, State
from solvers.core.budget import Budget
from solvers.dice_hospital.policy import review as module
from solvers.dice_hospital.policy.review import review
from solvers.dice_hospital.value_function.player import player_for, sampled
from tabletop.records import Step
from tests.solvers.dice_hospital.positions import BASE


def gain(state: State, outcome: Outcome) -> float:
    found = review(BASE, [Step(state, outcome, BASE.apply_outcome(state, outcome))], Budget(60))
    assert not found.marks
    return found.luck[0].gain


@pytest.mark.parametrize("last", [0, 4])
def test_what_cards_bring_evens_out_over_all_pairs(last: int) -> None:
    state = next(late_positions(BASE, 1, Phase.CARDS, last=last))
    few = state._replace(
        specialist_stack=tuple(number * (kind < 4) for kind, number in enumerate(state.specialist_stack)),
        department_stack=tuple(number * (kind < 9) for kind, number in enumerate(state.department_stack)),
    )
    gains = [(chance, gain(few, outcome)) for outcome, chance in BASE.chance_outcomes(few)]
    assert sum(chance * brought for chance, brought in gains) == pytest.approx(0.0)
    assert max(brought for _, brought in gains) > min(brought for _, brought in gains)


def test_what_dice_bring_evens_out_over_the_draws_that_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DRAWS", 3)
    state = next(late_positions(BASE, 1, Phase.INTAKE))
    draws = [sampled(BASE, state, Random(f"0 draw {number}")) for number in range(3)]
    gains = [gain(state, outcome) for outcome in draws]
    assert sum(gains) == pytest.approx(0.0)
    assert max(gains) > min(gains)


def test_the_best_way_known_loses_nothing_and_a_card_thrown_away_does() -> None:
    state = next(late_positions(BASE, 1, last=2))
    best = player_for(BASE).improve(state, 1, module.WIDTH)[0].moves[0]
    other = next(move for move in BASE.legal_moves(state) if move != best)
    good, bad = (review(BASE, [Step(state, move, BASE.apply(state, move))], Budget(60)) for move in (best, other))
    assert good.marks[0].loss == 0
    assert not good.marks[0].better
    assert bad.marks[0].loss >= good.marks[0].loss
    if bad.marks[0].loss:
        assert bad.marks[0].better[0] == best
