"""Rounds of games with rulesets against brute force, and ways past extinguishers against the planner."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from ortools.sat.python.cp_model import CpSolver

from clinic_solo import ClinicSolo, State
from clinic_solo.deals import Deal, next_outcome
from clinic_solo.movement import OUTSIDE, ways_of
from clinic_solo.moves import BuildConveyor, BuildExtinguisher, Move, Pass, UseTile
from clinic_solo.players import random_move, sensible_move
from clinic_solo.state import Phase
from clinic_solo.tiles import Action, Token, is_module
from solvers.clinic_solo.cp_model import Instance
from solvers.clinic_solo.cp_model.hints import decisions
from solvers.clinic_solo.cp_model.instance import NOTHING
from solvers.clinic_solo.cp_model.model import build_model
from solvers.clinic_solo.cp_model.round_replay import after_chance, is_over, steps
from solvers.clinic_solo.cp_model.tolls import TolledDistances
from solvers.core.cpsat import FOUND, value_in
from solvers.core.result import Status
from tests.clinic_solo.helpers import game, house
from tests.solvers.clinic_scheduler.aims import Aimed, EndValue, solved
from tests.solvers.clinic_scheduler.brute import best, positions, random_value, small_game, with_tokens
from tests.solvers.clinic_scheduler.test_rounds import MINUTE, compare, idle, small_instances

PLAYED = ("extinguishers",), ("blood",), ("blood", "extinguishers")
NAMES = ["+".join(rulesets) for rulesets in PLAYED]


# --- whole actions, Move and care against brute force ---


def tokened(instances: Iterator[Aimed], seed: int) -> Iterator[Aimed]:
    """The same with tokens here and there, as players put them too seldom."""
    random = Random(seed)
    for instance in instances:
        state = instance.state if random.random() < 0.3 else with_tokens(instance.game, instance.state, random)
        yield replace(instance, state=state)


def test_equals_brute_force_on_a_few_rounds() -> None:
    compare(tokened(small_instances(1_000, small_game("2x2", *PLAYED[-1])), 1), 3, 1_000)


@pytest.mark.slow
@pytest.mark.parametrize("side", ["2x2", "3x2"])
@pytest.mark.parametrize("rulesets", PLAYED, ids=NAMES)
def test_equals_brute_force_on_many_rounds(rulesets: tuple[str, ...], side: str) -> None:
    compare(tokened(small_instances(2_000, small_game(side, *rulesets)), 2), 60, 4_000)


def check_move_and_care(referee: ClinicSolo, number: int, most: int) -> None:
    """No Move and care from there does better by the referee."""
    compared = 0
    for seed in range(400):
        random = Random(seed)
        for dealt, deal in positions(referee, seed, ("sensible", "random")[seed % 2]):
            state = with_tokens(referee, dealt, random)._replace(tiles=(0, 0, 2), bag=NOTHING)
            nobody = ((),) * len(referee.services)
            worth = EndValue(money=1, popularity=3, time=-random.randint(0, 2), treated=9, orderlies=5)
            worth = worth if random.random() < 0.6 else random_value(random)
            instance = Aimed(referee, state._replace(notepad=nobody), deal, value=worth)
            at_move = next(after for _, move, after in steps(instance, idle(instance)) if after.phase is Phase.MOVE)
            expected = best(instance, at_move, most=most)
            if expected is not None:
                result = solved(instance, MINUTE)
                assert (result.status, result.best) == (Status.OPTIMAL, expected), (seed, state)
                compared += 1
            if compared == number:
                return


def test_move_and_care_equal_brute_force() -> None:
    check_move_and_care(small_game("3x2", *PLAYED[-1]), 6, 1_000)


@pytest.mark.slow
@pytest.mark.parametrize("side", ["3x2", "3x3"])
@pytest.mark.parametrize("rulesets", PLAYED, ids=NAMES)
def test_move_and_care_equal_brute_force_on_many_positions(rulesets: tuple[str, ...], side: str) -> None:
    referee = small_game(side, *rulesets) if side == "3x2" else game(side, rulesets=rulesets)
    check_move_and_care(referee, 50, 20_000)


# --- ways ---


def builder(referee: ClinicSolo, state: State, random: Random) -> Move:
    """Builds all it can, stops and extinguishers most of all."""
    moves = [] if state.phase is Phase.MOVE else referee.legal_moves(state)
    if state.phase is Phase.ACTION:
        return UseTile(Action.BUILD) if state.tiles[0] else moves[0]
    if state.phase is Phase.BUILD:
        tokens = [move for move in moves if isinstance(move, BuildExtinguisher | BuildConveyor)]
        others = [move for move in moves if not isinstance(move, Pass)]
        return random.choice((tokens if random.random() < 0.75 else others) or others or moves)
    return random.choice(moves) if moves else sensible_move(referee, state)


def ways_found(referee: ClinicSolo, state: State, deal: Deal, random: Random) -> tuple[int, int]:
    """How many times agree with the planner's when a round is built in the model, and how many of them it left open."""
    board, instance = referee.board, Instance(referee, state, deal)
    draft = build_model(instance)
    distances = TolledDistances(draft)
    spaces = [space for space in range(board.size) if draft.sites.may_be_module(space)]
    begins = [*random.sample(spaces, min(4, len(spaces))), board.at_entrance(state.entrances[0]), OUTSIDE]
    begins += state.helipads()[:1]
    pairs = [(begin, space) for begin in begins for space in random.sample(spaces, min(10, len(spaces)))]
    found = {pair: distances.from_place(*pair) for pair in pairs}
    end, moves = state, list[Move]()
    while not is_over(instance, end):
        moves.append(builder(referee, end, random))
        end = after_chance(instance, referee.apply(end, moves[-1]))
    for variable, value in decisions(draft, moves).values():
        draft.cp.add(variable == value)
    solver = CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(draft.cp) in FOUND
    ways, off, agreed = ways_of(referee, end), referee.deck.walking.to_entrance, list[bool]()
    for (begin, space), distance in found.items():
        there = begin >= board.size or begin in (OUTSIDE, *state.helipads()) or is_module(end.grid[begin])
        if there and is_module(end.grid[space]):
            least = ways.times(begin)[space] - off * (begin == OUTSIDE)
            assert value_in(solver.response_proto.solution, distance.value) == least
            assert distance.low <= least <= distance.high
            agreed.append(distance.low < distance.high)
    return len(agreed), sum(agreed)


