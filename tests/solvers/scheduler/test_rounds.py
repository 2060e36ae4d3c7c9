"""Whole rounds: the model against everything tried out, hints, cutoffs, bounds, reasons, and the referee's word."""

import _thread
import random
from typing import Any

import pytest
from ortools.sat.python.cp_model import FEASIBLE, OPTIMAL, CpSolver

from benchmarks.rolling_horizon import round_by_round
from clin9ic import Clin9ic, Goal, Level
from clin9ic.deals import deal_from_seed
from clin9ic.moves import Move, Order
from clin9ic.state import Phase
from solvers.clin9ic.cp_model import (
    BOUND,
    EXACT,
    SIX_ROUNDS,
    Disagreement,
    EndValue,
    Exactness,
    Group,
    Instance,
    NotInModel,
    Switches,
    explain,
    solve,
)
from solvers.clin9ic.cp_model.hints import add_hint, decisions
from solvers.clin9ic.cp_model.model import build_model
from solvers.clin9ic.cp_model.plan import read_plan, replay
from solvers.core.budget import Budget
from solvers.core.cpsat import whole
from solvers.core.result import Status
from tests.clin9ic.helpers import HOUSE, game, position, settings
from tests.solvers.scheduler.brute import beginnings, best, kernel_best, moves_without_cubes, random_value

QUICK = Budget(seconds=60, workers=1)
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


def poor_position(number: int) -> tuple[Instance, bool]:
    """A position of a random game, of each round in turn, with little money left so that all can be tried out."""
    rng = random.Random(number)
    every = settings()
    setting = every[7 * number % len(every)]
    state, order = list(beginnings(setting, number))[number % 6]
    state = state._replace(money=rng.randint(0, 3), entrances=max(len(state.floors), min(state.entrances, 3)))
    return Instance(setting, state, (order,), random_value(rng)), state.money < 3


@pytest.mark.parametrize("number", range(15))
def test_one_round_equals_everything_tried_out(number: int) -> None:
    instance, cubes = poor_position(number)
    agree(instance, best(instance, cubes=cubes), cubes=cubes)


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
@pytest.mark.parametrize("number", range(100, 160))
def test_one_round_equals_the_referees_best(number: int) -> None:
    instance, cubes = poor_position(number)
    agree(instance, best(instance, cubes=cubes), cubes=cubes)


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


def played(setting: Clin9ic, seed: int, *, cubes: bool) -> tuple[Instance, list[Move]]:
    """A random game as an instance of six rounds and its plan."""
    rng = random.Random(seed)
    deal = deal_from_seed(setting.deck, seed)
    state = first = setting.start(deal.floors, deal.faces)
    moves = []
    for order in deal.orders:
        state = setting.apply_outcome(state, Order(order))
        while state.phase not in (Phase.ORDER, Phase.OVER):
            moves.append(rng.choice(setting.legal_moves(state) if cubes else moves_without_cubes(setting, state)))
            state = setting.apply(state, moves[-1])
    return Instance(setting, first, deal.orders), moves


def allowed(setting: Clin9ic, seed: int, *, cubes: bool) -> None:
    """The model allows a game and counts it as the referee does."""
    instance, moves = played(setting, seed, cubes=cubes)
    draft = build_model(instance, Switches(beyond_dice=False, conveyors=cubes), in_turn=True)
    assert add_hint(draft, moves) == setting.final_score(replay(instance, moves))


