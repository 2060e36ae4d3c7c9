"""Soundness of the Lagrangian bound: it holds for every play, whatever its prices, and its columns add up."""

import random
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from clin9ic import Clin9ic, Goal, Level, Options, State, load_deck
from clin9ic.deals import deal_from_seed
from clin9ic.state import Floor, Phase, Space
from solvers.clin9ic.bounds.lagrangian.bound import (
    LagrangianBound,
    lagrangian_bound,
    optimise_multipliers,
    position_bound,
)
from solvers.clin9ic.bounds.lagrangian.bound_table import UNKNOWN, tighten
from solvers.clin9ic.bounds.lagrangian.columns import generate_columns
from solvers.clin9ic.bounds.lagrangian.deal import evaluate, near_to
from solvers.clin9ic.bounds.lagrangian.multipliers import Multipliers
from solvers.clin9ic.bounds.lagrangian.restricted_master import RestrictedMaster
from solvers.clin9ic.bounds.pricing_dp import point
from solvers.clin9ic.kernel.known_orders import KnownOrders
from solvers.clin9ic.search.beam_search import Guide
from solvers.clin9ic.search.branch_and_bound import Conveyors, Search
from solvers.clin9ic.search.decode_plan import decode_plan, with_buying
from solvers.clin9ic.search.position_bounds import levels_for
from solvers.clin9ic.successors.expander import Expander
from solvers.clin9ic.successors.layers import Layer
from solvers.clin9ic.successors.problem import Problem, problem_of, spread
from tests.solvers.clin9ic.best_final import best_final
from tests.solvers.clin9ic.helpers import (
    OTHER_RULES,
    brute_force,
    eager_game,
    lagrangian_at,
    played,
    problem_from,
    relax_all,
    small_end_game,
    some_prices,
)
from tests.solvers.clin9ic.native_steps import upper_bound


@pytest.mark.parametrize("number", [6, 5, 3, 2])
@pytest.mark.parametrize(
    ("deck", "goal", "level", "options"),
    [
        ("house", Goal.POPULARITY, Level.EASY, Options()),
        ("lean", Goal.POPULARITY, Level.DIFFICULT, Options()),
        ("house", Goal.POPULARITY, Level.EASY, OTHER_RULES),
        ("house", Goal.TREATED, Level.EASY, Options()),
        ("house", Goal.SKILLED, Level.EASY, Options()),
        ("lean", Goal.STAFF, Level.DIFFICULT, Options()),
        ("lean", Goal.DOCTORS, Level.EASY, OTHER_RULES),
    ],
)
def test_no_end_of_a_round_has_a_bound_above_its_beginning(
    deck: str, goal: Goal, level: Level, options: Options, number: int
) -> None:
    """In the last round ends are scores; before, what the table of the next round says of them."""
    rng = random.Random(f"{deck} {number} {level}")
    game = Clin9ic(load_deck(deck), goal, level, options)
    for seed in range(3):
        state = eager_game(game, rng, number)
        popularity = rng.choice((0, 3, 40)) if game.counts_popularity else 0
        state = state._replace(money=rng.choice((0, 2, 5, 9)), popularity=popularity)
        if number < 6:
            state = state._replace(entrances=min(state.entrances, 3))
        problem = problem_from(game, state, seed)
        world, words = problem.world, problem.words[0]
        ends = Expander(problem.world).ends(words, problem.trios[0])
        assert len(ends) > 1
        for purse in (0, 7):
            lagrangian = lagrangian_at(problem, rng, purse)
            before = upper_bound(world, lagrangian.start(0), *words)
            if number == 6:
                reached = float(best_final(world, problem.goal_code, ends)[1])
            else:
                found = np.full(len(ends), np.inf)
                tighten(world, lagrangian.start(1), ends, found)
                reached = float(found[found < UNKNOWN].max())
                assert (found < UNKNOWN).all()
            assert before >= reached, (seed, purse)


