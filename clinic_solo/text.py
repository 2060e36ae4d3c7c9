"""The position as a plan in characters: floors side by side, notepad, university, displays and tracks."""

from clinic_solo import score
from clinic_solo.board import Board
from clinic_solo.clinic import clinic_of
from clinic_solo.referee import ClinicSolo
from clinic_solo.setting import Setting
from clinic_solo.state import State
from clinic_solo.tiles import ACTIONS, HUBS, PARKING_TILES, SERVICE_OF_HUB, Tile, is_module
from tabletop.colours import COLOURS, Colour, Counts, describe
from tabletop.text import PLAIN, Pen, beside, centre, columns, listed, plural, signed, width

CELL = 11  # characters inside a space
CAR = "■"
SHORT = {
    Tile.EMPTY: "",
    Tile.GARDEN: "garden",
    Tile.HELIPAD: "helipad",
    Tile.PARKING: "parking 2",
    Tile.BIG_PARKING: "parking 3",
    Tile.TREATMENT: "treat",
    Tile.SUPPLY: "supply",
    Tile.OPERATING: "oper",
    Tile.OUTPATIENT: "outpat",
    Tile.LAB: "lab",
    Tile.TRIAGE: "triage",
}


def position_text(game: ClinicSolo, state: State, pen: Pen = PLAIN) -> str:
    """The whole position."""
    floors = [floor_lines(game, state, floor, pen) for floor in range(_floors_shown(game.board, state))]
    pairs, rest = floors[:2], floors[2:]
    lines = [pen.strong(headline(game, state)), tracks(state), "", *beside(pairs, gap=4)]
    if rest:
        lines += ["", *beside(rest, gap=4)]
    lines += ["", LEGEND]
    lines += ["", *notepad_lines(game, state, pen), "", *display_lines(game, state, pen)]
    lines += ["", *score_lines(game, state)]
    return "\n".join(lines)


def headline(game: ClinicSolo, state: State) -> str:
    deck = game.deck
    if game.is_over(state):
        return "The game is over"
    if not state.round:
        return f"Set-up; due: {game.decision(state)}"
    slot = f"action {state.slot} of {deck.actions_per_round}"
    return f"Round {state.round} of {deck.rounds}, {slot}; due: {game.decision(state)}"


def tracks(state: State) -> str:
    income = f" (+ ${state.income} income)" if state.income else ""
    parts = [f"savings ${state.money}{income}", f"popularity {signed(state.popularity)}", f"time {state.time}"]
    return " · ".join([*parts, f"treated {state.treated}", plural(state.deaths, "death")])


def _floors_shown(board: Board, state: State) -> int:
    """The two floors of the player board, and those above as far as they are built (2.1)."""
    built = max((board.floor(space) for space, tile in enumerate(state.grid) if tile), default=0)
    return min(board.levels, max(built + 1, 2))


# --- floors -------------------------------------------------------------------------------------------------------


def floor_lines(game: ClinicSolo, state: State, floor: int, pen: Pen = PLAIN) -> list[str]:
    """A floor as a grid of spaces; on the ground also the cars on borders and the entrances."""
    board = game.board
    name = "Floor 0 (ground)" if floor == 0 else f"Floor {floor}"
    margin = "  "
    lines = [pen.strong(name), margin + " " + " ".join(centre(letter, CELL) for letter in "abcdefghi"[: board.columns])]
    for y in range(board.rows):
        lines.append(margin + _rule(game, state, floor, y))
        cells = [_cell(game, state, board.space(x, y, floor), pen) for x in range(board.columns)]
        for at in range(3):
            west = _door(game, state, "W", y) if floor == 0 and at == 1 else " "
            east = _door(game, state, "E", y) if floor == 0 and at == 1 else ""
            label = str(y + 1) if at == 1 else " "
            row = "".join(
                _side(game, state, floor, x, y, at == 1) + centre(cell[at], CELL) for x, cell in enumerate(cells)
            )
            lines.append(label + west + row + _side(game, state, floor, board.columns, y, at == 1) + east)
    lines.append(margin + _rule(game, state, floor, board.rows))
    if floor == 0:
        doors = " ".join(centre(_door(game, state, "S", x), CELL) for x in range(board.columns))
        lines.append(margin + " " + doors)
    return [line.rstrip() for line in lines]


def _door(game: ClinicSolo, state: State, side: str, index: int) -> str:
    here = any(game.board.entrance_sides[entrance] == (side, index) for entrance in state.entrances)
    return {"W": "►", "E": "◄", "S": "▲"}[side] if here else " "


