"""Advice for the solitaire of Clinic as the commands see it."""

import time
from collections.abc import Mapping, Sequence

from clinic_solo import parking
from clinic_solo.admit import queue_points
from clinic_solo.clinic import clinic_of
from clinic_solo.deck_text import goal_words
from clinic_solo.moves import (
    Admit,
    Build,
    BuildConveyor,
    BuildEntrance,
    Buy,
    Care,
    Depart,
    Hire,
    Move,
    MovePeople,
    Park,
    Pass,
    Queue,
    Repark,
    TakeBonus,
    UpgradeParking,
    UseTile,
)
from clinic_solo.planner import room_left
from clinic_solo.state import State
from clinic_solo.tiles import Action, Person
from faces.advising import Wish
from faces.progress import Watch
from faces.searching import Question
from solvers.advice import Advice, Budget, Objective, Review
from solvers.clinic_solo.advice.advise import advise
from solvers.clinic_solo.advice.judge import Judge
from solvers.clinic_solo.advice.review import Reviewer, reviewed
from tabletop.text import plural

AREAS: dict[type, str] = {
    TakeBonus: "the bonus tiles",
    UseTile: "which action this slot is for",
    **dict.fromkeys((Build, BuildEntrance, BuildConveyor, UpgradeParking), "the building"),
    **dict.fromkeys((Park, Repark, Depart), "the cars"),
    Hire: "the staff",
    **dict.fromkeys((Queue, Admit), "the notepad"),
    MovePeople: "who goes where",
    Care: "who is treated",
    Buy: "what to do with the income",
    Pass: "whether more of this action is worth it",
}
REASONS = {
    Action.BUILD: "the clinic is to grow",
    Action.HIRE: "hands are wanted",
    Action.ADMIT: "patients are to come in",
}


class ClinicAdviser:
    """See `faces.advising.Adviser`."""

    means = "each played by plans that know its draws, so on the high side"

    def advise(self, question: Question, wish: Wish, watch: Watch) -> Advice:
        budget = Budget(wish.seconds, wish.workers, wish.shown, wish.seed, wish.bound, wish.thorough)
        return advise(
            question.file.game, question.state, budget, Objective(wish.objective),
            report=watch.say, interrupted=watch.interrupted,
        )  # fmt: skip

    def review(self, question: Question, wish: Wish, watch: Watch) -> Review:
        game, began = question.file.game, time.monotonic()

        def stop() -> bool:
            return watch.interrupted() or time.monotonic() - began > wish.seconds

        judge = Judge(game, Objective(wish.objective), wish.workers, wish.seed, stop)
        marks, luck = reviewed(Reviewer(judge), question.replay.steps, watch.say, stop)
        score = game.final_score(question.state) if game.is_over(question.state) else None
        elapsed = time.monotonic() - began
        return Review(judge.objective, tuple(marks), tuple(luck), score, watch.interrupted(), elapsed)

    def target(self, question: Question) -> tuple[str, Mapping[str, str | int]]:
        game = question.file.game
        return f"goal {game.goal_name} ({goal_words(game.goal)})", {"goal": game.goal_name}

    def remarks(self, found: Advice) -> list[str]:
        if not found.options or found.within is not None:
            return []
        ways, futures = found.counts["candidates"], found.counts["futures"]
        earned = [(name.removeprefix("rank "), many) for name, many in found.counts.items() if "rank " in name]
        ranks = [f"{name} {many}" for name, many in earned if many]
        compared = f"{plural(ways, 'way')} to go on compared on the same {futures} futures, both sampled: others exist"
        return [f"ranks in these futures: {', '.join(ranks) or 'none'}", compared]

    def hints(self, question: Question, moves: Sequence[Move]) -> tuple[str, str, str]:
        move = moves[0]
        return AREAS[type(move)], _kind(question, move), question.file.game.format(move)

    def open(self, question: Question, state: State) -> Mapping[str, int]:
        game = question.file.game
        rooms = clinic_of(game.board, state.grid).rooms
        return {
            "savings": state.money,
            "queue points": queue_points(game, state),
            "functional rooms": len(rooms),
            "beds free": sum(room_left(game, state, Person.PATIENT, room) for room in rooms),
            "patients waiting": sum(sum(counts) for counts in state.waiting),
            "parking spots free": len(parking.free_spots(game, state)),
            "doctors": len(state.doctors),
            "nurses": len(state.nurses),
        }


def _kind(question: Question, move: Move) -> str:
    """What kind of move it is, and not yet which."""
    match move:
        case UseTile(action):
            return REASONS[action]
        case Build(tile, _):
            return f"a {tile.word}"
        case BuildEntrance():
            return "an entrance"
        case BuildConveyor():
            return "a conveyor"
        case UpgradeParking():
            return "a larger car park"
        case Hire(who):
            return f"a {who}"
        case Queue() | Admit():
            return "a patient is admitted" if isinstance(move, Admit) else "the row is put in order first"
        case MovePeople(steps):
            return f"{len(steps)} of {question.state.people} people go somewhere"
        case Care(treatments):
            return plural(len(treatments), "treatment")
        case Buy(points):
            return "popularity is bought" if points else "all of it is saved"
        case Pass():
            return "no"
    return str(question.file.game.decision(question.state))


ADVISER = ClinicAdviser()
