"""What every CP-SAT model here shares: variables with their ranges, complete hints, time, workers and Ctrl-C."""

import math
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model import CpModel, CpSolver, CpSolverStatus, IntVar, LinearExpr

Number = LinearExpr | int
OnBound = Callable[[float, int], None]  # seconds since the start, best bound so far
NO_BOUND = 1e9


@dataclass(frozen=True)
class Effort:
    """How long and how hard to try."""

    seconds: float = 60.0
    workers: int = 2
    seed: int = 0


class NotInModel(ValueError):
    """A legal plan that the model leaves out, or that misses the target asked for."""


class Disagreement(Exception):
    """The model and the referee differ: whatever the model answered is no result."""


class Sheet:
    """A model while it is written: its variables with their ranges."""

    def __init__(self) -> None:
        self.cp = CpModel()
        self._ranges: dict[int, tuple[int, int]] = {}

    def number(self, low: int, high: int, name: str) -> IntVar:
        variable = self.cp.new_int_var(low, high, name)
        self._ranges[variable.index] = low, high
        return variable

    def flag(self, name: str) -> IntVar:
        return self.number(0, 1, name)

    def constant(self, value: int) -> IntVar:
        variable = self.cp.new_constant(value)
        self._ranges[variable.index] = value, value
        return variable

    def range_of(self, variable: IntVar) -> tuple[int, int]:
        return self._ranges[variable.index]

    def equal(self, value: Number, low: int, high: int, name: str) -> IntVar:
        """A variable for an expression."""
        variable = self.number(low, high, name)
        self.cp.add(variable == value)
        return variable

    def least(self, values: Sequence[Number], low: int, high: int, name: str) -> IntVar:
        variable = self.number(low, high, name)
        self.cp.add_min_equality(variable, values)
        return variable

    def greatest(self, values: Sequence[Number], low: int, high: int, name: str) -> IntVar:
        variable = self.number(low, high, name)
        self.cp.add_max_equality(variable, values)
        return variable

    def both(self, one: Number, other: Number, name: str) -> IntVar:
        variable = self.flag(name)
        self.cp.add_min_equality(variable, [one, other])
        return variable


def complete_hint(cp: CpModel, decisions: Iterable[tuple[IntVar, int]], value: Number) -> int:
    """Hint every variable by the decisions of a legal plan; the model's own value of the plan.

    The decisions are fixed in the model, and the solver finds what follows from them.
    """
    cp.clear_hints()  # type: ignore[no-untyped-call]
    for variable, decided in decisions:
        cp.add_hint(variable, decided)
    solver = CpSolver()
    solver.parameters.fix_variables_to_their_hinted_value = True
    solver.parameters.num_workers = 1
    if solver.solve(cp) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        cp.clear_hints()  # type: ignore[no-untyped-call]
        raise NotInModel("the model does not allow this plan")
    hint_all(cp, solver.response_proto.solution)
    return int(solver.value(value))


def hint_all(cp: CpModel, values: Iterable[int]) -> None:
    """Hint every variable by a solution."""
    cp.clear_hints()  # type: ignore[no-untyped-call]
    for index, value in enumerate(values):
        cp.add_hint(cp.get_int_var_from_proto_index(index), value)


def whole(bound: float) -> int:
    """Values are whole numbers, and so are their bounds."""
    return math.floor(bound + 1e-6)


def bound_of(solver: CpSolver) -> int | None:
    """Before it has looked at the model the solver names a bound of no meaning."""
    bound = solver.best_objective_bound
    return whole(bound) if abs(bound) < NO_BOUND else None


def new_solver(effort: Effort) -> CpSolver:
    solver = CpSolver()
    solver.parameters.max_time_in_seconds = effort.seconds
    solver.parameters.num_workers = effort.workers
    solver.parameters.random_seed = effort.seed
    return solver


def run(solver: CpSolver, cp: CpModel) -> tuple[CpSolverStatus, bool]:
    """Solve aside, so that Ctrl-C stops the search and keeps what was found; the status and whether that happened."""
    solver.parameters.catch_sigint_signal = False  # its own handler would end the whole program
    done = threading.Event()
    answers: list[CpSolverStatus] = []
    failures: list[BaseException] = []

    def search() -> None:
        try:
            answers.append(solver.solve(cp))
        except BaseException as failure:
            failures.append(failure)
        finally:
            done.set()

    threading.Thread(target=search, daemon=True).start()
    interrupted = False
    while not done.is_set():
        try:
            done.wait(0.2)
        except KeyboardInterrupt:
            interrupted = True
            solver.stop_search()
    if failures:
        raise failures[0]
    return answers[0], interrupted
