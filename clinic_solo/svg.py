"""The position as a picture: floors side by side with cars and people, notepad, displays and score. Pure."""

from collections import Counter

from clinic_solo import score
from clinic_solo.board import OUTER, Board
from clinic_solo.clinic import clinic_of
from clinic_solo.colours import Skill
from clinic_solo.moves import NO_COLOUR
from clinic_solo.plan_text import floors_shown, supported
from clinic_solo.referee import ClinicSolo
from clinic_solo.rooms import service_of
from clinic_solo.state import State
from clinic_solo.text import display_rows, goal_line, heading, tracks
from clinic_solo.tiles import HUBS, PARKING_TILES, SERVICE_OF_HUB, Person, Tile, Token
from tabletop.colours import COLOURS
from tabletop.svg import INK, LINE, MUTED, PAPER, PEOPLE, ROOMS, Canvas
from tabletop.text import signed

SPACE = 92  # side of a space
MARGIN, PAD, GAP = 24, 34, 16  # around everything, around the spaces of a floor, between panels
TOP, TITLE = 104, 34
LOW = 268  # height of the panels below the floors
NARROWEST = 1000
LONG_TITLE = 92  # letters that fit at full size
FIGURES_IN_A_ROW = 4
CAR = "#4a6fa5"
FIGURE_FILLS = {**{Skill(colour): fill for colour, fill in PEOPLE.items()}, Skill.PURPLE: "#a67fd0"}
LEGEND = (
    "D doctor · P patient, then the colour · N nurse · O orderly · dot: place to park · cube: conveyor stop · "
    "grey: nothing below"
)
RULESET_LEGEND = {
    "extinguisher": "red box: extinguisher",
    "blood": "red drop: blood",
    "zombies": "Z zombie",
    "lying": "flat: lies down",
}
FILLS = {
    Tile.EMPTY: PAPER,
    Tile.GARDEN: ROOMS["garden"],
    Tile.HELIPAD: ROOMS["helipad"],
    Tile.PARKING: ROOMS["parking"],
    Tile.BIG_PARKING: ROOMS["parking"],
    Tile.TREATMENT: ROOMS["treatment"],
    Tile.SUPPLY: ROOMS["supply"],
    Tile.OPERATING: ROOMS["operating"],
    Tile.OUTPATIENT: ROOMS["outpatient"],
    Tile.LAB: ROOMS["laboratory"],
    Tile.TRIAGE: ROOMS["triage"],
    **dict.fromkeys(HUBS, ROOMS["hub"]),
}


def position_svg(game: ClinicSolo, state: State, title: str) -> str:
    """The whole table as an SVG document."""
    board, canvas = game.board, Canvas()
    floors = floors_shown(board, state)
    floor_width, floor_height = board.columns * SPACE + 2 * PAD, board.rows * SPACE + 2 * PAD + TITLE - 10
    width = max(NARROWEST, 2 * MARGIN + floors * floor_width + (floors - 1) * GAP)
    canvas.text(MARGIN, 38, title, size=min(17, 17 * LONG_TITLE / max(1, len(title)) * width / NARROWEST), bold=True)
    canvas.text(MARGIN, 62, heading(game, state), size=14, fill=MUTED)
    canvas.text(MARGIN, 86, "   ".join(tracks(game, state)).replace("   ", " · "), size=14)
    for floor in range(floors):
        left = MARGIN + floor * (floor_width + GAP)
        canvas.panel(left, TOP, floor_width, floor_height, f"Floor {floor}" + " (ground)" * (not floor))
        _floor(canvas, game, state, floor)
    _borders(canvas, game, state)
    _entrances(canvas, game, state)
    low = TOP + floor_height + GAP
    notepad, offer = 330, width - 2 * MARGIN - 2 * GAP - 330 - 230
    _notepad(canvas, game, state, MARGIN, low, notepad)
    _offer(canvas, game, state, MARGIN + notepad + GAP, low, offer)
    _score(canvas, game, state, MARGIN + notepad + offer + 2 * GAP, low, 230)
    canvas.text(MARGIN, low + LOW + 28, goal_line(game, state), size=14, bold=True)
    used = game.rules.fields()
    more = "".join(f" · {words}" for field, words in RULESET_LEGEND.items() if field in used)
    canvas.text(MARGIN, low + LOW + 50, game.called(LEGEND + more), size=12, fill=MUTED)
    return canvas.document(width, low + LOW + 50 + MARGIN, title)


# --- floors -------------------------------------------------------------------------------------------------------


def _corner(board: Board, space: int) -> tuple[int, int]:
    """The north-west corner of a space in the picture."""
    x, y, floor = board.where(space)
    left = MARGIN + floor * (board.columns * SPACE + 2 * PAD + GAP) + PAD
    return left + x * SPACE, TOP + TITLE + PAD - 10 + y * SPACE


