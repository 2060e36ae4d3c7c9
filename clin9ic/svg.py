"""A position of Clin9ic as a picture. Pure: position in, SVG text out."""

from collections.abc import Sequence
from contextlib import nullcontext

from clin9ic.cards import (
    BOXES_PER_SECTION,
    EMPTY,
    FLOOR_LETTERS,
    GARDEN,
    PILLAR,
    SIZE,
    Box,
    FloorSide,
    Module,
    Section,
    Staff,
)
from clin9ic.clinic import clinic_of
from clin9ic.dice import least_layout
from clin9ic.hire import SECTION_PRICES
from clin9ic.movement import is_helipad
from clin9ic.referee import Clin9ic
from clin9ic.state import Phase, Space, State, parking, side_of
from clin9ic.text import heading
from tabletop.colours import COLOURS, Colour
from tabletop.svg import INK, LINE, MUTED, PAPER, PEOPLE, ROOMS, Canvas

WIDTH, MARGIN = 1000, 24
LONG_TITLE = 92  # letters that fit at full size
FLOORS_TOP, FLOOR_WIDTH, CELL = 84, 226, 62
MIDDLE_TOP, MIDDLE_HEIGHT = 372, 296
ROW_TOP, ROW_HEIGHT = 686, 190
HEIGHT = ROW_TOP + ROW_HEIGHT + MARGIN

FILLS = {
    Module.TREATMENT: ROOMS["treatment"],
    Module.HUB: ROOMS["hub"],
    Module.SUPPLY: ROOMS["supply"],
    Module.OPERATING: ROOMS["operating"],
    Module.LABORATORY: ROOMS["laboratory"],
    Module.TRIAGE: ROOMS["triage"],
    Module.OUTPATIENT: ROOMS["outpatient"],
    GARDEN: ROOMS["garden"],
    PILLAR: ROOMS["pillar"],
}
SHORT_NAMES = {"X": "outpatient", "T": "treatment", "O": "operating", "H": "hub", "S": "supply", "L": "lab"}
MOST_FLOORS = 4


def position_svg(game: Clin9ic, state: State, title: str) -> str:
    """The whole table as an SVG document."""
    canvas = Canvas()
    canvas.text(MARGIN, 38, title, size=min(17, 17 * LONG_TITLE / max(1, len(title))), bold=True)
    canvas.text(MARGIN, 62, heading(game, state), size=14, fill=MUTED)
    _floors(canvas, game, state)
    _care_plan(canvas, game, state, MARGIN, MIDDLE_TOP, 456)
    _tracks(canvas, game, state, MARGIN + 472, MIDDLE_TOP, 480)
    _action_row(canvas, game, state)
    return canvas.document(WIDTH, HEIGHT, title)


# --- floors -------------------------------------------------------------------------------------------------------


def _floors(canvas: Canvas, game: Clin9ic, state: State) -> None:
    """The floors from the ground up; then the card that can be built next, and places for the rest."""
    sides = tuple(side_of(game, floor) for floor in state.floors)
    for number in range(1, MOST_FLOORS + 1):
        x = MARGIN + (number - 1) * (FLOOR_WIDTH + 16)
        with canvas.part(f"floor-{number}"):
            canvas.rect(x, FLOORS_TOP, FLOOR_WIDTH, 272, round=10, dashed=number > len(sides))
        if number <= len(sides):
            floor, side = state.floors[number - 1], sides[number - 1]
            canvas.text(x + 14, FLOORS_TOP + 26, f"Floor-{number}", size=14, bold=True)
            face = f"{floor.card} · side {'B' if floor.upgraded else 'A'}"
            canvas.text(x + FLOOR_WIDTH - 14, FLOORS_TOP + 26, face, size=12, fill=MUTED, anchor="end")
            _grid(canvas, side, x + 28, FLOORS_TOP + 54, door=number == 1, floor=number)
            for cube in state.conveyors:
                if cube.floor == number:
                    _cube(canvas, x + 28, cube.row, cube.column, helipad=is_helipad(sides, cube))
        elif number == len(sides) + 1 and state.stack and state.phase is not Phase.REVEAL:
            canvas.text(x + 14, FLOORS_TOP + 26, f"next: {state.stack[0]}", size=14, fill=MUTED)
            canvas.parts.append('<g opacity="0.35">')
            _grid(canvas, game.deck.floor[state.stack[0]].a, x + 28, FLOORS_TOP + 54, door=False)
            canvas.parts.append("</g>")


