"""A position of Dice Hospital as a picture. Pure: position in, SVG text out."""

from collections import Counter
from collections.abc import Sequence

from dice_hospital.deck import Report
from dice_hospital.deck_text import department_words, worker_words
from dice_hospital.patients import COLOURS, NOW, OWN, TREATED, VALUE, Colour, name
from dice_hospital.referee import DiceHospital
from dice_hospital.setting import Setting
from dice_hospital.state import Phase, State
from dice_hospital.text import ability_words, counted_words, heading, is_active
from tabletop.svg import INK, MUTED, PAPER, TABLE, Canvas
from tabletop.text import plural, signed

WIDTH, MARGIN, GAP = 1000, 24, 16
INNER = WIDTH - 2 * MARGIN
LONG_TITLE = 92  # letters that fit at full size
DIE = 40
FILLS = {Colour.RED: "#d8433c", Colour.YELLOW: "#f6cf3f", Colour.GREEN: "#3f9a5a"}
EDGES = {Colour.RED: "#8f231e", Colour.YELLOW: "#a8821a", Colour.GREEN: "#23613a"}
PIPS = {Colour.RED: PAPER, Colour.YELLOW: INK, Colour.GREEN: PAPER}
MEEPLES = {
    "red": "#d8433c",
    "yellow": "#f6cf3f",
    "green": "#3f9a5a",
    "blue": "#2f6fb0",
    "": "#9aa7ae",
    "white": "#fbfbf7",
}
BED, PANEL = "#f4f7f8", "#f7f9fa"
NARROW = 300  # the panels on the right
WIDE = INNER - NARROW - GAP
WARDS_TOP, WARDS_HEIGHT = 84, 214
TILE_HEIGHT, TILES_IN_A_ROW = 46, 3
WORKER_HEIGHT, WORKERS_IN_A_ROW = 40, 2
CARD_WIDTH, CARD_HEIGHT = 82, 66
TABLE_HEIGHT = 86
LETTER = 0.57  # the width of a letter against its size, on average


def position_svg(game: DiceHospital, state: State, title: str) -> str:
    """The whole table as an SVG document."""
    canvas = Canvas()
    canvas.text(MARGIN, 38, title, size=min(17, 17 * LONG_TITLE / max(1, len(title))), bold=True)
    canvas.text(MARGIN, 62, heading(game, state), size=14, fill=MUTED)
    _wards(canvas, game, state)
    top = WARDS_TOP + WARDS_HEIGHT + GAP
    left_end = _on_table(canvas, game, state, top)
    left_end = _departments(canvas, game, state, left_end)
    left_end = _workers(canvas, game, state, left_end)
    right_end = _reports(canvas, game, state, top)
    right_end = _bag(canvas, game, state, right_end)
    right_end = _score(canvas, game, state, right_end)
    return canvas.document(WIDTH, max(left_end, right_end) - GAP + MARGIN, title)


# --- dice -----------------------------------------------------------------------------------------------------------


def _die(canvas: Canvas, code: int, x: float, y: float, *, blank: bool = False) -> None:
    """A die around a middle point, with its name below it, and around it the colour it counts as."""
    counts_as = NOW[code]
    if counts_as != OWN[code]:
        canvas.rect(x - 26, y - 26, 52, 52, fill=FILLS[counts_as], line=EDGES[counts_as], round=11)
    fill, line, pips = FILLS[OWN[code]], EDGES[OWN[code]], PIPS[OWN[code]]
    if blank:
        canvas.rect(x - DIE / 2, y - DIE / 2, DIE, DIE, fill=fill, line=line, round=DIE / 5)
        canvas.text(x, y + 7, "?", size=20, anchor="middle", fill=pips, bold=True)
    else:
        canvas.die(x, y, VALUE[code], size=DIE, fill=fill, line=line, pips=pips)
    if counts_as != OWN[code]:
        canvas.circle(x + 20, y - 20, 9, fill=FILLS[counts_as], line=EDGES[counts_as])
        letter = counts_as.letter.upper()
        canvas.text(x + 20, y - 16, letter, size=11, anchor="middle", fill=PIPS[counts_as], bold=True)
    label = OWN[code].word if blank else name(code)
    canvas.text(x, y + DIE / 2 + 17, label, size=12, anchor="middle")


def _wards(canvas: Canvas, game: Setting, state: State) -> None:
    """1.3: beds with an untreated space above and a treated one below."""
    setup, y = game.deck.setup, WARDS_TOP
    free = setup.beds - len(state.patients)
    canvas.panel(
        MARGIN, y, INNER, WARDS_HEIGHT, f"Wards · {plural(len(state.patients), 'patient')}, {plural(free, 'bed')} free"
    )
    for row, label in enumerate(("untreated", "treated")):
        canvas.text(MARGIN + 16, y + 80 + 76 * row, label, size=12, fill=MUTED)
    left, beds = MARGIN + 92, setup.beds // setup.wards
    ward_width = (INNER - 92 - 8) / setup.wards
    step = (ward_width - 12) / beds
    for ward in range(setup.wards):
        x = left + ward * ward_width
        canvas.rect(x, y + 42, ward_width - 10, WARDS_HEIGHT - 54, fill=BED, round=8)
        for bed in range(beds):
            at = ward * beds + bed
            middle = x + 1 + step * (bed + 0.5)
            for row in range(2):
                canvas.rect(middle - 26, y + 50 + 76 * row, 52, 52, fill=PAPER, round=8, dashed=True)
            if at < len(state.patients):
                code = state.patients[at]
                with canvas.part(f"bed-{at}"):
                    _die(canvas, code, middle, y + 76 + 76 * TREATED[code])


