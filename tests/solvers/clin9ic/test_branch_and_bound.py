"""No bound is ever below what a play reaches, at any point of any game; and the search finds what brute force finds."""

import random
from types import SimpleNamespace

import pytest

from clin9ic import Clin9ic, Goal, Level, State, load_deck
from clin9ic.deals import Deal, deal_from_seed
from clin9ic.state import Floor, Phase, Space
from solvers.clin9ic.kernel.known_orders import KnownOrders
from solvers.clin9ic.search.beam_search import GUIDES, OTHER_GUIDES
from solvers.clin9ic.search.branch_and_bound import Search
from solvers.clin9ic.solve import solve
from solvers.clin9ic.successors.problem import problem_of
from solvers.core.budget import Budget
from solvers.core.linear import solved
from solvers.core.plain_search import everything
from solvers.core.result import Status
from tabletop.colours import Counts
from tests.clin9ic.helpers import clinic, position, section
from tests.solvers.clin9ic.helpers import AN_HOUR, FEW_TURNS, brute_force, played, relax_all, small_end_game


def searched(game: Clin9ic, deal: Deal) -> Search:
    """A search with all its prices, none of them optimised for long."""
    problem = problem_of(game, game.start(deal.floors, deal.faces), dict(enumerate(deal.orders, 1)))
    assert problem is not None
    search = Search(problem, workers=1)
    relax_all(search)
    return search


@pytest.mark.parametrize(("answers", "expected"), [([0], True), ([4, 0], True), ([4, 4], False)])
def test_a_programme_is_tried_twice(answers: list[int], expected: bool) -> None:
    waiting = iter(answers)
    solver = SimpleNamespace(OPTIMAL=0, Solve=lambda *_: next(waiting))
    assert solved(solver) is expected
    assert not list(waiting)


def test_a_programme_that_is_given_up_once_is_solved_another_way() -> None:
    """GLOP calls one of the programmes of this deal abnormal, which left a bound of 6072."""
    game = Clin9ic(load_deck("house"), Goal.POPULARITY, Level.MEDIUM)
    orders = ("a2 a3 a1", "a2 a1 a3", "a2 a3 a1", "a1 a3 a2", "a1 a2 a3", "a1 a2 a3")
    state = game.start(("f2", "f1", "f4", "f3"), "aaa")
    problem = problem_of(game, state, {number: tuple(order.split()) for number, order in enumerate(orders, 1)})
    assert problem is not None
    assert problem.relaxation(1).solve()[0] < 240


@pytest.mark.parametrize("goal", list(Goal))
@pytest.mark.parametrize("deck", ["house", "lean"])
def test_bounds_hold_along_many_games(deck: str, goal: Goal) -> None:
    game = Clin9ic(load_deck(deck), goal, Level.EASY)
    deal = deal_from_seed(game.deck, len(goal) + len(deck))
    search = searched(game, deal)
    rng = random.Random(goal)
    for _ in range(25):
        positions, score = played(search, deal, rng)
        found = [search.bounds.of(t, words)[0] for t, words in enumerate(positions)]
        assert min(found) >= score, (found, score)


@pytest.mark.parametrize("goal", list(Goal))
def test_bounds_hold_along_the_best_plans_known(goal: Goal) -> None:
    game = Clin9ic(load_deck("house"), goal, Level.EASY)
    deal = deal_from_seed(game.deck, 3)
    search = searched(game, deal)
    if not game.counts_popularity:
        search.bounds.growth = search.problem.relaxation(goal=Goal.POPULARITY).solve(FEW_TURNS)[1]
    for guide in GUIDES.get(goal, OTHER_GUIDES)[:2]:
        search.beam(10, guide)
    assert search.plan is not None
    for t, layer in enumerate(search.plan.layers[:-1]):
        assert search.bounds.of(t, layer.words)[0] >= search.plan.score


def end_game(seed: int, goal: Goal, rounds: int) -> None:
    game, state, deal = small_end_game(seed, goal, rounds)
    orders = dict(enumerate(deal.orders, 1))
    problem = problem_of(game, state, orders)
    assert problem is not None
    result = solve(KnownOrders(game, orders), state, Budget(AN_HOUR, 1))
    assert result.status is Status.OPTIMAL
    assert result.best == result.bound == brute_force(problem)
    assert game.final_score(KnownOrders(game, orders).play(state, result.moves)) == result.best


@pytest.mark.parametrize("goal", list(Goal))
def test_the_search_proves_what_brute_force_finds_in_the_last_round(goal: Goal) -> None:
    for seed in range(4):
        end_game(seed, goal, 1)


@pytest.mark.parametrize("goal", list(Goal))
def test_the_search_proves_what_brute_force_finds_in_the_last_two_rounds(goal: Goal) -> None:
    end_game(11, goal, 2)


