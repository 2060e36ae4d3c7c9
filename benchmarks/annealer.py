"""How many plans a second the annealer of Clinic's solitaire tries on one core, and on two; before and now."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from benchmarks.numba_kernel import anneal as old
from benchmarks.numba_kernel import plan_encoding, state_encoding
from benchmarks.numba_kernel.tables import tables_of as old_tables_of
from benchmarks.questions import mean, table
from clinic_solo import gamefile
from solvers.clinic_solo.kernel.core import anneal, random_plan
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.clinic_solo.kernel.problem import Problem, problem_of
from solvers.clinic_solo.search.annealing import END_TEMPERATURE, START_TEMPERATURE

BOARDS = ("3x3", "4x3")
TEMPERATURES = START_TEMPERATURE, END_TEMPERATURE
OTHER_NUMBERS = 1_000_000  # for the annealing, after those of the random plan
Score = float


@dataclass(frozen=True)
class Speed:
    """Runs on one board: what they found, and how fast."""

    scores: list[Score]
    plans_a_second: float


def dealt(side: str, seed: int) -> Problem:
    file = gamefile.new_game("house", side, "throughput", seed=seed)
    return problem_of(KnownDeal(file.game, file.deal, file.start), file.start)


def of_core(problem: Problem, iterations: int, seed: int) -> Score:
    start = problem.starts[0]
    plan = random_plan(start, seed)
    return anneal(start, plan, plan.copy(), iterations, TEMPERATURES, seed=seed + OTHER_NUMBERS).best


@cache
def old_start(problem: Problem) -> tuple[Any, Any]:
    known, state = problem.known, problem.state
    tables = old_tables_of(known.game, known.deal, state, known.start)
    return tables, state_encoding.encode_state(known.game, state)


def of_numba(problem: Problem, iterations: int, seed: int) -> Score:
    tables, row = old_start(problem)
    old.seed_random(seed)
    plan = np.zeros(plan_encoding.PLAN_LENGTH, np.int32)
    old.random_plan(tables, plan)
    return float(old.anneal(tables, row, True, 0, plan, iterations, *TEMPERATURES, 0.0, plan.copy())[0])


def measured(way: Callable[[Problem, int, int], Score], side: str, deals: int, runs: int, iterations: int) -> Speed:
    """Several runs of each deal, by processor time."""
    problems = [dealt(side, seed) for seed in range(1, deals + 1)]
    for problem in problems:
        way(problem, 100, 0)  # compiled, and all that is kept of a problem
    began = time.process_time()
    scores = [way(problem, iterations, run) for problem in problems for run in range(1, runs + 1)]
    return Speed(scores, len(scores) * iterations / (time.process_time() - began))


def on_two_cores(iterations: int) -> float:
    """Plans a second of two threads at once, by the clock."""
    problem = dealt("4x3", 1)
    began = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda seed: of_core(problem, iterations, seed), (1, 2)))
    return 2 * iterations / (time.perf_counter() - began)


def report(deals: int, runs: int = 8, iterations: int = 50_000) -> str:
    head = ["", "runs", "plans/s before", "plans/s now", "ratio", "mean best before", "mean best now"]
    rows = list[list[object]]()
    for side in BOARDS:
        before, now = (measured(way, side, deals, runs, iterations) for way in (of_numba, of_core))
        rates = before.plans_a_second, now.plans_a_second
        rows.append(
            [side, len(now.scores), *map(round, rates), rates[1] / rates[0], mean(before.scores), mean(now.scores)]
        )
    both = f"On two cores, two threads, 4x3: {on_two_cores(10 * iterations):,.0f} plans a second."
    return f"Annealer, house deck, one core, {iterations:,} plans a run\n\n{table(head, rows)}\n\n{both}"


if __name__ == "__main__":
    print(report(deals=6))
