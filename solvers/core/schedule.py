"""The schedule of a round: the best ones by CP-SAT, told apart by what they build, hire and admit, and their tasks."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from solvers.core.result import SolveResult, Status

SHARE_OF_BEST = 0.5  # of the time, where the next best schedules are asked for, too


class Task(NamedTuple):
    """Who does what in which part of the round, and the time that is walked for it."""

    phase: str
    who: str
    what: str
    time: int = 0


def ranked(
    count: int, seconds: float, solve: Callable[[float], SolveResult | None], left: Callable[[], float]
) -> list[SolveResult]:
    """The best schedules, the best first. `solve` finds the best of those it has not told of yet, None where none is.

    The bound of each holds for all schedules but those before it.
    """
    found: list[SolveResult] = []
    while len(found) < count:
        waiting = count - len(found)
        share = SHARE_OF_BEST * seconds if waiting == count and count > 1 else left() / waiting
        result = solve(max(share, 0.1))
        if result is None or (result.best is None and found):
            break
        found.append(result)
        if result.best is None or result.interrupted or left() <= 0:
            break
    return _in_order(found)


def _in_order(found: Sequence[SolveResult]) -> list[SolveResult]:
    """Where time ran out a later schedule may be better than one before it; then only the first bound holds."""
    ordered = sorted(found, key=lambda result: -(result.best or 0))
    if [result.best for result in ordered] == [result.best for result in found]:
        return list(found)
    return [
        replace(result, bound=found[0].bound, status=_status(result.best, found[0].bound)) for result in ordered
    ]  # fmt: skip


def _status(best: int | None, bound: int | None) -> Status:
    return Status.OPTIMAL if best is not None and best == bound else Status.FEASIBLE
