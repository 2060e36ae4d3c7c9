"""Advice for Clin9ic as the commands see it."""

import time
from collections.abc import Callable, Mapping, Sequence

from clin9ic.arrange import chosen_trio
from clin9ic.cards import Staff
from clin9ic.clinic import PATIENT, clinic_of
from clin9ic.dice import least_dice
from clin9ic.moves import Admit, Arrange, Build, Buy, Care, Hire, Lab, Move, Outpatient
from clin9ic.state import State, parking
from faces.advising import Wish
from faces.progress import Watch
from faces.searching import Question
from solvers.advice import Advice, Budget, Objective, Review
from solvers.clin9ic.advice.advise import advise
from solvers.clin9ic.advice.judge import Judge
from solvers.clin9ic.advice.review import Reviewer, reviewed
from tabletop.text import listed, plural

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


class Clin9icAdviser:
    """See `faces.advising.Adviser`."""

    means = "played out by a simple player"

    def advise(self, question: Question, wish: Wish, watch: Watch) -> Advice:
        budget = Budget(wish.seconds, wish.workers, wish.shown, wish.seed, wish.bound, wish.thorough)
        return advise(
            question.file.game, self._seen(question), budget, Objective(wish.objective),
            report=watch.say, interrupted=watch.interrupted,
        )  # fmt: skip

    def review(self, question: Question, wish: Wish, watch: Watch) -> Review:
        game, began = question.file.game, time.monotonic()
        judge = Judge(game, Objective(wish.objective), workers=wish.workers)

        def stop() -> bool:
            return watch.interrupted() or time.monotonic() - began > wish.seconds

        marks, luck = reviewed(Reviewer(judge, wish.seed), question.replay.steps, watch.say, stop)
        score = game.final_score(question.state) if game.is_over(question.state) else None
        elapsed = time.monotonic() - began
        return Review(judge.objective, tuple(marks), tuple(luck), score, watch.interrupted(), elapsed)

    def target(self, question: Question) -> tuple[str, Mapping[str, str | int]]:
        game = question.file.game
        details = {"goal": str(game.goal), "level": str(game.level), "target": game.target}
        return f"goal {game.target}", details

    def remarks(self, found: Advice) -> list[str]:  # noqa: ARG002
        return []

    def hints(self, question: Question, moves: Sequence[Move]) -> tuple[str, str, str]:
        game, state, move = question.file.game, self._seen(question), moves[0]
        return AREAS[type(move)], KINDS[type(move)](question, state, move), game.format(move)

    def open(self, question: Question, state: State) -> Mapping[str, int]:
        game = question.file.game
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

    def _seen(self, question: Question) -> State:
        state: State = question.face.seen(question.file, question.state)
        return state


def _arrange(question: Question, state: State, move: Arrange) -> str:
    trio = chosen_trio(question.file.game, state, move)
    return f"the actions {listed([str(section.action) for section in trio])}, in this order"


def _build(_question: Question, _state: State, move: Build) -> str:
    return listed([str(component.kind) for component in move.components]) or "nothing"


def _hire(_question: Question, _state: State, move: Hire) -> str:
    return listed([str(one.staff) for one in move.people]) or "nobody"


def _admit(question: Question, state: State, move: Admit) -> str:
    most = max(other.patients for other in question.file.game.legal_moves(state) if isinstance(other, Admit))
    return "nobody" if not move.patients else "all who can come in" if move.patients == most else "some, not all"


def _care(_question: Question, state: State, move: Care) -> str:
    return f"{plural(len(move.treatments), 'patient')} of {sum(state.patients)}"


def _buy(_question: Question, state: State, move: Buy) -> str:
    return "save it all" if not move.points else "points for all of it" if move.points == state.earned // 3 else "both"


KINDS: dict[type, Callable[[Question, State, Move], str]] = {
    Arrange: _arrange,  # type: ignore[dict-item]
    Outpatient: lambda _question, _state, _move: "whether they are used this round",
    Build: _build,  # type: ignore[dict-item]
    Hire: _hire,  # type: ignore[dict-item]
    Admit: _admit,  # type: ignore[dict-item]
    Care: _care,  # type: ignore[dict-item]
    Buy: _buy,  # type: ignore[dict-item]
    Lab: lambda _question, _state, _move: "the doctor who gains most by it",
}
ADVISER = Clin9icAdviser()
