"""Solving a round: time limit, workers, hint, an answer that the referee has checked.

First the whole model without linear programs, for good plans; then each order of actions by itself with them, and with
the best plan so far to be beaten. An order by itself has a far tighter bound than all of them at once, and most are
soon shown to be no better.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from ortools.sat.python.cp_model import CpModel, CpSolver

from clinic_solo.moves import Move
from clinic_solo.tiles import ACTIONS, Action
from solvers.clinic_solo.cp_model.actions import is_in_order
from solvers.clinic_solo.cp_model.hints import add_hint
from solvers.clinic_solo.cp_model.instance import Instance
from solvers.clinic_solo.cp_model.model import build_model
from solvers.clinic_solo.cp_model.plan import read_plan
from solvers.clinic_solo.cp_model.variables import Draft
from solvers.core.budget import Budget
from solvers.core.cpsat import Disagreement, never, new_solver, run
from solvers.core.result import SolveResult, Status, status_of

TEN_SECONDS = Budget(seconds=10, workers=1)
FOR_PLANS = 0.3  # of the time
PROOF = "exact model of the round"


def solve_round(
    instance: Instance,
    budget: Budget = TEN_SECONDS,
    *,
    hint: Sequence[Move] | None = None,
    stop: Callable[[], bool] = never,
) -> SolveResult:
    """The best moves for what is left of a round, with a bound on its value.

    `hint` is a legal plan to start from, which the answer never falls short of; raises NotInModel where it moves the
    car of somebody hired before it builds. `stop` is asked from time to time.
    """
    began = time.monotonic()
    return solve_model(build_model(instance), budget, began, hint=hint, stop=stop)


def solve_model(
    draft: Draft,
    budget: Budget,
    began: float,
    *,
    hint: Sequence[Move] | None = None,
    stop: Callable[[], bool] = never,
) -> SolveResult:
    """The same for a model that has been written already, in time that began to run before."""
    draft.cp.maximize(draft.value)
    search = RoundSearch(draft, budget, began, stop=stop)
    search.run(None if hint is None else add_hint(draft, hint))
    counts = {"variables": len(draft.cp.proto.variables), "constraints": len(draft.cp.proto.constraints)}
    result = replace(search.result(), interrupted=search.interrupted, counts=counts)
    return replace(result, elapsed=time.monotonic() - began)


def round_solver(budget: Budget, *, linear: int) -> CpSolver:
    """Set up for the model of a round. `linear` 0 is for plans: they are found sooner without a linear relaxation."""
    solver = new_solver(budget)
    solver.parameters.linearization_level = linear
    solver.parameters.cp_model_probing_level = 0  # it takes longer than all the rest
    return solver


@dataclass
class RoundSearch:
    """What is known so far: the value to be beaten, the plan that has it, a bound for each order of actions left."""

    draft: Draft
    budget: Budget
    began: float
    beat: int | None = None
    stop: Callable[[], bool] = never
    solution: Sequence[int] = ()
    interrupted: bool = False
    bound: int | None = None
    orders: dict[tuple[Action, ...], int | None] = field(default_factory=dict)

    def left(self) -> float:
        return self.budget.seconds - (time.monotonic() - self.began)

    def _run(self, cp: CpModel, seconds: float, *, linear: int) -> tuple[bool, int | None]:
        """Look for something better; whether the search is at an end, and a bound."""
        if self.beat is not None:
            cp.add(self.draft.value >= self.beat + 1)
        solver = round_solver(replace(self.budget, seconds=max(seconds, 0.1)), linear=linear)
        answer = run(solver, cp, stop=self.stop)
        self.interrupted = answer.interrupted
        if answer.found:
            self.solution = list(solver.response_proto.solution)
            self.beat = round(solver.objective_value)
        if answer.infeasible:
            return True, self.beat
        return answer.optimal, answer.bound

    def run(self, hinted: int | None = None) -> None:
        """Search for as long as the budget says; a plan that the model is hinted at, with its value, is the first."""
        self.find_plans(hinted)
        self.close_orders()

    def find_plans(self, hinted: int | None) -> None:
        """The whole model; the hint, with its value, is the first plan, and the only one if time is very short."""
        done, bound = self._run(self.draft.cp.clone(), FOR_PLANS * self.left(), linear=0)
        if hinted is not None and not self.solution and (self.beat is None or hinted > self.beat):
            self.solution, self.beat = list(self.draft.cp.proto.solution_hint.values), hinted
        self.orders = {} if done else dict.fromkeys(self._orders(), bound)
        self._tell()

    def _orders(self) -> list[tuple[Action, ...]]:
        """Orders of actions that there are tiles for, those with few Build actions first: they are soon done."""
        tiles = dict(zip(ACTIONS, self.draft.state.tiles, strict=True))
        orders = [
            order
            for order in product(ACTIONS, repeat=len(self.draft.slots))
            if is_in_order(order) and all(order.count(action) <= left for action, left in tiles.items())
        ]
        return sorted(orders, key=lambda order: order.count(Action.BUILD))

    def close_orders(self) -> None:
        """Each order by itself, again and again with what time is left, until none can be better."""
        while self.orders:
            todo = list(self.orders)
            for number, order in enumerate(todo):
                if self.interrupted or self.left() <= 0 or self.stop():
                    return
                cp = self.draft.cp.clone()
                for chosen, action in zip(self.draft.actions, order, strict=True):
                    cp.add(chosen[action] == 1)
                done, bound = self._run(cp, self.left() / (len(todo) - number), linear=2)
                if done or (bound is not None and self.beat is not None and bound <= self.beat):
                    del self.orders[order]
                elif bound is not None:
                    known = self.orders[order]
                    self.orders[order] = bound if known is None else min(known, bound)
                self._tell()

    def _tell(self) -> None:
        """The bound of all orders together, if it is better than before."""
        bounds = list(self.orders.values())
        if any(bound is None for bound in bounds) or (self.beat is None and not bounds):
            return
        bound = max([b for b in (*bounds, self.beat) if b is not None])
        if self.bound is None or bound < self.bound:
            self.bound = bound

    def result(self) -> SolveResult:
        """What may be said."""
        if not self.solution:
            if self.orders:
                return SolveResult(Status.UNKNOWN, None, self.bound, (), proof=PROOF)
            raise Disagreement("there is always a plan, and the model has none")
        assert self.beat is not None
        moves, best = read_plan(self.draft, lambda variable: self.solution[variable.index], self.beat)
        if self.bound is not None and best > self.bound:
            raise Disagreement(f"the referee counts {best}, above the bound {self.bound}")
        return SolveResult(status_of(best, self.bound, None), best, self.bound, moves, proof=PROOF)
