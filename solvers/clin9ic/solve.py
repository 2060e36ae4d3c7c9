"""The best play for a known deal, a target within reach or not, and what else one might do: the solver's front door."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from clin9ic.moves import Move, Order
from clin9ic.referee import Clin9ic
from clin9ic.state import Phase, State
from solvers.clin9ic.plan import LostPlan, moves_of, with_buying
from solvers.clin9ic.problem import Problem, problem_of
from solvers.clin9ic.search import GUIDES, NOTHING, OTHER_GUIDES, Progress, Search
from solvers.result import Alternative, SolveResult, Status

Orders = dict[int, tuple[str, ...]]

FIRST_WIDTH, WIDER = 12, 3
BEAM_SHARE = 0.6  # of the time, before the layers are tried
MOST_POSITIONS = 4_000_000  # in a layer, to stay within a few gigabytes
SHORT = 2  # so few rounds are gone through at once
PROOF = "a linear relaxation, and all positions above it gone through as far as the bound says"
GLANCE = 24  # width of a beam for one alternative


@dataclass(frozen=True)
class Limits:
    """How long and how far a solve may go."""

    seconds: float = 60.0
    workers: int = 2
    gap: int = 0  # good enough: the bound is at most this much above the best
    target: int | None = None  # only whether this score can be reached
    width: int = FIRST_WIDTH  # of the first beam


@dataclass(frozen=True)
class Known:
    """What an earlier solve of the same question found."""

    moves: tuple[Move, ...] = ()
    bound: int | None = None


SIXTY_SECONDS, NOTHING_KNOWN = Limits(), Known()


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
    known: Known = NOTHING_KNOWN,
    report: Callable[[Progress], None] = lambda _: None,
    interrupted: Callable[[], bool] = lambda: False,
) -> SolveResult:
    """The best play from a position with the draws known, as far as the limits allow."""
    began = time.monotonic()
    problem = problem_of(game, state, orders, forbidden)
    if problem is None:
        return _last_choices(game, state, forbidden, began)
    deadline = began + limits.seconds
    search = Search(problem, report, lambda: interrupted() or time.monotonic() > deadline, limits.workers)
    if known.moves:
        search.best = game.final_score(play_on(game, state, orders, known.moves))
    _run(search, limits, known, began, interrupted)
    moves = known.moves
    if search.plan is not None:
        told = moves_of(search)
        settled = 1 if forbidden and state.phase is Phase.BUY else 0  # the choice among what is left stays as it is
        after = play_on(game, state, orders, told[:settled])
        moves = (*told[:settled], *with_buying(game, after, orders, told[settled:]))
    best = game.final_score(play_on(game, state, orders, moves)) if moves else None
    if search.plan is not None and best is not None and best < search.plan.score:
        raise LostPlan(f"the referee counts {best}, the search {search.plan.score}")
    return _result(search, best, moves, limits, began, interrupted())


def _run(search: Search, limits: Limits, known: Known, began: float, interrupted: Callable[[], bool]) -> None:
    """Beams of growing width, then the layers; a short game the other way round."""

    def enough() -> bool:
        if limits.target is not None and search.best is not None and search.best >= limits.target:
            return True
        near = search.bound is not None and search.best is not None and search.bound - search.best <= limits.gap
        return near or search.closed or search.stop()

    search.relax()
    if known.bound is not None:
        search.bound = known.bound if search.bound is None else min(search.bound, known.bound)
    guides = GUIDES.get(search.problem.game.goal, OTHER_GUIDES)
    width = limits.width
    end_of_beams = began + BEAM_SHARE * limits.seconds
    whole = search.stop

    def stop() -> bool:
        return interrupted() or time.monotonic() > end_of_beams

    while not enough():
        search.stop = stop
        for guide in guides:
            if not enough():
                search.beam(width, guide)
        search.stop = whole
        width *= WIDER
        if search.problem.rounds <= SHORT or stop():
            break
    if enough():
        return
    search.relax_losses()
    if limits.target is not None:
        search.floor = limits.target - 1
    if not enough():
        search.prove(MOST_POSITIONS)
    search.floor = NOTHING


def _result(
    search: Search, best: int | None, moves: tuple[Move, ...], limits: Limits, began: float, interrupted: bool
) -> SolveResult:
    bound = search.bound
    if limits.target is not None and bound is not None and bound < limits.target:
        status = Status.INFEASIBLE
    elif best is None:
        status = Status.UNKNOWN
    else:
        status = Status.OPTIMAL if bound is not None and bound <= best else Status.FEASIBLE
    return SolveResult(
        status,
        best,
        bound,
        moves,
        proof="" if bound is None else PROOF,
        interrupted=interrupted,
        elapsed=time.monotonic() - began,
        counts={"positions": search.generated},
    )


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


def alternatives(
    game: Clin9ic,
    state: State,
    orders: Orders,
    limits: Limits = SIXTY_SECONDS,
    *,
    report: Callable[[Progress], None] = lambda _: None,
    interrupted: Callable[[], bool] = lambda: False,
) -> list[Alternative]:
    """Each way to take the decision that is due, with the best value found and a bound, best first."""
    if state.phase is Phase.ORDER:
        state = game.apply_outcome(state, Order(orders[state.round]))
    found = []
    began = time.monotonic()
    moves = game.legal_moves(state)
    for move in moves:
        if interrupted() or time.monotonic() - began > limits.seconds:
            break
        after = game.apply(state, move)
        share = replace(limits, seconds=limits.seconds / len(moves), width=GLANCE)
        result = solve(game, after, orders, share, report=report, interrupted=interrupted)
        found.append(Alternative((move, *result.moves), result.best, result.bound))
    return sorted(found, key=lambda one: -(NOTHING if one.value is None else one.value))


__all__ = ["Known", "Limits", "Problem", "alternatives", "play_on", "solve"]
