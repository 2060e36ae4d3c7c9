"""Deals and games for the tests of the search."""

from random import Random

from clinic_solo import gamefile
from clinic_solo.moves import Move
from clinic_solo.players import random_move, sensible_move
from clinic_solo.setting import DELUXE
from clinic_solo.state import State
from solvers.clinic_solo.kernel.core import rollout
from solvers.clinic_solo.kernel.decode_plan import decode_plan, refereed
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.clinic_solo.kernel.problem import Problem, Start, problem_of
from solvers.clinic_solo.kernel.state_encoding import Encoded


def dealt(
    side: str,
    seed: int,
    goal: str = "throughput",
    *,
    expert: bool = True,
    rulesets: tuple[str, ...] = (),
    edition: str = DELUXE,
) -> Problem:
    """A deal from its beginning."""
    file = gamefile.new_game("house", side, goal, expert=expert, seed=seed, rulesets=rulesets, edition=edition)
    return problem_of(KnownDeal(file.game, file.deal, file.start), file.start)


def states_of(problem: Problem, moves: list[Move]) -> list[State]:
    """Every position of a game in which the player decides, and the last one."""
    states = [problem.state]
    for move in moves:
        after = problem.game.apply(states[-1], move)
        states.append(problem.known.next_decision(after))
    return states


def played(problem: Problem, random: Random, share: float = 0.0) -> list[Move]:
    """A game by the sensible player, with some moves at random instead."""
    state, moves = problem.state, list[Move]()
    while not problem.game.is_over(state):
        at_random = random.random() < share
        moves.append(random_move(problem.game, state, random) if at_random else sensible_move(problem.game, state))
        state = problem.known.next_decision(problem.game.apply(state, moves[-1]))
    return moves


def ending(problem: Problem, start: Start, plan: Encoded) -> State:
    """The end of a plan as the referee plays it."""
    _, end, events = rollout(start, plan, tell=True)
    moves = [*start.moves, *refereed(problem.known, start.state, decode_plan(problem.game, events, end))]
    over = problem.known.play(problem.state, moves)
    assert problem.game.is_over(over)
    return over


def scores(problem: Problem, start: Start, plan: Encoded) -> tuple[int, int]:
    """What the core counts for a plan, and what the referee does."""
    over = ending(problem, start, plan)
    return int(rollout(start, plan).plan_value.score), problem.game.final_score(over)
