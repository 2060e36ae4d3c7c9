"""How the solitaire of Clinic: Deluxe Edition shows itself to commands and pages."""

from collections.abc import Mapping, Sequence
from typing import Any

from clinic_solo.clinic import clinic_of
from clinic_solo.colours import Skill
from clinic_solo.deck_text import goal_words
from clinic_solo.gamefile import GameFile, Step
from clinic_solo.moves import Move, Outcome
from clinic_solo.plan_text import floors_shown
from clinic_solo.position import people_words as listed_people
from clinic_solo.position import plan_rows
from clinic_solo.referee import ClinicSolo
from clinic_solo.setting import DELUXE
from clinic_solo.state import Phase, State
from clinic_solo.story import effect, people_words
from clinic_solo.suggestions import hint
from clinic_solo.svg import figures_at, position_svg, space_words
from clinic_solo.text import board_lines, heading, notepad_lines, position_text, tracks
from clinic_solo.tiles import ACTIONS, Person, Thing, Tile, Token
from faces.games.data import Part
from faces.games.decks import by_colour
from faces.games.views import Views
from tabletop.colours import COLOURS, Colour
from tabletop.plain import plain
from tabletop.text import Pen, listed

NOTATION = (
    ("take bonus 3", "one of the bonus tiles turned up"),
    ("use build", "the action of this slot: build, hire or admit"),
    ("build hub {other} 0b2", "hub SERVICE, treatment, supply, operating, outpatient, lab, triage, garden,"),
    ("build conveyor 0a1 0c1", "… helipad, parking, entrance Sb3, conveyor (two stops at first, then one)"),
    ("upgrade parking a3", "a third place on that tile"),
    ("hire doctor white at Sb3", "or: hire nurse at Sb3, hire orderly at Sb3"),
    ("queue {other} 2 up", "move the second patient of a row: {ways}"),
    ("admit {first}", "the first patient of that row"),
    ("park b1-c1", "on the border of two spaces, an outer one a1-W, or on a parking tile: lot a3"),
    ("move doctor white Sb3 > 0b2; nurse 0b3 > 0b2 x2", "everybody who does not stay; or: nobody"),
    ("move doctor white > 0b2; patient yellow > 0b2", "who has to be where; the planner finds the rest"),
    ("treat white by yellow at 0b2, red by red at 1b2", "patient by doctor; or: nobody"),
    ("buy 3", "popularity"),
    ("depart a1-W", "the car that leaves; repark a1-W moves one onto the new parking tile"),
    ("pass", "no more of this action"),
    ("build extinguisher 0a1", "with extinguishers: on a hub, supply room, lab or triage"),
    (
        "move nurse Sb3 > 0b2 with blood 0a3 > 0b2",
        "with blood: fetched at a hub; doctor white Sb3 > 0a3 lying gives some",
    ),
    ("treat white by blood at 0b2; blood at 0a3", "with blood: by a nurse with blood; and blood won at a hub"),
    ("move zombie 0b2 > 0c1; nurse 0b3 > 0b2", "with zombies: every one of them goes first"),
    ("treat zombie by red at 0c1", "with zombies: the doctor in the lab cures it"),
)
FIGURES: dict[str, str] = {
    "D": Person.DOCTOR,
    "P": Person.PATIENT,
    "N": Person.NURSE,
    "O": Person.ORDERLY,
    "Z": Thing.ZOMBIE,
}


def goal_line(file: GameFile) -> str:
    return f"goal: {file.game.goal_name}, {goal_words(file.game.goal, file.game)}"


