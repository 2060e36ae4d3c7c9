"""The engines of a game as commands and pages see them: a solver, an adviser, one who plans movement, and a scheduler.

As they stand here they serve any game of the protocol, plainly; a game that has engines of its own replaces parts.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from faces.games.data import MoveReport, MoveWish, Target
from faces.games.gamefile import File
from faces.games.position import Position
from tabletop.game import Move, Outcome, State
from tabletop.records import Step

if TYPE_CHECKING:
    from solvers.core import engines
    from solvers.core.advice import Advice, Review
    from solvers.core.budget import Budget
    from solvers.core.replay import KnownGame
    from solvers.core.result import Found, Progress, SolveResult
    from solvers.core.schedule import Task

Given = TypeVar("Given")


class Monitor(Protocol):
    """Who listens to an engine at work, and says when it has to end."""

    def report(self, progress: "Progress") -> None: ...
    def say(self, stage: str) -> None: ...
    def offer(self, found: Any) -> None:
        """Something better to answer with, if the work is cut short."""

    def interrupted(self) -> bool: ...


class Solver(Generic[File, State, Move, Outcome]):
    """Searches for the best play with all draws to come known."""

    explains = False  # whether reasons are told why a target is out of reach

    def engine(self) -> "engines.Solve[Any]":
        from solvers.core.generic import solve

        return solve

    def known(self, position: Position[File, State, Move, Outcome]) -> "KnownGame[State, Move, Outcome]":
        """The game with all that its file knows of the draws."""
        from solvers.core.replay import KnownDraws

        return KnownDraws(position.game, partial(position.adapter.known_draw, position.file))

    def search(
        self,
        position: Position[File, State, Move, Outcome],
        budget: "Budget",
        monitor: Monitor,
        forbidden: Sequence[Move],
        found: "Found",
    ) -> "SolveResult":
        """The best play; NotSolvable where too little is known for that, LostPlan for a defect."""
        return self.engine()(
            self.known(position),
            position.state,
            budget,
            forbidden=forbidden,
            found=found,
            report=monitor.report,
            interrupted=monitor.interrupted,
            offer=monitor.offer,
        )

    def reasons(
        self, position: Position[File, State, Move, Outcome], target: Target, seconds: float  # noqa: ARG002
    ) -> tuple[str, ...] | None:  # fmt: skip
        """Rules that put a target out of reach; None where they are not found in time."""
        return None

    def asked(self, position: Position[File, State, Move, Outcome]) -> dict[str, str | int]:
        """All that an answer depends on, so that it is not taken for the answer to another question."""
        text = position.adapter.write(position.file.with_moves([]))
        return {"position": fingerprint((text, position.state))}

    def details(self, position: Position[File, State, Move, Outcome]) -> dict[str, Any]:  # noqa: ARG002
        """What was asked for, in JSON."""
        return {}


class Adviser(Generic[File, State, Move, Outcome]):
    """Advises one who does not know the draws to come, and judges games that were played."""

    means = "looked ahead draw by draw"  # how the futures behind a value were played

    def policy(self) -> "engines.Advise[Any]":
        from solvers.core.generic import advise

        return advise

    def judge(self) -> "engines.Review[Any]":
        from solvers.core.generic import review

        return review

    def advise(
        self, position: Position[File, State, Move, Outcome], budget: "Budget", objective: str, monitor: Monitor
    ) -> "Advice":
        return self._asked(self.policy(), position.seen, position, budget, objective, monitor)

    def review(
        self, position: Position[File, State, Move, Outcome], budget: "Budget", objective: str, monitor: Monitor
    ) -> "Review":
        return self._asked(self.judge(), position.steps, position, budget, objective, monitor)

    def _asked(
        self,
        engine: Callable[..., Given],
        about: object,
        position: Position[File, State, Move, Outcome],
        budget: "Budget",
        objective: str,
        monitor: Monitor,
    ) -> Given:
        from solvers.core.advice import Objective

        heard: dict[str, Any] = {"report": monitor.say, "interrupted": monitor.interrupted, "offer": monitor.offer}
        return engine(position.game, about, budget, Objective(objective), **heard)

    def goal(self, file: File) -> tuple[str, Mapping[str, str | int]]:  # noqa: ARG002
        """What is to be reached, in words and in JSON."""
        return "goal", {}

    def remarks(self, found: "Advice") -> list[str]:  # noqa: ARG002
        """What else has to be said of an answer."""
        return []

    def hints(
        self, position: Position[File, State, Move, Outcome], moves: Sequence[Move]
    ) -> tuple[str, str, str]:  # fmt: skip
        """Where to look, what kind of move, and the move itself."""
        notation = position.game.format(moves[0])
        return position.game.decision(position.state), notation.split()[0], notation

    def open(self, file: File, state: State) -> Mapping[str, int]:  # noqa: ARG002
        """What a position leaves open for the rounds to come."""
        return {}


class Mover(Protocol[File, State, Move, Outcome]):
    """Plans the movement of people in least time."""

    def plan(self, position: Position[File, State, Move, Outcome], wish: MoveWish) -> MoveReport:
        """Refusal where the game does not know what is wished for."""


class Scheduler(Protocol[File, State, Move, Outcome]):
    """Finds the best builds, hires and admissions of a round, for the score at its end."""

    def schedules(
        self,
        position: Position[File, State, Move, Outcome],
        budget: "Budget",
        count: int,
        monitor: Monitor,
        *,
        alone: bool,
    ) -> "list[SolveResult]":
        """The best first, perhaps by the model alone; NotSolvable where no round can be scheduled."""

    def tasks(
        self, position: Position[File, State, Move, Outcome], steps: Sequence[Step[State, Move | Outcome]]
    ) -> "Sequence[Task]":
        """Who does what in the course of a schedule."""

    def reasons(
        self, position: Position[File, State, Move, Outcome], value: int, seconds: float
    ) -> tuple[str, ...] | None:
        """The rules that forbid a schedule of this value; None where they are not found in time."""


def fingerprint(value: object) -> str:
    """A short text that stands for a value which may be long."""
    return hashlib.sha256(repr(value).encode()).hexdigest()
