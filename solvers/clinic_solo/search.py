"""The whole game with the draws known: plans changed little by little, many of them, the best ones further.

Every turn changes a plan somewhere and plays it to the end with the kernel. A few plans are begun by a coin, the best of
them is worked on; then it is heated up again and again, each time from the best plan so far or from a new one.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from clinic_solo.moves import Move
from solvers.clinic_solo import flat
from solvers.clinic_solo.kernel.anneal import anneal, random_plan, seed_chance
from solvers.clinic_solo.kernel.game import IMPOSSIBLE, play
from solvers.clinic_solo.kernel.genome import GENOME
from solvers.clinic_solo.kernel.names import EVENT_WIDTH, MOST_EVENTS
from solvers.clinic_solo.problem import Problem, Start
from solvers.clinic_solo.retell import play_on, refereed, told
from solvers.clinic_solo.world import Ints
from solvers.result import Progress

CHUNK = 1_500  # turns between two looks at the clock
HOT, COLD, REHEATED = 6.0, 0.3, 3.0
FIRST_TURNS = 6_000  # of a new plan
LONGEST = 400_000  # turns of one chain


@dataclass
class Chain:
    """A plan that is being worked on."""

    start: Start
    plan: Ints
    best_plan: Ints
    best: float = IMPOSSIBLE
    worth: float = IMPOSSIBLE


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
    elite: list[Chain] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.began = time.monotonic()
        self.random = np.random.default_rng(1)

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

    def cool(self, chain: Chain, turns: int, hot: float, cold: float = COLD) -> Chain:
        """Work on a chain's plan while it cools."""
        done = 0
        seed_chance(int(self.random.integers(2**31)))
        while done < turns and not self.stop():
            more = min(CHUNK, turns - done)
            heats = [hot * (cold / hot) ** ((done + part) / turns) for part in (0, more)]
            start = chain.start
            chain.best, chain.worth = anneal(
                start.world, start.row, start.fresh, start.first_slot, chain.plan, more, *heats,
                self.goal_weight, chain.best_plan,
            )  # fmt: skip
            done += more
            self.turns += more
        return chain

    def keep(self, chain: Chain) -> None:
        """Retell the best plan of a chain and let the referee see it."""
        if self.champion is not None and (chain.best, chain.worth) <= (self.champion.best, self.champion.worth):
            return
        self.champion = chain
        if chain.best > IMPOSSIBLE:
            self.offer(self.told(chain))

    def told(self, chain: Chain) -> list[Move]:
        """The moves of a chain's best plan, from the position that was asked about."""
        problem, start = self.problem, chain.start
        events = np.zeros((MOST_EVENTS, EVENT_WIDTH), np.int32)
        end = np.empty(flat.LENGTH, np.int32)
        play(start.world, start.row, start.fresh, chain.best_plan, end, events, self.goal_weight)
        draw = problem.known.draw
        return [*start.moves, *refereed(problem.game, start.state, told(problem.game, events, end), draw)]

    def run(self) -> None:
        """Until it is stopped: new plans, the best of them longer, then reheated ones, each turn longer than before."""
        starts = [start for start in self.problem.starts if not self.problem.game.is_over(start.state)]
        for over in (start for start in self.problem.starts if self.problem.game.is_over(start.state)):
            self.offer(over.moves)
        if not starts:
            return
        with ThreadPoolExecutor(self.workers) as pool:
            turns = FIRST_TURNS
            while not self.stop():
                begun = [starts[k % len(starts)] for k in range(max(4, 2 * self.workers, len(starts)))]
                chains = list(pool.map(lambda start, t=turns: self.cool(self.begin(start), t, HOT, 1.0), begun))
                self._told("new plans", chains)
                chains.sort(key=lambda chain: -chain.worth)
                best = chains[: self.workers]
                list(pool.map(lambda chain, t=2 * turns: self.cool(self._again(chain), t, REHEATED), best))
                self._told("the best of them", best)
                if self.champion is not None:
                    champion = self.champion
                    again = [self._again(champion) for _ in range(self.workers)]
                    list(pool.map(lambda chain, t=2 * turns: self.cool(chain, t, REHEATED), again))
                    self._told("the best once more", again)
                starts = [chain.start for chain in chains[: max(1, len(starts) // 2)]]
                turns = min(2 * turns, LONGEST)

    def _again(self, chain: Chain) -> Chain:
        return Chain(chain.start, chain.best_plan.copy(), chain.best_plan.copy(), chain.best, chain.worth)

    def _told(self, stage: str, chains: Sequence[Chain]) -> None:
        for chain in chains:
            self.keep(chain)
        self.say(stage)
