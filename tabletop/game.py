"""What every game offers: the one interface that records, searches and commands ask, whatever the game.

A game is its referee, one object that holds deck, goal and options and never changes. Positions, moves and outcomes of
chance are plain frozen data of the game's own; a position is its own key. Nothing here knows what is in them.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

State = TypeVar("State", bound=Hashable)
Move = TypeVar("Move")
Outcome = TypeVar("Outcome")


class Tree(Protocol[State, Move, Outcome]):
    """What a search has to know: the part of the Game protocol that leads from a position to the ends of a game.

    In every position one of three things holds: the game is over, chance has to speak, or the player has to decide.
    A game whose list of legal moves may be cut short also has a method `iter_moves`, which goes on.
    """

    def is_over(self, state: State, /) -> bool: ...
    def is_chance(self, state: State, /) -> bool: ...

    def legal_moves(self, state: State, /) -> Sequence[Move]:
        """A move for each distinct result of the decision that is due; none at chance or at the end."""

    def apply(self, state: State, move: Move, /) -> State:
        """The position after a move; IllegalMove with the rule and the reason where the rules forbid it."""

    def chance_outcomes(self, state: State, /) -> Sequence[tuple[Outcome, float]]:
        """All that chance may do, with probabilities that sum to 1; nothing where the player decides."""

    def apply_outcome(self, state: State, outcome: Outcome, /) -> State:
        """The position after chance has spoken; IllegalMove if that cannot happen."""

    def final_score(self, state: State, /) -> float:
        """What the end of a game counts."""


class Game(Tree[State, Move, Outcome], Protocol[State, Move, Outcome]):
    """The rules of a game for one player, with chance explicit."""

    def decision(self, state: State, /) -> str:
        """What is due, in a word: a kind of move, a kind of draw, or that the game is over."""

    def round_of(self, state: State, /) -> int:
        """The round that a position belongs to, from 1, or 0 while a game is set up; for those who tell of it."""

    def format(self, move: Move | Outcome, /) -> str:
        """The line of a move, as a player types it, or what chance did."""

    def parse(self, text: str, /) -> Move:
        """The move of a line; BadNotation for a line that is none. The opposite of `format`."""

    def score_items(self, state: State, /) -> Mapping[str, int]:
        """What the position would score as the last one, item by item."""

    def final_score(self, state: State, /) -> int:
        """The sum of the items."""

    def goal_met(self, state: State, /) -> bool:
        """Whether the goal of the game is met, the position taken as the last one."""


def iter_moves(game: Tree[State, Move, Outcome], state: State) -> Iterable[Move]:
    """The legal moves one by one, also where there are more than `legal_moves` lists."""
    one_by_one: Callable[[State], Iterable[Move]] = getattr(game, "iter_moves", game.legal_moves)
    return one_by_one(state)


__all__ = ["Game", "Move", "Outcome", "State", "Tree", "iter_moves"]
