"""Rule 4.7: people who are there without a place stay and work, and no bound forgets them."""

import random
from collections import Counter

import numpy as np
import pytest

from clin9ic import Clin9ic, Goal, Level, Options, State
from clin9ic.clinic import clinic_of
from clin9ic.deals import deal_from_seed
from clin9ic.moves import Order
from clin9ic.state import Phase
from solvers.clin9ic.bounds.lagrangian.bound import lagrangian_bound
from solvers.clin9ic.bounds.lagrangian.bound_table import UNKNOWN
from solvers.clin9ic.bounds.lagrangian.multipliers import Multipliers
from solvers.clin9ic.kernel.known_orders import KnownOrders
from solvers.clin9ic.kernel.packed import pack
from solvers.clin9ic.search.position_bounds import PositionBounds, levels_for
from solvers.clin9ic.solve import solve
from solvers.clin9ic.successors.problem import Problem, problem_of
from solvers.clin9ic.successors.supports import supports
from solvers.core.budget import Budget
from solvers.core.result import Status
from tests.clin9ic.helpers import deck, position, side
from tests.solvers.clin9ic.helpers import some_prices
from tests.solvers.clin9ic.made_up import (
    FEW_PLAIN,
    MOST_PLAIN,
    any_order,
    best_by_the_rules,
    last_round,
    made_up_game,
    odd_play,
    surplus,
)
from tests.solvers.clin9ic.native_steps import upper_bound


def no_supply(goal: Goal) -> tuple[Clin9ic, State]:
    """Three orderlies, none of whom has a supply room any more."""
    cards = deck((side("SSS T.. H.."), side("... T.. H..")))
    game = Clin9ic(cards, goal, Level.EASY)
    state = position(game, "f1b", round=6, doctors=(2, 0, 0, 0), patients=(0, 1, 0, 0), nurses=1, orderlies=3, money=3)
    return game, state


@pytest.mark.parametrize("goal", [Goal.STAFF, Goal.POPULARITY])
def test_orderlies_without_a_supply_room_count_and_save(goal: Goal) -> None:
    game, state = no_supply(goal)
    assert surplus(game, state) == {"orderly"}
    orders = dict(enumerate(deal_from_seed(game.deck, 1).orders, 1))
    result = solve(KnownOrders(game, orders), state, Budget(60, 1))
    assert (result.status, result.best) == (Status.OPTIMAL, best_by_the_rules(game, state, orders[6]))


def test_orderlies_who_were_never_hired_by_the_way_are_in_the_bounds() -> None:
    """A position from a table: nobody asks where the orderlies came from."""
    cards = deck(side("T.. H.. ..."), side("T.. H.. ..."))
    game = Clin9ic(cards, Goal.STAFF, Level.EASY)
    state = position(game, "f1", round=6, doctors=(3, 0, 0, 0), patients=(0, 0, 0, 0), nurses=1, orderlies=3, money=0)
    orders = dict(enumerate(deal_from_seed(game.deck, 1).orders, 1))
    problem = problem_of(game, state, orders)
    assert problem is not None
    bounds = PositionBounds(problem)
    bounds.solve_relaxation()
    bounds.add_lagrangian(0, problem.words, 0)
    assert bounds.of(0, problem.words)[0] >= 7
    result = solve(KnownOrders(game, orders), state, Budget(60, 1))
    assert (result.status, result.best) == (Status.OPTIMAL, 7)


def test_a_lagrangian_bound_says_nothing_of_more_orderlies_than_it_was_made_for() -> None:
    game, state = no_supply(Goal.POPULARITY)
    game = Clin9ic(deck(side("T.. H.. ...")), Goal.POPULARITY, Level.EASY)
    state = state._replace(orderlies=0, floors=position(game, "f1").floors)
    orders = dict(enumerate(deal_from_seed(game.deck, 1).orders, 1))
    problem = problem_of(game, state, orders)
    assert problem is not None
    deal = problem.lagrangian_deal(0, problem.words, levels_for(1), 1)
    lagrangian = lagrangian_bound(deal, 0, (Multipliers.none(1, deal.weights),) * 2).start(0)._replace(helpers=6)
    world = problem.world
    assert upper_bound(world, lagrangian, *problem.words[0]) < UNKNOWN
    more = np.array(pack(problem.world, state._replace(orderlies=1)), np.uint64)
    assert upper_bound(world, lagrangian, *more) == UNKNOWN


def test_small_clinics_with_more_helpers_than_beds() -> None:
    """Tables are as wide as there are nurses and orderlies, even where no two doctors find room."""
    cards = deck(side("H.. ... ...", entrance=(0, 0)))
    game = Clin9ic(cards, Goal.STAFF, Level.EASY)
    state = position(game, "f1", round=6, doctors=(1, 0, 0, 0), patients=(0, 0, 0, 0), nurses=3, orderlies=3, money=5)
    orders = dict(enumerate(deal_from_seed(game.deck, 2).orders, 1))
    result = solve(KnownOrders(game, orders), state, Budget(60, 1))
    assert (result.status, result.best) == (Status.OPTIMAL, best_by_the_rules(game, state, orders[6]))


