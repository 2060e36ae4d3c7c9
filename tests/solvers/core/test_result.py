"""The one guard of all answers: no proof beside a plan that refutes it."""

from dataclasses import replace

import pytest

from solvers.core.result import SolveResult, Status


@pytest.mark.parametrize("status", [Status.OPTIMAL, Status.FEASIBLE, Status.INFEASIBLE])
def test_a_bound_below_the_plan_is_dropped_and_told(status: Status) -> None:
    result = SolveResult(status, 44, 43, ("a move",), proof="something", relaxed={"time": 3})
    assert (result.status, result.best, result.bound, result.proof) == (Status.FEASIBLE, 44, None, "")
    assert result.contradiction == "a bound of 43 below a play of 44"
    assert not result.relaxed
    assert replace(result, elapsed=2.0).contradiction == result.contradiction


def test_no_play_at_all_beside_a_play() -> None:
    result = SolveResult(Status.INFEASIBLE, 10, None, ("a move",))
    assert result.status is Status.FEASIBLE
    assert "a play of 10" in result.contradiction


@pytest.mark.parametrize(
    ("best", "bound", "status"), [(64, 78, Status.FEASIBLE), (64, None, Status.FEASIBLE), (None, 78, Status.UNKNOWN)]
)
def test_optimal_is_what_reaches_its_bound(best: int | None, bound: int | None, status: Status) -> None:
    result = SolveResult(Status.OPTIMAL, best, bound, ())
    assert (result.status, result.best, result.bound) == (status, best, bound)
    assert result.contradiction


@pytest.mark.parametrize(
    ("status", "best", "bound"),
    [
        (Status.OPTIMAL, 64, 64),
        (Status.FEASIBLE, 64, 78),
        (Status.FEASIBLE, 64, None),
        (Status.INFEASIBLE, 64, 70),  # a target of more than 70
        (Status.INFEASIBLE, None, None),
        (Status.UNKNOWN, None, 70),
    ],
)
def test_what_is_consistent_stays(status: Status, best: int | None, bound: int | None) -> None:
    result = SolveResult(status, best, bound, ())
    assert (result.status, result.best, result.bound, result.contradiction) == (status, best, bound, "")