def _border_name(board: Board, one: tuple[int, int], other: tuple[int, int]) -> str:
    """The border between two spaces, of which one may lie outside."""

    def inside(place: tuple[int, int]) -> bool:
        return 0 <= place[0] < board.columns and 0 <= place[1] < board.rows

    if not inside(one):
        one, other = other, one
    name = board.plain_name(board.space(*one, 0))
    if inside(other):
        return f"{name}-{board.plain_name(board.space(*other, 0))}"
    step = (other[0] - one[0], other[1] - one[1])
    return f"{name}-{ {(0, -1): 'N', (0, 1): 'S', (-1, 0): 'W', (1, 0): 'E'}[step] }"


def _parked(game: ClinicSolo, state: State, floor: int, one: tuple[int, int], other: tuple[int, int]) -> str:
    """'car', 'free' where one might park, or 'wall'."""
    if floor:
        return "wall"
    border = game.board.spot(_border_name(game.board, one, other))
    if border in state.cars:
        return "car"
    return "free" if border in clinic_of(game.board, state.grid).free_borders else "wall"


def _rule(game: ClinicSolo, state: State, floor: int, y: int) -> str:
    """The line north of row y."""
    drawn = {"car": centre(CAR, CELL).replace(" ", "╌"), "free": "╌" * CELL, "wall": "─" * CELL}
    borders = [drawn[_parked(game, state, floor, (x, y - 1), (x, y))] for x in range(game.board.columns)]
    return "+" + "+".join(borders) + "+"


def _side(game: ClinicSolo, state: State, floor: int, x: int, y: int, middle: bool) -> str:
    """A piece of the line west of column x."""
    kind = _parked(game, state, floor, (x - 1, y), (x, y))
    if kind == "car":
        return CAR if middle else "╎"
    return "╎" if kind == "free" else "│"


def _cell(game: ClinicSolo, state: State, space: int, pen: Pen) -> tuple[str, str, str]:
    """Three lines: what stands there, the doctors, and the patients with their nurses or orderly, or the cars."""
    tile = Tile(state.grid[space])
    name = tile_word(game, state, space) + (" *" if space in state.conveyors else "")
    doctors = _counted("D", [colour for place, colour in state.doctors if place == space], pen)
    patients = _counted("p", [colour for place, colour in state.patients if place == space], pen)
    helpers = [(state.nurses.count(space), "N"), (state.orderlies.count(space), "O")]
    third = patients + [f"{number if number > 1 else ''}{letter}" for number, letter in helpers if number]
    if tile in PARKING_TILES:
        third = [CAR * state.cars.count(game.board.lot(space))]
    return pen.strong(name) if is_module(tile) else name, _fitted(doctors), _fitted(third)


def _counted(letter: str, colours: list[int], pen: Pen) -> list[str]:
    """Dw for a white doctor, 3Dw for three of them."""
    return [
        pen.tint(f"{number if number > 1 else ''}{letter}{colour.letter}", colour)
        for colour in COLOURS
        if (number := colours.count(colour))
    ]


def _fitted(words: list[str]) -> str:
    """Words in a space, closed up where they would not fit otherwise."""
    spaced = " ".join(words)
    return spaced if width(spaced) <= CELL else "".join(words)


def tile_word(game: ClinicSolo, state: State, space: int) -> str:
    """A tile in a few letters, a functional room with its service."""
    tile = Tile(state.grid[space])
    if tile in HUBS:
        return f"HUB {SERVICE_OF_HUB[tile].word[:5]}"
    service = clinic_of(game.board, state.grid).rooms.get(space)
    if service is not None:
        return f"{SHORT[tile]} {service.word[:4]}"
    return SHORT[tile]


LEGEND = f"{CAR} car  ╌ free border  ▲►◄ entrance  * conveyor  D doctor  p patient  N nurse  O orderly; w y o r colours"


# --- beside the clinic --------------------------------------------------------------------------------------------


def colour_words(colours: tuple[int, ...], pen: Pen) -> str:
    return ", ".join(pen.tint(Colour(colour).word, Colour(colour)) for colour in colours) or "nobody"


