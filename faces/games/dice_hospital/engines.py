"""The engines of Dice Hospital as commands and pages see them: those of any game, told what is played for."""

from collections.abc import Mapping
from typing import Any

from dice_hospital.gamefile import GameFile
from dice_hospital.moves import Move, Outcome
from dice_hospital.state import State
from faces.games.engines import Adviser, Solver
from faces.games.position import Position

PLAYED_FOR = "score"


class DiceHospitalSolver(Solver[GameFile, State, Move, Outcome]):
    def details(self, position: Position[GameFile, State, Move, Outcome]) -> dict[str, Any]:  # noqa: ARG002
        return {"goal": PLAYED_FOR}


class DiceHospitalAdviser(Adviser[GameFile, State, Move, Outcome]):
    def goal(self, file: GameFile) -> tuple[str, Mapping[str, str | int]]:
        target = file.game.target
        more = {} if target is None else {"target": target}
        return "no target" if target is None else f"target {target}", {"goal": PLAYED_FOR, **more}

    def open(self, file: GameFile, state: State) -> Mapping[str, int]:
        """What a position leaves open for the rounds to come."""
        return {
            "patients in bed": len(state.patients),
            "free beds": file.game.deck.setup.beds - len(state.patients),
            "workers": file.game.deck.setup.nurses + len(state.specialists),
            "departments": len(file.game.deck.starting) + len(state.departments),
            "reports open or above": sum(map(len, state.reports)),
        }
