"""Why a target is out of reach: a few rules of a few rounds that already forbid it."""

import time
from dataclasses import dataclass, replace

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model import CpSolverStatus

from clin9ic.moves import Move
from solvers.clin9ic.cp_model.instance import Instance
from solvers.clin9ic.cp_model.model import build_model
from solvers.clin9ic.cp_model.plan import OutOfTurn, read_plan
from solvers.clin9ic.cp_model.solve import A_MINUTE
from solvers.clin9ic.cp_model.switches import EXACT, Group, Switches
from solvers.clin9ic.cp_model.variables import Draft
from solvers.core.budget import Budget
from solvers.core.cpsat import new_solver, run
from solvers.core.result import Status

Reason = tuple[Group, int]  # a rule in a round
A_MOMENT = 0.1  # seconds for an attempt when time is up


@dataclass(frozen=True)
class Explanation:
    """The answer to "at least so much?": a plan, or the reasons against it.

    `because` is None where there is nothing to explain; `minimal` tells whether none of the reasons can be spared.
    A model that leaves plans out has reasons, but proves nothing: then the status is unknown.
    """

    status: Status  # feasible, infeasible or unknown
    target: int
    because: tuple[Reason, ...] | None = None
    minimal: bool = False
    moves: tuple[Move, ...] = ()
    proof: str = ""

    def __str__(self) -> str:
        if self.status is Status.FEASIBLE:
            return f"{self.target} is reachable"
        if self.because is None:
            return f"whether {self.target} is reachable is undecided"
        where = "unreachable" if self.status is Status.INFEASIBLE else f"out of reach of the {self.proof}"
        return f"{self.target} is {where} because: {', '.join(self.reasons)}"

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons in words; there may be none that could be dropped."""
        words = tuple(f"{group} in round {number}" for group, number in self.because or ())
        return words or ("whichever rule is dropped, it is too much",)


def explain(instance: Instance, at_least: int, switches: Switches = EXACT, budget: Budget = A_MINUTE) -> Explanation:
    """Whether a value can be reached; if not, the rules that forbid it, none to spare if time allows.

    The budget is for all attempts to do without one more rule together, half of it for the first, with all rules.
    """
    try:
        return _explain(instance, at_least, switches, budget, in_turn=False)
    except OutOfTurn:
        return _explain(instance, at_least, switches, budget, in_turn=True)


def _explain(instance: Instance, at_least: int, switches: Switches, budget: Budget, *, in_turn: bool) -> Explanation:
    draft = build_model(instance, switches, droppable=True, in_turn=in_turn)
    draft.cp.add(draft.value >= at_least)
    proof, began = switches.describe(), time.monotonic()
    status, core, moves = _assuming(draft, list(draft.rules), replace(budget, seconds=budget.seconds / 2), plan=True)
    if moves:
        return Explanation(Status.FEASIBLE, at_least, moves=moves, proof=proof)
    if status != cp_model.INFEASIBLE:
        return Explanation(Status.UNKNOWN, at_least, proof=proof)
    minimal = True
    tried = list(core)
    for n, reason in enumerate(tried):
        if reason not in core:
            continue
        fewer = [other for other in core if other != reason]
        left = (budget.seconds - (time.monotonic() - began)) / (len(tried) - n)
        status, smaller, _ = _assuming(draft, fewer, replace(budget, seconds=max(left, A_MOMENT)))
        if status == cp_model.INFEASIBLE:
            core = smaller
        elif status == cp_model.UNKNOWN:
            minimal = False
    by_round = sorted(core, key=lambda reason: (reason[1], reason[0]))
    proven = Status.UNKNOWN if switches.left_out else Status.INFEASIBLE
    return Explanation(proven, at_least, tuple(by_round), minimal, proof=proof)


def _assuming(
    draft: Draft, reasons: list[Reason], budget: Budget, *, plan: bool = False
) -> tuple[CpSolverStatus, list[Reason], tuple[Move, ...]]:
    """Solve with these rules alone; where that fails, those of them that were used."""
    solver = new_solver(budget)
    solver.parameters.num_workers = 1  # a core comes from a single search
    solver.parameters.cp_model_probing_level = 0  # it takes longer than most of these searches
    literals = {draft.rules[reason].index: reason for reason in reasons}
    draft.cp.clear_assumptions()
    draft.cp.add_assumptions([draft.rules[reason] for reason in reasons])
    answer = run(solver, draft.cp)
    if answer.interrupted:
        raise KeyboardInterrupt
    if answer.infeasible:
        used = solver.sufficient_assumptions_for_infeasibility()
        return answer.status, [literals[index] for index in used if index in literals], ()
    if plan and answer.found and not draft.switches.without:
        moves, _ = read_plan(draft, solver.value, int(solver.value(draft.value)))
        return answer.status, [], moves
    return answer.status, [], ()
