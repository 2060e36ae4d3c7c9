"""Searching for the best play of Clin9ic, as commands and pages see it."""

from typing import TYPE_CHECKING, Any

from clin9ic.gamefile import GameFile
from clin9ic.moves import Move, Outcome
from clin9ic.state import State
from faces.games.data import Target
from faces.games.engines import Solver, fingerprint
from faces.games.position import Position

if TYPE_CHECKING:
    from solvers.clin9ic.kernel.known_orders import KnownOrders
    from solvers.core.engines import Solve

Here = Position[GameFile, State, Move, Outcome]


class Clin9icSolver(Solver[GameFile, State, Move, Outcome]):
    explains = True

    def engine(self) -> "Solve[KnownOrders]":
        from solvers.clin9ic.solve import solve

        return solve

    def known(self, position: Here) -> "KnownOrders":
        from solvers.clin9ic.kernel.known_orders import KnownOrders

        return KnownOrders(position.file.game, position.file.orders)

    def reasons(self, position: Here, target: Target, seconds: float) -> tuple[str, ...] | None:
        from solvers.clin9ic.cp_model.reasons import reasons_against_target
        from solvers.clin9ic.successors.supports import supports

        assert target.score is not None, "every target of this game is a score"
        file = position.file
        if supports(file.game, [position.state]) is not None:
            return None
        found = reasons_against_target(file.game, position.state, file.orders, target.score, seconds)
        return None if found is None else found.reasons

    def asked(self, position: Here) -> dict[str, str | int]:
        game, state = position.file.game, position.state
        to_come = sorted((number, cards) for number, cards in position.file.orders.items() if number >= state.round)
        return {
            "goal": str(game.goal),
            "dice": game.dice,
            "deck": game.deck.sha256,
            "position": fingerprint((tuple(state), to_come, game.options)),
        }

    def details(self, position: Here) -> dict[str, Any]:
        return {"goal": str(position.file.game.goal), "level": str(position.file.game.level)}
