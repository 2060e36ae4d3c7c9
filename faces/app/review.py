"""`review`: what each decision of a game cost, and what luck did."""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from faces.app.advising import AdviceQuestion, reviewed
from faces.app.answer import Answer
from faces.app.errors import Interrupted
from faces.app.findings import formatted
from faces.app.loading import position_for
from faces.app.progress import Watch
from faces.games.position import AnyPosition

if TYPE_CHECKING:
    from solvers.core.advice import Mark, Review


@dataclass(frozen=True)
class ReviewGame(AdviceQuestion):
    command: ClassVar[str] = "review"
    seconds: float = 120.0
    goal: str | None = None  # instead of the file's
    level: str | None = None


@dataclass(frozen=True)
class Reviewed:
    position: AnyPosition
    review: "Review"
    elapsed: float

    @property
    def objective(self) -> str:
        return str(self.review.objective)

    @property
    def answer(self) -> Answer:
        position, adapter, found = self.position, self.position.adapter, self.review
        game = position.game
        more = {
            **adapter.adviser.goal(position.file)[1],
            "objective": self.objective,
            "note": found.note or None,
            "loss": found.loss,
            "mean_loss": found.mean_loss,
            "marks": [self._mark(mark) for mark in found.marks],
            "luck": [{"round": one.round, "drawn": game.format(one.drawn), "gain": one.gain} for one in found.luck],
        }
        return Answer(
            adapter.name,
            "feasible",
            "player",
            found.score,
            moves=formatted(position, position.played),
            interrupted=found.interrupted,
            deck=position.deck_source,
            elapsed=self.elapsed,
            more=more,
            command=ReviewGame.command,
        )

    def _mark(self, mark: "Mark") -> dict[str, Any]:
        return {
            "number": mark.number,
            "round": mark.round,
            "move": self.position.game.format(mark.move),
            "value": mark.value,
            "loss": mark.loss,
            "grade": str(mark.grade),
            "better": formatted(self.position, mark.better),
        }


def review(question: ReviewGame, watch: Watch) -> Reviewed:
    started = time.monotonic()
    position = position_for(question.source, question.goal, question.level)
    if not position.played:
        raise position.refused("play.moves", "there are no moves to review")
    from solvers.core.budget import Budget

    budget = Budget(question.seconds, question.workers, seed=question.seed)
    found = reviewed(position, budget, question.objective, watch)
    if found.interrupted and not found.marks:
        raise Interrupted
    return Reviewed(position, found, time.monotonic() - started)
