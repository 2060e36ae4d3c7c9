"""The value of a position in hindsight: in each sampled future a plan that knows all draws is annealed.

No player can do as well on average, since nobody knows the draws. The comparison is fair all the same: every candidate
is evaluated on the same futures (common random numbers), with the same effort and the same warm starts.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TypeVar

from clinic_solo.referee import ClinicSolo
from clinic_solo.state import State
from solvers.clinic_solo.kernel.core import PlanValue, anneal, random_plan, rollout
from solvers.clinic_solo.kernel.decode_plan import refereed
from solvers.clinic_solo.kernel.problem import Start
from solvers.clinic_solo.kernel.state_encoding import Encoded
from solvers.clinic_solo.policy.futures import Future
from solvers.clinic_solo.search.annealing import END_TEMPERATURE, START_TEMPERATURE, plan_moves
from solvers.core.advice import Objective
from solvers.core.result import LostPlan

Task = TypeVar("Task")
Done = TypeVar("Done")
WARM_START_TEMPERATURE = 1.5  # for a plan that is good already


@dataclass(frozen=True)
class Evaluation:
    """The best plan known from a start on, and how it ends; no plan where the game is over."""

    start: Start
    plan: Encoded | None = None
    score: float = 0.0
    met: bool = False


@dataclass
class FutureEvaluator:
    """Plays futures; what it answers depends on the question alone, however many workers there are."""

    game: ClinicSolo
    objective: Objective = Objective.SCORE
    workers: int = 1
    seed: int = 0
    stop: Callable[[], bool] = lambda: False

    @property
    def goal_weight(self) -> float:
        return float(self.objective is Objective.GOAL)

    def utility(self, evaluation: Evaluation) -> float:
        return float(evaluation.met) if self.objective is Objective.GOAL else evaluation.score

    def all(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> list[Done] | None:
        """All of it done, or None when it is time to stop."""
        with ThreadPoolExecutor(self.workers) as pool:
            done = list(pool.map(lambda task: None if self.stop() else work(task), tasks))
        return None if any(one is None for one in done) else done  # type: ignore[return-value]

    def improved(
        self, evaluation: Evaluation, iterations: int, seed: int, warm_starts: Sequence[Encoded] = ()
    ) -> Evaluation:
        """The evaluation with a better plan, if so many iterations find one, from the best of the warm starts on."""
        start = evaluation.start
        if self.game.is_over(start.state):
            return replace(evaluation, score=self.game.final_score(start.state), met=self.game.goal_met(start.state))
        seed = 2 * (self.seed * 1_000_003 + seed * 7919 + start.first_slot)
        known = [*warm_starts] if evaluation.plan is None else [evaluation.plan, *warm_starts]
        hottest = WARM_START_TEMPERATURE if known else START_TEMPERATURE
        known = known or [random_plan(start, seed)]
        plan = max(
            (one.copy() for one in known), key=lambda one: self._plan_value(start, one, self.goal_weight, seed).value
        )
        best = plan.copy()
        temperatures = hottest, END_TEMPERATURE
        score = anneal(start, plan, best, iterations, temperatures, self.goal_weight, seed + 1).best
        met = self._plan_value(start, best, 0.0).score == self._plan_value(start, best, 1.0).score
        return Evaluation(start, best, self._plan_value(start, best, 0.0).score if self.goal_weight else score, met)

    def _plan_value(self, start: Start, plan: Encoded, goal_weight: float, seed: int = 0) -> PlanValue:
        return rollout(start, plan, goal_weight, seed).plan_value

    def confirmed(self, future: Future, evaluation: Evaluation) -> Evaluation:
        """The evaluation as the referee sees it; LostPlan where that is something else."""
        if evaluation.plan is None:
            return evaluation
        start = evaluation.start
        plan = plan_moves(self.game, start, evaluation.plan, self.goal_weight)
        end = future.known.play(start.state, refereed(future.known, start.state, plan))
        if (self.game.final_score(end), self.game.goal_met(end)) != (evaluation.score, evaluation.met):
            raise LostPlan(f"the referee counts {self.game.final_score(end)}, not {evaluation.score:.0f}")
        return evaluation


@dataclass
class Comparison:
    """Ends of candidates, compared on the same futures."""

    evaluator: FutureEvaluator
    futures: list[Future]
    evaluations: dict[tuple[State, int], Evaluation] = field(default_factory=dict)
    plans: dict[int, Encoded] = field(default_factory=dict)  # the best known plan of each future
    rungs: int = 0

    def open(self, numbers: Sequence[int], iterations: int) -> bool:
        """Find a plan for each of these futures from the position itself; False when it is time to stop."""

        def work(number: int) -> Evaluation:
            future, others = self.futures[number], [self.plans[number]] if number in self.plans else []
            return self.evaluator.improved(Evaluation(future.start(future.seen)), iterations, number, others)

        done = self.evaluator.all(work, numbers)
        for number, evaluation in zip(numbers, done or (), strict=False):
            if evaluation.plan is not None:
                self.plans[number] = evaluation.plan
        return done is not None

    def rung(self, ends: Sequence[State], numbers: Sequence[int], iterations: int) -> bool:
        """Try each end in each of these futures some more; all of it counts, or, when it is time to stop, none."""
        tasks = [(end, number) for number in numbers for end in ends]
        self.rungs += 1

        def work(task: tuple[State, int]) -> Evaluation:
            end, number = task
            evaluation = self.evaluations.get(task) or Evaluation(self.futures[number].start(end))
            others = [self.plans[number]] if number in self.plans else []
            return self.evaluator.improved(evaluation, iterations, 1000 * self.rungs + number, others)

        done = self.evaluator.all(work, tasks)
        if done is None:
            return False
        self.evaluations.update(zip(tasks, done, strict=True))
        for number in numbers:
            best = max((self.evaluations[end, number] for end in ends), key=lambda evaluation: evaluation.score)
            if best.plan is not None:
                self.plans[number] = best.plan
        return True

    def values(self, end: State, numbers: Sequence[int]) -> list[float]:
        return [self.evaluator.utility(self.evaluations[end, number]) for number in numbers]

    def mean(self, end: State, numbers: Sequence[int]) -> float:
        return sum(self.values(end, numbers)) / len(numbers)

    def ranked(self, ends: Sequence[State], numbers: Sequence[int]) -> list[State]:
        """The best first; where the goal is met as often, the higher score."""

        def key(end: State) -> tuple[float, float]:
            return -self.mean(end, numbers), -sum(self.evaluations[end, number].score for number in numbers)

        return sorted(ends, key=key)
