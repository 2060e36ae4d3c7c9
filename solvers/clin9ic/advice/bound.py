"""What no player can expect to beat: bounds for players who know the future, less a penalty for using what they know.

A player who knew the draws could do no worse, so the mean over futures of what is best in each bounds every player.
That is too kind. So whoever knows the draws pays a fee at the beginning of each round: what the clinic is worth with
the order drawn, less the mean of that over all orders. For a player who does not know the draws the fees are nothing on
average, whatever they do; for one who does they take back a part of what knowing brings (information relaxation, Brown,
Smith & Sun 2010). Each future is bounded by the linear relaxation with the fees in it, with enough time by a headcount
as well, or, where just one draw is ahead, by the search; so this is a bound on a bound, and the mean of it bounds every
player all the more.
"""

import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import floor
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from clin9ic.state import ROUNDS, Phase, State
from solvers.advice import Ceiling, Estimate, estimated
from solvers.clin9ic.advice.judge import Future, Judge
from solvers.clin9ic.advice.plays import worlds_of
from solvers.clin9ic.bounds import Bounds, levels_for
from solvers.clin9ic.headcount.bound import KindsOfPrices, prices_for
from solvers.clin9ic.paths import point
from solvers.clin9ic.problem import Problem, problem_of
from solvers.clin9ic.relaxation import Values
from solvers.clin9ic.solve import solve
from solvers.result import Limits

Found = TypeVar("Found")
Floats = NDArray[np.float64]
Fees = dict[int, Floats]  # by round: [order, point]
MOST_FUTURES = 64
ROUNDING = 1e-4
WORTH_A_SEARCH = 1.0  # seconds
TURNS, LATER_TURNS = 12, 6  # of a headcount
WORTH_A_HEADCOUNT = 150.0  # seconds there should be for all futures together
WORTH_WHILE = 8  # futures there should be time for besides learning the fees


def fees_of(values: Sequence[Values], pilots: Sequence[Future], orders: Sequence[tuple[str, ...]], first: int) -> Fees:
    """Worth of clinics by order of each round, from prices for futures in which each order comes once a round."""
    found = {}
    for number in pilots[0].orders:
        at = [next(j for j, pilot in enumerate(pilots) if pilot.orders[number] == order) for order in orders]
        worth = np.stack([values[j].path[number - first] for j in at])
        found[number] = worth - worth.mean(axis=0)
    return found


def pilots_of(state: State, orders: Sequence[tuple[str, ...]], world: int, seed: int) -> list[Future]:
    """As many futures as there are orders, each order once in every round."""
    draw = random.Random(f"{seed} pilots")
    columns = {number: draw.sample(orders, len(orders)) for number in _to_draw(state)}
    return [Future({number: column[j] for number, column in columns.items()}, world) for j in range(len(orders))]


def _to_draw(state: State) -> range:
    return range(state.round + (state.phase is not Phase.ORDER), ROUNDS + 1)


