"""The 2014 edition in the compiled core: counted as the referee counts it, on odd decks, too, and played well."""

from random import Random

import pytest

from clinic_solo.moves import Hire
from clinic_solo.tiles import Person
from solvers.clinic_solo.kernel.core import anneal, random_plan, rollout
from solvers.clinic_solo.kernel.problem import Problem, problem_of
from tests.solvers.clinic_solo.helpers import dealt, ending, played, scores, states_of
from tests.solvers.clinic_solo.odd_decks import searchable_problem
from tests.solvers.clinic_solo.test_core import annealed, starts_along
from tests.solvers.clinic_solo.test_rulesets import ALL, best_moves

COMBINATIONS = ((), *((name,) for name in ALL), ("blood", "workaholics", "zombies"), ALL)
NAMES = ["+".join(("2014", *rulesets)) for rulesets in COMBINATIONS]


def deal_of(rulesets: tuple[str, ...], seed: int) -> Problem:
    return dealt("3x3" if seed % 2 else "4x3", seed, rulesets=rulesets, edition="2014")


def from_anywhere(rulesets: tuple[str, ...], seed: int, share: float) -> None:
    """Plans from the beginning, and from positions along a game that is played with some moves at random."""
    random = Random(seed)
    problem = deal_of(rulesets, seed)
    states = states_of(problem, played(problem, random, share))[:-1]
    for state in (problem.state, *random.sample(states, 3)):
        asked = problem_of(problem.known, state)
        for start in random.sample(asked.starts, min(1, len(asked.starts))):
            if problem.game.is_over(start.state):
                continue
            for iterations in (0, 1500):
                plan = random_plan(start, seed)
                best = plan.copy()
                promised = anneal(start, plan, best, iterations, (6.0, 1.0), seed=seed).best
                counted, refereed_score = scores(asked, start, best)
                assert promised == counted == refereed_score, (seed, state.phase, state.round)


@pytest.mark.parametrize("rulesets", COMBINATIONS, ids=NAMES)
def test_the_referee_counts_what_the_core_counts(rulesets: tuple[str, ...]) -> None:
    from_anywhere(rulesets, len(rulesets), 0.3)


@pytest.mark.slow
@pytest.mark.parametrize("rulesets", COMBINATIONS, ids=NAMES)
def test_the_referee_counts_what_the_core_counts_in_many_games(rulesets: tuple[str, ...]) -> None:
    for seed in range(100, 160):
        from_anywhere(rulesets, seed, (0.0, 0.1, 0.3, 1.0)[seed % 4])


def on_odd_decks(seed: int) -> bool:
    random = Random(seed)
    begun = [*starts_along(searchable_problem(random, "2014"), random, 3)]
    for asked, start in begun:
        for weight in (0.0, 1.0):
            plan = annealed(start, seed, goal_weight=weight)
            over = ending(asked, start, plan)
            counted, aimed = (rollout(start, plan, either).plan_value.score for either in (0.0, 1.0))
            assert counted == asked.game.final_score(over), seed
            assert (aimed == counted) is asked.game.goal_met(over), seed
    return bool(begun)


def test_odd_decks_and_goals_are_counted_as_the_referee_does() -> None:
    assert sum(map(on_odd_decks, range(5))) > 3


@pytest.mark.slow
def test_many_odd_decks_and_goals_are_counted_as_the_referee_does() -> None:
    assert sum(map(on_odd_decks, range(1_000, 1_600))) > 400


@pytest.mark.parametrize("rulesets", [(), ("blood", "zombies")], ids=["", "with rulesets"])
def test_a_changed_plan_is_worth_what_it_is_from_the_start(rulesets: tuple[str, ...]) -> None:
    start = deal_of(rulesets, 3).starts[0]
    plan = random_plan(start, 3)
    best = plan.copy()
    for number in range(300):
        value = anneal(start, plan, best, 25, (8.0, 8.0), seed=number).value
        assert value == rollout(start, plan.copy()).plan_value.value


def test_the_search_plays_well_by_these_rules() -> None:
    """15.3, 15.6: staff in offices, several doctors at once, and three times what a beginner makes of the deal."""
    several = False
    for seed in (1, 2):
        problem = deal_of((), seed)
        moves = best_moves(problem, 60_000, seed)
        states = states_of(problem, moves)
        game = problem.game
        assert game.final_score(states[-1]) >= 3 * game.final_score(states_of(problem, [*problem.sensible()])[-1])
        doctors = [isinstance(move, Hire) and move.who is Person.DOCTOR for move in moves]
        several |= any(one and other for one, other in zip(doctors, doctors[2:], strict=False))  # a car parks between
    assert several
