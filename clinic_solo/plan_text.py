"""A floor as a plan in characters: what stands in each space, who is there, cars and entrances."""

from collections import Counter

from clinic_solo.board import OUTER, Board
from clinic_solo.clinic import clinic_of
from clinic_solo.colours import Skill
from clinic_solo.moves import NO_COLOUR
from clinic_solo.rooms import service_of
from clinic_solo.setting import Setting
from clinic_solo.state import State
from clinic_solo.tiles import HUBS, PARKING_TILES, SERVICE_OF_HUB, Person, Service, Tile, Token, is_module
from tabletop.text import PLAIN, Pen, centre, wrapped_items

CELL = 8  # characters inside a space, so that two floors of four columns fit in 80
CAR, STOP, SUPPORTED = "■", "◊", "·"
DOORS = {"W": "►", "E": "◄", "S": "▲", "N": "▼"}
SHORT = {
    Tile.EMPTY: "",
    Tile.GARDEN: "garden",
    Tile.HELIPAD: "helipad",
    Tile.PARKING: "parking",
    Tile.BIG_PARKING: "parking",
    Tile.TREATMENT: "room",
    Tile.SUPPLY: "supply",
    Tile.OPERATING: "oper",
    Tile.OUTPATIENT: "outpat",
    Tile.LAB: "lab",
    Tile.TRIAGE: "triage",
}
LEGEND = (
    f"{CAR} car",
    "╌╌ place to park",
    f"{STOP} conveyor",
    f"{SUPPORTED} has a module below",
    "Dwy a white and a yellow doctor",
    "po an orange patient",
    "N nurse",
    "O orderly",
)
RULESET_LEGEND = {
    "extinguisher": "♦ extinguisher",
    "blood": "♥ blood",
    "zombies": "Z zombie",
    "lying": "a small letter (d n o) lies down",
}
MARKS = ((Token.CONVEYOR, "◊"), (Token.EXTINGUISHER, "♦"), (Token.BLOOD, "♥"))


def legend(game: Setting, pen: Pen = PLAIN) -> list[str]:
    used = game.rules.fields()
    doors = [mark for side, mark in DOORS.items() if side in {side for side, _ in game.board.entrance_sides}]
    example = f"room {short_service(game, game.services[0])}  treatment room working for {game.services[0].word}"
    first, second, *more = LEGEND
    items = [first, second, f"{'/'.join(doors)} entrance", *more[:2], f"{example} (room: not yet)", *more[2:]]
    items += [*(words for field, words in RULESET_LEGEND.items() if field in used)]
    return [pen.faint(line) for line in wrapped_items([game.called(item) for item in items], indent="  ")]


def floors_shown(board: Board, state: State) -> int:
    """The two floors of the player board, and those above as far as they are built (2.1)."""
    built = max((board.floor(space) for space, tile in enumerate(state.grid) if tile), default=0)
    return min(board.levels, max(built + 1, 2))


def floor_lines(game: Setting, state: State, floor: int, pen: Pen = PLAIN) -> list[str]:
    """A floor as a grid of spaces; on the ground also the cars on borders and the entrances."""
    board = game.board
    name = "Floor 0 (ground)" if floor == 0 else f"Floor {floor}"
    doors = ["" if floor else _door(game, state, "N", x).strip() for x in range(board.columns)]
    letters = " ".join(centre(f"{'abcdefghi'[x]} {door}".strip(), CELL) for x, door in enumerate(doors))
    lines = [pen.strong(name), "   " + letters]
    for y in range(board.rows):
        lines.append("  " + _rule(game, state, floor, y))
        cells = [_cell(game, state, board.space(x, y, floor), pen) for x in range(board.columns)]
        for at in range(3):
            middle = at == 1
            sides = [_side(game, state, floor, x, y, middle) for x in range(board.columns + 1)]
            row = "".join(side + centre(cell[at], CELL) for side, cell in zip(sides, cells, strict=False))
            west, east = (_door(game, state, side, y) if middle and not floor else " " for side in "WE")
            lines.append(f"{y + 1 if middle else ' '}{west}{row}{sides[-1]}{east}")
    lines.append("  " + _rule(game, state, floor, board.rows))
    south = "   " + " ".join(centre(_door(game, state, "S", x), CELL) for x in range(board.columns))
    lines += [south] if south.strip() and not floor else []
    return [line.rstrip() for line in lines]


def _door(game: Setting, state: State, side: str, index: int) -> str:
    here = any(game.board.entrance_sides[entrance] == (side, index) for entrance in state.entrances)
    return DOORS[side] if here else " "


