"""A game in progress: moves as the player makes them, draws as they happen, undo, and the file to save."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from faces.games import Face
from tabletop.records import Step

Draw = Callable[[Any, Any], Any]  # file, state: asks for an outcome of chance that the file does not know


class _Before(NamedTuple):
    """What an undo goes back to. Draws stay as they were, so that undo is no way to draw again."""

    moves: tuple[Any, ...]
    opened: Any | None
    state: Any


@dataclass
class Session:
    """The player sees `state`: a hidden order stays hidden until the game turns it up.

    A move that chance interrupts (a floor card turned up within a Build action) is `opened` until it is finished;
    in the file, where the draw is known, it is a single move again.
    """

    face: Face
    file: Any
    draw: Draw

    def __post_init__(self) -> None:
        self.moves: tuple[Any, ...] = tuple(line.move for line in self.file.moves)
        self.opened: Any | None = None
        self.past: list[_Before] = []
        self.saved = self.moves
        self.drawn: list[Step[Any, Any]] = []  # what chance did after the last move
        self.state = self._drawn(self._after(self.moves))

    @property
    def game(self) -> Any:
        return self.file.game

    def _after(self, moves: tuple[Any, ...]) -> Any:
        state = self.face.replay(self.face.with_moves(self.file, moves)).state
        return self.face.seen(self.file, state)

    def _drawn(self, state: Any) -> Any:
        """The next position in which the player decides; what is drawn on the way is kept in the file."""
        self.drawn = []
        while self.game.is_chance(state):
            outcome = self.face.next_draw(self.file, state)
            if outcome is None:
                outcome = self.draw(self.file, state)
                self.file = self.face.with_draw(self.file, state, outcome)
            self.drawn.append(Step(state, outcome, self.game.apply_outcome(state, outcome)))
            state = self.drawn[-1].after
        return state

    def play(self, move: Any) -> None:
        """Make a move; IllegalMove if the rules forbid it, and nothing has happened then."""
        after = self._drawn(self.game.apply(self.state, move))
        self.past.append(_Before(self.moves, self.opened, self.state))
        whole = move if self.opened is None else self.face.joined(self.opened, move)
        self.opened = whole if self.face.is_open(after) else None
        self.moves = self.moves if self.opened is not None else (*self.moves, whole)
        self.state = after

    def undo(self) -> bool:
        """Take back the last move, also one from before the game was resumed; False at the beginning."""
        if self.past:
            self.moves, self.opened, self.state = self.past.pop()
        elif self.moves:
            self.moves = self.moves[:-1]
            self.state = self._drawn(self._after(self.moves))
        else:
            return False
        return True

    def to_file(self) -> Any:
        """The game file as it is now, up to the last finished move."""
        return self.face.with_moves(self.file, self.moves)
