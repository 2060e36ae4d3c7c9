"""The information relaxation bound: no player can expect more than one who knows the draws and pays a penalty for it.

A player who knew the draws could do no worse, so the mean over futures of the best score in each bounds every player.
That bound is loose. So whoever knows the draws pays a penalty at the beginning of each round: the value of the clinic
with the order drawn, less its mean over all orders. For a player who does not know the draws the penalties are zero on
average, whatever they do; for one who does they take back a part of what knowing brings (Brown, Smith & Sun 2010). Each
future is bounded by the linear relaxation with the penalties in it, with enough time by a Lagrangian bound as well, or,
where just one draw is ahead, by the search. So this is a bound on a bound, which holds all the more.
"""

import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import floor, inf
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from clin9ic.state import ROUNDS, Phase, State
from solvers.clin9ic.bounds.lagrangian.bound import MultiplierSets, optimise_multipliers
from solvers.clin9ic.bounds.lagrangian.table import GRID, TooLarge
from solvers.clin9ic.bounds.linear_relaxation import DualPrices
from solvers.clin9ic.bounds.pricing_dp import point
from solvers.clin9ic.kernel.known_orders import KnownOrders
from solvers.clin9ic.policy.play_evaluator import Future, PlayEvaluator
from solvers.clin9ic.policy.player_view import worlds_of
from solvers.clin9ic.search.position_bounds import PositionBounds, levels_for
from solvers.clin9ic.solve import solve
from solvers.clin9ic.successors.problem import Problem, problem_of
from solvers.core.advice import Ceiling, Estimate, estimated
from solvers.core.budget import Budget

Result = TypeVar("Result")
Floats = NDArray[np.float64]
Penalties = dict[int, Floats]  # by round: [order, point]
MOST_FUTURES = 64
SEARCH_FROM = 1.0  # seconds
TURNS, LATER_TURNS = 12, 6  # of the column generation
LAGRANGIAN_FROM = 150.0  # seconds there should be for all futures together
LEARN_FROM = 8  # futures there should be time for besides learning the penalties


def information_penalties(
    values: Sequence[DualPrices], pilots: Sequence[Future], orders: Sequence[tuple[str, ...]], first: int
) -> Penalties:
    """Information penalties by order of each round, from prices for futures in which each order comes once a round.

    They are numbers that tables add up exactly, and on average no more than zero: whoever does not know the draws pays
    nothing, or is given a little.
    """
    found = {}
    for number in pilots[0].orders:
        at = [next(j for j, pilot in enumerate(pilots) if pilot.orders[number] == order) for order in orders]
        value = np.round(np.stack([values[j].path[number - first] for j in at]) / GRID) * GRID
        found[number] = value - np.ceil(value.mean(axis=0) / GRID) * GRID
    return found


def pilot_futures(state: State, orders: Sequence[tuple[str, ...]], world: int, seed: int) -> list[Future]:
    """As many futures as there are orders, each order once in every round."""
    draw = random.Random(f"{seed} pilots")
    columns = {number: draw.sample(orders, len(orders)) for number in _to_draw(state)}
    return [Future({number: column[j] for number, column in columns.items()}, world) for j in range(len(orders))]


def _to_draw(state: State) -> range:
    return range(state.round + (state.phase is not Phase.ORDER), ROUNDS + 1)