@pytest.mark.parametrize("options", [Options(), OTHER_RULES])
def test_after_the_actions_no_end_has_a_higher_bound_either(options: Options) -> None:
    game, rng = Clin9ic(load_deck("house"), options=options), random.Random(4)
    for seed in range(3):
        state = eager_game(game, rng, 6)
        problem = problem_from(game, state, seed)
        world, lagrangian = problem.world, lagrangian_at(problem, rng, 5)
        expander, trios = Expander(problem.world), problem.trios[0]
        near = near_to(lagrangian.deal, 0, problem.lagrangian_places(0, problem.words))
        for trio in rng.sample(range(len(trios.actions)), 6):
            ends = expander.ends(problem.words[0], type(trios)(*(part[trio : trio + 1] for part in trios)))
            best = int(best_final(world, problem.goal_code, ends)[0])
            path = expander.path(problem.words[0], ends[best], trios, trio, cubes=True)
            score = best_final(world, problem.goal_code, ends[best : best + 1])[1]
            tables = [*lagrangian.within(0, trio, near, lagrangian.room(0)), lagrangian.after(0)]
            for after, (first, second) in zip(tables, path[1:4], strict=True):
                assert upper_bound(world, after, np.uint64(first), np.uint64(second)) >= score


def test_a_nurse_costs_nothing_when_the_money_is_lost_anyway() -> None:
    """5.2: after two of three actions nobody works, and the last dollars go to somebody who cannot be paid."""
    game = Clin9ic(load_deck("house"), Goal.STAFF, Level.EASY)
    nobody, cubes = (0, 0, 0, 0), (Space(1, 0, 1), Space(1, 1, 2))
    state = State(
        round=6, phase=Phase.ORDER, floors=(Floor("f3", True),), stack=("f4", "f1", "f2"), unknown=False, faces="aab",
        entrances=3, gardens=1, pillars=0, lots=0, conveyors=cubes, doctors=(1, 0, 0, 0), patients=nobody, nurses=0,
        orderlies=0, money=6, popularity=0, time=0, treated=1,
    )  # fmt: skip
    problem = problem_from(game, state, 85)
    deal = problem.lagrangian_deal(0, problem.words, levels_for(1), 1)
    _, prices = optimise_multipliers(deal, problem.lagrangian_stock(0, problem.words[0]), 14, None, 0.05)
    lagrangian = lagrangian_bound(deal, 0, prices)
    near = near_to(deal, 0, problem.lagrangian_places(0, problem.words))
    _, second = lagrangian.within(0, 26, near, lagrangian.room(0))
    hired = np.uint64(8804817264654), np.uint64(144170163660390400)  # another doctor and a nurse; Hire comes once more
    assert upper_bound(problem.world, second, *hired) >= 5


def test_the_last_clinic_there_is_has_plays_that_lose_everything_as_well() -> None:
    """All floors upgraded, all entrances, gardens and cubes: a table of one place."""
    game, rng = Clin9ic(load_deck("house")), random.Random(1)
    state = eager_game(game, rng, 6)
    floors = tuple(Floor(card, True) for card in (*(floor.card for floor in state.floors), *state.stack))
    state = state._replace(
        floors=floors, stack=(), entrances=6, gardens=6, pillars=6, lots=0, doctors=(0, 0, 0, 0),
        patients=(0, 0, 0, 0), nurses=0, orderlies=0, money=0, popularity=0, time=0, conveyors=(),
    )  # fmt: skip
    world = problem_from(game, state, 0).world
    doctors = int(world.tables.parking[-1]), 0, 0, 0
    problem = problem_from(game, state._replace(doctors=doctors, conveyors=tuple(sorted(world.modules[-1][:2]))), 0)
    world, words = problem.world, problem.words
    ends = Expander(problem.world).ends(words[0], problem.trios[0])
    deal = problem.lagrangian_deal(0, words, levels_for(1), 1)
    assert len(deal.places.config) == 1
    _, prices = optimise_multipliers(deal, problem.lagrangian_stock(0, words[0]), 14)
    bound = upper_bound(world, lagrangian_bound(deal, 0, prices).start(0), *words[0])
    assert bound >= best_final(world, problem.goal_code, ends)[1]


