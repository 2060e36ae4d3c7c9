"""`hint`: as much help as one wants, and no more."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from faces.app.advising import AdviceQuestion, advised
from faces.app.answer import Answer
from faces.app.loading import position_of
from faces.app.progress import Watch
from faces.games.position import AnyPosition

LEVELS = ("look_at", "kind", "move")  # what each tells, and those before it
NUMBERS = [str(number) for number in range(1, len(LEVELS) + 1)]


@dataclass(frozen=True)
class Hint(AdviceQuestion):
    command: ClassVar[str] = "hint"
    level: int = 1  # 1: where to look; 2: what kind of move; 3: the move


@dataclass(frozen=True)
class Hinted:
    position: AnyPosition
    level: int
    all_hints: Sequence[str]  # of every level; nothing where nothing was found
    interrupted: bool
    elapsed: float

    @property
    def hints(self) -> Sequence[str]:
        """Those of the level asked for, and below it."""
        return self.all_hints[: self.level]

    @property
    def answer(self) -> Answer:
        adapter = self.position.adapter
        more = {"hint_level": self.level, **dict.fromkeys(LEVELS), **dict(zip(LEVELS, self.hints, strict=False))}
        return Answer(
            adapter.name,
            "feasible",
            "player",
            moves=self.hints[len(LEVELS) - 1 :],
            interrupted=self.interrupted,
            deck=self.position.deck_source,
            elapsed=self.elapsed,
            more=more,
            command=Hint.command,
        )


def hint(question: Hint, watch: Watch) -> Hinted:
    """What `advise`, for the same time and seed, would do; nothing is told on the way that gives it away."""
    position = position_of(question.source)
    if position.game.is_over(position.state) or position.game.is_chance(position.state):
        raise position.refused("", "no decision is due: the game is over, or something is to be drawn first")
    return hint_for(position, question, watch)


def hint_for(position: AnyPosition, question: Hint, watch: Watch) -> Hinted:
    """The same for a position that is known already, such as one within a move, where no file could lead."""
    from solvers.core.budget import Budget

    started = time.monotonic()
    budget = Budget(question.seconds, question.workers, seed=question.seed, bound=False, only_choice=True)
    found = advised(position, budget, question.objective, watch)
    hints = position.adapter.adviser.hints(position, found.options[0].moves) if found.options else ()
    return Hinted(position, question.level, hints, found.interrupted, time.monotonic() - started)