def _grid(canvas: Canvas, side: FloorSide, x: float, y: float, *, door: bool, floor: int | None = None) -> None:
    """The spaces of a floor; those of one that is built have names."""
    for at in range(SIZE):
        canvas.text(x + at * CELL + CELL / 2, y - 7, "abc"[at], size=11, fill=MUTED, anchor="middle")
        canvas.text(x - 11, y + at * CELL + CELL / 2 + 4, str(at + 1), size=11, fill=MUTED, anchor="middle")
    for r in range(SIZE):
        for c in range(SIZE):
            letter = side.grid[r][c]
            left, top = x + c * CELL, y + r * CELL
            with nullcontext() if floor is None else canvas.part(f"at-{Space(floor, r, c)}"):
                _space(canvas, letter, left, top)
            if door and (r, c) == side.entrance:
                with canvas.part("at-entrance"):
                    canvas.polygon([(left + 3, top + 22), (left + 14, top + 30), (left + 3, top + 38)], fill=INK)
    canvas.rect(x, y, SIZE * CELL, SIZE * CELL, fill="none", line=INK, thick=1.5)


def _space(canvas: Canvas, letter: str, left: float, top: float) -> None:
    canvas.rect(left, top, CELL, CELL, fill=FILLS.get(letter, "#f7f9fa"))
    if letter != EMPTY:
        canvas.text(left + CELL / 2, top + 30, letter, size=20, anchor="middle", bold=True)
        name = SHORT_NAMES.get(letter, FLOOR_LETTERS[letter])
        canvas.text(left + CELL / 2, top + 51, name, size=10, anchor="middle")


def _cube(canvas: Canvas, x: float, row: int, column: int, *, helipad: bool) -> None:
    middle_x, middle_y = x + column * CELL + CELL - 13, FLOORS_TOP + 54 + row * CELL + 15
    canvas.cube(middle_x, middle_y, size=14)
    if helipad:
        canvas.text(middle_x, middle_y + 5, "H", size=11, fill="#fff", anchor="middle", bold=True)


# --- care plan and tracks -----------------------------------------------------------------------------------------


def _care_plan(canvas: Canvas, game: Clin9ic, state: State, x: float, y: float, width: float) -> None:
    """2.1: the matrix; the first row is for doctors alone, the first column for patients alone."""
    layout = least_layout(state.doctors, state.patients)
    canvas.panel(x, y, width, MIDDLE_HEIGHT, f"Care plan · {len(layout)} of {game.dice} dice")
    cell_width, cell_height = 68, 42
    left, top = x + 88, y + 74
    canvas.text(left + 3 * cell_width, y + 46, "doctors", size=11, fill=MUTED, anchor="middle")
    canvas.text(x + 16, top + 22, "patients", size=11, fill=MUTED)
    for colour in COLOURS:
        column = left + (colour + 1) * cell_width
        canvas.circle(column + cell_width / 2 - 16, top - 12, 8, fill=PEOPLE[colour])
        canvas.text(column + cell_width / 2 - 16, top - 8, colour.letter.upper(), size=10, anchor="middle")
        canvas.text(column + cell_width / 2 - 4, top - 8, f"= {state.doctors[colour]}", size=11)
        row = top + (colour + 1) * cell_height
        canvas.circle(x + 40, row + cell_height / 2, 8, fill=PEOPLE[colour])
        canvas.text(x + 40, row + cell_height / 2 + 4, colour.letter.upper(), size=10, anchor="middle")
        canvas.text(x + 53, row + cell_height / 2 + 4, f"= {state.patients[colour]}", size=11)
    for r, patient in enumerate((None, *COLOURS)):
        for c, doctor in enumerate((None, *COLOURS)):
            if patient is None and doctor is None:
                continue
            cell_x, cell_y = left + c * cell_width, top + r * cell_height
            alone = patient is None or doctor is None
            canvas.rect(cell_x, cell_y, cell_width, cell_height, fill="#f7f9fa" if alone else PAPER, dashed=alone)
            values = [die.value for die in layout if (die.patient, die.doctor) == (patient, doctor)]
            for at, value in enumerate(values):
                shift = (at - (len(values) - 1) / 2) * 31
                canvas.die(cell_x + cell_width / 2 + shift, cell_y + cell_height / 2, value)