def test_tables_made_for_one_position_do_not_mislead_about_others() -> None:
    """Whoever is poor comes to fewer places; of the rich such a table says nothing, or enough."""
    game, rng = Clin9ic(load_deck("house")), random.Random(6)
    told = 0
    for seed in range(4):
        rich = eager_game(game, rng, 6)._replace(money=9)
        problem = problem_from(game, rich, seed)
        world, poor = problem.world, problem_from(game, rich._replace(money=1), seed)
        lagrangian = lagrangian_at(poor, rng, 6)
        ends = Expander(problem.world).ends(problem.words[0], problem.trios[0])
        reached = best_final(world, problem.goal_code, ends)[1]
        for money in (0, 1, 9):
            words = problem_from(game, rich._replace(money=money), seed).words[0]
            told += upper_bound(world, lagrangian.start(0), *words) < UNKNOWN
        assert upper_bound(world, lagrangian.start(0), *problem.words[0]) >= reached
    assert told == 8  # those with as little or less


def test_tables_of_later_rounds_are_asked_only_where_they_are_complete() -> None:
    game, rng = Clin9ic(load_deck("house")), random.Random(2)
    for seed in range(3):
        poor = eager_game(game, rng, 5)._replace(money=0, entrances=2)
        early = problem_from(game, poor, seed)
        lagrangian = lagrangian_at(early, rng, 6)
        for _ in range(6):
            other = eager_game(game, rng, 6)
            other = other._replace(floors=poor.floors, stack=poor.stack, money=8, conveyors=())
            problem = problem_from(game, other._replace(faces=early.faces[1]), seed)
            ends = Expander(problem.world).ends(problem.words[0], problem.trios[0])
            reached = best_final(problem.world, problem.goal_code, ends)[1]
            assert upper_bound(early.world, lagrangian.start(1), *problem.words[0]) >= reached


def test_a_few_positions_stand_for_all_of_which_tables_are_asked() -> None:
    game, rng = Clin9ic(load_deck("house")), random.Random(3)
    state = eager_game(game, rng, 5)._replace(entrances=2, money=6)
    problem = problem_from(game, state, 4)
    ends = Expander(problem.world).ends(problem.words[0], problem.trios[0])
    few = spread(ends)
    assert len(few) < len(ends) / 20
    bounds = []
    for known in (ends, few):
        deal = problem.lagrangian_deal(1, known, (6, 0), 1)
        kinds = (evaluate(deal, some_prices(1, random.Random(bankrupt)), bankrupt) for bankrupt in (False, True))
        found = np.full(len(ends), np.inf)
        tighten(problem.world, LagrangianBound(1, deal, tuple(kinds)).start(1), ends, found)
        bounds.append(found)
    assert bounds[0].max() < UNKNOWN
    assert np.array_equal(bounds[0], bounds[1])


@pytest.mark.parametrize("goal", list(Goal))
def test_bounds_hold_along_many_games(goal: Goal) -> None:
    game = Clin9ic(load_deck("house"), goal, Level.EASY)
    deal = deal_from_seed(game.deck, 8)
    problem = problem_of(game, game.start(deal.floors, deal.faces), dict(enumerate(deal.orders, 1)))
    assert problem is not None
    search, rng = Search(problem, workers=1), random.Random(1)
    games = [played(search, deal, rng) for _ in range(20)]
    for t in (3, 4, 5):
        words = np.concatenate([positions[t] for positions, _ in games])
        search.bounds.add_lagrangian(t, words, 0)
        for positions, score in games:
            for later in range(t, 6):
                found = search.bounds.of(later, positions[later])[0] if later else np.inf
                by_table = np.full(1, np.inf)
                tighten(
                    problem.world,
                    search.bounds.lagrangian_bounds[-1].start(later),
                    positions[later],
                    by_table,
                )
                assert score <= by_table[0] < UNKNOWN
                assert score <= found


