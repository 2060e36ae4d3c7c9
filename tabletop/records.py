"""Games on record: moves with the lines they stand on, and what the referee says of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, NamedTuple

from tabletop.game import Game, Move, Outcome, State
from tabletop.moves import IllegalMove


class Line(NamedTuple, Generic[Move]):
    """A move and the line of the file it stands on; 0 for one that was not read from a file."""

    move: Move
    line: int = 0


class Step(NamedTuple, Generic[State, Move]):
    """A move or an outcome of chance, with the positions before and after it."""

    before: State
    move: Move
    after: State


class Illegal(NamedTuple, Generic[State, Move]):
    """The first move or known draw of a game that the rules forbid."""

    number: int  # of the move, from 1; of the move before it, for a draw
    line: Line[Move] | None  # None for a draw
    before: State
    reason: IllegalMove


@dataclass(frozen=True)
class Replay(Generic[State, Move, Outcome]):
    """A game refereed as far as its moves and the known draws go."""

    steps: tuple[Step[State, Move | Outcome], ...]
    state: State
    illegal: Illegal[State, Move] | None


def replay(
    game: Game[State, Move, Outcome],
    start: State,
    moves: Iterable[Line[Move]],
    next_draw: Callable[[State], Outcome | None],
) -> Replay[State, Move, Outcome]:
    """Referee moves one after the other; draws that are known happen by themselves."""
    steps: list[Step[State, Move | Outcome]] = []

    def here() -> State:
        return steps[-1].after if steps else start

    def draw() -> None:
        while (outcome := next_draw(here())) is not None:
            steps.append(Step(here(), outcome, game.apply_outcome(here(), outcome)))

    number, due = 0, None  # the move that is refereed
    try:
        draw()
        for line in moves:
            number, due = number + 1, line
            steps.append(Step(here(), line.move, game.apply(here(), line.move)))
            due = None  # what is refused now is a draw
            draw()
    except IllegalMove as reason:
        return Replay(tuple(steps), here(), Illegal(number, due, here(), reason))
    return Replay(tuple(steps), here(), None)
