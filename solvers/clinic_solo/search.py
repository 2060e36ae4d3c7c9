"""The whole game with the draws known: plans changed little by little, many of them, the best ones further.

Every turn changes a plan somewhere and plays it to the end with the kernel. What is worse is kept, too, as long as the
plan is hot. After a short try most of the time goes into one slow cooling of several plans side by side: at each step
those that do well for their heat are taken up more often, in place of others.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from clinic_solo.moves import Move
from clinic_solo.referee import ClinicSolo
from solvers.clinic_solo import flat
from solvers.clinic_solo.kernel.anneal import anneal, random_plan, seed_chance
from solvers.clinic_solo.kernel.game import IMPOSSIBLE, play
from solvers.clinic_solo.kernel.genome import GENOME
from solvers.clinic_solo.kernel.names import EVENT_WIDTH, MOST_EVENTS
from solvers.clinic_solo.problem import Problem, Start
from solvers.clinic_solo.retell import play_on, refereed, told
from solvers.clinic_solo.world import Ints
from solvers.result import Progress

CHUNK = 1_000  # turns between two looks at the clock
STEP = 0.05  # seconds that they take, about
HOT, COLD = 3.0, 0.4
FIRST_SHARE = 0.05  # of the time, for the short try
FEWER = 4  # of several places to start, only the best of so many are tried again
POPULATION = 4  # plans that cool side by side
STEPS = 50  # of their cooling
FEWEST, MOST = 100, 20_000  # turns for a plan in one step


@dataclass
class Chain:
    """A plan that is being worked on."""

    start: Start
    plan: Ints
    best_plan: Ints
    best: float = IMPOSSIBLE
    best_worth: float = IMPOSSIBLE
    worth: float = IMPOSSIBLE  # of the plan as it is now


def heat_at(share: float, hot: float = HOT, cold: float = COLD) -> float:
    """The heat after a share of the time."""
    return float(hot * (cold / hot) ** min(1.0, share))


def plan_moves(game: ClinicSolo, start: Start, plan: Ints, goal_weight: float) -> Iterator[Move]:
    """The moves of a plan from its start, not yet refereed and without any `pass`."""
    events = np.zeros((MOST_EVENTS, EVENT_WIDTH), np.int32)
    end = np.empty(flat.LENGTH, np.int32)
    play(start.world, start.row, start.fresh, plan, end, events, goal_weight)
    return told(game, events, end)


@dataclass
class Search:
    """A search over one problem; it ends early whenever `stop` says so. With `goal_weight` it steers for the goal."""

    problem: Problem
    report: Callable[[Progress], None] = lambda _: None
    stop: Callable[[], bool] = lambda: False
    workers: int = 2
    goal_weight: float = 0.0
    bound: int | None = None
    turns: int = 0
    best: int | None = None  # the best score of a refereed plan; with a goal, of one that meets it
    moves: tuple[Move, ...] = ()
    champion: Chain | None = None
    proof: str = ""  # what the bound rests on, where that is not the relaxation
    exhausted: bool = False  # whether all choices there were have been tried out

    def __post_init__(self) -> None:
        self.began = time.monotonic()
        self.random = np.random.default_rng(1)
        self._known_best = IMPOSSIBLE
        self._lock = threading.Lock()

    def offer(self, moves: Sequence[Move]) -> bool:
        """Take a plan if the referee finds it better than the best so far."""
        known = self.problem.known
        end = play_on(known.game, self.problem.state, moves, known.draw)
        score = known.game.final_score(end)
        wanted = not self.goal_weight or known.game.goal_met(end)
        if not known.game.is_over(end) or not wanted or (self.best is not None and score <= self.best):
            return False
        self.best, self.moves = score, tuple(moves)
        return True

    def say(self, stage: str) -> None:
        elapsed = time.monotonic() - self.began
        self.report(Progress(stage, self.problem.state.round, self.turns, self.best, self.bound, elapsed, "plans"))

    # --- chains -------------------------------------------------------------------------------------------------------

    def begin(self, start: Start) -> Chain:
        plan = np.zeros(GENOME, np.int32)
        random_plan(start.world, plan)
        return Chain(start, plan, plan.copy())

    def cool(self, chain: Chain, until: float, hot: float = HOT, cold: float = COLD) -> Chain:
        """Work on a chain's plan while it cools, by the clock, so that it is cold when its time is up."""
        self._seed()
        began = time.monotonic()
        while (now := time.monotonic()) < until and not self.stop():
            share, step = (now - began) / (until - began), STEP / (until - began)
            self._turn(chain, CHUNK, heat_at(share, hot, cold), heat_at(share + step, hot, cold))
        return chain

    def _seed(self) -> int:
        """Every thread has its own chance."""
        with self._lock:
            seed = int(self.random.integers(2**31))
        seed_chance(seed)
        return seed

    def _turn(self, chain: Chain, turns: int, hot: float, cold: float) -> None:
        start = chain.start
        chain.best, chain.best_worth, chain.worth = anneal(
            start.world, start.row, start.fresh, start.first_slot, chain.plan, turns, hot, cold,
            self.goal_weight, chain.best_plan,
        )  # fmt: skip
        self.turns += turns
        if chain.best > self._known_best:
            self.keep(chain)
            self.say(f"{hot:.1f} points of heat")

    def cool_together(self, starts: Sequence[Start], until: float) -> None:
        """Population annealing: whenever it gets colder, plans are drawn anew by how likely the new heat makes them."""
        random = np.random.default_rng(self._seed())
        chains = [self.begin(starts[k % len(starts)]) for k in range(POPULATION)]
        began, turns, share = time.monotonic(), FEWEST, 0.0
        while (stepped := time.monotonic()) < until:
            hot, cold = heat_at(share), heat_at(share + 1 / STEPS)
            for chain in chains:
                self._turn(chain, turns, hot, cold)
                if self.stop():
                    return
            now = time.monotonic()
            turns = int(turns * (until - began) / STEPS / max(now - stepped, 1e-6))
            turns = min(MOST, max(FEWEST, turns))
            share = (now - began) / (until - began)
            worths = np.array([chain.worth for chain in chains])
            weights = np.exp((worths - worths.max()) * (1 / heat_at(share) - 1 / hot))
            marks = (random.random() + np.arange(POPULATION)) / POPULATION * weights.sum()
            drawn = np.minimum(np.searchsorted(np.cumsum(weights), marks), POPULATION - 1)
            chains = [self._again(chains[k]) for k in drawn]

    def keep(self, chain: Chain) -> None:
        """Retell the best plan of a chain and let the referee see it."""
        with self._lock:
            if chain.best <= self._known_best:
                return
            self.champion = self._again(chain)
            self._known_best = chain.best
            if chain.best > IMPOSSIBLE:
                self.offer(self.told(chain))

    def _again(self, chain: Chain) -> Chain:
        return replace(chain, plan=chain.plan.copy(), best_plan=chain.best_plan.copy())

    def told(self, chain: Chain) -> list[Move]:
        """The moves of a chain's best plan, from the position that was asked about."""
        problem, start = self.problem, chain.start
        moves = plan_moves(problem.game, start, chain.best_plan, self.goal_weight)
        return [*start.moves, *refereed(problem.game, start.state, moves, problem.known.draw)]

    def warm_up(self) -> None:
        """Have everything compiled, and one plan of our own."""
        for start in self.problem.starts[:1]:
            if not self.problem.game.is_over(start.state):
                self._seed()
                self._turn(self.begin(start), CHUNK, HOT, COLD)

    def run(self, until: float) -> None:
        """Until a point of time, or until it is stopped: a short try, then a long one."""
        starts = [start for start in self.problem.starts if not self.problem.game.is_over(start.state)]
        for over in (start for start in self.problem.starts if self.problem.game.is_over(start.state)):
            self.offer(over.moves)
        if not starts:
            self.exhausted = self.problem.complete
            return
        began = time.monotonic()
        number = max(self.workers, len(starts))
        each = FIRST_SHARE * (until - began) * self.workers / number
        with ThreadPoolExecutor(self.workers) as pool:
            begun = [self.begin(starts[k % len(starts)]) for k in range(number)]
            chains = list(pool.map(lambda chain: self.cool(chain, time.monotonic() + each), begun))
            chains.sort(key=lambda chain: -chain.best_worth)
            starts = [chain.start for chain in chains[: max(1, len(starts) // FEWER)]]
            list(pool.map(lambda _: self.cool_together(starts, until), range(self.workers)))
