"""How Dice Hospital shows itself to commands and pages."""

from collections.abc import Mapping, Sequence
from typing import Any

from dice_hospital.gamefile import GameFile, Step
from dice_hospital.moves import Move, Outcome
from dice_hospital.patients import COLOURS, name
from dice_hospital.setting import Variant
from dice_hospital.state import Phase, State
from dice_hospital.story import effect, hint
from dice_hospital.svg import position_svg
from dice_hospital.text import heading, position_text, tracks, ward_lines
from faces.games.data import Part
from faces.games.decks import by_colour
from faces.games.views import Views
from tabletop.plain import plain
from tabletop.text import Pen, listed

NOTATION = (
    ("set r3 y4 g5", "the values of the first patients"),
    ("keep r3 y4 g2", "three of the four dice: red, yellow and green, with their values"),
    ("lose r1", "a patient who makes room, where beds are missing"),
    ("take surgeon", "the specialist or the department turned up"),
    ("return radiology", "an improvement goes back for a blood bag; or: return nothing"),
    ("consultant as surgeon", "whose ability the consultant has in this activation"),
    ("nurse > pharmacy: g4", "a worker, a department and its patients; t: treated, so g4t"),
    ("surgeon > operating theatre: r2; also r5", "with the specialist's own effect; or: also nobody"),
    ("also r5", "the specialist's own effect, where it was not told with the placement"),
    ("bag: y6", "a blood bag heals a step"),
    ("bag: r3 as green", "a blood bag gives another colour, right before an effect; the die is r3g then"),
    ("nurse > physiotherapy: r3 as green, y2 as red", "patients and the colours they are given"),
    ("also g4 up, r1 down", "the medical student: whom better, whom worse"),
    ("send back r3", "the admissions nurse puts a patient back into the bag; or: call in"),
    ("report 2", "the open report of column 2 is completed"),
    ("stop", "no more placements, or no more reports"),
)


class DiceHospitalViews(Views[GameFile, State, Move, Outcome]):
    def header(self, file: GameFile) -> str:
        game = file.game
        variants = listed([str(variant) for variant in Variant if game.has(variant)])
        parts = ["Dice Hospital", file.title, f"deal {file.id}" if file.id else "", f"{game.deck.name} deck", variants]
        parts.append("" if game.target is None else f"target {game.target}")
        return plain(" · ".join(part for part in parts if part))

    def text(self, file: GameFile, state: State, pen: Pen) -> str:
        return position_text(file.game, state, pen)

    def board(self, file: GameFile, state: State, pen: Pen) -> list[str]:
        return ward_lines(file.game, state, pen)

    def svg(self, file: GameFile, state: State) -> str:
        return position_svg(file.game, state, self.header(file))

    def parts(self, file: GameFile, state: State) -> list[Part]:
        deck, beds = file.game.deck, file.game.deck.setup.beds // file.game.deck.setup.wards
        found = [
            Part(f"bed-{at}", name(code), "a patient", f"Ward {at // beds + 1}")
            for at, code in enumerate(state.patients)
        ]
        found += [Part(f"die-{at}", name(code), "a die", "On the table") for at, code in enumerate(state.dice)]
        if state.shown and not state.dice:
            turned = deck.workers[state.shown[0]].name, deck.departments[state.shown[1]].name
            found += [Part(f"shown-{at}", word, "a card turned up", "Turned up") for at, word in enumerate(turned)]
        owned = [deck.departments[kind].name for kind in (*range(len(deck.starting)), *state.departments)]
        found += [Part(f"department-{at}", word, "a department", "Departments") for at, word in enumerate(owned)]
        workers = [deck.workers[kind].name for kind in (*[0] * deck.setup.nurses, *state.specialists)]
        found += [Part(f"worker-{at}", word, "a worker", "Workers") for at, word in enumerate(workers)]
        return found + [
            Part(f"report-{number}-0", f"report {number}", deck.reports[column[0]].name, "Medical reports")
            for number, column in enumerate(state.reports, 1)
            if column
        ]

    def position_data(self, file: GameFile, state: State) -> Mapping[str, Any]:
        game, deck = file.game, file.game.deck
        departments = [deck.departments[kind].name for kind in range(len(deck.starting))]
        shown = [deck.workers[state.shown[0]].name, deck.departments[state.shown[1]].name] if state.shown else []
        return {
            "round": state.round,
            "due": game.decision(state),
            "points": state.score,
            "report_points": state.report_points,
            "blood_bags": state.blood_bags,
            "fatalities": state.fatalities,
            "beds": [name(code) for code in state.patients],
            "dice": [name(code) for code in state.dice],
            "shown": shown,
            "departments": [*departments, *(deck.departments[kind].name for kind in state.departments)],
            "free_departments": [deck.departments[kind].name for kind in state.free_departments],
            "specialists": [deck.workers[kind].name for kind in state.specialists],
            "free_workers": [deck.workers[kind].name for kind in state.free_workers],
            "reports": [[deck.reports[kind].name for kind in column] for column in state.reports],
            "discharged": by_colour(state.discharged, COLOURS),
            "bag": by_colour(game.bag(state), COLOURS),
            "department_stack": _counted(state.department_stack, [one.name for one in deck.departments]),
            "specialist_stack": _counted(state.specialist_stack, [one.name for one in deck.workers]),
        }

    def round_words(self, file: GameFile, state: State) -> str:
        return f"Round {state.round} of {file.game.deck.rounds}" if state.round else "Set-up"

    def status(self, file: GameFile, state: State) -> str:
        return "\n".join([heading(file.game, state), *tracks(file.game, state)])

    def notation(self, file: GameFile) -> Sequence[tuple[str, str]]:  # noqa: ARG002
        return NOTATION

    def chapter(self, file: GameFile, step: Step) -> tuple[str, str] | None:
        """The set-up and each round begin with the first thing that is drawn in them."""
        before = step.before
        first = before.round == 0 and (before.phase is Phase.TAKEN_OUT or not any((*before.reports, *file.game.promo)))
        if first or before.phase is Phase.INTAKE:
            return self.round_words(file, before), self.effect(file, step)[0]
        return None

    def effect(self, file: GameFile, step: Step) -> list[str]:
        return effect(file.game, step.before, step.move, step.after)

    def hint(self, file: GameFile, state: State, move: Move) -> str:
        return hint(file.game, state, move)


def _counted(stack: Sequence[int], names: Sequence[str]) -> dict[str, int]:
    return {name: number for name, number in zip(names, stack, strict=True) if number}
