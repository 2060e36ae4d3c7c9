"""Clin9ic with the card orders of the rounds to come known."""

from collections.abc import Mapping
from dataclasses import dataclass

from clin9ic.moves import Move, Order, Outcome
from clin9ic.referee import Clin9ic
from clin9ic.state import Phase, State
from solvers.core.replay import KnownGame


@dataclass(frozen=True)
class KnownOrders(KnownGame[State, Move, Outcome]):
    """The card orders by round. The floor cards lie in the position itself, where they are known, too."""

    game: Clin9ic
    orders: Mapping[int, tuple[str, ...]]

    def draw(self, state: State) -> Outcome | None:
        known = state.phase is Phase.ORDER and state.round in self.orders
        return Order(self.orders[state.round]) if known else None


__all__ = ["KnownOrders"]
