"""Rounds of the scheduler: against brute force, with hints, cutoffs and kept actions."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from clinic_solo import ClinicSolo, State
from clinic_solo.deals import Deal
from clinic_solo.moves import BuildConveyor, Care, Move, Pass, Repark
from clinic_solo.parking import free_spots
from clinic_solo.state import Phase
from solvers.clinic_solo.cp_model import Instance, NotInModel, replay, solve_round
from solvers.clinic_solo.cp_model.hints import add_hint
from solvers.clinic_solo.cp_model.instance import NOTHING
from solvers.clinic_solo.cp_model.round_replay import steps
from solvers.core.budget import Budget
from solvers.core.result import Status
from tests.clinic_solo.helpers import at, door, game, house, position, steps_of_game
from tests.solvers.clinic_scheduler.aims import QUICK, Aimed, EndValue, model_of, solved
from tests.solvers.clinic_scheduler.brute import best, positions, random_value, small_game

MINUTE = Budget(seconds=60, workers=1)


def small_instances(first_seed: int, referee: ClinicSolo) -> Iterator[Aimed]:
    """One action before the end of a round, with little money, as random and sensible games come to it."""
    seed = first_seed
    while True:
        random = Random(seed)
        for state, deal in positions(referee, seed, random.choice(("random", "sensible"))):
            if random.random() < 0.3:
                state = state._replace(money=min(state.money, random.choice((1, 2, 3, 4, 6))))
                yield Aimed(referee, state, deal, value=random_value(random))
        seed += 1


def compare(instances: Iterator[Aimed], number: int, most: int) -> None:
    """So many instances that are small enough to be tried out."""
    compared = 0
    for instance in instances:
        expected = best(instance, most=most)
        if expected is None:
            continue
        result = solved(instance, MINUTE)
        assert (result.status, result.best, result.bound) == (Status.OPTIMAL, expected, expected), instance
        compared += 1
        if compared == number:
            return


def test_equals_brute_force_on_a_few_rounds() -> None:
    compare(small_instances(1_000, small_game("2x2")), 7, 1_500)


def test_the_way_to_outpatient_services_takes_the_time_of_the_deck() -> None:
    """8.4: no time with the cards we know, but a deck may say otherwise."""
    deck = house()
    slow = replace(deck, walking=replace(deck.walking, to_outpatient=2), points=replace(deck.points, time_per=1))
    referee = ClinicSolo(slow, "3x3", "throughput")
    state = position(
        referee, ["S X . / T . . / Hp . ."], phase=Phase.ACTION, round=6, slot=3, tiles=(1, 2, 1), left=0, money=0,
        entrances=door(referee, "Sa3"), doctors=((at(referee, "0b1"), 0),), waiting=((1, 0, 0, 0), (0, 0, 0, 0)),
        nurses_offered=0, orderlies_offered=0, specials=(7, 8), university=(), bag=(8, 6, 3, 0), notepad=((), ()),
        doctor_bag=(2, 1, 1, 0),
    )  # fmt: skip
    state = state._replace(cars=tuple(free_spots(referee, state)[: state.people]))
    compare(iter([Aimed(referee, state, Deal(1))]), 1, 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("side", ["2x2", "3x2"])
def test_equals_brute_force_on_many_rounds(side: str) -> None:
    compare(small_instances(2_000, small_game(side)), 100, 3_000)


@pytest.mark.slow
def test_equals_brute_force_on_two_actions() -> None:
    """Two actions with all places for cars, in clinics that can hardly build."""
    random, referee, compared = Random(7), small_game("2x2"), 0
    for seed in range(3_000, 3_400):
        for state, deal in islice(positions(referee, seed, slot=2), 2):
            state = state._replace(money=min(state.money, 1))
            instance = Aimed(referee, state, deal, value=random_value(random))
            expected = best(instance, most=10_000)
            if expected is not None:
                assert solved(instance, MINUTE).best == expected, (seed, instance)
                compared += 1
        if compared >= 20:
            return
    raise AssertionError(f"only {compared} rounds were small enough")


def played(referee: ClinicSolo, seed: int, player: str, slot: int) -> Iterator[tuple[State, list[Move]]]:
    """Positions before an action of that number, with the moves of a player from there to the end of the round."""
    begun: list[tuple[State, list[Move]]] = []
    for state, move, after in steps_of_game(referee, seed, player):
        if state.phase is Phase.ACTION and state.slot == slot:
            begun.append((state, []))
        if begun and not referee.is_chance(state) and state.round == begun[-1][0].round:
            begun[-1][1].append(move)  # type: ignore[arg-type]
        if begun and (after.round != begun[-1][0].round or referee.is_over(after)):
            yield begun.pop()


def check_hints(number: int, slot: int) -> None:
    """The model allows whatever a player did, and counts it as the referee does."""
    compared = 0
    for seed in range(100):
        side, player = ("3x3", "4x3")[seed % 2], ("random", "sensible")[seed // 2 % 2]
        referee, random = game(side), Random(seed)
        for state, moves in played(referee, seed, player, slot):
            if any(isinstance(move, Repark) for move in moves):
                continue  # a newcomer's car that is moved again: the model builds first, and never parks it there
            instance = Aimed(referee, state, Deal(seed), value=random_value(random))
            draft = model_of(instance)
            draft.cp.maximize(draft.value)
            # A player may take a detour that the model has no mind to.
            assert add_hint(draft, moves) >= instance.value_of(replay(instance, moves)), (seed, state)
            compared += 1
            if compared == number:
                return


def test_what_players_do_is_in_the_model() -> None:
    check_hints(6, 3)


@pytest.mark.slow
def test_what_players_do_in_whole_rounds_is_in_the_model() -> None:
    check_hints(40, 1)


def check_move_and_care(number: int, most: int) -> None:
    """No other Move and care from there does better by the referee, and no Move to the same ends is quicker."""
    compared, treated = 0, 0
    for seed in range(200):
        referee, random = game(("3x3", "4x3")[seed % 2]), Random(seed)
        for state, deal in positions(referee, seed, ("sensible", "random")[seed // 2 % 2]):
            worth = EndValue(money=random.choice((0, 5)), popularity=9, time=-random.randint(0, 3), treated=20)
            idler = state._replace(tiles=(0, 0, 2), notepad=((), ()), bag=NOTHING)
            instance = Aimed(referee, idler, deal, value=worth)
            at_move = next(after for _, move, after in steps(instance, idle(instance)) if after.phase is Phase.MOVE)
            expected = best(instance, at_move, most=most)
            if expected is not None:
                result = solved(instance, MINUTE)
                assert (result.status, result.best) == (Status.OPTIMAL, expected), (seed, state)
                treated += replay(instance, result.moves).treated - state.treated
                compared += 1
            if compared == number:
                assert treated >= number / 4
                return


def idle(instance: Instance) -> list[Move]:
    """A round in which nothing is done and everybody takes the shortest way in."""
    referee, state, moves = instance.game, instance.state, list[Move]()
    while state.round == instance.state.round and not referee.is_over(state):
        if referee.is_chance(state):
            state = referee.apply_outcome(state, referee.chance_outcomes(state)[0][0])
            continue
        lazy = {Phase.ADMIT: Pass(), Phase.MOVE: referee.plan_move(state), Phase.CARE: Care(())}
        move = lazy.get(state.phase) or referee.legal_moves(state)[0]
        moves.append(move)
        state = referee.apply(state, move)
    return moves


def test_move_and_care_equal_brute_force() -> None:
    check_move_and_care(6, 1_000)


@pytest.mark.slow
def test_move_and_care_equal_brute_force_on_many_positions() -> None:
    check_move_and_care(100, 3_000)


# --- hints, kept actions ---


def a_round(number: int, side: str = "3x3") -> tuple[ClinicSolo, State, list[Move]]:
    state, moves = next(p for p in played(game(side), 4, "sensible", 3) if p[0].round == number)
    return game(side), state, moves


def test_a_hint_is_the_least_that_is_found() -> None:
    referee, state, moves = a_round(4)
    instance = Aimed(referee, state, Deal(4), leave_out=QUICK)
    result = solved(instance, MINUTE, moves)
    assert result.best is not None
    assert result.best >= instance.value_of(replay(instance, moves))
    assert instance.value_of(replay(instance, result.moves)) == result.best
    assert result.bound is not None
    assert result.bound >= result.best


def test_the_hint_is_kept_where_there_is_no_time_for_more() -> None:
    referee, state, moves = a_round(4)
    instance = Instance(referee, state, Deal(4))
    result = solve_round(instance, Budget(seconds=0.001, workers=1), hint=moves)
    assert result.best is not None
    assert result.best >= instance.value_of(replay(instance, moves))
    assert result.bound is None or result.bound >= result.best


def test_a_plan_that_the_model_leaves_out_is_named() -> None:
    referee, state, moves = next(
        (game(), state, moves)
        for seed in range(50)
        for state, moves in played(game(), seed, "random", 3)
        if any(isinstance(move, BuildConveyor) for move in moves)
    )
    draft = model_of(Aimed(referee, state, Deal(1), leave_out=QUICK))
    with pytest.raises(NotInModel, match="a stop"):
        add_hint(draft, moves)


def test_what_cannot_be_scheduled_is_said() -> None:
    referee, state, moves = a_round(2)
    with pytest.raises(ValueError, match="before an action"):
        Instance(referee, state._replace(phase=Phase.MOVE), Deal(4))
    with pytest.raises(ValueError, match="is not known"):
        solve_round(Instance(referee, state._replace(slot=2), Deal()))
    with pytest.raises(ValueError, match="left over"):
        replay(Instance(referee, state, Deal(4)), [*moves, Pass()])
