"""Simulated annealing for a known deal, as population annealing; the core's `perturb.cpp` changes a plan.

Every iteration changes a plan somewhere and plays it to the end with the kernel; a worse plan is accepted with a
probability that falls with the temperature. After a short run from every start, most of the time goes into one slow
cooling of a population of plans: at each temperature step the plans are resampled by their Boltzmann weights.

Hukushima, Iba: Population annealing and its application to a spin glass, AIP Conf. Proc. 690 (2003).
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from clinic_solo.moves import Move
from clinic_solo.referee import ClinicSolo
from solvers.clinic_solo.kernel.core import IMPOSSIBLE, anneal, random_plan, rollout
from solvers.clinic_solo.kernel.decode_plan import decode_plan, refereed
from solvers.clinic_solo.kernel.problem import Problem, Start
from solvers.clinic_solo.kernel.state_encoding import Encoded
from solvers.core.result import LostPlan, Progress

CHUNK = 5_000  # iterations between two looks at the clock
STEP = 0.0125  # seconds that they take, about
START_TEMPERATURE, END_TEMPERATURE = 3.0, 0.4
FIRST_SHARE = 0.05  # of the time, for the short try
FEWER = 4  # of several places to start, only the best of so many are tried again
POPULATION = 4  # plans that cool side by side
STEPS = 50  # of their cooling
AT_RANDOM = (0.02, 0.05, 0.1, 0.3)  # of a simple player's moves
FEWEST, MOST = 500, 100_000  # iterations for a plan in one step


@dataclass
class Chain:
    """A Markov chain of the annealing: its current plan and the best one it has met."""

    start: Start
    plan: Encoded
    best_plan: Encoded
    best: float = IMPOSSIBLE
    best_value: float = IMPOSSIBLE
    value: float = IMPOSSIBLE  # of the plan as it is now


def temperature_at(share: float) -> float:
    """The temperature after a share of the time: geometric cooling."""
    return float(START_TEMPERATURE * (END_TEMPERATURE / START_TEMPERATURE) ** min(1.0, share))


def plan_moves(game: ClinicSolo, start: Start, plan: Encoded, goal_weight: float) -> Iterator[Move]:
    """The moves of a plan from its start, not yet refereed and without any `pass`."""
    played = rollout(start, plan, goal_weight, tell=True)
    return decode_plan(game, played.events, played.end)


@dataclass
class Search:
    """A search over one problem; it ends early whenever `stop` says so. With `goal_weight` it steers for the goal."""

    problem: Problem
    report: Callable[[Progress], None] = lambda _: None
    stop: Callable[[], bool] = lambda: False
    workers: int = 2
    goal_weight: float = 0.0
    bound: int | None = None
    iterations: int = 0
    best: int | None = None  # the best score of a refereed plan; with a goal, of one that meets it
    moves: tuple[Move, ...] = ()
    incumbent: Chain | None = None
    proof: str = ""  # what the bound rests on, where that is not the relaxation
    defect: str = ""  # what the referee refused of all that the search took for legal
    on_plan: Callable[[], None] = lambda: None  # called with every better plan

    def __post_init__(self) -> None:
        self.began = time.monotonic()
        self.random = np.random.default_rng(1)
        self._incumbent_score = IMPOSSIBLE
        self._lock = threading.Lock()

    def offer(self, moves: Sequence[Move]) -> bool:
        """Take a plan if the referee finds it better than the best so far."""
        known = self.problem.known
        end = known.play(self.problem.state, moves)
        score = known.game.final_score(end)
        wanted = not self.goal_weight or known.game.goal_met(end)
        if not known.game.is_over(end) or not wanted or (self.best is not None and score <= self.best):
            return False
        self.best, self.moves = score, tuple(moves)
        self.on_plan()
        return True

    def say(self, stage: str) -> None:
        elapsed = time.monotonic() - self.began
        self.report(Progress(stage, self.problem.state.round, self.iterations, self.best, self.bound, elapsed, "plans"))

    # --- chains -------------------------------------------------------------------------------------------------------

    def begin(self, start: Start) -> Chain:
        plan = random_plan(start, self._seed())
        return Chain(start, plan, plan.copy())

    def cool(self, chain: Chain, until: float) -> Chain:
        """Work on a chain's plan while it cools, by the clock, so that it is cold when its time is up."""
        began = time.monotonic()
        while (now := time.monotonic()) < until and not self.stop():
            share, step = (now - began) / (until - began), STEP / (until - began)
            self._iterate(chain, CHUNK, temperature_at(share), temperature_at(share + step))
        return chain

    def _seed(self) -> int:
        """Every call of the core has random numbers of its own."""
        with self._lock:
            return int(self.random.integers(2**63))

    def _iterate(self, chain: Chain, iterations: int, hottest: float, coldest: float) -> None:
        temperatures = hottest, coldest
        chain.best, chain.best_value, chain.value = anneal(
            chain.start, chain.plan, chain.best_plan, iterations, temperatures, self.goal_weight, self._seed()
        )
        self.iterations += iterations
        if chain.best > self._incumbent_score:
            self.update_incumbent(chain)
            self.say(f"{hottest:.1f} points of heat")

    def cool_together(self, starts: Sequence[Start], until: float) -> None:
        """Population annealing: at each temperature step the plans are resampled by their Boltzmann weights."""
        random = np.random.default_rng(self._seed())
        chains = [self.begin(starts[k % len(starts)]) for k in range(POPULATION)]
        began, iterations, share = time.monotonic(), FEWEST, 0.0
        while (stepped := time.monotonic()) < until:
            hottest, coldest = temperature_at(share), temperature_at(share + 1 / STEPS)
            for chain in chains:
                self._iterate(chain, iterations, hottest, coldest)
                if self.stop():
                    return
            now = time.monotonic()
            iterations = int(iterations * (until - began) / STEPS / max(now - stepped, 1e-6))
            iterations = min(MOST, max(FEWEST, iterations))
            share = (now - began) / (until - began)
            values = np.array([chain.value for chain in chains])
            weights = np.exp((values - values.max()) * (1 / temperature_at(share) - 1 / hottest))
            marks = (random.random() + np.arange(POPULATION)) / POPULATION * weights.sum()
            drawn = np.minimum(np.searchsorted(np.cumsum(weights), marks), POPULATION - 1)
            chains = [self._copied(chains[k]) for k in drawn]

    def update_incumbent(self, chain: Chain) -> None:
        """Take the best plan of a chain as incumbent; its moves are decoded and refereed."""
        with self._lock:
            if chain.best <= self._incumbent_score:
                return
            self.incumbent = self._copied(chain)
            self._incumbent_score = chain.best
            if chain.best > IMPOSSIBLE:
                self._offer_decoded(chain)

    def _offer_decoded(self, chain: Chain) -> None:
        """A plan the referee refuses is a defect, but no reason to lose the plans that stand."""
        try:
            self.offer(self.decode(chain))
        except LostPlan as refused:
            self.defect = str(refused)

    def _copied(self, chain: Chain) -> Chain:
        return replace(chain, plan=chain.plan.copy(), best_plan=chain.best_plan.copy())

    def decode(self, chain: Chain) -> list[Move]:
        """The moves of a chain's best plan, from the position that was asked about."""
        problem, start = self.problem, chain.start
        moves = plan_moves(problem.game, start, chain.best_plan, self.goal_weight)
        return [*start.moves, *refereed(problem.known, start.state, moves)]

    def try_out(self, until: float) -> None:
        """Where the kernel cannot take over: games of the sensible player with moves at random, by the referee."""
        random = Random(1)
        while time.monotonic() < until and not self.stop():
            plan = self.problem.sensible(random, random.choice(AT_RANDOM))
            self.iterations += 1
            if self.offer(plan):
                self.say("simple players")

    def warm_up(self) -> None:
        """One plan of our own, at once."""
        for start in self.problem.starts[:1]:
            self._iterate(self.begin(start), CHUNK, START_TEMPERATURE, END_TEMPERATURE)

    def run(self, until: float) -> None:
        """Until a point of time, or until it is stopped: a short try, then a long one."""
        starts = self.problem.starts
        if not starts:
            self.try_out(until)
            return
        began = time.monotonic()
        number = max(self.workers, len(starts))
        each = FIRST_SHARE * (until - began) * self.workers / number
        with ThreadPoolExecutor(self.workers) as pool:
            begun = [self.begin(starts[k % len(starts)]) for k in range(number)]
            chains = list(pool.map(lambda chain: self.cool(chain, time.monotonic() + each), begun))
            chains.sort(key=lambda chain: -chain.best_value)
            promising = [chain.start for chain in chains[: max(1, len(starts) // FEWER)]]
            list(pool.map(lambda _: self.cool_together(promising, until), range(self.workers)))
