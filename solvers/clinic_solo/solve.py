"""The best play for a known deal, a goal or rank within reach or not: the solver's front door."""

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from clinic_solo.moves import Move
from clinic_solo.state import Phase, State
from solvers.clinic_solo.bounds.bound import Bounds
from solvers.clinic_solo.bounds.bound import supports as bounds_support
from solvers.clinic_solo.cp_model import Disagreement, Instance, schedule_supports, solve_round
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.clinic_solo.kernel.problem import Problem, problem_of
from solvers.clinic_solo.search.annealing import Search
from solvers.clinic_solo.search.ending import Ending, TooMuch, is_ending
from solvers.core.budget import Budget
from solvers.core.cpsat import NotInModel
from solvers.core.result import Found, NotSolvable, Progress, SolveResult, Status, status_of

BY_RELAXATION = "a relaxation of what is left of the game: places, ways beyond the first step and queues left out"
BY_EXHAUSTION = "all choices tried out"
BY_SCHEDULE = "an exact model of what is left of the last round"
GRACE = 1.0  # seconds over the limit for a first bound, which takes less where nothing else goes on
BOUND_SECONDS = 3.0  # of one attempt at a better bound
BOUND_SHARE = 0.15  # of the time
LEAST_SCHEDULING, MOST_SCHEDULING = 1.0, 10.0  # seconds: to begin takes a moment, and what lasts longer seldom closes
LAST_ROUND_SHARE = 0.3  # of the time for changing plans, where the rest goes into an exact model


SIXTY_SECONDS, NOTHING_FOUND = Budget(), Found()


def solve(
    known: KnownDeal,
    state: State,
    budget: Budget = SIXTY_SECONDS,
    *,
    forbidden: Sequence[Move] = (),
    found: Found = NOTHING_FOUND,
    report: Callable[[Progress], None] = lambda _: None,
    interrupted: Callable[[], bool] = lambda: False,
    offer: Callable[[Found], None] | None = None,
) -> SolveResult:
    """The best play from a position with the draws known, as far as the budget allows.

    Whatever a part does not support, its `supports` says, and the
    others answer; a plan of the sensible player there is always.
    Plans are offered as they are found, refereed, for whoever cannot wait for the answer.
    """
    began = time.monotonic()
    problem = problem_of(known, state, forbidden)
    search = Search(problem, report, interrupted, budget.workers, float(budget.goal))
    search.bound = found.bound
    if offer is not None:
        search.on_plan = lambda: offer(Found(search.moves, search.bound))
    question = _Question(problem, search, budget, interrupted, began)
    if is_ending(problem) and question.exhaust():
        return question.result()
    if found.moves:
        search.offer(found.moves)
    search.offer(problem.sensible())
    search.say("first plan")
    question.bound()
    if not question.enough():
        question.search_on()
    return question.result()