def _tracks(canvas: Canvas, game: Clin9ic, state: State, x: float, y: float, width: float) -> None:
    canvas.panel(x, y, width, MIDDLE_HEIGHT, "Tracks")
    clinic = clinic_of(game, state)
    numbers: list[tuple[str, str]] = [("money", f"${state.money}")]
    if game.counts_popularity:
        numbers += [("popularity", str(state.popularity)), ("time", str(state.time))]
    numbers += [
        ("treated", str(state.treated)),
        ("nurses", str(state.nurses)),
        ("orderlies", str(state.orderlies)),
        ("entrances", str(state.entrances)),
        ("cars / parking", f"{state.cars} / {parking(game, state)}"),
        ("gardens / needed", f"{state.gardens} / {clinic.gardens_needed}"),
        ("pillars / needed", f"{state.pillars} / {clinic.pillars_needed}"),
        ("parking lots", str(state.lots)),
        ("goal: " + game.goal, str(game.target)),
    ]
    across = 3
    box_width, box_height = (width - 32 - 2 * 10) / across, 52
    for at, (name, value) in enumerate(numbers):
        left = x + 16 + (at % across) * (box_width + 10)
        top = y + 42 + (at // across) * (box_height + 9)
        canvas.rect(left, top, box_width, box_height, fill="#f7f9fa", round=6)
        canvas.text(left + 12, top + 19, name, size=11, fill=MUTED)
        canvas.text(left + 12, top + 42, value, size=19, bold=True)


# --- action cards -------------------------------------------------------------------------------------------------


def _action_row(canvas: Canvas, game: Clin9ic, state: State) -> None:
    if state.phase is Phase.OVER:
        _score(canvas, game, state)
        return
    y = ROW_TOP
    if state.trio:
        title = f"Chosen actions · {state.entrances} of 6 boxes within reach"
    else:
        title = "Action cards as they lie" if state.order else "Action cards (not shuffled yet)"
    canvas.panel(MARGIN, y, WIDTH - 2 * MARGIN, ROW_HEIGHT, title)
    if state.trio:
        for number, section in enumerate(state.trio):
            left = MARGIN + 16 + number * 312
            _section(canvas, section, left, y + 42, 296, within=state.entrances - number * BOXES_PER_SECTION)
            done = number < state.step or state.phase is not Phase.ACT
            words = "done" if done else "now" if number == state.step else ""
            label = f"hire for ${SECTION_PRICES[number]}" + (f" · {words}" if words else "")
            canvas.text(
                left + 148, y + ROW_HEIGHT - 14, label, size=12, fill=MUTED, anchor="middle", bold=words == "now"
            )
        return
    up = {card.id: card.a if face == "a" else card.b for card, face in zip(game.deck.actions, state.faces, strict=True)}
    faces = dict(zip(up, state.faces, strict=True))
    for number, card in enumerate(state.order or tuple(up)):
        left = MARGIN + 16 + number * 312
        with canvas.part(f"card-{card}"):
            _section(canvas, up[card].left, left, y + 42, 148, within=2)
            _section(canvas, up[card].right, left + 148, y + 42, 148, within=2)
        label = f"{card} · side {faces[card].upper()}"
        canvas.text(left + 148, y + ROW_HEIGHT - 14, label, size=12, fill=MUTED, anchor="middle")


def _section(canvas: Canvas, section: Section, x: float, y: float, width: float, *, within: int) -> None:
    """Half an action card; boxes beyond reach are faint."""
    canvas.rect(x, y, width, 118, fill="#fbf8f1", round=6, line=MUTED)
    canvas.text(x + width / 2, y + 65, str(section.action).upper(), size=15, anchor="middle", bold=True)
    _boxes(canvas, section.top, x, y + 25, width, within)
    _boxes(canvas, section.bottom, x, y + 94, width, within)


def _boxes(canvas: Canvas, pair: Sequence[Box], x: float, y: float, width: float, within: int) -> None:
    for at, box in enumerate(pair):
        middle = x + width * (1 + 2 * at) / 4
        canvas.parts.append(f'<g opacity="{1 if at < within else 0.28}">')
        if isinstance(box, Colour):
            canvas.circle(middle, y, 11, fill=PEOPLE[box])
            canvas.text(middle, y + 4, box.letter.upper(), size=11, anchor="middle")
        else:
            canvas.rect(middle - 27, y - 11, 54, 22, fill="#dfe8ee", round=4, line=LINE)
            canvas.text(middle, y + 4, str(Staff(box)), size=11, anchor="middle")
        canvas.parts.append("</g>")


def _score(canvas: Canvas, game: Clin9ic, state: State) -> None:
    items = game.score_items(state)
    total = sum(items.values())
    canvas.panel(MARGIN, ROW_TOP, WIDTH - 2 * MARGIN, ROW_HEIGHT, f"Final score {total} · goal {game.target}")
    for at, (name, points) in enumerate(items.items()):
        left, top = MARGIN + 16 + (at % 4) * 232, ROW_TOP + 44 + (at // 4) * 66
        canvas.rect(left, top, 224, 56, fill="#f7f9fa", round=6)
        canvas.text(left + 12, top + 20, name, size=11, fill=MUTED)
        canvas.text(left + 12, top + 44, str(points).replace("-", "−"), size=19, bold=True)