class FutureBounds:
    """Bounds of futures, several side by side; what is under way when it is time to stop is given up."""

    def __init__(
        self, evaluator: PlayEvaluator, state: State, stop: Callable[[], bool] = lambda: False, *, sharp: bool = False
    ) -> None:
        self.evaluator, self.state, self.stop, self.sharp = evaluator, state, stop, sharp
        self.penalties: dict[int, Penalties] = {}  # by world
        self.prices: MultiplierSets | None = None  # of the future before: a warm start for the next one

    def problem(self, future: Future) -> Problem | None:
        return problem_of(self.evaluator.game, worlds_of(self.state)[future.world], future.orders)

    def learn(self, seed: int) -> bool:
        """Set the penalties, of all orders the hidden floor cards may have, unless it is time to stop."""
        penalties = {world: self.learned(world, seed) for world in range(len(worlds_of(self.state)))}
        found = {world: one for world, one in penalties.items() if one is not None}
        if len(found) < len(penalties):
            return False
        self.penalties = found
        return True

    def learned(self, world: int, seed: int) -> Penalties | None:
        """The penalties for one order of the hidden floor cards; None where it is time to stop."""
        pilots = pilot_futures(self.state, self.evaluator.orders, world, seed)
        priced = self._side_by_side(self._priced, pilots, len(self.evaluator.views))
        found = [one for one in priced if one is not None]
        if len(found) < len(pilots):
            return None
        first, values = found[0][0], [prices for _, prices in found]
        return information_penalties(values, pilots, self.evaluator.orders, first)

    def _priced(self, pilot: Future) -> tuple[int, DualPrices] | None:
        """The first round of what is left to play in a future, and prices for it."""
        problem = self.problem(pilot)
        if problem is None or self.stop():
            return None
        return problem.state.round, problem.relaxation().solve()[1]

    def bounds(self, futures: Sequence[Future]) -> list[float]:
        """A bound on every play, future by future, as far as there is time."""
        found = self._side_by_side(self.bound, futures, self.abreast)
        done = found.index(None) if None in found else len(found)
        return [value for value in found[:done] if value is not None]

    @property
    def abreast(self) -> int:
        """How many futures are looked at side by side: a Lagrangian bound has all workers for itself."""
        return 1 if self.sharp else len(self.evaluator.views)

    @staticmethod
    def _side_by_side(find: Callable[[Future], Result], futures: Sequence[Future], workers: int) -> list[Result]:
        with ThreadPoolExecutor(workers) as pool:
            return list(pool.map(find, futures))

    def bound(self, future: Future) -> float | None:
        """A bound on every play in a future, penalties paid; None where nothing is left to decide, or no time."""
        problem = None if self.stop() else self.problem(future)
        if problem is None:
            return None
        table = self._table(problem, future)
        bounds = PositionBounds(problem)
        bounds.solvent = self._solved(problem, table, -1, -1e9)
        enough = float(bounds.by_prices(0, problem.words, [bounds.solvent]).max())
        while not bounds.complete:  # plays that go bankrupt need no bound sharper than that of the others
            if self.stop():
                return None
            bounds.bankruptcies.append(self._solved(problem, table, len(bounds.bankruptcies), enough))
        first = self._first_penalty(problem, future)
        best = float(bounds.of(0, problem.words).max())
        if self.sharp and len(problem.words) == 1:
            best = min(best, self._lagrangian(problem, table))
        return best - first if table is not None else float(floor(best))

    def _lagrangian(self, problem: Problem, table: Floats | None) -> float:
        words, workers = problem.words, len(self.evaluator.views)
        deal = problem.lagrangian_deal(0, words, levels_for(problem.rounds), workers, table)
        turns = TURNS if self.prices is None else LATER_TURNS
        stock = problem.lagrangian_stock(0, words[0])
        try:
            bound, self.prices = optimise_multipliers(deal, stock, turns, self.prices, stop=self.stop)
        except TooLarge:
            return inf
        return bound

    def _table(self, problem: Problem, future: Future) -> Floats | None:
        """The penalties of a future, [round, point]."""
        if not self.penalties:
            return None
        first = problem.state.round
        rows = []
        for number in range(first, ROUNDS + 1):
            known = self.penalties[future.world].get(number)
            order = future.orders.get(number)
            drawn = known is not None and order is not None
            rows.append(known[self.evaluator.orders.index(order)] if drawn else None)  # type: ignore[index, arg-type]
        size = next(len(row) for row in rows if row is not None)
        return np.stack([np.zeros(size) if row is None else row for row in rows])

    def _first_penalty(self, problem: Problem, future: Future) -> float:
        """The penalty of the round the problem begins with, where its order is drawn, too."""
        number = problem.state.round
        if not self.penalties or number not in self.penalties[future.world]:
            return 0.0
        state = problem.state
        config = problem.world.upgrades.index(tuple(one.upgraded for one in state.floors))
        row = self.penalties[future.world][number][self.evaluator.orders.index(future.orders[number])]
        return float(row[point(config, state.entrances, state.gardens)])

    def _solved(self, problem: Problem, table: Floats | None, bankrupt_in: int, enough: float) -> DualPrices:
        relaxation = problem.relaxation(bankrupt_in)
        relaxation.penalties = table
        return relaxation.solve(enough=enough)[1]


def information_bound(
    evaluator: PlayEvaluator, state: State, stop: Callable[[], bool], seed: int = 0, seconds: float = 60.0
) -> Ceiling | None:
    """A bound on what any player can expect from a position; None when there is no time for two futures.

    There are penalties where the seconds allow for them; else the bound counts all that knowing the draws brings.
    """
    if state.round == ROUNDS - 1 and state.phase is not Phase.ORDER:
        return _one_draw(evaluator, state, stop, seconds)
    future_bounds = FutureBounds(evaluator, state, stop, sharp=seconds > LAGRANGIAN_FROM)
    futures, began, few = evaluator.futures(state, MOST_FUTURES, seed), time.monotonic(), future_bounds.abreast
    plain = future_bounds.bounds(futures[:few])
    if not plain:
        return None
    worlds = len(worlds_of(state))
    turns = (len(evaluator.orders) * worlds + LEARN_FROM) / few
    penalised: list[float] = []
    if (time.monotonic() - began) * turns < seconds and future_bounds.learn(seed):
        penalised = future_bounds.bounds(futures)
    else:
        plain += future_bounds.bounds(futures[len(plain) :])
    for values, penalties in ((penalised, True), (plain, False)):
        estimate = estimated(values[: len(values) // worlds * worlds])  # each order of hidden cards as often as others
        if estimate is not None:
            return Ceiling(estimate, False, penalties)
    return None


def _one_draw(evaluator: PlayEvaluator, state: State, stop: Callable[[], bool], seconds: float) -> Ceiling | None:
    """One draw ahead: every future, bounded by the relaxation, and then by the search as far as there is time."""
    future_bounds, began = FutureBounds(evaluator, state, stop), time.monotonic()
    futures = [Future({ROUNDS: order}, world) for world in range(len(worlds_of(state))) for order in evaluator.orders]
    values = future_bounds.bounds(futures)
    if len(values) < len(futures):
        return None
    share = (seconds - (time.monotonic() - began)) / len(futures)
    for at, future in enumerate(futures):
        if stop() or share < SEARCH_FROM:
            break
        world, budget = worlds_of(state)[future.world], Budget(share, len(evaluator.views))
        found = solve(KnownOrders(evaluator.game, future.orders), world, budget, interrupted=stop).bound
        values[at] = values[at] if found is None else min(values[at], float(found))
    mean = sum(values) / len(values)
    return Ceiling(Estimate(mean, mean, mean, len(values)), True, False)


__all__ = ["FutureBounds", "information_bound", "information_penalties", "pilot_futures"]