@dataclass
class _Question:
    """A question while it is worked on: what is asked, what was found, and what is proven."""

    problem: Problem
    search: Search
    budget: Budget
    interrupted: Callable[[], bool]
    began: float
    bounds: Bounds | None = None
    exhausted: bool = False
    contradiction: str = ""

    def exhaust(self) -> bool:
        """Go through all that is left, if that is little."""
        try:
            best = Ending(self.problem, goal=self.budget.goal).best()
        except TooMuch:
            return False
        if best is not None:
            self.search.offer(best[1])
        self.exhausted = True
        return True

    def bound(self) -> None:
        """A first bound, by lines."""
        if bounds_support(self.problem.game) is None:
            goal = self.problem.game.goal if self.budget.goal else None
            until = self.began + self.budget.seconds + GRACE
            stop = lambda: self.interrupted() or time.monotonic() > until  # noqa: E731
            self.bounds = Bounds(self.problem.known, self.problem.state, goal, stop)
            self._take()

    def _take(self) -> None:
        if self.bounds is not None and self.bounds.value is not None:
            known = self.search.bound
            self.search.bound = self.bounds.value if known is None else min(known, self.bounds.value)

    @property
    def impossible(self) -> bool:
        return self.bounds is not None and self.bounds.impossible

    def enough(self) -> bool:
        best, bound, target = self.search.best, self.search.bound, self.budget.target
        reached = best is not None and (self.budget.first or (target is not None and best >= target))
        out_of_reach = target is not None and bound is not None and bound < target
        near = bound is not None and best is not None and bound - best <= self.budget.gap
        return reached or out_of_reach or near or self.impossible

    def search_on(self) -> None:
        """Better plans, and beside that a better bound."""
        search, began = self.search, self.began
        search.warm_up()
        until = max(time.monotonic(), began + self.budget.seconds)
        search.stop = lambda: self.interrupted() or self.enough() or time.monotonic() > until
        helper = threading.Thread(target=self._sharpen, args=(began + BOUND_SHARE * self.budget.seconds,), daemon=True)
        helper.start()
        exact = self._is_last_round()
        search.run(began + (LAST_ROUND_SHARE if exact else 1.0) * self.budget.seconds)
        helper.join()
        if exact and not search.stop():
            self._schedule(Budget(min(MOST_SCHEDULING, until - time.monotonic()), self.budget.workers))

    def _sharpen(self, until: float) -> None:
        """A better bound beside the search, for a part of its time."""
        while self.bounds is not None and time.monotonic() < until and not self.search.stop():
            seconds = min(BOUND_SECONDS, max(0.5, until - time.monotonic()))
            enough = -math.inf if self.search.best is None else self.search.best
            if not self.bounds.improve(Budget(seconds, 1), enough, self.search.stop):
                return
            self._take()

    def _is_last_round(self) -> bool:
        """Whether what is left is one round that the scheduler can take up."""
        problem = self.problem
        due = problem.state.phase is Phase.ACTION and problem.state.round == problem.game.deck.rounds
        time_for_it = (1 - LAST_ROUND_SHARE) * self.budget.seconds >= LEAST_SCHEDULING
        asked = due and time_for_it and not problem.forbidden and not self.budget.goal
        return asked and schedule_supports(problem.game) is None

    def _schedule(self, budget: Budget) -> None:
        """The last round as one exact model, begun at the best plan: maybe a better one, and a bound that may close."""
        known, search = self.problem.known, self.search
        try:
            instance = Instance(known.game, self.problem.state, known.deal, start=known.start)
            try:
                result = solve_round(instance, budget, hint=search.moves, stop=self.interrupted)
            except NotInModel:
                result = solve_round(instance, budget, stop=self.interrupted)
        except NotSolvable:
            return
        except Disagreement as reason:
            self.contradiction = f"the model of the round and the referee differ: {reason}"
            return
        if result.moves:
            search.offer(result.moves)
        if result.bound is not None and (search.bound is None or result.bound < search.bound):
            search.bound, search.proof = result.bound, BY_SCHEDULE

    def _relaxed_items(self) -> dict[str, int]:
        """By the names that the referee has for them in this edition."""
        items = {} if self.bounds is None else self.bounds.items
        return {self.problem.game.called(name): points for name, points in items.items()}

    def result(self) -> SolveResult:
        """What may be said."""
        search, target = self.search, self.budget.target
        best = search.best
        bound = best if self.exhausted else search.bound
        impossible = self.impossible or (self.exhausted and best is None)
        status = Status.INFEASIBLE if impossible else status_of(best, bound, target)
        proof = BY_EXHAUSTION if self.exhausted else search.proof or BY_RELAXATION
        defect = search.defect and f"the referee refuses a plan: {search.defect}"
        return SolveResult(
            status,
            best,
            bound,
            search.moves,
            proof="" if bound is None and not impossible else proof,
            interrupted=self.interrupted(),
            elapsed=time.monotonic() - self.began,
            counts={"plans": search.iterations},
            relaxed=self._relaxed_items(),
            contradiction=self.contradiction or defect,
            notation=self.problem.game.format,
        )
