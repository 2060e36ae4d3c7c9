"""The last decisions of a game, where every move and every draw can be gone through."""

from itertools import islice

from clinic_solo.moves import Move
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import Phase, State
from solvers.advice import Objective
from solvers.clinic_solo.advice.ways import resting
from solvers.expectimax import Expectation, expectimax

LAST = (Phase.MOVE, Phase.CARE, Phase.DEPART, Phase.POPULARITY)
MOST_POSITIONS, MOST_MOVES = 3_000, 200


class ForGoal(ClinicSolo):
    """The same game, scored by whether the goal is met."""

    def final_score(self, state: State) -> int:
        return int(self.goal_met(state))


def exactly(game: ClinicSolo, state: State, objective: Objective) -> Expectation[Move] | None:
    """What each move can expect, None where that is too much to go through."""
    if state.round < game.deck.rounds or state.phase not in LAST:
        return None
    if len(list(islice(game.iter_moves(state), MOST_MOVES + 1))) > MOST_MOVES:  # a Move may have millions
        return None
    counted = game if objective is Objective.SCORE else ForGoal(game.deck, game.side_name, game.goal_name, game.expert)
    found = expectimax(counted, state, every_move=True, positions=MOST_POSITIONS)
    return None if found.value is None else found


def on_from(game: ClinicSolo, state: State, move: Move, objective: Objective) -> tuple[tuple[Move, ...], State]:
    """A move and the best ones after it, up to the next draw or the end."""
    moves, state = [move], game.apply(state, move)
    while not resting(game, state):
        found = exactly(game, state, objective)
        assert found is not None  # less than before is left
        assert found.best is not None
        moves.append(found.best)
        state = game.apply(state, found.best)
    return tuple(moves), state