def notepad_lines(game: ClinicSolo, state: State, pen: Pen) -> list[str]:
    """7.2: the notepad with position 1 on the right, and who waits in pre-admissions."""
    rows = [["", "notepad, next one on the right", "pre-admissions"]]
    for service, queue, waiting in zip(game.services, state.notepad, state.waiting, strict=True):
        spaces = [" . "] * (game.deck.queueing.columns - len(queue))
        spaces += [f" {pen.tint(Colour(colour).letter, Colour(colour))} " for colour in reversed(queue)]
        rows.append([service.word, "[" + "|".join(spaces) + "]", describe(waiting)])
    return columns(rows)


def display_lines(game: ClinicSolo, state: State, pen: Pen) -> list[str]:
    """What is on offer, who stands at the entrances, and what the bags hold."""
    tiles = [plural(left, f"{action}") for action, left in zip(ACTIONS, state.tiles, strict=True) if left]
    shown = [Tile(t).word for t in state.specials if state.count(Tile(t)) < game.deck.special_copies]
    outside = [name for name in _outside(game, state) if name]
    return columns(
        [
            ["university", colour_words(state.university, pen)],
            ["on offer", f"{plural(state.nurses_offered, 'nurse')}, {_orderlies(state.orderlies_offered)}"],
            ["action tiles", listed(tiles) or "none left"],
            ["special modules", ", ".join(shown) or "none"],
            ["at the doors", ", ".join(outside) or "nobody"],
            ["patient bag", _bag(state.bag)],
            ["doctor bag", _bag(state.doctor_bag)],
        ]
    )


def _orderlies(number: int) -> str:
    return plural(number, "orderly", "orderlies")


def _bag(counts: Counts) -> str:
    return describe(counts) if sum(counts) else "empty"


def _outside(game: ClinicSolo, state: State) -> list[str]:
    """People at entrances and helipads."""
    name, size = game.board.place_name, game.board.size

    def out(place: int) -> bool:
        return place >= size or state.grid[place] == Tile.HELIPAD

    people = [f"{Colour(colour).word} doctor {name(place)}" for place, colour in state.doctors if out(place)]
    people += [f"nurse {name(place)}" for place in state.nurses if out(place)]
    return people + [f"orderly {name(place)}" for place in state.orderlies if out(place)]


def score_lines(game: Setting, state: State) -> list[str]:
    """11: what the game would score now, and the goal."""
    items = score.items(game, state)
    rows = [[item, signed(points)] for item, points in items.items()]
    rows.append(["score now", signed(sum(items.values()))])
    return [*columns(rows, numbers=[1]), goal_line(game, state)]


def goal_line(game: Setting, state: State) -> str:
    """12.1: the goal and where it stands."""
    goal = game.goal
    asked, value = _asked(goal.at_least, goal.at_most), score.measure(game, state, goal)
    return f"goal {goal.name}: {goal.measure.replace('_', ' ')} {asked}, now {value}"


def deck_text(game: ClinicSolo, pen: Pen = PLAIN) -> str:
    """The numbers of a deck, to be compared with the printed ones."""
    deck = game.deck
    costs = [["", *(f"floor {floor}" for floor in range(deck.floors))]]
    for word, prices in deck.building.cost.items():
        costs.append([word, *("–" if price is None else f"${price}" for price in prices[: deck.floors])])
    money, points = deck.money, deck.points
    by_colour = [["", *(colour.word for colour in COLOURS)]]
    for word, counts in (
        ("patient pays", money.patient_pay),
        ("doctor's salary", money.doctor_salary),
        ("doctor's points", points.doctor),
        ("patient left", points.patient),
        ("patient bag", deck.bags.patients),
        ("doctor bag", deck.bags.doctors),
    ):
        by_colour.append([word, *(signed(number) for number in counts)])
    goals = [[goal.name, goal.measure.replace("_", " "), _asked(goal.at_least, goal.at_most)] for goal in deck.goals]
    ranks = [[name, f"from {signed(least)}"] for name, least in deck.ranks]
    lines = [pen.strong(f"Deck {deck.name!r}"), "", pen.strong("Building"), *columns(costs, numbers=range(1, 9))]
    lines += ["", pen.strong("By colour"), *columns(by_colour, numbers=range(1, 5))]
    lines += ["", pen.strong("Goals"), *columns(goals), "", pen.strong("Hall of Fame"), *columns(ranks)]
    if deck.reconstructed:
        lines += ["", "Some of these numbers are reconstructed: see provenance in the deck file."]
    return "\n".join(lines)


def _asked(at_least: int | None, at_most: int | None) -> str:
    return f"at least {at_least}" if at_least is not None else f"at most {at_most}"
