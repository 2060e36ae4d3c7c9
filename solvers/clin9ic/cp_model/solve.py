"""Solving a schedule: time limit, workers, hint, an answer that the referee has checked."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ortools.sat.python.cp_model import CpSolver

from clin9ic.moves import Move
from solvers.clin9ic.cp_model.hints import add_hint
from solvers.clin9ic.cp_model.instance import Instance
from solvers.clin9ic.cp_model.model import build_model
from solvers.clin9ic.cp_model.plan import OutOfTurn, read_plan
from solvers.clin9ic.cp_model.switches import EXACT, Exactness, Switches
from solvers.clin9ic.cp_model.variables import Draft
from solvers.core.budget import Budget
from solvers.core.cpsat import CpResult, Disagreement, new_solver, run
from solvers.core.result import SolveResult, Status

A_MINUTE = Budget()


@dataclass(frozen=True)
class Schedule:
    """A solver's answer, and how exact the model is that it comes from."""

    result: SolveResult
    switches: Switches

    @property
    def exactness(self) -> Exactness:
        return self.switches.exactness


def solve(
    instance: Instance,
    switches: Switches = EXACT,
    budget: Budget = A_MINUTE,
    *,
    hint: Sequence[Move] | None = None,
) -> Schedule:
    """The best schedule of an instance; `hint` is a legal plan to start from."""
    began = time.monotonic()
    arguments = instance, switches, hint
    try:
        return _solve(*arguments, budget, began, in_turn=False)
    except OutOfTurn:
        left = max(1.0, budget.seconds - (time.monotonic() - began))
        return _solve(*arguments, replace(budget, seconds=left), began, in_turn=True)


def _solve(
    instance: Instance,
    switches: Switches,
    hint: Sequence[Move] | None,
    budget: Budget,
    began: float,
    *,
    in_turn: bool,
) -> Schedule:
    draft = build_model(instance, switches, in_turn=in_turn)
    if hint is not None:
        add_hint(draft, hint)
    draft.cp.maximize(draft.value)
    solver = new_solver(budget)
    answer = run(solver, draft.cp)
    result = result_of(draft, solver, answer)
    counts = {"variables": len(draft.cp.proto.variables), "constraints": len(draft.cp.proto.constraints)}
    elapsed = time.monotonic() - began
    return Schedule(replace(result, interrupted=answer.interrupted, elapsed=elapsed, counts=counts), switches)


def result_of(draft: Draft, solver: CpSolver, answer: CpResult) -> SolveResult:
    """What may be said, by what the solver found and by how exact the model is."""
    switches = draft.switches
    proof = switches.describe()
    upper = switches.exactness in (Exactness.EXACT, Exactness.RELAXATION)
    if answer.infeasible:
        raise Disagreement("there is always a plan, and the model has none")
    bound = answer.bound if upper else None
    if not answer.found or switches.without:
        return SolveResult(Status.UNKNOWN, None, bound, (), proof=proof)
    moves, best = read_plan(draft, solver.value, int(solver.value(draft.value)))
    proven = answer.optimal and switches.exactness is Exactness.EXACT
    return SolveResult(Status.OPTIMAL if proven else Status.FEASIBLE, best, bound, moves, proof=proof)
