"""Solving a round: time limit, workers, hint, cutoff, bounds on the way, an answer that the referee has checked."""

import time
from collections.abc import Sequence
from dataclasses import replace

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model import CpSolver, CpSolverStatus

from clinic_solo.moves import Move
from solvers.clinic_solo.scheduler.hints import add_hint, keep
from solvers.clinic_solo.scheduler.instance import Instance
from solvers.clinic_solo.scheduler.model import build_model
from solvers.clinic_solo.scheduler.plan import read_plan
from solvers.clinic_solo.scheduler.variables import Draft
from solvers.cpsat import Disagreement, Effort, OnBound, bound_of, hint_all, new_solver, run, whole
from solvers.result import SolveResult, Status

TEN_SECONDS = Effort(seconds=10, workers=1)


def solve_round(
    instance: Instance,
    effort: Effort = TEN_SECONDS,
    *,
    hint: Sequence[Move] | None = None,
    at_least: int | None = None,
    on_bound: OnBound | None = None,
) -> SolveResult:
    """The best moves for what is left of a round, with a bound on its value.

    `hint` is a legal plan to start from, `at_least` a value below which nothing is of interest: where it cannot be
    reached the answer is infeasible. `on_bound` hears of every better bound. The bound, and any proof, hold for the
    rounds that keep what the instance keeps and build nothing of what it leaves out; `proof` says so.
    """
    began = time.monotonic()
    draft = build_model(instance)
    keep(draft)
    draft.cp.maximize(draft.value)
    if hint is not None:
        add_hint(draft, hint)
    if at_least is not None:
        draft.cp.add(draft.value >= at_least)
    left = max(effort.seconds - (time.monotonic() - began), 0.1)
    solver, status, interrupted = _improve(draft, replace(effort, seconds=left / 2))
    if not interrupted and status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        left = max(effort.seconds - (time.monotonic() - began), 0.1)
        solver = _new_solver(replace(effort, seconds=left), linear=2)
        if on_bound is not None:
            solver.best_bound_callback = lambda bound: on_bound(time.monotonic() - began, whole(bound))
        status, interrupted = run(solver, draft.cp)
    result = _result(draft, solver, status, at_least)
    counts = {"variables": len(draft.cp.proto.variables), "constraints": len(draft.cp.proto.constraints)}
    return replace(result, interrupted=interrupted, elapsed=time.monotonic() - began, counts=counts)


def _rounds_in_question(instance: Instance) -> str:
    """What the model is exact for, in a few words."""
    kept, out = ", ".join(sorted(instance.keep)), ", ".join(sorted(instance.leave_out))
    conditions = [f"its {kept} actions kept"] if kept else []
    conditions += [f"nothing new of {out}"] if out else []
    return "exact model of the round" + (f" with {' and '.join(conditions)}" if conditions else "")


def _new_solver(effort: Effort, *, linear: int) -> CpSolver:
    solver = new_solver(effort)
    solver.parameters.linearization_level = linear
    solver.parameters.cp_model_probing_level = 0  # it takes longer than all the rest
    return solver


def _improve(draft: Draft, effort: Effort) -> tuple[CpSolver, CpSolverStatus, bool]:
    """Half of the time for good plans, without linear programs; the best is the hint for the other half, for bounds."""
    solver = _new_solver(effort, linear=0)
    status, interrupted = run(solver, draft.cp)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        hint_all(draft.cp, solver.response_proto.solution)
    return solver, status, interrupted


def _result(draft: Draft, solver: CpSolver, status: CpSolverStatus, at_least: int | None) -> SolveResult:
    """What may be said, by what the solver found."""
    proof = _rounds_in_question(draft.instance)
    if status == cp_model.INFEASIBLE:
        if at_least is None:
            raise Disagreement("there is always a plan, and the model has none")
        return SolveResult(Status.INFEASIBLE, None, at_least - 1, (), proof=proof)
    bound = bound_of(solver)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return SolveResult(Status.UNKNOWN, None, bound, (), proof=proof)
    moves, best = read_plan(draft, solver.value, int(solver.value(draft.value)))
    if bound is not None and best > bound:
        raise Disagreement(f"the referee counts {best}, above the bound {bound}")
    found = Status.OPTIMAL if best == bound else Status.FEASIBLE
    return SolveResult(found, best, bound, moves, proof=proof)
