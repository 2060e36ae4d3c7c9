"""Every play of a small position, tried out through the referee alone: no code is shared with the solvers."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from math import fsum
from typing import Any, NamedTuple

from benchmarks.soundness.cases import moves_of, settled
from faces.games.adapter import AnyAdapter

MOST_MOVES = 200  # of one decision; more are not gone through


class TooLarge(Exception):
    """More positions than one wants to look at."""


class Line(NamedTuple):
    """The best play of a kind."""

    score: int
    moves: tuple[Any, ...]


@dataclass
class Enumeration:
    """The best plays from positions of one game file, with all draws known."""

    face: AnyAdapter
    file: Any
    limit: int  # moves tried
    seen: dict[Any, Line] = field(default_factory=dict)
    tried: int = 0

    def best(self, state: Any) -> Line:
        """The best play from a position on; TooLarge where there are too many."""
        state = settled(self.face, self.file, state)
        if state in self.seen:
            return self.seen[state]
        game = self.file.game
        if game.is_over(state):
            return Line(game.final_score(state), ())
        best: Line | None = None
        for move in listed(game, state):
            self.tried += 1
            if self.tried > self.limit:
                raise TooLarge
            line = self.best(game.apply(state, move))
            if best is None or line.score > best.score:
                best = Line(line.score, (move, *line.moves))
        if best is None:
            raise TooLarge  # a draw that nobody knows
        self.seen[state] = best
        return best


@dataclass
class Expectation:
    """What the best player can expect who does not know the draws."""

    game: Any
    value: Callable[[Any], float]  # of a position at the end
    limit: int  # moves and draws tried
    seen: dict[Any, float] = field(default_factory=dict)
    tried: int = 0

    def best(self, state: Any) -> float:
        if state in self.seen:
            return self.seen[state]
        game = self.game
        if game.is_over(state):
            return self.value(state)
        if game.is_chance(state):
            draws = game.chance_outcomes(state)
            self._count(len(draws))
            found = fsum(chance * self.best(game.apply_outcome(state, outcome)) for outcome, chance in draws)
        else:
            moves = listed(game, state)
            self._count(len(moves))
            found = max(self.best(game.apply(state, move)) for move in moves)
        self.seen[state] = found
        return found

    def _count(self, more: int) -> None:
        self.tried += more
        if self.tried > self.limit:
            raise TooLarge


def listed(game: Any, state: Any) -> list[Any]:
    moves = list(islice(moves_of(game)(state), MOST_MOVES + 1))
    if len(moves) > MOST_MOVES:
        raise TooLarge
    return moves
