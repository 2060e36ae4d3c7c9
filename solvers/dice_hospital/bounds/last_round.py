"""The last round, when nothing is left to chance: what no play of it can beat, by branch and bound."""

from collections.abc import Callable
from math import floor, inf

from dice_hospital.activation import has_chance
from dice_hospital.referee import DiceHospital
from dice_hospital.state import CHANCE, Phase, State
from solvers.dice_hospital.kernel.activation import Activation
from solvers.dice_hospital.value_function.features import last_worth, settled

WIDTH = 400  # of the beam before it
STEPS = (1, 200_000, 3_000_000)  # hospitals that are gone through: a bound at once, then sharper
MOST_STARTS = 600  # activations to choose from
ROUNDING = 1e-6


def last_round_bound(
    game: DiceHospital, state: State, left: Callable[[], float], after_draw: Callable[[State], State] = lambda s: s
) -> int | None:
    """No play from here scores more; None where chance is still to come, or there is too much to look at.

    `left` tells how many seconds there are. `after_draw` plays known draws; without it a position before a draw has no
    bound.
    """
    starts = activations_of(game, state, after_draw)
    if starts is None or has_chance(game):
        return None
    bounds = [_Start(game, start) for start in starts]
    for most in STEPS:
        best = max((start.best for start in bounds), default=0.0)
        for start in sorted(bounds, key=lambda one: -one.bound):
            if start.bound <= best + ROUNDING:
                break
            if left() <= 0:
                break
            start.sharpen(most, left())
            best = max(best, start.best)
    if any(start.bound == inf for start in bounds):
        return None  # not even looked at in time
    finished = [game.final_score(start.state) for start in bounds if start.activation is None]
    return max([floor(start.bound + ROUNDING) for start in bounds if start.activation is not None] + finished)


class _Start:
    """One activation of the last round, or a finished game."""

    def __init__(self, game: DiceHospital, state: State) -> None:
        self.state, self.settled = state, settled(game, state)
        self.activation = Activation(game, state) if state.phase is Phase.PLACE else None
        self.worth = last_worth(game, state.reports)
        self.best = self.bound = float(game.final_score(state)) if self.activation is None else -inf
        if self.activation is not None:
            self.bound = inf

    def sharpen(self, most: int, seconds: float) -> None:
        if self.activation is None:
            return
        found = self.activation.best(self.worth, WIDTH, most, seconds)
        self.best = self.settled + found.value
        self.bound = min(self.bound, self.settled + found.bound)


def activations_of(
    game: DiceHospital, state: State, after_draw: Callable[[State], State]
) -> list[State] | None:  # fmt: skip
    """Every position in which the last activation can begin or go on, or the game is over; None of too many."""
    if state.round != game.deck.rounds:
        return None
    found, waiting = dict[State, None](), [state]
    while waiting:
        at = waiting.pop()
        if at.phase in CHANCE:
            after = after_draw(at)
            if after is at:
                return None
            waiting.append(after)
        elif game.is_over(at) or (at.phase is Phase.PLACE and not at.recoloured):
            found[at] = None
        else:
            waiting += [game.apply(at, move) for move in game.legal_moves(at)]
        if len(found) + len(waiting) > MOST_STARTS:
            return None
    return list(found)


__all__ = ["activations_of", "last_round_bound"]
