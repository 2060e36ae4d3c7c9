"""The schedule of a round: the best ones by CP-SAT, told apart by what they build, hire and admit, and their tasks."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from typing import NamedTuple

from solvers.core.result import SolveResult, Status, status_of

SHARE_OF_SEARCH = 0.4  # of the time at the most, for a warm start by the search that plays the whole game
SHARE_OF_BEST = 0.5  # of the rest, where the next best schedules are asked for, too


class Task(NamedTuple):
    """Who does what in which part of the round, and the time that is walked for it."""

    phase: str
    who: str
    what: str
    time: int = 0


Solution = Sequence[int]  # the values of a model's variables


class Solved(NamedTuple):
    result: SolveResult
    solution: Solution = ()  # nothing where no plan was found


def ranked(
    count: int,
    known: Solved,
    solve: Callable[[float], Solved | None],
    exclude: Callable[[Solution], None],
    left: Callable[[], float],
) -> list[SolveResult]:
    """The best schedules, the best first. `solve` finds the best of those not excluded, None where none is left.

    `known` is what another search has found for the best one, with what the model makes of its plan. The bound of each
    holds for all schedules but those before it, so that what bounds one bounds the next, too.
    """
    found: list[SolveResult] = []
    while len(found) < count:
        waiting = count - len(found)
        if not found and known.solution and known.result.status is Status.OPTIMAL:
            result, solution = known
        else:
            share = SHARE_OF_BEST * left() if waiting == count and count > 1 else left() / waiting
            solved = solve(max(share, 0.1))
            if solved is None or (solved.result.best is None and found):
                break
            result = _bounded(solved.result, found[-1]) if found else merged(solved.result, known.result)
            solution = solved.solution if result.moves == solved.result.moves else known.solution
        found.append(result)
        if not solution or result.interrupted or left() <= 0:
            break
        exclude(solution)
    return _in_order(found)


NOTHING_KNOWN = SolveResult(Status.UNKNOWN, None, None, ())


def merged(by_model: SolveResult, by_search: SolveResult) -> SolveResult:
    """The better plan and the lower bound of two answers to the same question."""
    plan = max(by_model, by_search, key=lambda result: -inf if result.best is None else result.best)
    other = by_search if plan is by_model else by_model
    spent = by_model.elapsed + by_search.elapsed
    return replace(_bounded(plan, other), interrupted=by_model.interrupted, elapsed=spent)


def _bounded(result: SolveResult, other: SolveResult) -> SolveResult:
    """The same plan, with the lower one of two bounds."""
    sure = min(other, result, key=lambda one: inf if one.bound is None else one.bound)
    return replace(result, status=status_of(result.best, sure.bound, None), bound=sure.bound, proof=sure.proof)


def _in_order(found: Sequence[SolveResult]) -> list[SolveResult]:
    """Where time ran out a later schedule may be better than one before it; then only the first bound holds."""
    ordered = sorted(found, key=lambda result: -(result.best or 0))
    if [result.best for result in ordered] == [result.best for result in found]:
        return list(found)
    return [
        replace(result, bound=found[0].bound, status=status_of(result.best, found[0].bound, None)) for result in ordered
    ]  # fmt: skip
