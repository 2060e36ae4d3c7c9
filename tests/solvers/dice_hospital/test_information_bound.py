"""The bound on any player: in every deal above what was played, and shown by advice with its interval."""

from functools import partial
from random import Random

import pytest

from dice_hospital.deals import deal_from_seed
from dice_hospital.state import Phase, State
from solvers.core.budget import Budget
from solvers.core.replay import KnownDraws
from solvers.dice_hospital.policy import information_bound as policy_bound
from solvers.dice_hospital.policy.advise import advise
from solvers.dice_hospital.policy.information_bound import bound_of_deal, dealt, information_bound
from solvers.dice_hospital.solve import solve
from solvers.dice_hospital.value_function.player import player_for
from tests.solvers.dice_hospital.positions import BASE, EXPERIMENTAL, played

NEVER, AT_ONCE = (lambda: False), (lambda: True)


def position(phase: Phase, number: int, seed: int) -> State:
    return next(state for state in played(BASE, seed) if state.phase is phase and state.round == number)


@pytest.mark.parametrize(
    "state",
    [position(Phase.KEEP, 7, 0), position(Phase.TAKE, 8, 1)._replace(phase=Phase.CARDS, shown=())],
    ids=("keep", "cards"),
)
def test_no_game_scores_more_than_the_bound_of_its_deal(state: State) -> None:
    for deal in map(deal_from_seed, range(2)):
        known = KnownDraws(BASE, partial(dealt, BASE, deal=deal))
        bound = bound_of_deal(BASE, state, deal, 0.2)
        assert bound is not None
        best = solve(known, known.next_decision(state), Budget(0.5)).best
        assert best is not None
        assert best <= bound
        at, random = known.next_decision(state), Random(1)
        while not BASE.is_over(at):
            at = known.play(at, player_for(BASE).moves(at, random, 1, 20))
        assert BASE.final_score(at) <= bound


def test_the_bound_is_the_mean_of_the_deals_with_its_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_bound, "MOST_DEALS", 3)
    state = position(Phase.TAKE, 8, 1)
    found = information_bound(BASE, state, NEVER, 3, seconds=0.0)
    assert found is not None
    bounds = [bound_of_deal(BASE, state, deal_from_seed((3 << 16) + number), 0.0) for number in range(3)]
    assert None not in bounds
    assert found.estimate.futures == 3
    assert found.estimate.mean == pytest.approx(sum(bound or 0 for bound in bounds) / 3)
    assert found.estimate.low <= found.estimate.mean <= found.estimate.high
    assert not found.every_future
    assert information_bound(BASE, state, AT_ONCE) is None
    assert information_bound(EXPERIMENTAL, state, NEVER) is None


def test_advice_tells_the_bound_on_any_player_if_it_is_asked_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(information_bound, "__kwdefaults__", {"seconds": 0.0})
    state = position(Phase.KEEP, 7, 0)
    found = advise(BASE, state, Budget(8))
    assert found.ceiling is not None
    assert found.options
    assert found.ceiling.estimate.mean >= found.options[0].value
    assert advise(BASE, state, Budget(2, bound=False)).ceiling is None
