"""`schedule`: the best builds, hires and admissions of a round, who does what when, and what forbids a better one.

The value is what the goal counts at the end of the round, as if the game ended there.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar

from faces.app.answer import Answer
from faces.app.errors import Defect, Interrupted
from faces.app.findings import Plan
from faces.app.loading import position_for
from faces.app.progress import Watch
from faces.app.searching import SearchQuestion, answerable
from faces.app.timeline import timeline_svg
from faces.games.data import Misuse
from faces.games.position import AnyPosition

if TYPE_CHECKING:
    from faces.games.engines import Scheduler
    from solvers.core.result import SolveResult
    from solvers.core.schedule import Task

NO_WALKING = "nobody walks in this game: it has no rounds to schedule"
WORKING = "scheduling the round"
EXPLAINING = "looking for the rules that forbid a better schedule"


@dataclass(frozen=True)
class Schedule(SearchQuestion):
    command: ClassVar[str] = "schedule"
    count: int = 1  # so many of the best schedules
    why: bool = False  # name the rules that forbid a better one: half as long again
    alone: bool = False  # by the exact model alone, as a second opinion on a proof of the search


@dataclass(frozen=True)
class RoundPlan:
    """One schedule, refereed."""

    plan: Plan
    tasks: "Sequence[Task]"

    def to_data(self) -> dict[str, Any]:
        walked = sum(task.time for task in self.tasks)
        return {**self.plan.to_data(), "walked": walked, "tasks": [task._asdict() for task in self.tasks]}


@dataclass(frozen=True)
class Scheduled:
    question: Schedule
    position: AnyPosition
    plans: Sequence[RoundPlan]
    nothing: "SolveResult"  # to answer with where there is no plan
    reasons: tuple[str, ...] | None
    elapsed: float

    @property
    def best(self) -> Plan:
        return self.plans[0].plan if self.plans else Plan(self.position, self.nothing)

    @property
    def round(self) -> int:
        return int(self.position.game.round_of(self.position.state))

    @cached_property
    def svg(self) -> str:
        """Who does what when in the best schedule."""
        title = f"{self.position.header} · round {self.round}"
        words = partial(self.position.adapter.views.time_words, self.position.file)
        return timeline_svg(self.plans[0].tasks if self.plans else (), title, words)

    @property
    def answer(self) -> Answer:
        more = {
            "round": self.round,
            "schedules": [plan.to_data() for plan in self.plans],
            "because": self.reasons,
        }
        return self.best.answer(Schedule.command, self.elapsed, more)


def schedule(question: Schedule, watch: Watch) -> Scheduled:
    from solvers.core.budget import Budget
    from solvers.core.result import SolveResult, Status

    started = time.monotonic()
    position = position_for(question.source, question.goal, question.level)
    scheduler = position.adapter.scheduler
    if scheduler is None:
        raise Misuse(NO_WALKING)
    budget = Budget(question.seconds, question.workers)
    watch.begin(question.seconds)
    watch.say(WORKING)
    with answerable(position):
        found = watch.beside(
            lambda: scheduler.schedules(position, budget, question.count, watch, alone=question.alone),
            list[SolveResult],
        )
        plans = [_refereed(position, scheduler, result) for result in found if result.best is not None]
    if watch.interrupted() and not plans:
        raise Interrupted
    nothing = found[0] if found else SolveResult(Status.UNKNOWN, None, None, ())
    asked = question.why and bool(plans)
    reasons = _reasons(position, scheduler, plans[0].plan, question.seconds / 2, watch) if asked else None
    if watch.interrupted():
        watch.acknowledge()
        plans = [RoundPlan(one.plan.with_interrupted(True), one.tasks) for one in plans]
    return Scheduled(question, position, plans, nothing, reasons, time.monotonic() - started)


def _refereed(position: AnyPosition, scheduler: "Scheduler[Any, Any, Any, Any]", result: "SolveResult") -> RoundPlan:
    """A schedule that the referee confirms, with the value that is claimed."""
    plan = Plan(position, result)
    value = position.game.final_score(plan.end.state)
    if value != result.best:
        raise Defect(f"a defect of the scheduler: it claims {result.best}, the referee counts {value}")
    return RoundPlan(plan, scheduler.tasks(position, plan.end.steps[len(position.steps) :]))


def _reasons(
    position: AnyPosition, scheduler: "Scheduler[Any, Any, Any, Any]", plan: Plan, seconds: float, watch: Watch
) -> tuple[str, ...] | None:
    """Whoever interrupts this has the schedules all the same."""
    watch.begin(seconds)
    watch.say(EXPLAINING)
    better = (plan.result.best or 0) + 1
    return watch.beside(lambda: scheduler.reasons(position, better, seconds), lambda: None)
