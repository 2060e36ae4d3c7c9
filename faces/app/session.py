"""A game in progress: moves as the player makes them, draws as they happen, undo, and the file to save."""

import random
from pathlib import Path
from typing import Any, NamedTuple

from faces.games.position import AnyPosition
from tabletop.records import Step


def by_chance(game: Any, state: Any) -> Any:
    """An outcome of a chance position, each as likely as it is at the table."""
    outcomes, weights = zip(*game.chance_outcomes(state), strict=True)
    return random.choices(outcomes, [float(weight) for weight in weights])[0]


class _Standing(NamedTuple):
    """Where a game stands. Draws are not part of it: they stay known, so that undo is no way to draw again."""

    moves: tuple[Any, ...]  # the last one may be open, see `Session`
    state: Any


class Session:
    """The player sees `state`: a hidden order stays hidden until the game turns it up.

    It is a position in which the player decides, the end, or one in which something is drawn that the file does not
    know. A move that chance interrupts (a floor card turned up within a Build action) is open until it is finished; in
    the file, where the draw is known, it is a single move.
    """

    def __init__(self, position: AnyPosition) -> None:
        self.adapter = position.adapter
        self.file = position.file
        self.past: list[_Standing] = []
        self.drawn: list[Step[Any, Any]] = []  # what chance did after the last move or draw
        self.now = self._standing(position.played, position.state)

    def position(self, path: Path) -> AnyPosition:
        """Where it stands, as the player knows it; `path` is for messages."""
        return AnyPosition(self.adapter, self.to_file(), path, self.state)

    @property
    def game(self) -> Any:
        return self.file.game

    @property
    def state(self) -> Any:
        return self.now.state

    @property
    def is_over(self) -> bool:
        return bool(self.game.is_over(self.state))

    @property
    def awaits_draw(self) -> bool:
        return bool(self.game.is_chance(self.state))

    @property
    def is_open(self) -> bool:
        """Whether the last move is not finished."""
        return self.adapter.seat.is_open(self.state)

    def _standing(self, moves: tuple[Any, ...], state: Any) -> _Standing:
        return _Standing(moves, self._advanced(self.adapter.seat.seen(self.file, state), []))

    def _advanced(self, state: Any, drawn: list[Step[Any, Any]]) -> Any:
        """The position after all that chance does by itself, because the file knows it."""
        while self.game.is_chance(state) and (outcome := self._next_draw(state)) is not None:
            drawn.append(Step(state, outcome, self.game.apply_outcome(state, outcome)))
            state = drawn[-1].after
        self.drawn = drawn
        return state

    def _next_draw(self, state: Any) -> Any:
        return self.adapter.seat.next_draw(self.file, state, self.adapter.known_draw(self.file, state))

    def play(self, move: Any) -> None:
        """Make a move; IllegalMove if the rules forbid it, and nothing has happened then."""
        before = self.now
        after = self._advanced(self.game.apply(self.state, move), [])
        if self.is_open:
            moves = (*before.moves[:-1], self.adapter.seat.joined(before.moves[-1], move))
        else:
            moves = (*before.moves, move)
        self.past.append(before)
        self.now = _Standing(moves, after)

    def draw(self, outcome: Any) -> None:
        """Chance has spoken where the file did not know; from now on it does."""
        before = self.state
        self.file = self.adapter.with_draw(self.file, before, outcome)
        step = Step(before, outcome, self.game.apply_outcome(before, outcome))
        self.now = self.now._replace(state=self._advanced(step.after, [step]))

    def undo(self) -> bool:
        """Take back the last move, also one from before the game was resumed; False at the beginning."""
        if self.past:
            self.now = self.past.pop()
        elif self.now.moves:
            moves = self.now.moves[:-1]
            self.now = self._standing(moves, self.adapter.replay(self.file.with_moves(moves)).state)
        else:
            return False
        self.drawn = []
        return True

    def to_file(self) -> Any:
        """The game file as it is now, up to the last finished move.

        It can always be read again: a draw that became impossible when moves were taken back is no longer what the
        file says once it was drawn anew; until then the move before it is left out.
        """
        moves = self.now.moves[: len(self.now.moves) - self.is_open]
        file = self.file.with_moves(moves)
        if moves and self.awaits_draw and self.adapter.replay(file).illegal is not None:
            return self.file.with_moves(moves[:-1])
        return file
