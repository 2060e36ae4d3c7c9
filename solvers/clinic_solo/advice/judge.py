"""What positions are worth: each of the same futures is played by plans that know it, changed little by little.

That is hindsight: no player can do as well on average, as nobody knows the draws. What is compared is fair all the
same, as every way to go on is given the same futures, the same effort and the same plans to begin with.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from clinic_solo.referee import ClinicSolo
from clinic_solo.state import State
from solvers.advice import Objective
from solvers.clinic_solo.advice.futures import Future
from solvers.clinic_solo.flat import LENGTH
from solvers.clinic_solo.kernel.anneal import anneal, random_plan, seed_chance
from solvers.clinic_solo.kernel.game import play
from solvers.clinic_solo.kernel.genome import GENOME
from solvers.clinic_solo.problem import Start
from solvers.clinic_solo.retell import play_on, refereed
from solvers.clinic_solo.search import COLD, HOT, plan_moves
from solvers.clinic_solo.world import Ints
from solvers.result import LostPlan

Task = TypeVar("Task")
Done = TypeVar("Done")
WARM = 1.5  # points of heat for a plan that is good already
SILENT = np.zeros((0, 5), np.int32)


@dataclass(frozen=True)
class Trial:
    """The best plan known from a start on, and how it ends; no plan where the game is over."""

    start: Start
    plan: Ints | None = None
    score: float = 0.0
    met: bool = False


@dataclass
class Judge:
    """Plays futures; what it answers depends on the question alone, however many workers there are."""

    game: ClinicSolo
    objective: Objective = Objective.SCORE
    workers: int = 1
    seed: int = 0
    stop: Callable[[], bool] = lambda: False

    @property
    def goal_weight(self) -> float:
        return float(self.objective is Objective.GOAL)

    def utility(self, trial: Trial) -> float:
        return float(trial.met) if self.objective is Objective.GOAL else trial.score

    def all(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> list[Done] | None:
        """All of it done, or None when it is time to stop."""
        with ThreadPoolExecutor(self.workers) as pool:
            done = list(pool.map(lambda task: None if self.stop() else work(task), tasks))
        return None if any(one is None for one in done) else done  # type: ignore[return-value]

    def improved(self, trial: Trial, turns: int, coin: int, others: Sequence[Ints] = ()) -> Trial:
        """The trial with a better plan, if so many changes find one; plans from elsewhere may be taken up."""
        start = trial.start
        if self.game.is_over(start.state):
            return replace(trial, score=self.game.final_score(start.state), met=self.game.goal_met(start.state))
        seed_chance((self.seed * 1_000_003 + coin * 7919 + start.first_slot) % 2**31)
        known = [*others] if trial.plan is None else [trial.plan, *others]
        hot = WARM if known else HOT
        if not known:
            known = [np.zeros(GENOME, np.int32)]
            random_plan(start.world, known[0])
        plan = max((one.copy() for one in known), key=lambda one: self._played(start, one, self.goal_weight)[1])
        best = plan.copy()
        score, _, _ = anneal(
            start.world, start.row, start.fresh, start.first_slot, plan, turns, hot, COLD, self.goal_weight, best
        )
        met = self._played(start, best, 0.0)[0] == self._played(start, best, 1.0)[0]
        return Trial(start, best, self._played(start, best, 0.0)[0] if self.goal_weight else score, met)

    def _played(self, start: Start, plan: Ints, goal_weight: float) -> tuple[float, float]:
        score, worth = play(start.world, start.row, start.fresh, plan, np.empty(LENGTH, np.int32), SILENT, goal_weight)
        return float(score), float(worth)

    def confirmed(self, future: Future, trial: Trial) -> Trial:
        """The trial as the referee sees it; LostPlan where that is something else."""
        if trial.plan is None:
            return trial
        start = trial.start
        moves = refereed(
            self.game, start.state, plan_moves(self.game, start, trial.plan, self.goal_weight), future.known.draw
        )
        end = play_on(self.game, start.state, moves, future.known.draw)
        if (self.game.final_score(end), self.game.goal_met(end)) != (trial.score, trial.met):
            raise LostPlan(f"the referee counts {self.game.final_score(end)}, not {trial.score:.0f}")
        return trial


@dataclass
class Contest:
    """Ends of ways, compared on the same futures."""

    judge: Judge
    futures: list[Future]
    trials: dict[tuple[State, int], Trial] = field(default_factory=dict)
    plans: dict[int, Ints] = field(default_factory=dict)  # the best known plan of each future
    rungs: int = 0

    def open(self, numbers: Sequence[int], turns: int) -> bool:
        """Find a plan for each of these futures from the position itself; False when it is time to stop."""

        def work(number: int) -> Trial:
            future, others = self.futures[number], [self.plans[number]] if number in self.plans else []
            return self.judge.improved(Trial(future.start(future.seen)), turns, number, others)

        done = self.judge.all(work, numbers)
        for number, trial in zip(numbers, done or (), strict=False):
            if trial.plan is not None:
                self.plans[number] = trial.plan
        return done is not None

    def rung(self, ends: Sequence[State], numbers: Sequence[int], turns: int) -> bool:
        """Try each end in each of these futures some more; all of it counts, or, when it is time to stop, none."""
        tasks = [(end, number) for number in numbers for end in ends]
        self.rungs += 1

        def work(task: tuple[State, int]) -> Trial:
            end, number = task
            trial = self.trials.get(task) or Trial(self.futures[number].start(end))
            others = [self.plans[number]] if number in self.plans else []
            return self.judge.improved(trial, turns, 1000 * self.rungs + number, others)

        done = self.judge.all(work, tasks)
        if done is None:
            return False
        self.trials.update(zip(tasks, done, strict=True))
        for number in numbers:
            best = max((self.trials[end, number] for end in ends), key=lambda trial: trial.score)
            if best.plan is not None:
                self.plans[number] = best.plan
        return True

    def values(self, end: State, numbers: Sequence[int]) -> list[float]:
        return [self.judge.utility(self.trials[end, number]) for number in numbers]

    def mean(self, end: State, numbers: Sequence[int]) -> float:
        return sum(self.values(end, numbers)) / len(numbers)

    def ranked(self, ends: Sequence[State], numbers: Sequence[int]) -> list[State]:
        """The best first; where the goal is met as often, the higher score."""

        def key(end: State) -> tuple[float, float]:
            return -self.mean(end, numbers), -sum(self.trials[end, number].score for number in numbers)

        return sorted(ends, key=key)
