"""Bounds are exact numbers: prices on a grid, tables that round nothing, duals that are feasible."""

import random
from fractions import Fraction

import numpy as np
import pytest

from clin9ic import Clin9ic, Goal, Level, Options, load_deck
from clin9ic.deals import deal_from_seed
from solvers.clin9ic.bounds import dual_feasibility
from solvers.clin9ic.bounds.dual_bound import DualPrice, price
from solvers.clin9ic.bounds.dual_feasibility import Duals, feasible
from solvers.clin9ic.bounds.lagrangian import table
from solvers.clin9ic.bounds.lagrangian.bound import LagrangianBound
from solvers.clin9ic.bounds.lagrangian.bound_table import TablePrice
from solvers.clin9ic.bounds.lagrangian.columns import generate_columns
from solvers.clin9ic.bounds.lagrangian.deal import evaluate
from solvers.clin9ic.bounds.lagrangian.table import EXACT, GRID, NEVER, TooLarge
from solvers.clin9ic.bounds.linear_relaxation import DualPrices, LinearRelaxation
from solvers.clin9ic.successors.problem import Problem, problem_of
from solvers.clin9ic.successors.supports import supports
from tests.solvers.clin9ic.helpers import some_prices
from tests.solvers.clin9ic.made_up import any_order, made_up_game, odd_play
from tests.solvers.clin9ic.native_steps import upper_bound

THIRD = Fraction(1, 3)


def made_up_problem(seed: int, goal: Goal | None = None) -> Problem:
    rng = random.Random(f"exact {seed}")
    while True:
        game = made_up_game(rng, goal)
        state = odd_play(rng, game, rng.choice((4, 5, 6)))
        if supports(game, [state]) is None:
            break
    problem = problem_of(game, state, {number: any_order(rng, game) for number in range(state.round, 7)})
    assert problem is not None
    return problem


def odd_duals(programme: LinearRelaxation, rng: random.Random) -> Duals:
    """Random prices of all rows, which are not feasible."""
    even = ("patients", "treated")
    return {
        name: rng.choice((0.0, rng.uniform(-7 if name[0] in even else -0.001, 9))) for name in programme.rows
    }  # every other one about nothing


def exact_objective(programme: LinearRelaxation, name: tuple[object, ...]) -> Fraction:
    """The objective of a column; thirds are no floats."""
    point = Fraction(programme.weights.point)
    match name[0]:
        case "time":
            return -point * THIRD
        case "outpatient":
            return Fraction(programme.weights.treated) + point * THIRD
    return Fraction(programme.solver.Objective().GetCoefficient(programme.columns[name]))


@pytest.mark.parametrize("lost", [-1, 0])
@pytest.mark.parametrize("goal", [Goal.POPULARITY, Goal.STAFF, Goal.TREATED])
def test_prices_are_dual_feasible_whatever_the_solver_says(goal: Goal, lost: int) -> None:
    problem = made_up_problem(3, goal)
    programme = problem.relaxation(lost if goal is Goal.POPULARITY else -1)
    rng = random.Random(7)
    for duals in (odd_duals(programme, rng), odd_duals(programme, rng), Duals()):
        made = feasible(programme, duals)
        columns = [name for name in programme.columns if name[0] != "short of"]  # a way out for the solver alone
        assert len(columns) > 100
        for name in columns:
            column = programme.columns[name]
            coefficients = {row: one.GetCoefficient(column) for row, one in programme.rows.items()}
            cost = sum(Fraction(made.get(row, 0.0)) * Fraction(by) for row, by in coefficients.items() if by)
            assert cost >= exact_objective(programme, name), (name, float(cost))


def test_prices_of_the_relaxation_add_up_without_rounding() -> None:
    """The bound of a position by prices, once as the kernel adds it up and once in fractions."""
    for seed in range(4):
        problem = made_up_problem(seed)
        programme = problem.relaxation()
        for values in (programme.solve(6)[1], programme.values(odd_duals(programme, random.Random(seed)))[0]):
            words = problem.words[0]
            flat = problem.flat(values, 0)
            found = price(problem.world, values.path[0], flat, *words)
            assert Fraction(float(found)) == in_fractions(problem, values)
            assert found * (1 << 20) % 1 == 0


