"""The engines of Dice Hospital as commands and pages see them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from dice_hospital.gamefile import GameFile
from dice_hospital.moves import Move, Outcome
from dice_hospital.state import State
from faces.games.engines import Adviser, Solver
from faces.games.position import Position

if TYPE_CHECKING:
    from dice_hospital.referee import DiceHospital
    from solvers.core.engines import Advise, Review, Solve
    from solvers.dice_hospital.solve import Known

PLAYED_FOR = "score"


class DiceHospitalSolver(Solver[GameFile, State, Move, Outcome]):
    def engine(self) -> "Solve[Known]":
        from solvers.dice_hospital.solve import solve

        return solve

    def details(self, position: Position[GameFile, State, Move, Outcome]) -> dict[str, Any]:  # noqa: ARG002
        return {"goal": PLAYED_FOR}


class DiceHospitalAdviser(Adviser[GameFile, State, Move, Outcome]):
    means = "over sampled draws, played to the end by the value function"

    def policy(self) -> "Advise[DiceHospital]":
        from solvers.dice_hospital.policy.advise import advise

        return advise

    def judge(self) -> "Review[DiceHospital]":
        from solvers.dice_hospital.policy.review import review

        return review

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
