"""The position as a schematic drawing: floors side by side, cars, people, notepad and tracks, in one SVG text."""

from html import escape

from clinic_solo.board import Board
from clinic_solo.clinic import clinic_of
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import State
from clinic_solo.text import goal_line, headline, tile_word, tracks
from clinic_solo.tiles import HUBS, PARKING_TILES, SPECIALS, Tile
from tabletop.colours import COLOURS, Colour, Counts

SPACE = 96  # side of a space
GAP = 44  # between floors, and around them for entrances
TOP = 74
FILL = {
    Tile.EMPTY: "#f6f4ee",
    Tile.GARDEN: "#cfe8b9",
    Tile.HELIPAD: "#dcdcdc",
    Tile.PARKING: "#e6e2d8",
    Tile.BIG_PARKING: "#e6e2d8",
    Tile.TREATMENT: "#ffd59e",
    Tile.SUPPLY: "#f9c6d2",
    **dict.fromkeys(SPECIALS, "#b9d6f2"),
    **dict.fromkeys(HUBS, "#e3a6dc"),
}
INK = {Colour.WHITE: "#ffffff", Colour.YELLOW: "#ffd92f", Colour.ORANGE: "#ff9233", Colour.RED: "#e0393e"}


def position_svg(game: ClinicSolo, state: State, title: str = "") -> str:
    """The whole position; `title` is put above it."""
    board = game.board
    floors = max(2, 1 + max((board.floor(s) for s, tile in enumerate(state.grid) if tile), default=0))
    floor_width, floor_height = board.columns * SPACE, board.rows * SPACE
    width = GAP + floors * (floor_width + GAP)
    foot = TOP + floor_height + GAP + 20
    parts = [_text(GAP, 28, title or "Clinic: Deluxe Edition, solitaire", size=18, bold=True)]
    parts.append(_text(GAP, 50, f"{headline(game, state)} · {tracks(state)}", size=13))
    for floor in range(floors):
        left = GAP + floor * (floor_width + GAP)
        parts.append(_text(left, TOP - 6, f"Floor {floor}", size=12, bold=True))
        parts += _floor(game, state, floor, left)
    parts += _cars(game, state) + _entrances(game, state) + _notepad(game, state, foot)
    height = foot + 26 * (len(game.services) + 2)
    parts.append(_text(GAP, height - 12, goal_line(game, state), size=12))
    style = '<style>text{font-family:sans-serif;fill:#222}</style><rect width="100%" height="100%" fill="#fff"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    return "\n".join([head, f"<title>{escape(title or 'Clinic')}</title>", style, *parts, "</svg>"]) + "\n"


def _text(x: float, y: float, text: str, *, size: int = 11, bold: bool = False, middle: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    anchor = ' text-anchor="middle"' if middle else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}"{weight}{anchor}>{escape(text)}</text>'


def _corner(board: Board, space: int) -> tuple[int, int]:
    """The north-west corner of a space in the drawing."""
    x, y, floor = board.where(space)
    return GAP + floor * (board.columns * SPACE + GAP) + x * SPACE, TOP + y * SPACE


def _floor(game: ClinicSolo, state: State, floor: int, left: int) -> list[str]:
    board, parts = game.board, []
    for space in range(floor * board.ground, (floor + 1) * board.ground):
        x, y = _corner(board, space)
        tile = Tile(state.grid[space])
        dashes = "" if tile else ' stroke-dasharray="3 3"'
        square = f'<rect x="{x}" y="{y}" width="{SPACE}" height="{SPACE}" fill="{FILL[tile]}"'
        parts.append(f'{square} stroke="#999"{dashes}/>')
        parts.append(_text(x + SPACE / 2, y + 16, tile_word(game, state, space), size=12, bold=True, middle=True))
        parts.append(_text(x + 12, y + SPACE - 8, board.space_name(space), size=9, middle=True))
        if space in state.conveyors:
            parts.append(f'<rect x="{x + SPACE - 16}" y="{y + SPACE - 16}" width="10" height="10" fill="#444"/>')
        parts += _people(game, state, space, x, y)
    parts.append(
        f'<rect x="{left}" y="{TOP}" width="{board.columns * SPACE}" height="{board.rows * SPACE}" '
        'fill="none" stroke="#333" stroke-width="2"/>'
    )
    return parts


