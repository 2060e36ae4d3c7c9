"""What an answer is worth, in words: the one place where status, best and bound become sentences.

A plan that the referee confirms is a fact, and so is a bound, which is never below it (`SolveResult` sees to that). All
that is said follows from these two and from what was asked, so words and numbers cannot contradict each other.
"""

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from faces.games.data import Target
from tabletop.text import signed

if TYPE_CHECKING:
    from solvers.core.result import SolveResult


class Verdict(StrEnum):
    """Whether what was asked for can be had."""

    REACHABLE = "reachable"
    UNREACHABLE = "unreachable"
    UNDECIDED = "undecided"


def sound(result: "SolveResult") -> "SolveResult":
    """A result whose status is that of its plan, and follows from its numbers."""
    from solvers.core.result import Status

    if result.best is None:
        status = Status.INFEASIBLE if result.status == Status.INFEASIBLE else Status.UNKNOWN
    else:
        status = Status.OPTIMAL if result.best == result.bound else Status.FEASIBLE
    return replace(result, status=status)


def verdict_on(result: "SolveResult", wanted: Target) -> Verdict:
    """A play that is good enough decides it, and so does a bound below what is asked for, or a proof without a number.

    What the search itself says counts only without a plan: a plan that falls short does not rule out another.
    """
    best, bound = result.best, result.bound
    if best is not None and (wanted.score is None or best >= wanted.score):
        return Verdict.REACHABLE
    below = wanted.score is not None and bound is not None and bound < wanted.score
    if below or (best is None and result.status == "infeasible"):
        return Verdict.UNREACHABLE
    return Verdict.UNDECIDED


def gap_words(best: int, bound: int) -> str:
    """How far a bound lies above the best, as a share of it where that makes sense."""
    if best <= 0:
        return f"gap {bound - best}"
    share = 100 * (bound - best) / best
    return "gap below 1 %" if 0 < share < 1 else f"gap {share:.0f} %"


def _limit_words(bound: int | None) -> str:
    return "no bound was found in time" if bound is None else f"no play can beat {bound}"


def status_words(result: "SolveResult") -> str:
    """What the best play found is worth."""
    best, bound = result.best, result.bound
    if best is None:
        if result.status == "infeasible":
            return "infeasible (proven): there is no such play"
        return f"unknown: no plan was found in time, {_limit_words(bound)}"
    if bound is None:
        return f"feasible: best {best}, no bound was found in time"
    if best == bound:
        return f"optimal (proven): {best}"
    return f"feasible: best {best}, {_limit_words(bound)}, {gap_words(best, bound)}"


def verdict_words(result: "SolveResult", wanted: Target) -> str:
    """Whether what was asked for can be had, and why."""
    best, bound, verdict = result.best, result.bound, verdict_on(result, wanted)
    if verdict is Verdict.REACHABLE:
        return f"reachable: {wanted.words} is asked for, the plan scores {best}"
    if verdict is Verdict.UNREACHABLE:
        below = wanted.score is not None and bound is not None and bound < wanted.score
        reason = f"no play can beat {bound}" if below else "no play meets the goal"
        return f"unreachable (proven): {wanted.words} is asked for, {reason}"
    found = "no plan was found in time" if best is None else f"the best plan found scores {best}"
    gap = "" if best is None or bound is None else f", {gap_words(best, bound)}"
    return f"undecided: {wanted.words} is asked for, {found}, {_limit_words(bound)}{gap}"


def change(points: int) -> str:
    return f"+{points}" if points > 0 else signed(points)


def difference_words(free: "SolveResult", constrained: "SolveResult") -> str:
    """What it costs to do as one is told, and how sure that is."""
    if free.best is None or constrained.best is None:
        return "no comparison: a plan is missing"
    points = constrained.best - free.best
    if free.best == free.bound and constrained.best == constrained.bound:
        return f"difference: {change(points)} (proven)"
    least = None if free.bound is None else constrained.best - free.bound
    most = 0 if constrained.bound is None else min(0, constrained.bound - free.best)
    sure = f"at most {change(most)}" if least is None else f"between {change(least)} and {change(most)}"
    return f"difference: about {change(points)}, an estimate from plans not proven best; surely {sure}"