def _floor(canvas: Canvas, game: ClinicSolo, state: State, floor: int) -> None:
    board = game.board
    for space in range(floor * board.ground, (floor + 1) * board.ground):
        x, y = _corner(board, space)
        tile = Tile(state.grid[space])
        air = floor > 0 and not tile and not supported(board, state, space)
        with canvas.part(f"at-{board.space_name(space)}"):
            canvas.rect(x, y, SPACE, SPACE, fill="#f4f6f7" if air else FILLS[tile], line=LINE if air else MUTED)
            first, second = space_words(game, state, space)
            canvas.text(x + SPACE / 2, y + 18, first, size=12, anchor="middle", bold=True)
            canvas.text(x + SPACE / 2, y + 32, second, size=11, anchor="middle", fill=INK)
            if not air:
                canvas.text(x + 5, y + SPACE - 6, board.space_name(space), size=9, fill=MUTED)
        if space in state.conveyors:
            canvas.cube(x + SPACE - 14, y + SPACE - 12, size=12)
        if (space, Token.EXTINGUISHER) in state.tokens:
            canvas.rect(x + SPACE - 15, y + 5, 9, 17, fill="#d8433c", line=INK, round=4)
        for index in range(state.tokens.count((space, Token.BLOOD))):
            canvas.circle(x + 10 + 11 * index, y + 9, 4.5, fill="#8f231e")
        _people(canvas, state, space, x + 16, y + 47)
        if tile in PARKING_TILES:
            places = game.deck.building.parking_places if tile == Tile.PARKING else game.deck.building.upgrade_places
            for place in range(places):
                parked = place < state.cars.count(board.lot(space))
                _car(canvas, x + SPACE / 2 + 26 * (place - (places - 1) / 2), y + 54, parked=parked)


def space_words(game: ClinicSolo, state: State, space: int) -> tuple[str, str]:
    """What stands in a space, and the service of a hub or of a room that works."""
    tile = Tile(state.grid[space])
    if tile in HUBS:
        return "hub", game.called(SERVICE_OF_HUB[tile].word)
    service, word = service_of(game, state, space), game.called(tile.word)
    if service is not None:
        return word, game.called(service.word)
    if tile in (Tile.TREATMENT, Tile.OPERATING):
        return word, "not working yet" if clinic_of(game.board, state.grid).rooms.get(space) is None else "no staff"
    return ("", "") if not tile else ("parking" if tile in PARKING_TILES else word, "")


Figure = tuple[str, Skill | None, bool]


def figures_at(state: State, place: int) -> list[Figure]:
    """Who is in a place: a letter for the kind, the colour of those who have one, and whether they lie down."""
    lying = Counter((who, colour) for who, colour, at in state.lying if at == place)
    staff: list[tuple[Person, int]] = [(Person.DOCTOR, colour) for at, colour in state.doctors if at == place]
    staff += [(Person.NURSE, NO_COLOUR)] * state.nurses.count(place)
    staff += [(Person.ORDERLY, NO_COLOUR)] * state.orderlies.count(place)
    figures = list[Figure]()
    for who, colour in staff:
        lies = lying[who, colour] > 0
        lying[who, colour] -= lies
        figures.append((who.upper()[0], None if colour == NO_COLOUR else Skill(colour), lies))
    doctors = sum(place == at for at, _ in state.doctors)
    patients: list[Figure] = [("P", Skill(colour), False) for at, colour in state.patients if at == place]
    zombies: list[Figure] = [("Z", None, False)] * state.zombies.count(place)
    return [*figures[:doctors], *patients, *figures[doctors:], *zombies]


def _people(canvas: Canvas, state: State, place: int, x: float, y: float, in_a_row: int = FIGURES_IN_A_ROW) -> None:
    """Doctors as discs, patients as squares, nurses and orderlies as letters."""
    for index, (kind, colour, lies) in enumerate(figures_at(state, place)):
        down, across = divmod(index, in_a_row)
        with canvas.part(f"person-{place}-{index}"):
            _figure(canvas, kind, colour, x + 20 * across, y + 19 * down, lies=lies)


def _figure(canvas: Canvas, kind: str, colour: Skill | None, x: float, y: float, *, lies: bool = False) -> None:
    fill = "#e9eef1" if colour is None else FIGURE_FILLS[colour]
    if kind == "Z":
        fill = "#3f9a5a"
    if lies:  # flat on the floor
        canvas.rect(x - 9.5, y - 4, 19, 12, fill=fill, line=INK, round=6)
    elif kind == "P":
        canvas.rect(x - 8, y - 8, 16, 16, fill=fill, line=INK)
    else:
        canvas.circle(x, y, 8.5, fill=fill)
    canvas.text(x, y + 4, kind if colour is None else kind + colour.letter, size=10, anchor="middle")


