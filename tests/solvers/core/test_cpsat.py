"""Bounds of CP-SAT: which of its numbers are believed."""

import math
from types import SimpleNamespace
from typing import Any

import pytest
from ortools.sat.python import cp_model

from solvers.core.budget import Budget
from solvers.core.cpsat import ModelBuilder, new_solver, proven_bound, run, whole


def claims(bound: float) -> Any:
    """A solver that names a bound."""
    return SimpleNamespace(best_objective_bound=bound)


@pytest.mark.parametrize(
    ("status", "named", "heard", "believed"),
    [
        (cp_model.OPTIMAL, 7.0, [], 7),
        (cp_model.FEASIBLE, 9.0, [12], 9),
        (cp_model.UNKNOWN, 0.0, [], None),  # time ended in presolve: the 0 means nothing
        (cp_model.UNKNOWN, 0.0, [12, 11], 11),
        (cp_model.INFEASIBLE, 0.0, [12], None),
        (cp_model.MODEL_INVALID, 0.0, [], None),
        (cp_model.FEASIBLE, math.inf, [], None),
        (cp_model.FEASIBLE, 1e18, [], None),
    ],
)
def test_a_bound_is_believed_with_a_status_that_carries_one(
    status: Any, named: float, heard: list[int], believed: int | None
) -> None:
    assert proven_bound(claims(named), status, heard) == believed


def a_knapsack(items: int) -> tuple[ModelBuilder, int]:
    """A model that takes a moment, and its best value as a limit from below."""
    builder = ModelBuilder()
    taken = [builder.flag(str(k)) for k in range(items)]
    builder.cp.add(sum((3 + 7 * k % 11) * flag for k, flag in enumerate(taken)) <= 5 * items // 2)
    builder.cp.maximize(sum((4 + 5 * k % 13) * flag for k, flag in enumerate(taken)) + 100)
    return builder, 100


@pytest.mark.parametrize("work", [0.0, 1e-7, 1e-5, 1e-3, 1.0])
def test_no_run_however_short_claims_less_than_there_is(work: float) -> None:
    builder, least = a_knapsack(60)
    solver = new_solver(Budget(600.0, 1))
    solver.parameters.max_deterministic_time = work
    outcome = run(solver, builder.cp)
    assert not outcome.infeasible
    assert outcome.bound is None or outcome.bound > least


def test_a_run_that_is_over_before_it_begins_claims_nothing() -> None:
    builder, _ = a_knapsack(20)
    outcome = run(new_solver(Budget(0.0, 1)), builder.cp)
    assert (outcome.found, outcome.infeasible, outcome.bound) == (False, False, None)


def test_a_run_to_the_end_has_the_bound() -> None:
    builder, _ = a_knapsack(20)
    outcome = run(solver := new_solver(Budget(600.0, 1)), builder.cp)
    assert outcome.optimal
    assert outcome.bound == solver.objective_value


@pytest.mark.parametrize(("bound", "expected"), [(3.0, 3), (2.9999999, 3), (3.5, 3), (-0.5, -1), (2e9, None)])
def test_whole_bounds(bound: float, expected: int | None) -> None:
    assert whole(bound) == expected


def test_ranges_are_as_wide_as_what_they_stand_for() -> None:
    builder = ModelBuilder()
    a, b = builder.number(-2, 5, "a"), builder.number(0, 3, "b")
    assert builder.spread(7) == (7, 7)
    assert builder.spread(2 * a - 3 * b + 1) == (-12, 11)
    assert builder.range_of(builder.total(a + b, "total")) == (-2, 8)
    assert builder.range_of(builder.at_least(a - 4, "at least")) == (0, 1)
    assert builder.range_of(builder.at_least(a - 9, "never")) == (0, 0)