@pytest.mark.parametrize("seed", [1, 20])
def test_the_model_allows_random_games(seed: int) -> None:
    every = settings()
    allowed(every[seed % len(every)], seed, cubes=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_the_model_allows_random_games_with_cubes(seed: int) -> None:
    every = settings()
    allowed(every[7 * seed % len(every)], seed, cubes=True)


def test_no_random_game_has_more_patients_of_a_colour_than_a_round_can_bring() -> None:
    every, met = settings(), 0
    for seed in range(40):
        instance, moves = played(every[seed % len(every)], seed, cubes=True)
        state, left = instance.state, iter(moves)
        for order, most in zip(instance.orders, instance.most_patients, strict=True):
            state = instance.game.apply_outcome(state, Order(order))
            while state.phase not in (Phase.ORDER, Phase.OVER):
                assert all(n <= high for n, high in zip(state.patients, most, strict=True))
                met += any(0 < n == high for n, high in zip(state.patients, most, strict=True))
                state = instance.game.apply(state, next(left))
    assert met


def test_a_hint_is_complete_and_a_worse_plan_is_improved() -> None:
    instance = Instance(game(), position(game(), "f1", money=4), ORDERS[:1], EndValue(popularity=3, money=1, treated=5))
    game_moves = first_moves(instance)
    draft = build_model(instance, STILL)
    claimed = add_hint(draft, game_moves)
    assert len(draft.cp.proto.solution_hint.vars) == len(draft.cp.proto.variables)
    assert claimed == instance.value_of(replay(instance, game_moves))
    better = solve(instance, STILL, QUICK, hint=game_moves).result
    assert better.best is not None
    assert better.best >= claimed


def first_moves(instance: Instance) -> list[Move]:
    """The last of the legal moves, whatever it is, until the round is over."""
    state = instance.game.apply_outcome(instance.state, Order(instance.orders[0]))
    moves = []
    while state.phase not in (Phase.ORDER, Phase.OVER):
        moves.append(moves_without_cubes(instance.game, state)[-1])
        state = instance.game.apply(state, moves[-1])
    return moves


def test_rounds_one_by_one_make_a_hint_for_the_whole() -> None:
    instance = last_two(Goal.TREATED)
    plan = round_by_round(instance, budget=QUICK)
    assert plan is not None
    first = instance.value_of(replay(instance, plan))
    whole = solve(instance, SIX_ROUNDS, QUICK, hint=plan).result
    assert whole.best is not None
    assert whole.best >= first


def test_ctrl_c_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    setting = game()
    deal = deal_from_seed(setting.deck, 0)
    instance = Instance(setting, setting.start(deal.floors, deal.faces), deal.orders)
    heard = list[float]()

    def interrupting(bound: float) -> int | None:
        if not heard:
            _thread.interrupt_main()
        heard.append(bound)
        return whole(bound)

    monkeypatch.setattr("solvers.core.cpsat.whole", interrupting)
    result = solve(instance, SIX_ROUNDS, Budget(seconds=3600, workers=1)).result
    assert result.interrupted  # of itself it would go on for an hour
    assert result.status in (Status.FEASIBLE, Status.UNKNOWN)


def test_a_plan_that_the_model_leaves_out_is_no_hint() -> None:
    instance = Instance(game(), position(game(), "f1", money=4), ORDERS[:1], EndValue(money=1))
    state = game().apply_outcome(instance.state, Order(ORDERS[0]))
    moves: list[Move] = []
    while state.phase not in (Phase.ORDER, Phase.OVER):
        legal = instance.game.legal_moves(state)
        moves.append(next((move for move in legal if "conveyor" in str(move)), legal[0]))
        state = instance.game.apply(state, moves[-1])
    with pytest.raises(NotInModel):
        solve(instance, STILL, QUICK, hint=moves)


# --- cutoffs, bounds and reasons ----------------------------------------------------------------------------------

DOCTORS_IN_A_ROUND = Instance(
    game(), position(game(), "f1", money=4, entrances=2), ORDERS[:1], EndValue(doctors=(1, 1, 1, 1))
)


def test_reasons_why_a_target_is_out_of_reach() -> None:
    most = best(DOCTORS_IN_A_ROUND, cubes=False)
    switches = Switches(conveyors=False, without=frozenset({Group.TIME}))  # no time, so that no cube matters
    beyond = explain(DOCTORS_IN_A_ROUND, most + 1, switches, QUICK)
    assert beyond.status is Status.INFEASIBLE
    assert beyond.because
    assert beyond.minimal
    assert str(beyond).startswith(f"{most + 1} is unreachable because: ")
    # The reasons alone are enough, and none of them can be spared.
    reasons = {group for group, _ in beyond.because}
    for kept in (reasons, *(reasons - {group} for group in reasons)):
        alone = Switches(conveyors=False, without=frozenset({*Group} - kept))
        bound = solve(DOCTORS_IN_A_ROUND, alone, QUICK).result.bound
        assert bound is not None
        assert (bound <= most) is (kept == reasons)


def test_a_plan_where_the_target_is_within_reach() -> None:
    most = best(DOCTORS_IN_A_ROUND, cubes=False)
    reached = explain(DOCTORS_IN_A_ROUND, most, STILL, QUICK)
    assert reached.status is Status.FEASIBLE
    assert DOCTORS_IN_A_ROUND.value_of(replay(DOCTORS_IN_A_ROUND, reached.moves)) >= most
    beyond = explain(DOCTORS_IN_A_ROUND, 50, STILL, QUICK)
    assert beyond.status is Status.UNKNOWN  # nothing is proven where plans are left out
    assert "out of reach of the restriction model" in str(beyond)


@pytest.mark.parametrize("groups", [{Group.DICE}, {Group.PARKING, Group.TIME}, {Group.MONEY}, set(Group)])
def test_a_relaxation_is_a_bound_and_no_plan(groups: set[Group]) -> None:
    setting = game()
    instance = Instance(
        setting, position(setting, "f1", money=3, nurses=1), ORDERS[:1], EndValue(popularity=3, time=-1)
    )
    relaxed = solve(instance, Switches(conveyors=False, without=frozenset({Group.TIME, *groups})), QUICK)
    assert relaxed.exactness is Exactness.RELAXATION
    assert relaxed.result.moves == ()
    assert relaxed.result.best is None
    assert relaxed.result.bound is not None
    assert relaxed.result.bound >= best(instance, cubes=False)


@pytest.mark.parametrize("groups", [BOUND.without, frozenset(Group)])
def test_a_relaxation_counts_no_game_lower_than_the_referee(groups: frozenset[Group]) -> None:
    never_lower(game(), 3, groups)


@pytest.mark.slow
@pytest.mark.parametrize("group", Group)
@pytest.mark.parametrize("seed", range(3))
def test_no_dropped_rule_counts_a_game_lower(group: Group, seed: int) -> None:
    every = settings()
    never_lower(every[5 * seed % len(every)], seed, frozenset({group}))


def never_lower(setting: Clin9ic, seed: int, groups: frozenset[Group]) -> None:
    """A legal game stays a plan of the relaxation, worth at least its score."""
    instance, moves = played(setting, seed, cubes=False)
    draft = build_model(instance, Switches(conveyors=False, beyond_dice=False, without=groups))
    for variable, value in decisions(draft, moves).values():
        draft.cp.add(variable == value)
    draft.cp.maximize(draft.value)
    solver = CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = 30
    assert solver.solve(draft.cp) in (OPTIMAL, FEASIBLE)
    assert solver.best_objective_bound >= setting.final_score(replay(instance, moves))


def test_what_switches_are_worth() -> None:
    assert EXACT.exactness is Exactness.EXACT
    assert SIX_ROUNDS.exactness is Exactness.RESTRICTION
    assert BOUND.exactness is Exactness.RELAXATION
    assert Switches(conveyors=False, without=frozenset({Group.DICE})).exactness is Exactness.NEITHER
    assert "counts beyond the dice" in SIX_ROUNDS.describe()


def test_a_difference_from_the_referee_is_an_error() -> None:
    draft = build_model(DOCTORS_IN_A_ROUND, STILL)
    add_hint(draft, first_moves(DOCTORS_IN_A_ROUND))
    hint = draft.cp.proto.solution_hint
    values = dict(zip(hint.vars, hint.values, strict=True))
    value = sum(values[n.index] for n in draft.rounds[-1].end.doctors)
    read_plan(draft, lambda variable: values[variable.index], value)
    with pytest.raises(Disagreement, match="the referee counts"):
        read_plan(draft, lambda variable: values[variable.index], value + 1)
    values[draft.rounds[-1].end.money.index] += 1
    with pytest.raises(Disagreement, match="money"):
        read_plan(draft, lambda variable: values[variable.index], value)


def test_instances_that_cannot_be_scheduled() -> None:
    setting = game()
    state = position(setting, "f1")
    for wrong, orders, message in (
        (state._replace(phase=Phase.CARE), ORDERS, "before the cards are laid"),
        (state._replace(unknown=True), ORDERS, "floor cards"),
        (state, (), "orders given"),
        (state._replace(round=6), ORDERS, "orders given"),
        (state._replace(doctors=(9, 9, 9, 9)), ORDERS * 3, "dice"),
    ):
        with pytest.raises(ValueError, match=message):
            Instance(setting, wrong, orders)