@pytest.mark.parametrize("goal", list(Goal))
def test_made_up_last_rounds_are_solved_as_the_rules_say(goal: Goal) -> None:
    """All decks, options and positions odd, many with people who have no place; the plain rules know the best."""
    assert compared(goal, range(60), enough=4)["compared"] == 4


@pytest.mark.slow
@pytest.mark.parametrize("goal", list(Goal))
def test_many_made_up_last_rounds_are_solved_as_the_rules_say(goal: Goal) -> None:
    assert compared(goal, range(100, 300), enough=60, most=MOST_PLAIN)["compared"] == 60


def compared(goal: Goal, seeds: range, enough: int, most: int = FEW_PLAIN) -> Counter[str]:
    """Solve made-up last rounds; at least half of them with people who have no place."""
    met = Counter[str]()
    for seed in seeds:
        if met["compared"] == enough:
            break
        rng = random.Random(f"{goal} {seed}")
        game = made_up_game(rng, goal)
        state, order = last_round(rng, game), any_order(rng, game)
        if not surplus(game, state) and met["with a place"] >= enough // 2:
            continue
        wanted = best_by_the_rules(game, state, order, most)
        if wanted is None:
            continue
        result = solve(KnownOrders(game, {6: order}), state, Budget(600, 1))
        assert (result.status, result.best) == (Status.OPTIMAL, wanted), seed
        met["compared"] += 1
        met["with a place"] += not surplus(game, state)
    return met


def bound_along(seed: int) -> int:
    """Odd play on from a position two or three rounds from the end, every bound compared with what it ends with."""
    rng = random.Random(seed)
    game = made_up_game(rng)
    state = odd_play(rng, game, rng.choice((4, 5)))
    if supports(game, [state]) is not None:
        return 0
    orders = {number: any_order(rng, game) for number in range(state.round, 7)}
    problem = problem_of(game, state, orders)
    assert problem is not None
    bounds = PositionBounds(problem)
    losses = range(problem.rounds if game.counts_popularity else 0)
    bounds.solvent = problem.relaxation().solve(8)[1]
    bounds.bankruptcies = [problem.relaxation(lost).solve(8)[1] for lost in losses]
    deal = problem.lagrangian_deal(0, problem.words, levels_for(problem.rounds), 1)
    kinds = 2 if game.counts_popularity else 1
    lagrangian = lagrangian_bound(deal, 0, tuple(some_prices(problem.rounds, rng, game.goal) for _ in range(kinds)))
    told = 0
    for _ in range(6):
        at, met = state, list[tuple[int, State]]()
        while not game.is_over(at):
            if at.phase is Phase.ORDER:
                met.append((at.round - state.round, at))
                at = game.apply_outcome(at, Order(orders[at.round]))
            else:
                moves = game.legal_moves(at)
                at = game.apply(at, max(rng.sample(moves, min(3, len(moves))), key=lambda m: len(game.format(m))))
        score = game.final_score(at)
        for t, position_then in met:
            words = np.array([pack(problem.world, position_then)], np.uint64)
            assert bounds.of(t, words)[0] >= score, (seed, t)
            by_table = upper_bound(problem.world, lagrangian.start(t), *words[0])
            assert by_table >= score, (seed, t)
            told += by_table < UNKNOWN
    return told


def test_bounds_hold_along_odd_play_with_made_up_decks() -> None:
    assert sum(bound_along(seed) for seed in range(8)) >= 40


@pytest.mark.slow
def test_bounds_hold_along_much_odd_play_with_made_up_decks() -> None:
    assert sum(bound_along(seed) for seed in range(100, 160)) >= 300


def test_upgrades_that_take_rooms_away_are_gone_through() -> None:
    """An upgrade in the last round leaves people without a place, who count all the same."""
    cards = deck((side("TSS T.. H.."), side("... H.. ...", parking=16)))
    game = Clin9ic(cards, Goal.STAFF, Level.EASY, Options())
    state = position(
        game, "f1", round=5, doctors=(3, 0, 0, 0), patients=(0, 0, 0, 0), nurses=2, orderlies=2, money=9, entrances=2
    )
    orders = dict(enumerate(deal_from_seed(game.deck, 4).orders, 1))
    upgraded = state._replace(floors=position(game, "f1b").floors)
    assert {"nurse", "orderly"} <= surplus(game, upgraded)
    result = solve(KnownOrders(game, orders), upgraded, Budget(60, 1))
    assert result.bound is not None
    assert result.bound >= upgraded.staff  # nobody leaves
    assert game.final_score(KnownOrders(game, orders).play(upgraded, result.moves)) == result.best
    assert clinic_of(game, upgraded).openings("orderly", False).capacity == 0
    assert isinstance(problem_of(game, upgraded, orders), Problem)
