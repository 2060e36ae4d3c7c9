"""What advice calls exact is what the plain rules say, with odd decks and people without a place as well."""

import random
from itertools import permutations

import numpy as np
import pytest

from clin9ic import Clin9ic, Goal, Level, Options, State
from clin9ic.moves import Order
from solvers.clin9ic.bounds.lagrangian.table import TooLarge
from solvers.clin9ic.policy.advise import _narrowed
from solvers.clin9ic.policy.information_bound import FutureBounds
from solvers.clin9ic.policy.last_round import last_round
from solvers.clin9ic.policy.last_two import last_two
from solvers.clin9ic.policy.play_evaluator import Future, PlayEvaluator
from solvers.clin9ic.policy.player_view import hidden
from solvers.clin9ic.successors.expander import Expander
from solvers.clin9ic.successors.supports import supports
from solvers.core.advice import Advice, Ceiling, Estimate, Interval, Objective
from tests.clin9ic.helpers import deck, position, side
from tests.solvers.clin9ic.best_final import best_final
from tests.solvers.clin9ic.helpers import by_hand
from tests.solvers.clin9ic.made_up import FEW_PLAIN, MOST_PLAIN, any_order, best_by_the_rules, made_up_game, surplus
from tests.solvers.clin9ic.made_up import last_round as last_beginning

ORDERS = list(permutations(("a1", "a2", "a3")))


def exactly(goal: Goal, seeds: range, enough: int, most: int = FEW_PLAIN) -> int:
    """How many last rounds were compared, at least half of them with people without a place."""
    compared = placed = 0
    for seed in seeds:
        if compared == enough:
            break
        rng = random.Random(f"advice {goal} {seed}")
        game = made_up_game(rng, goal)
        state, order = last_beginning(rng, game), any_order(rng, game)
        small = not hidden(state) and supports(game, [state]) is None
        small = small and (bool(surplus(game, state)) or placed < enough // 2)
        wanted = best_by_the_rules(game, state, order, most) if small else None
        if wanted is None:
            continue
        drawn = game.apply_outcome(state, Order(order))
        assert last_round(PlayEvaluator(game), drawn)[1] == Interval(wanted, wanted), seed
        goal_met = float(wanted >= game.target)
        assert last_round(PlayEvaluator(game, Objective.GOAL), drawn)[1].low == goal_met
        compared, placed = compared + 1, placed + (not surplus(game, state))
    return compared


@pytest.mark.parametrize("goal", list(Goal))
def test_last_rounds_of_made_up_decks_are_as_the_rules_say(goal: Goal) -> None:
    assert exactly(goal, range(60), enough=3) == 3


@pytest.mark.slow
@pytest.mark.parametrize("goal", list(Goal))
def test_many_last_rounds_of_made_up_decks_are_as_the_rules_say(goal: Goal) -> None:
    assert exactly(goal, range(100, 400), enough=40, most=MOST_PLAIN) == 40


def test_conveyors_count_for_other_goals_where_nobody_comes_in_without() -> None:
    """A supply room above empty spaces: the orderly rides there, though time does not count."""
    cards = deck(side("H.. ... ...", entrance=(0, 0)), side("T.. ... ..."), side("..S ... ..."))
    game = Clin9ic(cards, Goal.STAFF, Level.EASY)
    state = position(
        game, "f1 f2 f3", round=6, entrances=2, money=8, doctors=(1, 0, 0, 0), patients=(0, 0, 0, 0), nurses=1,
        gardens=6, pillars=6,
    )  # fmt: skip
    evaluator, better = PlayEvaluator(game), 0
    for order in ORDERS[:2]:
        drawn = game.apply_outcome(state, Order(order))
        wanted = best_by_the_rules(game, state, order, most=60_000)
        assert wanted is not None
        assert last_round(evaluator, drawn)[1] == Interval(wanted, wanted)
        problem, value_function = evaluator.view.problem(drawn), evaluator.view.value_functions(drawn)[0]
        ends = Expander(value_function.world).ends(problem.words[0], problem.trios[0], cubes=False)
        better += wanted > best_final(value_function.world, value_function.goal, ends)[1]
    assert better > 0, "conveyors that let nobody in would show nothing"


def tiny(options: Options) -> tuple[Clin9ic, State]:
    cards = deck((side("TR. H.S ..."), side("R.. ... ...")), side("S.. ... ..."))
    game = Clin9ic(cards, Goal.POPULARITY, Level.EASY, options)
    state = position(
        game, "f1b f2 f3", round=5, entrances=3, money=0, doctors=(1, 1, 0, 0), patients=(0, 1, 0, 0), nurses=1,
        orderlies=2, popularity=9, time=7,
    )  # fmt: skip
    assert {"orderly", "nurse"} <= surplus(game, state)
    return game, game.apply_outcome(state, Order(ORDERS[2]))


@pytest.mark.parametrize(
    "options", [Options(), Options(triage="phase", popularity_below_zero=True, lots_kept_on_upgrade=False)]
)
def test_the_last_two_rounds_and_what_bounds_them_with_people_without_a_place(options: Options) -> None:
    game, drawn = tiny(options)
    evaluator = PlayEvaluator(game)
    found, within = last_two(evaluator, drawn, lambda: False)
    assert within is not None
    assert within.exact
    assert within.low == pytest.approx(by_hand(evaluator, drawn), abs=1e-12)
    assert found[0].value == within.low
    future_bounds = FutureBounds(evaluator, drawn)
    futures = [Future({6: order}, 0) for order in evaluator.orders]
    for penalised in (False, True):
        if penalised:
            assert future_bounds.learn(1)
        bounds = future_bounds.bounds(futures)
        assert len(bounds) == len(futures)
        assert sum(bounds) / len(bounds) >= within.low


def test_a_lagrangian_bound_that_cannot_be_exact_bounds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_: object, **__: object) -> None:
        raise TooLarge

    game, drawn = tiny(Options())
    evaluator = PlayEvaluator(game)
    monkeypatch.setattr("solvers.clin9ic.search.position_bounds.optimise_multipliers", too_large)
    monkeypatch.setattr("solvers.clin9ic.policy.information_bound.optimise_multipliers", too_large)
    _, within = last_two(evaluator, drawn, lambda: False)
    assert within is not None
    assert within.exact  # everything was played instead
    sharp = FutureBounds(evaluator, drawn, sharp=True)
    plain = FutureBounds(evaluator, drawn)
    futures = [Future({6: order}, 0) for order in evaluator.orders]
    assert np.array_equal(sharp.bounds(futures), plain.bounds(futures))


@pytest.mark.parametrize("mean", [10.0, 12.0, 9.0])
def test_a_bound_that_a_play_refutes_makes_nothing_exact(mean: float) -> None:
    ceiling = Ceiling(Estimate(mean, mean, mean, 6), every_future=True, penalised=False)
    found = _narrowed(Advice(Objective.SCORE, (), Interval(10.0, 20.0), ceiling=ceiling))
    assert found.within == (Interval(10.0, mean) if mean >= 10.0 else Interval(10.0, 20.0))
    assert (found.ceiling is None) == (mean < 10.0)
