"""Scheduling a round of the solitaire of Clinic, as commands and pages see it."""

from collections.abc import Sequence

from clinic_solo.gamefile import GameFile
from clinic_solo.moves import Move, Outcome
from clinic_solo.state import State
from faces.games.engines import Monitor
from faces.games.position import Position
from solvers.clinic_solo import schedule
from solvers.clinic_solo.cp_model import Instance
from solvers.core.budget import Budget
from solvers.core.result import SolveResult
from solvers.core.schedule import Task
from tabletop.records import Step

Here = Position[GameFile, State, Move, Outcome]


class ClinicScheduler:
    def schedules(
        self, position: Here, budget: Budget, count: int, monitor: Monitor, *, alone: bool
    ) -> list[SolveResult]:
        return schedule.schedules(_instance(position), budget, count, monitor.interrupted, alone=alone)

    def tasks(self, position: Here, steps: Sequence[Step[State, Move | Outcome]]) -> list[Task]:
        called = position.file.game.called  # 15.1
        found = schedule.tasks(position.file.game, steps)
        return [task._replace(who=called(task.who), what=called(task.what)) for task in found]

    def reasons(self, position: Here, value: int, seconds: float) -> tuple[str, ...] | None:
        return schedule.reasons(_instance(position), value, seconds)


def _instance(position: Here) -> Instance:
    file = position.file
    return schedule.instance_of(file.game, position.state, file.deal, file.start)
