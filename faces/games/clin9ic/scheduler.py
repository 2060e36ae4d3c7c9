"""Scheduling a round of Clin9ic, as commands and pages see it."""

from collections.abc import Sequence

from clin9ic.gamefile import GameFile
from clin9ic.moves import Move, Outcome
from clin9ic.state import State
from faces.games.engines import Monitor
from faces.games.position import Position
from solvers.clin9ic import schedule
from solvers.core.budget import Budget
from solvers.core.result import SolveResult
from solvers.core.schedule import Task
from tabletop.records import Step

Here = Position[GameFile, State, Move, Outcome]


class Clin9icScheduler:
    def schedules(
        self, position: Here, budget: Budget, count: int, monitor: Monitor, *, alone: bool
    ) -> list[SolveResult]:
        file, stop = position.file, monitor.interrupted
        return schedule.schedules(file.game, position.state, file.orders, budget, count, stop, alone=alone)

    def tasks(self, position: Here, steps: Sequence[Step[State, Move | Outcome]]) -> list[Task]:
        return schedule.tasks(position.file.game, steps)

    def reasons(self, position: Here, value: int, seconds: float) -> tuple[str, ...] | None:
        return schedule.reasons(position.file.game, position.state, position.file.orders, value, seconds)
