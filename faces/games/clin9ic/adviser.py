"""Advice for Clin9ic as commands and pages see it."""

from collections.abc import Callable, Mapping, Sequence

from clin9ic.arrange import chosen_trio
from clin9ic.cards import Staff
from clin9ic.clinic import PATIENT, clinic_of
from clin9ic.dice import least_dice
from clin9ic.gamefile import GameFile
from clin9ic.moves import Admit, Arrange, Build, Buy, Care, Hire, Lab, Move, Outcome, Outpatient
from clin9ic.referee import Clin9ic
from clin9ic.state import State, parking
from faces.games.engines import Adviser
from faces.games.position import Position
from solvers.clin9ic.policy.advise import advise
from solvers.clin9ic.policy.review import review
from solvers.core.engines import Advise, Review
from tabletop.text import listed, plural

Here = Position[GameFile, State, Move, Outcome]

AREAS: dict[type, str] = {
    Arrange: "how the cards are laid",
    Outpatient: "outpatient services",
    Build: "the building",
    Hire: "the staff",
    Admit: "the patients at the door",
    Care: "who is treated",
    Buy: "what to do with the income",
    Lab: "the laboratory",
}


class Clin9icAdviser(Adviser[GameFile, State, Move, Outcome]):
    means = "played out by a simple player"

    def policy(self) -> Advise[Clin9ic]:
        return advise

    def judge(self) -> Review[Clin9ic]:
        return review

    def goal(self, file: GameFile) -> tuple[str, Mapping[str, str | int]]:
        game = file.game
        details: Mapping[str, str | int] = {"goal": str(game.goal), "level": str(game.level), "target": game.target}
        return f"goal {game.target}", details

    def hints(self, position: Here, moves: Sequence[Move]) -> tuple[str, str, str]:
        game, state, move = position.file.game, position.seen, moves[0]
        return AREAS[type(move)], KINDS[type(move)](position, state, move), game.format(move)

    def open(self, file: GameFile, state: State) -> Mapping[str, int]:
        game = file.game
        clinic = clinic_of(game, state)
        doctors, patients = clinic.openings(Staff.DOCTOR, False), clinic.openings(PATIENT, False)
        return {
            "savings": state.money,
            "entrances": state.entrances,
            "parking left": parking(game, state) - state.cars,
            "room for doctors": doctors.capacity - sum(state.doctors),
            "room for patients": patients.capacity - sum(state.patients),
            "dice left": game.dice - least_dice(state.doctors, state.patients),
            "floors left": len(state.stack),
        }


def _arrange(position: Here, state: State, move: Arrange) -> str:
    trio = chosen_trio(position.file.game, state, move)
    return f"the actions {listed([str(section.action) for section in trio])}, in this order"


def _build(_position: Here, _state: State, move: Build) -> str:
    return listed([str(component.kind) for component in move.components]) or "nothing"


def _hire(_position: Here, _state: State, move: Hire) -> str:
    return listed([str(one.staff) for one in move.people]) or "nobody"


def _admit(position: Here, state: State, move: Admit) -> str:
    most = max(other.patients for other in position.file.game.legal_moves(state) if isinstance(other, Admit))
    return "nobody" if not move.patients else "all who can come in" if move.patients == most else "some, not all"


def _care(_position: Here, state: State, move: Care) -> str:
    return f"{plural(len(move.treatments), 'patient')} of {sum(state.patients)}"


def _buy(_position: Here, state: State, move: Buy) -> str:
    return "save it all" if not move.points else "points for all of it" if move.points == state.earned // 3 else "both"


KINDS: dict[type, Callable[[Here, State, Move], str]] = {
    Arrange: _arrange,  # type: ignore[dict-item]
    Outpatient: lambda _position, _state, _move: "whether they are used this round",
    Build: _build,  # type: ignore[dict-item]
    Hire: _hire,  # type: ignore[dict-item]
    Admit: _admit,  # type: ignore[dict-item]
    Care: _care,  # type: ignore[dict-item]
    Buy: _buy,  # type: ignore[dict-item]
    Lab: lambda _position, _state, _move: "the doctor who gains most by it",
}
