"""A position of Dice Hospital as text, as a player wants to see the table. Pure: nothing is printed here."""

from collections import Counter
from collections.abc import Sequence

from dice_hospital import specialists
from dice_hospital.deck_text import department_words, worker_words
from dice_hospital.intake import beds_short
from dice_hospital.patients import COLOURS, NOW, OWN, TREATED, Counts, Patients, name
from dice_hospital.referee import DUE_WORDS, DiceHospital
from dice_hospital.setting import Setting
from dice_hospital.state import ACTIVATION, Phase, State
from tabletop.text import PLAIN, Pen, beside, boxes, columns, plural, signed, width

FREE, USED = "○", "●"
COLUMNS = 80  # that a table is to fit into
LABEL = 11  # of them in front of a row of dice
TODO = {
    Phase.SET: "give the first patients their values",
    Phase.KEEP: "choose the dice to keep",
    Phase.TAKE: "take the specialist or the department",
    Phase.RETURN: "return an improvement for a blood bag, or nothing",
    Phase.CONSULT: "choose whom the consultant follows",
    Phase.PLACE: "place workers",
    Phase.REPORT: "complete reports",
}


def position_text(game: DiceHospital, state: State, pen: Pen = PLAIN) -> str:
    """The whole table."""
    blocks = [
        [heading(game, state, pen)],
        tracks(game, state, pen),
        table_lines(game, state, pen),
        ward_lines(game, state, pen),
        department_lines(game, state, pen),
        worker_lines(game, state, pen),
        beside([report_lines(game, state, pen), score_lines(game, state)], gap=6),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def heading(game: DiceHospital, state: State, pen: Pen = PLAIN) -> str:
    if state.phase is Phase.OVER:
        return pen.strong("The game is over")
    begun = f"Round {state.round} of {game.deck.rounds}" if state.round else "Set-up"
    return pen.strong(begun) + f" · {due_words(game, state)}"


def due_words(game: Setting, state: State) -> str:
    match state.phase:
        case Phase.LOSE:
            return f"{plural(beds_short(game, state), 'patient')} already there must make room"
        case Phase.ALSO:
            worker = specialists.acting(game, state)
            return f"{worker.name}: {worker_words(worker).partition(': ')[2]}, or nobody"
    return TODO.get(state.phase, DUE_WORDS[state.phase])


def tracks(game: Setting, state: State, pen: Pen = PLAIN) -> list[str]:
    """The numbers a player keeps, the discharge area and the bag."""
    first = [("score", state.score), ("reports", state.report_points), ("blood bags", state.blood_bags)]
    first += [("fatalities", state.fatalities)]
    second = f"bag: {_counted(game.bag(state), pen)}"
    if sum(state.discharged):
        second += f"   discharged this round: {_counted(state.discharged, pen)}"
    return ["   ".join(f"{word} {value}" for word, value in first), second]


def _counted(counts: Counts, pen: Pen = PLAIN) -> str:
    parts = [pen.tint(f"{counts[colour]} {colour.word}", colour) for colour in COLOURS if counts[colour]]
    return ", ".join(parts) or "nothing"


# --- dice -----------------------------------------------------------------------------------------------------------


def dice_lines(dice: Patients, label: str, pen: Pen = PLAIN, *, blank: bool = False) -> list[str]:
    """Dice in a row, as moves name them; blank ones have no value yet."""
    words = [f"{OWN[code].letter} ?" if blank else name(code) for code in dice]
    tinted = [pen.tint(f"{word:^3}", NOW[code]) for word, code in zip(words, dice, strict=True)]
    return [
        " " * LABEL + "┌───┐" * len(dice),
        f"{label:{LABEL}}" + "".join(f"│{word}│" for word in tinted),
        " " * LABEL + "└───┘" * len(dice),
    ]


def table_lines(game: Setting, state: State, pen: Pen = PLAIN) -> list[str]:
    """What lies on the table beside the hospital: dice and cards turned up."""
    if state.dice:
        return dice_lines(state.dice, "on table", pen, blank=state.phase is Phase.SET)
    if state.shown:
        specialist, department = game.deck.workers[state.shown[0]], game.deck.departments[state.shown[1]]
        rows = [["specialist", specialist.name, worker_words(specialist)]]
        rows += [["department", department.name, department_words(department)]]
        return ["Turned up", *("  " + line for line in columns(rows))]
    return []


def ward_lines(game: Setting, state: State, pen: Pen = PLAIN) -> list[str]:
    """The patients in their beds, untreated above, treated below."""
    beds, taken = game.deck.setup.beds, len(state.patients)
    lines = [f"Wards, {taken} of {beds} beds taken"]
    for label, treated in (("untreated", False), ("treated", True)):
        row = tuple(code for code in state.patients if TREATED[code] is treated)
        lines += dice_lines(row, label, pen) if row else []
    if any(TREATED[code] for code in state.patients):
        told = "t: treated" + "; another letter: the colour a die counts as" * any(
            NOW[code] != OWN[code] for code in state.patients
        )
        lines.append(pen.faint(" " * LABEL + told))
    return lines


# --- departments and workers ----------------------------------------------------------------------------------------


def department_lines(game: Setting, state: State, pen: Pen = PLAIN) -> list[str]:
    """Every department, whether it is free, and what it does."""
    deck, own = game.deck, range(len(game.deck.starting))
    blocks = []
    for title, kinds in (("Departments of the board", own), ("Department tiles", state.departments)):
        rows = []
        for kind, number in Counter(kinds).items():
            free = state.free_departments.count(kind) if is_active(state) else number
            for at in range(number):
                department = deck.departments[kind]
                cells = [FREE if at < free else USED, department.name, department_words(department)]
                rows.append(cells if at < free else [pen.faint(cell) for cell in cells])
        blocks.append([title, *("  " + line for line in columns(rows, gap=1) or ["none yet"])])
    lines = beside(blocks, gap=3)
    return lines if max(map(width, lines)) <= COLUMNS else [*blocks[0], *blocks[1]]


def worker_lines(game: Setting, state: State, pen: Pen = PLAIN) -> list[str]:
    """Every worker, whether he is free, and what he does."""
    rows = []
    for kind, number in Counter((*[0] * game.deck.setup.nurses, *state.specialists)).items():
        free = state.free_workers.count(kind) if is_active(state) else number
        cells = [FREE * free + USED * (number - free), game.deck.workers[kind].name, ability_words(game, state, kind)]
        rows.append(cells if free else [pen.faint(cell) for cell in cells])
    title = f"Workers ({FREE} free, {USED} used)" if is_active(state) else "Workers"
    return [title, *("  " + line for line in columns(rows))]


def ability_words(game: Setting, state: State, kind: int) -> str:
    """What a worker does; of the consultant, what he does in this activation."""
    worker = specialists.worker_of(game, state, kind)
    if worker is game.deck.workers[kind]:
        return worker_words(worker)
    return f"as {worker.name}, {worker_words(worker)}" if state.consulted else worker_words(game.deck.workers[kind])


def is_active(state: State) -> bool:
    """Whether workers and departments are being used."""
    return state.phase in ACTIVATION or state.phase is Phase.CONSULT


# --- reports and score ----------------------------------------------------------------------------------------------


def report_rows(game: Setting, state: State) -> list[list[str]]:
    """2.1: the cards by row, the open ones last."""
    rows = game.deck.setup.report_rows
    shown = [[game.deck.reports[kind].name for kind in column] for column in state.reports]
    return [[column[at] if at < len(column) else "" for column in shown] for at in reversed(range(rows))]


def report_lines(game: Setting, state: State, pen: Pen = PLAIN) -> list[str]:
    """The display: what each card asks for and its points, the open ones below."""
    rows = [[_tinted(card, pen) for card in row] for row in report_rows(game, state)]
    numbers = "".join(f"{number:^9}" for number in range(1, len(state.reports) + 1))
    return ["Reports, the lower ones open", *boxes(rows, 8), pen.faint(numbers.rstrip())]


def _tinted(card: str, pen: Pen) -> str:
    letters, _, points = card.partition(" ")
    colours = {colour.letter: colour for colour in COLOURS}
    return "".join(pen.tint(letter, colours[letter]) for letter in letters) + (f" {points}" if points else "")


def score_lines(game: DiceHospital, state: State) -> list[str]:
    """10.1: what the game would score now."""
    items = game.score_items(state)
    rows = [[item, signed(points)] for item, points in items.items()]
    rows.append(["total", signed(sum(items.values()))])
    title = "Final score" if state.phase is Phase.OVER else "Score if it ended here"
    return [title, *("  " + line for line in columns(rows, numbers=[1]))]


def counted_words(counts: Sequence[int]) -> str:
    """
    >>> counted_words((2, 0, 1))
    '2 red, 1 green'
    """
    red, yellow, green = counts
    return _counted((red, yellow, green))
