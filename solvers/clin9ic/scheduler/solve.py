"""Solving a schedule: time limit, workers, hint, cutoff, bounds on the way, an answer that the referee has checked."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model import CpSolver, CpSolverStatus

from clin9ic.moves import Move
from solvers.clin9ic.scheduler.hints import add_hint
from solvers.clin9ic.scheduler.instance import Instance
from solvers.clin9ic.scheduler.model import build_model
from solvers.clin9ic.scheduler.plan import OutOfTurn, read_plan
from solvers.clin9ic.scheduler.switches import EXACT, Exactness, Switches
from solvers.clin9ic.scheduler.variables import Draft
from solvers.cpsat import Disagreement, Effort, OnBound, bound_of, new_solver, run, whole
from solvers.result import SolveResult, Status

A_MINUTE = Effort()


@dataclass(frozen=True)
class Schedule:
    """A solver's answer, and what the model that it comes from is worth."""

    result: SolveResult
    switches: Switches

    @property
    def exactness(self) -> Exactness:
        return self.switches.exactness


def solve(
    instance: Instance,
    switches: Switches = EXACT,
    effort: Effort = A_MINUTE,
    *,
    hint: Sequence[Move] | None = None,
    at_least: int | None = None,
    on_bound: OnBound | None = None,
) -> Schedule:
    """The best schedule of an instance.

    `hint` is a legal plan to start from, `at_least` a value below which nothing is of interest: where it cannot be
    reached the answer is infeasible. `on_bound` hears of every better bound.
    """
    began = time.monotonic()
    arguments = instance, switches, hint, at_least, on_bound
    try:
        return _solve(*arguments, effort, began, in_turn=False)
    except OutOfTurn:
        left = max(1.0, effort.seconds - (time.monotonic() - began))
        return _solve(*arguments, replace(effort, seconds=left), began, in_turn=True)


def _solve(
    instance: Instance,
    switches: Switches,
    hint: Sequence[Move] | None,
    at_least: int | None,
    on_bound: OnBound | None,
    effort: Effort,
    began: float,
    *,
    in_turn: bool,
) -> Schedule:
    draft = build_model(instance, switches, in_turn=in_turn)
    if hint is not None:
        add_hint(draft, hint)
    if at_least is not None:
        draft.cp.add(draft.value >= at_least)
    draft.cp.maximize(draft.value)
    solver = new_solver(effort)
    if on_bound is not None:
        solver.best_bound_callback = lambda bound: on_bound(time.monotonic() - began, whole(bound))
    status, interrupted = run(solver, draft.cp)
    result = _result(draft, solver, status, at_least)
    counts = {"variables": len(draft.cp.proto.variables), "constraints": len(draft.cp.proto.constraints)}
    elapsed = time.monotonic() - began
    return Schedule(replace(result, interrupted=interrupted, elapsed=elapsed, counts=counts), switches)


def _result(draft: Draft, solver: CpSolver, status: CpSolverStatus, at_least: int | None) -> SolveResult:
    """What may be said, by what the solver found and by what the model is worth."""
    switches = draft.switches
    proof = switches.describe()
    upper = switches.exactness in (Exactness.EXACT, Exactness.RELAXATION)
    if status == cp_model.INFEASIBLE:
        if at_least is None:
            raise Disagreement("there is always a plan, and the model has none")
        if upper:
            return SolveResult(Status.INFEASIBLE, None, at_least - 1, (), proof=proof)
        return SolveResult(Status.UNKNOWN, None, None, (), proof=proof)
    found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    bound = bound_of(solver) if upper else None
    if not found or switches.without:
        return SolveResult(Status.UNKNOWN, None, bound, (), proof=proof)
    moves, best = read_plan(draft, solver.value, int(solver.value(draft.value)))
    proven = status == cp_model.OPTIMAL and switches.exactness is Exactness.EXACT
    return SolveResult(Status.OPTIMAL if proven else Status.FEASIBLE, best, bound, moves, proof=proof)
