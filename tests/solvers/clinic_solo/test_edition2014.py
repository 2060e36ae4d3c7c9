"""The 2014 edition in the compiled core: counted as the referee counts it, on odd decks, too, and played well."""

from dataclasses import replace
from random import Random

import pytest

from clinic_solo import ClinicSolo
from clinic_solo.deals import Deal
from clinic_solo.moves import Hire
from clinic_solo.parking import free_spots
from clinic_solo.rulesets.edition2014.numbers import Numbers2014
from clinic_solo.state import Phase
from clinic_solo.tiles import HUBS, Person
from solvers.clinic_solo.kernel.core import anneal, random_plan, rollout
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.clinic_solo.kernel.problem import Problem, problem_of
from tests.clinic_solo.helpers import at, door, position
from tests.solvers.clinic_solo.helpers import dealt, ending, played, scores, states_of
from tests.solvers.clinic_solo.odd_decks import HOUSE, searchable_problem
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


def test_a_donor_in_a_hub_staffs_no_room_beside_it() -> None:
    """15.6, 14A1: only in an office does staff make a room count."""
    numbers = HOUSE.expansions["ruleset_2014"]
    assert isinstance(numbers, Numbers2014)
    expansions = {**HOUSE.expansions, "ruleset_2014": replace(numbers, score_needs_staff=True)}
    deck = replace(HOUSE, expansions=expansions, points=replace(HOUSE.points, treatment_by_floor=(4, 4, 4, 6)))
    game = ClinicSolo(deck, "3x3", "throughput", True, ("blood",), "2014")
    state = position(
        game, ["S . . / T . . / Hm . ."], phase=Phase.ACTION, round=6, slot=3, tiles=(1, 2, 1), left=0, money=0,
        entrances=door(game, "Sa3"), doctors=((at(game, "0a2"), 0),), orderlies=(at(game, "0a3"),), nurses_offered=0,
        orderlies_offered=0, specials=(7, 8), university=(), bag=(9, 6, 3, 0), notepad=((), ()),
        doctor_bag=(2, 1, 1, 0),
    )  # fmt: skip
    state = state._replace(cars=tuple(free_spots(game, state)[: state.people]))
    problem, in_a_hub = problem_of(KnownDeal(game, Deal(1), state), state), 0
    start = problem.starts[0]
    for seed in range(20):
        plan = random_plan(start, seed)
        for turn in range(6):
            anneal(start, plan, plan.copy(), 40, (50.0, 50.0), seed=10 * seed + turn)
            over = ending(problem, start, plan)
            assert int(rollout(start, plan).plan_value.score) == game.final_score(over), (seed, turn)
            in_a_hub += sum(over.grid[place] in HUBS for place in over.orderlies)
    assert in_a_hub


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
