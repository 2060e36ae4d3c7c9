"""The best play for a known deal, a goal or rank within reach or not: the solver's front door."""

import math
import threading
import time
from collections.abc import Callable, Sequence

from clinic_solo.moves import Move
from clinic_solo.state import Phase, State
from solvers.clinic_solo.bound import Bounds
from solvers.clinic_solo.problem import Known, Problem, problem_of
from solvers.clinic_solo.scheduler import Instance, solve_round
from solvers.clinic_solo.search import Search
from solvers.cpsat import Effort, NotInModel
from solvers.result import Found, Limits, Progress, SolveResult, Status

BY_RELAXATION = "a relaxation of what is left of the game: places, ways beyond the first step and queues left out"
BY_EXHAUSTION = "all choices tried out"
BY_SCHEDULE = "an exact model of what is left of the last round"
BOUND_SECONDS = 3.0  # of one attempt at a better bound
BOUND_SHARE = 0.15  # of the time
MOST_SCHEDULING = 10.0  # seconds, as Ctrl-C has to wait for it
LAST_ROUND_SHARE = 0.3  # of the time for changing plans, where the rest goes into an exact model


SIXTY_SECONDS, NOTHING_FOUND = Limits(), Found()


def solve(
    known: Known,
    state: State,
    limits: Limits = SIXTY_SECONDS,
    *,
    forbidden: Sequence[Move] = (),
    found: Found = NOTHING_FOUND,
    report: Callable[[Progress], None] = lambda _: None,
    interrupted: Callable[[], bool] = lambda: False,
) -> SolveResult:
    """The best play from a position with the draws known, as far as the limits allow.

    The time of the limits begins once the kernel is compiled.
    """
    began = time.monotonic()
    problem = problem_of(known, state, forbidden)
    search = Search(problem, report, interrupted, limits.workers, float(limits.goal))
    search.bound = found.bound
    if known.game.is_over(problem.state):
        search.offer(())
        return _result(search, limits, None, began, interrupted())
    if found.moves:
        search.offer(found.moves)
    search.offer(problem.sensible())
    search.say("first plan")
    bounds = _bounds(problem, search, limits)
    search.warm_up()
    working = time.monotonic()

    def enough() -> bool:
        if limits.target is not None and search.best is not None and search.best >= limits.target:
            return True
        if search.bound is not None and limits.target is not None and search.bound < limits.target:
            return True
        near = search.bound is not None and search.best is not None and search.bound - search.best <= limits.gap
        return near or (bounds is not None and bounds.value is None)

    search.stop = lambda: interrupted() or enough() or time.monotonic() > working + limits.seconds
    helper = threading.Thread(target=_sharpen, args=(bounds, search, limits, working), daemon=True)
    helper.start()
    exact = _is_last_round(problem, limits)
    search.run(working + (LAST_ROUND_SHARE if exact else 1.0) * limits.seconds)
    helper.join()
    if exact and not search.stop():
        seconds = min(MOST_SCHEDULING, working + limits.seconds - time.monotonic())
        _schedule(problem, search, Effort(seconds, limits.workers))
    return _result(search, limits, bounds, began, interrupted())


def _is_last_round(problem: Problem, limits: Limits) -> bool:
    """Whether what is left is one round that the scheduler can take up."""
    due = problem.state.phase is Phase.ACTION and problem.state.round == problem.game.deck.rounds
    return due and not problem.forbidden and not limits.goal


def _schedule(problem: Problem, search: Search, effort: Effort) -> None:
    """The last round as one exact model, begun at the best plan: maybe a better one, and a bound that may close."""
    known = problem.known
    instance = Instance(known.game, problem.state, known.deal, start=known.start)
    try:
        result = solve_round(instance, effort, hint=search.moves)
    except NotInModel:
        result = solve_round(instance, effort)
    if result.moves:
        search.offer(result.moves)
    if result.bound is not None and (search.bound is None or result.bound < search.bound):
        search.bound, search.proof = result.bound, BY_SCHEDULE


def _bounds(problem: Problem, search: Search, limits: Limits) -> Bounds:
    goal = problem.game.goal if limits.goal else None
    bounds = Bounds(problem.known, problem.state, goal)
    _take(bounds, search)
    return bounds


def _take(bounds: Bounds, search: Search) -> None:
    if bounds.value is not None:
        known = [bounds.value] if search.bound is None else [bounds.value, search.bound]
        search.bound = min(known)


def _sharpen(bounds: Bounds, search: Search, limits: Limits, working: float) -> None:
    """A better bound beside the search, for a part of its time."""
    until = working + BOUND_SHARE * limits.seconds
    while time.monotonic() < until and not search.stop():
        seconds = min(BOUND_SECONDS, max(0.5, until - time.monotonic()))
        if not bounds.improve(Effort(seconds, 1), -math.inf if search.best is None else search.best):
            return
        _take(bounds, search)


def _result(
    search: Search, limits: Limits, bounds: Bounds | None, began: float, interrupted: bool
) -> SolveResult:  # fmt: skip
    best, bound = search.best, search.bound
    impossible = bounds is not None and bounds.value is None
    if search.exhausted and best is not None:
        bound = best
    if impossible or (limits.target is not None and bound is not None and bound < limits.target):
        status = Status.INFEASIBLE
    elif best is None:
        status = Status.UNKNOWN
    else:
        status = Status.OPTIMAL if bound is not None and bound <= best else Status.FEASIBLE
    proof = BY_EXHAUSTION if search.exhausted else search.proof or BY_RELAXATION
    return SolveResult(
        status,
        best,
        bound,
        search.moves,
        proof="" if bound is None and not impossible else proof,
        interrupted=interrupted,
        elapsed=time.monotonic() - began,
        counts={"plans": search.turns},
        relaxed={} if bounds is None else bounds.items,
    )
