"""What Dice Hospital has for those who play it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from textwrap import wrap

from dice_hospital.chance import cards_refusal, intake_refusal, is_possible
from dice_hospital.deals import kind_at, place_of
from dice_hospital.gamefile import GameFile
from dice_hospital.moves import Bag, CardsShown, Drawn, Move, Outcome, Place, Recolour
from dice_hospital.notation import outcome_words, parse_outcome
from dice_hospital.patients import COLOURS, name
from dice_hospital.referee import DiceHospital
from dice_hospital.state import ACTIVATION, Phase, State
from faces.games.data import Choices
from faces.games.seat import Seat
from tabletop.moves import BadNotation

LONG = 12  # choices that are listed one by one
PLACES_WIDTH = 52  # columns for the patients of a department
FEW_DRAWS = 24  # that are listed one by one
VERBS = {Phase.CONSULT: "consultant as", Phase.PLACE: "", Phase.REPORT: "report"}
TO_DRAW = {
    Phase.INTAKE: "the dice as they were rolled, such as r2 y3 y5 g4",
    Phase.CARDS: "a specialist and a department, such as surgeon, radiology",
    Phase.TAKEN_OUT: "the specialists taken out, such as surgeon, paramedic",
}


class DiceHospitalSeat(Seat[GameFile, State, Move, Outcome]):
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

    def is_pause(self, file: GameFile, before: State, after: State) -> bool:
        begun = after.phase in ACTIVATION and before.phase not in ACTIVATION
        return begun or super().is_pause(file, before, after)

    def without_draws(self, file: GameFile) -> GameFile:
        return replace(file, deal=None, draws={})

    def next_draw(self, file: GameFile, state: State, known: Outcome | None) -> Outcome | None:
        return known if known is not None and is_possible(file.game, state, known) else None

    def draws(self, file: GameFile, state: State) -> list[str]:
        chances = file.game.chances(state)
        if len(chances) > FEW_DRAWS:
            return [TO_DRAW.get(state.phase, "the values rolled, such as 5 1")]
        return [outcome_words(file.game.deck, outcome) for outcome, _ in chances]

    def parse_draw(self, file: GameFile, state: State, text: str) -> Outcome:
        kind = kind_at(place_of(file.game, state))
        assert kind is not None, "every draw has a place"
        outcome = parse_outcome(file.game.deck, kind, text)
        if is_possible(file.game, state, outcome):
            return outcome
        expected = " / ".join(self.draws(file, state))
        raise BadNotation(f"{text!r} cannot be drawn here, {_reason(file.game, state, outcome)}expected {expected}")


def _reason(game: DiceHospital, state: State, outcome: Outcome) -> str:
    """Why dice or cards cannot be these, where more is to be said than what was expected."""
    reason = None
    if isinstance(outcome, Drawn):
        reason = intake_refusal(game, state, outcome.dice)
    elif isinstance(outcome, CardsShown):
        reason = cards_refusal(game, state, outcome)
    return "" if reason is None else f"{reason}; "


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
