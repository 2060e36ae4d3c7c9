"""How Clin9ic shows itself to commands and pages."""

from collections.abc import Mapping, Sequence
from typing import Any

from clin9ic.cards import EMPTY, FLOOR_LETTERS, SIZE
from clin9ic.gamefile import GameFile, Step
from clin9ic.moves import Move, Order, Outcome
from clin9ic.state import ROUNDS, Space, State, parking, side_of
from clin9ic.story import effect
from clin9ic.svg import MOST_FLOORS, position_svg
from clin9ic.text import floors, heading, position_text, tracks
from faces.games.clin9ic.seat import HIDDEN_STACK, as_seen
from faces.games.data import Part
from faces.games.decks import by_colour
from faces.games.views import Views
from tabletop.plain import plain
from tabletop.text import Pen

NOTATION = (
    ("arrange a2 a1r under a3r over, left", "lay a2, a1 turned under it, a3 turned over that; use the left three"),
    ("outpatient yes", "outpatient services are used this round (or: no)"),
    ("build garden entrance", "up to two of entrance parking garden pillar floor …"),
    ("build upgrade:1 conveyor:2b3", "… upgrade:FLOOR, conveyor:SPACE, conveyors:SPACE+SPACE; or: nothing"),
    ("hire doctor:red nurse", "in box order; doctor:red@5 names the box; or: nobody"),
    ("admit 2", "the first two patients in the queue"),
    ("care red by orange, white by white in operating", "in this order; in operating or in outpatient; or: nobody"),
    ("buy 9", "popularity, $3 each"),
    ("lab yellow", "the doctor in the laboratory"),
)


def goal_words(file: GameFile) -> str:
    return f"goal: {file.game.goal} {file.game.target} ({file.game.level})"


class Clin9icViews(Views[GameFile, State, Move, Outcome]):
    draw_word = "card"

    def header(self, file: GameFile) -> str:
        parts = ["Clin9ic", file.title, f"deal {file.id}" if file.id else "", f"{file.game.deck.name} deck"]
        return plain(" · ".join([part for part in parts if part] + [goal_words(file)]))

    def text(self, file: GameFile, state: State, pen: Pen) -> str:
        return position_text(file.game, as_seen(state), pen)

    def board(self, file: GameFile, state: State, pen: Pen) -> list[str]:
        return floors(file.game, as_seen(state), pen)

    def svg(self, file: GameFile, state: State) -> str:
        return position_svg(file.game, as_seen(state), self.header(file))

    def parts(self, file: GameFile, state: State) -> list[Part]:
        found = list[Part]()
        for number, floor in enumerate(state.floors, 1):
            group, side = f"Floor-{number}", side_of(file.game, floor)
            found.append(Part(f"floor-{number}", f"upgrade:{number}", f"the floor card {floor.card}", group, -1))
            for row in range(SIZE):
                for column in range(SIZE):
                    at, letter = Space(number, row, column), side.grid[row][column]
                    cube = ", conveyor" if at in state.conveyors else ""
                    words = "empty" if letter == EMPTY else FLOOR_LETTERS[letter]
                    found.append(Part(f"at-{at}", str(at), f"{words}{cube}", group, row))
        if state.stack and len(state.floors) < MOST_FLOORS:
            number = len(state.floors) + 1
            found.append(Part(f"floor-{number}", "floor", f"the next floor card, {state.stack[0]}", f"Floor-{number}"))
        cards = () if state.trio else state.order
        return found + [Part(f"card-{card}", card, "an action card", "Action cards") for card in cards]

    def position_data(self, file: GameFile, state: State) -> Mapping[str, Any]:
        stack = state.stack[:1] if len(state.stack) == HIDDEN_STACK or state.unknown else state.stack
        return {
            "round": state.round,
            "due": file.game.decision(state),
            "floors": [f"{floor.card} {'b' if floor.upgraded else 'a'}" for floor in state.floors],
            "stack": list(stack),
            "faces": state.faces,
            "order": list(state.order),
            "trio": [str(section.action) for section in state.trio],
            "step": state.step,
            **{key: getattr(state, key) for key in ("entrances", "gardens", "pillars", "lots", "cars")},
            "parking": parking(file.game, state),
            "conveyors": [str(cube) for cube in state.conveyors],
            "doctors": by_colour(state.doctors),
            "patients": by_colour(state.patients),
            **{key: getattr(state, key) for key in ("nurses", "orderlies", "money", "popularity", "time", "treated")},
            "outpatient": state.outpatient,
        }

    def round_words(self, file: GameFile, state: State) -> str:  # noqa: ARG002
        return f"Round {state.round} of {ROUNDS}"

    def status(self, file: GameFile, state: State) -> str:
        return "\n".join([heading(file.game, state), *tracks(file.game, state)])

    def notation(self, file: GameFile) -> Sequence[tuple[str, str]]:  # noqa: ARG002
        return NOTATION

    def chapter(self, file: GameFile, step: Step) -> tuple[str, str] | None:
        if not isinstance(step.move, Order):
            return None
        return self.round_words(file, step.before), self.effect(file, step)[0]

    def effect(self, file: GameFile, step: Step) -> list[str]:
        return effect(file.game, step.before, step.move, step.after)
