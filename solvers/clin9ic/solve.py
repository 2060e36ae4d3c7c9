"""The best play for a known deal, a target within reach or not, and what else one might do: the solver's front door."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf

from clin9ic.moves import Move
from clin9ic.referee import Clin9ic
from clin9ic.state import ROUNDS, Phase, State
from solvers.clin9ic.kernel.known_orders import KnownOrders
from solvers.clin9ic.kernel.packed import Beyond
from solvers.clin9ic.search.beam_search import BoundSource
from solvers.clin9ic.search.branch_and_bound import Search
from solvers.clin9ic.search.decode_plan import decode_plan, with_buying
from solvers.clin9ic.search.solve_schedule import SolveSchedule
from solvers.clin9ic.successors.problem import problem_of
from solvers.clin9ic.successors.supports import supports
from solvers.core import plain_search
from solvers.core.budget import Budget
from solvers.core.plain_search import BY_KEPT, plain_words
from solvers.core.result import Found, Progress, SolveResult, believed, status_of

SIXTY_SECONDS, NOTHING_FOUND = Budget(), Found()
BY_RELAXATION = "a relaxation of what is left of the game"
BY_SEARCH = "every play that could be better was gone through"
ABOVE_BY_SEARCH = "every play that could beat it was gone through"  # where it is above the plan
BETWEEN_OFFERS = 1.0  # seconds


def solve(
    known: KnownOrders,
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

    Plans are offered as they are found, refereed, so that whoever cannot wait for the answer has something. What the
    compiled search does not support is played by the plain rules.
    """
    began, game = time.monotonic(), known.game

    def plainly(found: Found, reason: str = "") -> SolveResult:
        result = plain_search.search(
            known, state, budget, promise=_promise(game), forbidden=forbidden, found=found, report=report,
            interrupted=interrupted, offer=offer,
        )  # fmt: skip
        return replace(result, elapsed=time.monotonic() - began, note=reason and plain_words(reason))

    problem = problem_of(game, state, known.orders, forbidden)
    if problem is None:
        return plainly(found)
    if reason := supports(game, [start.state for start in problem.starts]):
        return plainly(found, reason)
    search = Search(problem, report, interrupted, budget.workers)
    best_known = game.final_score(known.play(state, found.moves)) if found.moves else None
    search.incumbent = best_known
    search.bound = found.bound if believed(best_known, found.bound) else None

    def told() -> tuple[Move, ...]:
        if search.plan is None or (best_known is not None and search.plan.score <= best_known):
            return found.moves
        return _told(search, known, state, forbidden)

    if offer is not None:
        offering = Offering(search, told, offer, report)
        search.on_plan, search.report = offering.found, offering.report
    try:
        SolveSchedule(search, budget, interrupted).run()
    except Beyond as too_large:  # plans that make more than the words of a position can hold
        if search.plan is None:
            return plainly(Found(found.moves, search.bound), str(too_large))
    moves = told()
    best = game.final_score(known.play(state, moves)) if moves else None
    bound = search.bound if search.bound_source is not BoundSource.WARM_START or believed(best, search.bound) else None
    return SolveResult(
        status_of(best, bound, budget.target),
        best,
        bound,
        moves,
        proof=proof_of(best, bound, search.bound_source),
        interrupted=interrupted(),
        elapsed=time.monotonic() - began,
        counts={"positions": search.generated},
        notation=game.format,
    )


@dataclass
class Offering:
    """Passes plans on that were found under way, at most one a second, as decoding one takes a moment.

    A plan that comes too soon after another is passed on with the next line of progress.
    """

    search: Search
    told: Callable[[], tuple[Move, ...]]
    offer: Callable[[Found], None]
    say: Callable[[Progress], None]
    last: float = -inf
    waiting: bool = False

    def found(self) -> None:
        self.waiting = True
        self._pass_on()

    def report(self, progress: Progress) -> None:
        self._pass_on()
        self.say(progress)

    def _pass_on(self) -> None:
        if self.waiting and time.monotonic() - self.last > BETWEEN_OFFERS:
            self.offer(Found(self.told(), self.search.bound))
            self.last, self.waiting = time.monotonic(), False


def _told(search: Search, known: KnownOrders, state: State, forbidden: Sequence[Move]) -> tuple[Move, ...]:
    """The moves of the best plan, with as much popularity bought as it can spare."""
    told = decode_plan(search)
    settled = 1 if forbidden and state.phase is Phase.BUY else 0  # the choice among what is left stays as it is
    after = known.play(state, told[:settled])
    return (*told[:settled], *with_buying(known, after, told[settled:]))


def proof_of(best: int | None, bound: int | None, bound_source: BoundSource) -> str:
    """What a bound rests on, in a few words that fit to how far it is above the plan."""
    if bound is None:
        return ""
    if bound_source is BoundSource.SEARCH:
        return BY_SEARCH if best is not None and bound <= best else ABOVE_BY_SEARCH
    return BY_RELAXATION if bound_source is BoundSource.RELAXATION else BY_KEPT


def _promise(game: Clin9ic) -> Callable[[State], float]:
    """A rough value of positions: their score, and what earns more in the rounds to come."""

    def promise(state: State) -> float:
        if game.is_over(state):
            return float(game.final_score(state))
        left = ROUNDS + 1 - state.round
        people = 2 * sum(state.doctors) + state.nurses + state.orderlies + 2 * sum(state.patients)
        rooms = 2 * len(state.floors) + state.entrances + 0.3 * min(state.money, 12 * left)
        return game.final_score(state) + 0.5 * left * (people + rooms)

    return promise


__all__ = ["proof_of", "solve"]