def _border_name(board: Board, one: tuple[int, int], other: tuple[int, int]) -> str:
    """The border between two spaces, of which one may lie outside."""

    def inside(place: tuple[int, int]) -> bool:
        return 0 <= place[0] < board.columns and 0 <= place[1] < board.rows

    if not inside(one):
        one, other = other, one
    name = board.plain_name(board.space(*one, 0))
    if inside(other):
        return f"{name}-{board.plain_name(board.space(*other, 0))}"
    return f"{name}-{OUTER[other[0] - one[0], other[1] - one[1]]}"


def _parked(game: Setting, state: State, floor: int, one: tuple[int, int], other: tuple[int, int]) -> str:
    """'car', 'free' where one might park, or 'wall'."""
    if floor:
        return "wall"
    border = game.board.spot(_border_name(game.board, one, other))
    if border in state.cars:
        return "car"
    return "free" if border in clinic_of(game.board, state.grid).free_borders else "wall"


def _rule(game: Setting, state: State, floor: int, y: int) -> str:
    """The line north of row y."""
    drawn = {"car": centre(CAR, CELL).replace(" ", "╌"), "free": "╌" * CELL, "wall": "─" * CELL}
    borders = [drawn[_parked(game, state, floor, (x, y - 1), (x, y))] for x in range(game.board.columns)]
    return "+" + "+".join(borders) + "+"


def _side(game: Setting, state: State, floor: int, x: int, y: int, middle: bool) -> str:
    """A piece of the line west of column x."""
    kind = _parked(game, state, floor, (x - 1, y), (x, y))
    if kind == "car":
        return CAR if middle else "╎"
    return "╎" if kind == "free" else "│"


def _cell(game: Setting, state: State, space: int, pen: Pen) -> tuple[str, str, str]:
    """Three lines: what stands there, the doctors, and the patients with their nurses or orderly, or the cars."""
    tile = Tile(state.grid[space])
    name = tile_word(game, state, space)
    if marks := "".join(mark for token, mark in MARKS for _ in range(state.tokens.count((space, token)))):
        marked = (f"{name} {marks}", name + marks, name.replace(" ", marks), (name + marks)[-CELL:])
        name = next(words for words in marked if len(words) <= CELL)
    lying = Counter((who, colour) for who, colour, place in state.lying if place == space)
    standing = Counter(colour for place, colour in state.doctors if place == space)
    standing.subtract({colour: number for (who, colour), number in lying.items() if who is Person.DOCTOR})
    exhausted = [colour for (who, colour), number in lying.items() if who is Person.DOCTOR for _ in range(number)]
    doctors = _each("D", list(standing.elements()), pen) + _each("d", exhausted, pen)
    patients = _each("p", [colour for place, colour in state.patients if place == space], pen)
    nurses_down, orderlies_down = lying[Person.NURSE, NO_COLOUR], lying[Person.ORDERLY, NO_COLOUR]
    nurses, orderlies = state.nurses.count(space) - nurses_down, state.orderlies.count(space) - orderlies_down
    third = [patients, "N" * nurses if nurses <= 2 else f"{nurses}N", "O" * orderlies]
    third += ["n" * nurses_down, "o" * orderlies_down, "Z" * state.zombies.count(space)]
    if tile in PARKING_TILES:
        places = game.deck.building.parking_places if tile == Tile.PARKING else game.deck.building.upgrade_places
        cars = state.cars.count(game.board.lot(space))
        third = [CAR * cars + "╌" * (places - cars)]
    if not tile and supported(game.board, state, space):
        doctors = pen.faint(SUPPORTED)
    return pen.strong(name) if is_module(tile) else name, doctors, " ".join(word for word in third if word)


def supported(board: Board, state: State, space: int) -> bool:
    """5.2b: whether a module stands below an upper space."""
    below = board.below(space)
    return below is not None and is_module(state.grid[below])


def _each(letter: str, colours: list[int], pen: Pen) -> str:
    """Dwwr for three doctors, two white and one red."""
    tinted = [pen.tint(colour.letter, colour) * colours.count(colour) for colour in Skill if colour in colours]
    return letter + "".join(tinted) if tinted else ""


def tile_word(game: Setting, state: State, space: int) -> str:
    """A tile in a few letters, a functional room with its service."""
    tile = Tile(state.grid[space])
    if tile in HUBS:
        return f"hub {short_service(game, SERVICE_OF_HUB[tile])}"
    service = service_of(game, state, space)
    short = game.called(SHORT[tile])[:CELL].strip()
    return short if service is None else f"{short} {short_service(game, service)}"


def short_service(game: Setting, service: Service) -> str:
    """Three letters that tell the services apart."""
    return game.called(service.word)[:3]
