"""The last activation with dice to be rolled in it (7.2, 7.3, 6.11): expectimax by the rules, the core where it ends.

Every roll of a multiset of dice is listed with its chance. As soon as nothing can be rolled any more, what is left is
planning, which the compiled search solves to a proof. So the value is exact, or there is none: for a few workers who
are left it fits in the time, for a whole activation it does not.
"""

from collections.abc import Callable
from functools import cache

from dice_hospital.moves import Move
from dice_hospital.referee import DiceHospital
from dice_hospital.state import ACTIVATION, Phase, State
from solvers.core.expectimax import Expectation, expectimax
from solvers.core.result import Status
from solvers.dice_hospital.kernel.activation import Activation
from solvers.dice_hospital.search.last_round import has_rolls
from solvers.dice_hospital.value_function.features import last_worth, settled

MOST_POSITIONS = 2_000_000
BEAM, HOSPITALS = 20, 1_000_000
UNKNOWN = -(10**6)  # less than any score


class _NotProven(Exception):
    """The compiled search gave up."""


def may_roll(game: DiceHospital, state: State) -> bool:
    """Whether dice may still be rolled in the last activation, which is under way."""
    if state.round != game.deck.rounds or state.phase not in ACTIVATION:
        return False
    return state.phase is not Phase.PLACE or bool(state.recoloured) or has_rolls(game, state)


def by_all_rolls(game: DiceHospital, state: State, stop: Callable[[], bool]) -> Expectation[Move] | None:
    """What the best play can expect, and every move; None where there is no time for all of it."""

    def is_planning(at: State) -> bool:
        return at.phase is Phase.PLACE and not at.recoloured and not (at.free_workers and has_rolls(game, at))

    @cache
    def solved(at: State) -> float:
        found = Activation(game, at).last(last_worth(game, at.reports), UNKNOWN, BEAM, HOSPITALS, stop)
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


__all__ = ["by_all_rolls", "may_roll"]
