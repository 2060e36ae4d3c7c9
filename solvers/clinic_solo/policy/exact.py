"""The last decisions of a game by expectimax: every move and every draw is tried."""

from itertools import islice

from clinic_solo.moves import Move
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import Phase, State
from solvers.clinic_solo.policy.candidates import resting
from solvers.core.advice import Objective
from solvers.core.expectimax import Expectation, expectimax

LAST = (Phase.MOVE, Phase.CARE, Phase.DEPART, Phase.POPULARITY)
MOST_POSITIONS, MOST_MOVES = 3_000, 200


def exact_values(game: ClinicSolo, state: State, objective: Objective) -> Expectation[Move] | None:
    """What each move can expect, None where there are too many positions."""
    if state.round < game.deck.rounds or state.phase not in LAST:
        return None
    if len(list(islice(game.iter_moves(state), MOST_MOVES + 1))) > MOST_MOVES:  # a Move may have millions
        return None
    utility = game.goal_met if objective is Objective.GOAL else game.final_score
    found = expectimax(game, state, utility=utility, every_move=True, positions=MOST_POSITIONS)
    return None if found.value is None else found


def best_line(game: ClinicSolo, state: State, move: Move, objective: Objective) -> tuple[tuple[Move, ...], State]:
    """A move and the best ones after it, up to the next draw or the end."""
    moves, state = [move], game.apply(state, move)
    while not resting(game, state):
        found = exact_values(game, state, objective)
        assert found is not None  # less than before is left
        assert found.best is not None
        moves.append(found.best)
        state = game.apply(state, found.best)
    return tuple(moves), state