def _car(canvas: Canvas, x: float, y: float, *, parked: bool = True, upright: bool = False) -> None:
    """A car, or the place for one."""
    wide, high = (12, 20) if upright else (20, 12)
    canvas.rect(
        x - wide / 2, y - high / 2, wide, high, fill=CAR if parked else "none", line=CAR, round=4, dashed=not parked
    )


def _borders(canvas: Canvas, game: ClinicSolo, state: State) -> None:
    """Cars on borders; a border where one might park has a dot."""
    board = game.board
    for border in clinic_of(board, state.grid).free_borders:
        one, other = board.border_names[border].split("-")
        x, y = _corner(board, board.ground_space(one))
        steps = {letter: step for step, letter in OUTER.items()}
        if other in steps:
            across, down = steps[other]
        else:
            x2, y2 = _corner(board, board.ground_space(other))
            across, down = (x2 - x) // SPACE, (y2 - y) // SPACE
        at = x + (1 + across) * SPACE / 2, y + (1 + down) * SPACE / 2
        with canvas.part(f"at-{board.border_names[border]}"):
            if border in state.cars:
                _car(canvas, *at, upright=across != 0)
            else:
                canvas.circle(*at, 2.5, fill=CAR, line="none")


def _entrances(canvas: Canvas, game: ClinicSolo, state: State) -> None:
    """Entrances as triangles pointing in, with the people who stand there."""
    board, half = game.board, SPACE / 2
    for entrance in state.entrances:
        side, _ = board.entrance_sides[entrance]
        x, y = _corner(board, board.entrance_targets[entrance])
        across, down = {letter: step for step, letter in OUTER.items()}[side]
        tip = x + half + across * (half + 4), y + half + down * (half + 4)
        back = tip[0] + 12 * across, tip[1] + 12 * down
        wide = 9 * abs(down), 9 * abs(across)
        corners = [tip, (back[0] + wide[0], back[1] + wide[1]), (back[0] - wide[0], back[1] - wide[1])]
        with canvas.part(f"at-{board.entrance_names[entrance]}"):
            canvas.polygon(corners, fill="#2e7d5b")
        if across:
            _people(canvas, state, board.at_entrance(entrance), tip[0] + 12 * across, tip[1] + 22, in_a_row=1)
        else:
            _people(canvas, state, board.at_entrance(entrance), tip[0] + 22, tip[1] + 12)


# --- beside the clinic --------------------------------------------------------------------------------------------


def _notepad(canvas: Canvas, game: ClinicSolo, state: State, left: float, top: float, width: float) -> None:
    """7.2: the notepad with position 1 on the right, and pre-admissions."""
    canvas.panel(left, top, width, LOW, "Notepad, next one on the right")
    columns, y = game.deck.queueing.columns, top + 58
    for service, queue in zip(game.services, state.notepad, strict=True):
        with canvas.part(f"at-{game.called(service.word)}"):
            canvas.text(left + 16, y + 4, game.called(service.word), size=13)
            for position in range(columns):
                x = left + 130 + 30 * (columns - 1 - position)
                canvas.rect(x - 13, y - 13, 26, 26, fill="none")
                if position < len(queue):
                    _figure(canvas, "P", Skill(queue[position]), x, y)
        y += 34
    y += 14
    canvas.text(left + 16, y, "In pre-admissions", size=13, bold=True)
    for service, waiting in zip(game.services, state.waiting, strict=True):
        y += 32
        canvas.text(left + 16, y + 4, game.called(service.word), size=13)
        patients = [colour for colour in COLOURS for _ in range(waiting[colour])]
        for at, colour in enumerate(patients):
            with canvas.part(f"waiting-{game.called(service.word)}-{at}"):
                _figure(canvas, "P", Skill(colour), left + 130 + 30 * at, y)


def _offer(canvas: Canvas, game: ClinicSolo, state: State, left: float, top: float, width: float) -> None:
    canvas.panel(left, top, width, LOW, "On offer")
    for row, (name, value) in enumerate(display_rows(game, state)):
        canvas.text(left + 16, top + 56 + 24 * row, name, size=13, fill=MUTED)
        canvas.text(left + 140, top + 56 + 24 * row, value, size=13)


def _score(canvas: Canvas, game: ClinicSolo, state: State, left: float, top: float, width: float) -> None:
    canvas.panel(left, top, width, LOW, "Score if it ended here")
    items = score.items(game, state)
    rows = [*((game.called(name), points) for name, points in items.items()), ("total", sum(items.values()))]
    for row, (name, points) in enumerate(rows):
        last = name == "total"
        canvas.text(left + 16, top + 56 + 24 * row, name, size=13, bold=last)
        canvas.text(left + width - 24, top + 56 + 24 * row, signed(points), size=13, anchor="end", bold=last)
