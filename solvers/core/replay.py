"""Playing on when the draws are known: moves one after the other, what chance does in between happening by itself."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Generic

from solvers.core.result import LostPlan, NotSolvable
from tabletop.game import Game, Move, Outcome, State
from tabletop.moves import IllegalMove


@dataclass(frozen=True)
class KnownGame(ABC, Generic[State, Move, Outcome]):
    """A game with all that is known of its draws. Each game says in its own way how it knows them."""

    unknown: ClassVar[str] = "a draw to come is not known"  # what to say where one is missing

    game: Game[State, Move, Outcome]

    @abstractmethod
    def draw(self, state: State) -> Outcome | None:
        """What chance does in a position, None where that is not known."""

    def next_decision(self, state: State) -> State:
        """The next position in which the player decides, or the end; NotSolvable where a draw is not known."""
        while self.game.is_chance(state):
            outcome = self.draw(state)
            if outcome is None:
                raise NotSolvable(self.unknown)
            state = self.game.apply_outcome(state, outcome)
        return state

    def after(self, state: State, move: Move) -> State:
        """The next decision after a move at this one; IllegalMove where the referee refuses it."""
        return self.next_decision(self.game.apply(state, move))

    def if_possible(self, state: State) -> State | None:
        """The next position in which the player decides; None where a draw that was recorded cannot happen."""
        try:
            return self.next_decision(state)
        except IllegalMove:
            return None

    def play(self, state: State, moves: Iterable[Move]) -> State:
        """The next decision after a plan; LostPlan where the referee refuses one of its moves."""
        state = self.next_decision(state)
        for move in moves:
            try:
                state = self.after(state, move)
            except IllegalMove as reason:
                raise LostPlan(f"{self.game.format(move)}: {reason}") from None
        return state


def steps_to(
    game: Game[State, Move, Outcome],
    state: State,
    moves: Iterable[Move],
    follow: Callable[[State], State],
    is_end: Callable[[State], bool],
) -> Iterator[tuple[State, Move, State]]:
    """Every move of a plan that leads just to an end, with the positions around it; ValueError if it does not.

    `follow` does what chance does in a position that is no end.
    """
    state, left = follow(state), list(moves)
    while not is_end(state):
        if not left:
            raise ValueError(f"the plan ends in round {game.round_of(state)}, {game.decision(state)} is due")
        move = left.pop(0)
        after = follow(game.apply(state, move))
        yield state, move, after
        state = after
    if left:
        raise ValueError(f"{len(left)} moves of the plan are left over")


@dataclass(frozen=True)
class KnownDraws(KnownGame[State, Move, Outcome]):
    """Any game, with its draws told by a function."""

    told: Callable[[State], Outcome | None]

    def draw(self, state: State) -> Outcome | None:
        return self.told(state)


__all__ = ["KnownDraws", "KnownGame", "steps_to"]