@pytest.mark.slow
@pytest.mark.parametrize("goal", list(Goal))
def test_the_search_proves_what_brute_force_finds_in_many_ends(goal: Goal) -> None:
    for seed in range(20, 40):
        end_game(seed, goal, 1 + seed % 2)


def test_what_is_taught_in_the_round_of_a_loss_counts() -> None:
    """6.1 comes after 5.2: three red doctors whom nobody can pay, and the point of the laboratory stays."""
    game, nobody = Clin9ic(load_deck("house"), Goal.POPULARITY, Level.EASY), (0, 0, 0, 0)
    state = State(
        round=6, phase=Phase.ORDER, floors=(Floor("f1", True), Floor("f2", False)), stack=("f4", "f3"), unknown=False,
        faces="aab", entrances=3, gardens=1, pillars=0, lots=3, conveyors=(Space(1, 1, 0), Space(1, 2, 1)),
        doctors=(3, 0, 0, 0), patients=nobody, nurses=0, orderlies=0, money=3, popularity=0, time=2, treated=1,
    )  # fmt: skip
    orders = dict(enumerate(deal_from_seed(game.deck, 568).orders, 1))
    problem = problem_of(game, state, orders)
    assert problem is not None
    result = solve(KnownOrders(game, orders), state, Budget(AN_HOUR, 1))
    assert result.status is Status.OPTIMAL
    assert result.best == brute_force(problem) == 20


@pytest.mark.parametrize("popularity", [-20, -4, -1])
@pytest.mark.parametrize("doctors", [(0, 0, 3, 2), (1, 0, 0, 1)])
def test_points_below_zero_are_safe_from_debts(popularity: int, doctors: Counts) -> None:
    """5.2: what is bought stays where popularity is below zero, and what is saved instead is lost to the expenses."""
    game = clinic("H.. ... ...", popularity_below_zero=True)
    trio = tuple(map(section, ["build w w / w w"] * 3))
    state = position(
        game, round=5, phase=Phase.BUY, earned=9, money=0, popularity=popularity, doctors=doctors,
        patients=(0, 0, 0, 0), trio=trio, step=3, outpatient=False,
    )  # fmt: skip
    known = KnownOrders(game, {6: ("a1", "a2", "a3")})
    best = everything(known, state)
    assert best is not None
    result = solve(known, state, Budget(AN_HOUR, 1))
    assert (result.status, result.best, result.bound) == (Status.OPTIMAL, best[0], best[0])


def test_a_target_is_decided_both_ways() -> None:
    game, state, deal = small_end_game(2, Goal.POPULARITY, 1)
    orders = dict(enumerate(deal.orders, 1))
    best = solve(KnownOrders(game, orders), state, Budget(AN_HOUR, 1)).best
    assert best is not None
    within = solve(KnownOrders(game, orders), state, Budget(AN_HOUR, 1, target=best))
    assert within.status in (Status.OPTIMAL, Status.FEASIBLE)
    assert within.best is not None
    assert within.best >= best
    assert solve(KnownOrders(game, orders), state, Budget(AN_HOUR, 1, target=best + 1)).status is Status.INFEASIBLE


def test_the_best_of_bad_ends_is_proven_as_well() -> None:
    """A late clinic has far less than nothing in the end."""
    game, state, deal = small_end_game(2, Goal.POPULARITY, 1)
    state, orders = state._replace(time=300), dict(enumerate(deal.orders, 1))
    result = solve(KnownOrders(game, orders), state, Budget(AN_HOUR, 1))
    assert result.status is Status.OPTIMAL
    assert result.best is not None
    assert result.best < 0
    assert (
        solve(KnownOrders(game, orders), state, Budget(AN_HOUR, 1, target=result.best + 1)).status is Status.INFEASIBLE
    )


def test_a_solve_from_every_decision_of_a_round_finds_the_same_value() -> None:
    game, state, deal = small_end_game(5, Goal.POPULARITY, 1)
    orders = dict(enumerate(deal.orders, 1))
    result = solve(KnownOrders(game, orders), state, Budget(AN_HOUR, 1))
    for number in range(1, len(result.moves)):
        later = KnownOrders(game, orders).play(state, result.moves[:number])
        again = solve(KnownOrders(game, orders), later, Budget(AN_HOUR, 1))
        assert (again.status, again.best) == (Status.OPTIMAL, result.best), game.format(result.moves[number])


def test_a_forbidden_move_is_not_made() -> None:
    game, state, deal = small_end_game(5, Goal.POPULARITY, 1)
    orders = dict(enumerate(deal.orders, 1))
    first = solve(KnownOrders(game, orders), state, Budget(AN_HOUR, 1))
    other = solve(KnownOrders(game, orders), state, Budget(AN_HOUR, 1), forbidden=first.moves[:1])
    assert other.moves[0] != first.moves[0]
    assert other.best is not None
    assert first.best is not None
    assert other.best <= first.best
