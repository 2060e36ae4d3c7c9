"""The best play for a known deal, a target within reach or not, and what else one might do: the solver's front door."""

import time
from collections.abc import Callable, Sequence

from clin9ic.moves import Move, Order
from clin9ic.referee import Clin9ic
from clin9ic.state import Phase, State
from solvers.clin9ic.course import Course
from solvers.clin9ic.plan import moves_of, with_buying
from solvers.clin9ic.problem import problem_of
from solvers.clin9ic.search import Search
from solvers.result import Found, Limits, Progress, SolveResult, Status

Orders = dict[int, tuple[str, ...]]

SIXTY_SECONDS, NOTHING_KNOWN = Limits(), Found()


def play_on(game: Clin9ic, state: State, orders: Orders, moves: Sequence[Move]) -> State:
    """The referee's position after moves, known draws happening by themselves."""
    for move in moves:
        if state.phase is Phase.ORDER:
            state = game.apply_outcome(state, Order(orders[state.round]))
        state = game.apply(state, move)
    return state


def solve(
    game: Clin9ic,
    state: State,
    orders: Orders,
    limits: Limits = SIXTY_SECONDS,
    *,
    forbidden: Sequence[Move] = (),
    known: Found = NOTHING_KNOWN,
    report: Callable[[Progress], None] = lambda _: None,
    interrupted: Callable[[], bool] = lambda: False,
) -> SolveResult:
    """The best play from a position with the draws known, as far as the limits allow.

    The time of the limits begins once the prices are there and the kernel is compiled.
    """
    began = time.monotonic()
    problem = problem_of(game, state, orders, forbidden)
    if problem is None:
        return _last_choices(game, state, forbidden, began)
    search = Search(problem, report, interrupted, limits.workers)
    best_known = game.final_score(play_on(game, state, orders, known.moves)) if known.moves else None
    search.best = best_known
    search.bound = known.bound
    proof = Course(search, limits, interrupted).run()
    moves = known.moves
    if search.plan is not None and (best_known is None or search.plan.score > best_known):
        told = moves_of(search)
        settled = 1 if forbidden and state.phase is Phase.BUY else 0  # the choice among what is left stays as it is
        after = play_on(game, state, orders, told[:settled])
        moves = (*told[:settled], *with_buying(game, after, orders, told[settled:]))
    best = game.final_score(play_on(game, state, orders, moves)) if moves else None
    return SolveResult(
        _status(best, search.bound, limits.target),
        best,
        search.bound,
        moves,
        proof="" if search.bound is None else proof,
        interrupted=interrupted(),
        elapsed=time.monotonic() - began,
        counts={"positions": search.generated},
    )


def _status(best: int | None, bound: int | None, target: int | None) -> Status:
    if target is not None and bound is not None and bound < target:
        return Status.INFEASIBLE
    if best is None:
        return Status.UNKNOWN
    return Status.OPTIMAL if bound is not None and bound <= best else Status.FEASIBLE


def _last_choices(game: Clin9ic, state: State, forbidden: Sequence[Move], began: float) -> SolveResult:
    """The few choices of the last Business and Admin, all tried out."""
    best: tuple[int, tuple[Move, ...]] | None = None
    waiting: list[tuple[State, tuple[Move, ...]]] = [(state, ())]
    while waiting:
        at, moves = waiting.pop()
        if game.is_over(at):
            score = game.final_score(at)
            if best is None or score > best[0]:
                best = score, moves
            continue
        banned = {game.apply(at, move) for move in forbidden} if at is state else set()
        following = [(game.apply(at, move), (*moves, move)) for move in game.legal_moves(at)]
        waiting += [pair for pair in following if pair[0] not in banned]
    if best is None:
        return SolveResult(Status.INFEASIBLE, None, None, (), proof="no move is left", elapsed=time.monotonic() - began)
    elapsed = time.monotonic() - began
    return SolveResult(Status.OPTIMAL, best[0], best[0], best[1], proof="all choices tried out", elapsed=elapsed)


__all__ = ["play_on", "solve"]