def test_columns_add_up_to_the_value_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The objective of a column and the prices of its rows add up to the value of the row it starts from."""
    monkeypatch.setattr("solvers.clin9ic.bounds.lagrangian.columns.MOST_COLUMNS", 1000)  # one for every trio
    rng = random.Random(7)
    for goal, number in product(Goal, (3, 5)):
        game = Clin9ic(load_deck("house"), goal)
        state = eager_game(game, rng, number)
        problem = problem_from(game, state, 2)
        lagrangian = lagrangian_at(problem, rng, 9)
        stock = problem.lagrangian_stock(0, problem.words[0])
        bounds = []
        for evaluation in lagrangian.kinds:
            columns = generate_columns(evaluation, lagrangian.deal, stock)
            assert len(columns) == len(problem.trios[0].actions)
            bounds.append(position_bound(evaluation.prices, columns[0].value, stock))
            programme = RestrictedMaster(lagrangian.deal, stock)
            assert programme.add(columns[0])
            assert not programme.add(columns[0])
            assert sum(programme.add(column) for column in columns[1:]) > 1
            programme.keep_near(evaluation.prices, 1e3)
            solved = programme.solve()
            assert solved is not None
            assert solved[0] <= bounds[-1] + 0.01
        assert max(bounds) == upper_bound(problem.world, lagrangian.start(0), *problem.words[0])


def test_penalties_are_paid_at_the_beginning_of_each_round_but_the_first() -> None:
    """By the clinic as it stands then: gardens are built in vain where they are charged for."""
    rng, game = random.Random(5), Clin9ic(load_deck("house"))
    problem = problem_from(game, eager_game(game, rng, 4), 2)
    points = 1 + max(point(config, 6, 6) for config in range(len(problem.world.upgrades)))
    level, gardens = np.ones((problem.rounds, points)), np.tile(np.arange(points) % 7 * 9.0, (problem.rounds, 1))
    stock = problem.lagrangian_stock(0, problem.words[0])
    found = []
    for penalties in (None, level, gardens):
        deal = problem.lagrangian_deal(0, problem.words, (6, 1, 1, 0), 1, penalties)
        evaluation = evaluate(deal, Multipliers.none(problem.rounds, deal.weights), False)
        column = generate_columns(evaluation, deal, stock)[0]
        found.append((column.value, column.objective))
    assert found[1][0] == pytest.approx(found[0][0] - 2, abs=1e-3)
    assert found[1][1] == pytest.approx(found[0][1] - 2)
    assert found[0][0] - 200 < found[2][0] < found[0][0] - 2 * 9 * stock.place[2]


def test_looking_for_prices_makes_the_bound_sharper() -> None:
    rng, game = random.Random(3), Clin9ic(load_deck("house"))
    problem = problem_from(game, eager_game(game, rng, 5), 1)
    stock = problem.lagrangian_stock(0, problem.words[0])
    deal = problem.lagrangian_deal(0, problem.words, (6, 1, 0), 1)
    (few, _), (many, prices) = (optimise_multipliers(deal, stock, turns) for turns in (1, 15))
    assert many < few
    lagrangian = lagrangian_bound(deal, 0, prices)
    assert upper_bound(problem.world, lagrangian.start(0), *problem.words[0]) == pytest.approx(many, abs=0.01)


def test_prices_go_on_for_other_rounds() -> None:
    prices = some_prices(3, random.Random(0))
    assert np.array_equal(prices.since(1).doctors, prices.doctors[1:])
    more = prices.since(-2)
    assert len(more.spaces) == 5
    assert np.array_equal(more.help[:3], np.repeat(prices.help[0], 3))
    assert more.pillar == prices.pillar


def best_by_search(problem: Problem, lagrangian: bool) -> int:
    search = Search(problem, workers=1)
    search.solve_relaxation()
    if lagrangian:
        for t in range(problem.rounds):
            words: NDArray[np.uint64] = problem.words
            for before in range(t):
                words = np.concatenate([search.expanders[0].ends(one, problem.trios[before]) for one in words])
            search.bounds.add_lagrangian(t, words, 0)
    assert search.branch_and_bound(1_000_000)
    assert search.incumbent is not None
    return search.incumbent


@pytest.mark.parametrize("goal", list(Goal))
@pytest.mark.parametrize(("seed", "rounds"), [(0, 1), (3, 1), (11, 2)])
def test_switching_it_off_changes_no_answer(seed: int, rounds: int, goal: Goal) -> None:
    game, state, _ = small_end_game(seed, goal, rounds)
    problem = problem_from(game, state, seed)
    assert best_by_search(problem, True) == best_by_search(problem, False) == brute_force(problem)


@pytest.mark.parametrize("lagrangian", [False, True])
def test_whenever_time_is_up_the_bound_holds(monkeypatch: pytest.MonkeyPatch, lagrangian: bool) -> None:
    """Positions one by one, the clock looked at before each trio: what was found and what was left both count."""
    monkeypatch.setattr("solvers.clin9ic.search.branch_and_bound.BLOCK", 1)
    game, state, _ = small_end_game(11, Goal.POPULARITY, 2)
    problem = problem_from(game, state._replace(popularity=30), 11)
    best = brute_force(problem)
    search = Search(problem, workers=1, floor=best - 30)
    words = np.concatenate([problem.words, problem_from(game, state._replace(popularity=20), 11).words])
    if lagrangian:
        search.solve_relaxation()
        search.bounds.add_lagrangian(0, words, 0)
    else:
        relax_all(search)
    each = np.arange(2, dtype=np.int32)
    layer = Layer(words, each, np.zeros_like(each), search.bounds.of(0, words))
    assert (layer.value < UNKNOWN).all()
    trios = len(problem.trios[0].actions)
    for looks in (0, 1, trios // 2, trios, trios + 1, 2 * trios - 1):
        left = iter(range(looks))
        search.stop = lambda left=left: next(left, None) is None  # type: ignore[misc]
        following, bound = search._expand_layer(layer, 0)
        assert not len(following.words)
        assert bound >= best
    search.stop = lambda: False
    following, bound = search._expand_layer(layer, 0)
    assert following.value.max() >= best
    assert bound < best


def test_the_end_of_a_plan_is_made_the_best_there_is() -> None:
    game, state, _ = small_end_game(11, Goal.POPULARITY, 2)
    problem = problem_from(game, state, 11)
    search = Search(problem, workers=1)
    search.solve_relaxation()
    search.beam(1, Guide())
    assert search.plan is not None
    ends = search.expanders[0].ends(search.plan.layers[1].words[0], problem.trios[1])
    reached = int(best_final(problem.world, problem.goal_code, ends)[1])
    search.plan, search.incumbent = search.plan._replace(score=reached - 3), reached - 3  # as if the beam had missed it
    search.solve_suffix(1)
    assert search.plan.score == search.incumbent == reached


@pytest.mark.parametrize("goal", [goal for goal in Goal if goal is not Goal.POPULARITY])
def test_a_plan_is_improved_within_a_width_and_without_conveyors(goal: Goal) -> None:
    game, state, deal = small_end_game(11, goal, 2)
    search = Search(problem_from(game, state, 11), workers=1, conveyors=Conveyors.RESTRICTION)
    search.solve_relaxation()
    search.beam(1, Guide())
    assert search.plan is not None
    reached = search.plan.score
    search.plan, search.incumbent = search.plan._replace(score=reached - 1), reached - 1  # as if the beam had missed it
    sizes = list[int]()
    search.report = lambda progress: sizes.append(progress.positions) if progress.stage == "end" else None
    search.solve_suffix(2, Guide(own=1.0), 3)
    assert search.plan.score == search.incumbent >= reached
    assert len(sizes) == 2
    assert max(sizes) <= 3
    moves = with_buying(KnownOrders(game, dict(enumerate(deal.orders, 1))), state, decode_plan(search))
    assert game.final_score(KnownOrders(game, dict(enumerate(deal.orders, 1))).play(state, moves)) == search.incumbent


def test_lagrangian_bounds_from_the_start_are_a_bound_at_once() -> None:
    game, state, _ = small_end_game(11, Goal.POPULARITY, 2)
    problem = problem_from(game, state, 11)
    search = Search(problem, workers=1)
    search.solve_relaxation()
    assert search.bound is None
    search.beam(1, Guide())
    search.add_lagrangian()
    assert search.bound is not None
    assert search.bound >= brute_force(problem)


def test_a_plan_with_conveyors_keeps_them_when_its_end_is_made_better_without() -> None:
    """Otherwise it could not be decoded."""
    game, state, _ = small_end_game(11, Goal.POPULARITY, 2)
    search = Search(problem_from(game, state, 11), workers=1)
    search.solve_relaxation()
    search.beam(4, Guide(cubes=True))
    assert search.plan is not None
    assert search.plan.cubes
    better = search.plan.layers[-1]._replace(value=np.array([search.plan.score + 1.0]))
    search._keep([*search.plan.layers[:-1], better], False)
    assert search.plan.cubes
