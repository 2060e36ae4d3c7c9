"""Whole rounds: the model against everything tried out, hints, cutoffs, bounds, reasons, and the referee's word."""

import random
import threading
from itertools import islice
from typing import Any

import pytest

from clin9ic import Clin9ic, Goal, Level
from clin9ic.deals import deal_from_seed
from clin9ic.moves import Move, Order
from clin9ic.state import Phase
from solvers.clin9ic.scheduler import (
    BOUND,
    EXACT,
    SIX_ROUNDS,
    Disagreement,
    Effort,
    EndValue,
    Exactness,
    Group,
    Instance,
    NotInModel,
    Switches,
    explain,
    solve,
)
from solvers.clin9ic.scheduler import solve as solving
from solvers.clin9ic.scheduler.hints import add_hint
from solvers.clin9ic.scheduler.model import build_model
from solvers.clin9ic.scheduler.plan import read_plan, replay
from solvers.result import Status
from tests.clin9ic.helpers import HOUSE, game, position, random_game, settings
from tests.solvers.scheduler.brute import TooMany, beginnings, best, kernel_best, random_value

QUICK = Effort(seconds=60, workers=1)
ORDERS = (("a1", "a2", "a3"), ("a2", "a1", "a3"))
STILL = Switches(conveyors=False)


def agree(instance: Instance, expected: int, *, cubes: bool) -> None:
    """The model finds the best value; with cubes it is the rules exactly, and says so."""
    schedule = solve(instance, Switches(conveyors=cubes), QUICK)
    assert schedule.result.best == expected
    assert instance.value_of(replay(instance, schedule.result.moves)) == expected
    assert schedule.result.status is (Status.OPTIMAL if cubes else Status.FEASIBLE)
    assert schedule.result.bound == (expected if cubes else None)


# --- one round ----------------------------------------------------------------------------------------------------


def small_positions(seed: int) -> list[tuple[Instance, int, bool]]:
    """Positions of a random game with the best value of their round, tried out by the referee if that is not too much."""
    rng = random.Random(seed)
    setting = rng.choice(settings())
    found = []
    for state, order in beginnings(setting, seed):
        instance = Instance(setting, state, (order,), random_value(rng))
        cubes = state.money < 6
        try:
            found.append((instance, best(instance, cubes=cubes, most=1500), cubes))
        except TooMany:
            continue
    return found


@pytest.mark.parametrize("seed", range(6))
def test_one_round_equals_everything_tried_out(seed: int) -> None:
    for instance, expected, cubes in islice(small_positions(seed), 3):
        agree(instance, expected, cubes=cubes)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(200))
def test_one_round_equals_the_kernels_best(number: int) -> None:
    """200 positions, every round from 1 to 6 in turn, all goals, levels and options of both decks."""
    rng = random.Random(number)
    every = settings()
    setting = every[number % len(every)]
    state, order = list(beginnings(setting, 1000 + number))[number % 6]
    instance = Instance(setting, state, (order,), random_value(rng))
    cubes = number % 4 == 0
    agree(instance, kernel_best(instance, cubes=cubes), cubes=cubes)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_one_round_equals_the_referees_best(seed: int) -> None:
    for instance, expected, cubes in small_positions(seed):
        agree(instance, expected, cubes=cubes)


# --- two rounds ---------------------------------------------------------------------------------------------------


def last_two(goal: Goal, level: Level = Level.MEDIUM, **fields: Any) -> Instance:
    setting = game(HOUSE, goal, level)
    usual: dict[str, Any] = {"round": 5, "money": 0, "entrances": 2, "patients": (0, 1, 0, 0)}
    return Instance(setting, position(setting, "f1", **{**usual, **fields}), ORDERS)


@pytest.mark.parametrize("goal", Goal)
def test_two_rounds_equal_everything_tried_out(goal: Goal) -> None:
    instance = last_two(goal)
    agree(instance, best(instance, cubes=False), cubes=False)


@pytest.mark.slow
@pytest.mark.parametrize("goal", Goal)
@pytest.mark.parametrize(
    "fields",
    [
        {"money": 1, "entrances": 1},
        {"doctors": (0, 1, 1, 0), "patients": (0, 1, 2, 0)},
        {"nurses": 1, "doctors": (0, 0, 0, 1), "patients": (0, 0, 0, 2), "level": Level.DIFFICULT},
    ],
)
def test_more_of_two_rounds(goal: Goal, fields: dict[str, Any]) -> None:
    instance = last_two(goal, **fields)
    agree(instance, best(instance, cubes=False), cubes=False)


@pytest.mark.slow
@pytest.mark.parametrize("goal", [Goal.POPULARITY, Goal.STAFF])
def test_two_rounds_with_cubes(goal: Goal) -> None:
    instance = last_two(goal)
    agree(instance, best(instance, cubes=True), cubes=True)


# --- whole games --------------------------------------------------------------------------------------------------


def played(setting: Clin9ic, seed: int) -> tuple[Instance, list[Move]]:
    """A random game as an instance of six rounds and its plan."""
    turns = list(random_game(setting, seed))
    orders = tuple(turn.move.cards for turn in turns if isinstance(turn.move, Order))
    moves: list[Any] = [turn.move for turn in turns if not isinstance(turn.move, Order)]
    return Instance(setting, turns[0].before, orders), moves


@pytest.mark.parametrize("seed", range(4))
def test_the_model_allows_random_games_and_counts_them_like_the_referee(seed: int) -> None:
    """Without the tables for what is beyond the dice, which is no part of most games."""
    setting = settings()[seed * 7]
    instance, moves = played(setting, seed)
    last = instance.state
    state = replay(instance, moves)
    draft = build_model(instance, Switches(beyond_dice=False, conveyors=_places_cubes(moves)), in_turn=True)
    try:
        claimed = add_hint(draft, moves)
    except NotInModel:
        pytest.skip("this game goes beyond the dice")
    assert claimed == setting.final_score(state)
    assert last.phase is Phase.ORDER


def _places_cubes(moves: list[Move]) -> bool:
    return any("conveyor" in str(move) for move in moves)
