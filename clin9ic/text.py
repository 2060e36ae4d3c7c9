"""A position of Clin9ic as text, as a player wants to see the table. Pure: nothing is printed here."""

from collections.abc import Sequence

from clin9ic.cards import (
    BOXES_PER_SECTION,
    EMPTY,
    FLOOR_LETTERS,
    GARDEN,
    PILLAR,
    SIZE,
    ActionSide,
    Box,
    FloorSide,
    Section,
    Staff,
)
from clin9ic.clinic import PATIENT, clinic_of
from clin9ic.dice import least_dice, least_layout
from clin9ic.hire import SECTION_PRICES
from clin9ic.movement import is_helipad
from clin9ic.referee import Clin9ic
from clin9ic.state import ROUNDS, Phase, State, parking, side_of
from tabletop.colours import COLOURS, Colour
from tabletop.plain import plain
from tabletop.text import PLAIN, Pen, beside, boxes, centre, columns, die, left, plural, wrapped_items

CUBE, HELIPAD, DOOR = "■", "▲", "›"
BOX_WORDS: dict[Staff, str] = {Staff.DOCTOR: "Doc", Staff.NURSE: "Nur", Staff.ORDERLY: "Ord"}
PATIENT_WORDS = ("wht", "yel", "org", "red")
DUE_WORDS = {
    "order": "the action cards are about to be shuffled",
    "reveal": "the next floor card is about to be turned up",
    "arrange": "lay the action cards",
    "outpatient": "say whether outpatient services are used this round",
    "build": "build",
    "hire": "hire",
    "admit": "admit patients",
    "care": "care for patients",
    "buy": "buy popularity",
    "lab": "choose the doctor in the laboratory",
    "over": "the game is over",
}


