"""`target`: whether a score or a goal can be reached with the draws to come."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from faces.app.answer import Answer, Status
from faces.app.findings import Plan
from faces.app.loading import position_for
from faces.app.progress import Watch
from faces.app.searching import SearchQuestion, search
from faces.app.verdicts import Verdict, verdict_on
from faces.games.data import Misuse
from faces.games.data import Target as Aim
from faces.games.position import AnyPosition

STATUS: Mapping[Verdict, Status] = {
    Verdict.REACHABLE: "feasible",
    Verdict.UNREACHABLE: "infeasible",
    Verdict.UNDECIDED: "unknown",
}


@dataclass(frozen=True)
class Target(SearchQuestion):
    command: ClassVar[str] = "target"
    score: int | None = None  # to be reached, instead of the goal
    rank: str | None = None
    why: bool = False  # name the rules that put it out of reach: half as long again


@dataclass(frozen=True)
class Decided:
    question: Target
    plan: Plan
    aim: Aim
    verdict: Verdict
    asked_why: bool
    reasons: tuple[str, ...] | None
    elapsed: float

    @property
    def answer(self) -> Answer:
        more: dict[str, Any] = {"target": self.aim.score, "goal_asked": self.aim.goal, "rank": self.question.rank}
        more |= {"verdict": str(self.verdict), "because": self.reasons}
        found = self.plan.answer(Target.command, self.elapsed, more)
        return replace(found, status=STATUS[self.verdict])  # of the question, not of the plan


def decide(question: Target, watch: Watch) -> Decided:
    if sum(asked is not None for asked in (question.score, question.level, question.rank)) > 1:
        raise Misuse("--level, --score and --rank each say what is to be reached: give one of them")
    started = time.monotonic()
    position = position_for(question.source, question.goal, question.level)
    if question.why and not position.adapter.solver.explains:
        raise Misuse("--why: no reasons are told for this game")
    goal_asked = question.goal is not None
    aim = position.adapter.target(position.file, question.score, question.rank, goal_asked=goal_asked)
    from solvers.core.budget import Budget

    budget = Budget(question.seconds, question.workers, target=aim.score, goal=aim.goal, first=aim.score is None)
    result = search(position, budget, watch)
    verdict = verdict_on(result, aim)
    asked_why = question.why and verdict is Verdict.UNREACHABLE
    reasons = _reasons(position, aim, question.seconds / 2, watch) if asked_why else None
    plan = Plan(position, result).with_interrupted(watch.interrupted())
    return Decided(question, plan, aim, verdict, asked_why, reasons, time.monotonic() - started)


def _reasons(position: AnyPosition, aim: Aim, seconds: float, watch: Watch) -> tuple[str, ...] | None:
    """Whoever interrupts this has the verdict all the same."""
    watch.begin(seconds)
    watch.say("looking for the rules that put it out of reach")
    return watch.beside(lambda: position.adapter.solver.reasons(position, aim, seconds), lambda: None)