def _on_table(canvas: Canvas, game: Setting, state: State, top: float) -> float:
    """Dice drawn and cards turned up, where there are any; where the next panel begins."""
    if state.dice:
        canvas.panel(MARGIN, top, WIDE, TABLE_HEIGHT, "On the table")
        for at, code in enumerate(state.dice):
            with canvas.part(f"die-{at}"):
                _die(canvas, code, MARGIN + 170 + 64 * at, top + 38, blank=state.phase is Phase.SET)
    elif state.shown:
        canvas.panel(MARGIN, top, WIDE, TABLE_HEIGHT, "Turned up")
        specialist, department = game.deck.workers[state.shown[0]], game.deck.departments[state.shown[1]]
        half = (WIDE - 120 - 24) / 2
        cards = ((specialist.name, worker_words(specialist)), (department.name, department_words(department)))
        for at, (title, words) in enumerate(cards):
            with canvas.part(f"shown-{at}"):
                _card(canvas, MARGIN + 120 + at * (half + 8), top + 20, half, title, words)
    else:
        return top
    return top + TABLE_HEIGHT + GAP


# --- departments and workers ----------------------------------------------------------------------------------------


def _card(canvas: Canvas, x: float, y: float, width: float, title: str, words: str, *, used: bool = False) -> None:
    """A department, or a card turned up: its name, what it does, and whether it is used."""
    canvas.rect(x, y, width, TILE_HEIGHT, fill=TABLE if used else PANEL, round=6, dashed=used)
    ink = MUTED if used else INK
    canvas.text(x + 10, y + 19, title, size=13, bold=True, fill=ink)
    _small(canvas, x + 10, y + 36, words, width - 18)
    if used:
        canvas.text(x + width - 10, y + 19, "used", size=11, fill=MUTED, anchor="end")


def _small(canvas: Canvas, x: float, y: float, words: str, width: float) -> None:
    """Words that have to fit."""
    canvas.text(x, y, words, size=min(11, width / LETTER / max(1, len(words))), fill=MUTED)