def position_text(game: Clin9ic, state: State, pen: Pen = PLAIN) -> str:
    """The whole table: round, tracks, care plan, floors, action row."""
    blocks = [
        [heading(game, state, pen)],
        tracks(game, state),
        beside([care_plan(game, state, pen), people(game, state, pen)], gap=2),
        floors(game, state, pen),
        action_row(game, state, pen),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def heading(game: Clin9ic, state: State, pen: Pen = PLAIN) -> str:
    due = game.decision(state)
    if due == "over":
        return pen.strong("The game is over")
    words = DUE_WORDS[due]
    if state.phase is Phase.ACT and due != "outpatient":
        left_over = ", one component is left" if state.built else ""
        words += f" (action {state.step + 1} of {len(state.trio)}{left_over})"
    return pen.strong(f"Round {state.round} of {ROUNDS}") + f" · {words}"


def tracks(game: Clin9ic, state: State) -> list[str]:
    kept = [("popularity", state.popularity), ("time", state.time)] if game.counts_popularity else []
    first = [("money", f"${state.money}"), *kept, ("treated", state.treated)]
    if state.phase is Phase.BUY:
        first.insert(1, ("income left", f"${state.earned}"))
    second = [
        ("cars", f"{state.cars}/{parking(game, state)}"),
        ("entrances", state.entrances),
        ("gardens", f"{state.gardens} (need {clinic_of(game, state).gardens_needed})"),
        ("pillars", f"{state.pillars} (need {clinic_of(game, state).pillars_needed})"),
        ("lots", state.lots),
    ]
    return ["   ".join(f"{name} {value}" for name, value in line) for line in (first, second)]


def care_plan(game: Clin9ic, state: State, pen: Pen = PLAIN) -> list[str]:
    """2.1: the dice matrix; dice above a column are doctors only, dice left of a row patients only."""
    layout = least_layout(state.doctors, state.patients)
    used = f"{least_dice(state.doctors, state.patients)} of {plural(game.dice, 'die', 'dice')}"
    rows = [["", "", *(pen.tint(colour.word, colour) for colour in COLOURS)]]
    for patient in (None, *COLOURS):
        cells = []
        for doctor in (None, *COLOURS):
            dice = [die(d.value) for d in layout if (d.patient, d.doctor) == (patient, doctor)]
            cells.append("".join(dice) or (" " if patient is None and doctor is None else "·"))
        name = "alone" if patient is None else pen.tint(patient.word, patient)
        rows.append([name, *cells])
    return [f"Care plan, {used} (columns: doctors)", *("  " + line for line in columns(rows))]


def people(game: Clin9ic, state: State, pen: Pen = PLAIN) -> list[str]:
    """Who is here, and who could still come in."""
    here = {
        "doctors": (Staff.DOCTOR, sum(state.doctors), _coloured(state.doctors, pen)),
        "patients": (PATIENT, sum(state.patients), _coloured(state.patients, pen)),
        "nurses": (Staff.NURSE, state.nurses, ""),
        "orderlies": (Staff.ORDERLY, state.orderlies, ""),
    }
    rows = [["", "here", "room", ""]]
    for name, (kind, number, colours) in here.items():
        openings = clinic_of(game, state).openings(kind, bool(state.outpatient))
        rows.append([name, str(number), str(openings.capacity), colours])
    return ["People", *("  " + line for line in columns(rows, numbers=[1, 2]))]


def _coloured(counts: Sequence[int], pen: Pen) -> str:
    return " ".join(pen.tint(f"{n}{colour.letter}", colour) for colour, n in zip(COLOURS, counts, strict=True) if n)


# --- floors -------------------------------------------------------------------------------------------------------


def floors(game: Clin9ic, state: State, pen: Pen = PLAIN) -> list[str]:
    """The floors from the ground up, side by side, with the conveyor cubes, and what can be built next."""
    sides = tuple(side_of(game, floor) for floor in state.floors)
    drawn, helipads = [], False
    for number, (floor, side) in enumerate(zip(state.floors, sides, strict=True), 1):
        marks = {}
        for cube in state.conveyors:
            if cube.floor == number:
                marks[cube.row, cube.column] = HELIPAD if is_helipad(sides, cube) else CUBE
                helipads = helipads or is_helipad(sides, cube)
        name = pen.strong(f"Floor-{number}") + f"  {floor.card} {'b' if floor.upgraded else 'a'}"
        drawn.append([f"   {name}", *floor_grid(side, marks, door=number == 1)])
    letters = {letter for side in sides for row in side.grid for letter in row} - {EMPTY}
    legend = [f"{letter} {FLOOR_LETTERS[letter]}" for letter in FLOOR_LETTERS if letter in letters]
    legend += [f"{DOOR} entrance"]
    legend += [f"{CUBE} conveyor"] * any(not is_helipad(sides, cube) for cube in state.conveyors)
    legend += [f"{HELIPAD} conveyor with helipad"] * helipads
    wrapped = [pen.faint(line) for line in wrapped_items(legend)]
    return [*beside(drawn, gap=1), *wrapped, *_to_come(state)]


def floor_grid(side: FloorSide, marks: dict[tuple[int, int], str], *, door: bool) -> list[str]:
    """A floor card with its columns a-c and rows 1-3, as in the notation of spaces."""
    rows = []
    for r, row in enumerate(side.grid):
        cells = []
        for c, letter in enumerate(row):
            pointed = DOOR if door and (r, c) == side.entrance else " "
            cells.append(f"{pointed}{letter if letter != EMPTY else ' '}{marks.get((r, c), ' ')}")
        rows.append(cells)
    lines = boxes(rows, SIZE)
    numbered = [f" {(at + 1) // 2} {line}" if at % 2 else f"   {line}" for at, line in enumerate(lines)]
    return ["     a   b   c", *numbered]


def _to_come(state: State) -> list[str]:
    """3.1: the top card of the stack is seen; what lies below it is not told here, even where a file knows it."""
    if not state.stack:
        return []
    if state.phase is Phase.REVEAL:
        return [f"   the next floor card is {' or '.join(state.stack)}"]
    below = len(state.stack) - 1
    hidden = f", {plural(below, 'more card')} below it" if below > 1 else f", then {state.stack[1]}" if below else ""
    return [f"   next floor card: {state.stack[0]}{hidden}"]


# --- action cards -------------------------------------------------------------------------------------------------


def action_row(game: Clin9ic, state: State, pen: Pen = PLAIN) -> list[str]:
    """The three cards as they lie, or the chosen trio with what is done of it."""
    if state.phase is Phase.OVER:
        return []
    if state.trio:
        return _trio(state, pen)
    up = {card.id: card.a if face == "a" else card.b for card, face in zip(game.deck.actions, state.faces, strict=True)}
    face_of = dict(zip(up, state.faces, strict=True))
    if state.order:
        title = "Action cards as they lie (patients count in the upper half, staff in the lower)"
    else:
        title = "Action cards, sides that are up (their order is not drawn yet)"
    cards = [[f" {card} {face_of[card]}", *card_lines(up[card], pen)] for card in state.order or tuple(up)]
    return [title, *beside(cards, gap=2)]


def card_lines(side: ActionSide, pen: Pen = PLAIN) -> list[str]:
    """An action card: for each section the upper boxes, the action, the lower boxes."""
    cells = [_boxes(side.left.top, pen), _boxes(side.right.top, pen)]
    names = [pen.strong(str(side.left.action)), pen.strong(str(side.right.action))]
    lower = [_boxes(side.left.bottom, pen), _boxes(side.right.bottom, pen)]
    lines = boxes([cells, names, lower], 9)
    return [line for line in lines if "┼" not in line]


def _boxes(pair: Sequence[Box], pen: Pen) -> str:
    return " ".join(box_word(box, pen) for box in pair)


def box_word(box: Box, pen: Pen = PLAIN) -> str:
    """A box in three letters, so that orange and orderly stay apart."""
    return pen.tint(PATIENT_WORDS[box], box) if isinstance(box, Colour) else BOX_WORDS[box]


def trio_words(trio: Sequence[Section], entrances: int) -> str:
    """A trio in one line: its actions, patients and staff; those beyond the entrances stand in brackets."""

    def reach(boxes: Sequence[Box], kind: type) -> str:
        near = [box_word(box) for box in boxes[:entrances] if isinstance(box, kind)]
        far = [box_word(box) for box in boxes[entrances:] if isinstance(box, kind)]
        return " ".join(near + [f"({' '.join(far)})"] * bool(far)) or "–"

    patients = reach([box for section in trio for box in section.top], Colour)
    staff = reach([box for section in trio for box in section.bottom], Staff)
    actions = " ".join(f"{section.action:5}" for section in trio)
    return f"{actions}  patients {patients}; staff {staff}"


def _trio(state: State, pen: Pen) -> list[str]:
    """The sections in use; boxes beyond the entrances stand in brackets."""
    blocks = []
    for number, section in enumerate(state.trio):
        first = number * BOXES_PER_SECTION

        def reach(pair: Sequence[Box], first: int = first) -> str:
            words = []
            for at, box in enumerate(pair, first + 1):
                words.append(f" {box_word(box, pen)} " if at <= state.entrances else pen.faint(f"({box_word(box)})"))
            return "".join(words)

        done = "done" if number < state.step else "now" if number == state.step and state.phase is Phase.ACT else ""
        grid = boxes([[reach(section.top)], [pen.strong(str(section.action))], [reach(section.bottom)]], 12)
        cost = f"hire for ${SECTION_PRICES[number]}"
        blocks.append([line for line in grid if "├" not in line] + [centre(cost, 14), centre(done and f"[{done}]", 14)])
    labels = ["", left("patients", 8), "", left("staff", 8)]
    title = f"Chosen actions, {plural(state.entrances, 'box', 'boxes')} within reach of the entrances"
    used = "" if state.outpatient is None else f"; outpatient services {'used' if state.outpatient else 'not used'}"
    return [title + used, *(line for line in beside([labels, *blocks], gap=1) if line.strip())]


# --- decks --------------------------------------------------------------------------------------------------------


def deck_text(game: Clin9ic, pen: Pen = PLAIN) -> str:
    """Every card of the deck, both sides, to be compared with the cardboard."""
    deck = game.deck
    lines = [pen.strong(f"Deck {deck.name!r}"), "", pen.strong("Floor cards")]
    for card in deck.floors:
        drawn = []
        for face, side in (("a", card.a), ("b", card.b)):
            printed = [plural(side.count(GARDEN), "garden"), plural(side.count(PILLAR), "pillar")]
            drawn.append(
                [f"   {card.id} {face}: parking {side.parking}, {', '.join(printed)}", *floor_grid(side, {}, door=True)]
            )
        lines += ["", *beside(drawn, gap=4)]
    letters = [f"{letter} {meaning}" for letter, meaning in FLOOR_LETTERS.items() if letter != EMPTY]
    lines += ["", *wrapped_items(letters)]
    lines += ["", pen.strong("Action cards")]
    for action in deck.actions:
        sides = (("a", action.a), ("b", action.b))
        drawn = [[f"{action.id} {face}", *card_lines(side, pen)] for face, side in sides]
        lines += ["", *("   " + line for line in beside(drawn, gap=7))]
    lines += ["", pen.strong("Where the numbers come from")]
    lines += ["  " + line for line in columns([[plain(key), plain(source)] for key, source in deck.provenance])]
    return "\n".join(lines)
