"""What advise, hint and review have in common: the question, the work of the adviser, and how figures are told."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import isnan
from typing import TYPE_CHECKING, Any, TypeVar

from faces.app.errors import Interrupted
from faces.app.progress import Watch
from faces.app.question import Question, Source
from faces.app.searching import answerable
from faces.games.position import AnyPosition

if TYPE_CHECKING:
    from solvers.core.advice import Advice, Ceiling, Estimate, Interval, Review
    from solvers.core.budget import Budget

Found = TypeVar("Found", "Advice", "Review")
OBJECTIVES = ("score", "goal")
PLAYER = "player: nothing is used that a player could not know"


@dataclass(frozen=True)
class AdviceQuestion(Question):
    """A question to one who knows no more than the player does."""

    source: Source
    seconds: float = 25.0
    workers: int = 2
    objective: str = OBJECTIVES[0]  # a high score on average, or meeting the goal as often as possible
    seed: int = 0  # which futures are looked at


def advised(position: AnyPosition, budget: "Budget", objective: str, watch: Watch) -> "Advice":
    """What an adviser says, or has said before it was cancelled; Interrupted where that is nothing."""
    adviser = position.adapter.adviser
    return _worked(position, budget, watch, lambda: adviser.advise(position, budget, objective, watch))


def reviewed(position: AnyPosition, budget: "Budget", objective: str, watch: Watch) -> "Review":
    """The same for a whole game."""
    adviser = position.adapter.adviser
    return _worked(position, budget, watch, lambda: adviser.review(position, budget, objective, watch))


def _worked(position: AnyPosition, budget: "Budget", watch: Watch, work: "Callable[[], Found]") -> "Found":
    watch.begin(budget.seconds)
    with answerable(position):
        found: Found | None = watch.beside(work, lambda: watch.known)
    if found is None:
        raise Interrupted
    if watch.interrupted():
        watch.acknowledge()
    return replace(found, interrupted=watch.interrupted())


def figure(value: float, objective: str) -> str:
    """A value as it is told: points, or a chance."""
    if isnan(value):
        return "?"
    return f"{100 * value:.0f} %" if objective == "goal" else f"{value:.1f}"


def estimate_words(estimate: "Estimate", objective: str) -> str:
    low, high = figure(estimate.low, objective), figure(estimate.high, objective)
    return f"{figure(estimate.mean, objective)}, 95 % interval {low} to {high}, {estimate.futures} futures"


def within_words(within: "Interval", objective: str) -> str:
    if within.exact:
        return f"exact: the best play can expect {figure(within.low, objective)}"
    low, high = figure(within.low, objective), figure(within.high, objective)
    return f"between {low} and {high} (certified): that much the best play can expect"


def ceiling_words(ceiling: "Ceiling") -> str:
    kind = "knowing the draws, less a penalty for it" if ceiling.penalised else "even knowing the draws"
    if ceiling.every_future:
        return f"bound: {ceiling.estimate.mean:.1f} is the most any player can expect, {kind}; every future is in it"
    return f"bound: {estimate_words(ceiling.estimate, 'score')}: the most any player can expect, {kind}"


def estimate_data(estimate: "Estimate | None") -> dict[str, Any] | None:
    if estimate is None:
        return None
    return {"mean": estimate.mean, "low": estimate.low, "high": estimate.high, "futures": estimate.futures}
