"""Dice Hospital as commands and pages see it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from dice_hospital import decks, gamefile
from dice_hospital.chance import is_possible
from dice_hospital.deals import deal_from_id, deal_from_seed, kind_at, place_of
from dice_hospital.deck_text import deck_text
from dice_hospital.gamefile import GameFile, Step
from dice_hospital.moves import Bag, Move, Outcome, Place, Recolour
from dice_hospital.notation import outcome_words, parse_outcome
from dice_hospital.patients import COLOURS, Counts, name
from dice_hospital.referee import DiceHospital
from dice_hospital.setting import Variant
from dice_hospital.state import ACTIVATION, Phase, State
from dice_hospital.story import effect, hint
from dice_hospital.svg import position_svg
from dice_hospital.text import heading, position_text, tracks, ward_lines
from faces.games.adapter import Adapter
from faces.games.data import Choices, Misuse, NewGame, Part, Refusal, Target, Verdict
from faces.games.decks import Decks
from tabletop.files import Document
from tabletop.moves import BadNotation
from tabletop.plain import plain
from tabletop.text import Pen, listed

if TYPE_CHECKING:
    from faces.games.dice_hospital.engines import DiceHospitalAdviser, DiceHospitalSolver

LONG = 12  # choices that are listed one by one
PLACES_WIDTH = 52  # columns for the patients of a department
FEW_DRAWS = 24  # that are listed one by one
NO_GOALS = "Dice Hospital has no goals but a score: target --score N asks for one"

WISHES = {  # options of a new game, and the variants they stand for
    "experimental": (Variant.EXPERIMENTAL,),
    "promo": (Variant.CONSULTANT, Variant.ADMISSIONS_NURSE),
    "crisis": (Variant.CRISIS,),
    "epidemic": (Variant.EPIDEMIC,),
    "superbug": (Variant.SUPERBUG,),
    "fatality_penalty": (Variant.FATALITY_PENALTY,),
    "report_penalty": (Variant.REPORT_PENALTY,),
}
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
VERBS = {Phase.CONSULT: "consultant as", Phase.PLACE: "", Phase.REPORT: "report"}
TO_DRAW = {
    Phase.INTAKE: "the dice as they were rolled, such as r2 y3 y5 g4",
    Phase.CARDS: "a specialist and a department, such as surgeon, radiology",
    Phase.TAKEN_OUT: "the specialists taken out, such as surgeon, paramedic",
}


def _deck_text(text: str, file: str, pen: Pen) -> str:
    return deck_text(decks.check(text, file)[0], pen)


DECKS = Decks(decks, _deck_text)


class DiceHospitalAdapter(Adapter[GameFile, State, Move, Outcome]):
    name, notation, decks = gamefile.GAME, NOTATION, DECKS
    deal_options = ("seed", "id", "deck", *WISHES)
    parse, write = staticmethod(gamefile.parse), staticmethod(gamefile.write)

    # --- files ---

    def new(self, wish: NewGame) -> GameFile:
        wish.only(*self.deal_options)
        deck = wish.deck or decks.DEFAULT
        wanted = [variants for option, variants in WISHES.items() if getattr(wish, option)]
        game = DiceHospital(self.decks.load(deck), frozenset(chain.from_iterable(wanted)))
        try:
            deal = deal_from_seed(wish.seed or 0) if wish.id is None else deal_from_id(wish.id)
        except ValueError as error:
            raise Refusal("id", str(error)) from None
        return GameFile(game, deck, game.start(), deal)

    def deal_id(self, file: GameFile) -> str | None:
        return file.id

    # --- views ---

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
            "discharged": _by_colour(state.discharged),
            "bag": _by_colour(game.bag(state)),
            "department_stack": _counted(state.department_stack, [one.name for one in deck.departments]),
            "specialist_stack": _counted(state.specialist_stack, [one.name for one in deck.workers]),
        }

    def round_words(self, file: GameFile, state: State) -> str:
        return f"Round {state.round} of {file.game.deck.rounds}" if state.round else "Set-up"

    def chapter(self, file: GameFile, step: Step) -> tuple[str, str] | None:
        """The set-up and each round begin with the first thing that is drawn in them."""
        before = step.before
        first = before.round == 0 and (before.phase is Phase.TAKEN_OUT or not any((*before.reports, *file.game.promo)))
        if first or before.phase is Phase.INTAKE:
            return self.round_words(file, before), self.effect(file, step)[0]
        return None

    def verdict(self, file: GameFile, state: State) -> Verdict:
        target, met = file.game.target, file.game.goal_met(state)
        words = "no target: the score is what counts" if target is None else f"target {target}"
        told = "" if target is None else ": met" if met else ": missed"
        return Verdict(met, words + told, {"target": target})

    def effect(self, file: GameFile, step: Step) -> list[str]:
        return effect(file.game, step.before, step.move, step.after)

    def hint(self, file: GameFile, state: State, move: Move) -> str:
        return hint(file.game, state, move)

    # --- play ---

    def choices(self, file: GameFile, state: State) -> Choices[Move]:
        moves = file.game.legal_moves(state)
        if len(moves) <= LONG or state.phase not in ACTIVATION:
            return Choices(moves)
        rows = [*_by_department(file.game, moves), *_bags(moves)]
        example = file.game.format(moves[0])
        word = example.partition("> ")[2].partition(":")[0] or "bag"
        return Choices(moves, summary=rows, remark=f"type one, such as {example}; {word}? says what each does")

    def verb(self, file: GameFile, state: State) -> str:
        return VERBS.get(state.phase, file.game.decision(state))

    def without_draws(self, file: GameFile) -> GameFile:
        return replace(file, deal=None, draws={})

    def known_draw(self, file: GameFile, state: State) -> Outcome | None:
        return gamefile.next_draw(file, state)

    def with_draw(self, file: GameFile, state: State, outcome: Outcome) -> GameFile:
        return gamefile.with_draw(file, state, outcome)

    def next_draw(self, file: GameFile, state: State) -> Outcome | None:
        outcome = gamefile.next_draw(file, state)
        return outcome if outcome is not None and is_possible(file.game, state, outcome) else None

    def draws(self, file: GameFile, state: State) -> list[str]:
        chances = file.game.chances(state)
        if len(chances) > FEW_DRAWS:
            return [TO_DRAW.get(state.phase, "the values rolled, such as 5 1")]
        return [outcome_words(file.game.deck, outcome) for outcome, _ in chances]

    def parse_draw(self, file: GameFile, state: State, text: str) -> Outcome:
        kind = kind_at(place_of(file.game, state))
        assert kind is not None, "every draw has a place"
        outcome = parse_outcome(file.game.deck, kind, text)
        if not is_possible(file.game, state, outcome):
            raise BadNotation(f"{text!r} cannot be drawn here, expected {' / '.join(self.draws(file, state))}")
        return outcome

    def status(self, file: GameFile, state: State) -> str:
        return "\n".join([heading(file.game, state), *tracks(file.game, state)])

    def is_pause(self, file: GameFile, before: State, after: State) -> bool:
        begun = after.phase in ACTIVATION and before.phase not in ACTIVATION
        return begun or super().is_pause(file, before, after)

    # --- questions ---

    def ask_for(self, document: Document, goal: str | None, level: str | None) -> None:  # noqa: ARG002
        for option, value in (("--goal", goal), ("--level", level)):
            if value is not None:
                raise Misuse(f"{option}: {NO_GOALS}")

    def target(self, file: GameFile, score: int | None, rank: str | None, *, goal_asked: bool) -> Target:  # noqa: ARG002
        """10.1: a score, or the target of the file."""
        wanted = file.game.target if score is None else score
        if rank is not None or wanted is None:
            raise Misuse(f"{'--rank' if rank is not None else '--score'}: {NO_GOALS}")
        return Target(wanted, False, str(wanted))

    # --- capabilities ---

    @property
    def solver(self) -> "DiceHospitalSolver":
        from faces.games.dice_hospital.engines import DiceHospitalSolver

        return DiceHospitalSolver()

    @property
    def adviser(self) -> "DiceHospitalAdviser":
        from faces.games.dice_hospital.engines import DiceHospitalAdviser

        return DiceHospitalAdviser()


def _by_colour(counts: Counts) -> dict[str, int]:
    return {colour.word: counts[colour] for colour in COLOURS}


def _counted(stack: Sequence[int], names: Sequence[str]) -> dict[str, int]:
    return {name: number for name, number in zip(names, stack, strict=True) if number}


def _by_department(game: DiceHospital, moves: Iterable[Move]) -> list[list[str]]:
    """A row for each department with the patients it may treat, and one with the workers."""
    places = [move for move in moves if isinstance(move, Place)]
    found: dict[int, dict[str, None]] = {}
    for move in places:
        found.setdefault(move.department, {})[game.format(move).partition(": ")[2]] = None
    rows = []
    for department, whom in found.items():
        single = all(" " not in one for one in whom)
        lines = wrap(("  " if single else " / ").join(whom), PLACES_WIDTH)
        rows.append([f"     > {game.deck.departments[department].name}:", lines[0]])
        rows += [["", line] for line in lines[1:]]
    workers = dict.fromkeys(game.deck.workers[move.worker].name for move in places)
    return [["     workers", ", ".join(workers)], *rows] if places else []


def _bags(moves: Sequence[Move]) -> list[list[str]]:
    """The other moves, in a row each kind."""
    healed = [name(move.patient) for move in moves if isinstance(move, Bag)]
    recoloured = [
        f"{name(move.patient)} as {COLOURS[move.colour].word}" for move in moves if isinstance(move, Recolour)
    ]
    lines = wrap(" / ".join(recoloured), PLACES_WIDTH)
    rows = [["     bag:", "  ".join(healed)]] if healed else []
    rows += [["     bag:" if not at else "", line] for at, line in enumerate(lines)]
    return rows


ADAPTER = DiceHospitalAdapter()
