"""A solver, an adviser and a reviewer, as the commands call them: one signature each, whatever the game.

A game without an engine of its own has those of `solvers.core.generic`.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from solvers.core import advice
from solvers.core.advice import Advice, Objective
from solvers.core.budget import Budget
from solvers.core.replay import KnownGame
from solvers.core.result import Found, Progress, SolveResult
from tabletop.game import Game
from tabletop.records import Step

AnyKnown = TypeVar("AnyKnown", bound=KnownGame[Any, Any, Any], contravariant=True)
AnyGame = TypeVar("AnyGame", bound=Game[Any, Any, Any], contravariant=True)


class Solve(Protocol[AnyKnown]):
    """The best play from a position, the draws being known; NotSolvable where they are not, or too little else is."""

    def __call__(
        self,
        known: AnyKnown,
        state: Any,
        budget: Budget = ...,
        *,
        forbidden: Sequence[Any] = ...,  # moves not to be made at the decision that is due
        found: Found = ...,  # what an earlier search found
        report: Callable[[Progress], None] = ...,
        interrupted: Callable[[], bool] = ...,
        offer: Callable[[Found], None] | None = ...,  # hears of refereed plans under way
    ) -> SolveResult: ...


class Advise(Protocol[AnyGame]):
    """What to do in a position for one who knows no more than it shows."""

    def __call__(
        self,
        game: AnyGame,
        state: Any,
        budget: Budget = ...,
        objective: Objective = ...,
        *,
        report: Callable[[str], None] = ...,
        interrupted: Callable[[], bool] = ...,
        offer: Callable[[Advice], None] = ...,
    ) -> Advice: ...


class Review(Protocol[AnyGame]):
    """What each decision of a record lost, and what luck did."""

    def __call__(
        self,
        game: AnyGame,
        steps: Sequence[Step[Any, Any]],
        budget: Budget = ...,
        objective: Objective = ...,
        *,
        report: Callable[[str], None] = ...,
        interrupted: Callable[[], bool] = ...,
        offer: Callable[[advice.Review], None] = ...,
    ) -> advice.Review: ...


__all__ = ["Advise", "Review", "Solve"]