def in_fractions(problem: Problem, values: DualPrices) -> Fraction:
    state, minute = problem.state, problem.flat(values, 0)[DualPrice.MINUTE]
    prices = [*values.doctors[0], *values.patients[0], values.nurses[0], values.orderlies[0], values.money[0]]
    there = [*state.doctors, *state.patients, state.nurses, state.orderlies, state.money]
    prices += [values.pillar, values.lots[0], values.point, values.rest[0], minute]
    there += [state.pillars, state.lots, state.popularity, 1, state.time]
    stock = problem._stock(state)
    total = Fraction(float(values.path[0][stock.point]))
    total += sum(Fraction(float(one)) * many for one, many in zip(prices, there, strict=True))
    return total + (state.treated if problem.game.goal is Goal.TREATED else 0)


@pytest.mark.parametrize("seed", range(4))
def test_tables_hold_numbers_of_the_grid_and_columns_add_up_to_them(seed: int) -> None:
    """Single precision says the same as double, and as fractions: nothing was rounded on the way."""
    problem, rng = made_up_problem(seed), random.Random(seed)
    levels = (7, *(1 for _ in range(problem.rounds - 1)), 0)
    deal = problem.lagrangian_deal(0, problem.words, levels, 1)
    losses = (False, True) if problem.game.counts_popularity else (False,)
    kinds = tuple(evaluate(deal, some_prices(problem.rounds, rng, problem.game.goal), bankrupt) for bankrupt in losses)
    for evaluation in kinds:
        for one in (*evaluation.tables.after, *evaluation.tables.settled):
            meant = one[one > NEVER].astype(np.float64) / GRID
            assert (meant == np.round(meant)).all()
            assert np.abs(meant).max(initial=0.0) <= EXACT / GRID
    lagrangian, stock = LagrangianBound(0, deal, kinds).start(0), problem.lagrangian_stock(0, problem.words[0])
    sums = []
    for evaluation, prices in zip(kinds, (lagrangian.prices, lagrangian.bankrupt_prices), strict=False):
        column = generate_columns(evaluation, deal, stock)[0]  # the best actions, looked for in double precision
        people = [*stock.doctors, *stock.patients, stock.nurses, stock.orderlies, stock.lots, stock.pillars, 1]
        sums.append(Fraction(column.value) + sum(Fraction(float(p)) * n for p, n in zip(prices, people, strict=False)))
        assert len(people) - 1 == TablePrice.REST
        assert prices[TablePrice.POINT] in (0.0, 1.0)
        assert (prices[TablePrice.DOLLAR] / GRID) % 1 == 0
    assert Fraction(float(upper_bound(problem.world, lagrangian, *problem.words[0]))) == max(sums)


def test_prices_that_make_tables_too_large_are_refused() -> None:
    problem = made_up_problem(1, Goal.POPULARITY)
    deal = problem.lagrangian_deal(0, problem.words, (6, *(1 for _ in range(problem.rounds - 1)), 0), 1)
    prices = some_prices(problem.rounds, random.Random(1))
    prices.patients[:] = 400.0
    with pytest.raises(TooLarge):
        evaluate(deal, prices, False)


def test_a_third_is_rounded_to_the_safe_side() -> None:
    assert Fraction(table.MINUTE) < THIRD < Fraction(table.DOLLAR)
    assert Fraction(dual_feasibility.MINUTE) < THIRD < Fraction(dual_feasibility.DOLLAR)


def test_triage_that_shortens_the_phase_is_in_the_relaxation_wherever_it_is_built() -> None:
    """4.10: a triage of the last action shortens the time of those before it as well."""
    game = Clin9ic(load_deck("house"), Goal.POPULARITY, Level.EASY, Options(triage="phase"))
    deal = deal_from_seed(game.deck, 2)
    problem = problem_of(game, game.start(deal.floors, deal.faces), dict(enumerate(deal.orders, 1)))
    assert problem is not None
    programme = problem.relaxation()
    assert not programme.triages.any()
    built = int(np.argmax(problem.world.tables.triages))
    duals: Duals = {("time", t): 0.3 for t in range(6)}
    with_triage = programme._tables(programme._prices(feasible(programme, duals)))[0]
    without = programme._tables(programme._prices(feasible(programme, {})))[0]
    at = built * 49
    assert with_triage[0, at] - without[0, at] == pytest.approx(0.9 * problem.world.tables.triages[built], abs=0.1)