class ClinicViews(Views[GameFile, State, Move, Outcome]):
    def header(self, file: GameFile) -> str:
        game, seed = file.game, file.deal.seed
        parts = ["Clinic", file.title, "" if seed is None else f"seed {seed}", f"{game.side_name} board"]
        parts += ["" if game.edition == DELUXE else f"{game.edition} edition", listed(game.rulesets)]
        parts += ["" if game.expert else "beginners' set-up", f"{game.deck.name} deck", goal_line(file)]
        return plain(" · ".join(part for part in parts if part))

    def text(self, file: GameFile, state: State, pen: Pen) -> str:
        return position_text(file.game, state, pen)

    def board(self, file: GameFile, state: State, pen: Pen) -> list[str]:
        return board_lines(file.game, state, pen)

    def svg(self, file: GameFile, state: State) -> str:
        return position_svg(file.game, state, self.header(file))

    def parts(self, file: GameFile, state: State) -> list[Part]:
        game, board = file.game, file.game.board
        found = list[Part]()
        for space in range(floors_shown(board, state) * board.ground):
            _, row, floor = board.where(space)
            group = f"Floor {floor}"
            words = " ".join(filter(None, space_words(game, state, space))) or "empty"
            tokens = "".join(f", {game.called(Token(kind).word)}" for at, kind in state.tokens if at == space)
            found.append(Part(f"at-{board.space_name(space)}", board.space_name(space), words + tokens, group, row))
            found += _people_at(game, state, space, board.space_name(space))
        for entrance in state.entrances:
            name = board.entrance_names[entrance]
            found.append(Part(f"at-{name}", name, "entrance", "Entrances"))
            found += _people_at(game, state, board.at_entrance(entrance), name)
        for border in sorted(clinic_of(board, state.grid).free_borders):
            name, parked = board.border_names[border], border in state.cars
            found.append(Part(f"at-{name}", name, "a car" if parked else "free", "Places to park"))
        for service, queue in zip(game.services, state.notepad, strict=True):
            words = ", ".join(Colour(colour).word for colour in queue) or "nobody"
            name = game.called(service.word)
            found.append(Part(f"at-{name}", name, f"waiting: {words}", "Notepad"))
        for service, waiting in zip(game.services, state.waiting, strict=True):
            patients = [colour.word for colour in COLOURS for _ in range(waiting[colour])]
            for at, word in enumerate(patients):
                called = game.called(service.word)
                name, group = f"patient {word} {called}", "In pre-admissions"
                found.append(Part(f"waiting-{called}-{at}", name, f"{name} at pre-admissions", group, person=True))
        return found

    def position_data(self, file: GameFile, state: State) -> Mapping[str, Any]:
        game, board = file.game, file.game.board
        rows = zip(game.services, state.notepad, strict=True)
        return {
            "round": state.round,
            "slot": state.slot,
            "due": game.decision(state),
            "left": state.left,
            "tiles": {str(action): left for action, left in zip(ACTIONS, state.tiles, strict=True)},
            "plan": plan_rows(board, state),
            "entrances": len(state.entrances),
            "entrance_places": [board.entrance_names[entrance] for entrance in state.entrances],
            "conveyors": [board.space_name(stop) for stop in state.conveyors],
            **_of_rulesets(game, state),
            "cars": len(state.cars),
            "car_places": [board.spot_name(spot) for spot in state.cars],
            "people": listed_people(game, state),
            "notepad": {game.called(service.word): [Colour(colour).word for colour in row] for service, row in rows},
            "university": [Skill(colour).word for colour in state.university],
            "nurses_offered": state.nurses_offered,
            "orderlies_offered": state.orderlies_offered,
            "special_modules": [game.called(Tile(tile).word) for tile in state.specials],
            "bonus_tiles": list(state.offers) if state.phase is Phase.BONUS_CHOICE else [],
            "patient_bag": by_colour(state.bag),
            "doctor_bag": by_colour(state.doctor_bag, [*Skill][: len(state.doctor_bag)]),
            **{key: getattr(state, key) for key in ("money", "income", "popularity", "time", "treated", "deaths")},
        }

    def time_words(self, file: GameFile, time: int) -> str:
        return file.game.time_words(time)

    def round_words(self, file: GameFile, state: State) -> str:
        return f"Round {state.round} of {file.game.deck.rounds}"

    def status(self, file: GameFile, state: State) -> str:
        lines = [heading(file.game, state), *tracks(file.game, state)]
        return "\n".join(lines + (notepad_lines(file.game, state) if state.phase is Phase.ADMIT else []))

    def notation(self, file: GameFile) -> Sequence[tuple[str, str]]:
        """15.1, 15.9: in the words of the edition, with services that are played and what a queue point does."""
        game = file.game
        words = {
            "first": game.services[0].word,
            "other": game.services[-1].word,
            "ways": "up, down, left or right" if game.edition == DELUXE else "up, down or right",
        }
        return [(game.called(line.format(**words)), game.called(told.format(**words))) for line, told in NOTATION]

    def chapter(self, file: GameFile, step: Step) -> tuple[str, str] | None:
        """The set-up and each round begin with the first thing that happens in them."""
        before, first_tiles = step.before, sum(step.before.tiles) == len(ACTIONS) * file.game.deck.tiles_per_action
        if before.phase is Phase.SPECIALS:
            return "Set-up", self.effect(file, step)[0]
        if before.phase is Phase.ACTION and before.slot == 1 and first_tiles:
            return self.round_words(file, before), people_words(before)
        return None

    def effect(self, file: GameFile, step: Step) -> list[str]:
        return effect(file.game, step.before, step.move, step.after)

    def hint(self, file: GameFile, state: State, move: Move) -> str:
        return hint(file.game, state, move)


def _of_rulesets(game: ClinicSolo, state: State) -> dict[str, Any]:
    """What rulesets have put on the table, only where they are played."""
    if not game.rulesets:
        return {}
    name = game.board.space_name
    return {
        "rulesets": list(game.rulesets),
        "extinguishers": list(map(name, state.having(Token.EXTINGUISHER))),
        "blood": list(map(name, state.having(Token.BLOOD))),
        "zombies": list(map(name, state.zombies)),
        "cars_left_behind": state.abandoned,
    }


def _people_at(game: ClinicSolo, state: State, place: int, where: str) -> list[Part]:
    found = list[Part]()
    for index, (letter, colour, lies) in enumerate(figures_at(state, place)):
        name = game.called(FIGURES[letter]) + ("" if colour is None else f" {colour.word}") + " lying" * lies
        found.append(Part(f"person-{place}-{index}", f"{name} {where}", f"{name} at {where}", "People", person=True))
    return found
