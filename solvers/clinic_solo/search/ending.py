"""What is left of a game after its last action, gone through choice by choice."""

from collections.abc import Iterable
from itertools import islice

from clinic_solo.moves import Move
from clinic_solo.state import Phase, State
from solvers.clinic_solo.kernel.problem import Problem

LAST = (Phase.MOVE, Phase.CARE, Phase.DEPART, Phase.POPULARITY, Phase.OVER)
MOST_MOVES, MOST_POSITIONS = 300, 3_000
Best = tuple[int, tuple[Move, ...]] | None  # a score and the moves to it, None where the goal is out of reach


class TooMuch(Exception):
    """There is more left than can be gone through."""


def is_ending(problem: Problem) -> bool:
    """Whether nothing is left but the Move, Care and what follows in the last round."""
    state = problem.state
    return state.phase in LAST and state.round == problem.game.deck.rounds


class Ending:
    """All ways a game may end from a position after its last action."""

    def __init__(self, problem: Problem, *, goal: bool) -> None:
        self.problem, self.goal = problem, goal
        self._known: dict[State, Best] = {}

    def best(self) -> Best:
        """The best end, None where none meets the goal; TooMuch where there are too many to tell."""
        return self._best(self.problem.state, first=True)

    def _best(self, state: State, *, first: bool = False) -> Best:
        if state in self._known:
            return self._known[state]
        if len(self._known) >= MOST_POSITIONS:
            raise TooMuch
        game = self.problem.game
        best: Best = None
        if game.is_over(state):
            if not self.goal or game.goal_met(state):
                best = game.final_score(state), ()
        else:
            for move in self._choices(state, first=first):
                after = self._best(self.problem.known.after(state, move))
                if after is not None and (best is None or after[0] > best[0]):
                    best = after[0], (move, *after[1])
        self._known[state] = best
        return best

    def _choices(self, state: State, *, first: bool) -> Iterable[Move]:
        """Every choice; which car leaves makes no difference any more (6.5), and one of them stands for all."""
        moves = list(islice(self.problem.game.iter_moves(state), MOST_MOVES + 1))
        if len(moves) > MOST_MOVES:
            raise TooMuch
        if first and self.problem.forbidden:
            banned = {self.problem.game.apply(state, move) for move in self.problem.forbidden}
            moves = [move for move in moves if self.problem.game.apply(state, move) not in banned]
        return moves[:1] if state.phase is Phase.DEPART and not first else moves