def check_ways(number: int, first_seed: int) -> None:
    """In clinics with stops and extinguishers here and there, of which some are built in the round."""
    agreed = open_ = checked = 0
    for seed in range(first_seed, first_seed + 1_000):
        random, deal = Random(seed), Deal(seed)
        switches = replace(house().switches, conveyor_hop=random.choice(("nearest", "nearest", "any_in_line")))
        deck = replace(house(), switches=switches, sha256=switches.conveyor_hop)
        referee = ClinicSolo(deck, ("3x3", "4x3")[seed % 2], rulesets=("extinguishers",))
        state = referee.start()
        while not referee.is_over(state):
            if outcome := next_outcome(referee, deal, state):
                state = referee.apply_outcome(state, outcome)
                continue
            if state.phase is Phase.ACTION and state.slot >= 2 and state.tiles[0] and random.random() < 0.15:
                there = with_tokens(referee, state, random)._replace(money=random.choice((4, 8, 15)))
                modules = [space for space, tile in enumerate(there.grid) if is_module(tile)]
                stops = [space for space in modules if random.random() < 0.5]
                stops = [one for one in stops if any(referee.board.in_line(one, other) for other in stops)]
                more, left = ways_found(referee, there.with_tokens(Token.CONVEYOR, stops), deal, random)
                agreed, open_, checked = agreed + more, open_ + left, checked + 1
                if checked == number:
                    assert open_ >= agreed / 2 > 0
                    return
            player = random.choice((sensible_move, sensible_move, None))
            state = referee.apply(state, player(referee, state) if player else random_move(referee, state, random))


def test_ways_are_those_of_the_planner() -> None:
    """14B2, 14B3."""
    check_ways(4, 1)


@pytest.mark.slow
def test_ways_are_those_of_the_planner_in_many_clinics() -> None:
    check_ways(300, 1_000)