def _people(game: ClinicSolo, state: State, place: int, x: int, y: int) -> list[str]:
    """Doctors as discs, patients as squares, nurses and orderlies as letters."""
    figures: list[tuple[str, Colour | None]] = [("D", Colour(colour)) for at, colour in state.doctors if at == place]
    figures += [("p", Colour(colour)) for at, colour in state.patients if at == place]
    figures += [("N", None)] * state.nurses.count(place) + [("O", None)] * state.orderlies.count(place)
    if place < game.board.size and state.grid[place] in PARKING_TILES:
        figures += [("c", None)] * state.cars.count(game.board.lot(place))
    return [
        _figure(kind, colour, x + 18 + 20 * (index % 4), y + 34 + 20 * (index // 4))
        for index, (kind, colour) in enumerate(figures)
    ]


def _figure(kind: str, colour: Colour | None, x: float, y: float) -> str:
    if kind == "c":
        return f'<rect x="{x - 8}" y="{y - 5}" width="16" height="10" rx="3" fill="#4a6fa5"/>'
    if colour is None:
        return f'<circle cx="{x}" cy="{y}" r="8" fill="#eee" stroke="#555"/>' + _text(x, y + 4, kind, middle=True)
    if kind == "D":
        return f'<circle cx="{x}" cy="{y}" r="8" fill="{INK[colour]}" stroke="#222" stroke-width="1.5"/>'
    return f'<rect x="{x - 7}" y="{y - 7}" width="14" height="14" fill="{INK[colour]}" stroke="#222"/>'


def _cars(game: ClinicSolo, state: State) -> list[str]:
    """Cars on borders; free borders get a dot."""
    board, parts = game.board, []
    free = clinic_of(board, state.grid).free_borders
    for border in free:
        x, y = _border_middle(board, border)
        if border in state.cars:
            parts.append(_figure("c", None, x, y))
        else:
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="2" fill="#bbb"/>')
    return parts


def _border_middle(board: Board, border: int) -> tuple[float, float]:
    one, other = board.border_names[border].split("-")
    x, y = _corner(board, board.ground_space(one))
    half = SPACE / 2
    if other in ("N", "S", "W", "E"):
        dx, dy = {"N": (0, -1), "S": (0, 1), "W": (-1, 0), "E": (1, 0)}[other]
        return x + half + dx * half, y + half + dy * half
    x2, y2 = _corner(board, board.ground_space(other))
    return (x + x2) / 2 + half, (y + y2) / 2 + half


def _entrances(game: ClinicSolo, state: State) -> list[str]:
    """Entrances as triangles pointing in, with the people who stand there."""
    board, parts = game.board, []
    for entrance in state.entrances:
        side, _ = board.entrance_sides[entrance]
        x, y = _corner(board, board.entrance_targets[entrance])
        half = SPACE / 2
        dx, dy = {"W": (-1, 0), "E": (1, 0), "S": (0, 1)}[side]
        cx, cy = x + half + dx * (half + 12), y + half + dy * (half + 12)
        tip, wide = (cx - 8 * dx, cy - 8 * dy), (8 * abs(dy), 8 * abs(dx))
        back = (cx + 6 * dx, cy + 6 * dy)
        points = [tip, (back[0] + wide[0], back[1] + wide[1]), (back[0] - wide[0], back[1] - wide[1])]
        parts.append(f'<polygon points="{" ".join(f"{px:g},{py:g}" for px, py in points)}" fill="#333"/>')
        parts += _people(game, state, board.at_entrance(entrance), int(cx - 18 + 22 * dy), int(cy - 34 + 22 * abs(dx)))
    return parts


def _notepad(game: ClinicSolo, state: State, top: int) -> list[str]:
    """Notepad rows with position 1 on the right, pre-admissions, university."""
    parts = []
    for row, (service, queue, waiting) in enumerate(zip(game.services, state.notepad, state.waiting, strict=True)):
        y = top + 26 * row
        parts.append(_text(GAP, y + 4, service.word, size=12))
        columns = game.deck.queueing.columns
        for position in range(columns):
            x = GAP + 100 + 24 * (columns - 1 - position)
            parts.append(f'<rect x="{x - 11}" y="{y - 11}" width="22" height="22" fill="none" stroke="#bbb"/>')
            if position < len(queue):
                parts.append(_figure("p", Colour(queue[position]), x, y))
        parts += _row(waiting, GAP + 240, y)
    y = top + 26 * len(game.services)
    parts.append(_text(GAP, y + 4, "university", size=12))
    parts += [_figure("D", Colour(colour), GAP + 100 + 24 * at, y) for at, colour in enumerate(state.university)]
    return parts


def _row(counts: Counts, x: int, y: int) -> list[str]:
    colours = [colour for colour in COLOURS for _ in range(counts[colour])]
    label = [_text(x, y + 4, "pre-admissions", size=11)]
    return label + [_figure("p", colour, x + 110 + 20 * at, y) for at, colour in enumerate(colours)]
