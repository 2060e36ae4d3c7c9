"""`advise`: the best play for one who does not know the draws to come."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from faces.app.advising import (
    AdviceQuestion,
    advised,
    ceiling_words,
    estimate_data,
    estimate_words,
    figure,
    within_words,
)
from faces.app.answer import Alternative, Answer, Status
from faces.app.findings import formatted
from faces.app.loading import position_for
from faces.app.progress import Watch
from faces.games.position import AnyPosition

if TYPE_CHECKING:
    from solvers.core.advice import Advice, Option


@dataclass(frozen=True)
class Advise(AdviceQuestion):
    command: ClassVar[str] = "advise"
    goal: str | None = None  # instead of the file's
    level: str | None = None
    why: bool = False  # also the score by item after each way, and what it keeps open


@dataclass(frozen=True)
class Advised:
    question: Advise
    position: AnyPosition
    advice: "Advice"
    elapsed: float

    @property
    def objective(self) -> str:
        return str(self.advice.objective)

    def items(self, option: "Option") -> Mapping[str, int]:
        """The score by item, if the game ended after a way to play on."""
        return self.position.game.score_items(option.end)

    def open(self, option: "Option") -> Mapping[str, int]:
        """What is open after it."""
        return self.position.adapter.adviser.open(self.position.file, option.end)

    @property
    def value_words(self) -> list[str]:
        """What can be expected, how sure that is, and what nobody can beat."""
        found, adviser = self.advice, self.position.adapter.adviser
        lines = []
        if found.within is not None:
            lines.append(within_words(found.within, self.objective))
        if found.expected is not None:
            lines.append(f"expected: {figure(found.expected, self.objective)} by the evaluator, whatever is drawn")
        if found.within is None or not found.within.exact:
            if found.played is not None:
                lines.append(f"value: {estimate_words(found.played, 'score')} {adviser.means}")
            if found.chance is not None:
                lines.append(f"{adviser.goal(self.position.file)[0]}: {estimate_words(found.chance, 'goal')}")
            if found.ceiling is not None:
                lines.append(ceiling_words(found.ceiling))
            elif found.options:
                lines.append("bound: none was found in time")
        return [*lines, *adviser.remarks(found), *[f"note: {found.note}"] * bool(found.note)]

    @property
    def answer(self) -> Answer:
        position, found = self.position, self.advice
        exact = found.within is not None and found.within.exact
        known = found.options or found.expected is not None
        status: Status = "optimal" if exact else "feasible" if known else "unknown"
        best = found.options[0].value if found.options else found.within.low if found.within else found.expected
        return Answer(
            position.adapter.name,
            status,
            "player",
            best,
            _bound(found),
            formatted(position, found.options[0].moves) if found.options else [],
            [Alternative(position.game.format(one.moves[0]), one.value, None, one.loss) for one in found.options],
            found.interrupted,
            position.deck_source,
            self.elapsed,
            self._more(),
            Advise.command,
        )

    def _more(self) -> dict[str, Any]:
        found, ceiling = self.advice, self.advice.ceiling
        return {
            **self.position.adapter.adviser.goal(self.position.file)[1],
            "objective": self.objective,
            "note": found.note or None,
            "within": None if found.within is None else {"low": found.within.low, "high": found.within.high},
            "played": estimate_data(found.played),
            "goal_chance": estimate_data(found.chance),
            "ceiling": None
            if ceiling is None
            else {
                **(estimate_data(ceiling.estimate) or {}),
                "every_future": ceiling.every_future,
                "penalised": ceiling.penalised,
            },
            "options": [self._option(option) for option in found.options],
        }

    def _option(self, option: "Option") -> dict[str, Any]:
        return {
            "moves": formatted(self.position, option.moves),
            "value": option.value,
            "loss": option.loss,
            "goal_share": option.chance,
            "interval": estimate_data(option.interval),
            **({"score": self.items(option), "open": self.open(option)} if self.question.why else {}),
        }


def _bound(found: "Advice") -> float | None:
    """What is certain: no sampled figure."""
    if found.within is not None:
        return found.within.high
    certain = found.ceiling is not None and found.ceiling.every_future and found.objective == "score"
    return found.ceiling.estimate.mean if certain and found.ceiling else None


def advise(question: Advise, watch: Watch) -> Advised:
    started = time.monotonic()
    position = position_for(question.source, question.goal, question.level)
    if position.game.is_over(position.state):
        raise position.refused("", "the game is over: no decision is due")
    from solvers.core.budget import Budget

    budget = Budget(question.seconds, question.workers, seed=question.seed)
    found = advised(position, budget, question.objective, watch)
    return Advised(question, position, found, time.monotonic() - started)
