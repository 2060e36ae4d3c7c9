"""The best play for a known deal, a target within reach or not, and what else one might do: the solver's front door."""

import time
from collections.abc import Callable, Sequence

from clin9ic.moves import Move, Order
from clin9ic.referee import Clin9ic
from clin9ic.state import Phase, State
from solvers.clin9ic.beams import GUIDES, OTHER_GUIDES
from solvers.clin9ic.bounds import NOTHING
from solvers.clin9ic.plan import moves_of, with_buying
from solvers.clin9ic.problem import problem_of
from solvers.clin9ic.search import Search
from solvers.result import Found, Limits, Progress, SolveResult, Status

Orders = dict[int, tuple[str, ...]]

FIRST_WIDTH, WIDER, WIDE = 12, 3, 96
BEAM_SHARE, COUNTED_BEAM_SHARE, SHORT_BEAM_SHARE = 0.6, 0.2, 0.15  # of the time, before the layers are tried
BEAM_SECONDS, OTHER_BEAM_SECONDS = 30.0, 12.0  # for popularity, and for goals that are easier to come near to
FINISH_SHARE = 0.15  # of the time, to make the last rounds of the plan the best there are
NEAR_TARGET = 0.8  # with less than this share of a target, more likely than not it is out of reach
MOST_POSITIONS = 4_000_000  # in a layer, to stay within a few gigabytes
SHORT, MIDDLING = 2, 3  # so few rounds are gone through at once, or soon
# Shares that the bound may be above the best, proven one by one.
STEPS_DOWN = (0.32, 0.26, 0.22, 0.18, 0.15, 0.12, 0.1, 0.08, 0.06, 0.04, 0.02, 0.0)
BY_RELAXATION = "a relaxation of what is left of the game"
BY_SEARCH = "every play that could be better was gone through"


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
    if known.moves:
        search.best = game.final_score(play_on(game, state, orders, known.moves))
    search.bound = known.bound
    proof = _run(search, limits, interrupted)
    moves = known.moves
    if search.plan is not None:
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


def _run(search: Search, limits: Limits, interrupted: Callable[[], bool]) -> str:
    """Beams of growing width, then the layers, which come at once in a short game; what the bound rests on."""

    def reached() -> bool:
        return limits.target is not None and search.best is not None and search.best >= limits.target

    def enough() -> bool:
        if reached():
            return True
        near = search.bound is not None and search.best is not None and search.bound - search.best <= limits.gap
        return near or search.closed or search.stop()

    guides = GUIDES.get(search.problem.game.goal, OTHER_GUIDES)
    search.foresee(FIRST_WIDTH)
    if limits.target is not None and not reached():  # a plan that is good enough needs no prices
        search.foresee(WIDER * FIRST_WIDTH)
    if reached():
        return BY_RELAXATION
    search.relax()
    search.beam(1, guides[0])
    began = time.monotonic()

    def until(seconds: float) -> Callable[[], bool]:
        return lambda: interrupted() or time.monotonic() > began + seconds

    width = FIRST_WIDTH
    search.stop = until(_beam_seconds(search, limits))
    narrow = True
    cubes = search.problem.game.counts_popularity  # conveyors save time, which counts there only
    search.polish(width, guides[-1]._replace(cubes=cubes))
    while narrow and not enough():
        narrow = False
        for guide in guides:
            if not enough():
                before = search.best
                narrow |= search.beam(width, guide)
                if search.best != before:
                    search.polish(width, guide._replace(cubes=cubes))
        width *= WIDER
        if not enough():
            search.foresee(width)
        if cubes and width == WIDER * FIRST_WIDTH:
            search.polish(WIDE, guides[-1])  # without conveyors, which leaves time for more positions
        search.relax_losses()
        if search.problem.rounds <= SHORT:
            break
    search.stop = until(limits.seconds)
    if enough() or not search.relax_losses():
        return BY_RELAXATION
    search.count()
    search.stop = until(min(limits.seconds, time.monotonic() - began + FINISH_SHARE * limits.seconds))
    search.finish(MIDDLING)
    search.stop = until(limits.seconds)
    if enough():
        return BY_RELAXATION
    if limits.target is not None:
        search.floor = limits.target - 1
    steps = search.problem.rounds > MIDDLING and limits.target is None
    if steps:
        search.open()
    through = False
    for share in STEPS_DOWN if steps else STEPS_DOWN[-1:]:
        if enough():
            break
        aim = int((1 + share) * max(search.best or 0, 0)) if share else NOTHING
        if search.bound is not None and aim >= search.bound:
            continue
        search.aim = aim
        through |= search.prove(MOST_POSITIONS)
        search.aim = NOTHING
    search.floor = NOTHING
    return BY_SEARCH if through else BY_RELAXATION


def _beam_seconds(search: Search, limits: Limits) -> float:
    """How long plans are looked for before anything is proven; a headcount is worth more time than wider beams."""
    seconds = limits.seconds
    if search.problem.rounds <= MIDDLING:
        return SHORT_BEAM_SHARE * seconds
    if limits.target is not None and (search.best or 0) < NEAR_TARGET * limits.target:
        return COUNTED_BEAM_SHARE * seconds
    least = BEAM_SECONDS if search.problem.game.counts_popularity else OTHER_BEAM_SECONDS
    return min(BEAM_SHARE * seconds, max(least, COUNTED_BEAM_SHARE * seconds))


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
