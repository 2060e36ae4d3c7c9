"""Advice for the solitaire of Clinic as commands and pages see it."""

from collections.abc import Mapping, Sequence

from clinic_solo import parking
from clinic_solo.admit import queue_points
from clinic_solo.clinic import clinic_of
from clinic_solo.deck_text import goal_words
from clinic_solo.gamefile import GameFile
from clinic_solo.moves import (
    Admit,
    Build,
    BuildConveyor,
    BuildEntrance,
    BuildExtinguisher,
    Buy,
    Care,
    Depart,
    Hire,
    Move,
    MovePeople,
    Outcome,
    Park,
    Pass,
    Queue,
    Repark,
    TakeBonus,
    UpgradeParking,
    UseTile,
)
from clinic_solo.planner import room_left
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import State
from clinic_solo.tiles import Action, Person
from faces.games.engines import Adviser, Monitor
from faces.games.position import Position
from solvers.clinic_solo.kernel.tables import supports
from solvers.clinic_solo.policy.advise import advise
from solvers.clinic_solo.policy.review import review
from solvers.core.advice import Advice
from solvers.core.advice import Review as AnyReview
from solvers.core.budget import Budget
from solvers.core.engines import Advise, Review
from tabletop.text import plural

Here = Position[GameFile, State, Move, Outcome]

AREAS: dict[type, str] = {
    TakeBonus: "the bonus tiles",
    UseTile: "which action this slot is for",
    **dict.fromkeys((Build, BuildEntrance, BuildConveyor, BuildExtinguisher, UpgradeParking), "the building"),
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


class ClinicAdviser(Adviser[GameFile, State, Move, Outcome]):
    means = "each played by plans that know its draws, so on the high side"

    def policy(self) -> Advise[ClinicSolo]:
        return advise

    def judge(self) -> Review[ClinicSolo]:
        return review

    def advise(self, position: Here, budget: Budget, objective: str, monitor: Monitor) -> Advice:
        """What the search by changing plans does not know, the plain engines answer."""
        policy = self.policy() if supports(position.file.game) is None else super().policy()
        return self._asked(policy, position.seen, position, budget, objective, monitor)

    def review(self, position: Here, budget: Budget, objective: str, monitor: Monitor) -> AnyReview:
        judge = self.judge() if supports(position.file.game) is None else super().judge()
        return self._asked(judge, position.steps, position, budget, objective, monitor)

    def goal(self, file: GameFile) -> tuple[str, Mapping[str, str | int]]:
        game = file.game
        return f"goal {game.goal_name} ({goal_words(game.goal, game)})", {"goal": game.goal_name}

    def remarks(self, found: Advice) -> list[str]:
        if not found.options or found.within is not None:
            return []
        if "futures" not in found.counts:
            return ["looked ahead draw by draw: the search by changing plans does not know this game"]
        ways, futures = found.counts["candidates"], found.counts["futures"]
        if not futures:
            return ["at first sight: nothing was compared yet"]
        earned = [(name.removeprefix("rank "), many) for name, many in found.counts.items() if "rank " in name]
        ranks = [f"{name} {many}" for name, many in earned if many]
        compared = f"{plural(ways, 'way')} to go on compared on the same {futures} futures, both sampled: others exist"
        return [f"ranks in these futures: {', '.join(ranks) or 'none'}", compared]

    def hints(self, position: Here, moves: Sequence[Move]) -> tuple[str, str, str]:
        move = moves[0]
        return AREAS[type(move)], _kind(position, move), position.file.game.format(move)

    def open(self, file: GameFile, state: State) -> Mapping[str, int]:
        game = file.game
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


def _kind(position: Here, move: Move) -> str:
    """What kind of move it is, and not yet which."""
    game = position.file.game
    match move:
        case UseTile(action):
            return REASONS[action]
        case Build(tile, _):
            return game.called(f"a {tile.word}")
        case BuildEntrance():
            return "an entrance"
        case BuildConveyor():
            return game.called("a conveyor")
        case BuildExtinguisher():
            return "an extinguisher"
        case UpgradeParking():
            return "a larger car park"
        case Hire(who):
            return game.called(f"a {who}")
        case Queue() | Admit():
            return "a patient is admitted" if isinstance(move, Admit) else "the row is put in order first"
        case MovePeople(steps):
            return f"{len(steps)} of {position.state.people} people go somewhere"
        case Care(treatments):
            return plural(len(treatments), "treatment")
        case Buy(points):
            return "popularity is bought" if points else "all of it is saved"
        case Pass():
            return "no"
    return str(position.file.game.decision(position.state))
