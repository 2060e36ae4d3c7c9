"""What every CP-SAT model here shares: variables with their ranges, complete hints, time, workers and Ctrl-C."""

import math
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model import CpModel, CpSolver, CpSolverStatus, IntVar, LinearExpr

from solvers.core.budget import Budget

Number = LinearExpr | int
FOUND = (cp_model.OPTIMAL, cp_model.FEASIBLE)
MEANINGLESS = 1e9  # from here on a bound is a placeholder, not a proof


def never() -> bool:
    return False


@dataclass(frozen=True)
class CpResult:
    """How a run ended. Values may be read where `found`, and of bounds there is only `bound`."""

    status: CpSolverStatus
    bound: int | None  # of a maximum: nothing is above it; None where nothing of the kind was proven
    interrupted: bool

    @property
    def found(self) -> bool:
        return self.status in FOUND

    @property
    def optimal(self) -> bool:
        return self.status == cp_model.OPTIMAL

    @property
    def infeasible(self) -> bool:
        return self.status == cp_model.INFEASIBLE


class NotInModel(ValueError):
    """A legal plan that the model leaves out, or that misses the target asked for."""


class Disagreement(Exception):
    """The model and the referee differ: whatever the model answered is no result."""


class ModelBuilder:
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

    def spread(self, value: Number) -> tuple[int, int]:
        """Between what numbers an expression lies, by the ranges of its variables."""
        if isinstance(value, int):
            return value, value
        flat = cp_model.FlatIntExpr(value)
        low = high = int(flat.offset)
        for variable, factor in zip(flat.vars, flat.coeffs, strict=True):
            ends = [factor * end for end in self._ranges[variable.index]]
            low, high = low + min(ends), high + max(ends)
        return low, high

    def total(self, value: Number, name: str) -> IntVar:
        """A variable for an expression, as wide as the expression is."""
        return self.equal(value, *self.spread(value), name)

    def at_least(self, value: Number, name: str) -> IntVar:
        """A variable that is no less than an expression, nor than 0."""
        variable = self.number(0, max(0, self.spread(value)[1]), name)
        self.cp.add(variable >= value)
        return variable

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
    if solver.solve(cp) not in FOUND:
        cp.clear_hints()  # type: ignore[no-untyped-call]
        raise NotInModel("the model does not allow this plan")
    hint_all(cp, solver.response_proto.solution)
    return int(solver.value(value))


def hint_all(cp: CpModel, values: Iterable[int]) -> None:
    """Hint every variable by a solution."""
    cp.clear_hints()  # type: ignore[no-untyped-call]
    for index, value in enumerate(values):
        cp.add_hint(cp.get_int_var_from_proto_index(index), value)


def value_in(solution: Sequence[int], expression: Number) -> int:
    """What an expression is in a solution."""
    if isinstance(expression, int):
        return expression
    flat = cp_model.FlatIntExpr(expression)
    terms = zip(flat.vars, flat.coeffs, strict=True)
    return int(flat.offset + sum(factor * solution[variable.index] for variable, factor in terms))


def exclude(cp: CpModel, values: Iterable[tuple[Number, int]]) -> None:
    """Exclude the solutions in which all these expressions have these values."""
    differs = []
    for number, (expression, value) in enumerate(values):
        if not isinstance(expression, int):
            differs.append(cp.new_bool_var(f"differs {number}"))
            cp.add(expression != value).only_enforce_if(differs[-1])
    cp.add_bool_or(differs)


def new_solver(budget: Budget) -> CpSolver:
    solver = CpSolver()
    solver.parameters.max_time_in_seconds = budget.seconds
    solver.parameters.num_workers = budget.workers
    solver.parameters.random_seed = budget.seed
    return solver


def whole(bound: float) -> int | None:
    """Values are whole numbers, and so are their bounds; None for a placeholder."""
    return math.floor(bound + 1e-6) if abs(bound) < MEANINGLESS else None


def proven_bound(solver: CpSolver, status: CpSolverStatus, heard: Sequence[int]) -> int | None:
    """What no solution of a maximum is above.

    The number the solver names is a bound only beside a solution: where time ended before it had looked at the model
    it reads 0. Without a solution only what was announced during the search counts.
    """
    if status in FOUND:
        return whole(solver.best_objective_bound)
    return min(heard, default=None) if status == cp_model.UNKNOWN else None


def run(solver: CpSolver, cp: CpModel, stop: Callable[[], bool] = never) -> CpResult:
    """Solve aside, so that Ctrl-C, or `stop`, ends the search and keeps what was found."""
    solver.parameters.catch_sigint_signal = False  # its own handler would end the whole program
    done = threading.Event()
    answers: list[CpSolverStatus] = []
    failures: list[BaseException] = []
    heard: list[int] = []

    def hear(bound: float) -> None:
        if (limit := whole(bound)) is not None:
            heard.append(limit)

    def search() -> None:
        try:
            answers.append(solver.solve(cp))
        except BaseException as failure:
            failures.append(failure)
        finally:
            done.set()

    solver.best_bound_callback = hear
    threading.Thread(target=search, daemon=True).start()
    interrupted = False
    while not done.is_set():
        try:
            done.wait(0.2)
            if stop():
                solver.stop_search()
        except KeyboardInterrupt:
            interrupted = True
            solver.stop_search()
    if failures:
        raise failures[0]
    return CpResult(answers[0], proven_bound(solver, answers[0], heard), interrupted)