class Ceilings:
    """Bounds of futures, several side by side; what is under way when it is time to stop is given up."""

    def __init__(
        self, judge: Judge, state: State, stop: Callable[[], bool] = lambda: False, *, sharp: bool = False
    ) -> None:
        self.judge, self.state, self.stop, self.sharp = judge, state, stop, sharp
        self.fees: dict[int, Fees] = {}  # by world
        self.prices: KindsOfPrices | None = None  # of the headcount before: the next one begins with them

    def problem(self, future: Future) -> Problem | None:
        return problem_of(self.judge.game, worlds_of(self.state)[future.world], future.orders)

    def learn(self, seed: int, worlds: Sequence[int] | None = None) -> bool:
        """Set the fees, of all orders the hidden floor cards may have or of some, unless it is time to stop."""
        fees = {}
        for world in range(len(worlds_of(self.state))) if worlds is None else worlds:
            pilots = pilots_of(self.state, self.judge.orders, world, seed)
            priced = self._side_by_side(self._priced, pilots, len(self.judge.sights))
            found = [one for one in priced if one is not None]
            if len(found) < len(pilots):
                return False
            first, values = found[0][0], [prices for _, prices in found]
            fees[world] = fees_of(values, pilots, self.judge.orders, first)
        self.fees = fees
        return True

    def _priced(self, pilot: Future) -> tuple[int, Values] | None:
        """The first round of what is left to play in a future, and prices for it."""
        problem = self.problem(pilot)
        if problem is None or self.stop():
            return None
        return problem.state.round, problem.relaxation().solve()[1]

    def bounds(self, futures: Sequence[Future]) -> list[float]:
        """What no play scores, future by future, as far as there is time."""
        found = self._side_by_side(self.bound, futures, self.abreast)
        done = found.index(None) if None in found else len(found)
        return [value for value in found[:done] if value is not None]

    @property
    def abreast(self) -> int:
        """How many futures are looked at side by side: a headcount has all workers for itself."""
        return 1 if self.sharp else len(self.judge.sights)

    @staticmethod
    def _side_by_side(find: Callable[[Future], Found], futures: Sequence[Future], workers: int) -> list[Found]:
        with ThreadPoolExecutor(workers) as pool:
            return list(pool.map(find, futures))

    def bound(self, future: Future) -> float | None:
        """What no play scores in a future, the fees paid; None where nothing is left to decide, or no time."""
        problem = None if self.stop() else self.problem(future)
        if problem is None:
            return None
        table = self._table(problem, future)
        bounds = Bounds(problem)
        bounds.never = self._solved(problem, table, -1, -1e9)
        enough = float(bounds.by_prices(0, problem.words, [bounds.never]).max())
        while not bounds.complete:  # plays that lose everything need no bound sharper than that of the others
            if self.stop():
                return None
            bounds.losses.append(self._solved(problem, table, len(bounds.losses), enough))
        first = self._first_fee(problem, future)
        best = float(bounds.of(0, problem.words).max())
        if self.sharp and len(problem.words) == 1:
            best = min(best, self._headcount(problem, table))
        return best - first if table is not None else float(floor(best + ROUNDING))

    def _headcount(self, problem: Problem, table: Floats | None) -> float:
        words, workers = problem.words, len(self.judge.sights)
        deal = problem.headcount_deal(0, words, levels_for(problem.rounds), workers, table)
        turns = TURNS if self.prices is None else LATER_TURNS
        bound, self.prices = prices_for(deal, problem.headcount_stock(0, words[0]), turns, self.prices, stop=self.stop)
        return bound

    def _table(self, problem: Problem, future: Future) -> Floats | None:
        """The fees of a future, [round, point]."""
        if not self.fees:
            return None
        first = problem.state.round
        rows = []
        for number in range(first, ROUNDS + 1):
            known = self.fees[future.world].get(number)
            order = future.orders.get(number)
            drawn = known is not None and order is not None
            rows.append(known[self.judge.orders.index(order)] if drawn else None)  # type: ignore[index, arg-type]
        size = next(len(row) for row in rows if row is not None)
        return np.stack([np.zeros(size) if row is None else row for row in rows])

    def _first_fee(self, problem: Problem, future: Future) -> float:
        """The fee of the round the problem begins with, where its order is drawn, too."""
        number = problem.state.round
        if not self.fees or number not in self.fees[future.world]:
            return 0.0
        state = problem.state
        config = problem.world.upgrades.index(tuple(one.upgraded for one in state.floors))
        row = self.fees[future.world][number][self.judge.orders.index(future.orders[number])]
        return float(row[point(config, state.entrances, state.gardens)])

    def _solved(self, problem: Problem, table: Floats | None, lost: int, enough: float) -> Values:
        programme = problem.relaxation(lost)
        programme.fees = table
        return programme.solve(enough=enough)[1]


def ceiling(
    judge: Judge, state: State, stop: Callable[[], bool], seed: int = 0, seconds: float = 60.0
) -> Ceiling | None:
    """A bound on what any player can expect from a position; None when there is no time for two futures.

    There are fees where the seconds allow for them; else what knowing the draws brings is all in the bound.
    """
    if state.round == ROUNDS - 1 and state.phase is not Phase.ORDER:
        return _one_draw(judge, state, stop, seconds)
    ceilings = Ceilings(judge, state, stop, sharp=seconds > WORTH_A_HEADCOUNT)
    futures, began, few = judge.futures(state, MOST_FUTURES, seed), time.monotonic(), ceilings.abreast
    plain = ceilings.bounds(futures[:few])
    if not plain:
        return None
    worlds = len(worlds_of(state))
    turns = (len(judge.orders) * worlds + WORTH_WHILE) / few
    penalised: list[float] = []
    if (time.monotonic() - began) * turns < seconds and ceilings.learn(seed):
        penalised = ceilings.bounds(futures)
    else:
        plain += ceilings.bounds(futures[len(plain) :])
    for values, fees in ((penalised, True), (plain, False)):
        estimate = estimated(values[: len(values) // worlds * worlds])  # each order of hidden cards as often as others
        if estimate is not None:
            return Ceiling(estimate, False, fees)
    return None


def _one_draw(judge: Judge, state: State, stop: Callable[[], bool], seconds: float) -> Ceiling | None:
    """One draw ahead: every future, bounded by the relaxation, and then by the search as far as there is time."""
    ceilings, began = Ceilings(judge, state, stop), time.monotonic()
    futures = [Future({ROUNDS: order}, world) for world in range(len(worlds_of(state))) for order in judge.orders]
    values = ceilings.bounds(futures)
    if len(values) < len(futures):
        return None
    share = (seconds - (time.monotonic() - began)) / len(futures)
    for at, future in enumerate(futures):
        if stop() or share < WORTH_A_SEARCH:
            break
        world, limits = worlds_of(state)[future.world], Limits(share, len(judge.sights))
        found = solve(judge.game, world, future.orders, limits, interrupted=stop).bound
        values[at] = values[at] if found is None else min(values[at], float(found))
    mean = sum(values) / len(values)
    return Ceiling(Estimate(mean, mean, mean, len(values)), True, False)


__all__ = ["Ceilings", "ceiling", "fees_of", "pilots_of"]
