"""The compiled core against the referee, on ordinary and on odd decks, from the beginning and from anywhere."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from solvers.clinic_solo.kernel.core import anneal, random_plan, rollout
from solvers.clinic_solo.kernel.problem import Problem, Start, problem_of
from solvers.clinic_solo.kernel.state_encoding import Encoded
from tests.solvers.clinic_solo.helpers import dealt, ending, played, scores, states_of
from tests.solvers.clinic_solo.odd_decks import searchable_problem


def annealed(start: Start, seed: int, iterations: int = 200, goal_weight: float = 0.0) -> Encoded:
    """The best plan of a short annealing."""
    plan = random_plan(start, seed)
    best = plan.copy()
    anneal(start, plan, best, iterations, (3.0, 0.5), goal_weight, seed)
    return best


def starts_along(problem: Problem, random: Random, number: int) -> Iterator[tuple[Problem, Start]]:
    """The beginning of a deal, and positions along a game."""
    states = states_of(problem, played(problem, random, 0.2))[:-1]
    for state in [problem.state, *random.sample(states, min(number, len(states)))]:
        asked = problem_of(problem.known, state)
        for start in random.sample(asked.starts, min(2, len(asked.starts))):
            if not problem.game.is_over(start.state):
                yield asked, start


@pytest.mark.parametrize("side", ["3x3", "4x3"])
@pytest.mark.parametrize("seed", range(12))
def test_the_referee_counts_what_the_core_counts(side: str, seed: int) -> None:
    problem = dealt(side, seed)
    start = problem.starts[0]
    for iterations in (0, 300, 1500):
        plan = random_plan(start, seed)
        best = plan.copy()
        promised = anneal(start, plan, best, iterations, (6.0, 1.0), seed=seed).best
        counted, refereed_score = scores(problem, start, best)
        assert promised == counted == refereed_score


@pytest.mark.parametrize("seed", range(6))
def test_plans_start_anywhere(seed: int) -> None:
    random = Random(seed)
    for asked, start in starts_along(dealt(random.choice(["3x3", "4x3"]), seed), random, 4):
        counted, refereed_score = scores(asked, start, random_plan(start, seed))
        assert counted == refereed_score


@pytest.mark.parametrize("seed", range(40))
def test_odd_decks_and_goals_are_counted_as_the_referee_does(seed: int) -> None:
    random = Random(seed)
    for asked, start in starts_along(searchable_problem(random), random, 3):
        for weight in (0.0, 1.0):
            plan = annealed(start, seed, goal_weight=weight)
            over = ending(asked, start, plan)
            counted, aimed = (rollout(start, plan, either).plan_value.score for either in (0.0, 1.0))
            assert counted == asked.game.final_score(over)
            assert (aimed == counted) is asked.game.goal_met(over)


def test_most_odd_decks_are_taken_up() -> None:
    assert sum(bool(searchable_problem(Random(seed)).starts) for seed in range(40)) > 20


@pytest.mark.parametrize("seed", range(8))
def test_incremental_evaluation_gives_the_value_of_the_whole_plan(seed: int) -> None:
    problem = dealt(("3x3", "4x3")[seed % 2], seed) if seed < 4 else searchable_problem(Random(seed))
    for start in problem.starts[:1]:
        plan = random_plan(start, seed)
        best = plan.copy()
        for number in range(400):
            value = anneal(start, plan, best, 25, (8.0, 8.0), seed=number).value
            assert value == rollout(start, plan.copy()).plan_value.value


def test_a_plan_played_again_gives_the_same_game() -> None:
    start = dealt("4x3", 2).starts[0]
    for seed in range(20):
        plan = random_plan(start, seed)
        first = rollout(start, plan, seed=seed, tell=True)
        again = rollout(start, plan, seed=seed + 1)
        assert (again.plan_value, again.end) == (first.plan_value, first.end)


def test_a_seed_tells_all_that_is_found() -> None:
    start = dealt("4x3", 2).starts[0]
    one_by_one = [annealed(start, seed, 500).tobytes() for seed in range(6)]
    with ThreadPoolExecutor(3) as pool:
        at_once = list(pool.map(lambda seed: annealed(start, seed, 500).tobytes(), range(6)))
    assert at_once == one_by_one
    assert len(set(one_by_one)) == 6


def test_what_the_core_does_not_expect_is_refused() -> None:
    start = dealt("3x3", 1).starts[0]
    with pytest.raises(TypeError, match="expected one clinic_solo_plan"):
        rollout(start, start.row)