def _departments(canvas: Canvas, game: Setting, state: State, top: float) -> float:
    owned = (*range(len(game.deck.starting)), *state.departments)
    rows = -(-len(owned) // TILES_IN_A_ROW)
    height = 46 + rows * (TILE_HEIGHT + 8)
    canvas.panel(MARGIN, top, WIDE, height, "Departments")
    width = (WIDE - 32 - (TILES_IN_A_ROW - 1) * 8) / TILES_IN_A_ROW
    for at, (kind, free) in enumerate(_with_free(owned, state.free_departments, is_active(state))):
        down, across = divmod(at, TILES_IN_A_ROW)
        x, y = MARGIN + 16 + across * (width + 8), top + 40 + down * (TILE_HEIGHT + 8)
        department = game.deck.departments[kind]
        with canvas.part(f"department-{at}"):
            _card(canvas, x, y, width, department.name, department_words(department), used=not free)
    return top + height + GAP


def _with_free(owned: Sequence[int], free: Sequence[int], active: bool) -> list[tuple[int, bool]]:
    """Each one owned, and whether it is free; of equal ones the first are."""
    seen, found = Counter[int](), list[tuple[int, bool]]()
    for kind in owned:
        seen[kind] += 1
        found.append((kind, not active or seen[kind] <= free.count(kind)))
    return found


def _workers(canvas: Canvas, game: Setting, state: State, top: float) -> float:
    owned = (*[0] * game.deck.setup.nurses, *state.specialists)
    rows = -(-len(owned) // WORKERS_IN_A_ROW)
    height = 46 + rows * WORKER_HEIGHT
    canvas.panel(MARGIN, top, WIDE, height, "Workers")
    width = (WIDE - 32) / WORKERS_IN_A_ROW
    for at, (kind, free) in enumerate(_with_free(owned, state.free_workers, is_active(state))):
        across, down = divmod(at, rows)
        x, y = MARGIN + 16 + across * width, top + 40 + down * WORKER_HEIGHT
        worker = game.deck.workers[kind]
        fill = MEEPLES.get(worker.meeple or ("white" if not kind else ""), MEEPLES[""])
        with canvas.part(f"worker-{at}"):
            _meeple(canvas, x + 14, y + 16, fill, free)
            told = worker.name if free else f"{worker.name} · used"
            canvas.text(x + 36, y + 15, told, size=13, bold=free, fill=INK if free else MUTED)
            _small(canvas, x + 36, y + 30, ability_words(game, state, kind), width - 40)
    return top + height + GAP


def _meeple(canvas: Canvas, x: float, y: float, fill: str, free: bool) -> None:
    canvas.parts.append(f'<g opacity="{1 if free else 0.3}" stroke="{INK}" stroke-width="1">')
    body = [(-4, -5), (4, -5), (12, 0), (10, 4), (5, 3), (9, 14), (2, 14), (0, 9), (-2, 14), (-9, 14), (-5, 3)]
    canvas.polygon([(x + across, y + down) for across, down in [*body, (-10, 4), (-12, 0)]], fill=fill)
    canvas.circle(x, y - 9, 5.5, fill=fill)
    canvas.parts.append("</g>")


# --- reports, bag, score --------------------------------------------------------------------------------------------


def _reports(canvas: Canvas, game: Setting, state: State, top: float) -> float:
    """8.2: the open cards below, the ones above them faint."""
    left, rows = MARGIN + WIDE + GAP, game.deck.setup.report_rows
    height = 62 + rows * (CARD_HEIGHT + 10)
    canvas.panel(left, top, NARROW, height, "Medical reports")
    step = (NARROW - 32) / len(state.reports)
    for number, column in enumerate(state.reports):
        x = left + 16 + number * step + (step - CARD_WIDTH) / 2
        for row in range(rows):
            y = top + 40 + (rows - 1 - row) * (CARD_HEIGHT + 10)
            canvas.rect(x, y, CARD_WIDTH, CARD_HEIGHT, fill="none", round=6, dashed=True)
            if row < len(column):
                with canvas.part(f"report-{number + 1}-{row}"):
                    _report(canvas, game.deck.reports[column[row]], x, y, is_open=row == 0)
        canvas.text(x + CARD_WIDTH / 2, top + height - 9, f"column {number + 1}", size=11, fill=MUTED, anchor="middle")
    return top + height + GAP


def _report(canvas: Canvas, report: Report, x: float, y: float, *, is_open: bool) -> None:
    canvas.parts.append(f'<g opacity="{1 if is_open else 0.55}">')
    canvas.rect(x, y, CARD_WIDTH, CARD_HEIGHT, fill="#fbf8f1", line=INK if is_open else MUTED, round=6)
    dice = [colour for colour in COLOURS for _ in range(report.needs[colour])]
    for at, colour in enumerate(dice):
        middle = x + CARD_WIDTH / 2 + 23 * (at - (len(dice) - 1) / 2)
        canvas.rect(middle - 10, y + 9, 20, 20, fill=FILLS[colour], line=EDGES[colour], round=4)
        letter = colour.letter.upper()
        canvas.text(middle, y + 23, letter, size=12, anchor="middle", fill=PIPS[colour], bold=True)
    canvas.text(x + CARD_WIDTH / 2, y + 52, str(report.points), size=18, anchor="middle", bold=True)
    canvas.parts.append("</g>")


def _bag(canvas: Canvas, game: Setting, state: State, top: float) -> float:
    """11.5: the dice in the bag by colour, the discharge area and the tokens."""
    left, bag = MARGIN + WIDE + GAP, game.bag(state)
    canvas.panel(left, top, NARROW, 142, f"Bag · {sum(bag)} dice")
    for at, colour in enumerate(COLOURS):
        x = left + 30 + at * 88
        canvas.rect(x - 13, top + 40, 26, 26, fill=FILLS[colour], line=EDGES[colour], round=5)
        letter = colour.letter.upper()
        canvas.text(x, top + 58, letter, size=14, anchor="middle", fill=PIPS[colour], bold=True)
        canvas.text(x + 20, top + 59, f"× {bag[colour]}", size=15, bold=True)
    rows = [("discharged this round", counted_words(state.discharged))]
    rows += [("blood bags", str(state.blood_bags)), ("fatalities", str(state.fatalities))]
    for row, (what, words) in enumerate(rows):
        canvas.text(left + 16, top + 88 + 20 * row, what, size=12, fill=MUTED)
        canvas.text(left + NARROW - 16, top + 88 + 20 * row, words, size=12, anchor="end", bold=True)
    return top + 142 + GAP


def _score(canvas: Canvas, game: DiceHospital, state: State, top: float) -> float:
    left, items = MARGIN + WIDE + GAP, game.score_items(state)
    rows = [*items.items(), ("total", sum(items.values()))]
    over = state.phase is Phase.OVER
    height = 42 + 22 * len(rows)
    canvas.panel(left, top, NARROW, height, "Final score" if over else "Score if it ended here")
    for row, (what, points) in enumerate(rows):
        last, y = what == "total", top + 50 + 22 * row
        canvas.text(left + 16, y, what, size=13, bold=last)
        canvas.text(left + NARROW - 16, y, signed(points), size=13, anchor="end", bold=last)
    return top + height + GAP
