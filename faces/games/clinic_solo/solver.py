"""Searching for the best play of the solitaire of Clinic, as commands and pages see it."""

from typing import TYPE_CHECKING, Any

from clinic_solo.gamefile import GameFile
from clinic_solo.moves import Move, Outcome
from clinic_solo.state import State
from faces.games.engines import Solver, fingerprint
from faces.games.position import Position

if TYPE_CHECKING:
    from solvers.clinic_solo.kernel.known_deal import KnownDeal
    from solvers.core.engines import Solve

Here = Position[GameFile, State, Move, Outcome]


class ClinicSolver(Solver[GameFile, State, Move, Outcome]):
    def engine(self) -> "Solve[KnownDeal]":
        from solvers.clinic_solo.solve import solve

        return solve

    def known(self, position: Here) -> "KnownDeal":
        from solvers.clinic_solo.kernel.known_deal import KnownDeal

        return KnownDeal(position.file.game, position.file.deal, position.file.start)

    def asked(self, position: Here) -> dict[str, str | int]:
        file = position.file
        told = (tuple(position.state), file.deal, tuple(file.start), file.game.side_name, file.game.expert)
        return {
            "deck": file.game.deck.sha256,
            "position": fingerprint(told),
        }

    def details(self, position: Here) -> dict[str, Any]:
        return {"goal": position.file.game.goal_name}
