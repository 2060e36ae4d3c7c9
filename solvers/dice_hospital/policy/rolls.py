"""The last activation with dice to be rolled in it (7.2, 7.3, 6.11): expectimax by the rules, the core where it ends.

Every roll of a multiset of dice is listed with its chance. As soon as nothing can be rolled any more, what is left is
planning, which the compiled search solves to a proof. So the value is exact where it fits in the time: for a few
workers who are left, not for a whole activation. Of that there is an interval, from the best plan without rolls that a
beam finds to a bound that lets dice show whatever is wanted.
"""

from collections.abc import Callable
from functools import cache

import numpy as np

from dice_hospital.activation import has_chance
from dice_hospital.moves import Move
from dice_hospital.referee import DiceHospital
from dice_hospital.state import ACTIVATION, Phase, State
from solvers.core.advice import Interval
from solvers.core.expectimax import Expectation, expectimax
from solvers.core.result import Status
from solvers.dice_hospital.kernel.activation import Activation
from solvers.dice_hospital.search.last_round import has_newcomers, has_rolls
from solvers.dice_hospital.value_function.features import last_end_values, settled

MOST_POSITIONS = 2_000_000
BEAM, HOSPITALS, TURNS = 20, 1_000_000, 100
CHOOSING = (Phase.TAKE, Phase.RETURN, Phase.CONSULT)
UNKNOWN = -(10**6)  # less than any score


class _NotProven(Exception):
    """The compiled search gave up."""


def may_roll(game: DiceHospital, state: State) -> bool:
    """Whether dice may still be rolled in the last activation, which is under way or comes next."""
    if state.round != game.deck.rounds or state.phase not in (*ACTIVATION, *CHOOSING):
        return False
    if state.phase in CHOOSING:
        return has_chance(game)
    return state.phase is not Phase.PLACE or bool(state.recoloured) or has_rolls(game, state)


def by_all_rolls(game: DiceHospital, state: State, stop: Callable[[], bool]) -> Expectation[Move] | None:
    """What the best play can expect, and every move; None where there is no time for all of it."""

    def is_planning(at: State) -> bool:
        return at.phase is Phase.PLACE and not at.recoloured and not (at.free_workers and has_rolls(game, at))

    @cache
    def solved(at: State) -> float:
        found = Activation(game, at).last(last_end_values(game, at.reports), UNKNOWN, BEAM, HOSPITALS, stop)
        if found.value != found.bound:
            raise _NotProven
        return found.value + settled(game, at)

    try:
        found = expectimax(
            game, state, horizon=is_planning, leaf=solved, every_move=True, positions=MOST_POSITIONS, stop=stop
        )
    except _NotProven:
        return None
    return None if found.status is Status.UNKNOWN else found


def between(game: DiceHospital, state: State) -> Interval | None:
    """The value of a last round in which dice may be rolled, its cards turned up; None where patients may come in."""
    spans, waiting = list[tuple[float, float]](), [state]
    while waiting:
        at = waiting.pop()
        if at.phase is not Phase.PLACE:
            waiting += [game.apply(at, move) for move in game.legal_moves(at)]
        elif at.recoloured or has_newcomers(game, at):
            return None
        else:
            end_values, before, plain = last_end_values(game, at.reports), settled(game, at), Activation(game, at)
            low = plain.last(end_values, UNKNOWN, BEAM, 0).value
            lucky = Activation(game, at, rolls=True)
            high = int(lucky.last_bounds(lucky.starts([at]), end_values, np.array([low]), 1, TURNS)[0])
            spans.append((before + low, before + max(low, high)))
    return Interval(max(low for low, _ in spans), max(high for _, high in spans))


__all__ = ["between", "by_all_rolls", "may_roll"]
