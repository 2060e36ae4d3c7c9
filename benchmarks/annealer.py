"""How many plans a second the annealer of Clinic's solitaire tries on one core, and on two."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from benchmarks.clinic_solo import BOARDS, question
from benchmarks.questions import mean, table
from solvers.clinic_solo.kernel.core import anneal, random_plan
from solvers.clinic_solo.kernel.problem import Problem, problem_of
from solvers.clinic_solo.search.annealing import END_TEMPERATURE, START_TEMPERATURE

TEMPERATURES = START_TEMPERATURE, END_TEMPERATURE
OTHER_NUMBERS = 1_000_000  # for the annealing, after those of the random plan
Score = float


@dataclass(frozen=True)
class Speed:
    """Runs on one board: what they found, and how fast."""

    scores: list[Score]
    plans_a_second: float


def dealt(side: str, seed: int) -> Problem:
    asked = question(side, seed)
    return problem_of(asked.known, asked.state)


def best_of(problem: Problem, iterations: int, seed: int) -> Score:
    start = problem.starts[0]
    plan = random_plan(start, seed)
    return anneal(start, plan, plan.copy(), iterations, TEMPERATURES, seed=seed + OTHER_NUMBERS).best


def measured(side: str, deals: int, runs: int, iterations: int) -> Speed:
    """Several runs of each deal, by processor time."""
    problems = [dealt(side, seed) for seed in range(1, deals + 1)]
    for problem in problems:
        best_of(problem, 100, 0)  # all that is kept of a problem
    began = time.process_time()
    scores = [best_of(problem, iterations, run) for problem in problems for run in range(1, runs + 1)]
    return Speed(scores, len(scores) * iterations / (time.process_time() - began))


def on_two_cores(iterations: int) -> float:
    """Plans a second of two threads at once, by the clock."""
    problem = dealt("4x3", 1)
    began = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda seed: best_of(problem, iterations, seed), (1, 2)))
    return 2 * iterations / (time.perf_counter() - began)


def report(deals: int, runs: int = 8, iterations: int = 50_000) -> str:
    rows = list[list[object]]()
    for side in BOARDS:
        found = measured(side, deals, runs, iterations)
        rows.append([side, len(found.scores), round(found.plans_a_second), mean(found.scores)])
    both = f"On two cores, two threads, 4x3: {on_two_cores(10 * iterations):,.0f} plans a second."
    shown = table(["", "runs", "plans/s", "mean best"], rows)
    return f"Annealer, house deck, one core, {iterations:,} plans a run\n\n{shown}\n\n{both}"


if __name__ == "__main__":
    print(report(deals=6))
