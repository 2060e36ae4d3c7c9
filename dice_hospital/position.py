"""A position typed in from the table, at the beginning of a round: the [position] of a game file."""

from collections import Counter
from collections.abc import Mapping

from dice_hospital.deck import Deck
from dice_hospital.moves import ReportDealt
from dice_hospital.notation import parse_outcome
from dice_hospital.patients import RESTED, Patients, by_colour, names, parse_patients
from dice_hospital.setting import Setting
from dice_hospital.state import Phase, State
from tabletop.files import Table, quoted, quoted_list
from tabletop.moves import BadNotation, suggest

MOST_TRACKED = 10_000  # far beyond what a game can bring


def read_position(setting: Setting, table: Table) -> State | None:
    """The position of a table, or None with the faults noted."""
    deck, faults = setting.deck, len(table.document.errors)
    number = table.number("round", 1, deck.rounds) or 1
    patients = _patients(table)
    departments = _kinds(table, "departments", deck.department_named)
    specialists = _kinds(table, "specialists", deck.worker_named)
    gone = _kinds(table, "gone", {**deck.department_named, **_beyond(deck)}, required=False)
    tiles, cards = _split(deck, gone)
    state = State(
        round=number,
        phase=Phase.INTAKE,
        patients=patients,
        departments=departments,
        specialists=specialists,
        department_stack=_left(setting.department_stack, [*departments, *tiles]),
        specialist_stack=_left(_with_promo(setting), [*specialists, *cards]),
        blood_bags=table.number("blood_bags", 0, MOST_TRACKED) or 0,
        fatalities=table.number("fatalities", 0, MOST_TRACKED) or 0,
        score=table.number("score", 0, MOST_TRACKED) or 0,
        reports=_reports(setting, table),
        report_points=table.number("report_points", 0, MOST_TRACKED) or 0,
    )
    table.done()
    if len(table.document.errors) == faults:
        _check_possible(setting, table, state)
    return state if len(table.document.errors) == faults else None


def _beyond(deck: Deck) -> dict[str, int]:
    """Workers numbered behind the departments, so that one list can name both."""
    return {name: len(deck.departments) + kind for name, kind in deck.worker_named.items()}


def _split(deck: Deck, kinds: tuple[int, ...]) -> tuple[list[int], list[int]]:
    tiles = [kind for kind in kinds if kind < len(deck.departments)]
    return tiles, [kind - len(deck.departments) for kind in kinds if kind >= len(deck.departments)]


def _patients(table: Table) -> Patients:
    text = table.get("patients", str) or ""
    try:
        found = parse_patients(text)
    except BadNotation as error:
        table.fault("patients", str(error))
        return ()
    if any(RESTED[code] != code for code in found):
        table.fault("patients", "nobody is treated at the beginning of a round, expected for example 'r3 y4 g2'")
    return found


def _kinds(table: Table, key: str, known: Mapping[str, int], *, required: bool = True) -> tuple[int, ...]:
    words = table.items(key, str, required=required) or []
    for index, word in enumerate(words):
        if word not in known:
            table.document.fault((*table.path, key, index), f"{word!r} is unknown, {suggest(word, known)}")
    return tuple(sorted(known[word] for word in words if word in known))


def _with_promo(setting: Setting) -> tuple[int, ...]:
    stack = list(setting.specialist_stack)
    for kind in setting.promo:
        stack[kind] += setting.deck.copies.promo
    return tuple(stack)


def _left(stack: tuple[int, ...], gone: list[int]) -> tuple[int, ...]:
    taken = Counter(gone)
    return tuple(number - taken[kind] for kind, number in enumerate(stack))


def _reports(setting: Setting, table: Table) -> tuple[tuple[int, ...], ...]:
    """Columns from the left, in each the open card first."""
    columns, found = table.items("reports", list) or [], []
    size = setting.deck.setup
    if "reports" in table and (
        len(columns) != size.report_columns or any(len(column) > size.report_rows for column in columns)
    ):
        table.fault("reports", f"expected {size.report_columns} columns of at most {size.report_rows} cards")
    for index, column in enumerate(columns):
        kinds = []
        for word in column:
            try:
                outcome = parse_outcome(setting.deck, ReportDealt, str(word))
                assert isinstance(outcome, ReportDealt)
                kinds.append(outcome.report)
            except BadNotation as error:
                table.document.fault((*table.path, "reports", index), str(error))
        found.append(tuple(kinds))
    return tuple(found)


def _check_possible(setting: Setting, table: Table, state: State) -> None:
    """Whether play could have led here, as far as one can see at once."""
    deck = setting.deck
    if len(state.patients) > deck.setup.beds:
        table.fault("patients", f"{len(state.patients)} patients, there are {deck.setup.beds} beds (1.3)")
    if any(number > deck.dice.per_colour for number in by_colour(state.patients)):
        table.fault("patients", f"there are {deck.dice.per_colour} dice of each colour (1.2)")
    dealt = Counter(kind for column in state.reports for kind in column)
    if any(number > deck.report_copies[kind] for kind, number in dealt.items()):
        table.fault("reports", "a card is there more often than in the box (1.5)")
    if any(not deck.is_tile(kind) for kind in state.departments):
        table.fault("departments", "expected tiles only, the board has its own departments (5.2)")
    for key, stack in (("departments", state.department_stack), ("specialists", state.specialist_stack)):
        if min(stack) < 0:
            table.fault(key, "a card is there more often than in its stack (1.5); cards that are out count, too")
    turned = state.round - 1
    if len(state.departments) + len(state.specialists) > turned:
        table.fault("specialists", f"one improvement a round is taken, so at most {turned} are owned (5.1)")
    whole = {"department": setting.department_stack, "specialist": setting.specialist_stack}
    for what, stack in (("department", state.department_stack), ("specialist", state.specialist_stack)):
        unseen = sum(whole[what]) - turned
        if sum(stack) != unseen:
            told = f"in round {state.round} the {what} stack has {unseen} cards, found {sum(stack)}"
            table.fault("gone", f"{told}: all cards that are out and not owned are told here (5.3)")


def format_position(setting: Setting, state: State) -> list[str]:
    """The lines of a [position] table."""
    deck = setting.deck
    tiles = _left(setting.department_stack, [*state.departments, *_counted(state.department_stack)])
    cards = _left(_with_promo(setting), [*state.specialists, *_counted(state.specialist_stack)])
    gone = [deck.departments[kind].name for kind in _counted(tiles)]
    gone += [deck.workers[kind].name for kind in _counted(cards)]
    columns = [quoted_list(deck.reports[kind].name for kind in column) for column in state.reports]
    return [
        "[position]",
        f"round = {state.round}",
        f"patients = {quoted(names(state.patients))}",
        f"departments = {quoted_list(deck.departments[kind].name for kind in state.departments)}",
        f"specialists = {quoted_list(deck.workers[kind].name for kind in state.specialists)}",
        f"gone = {quoted_list(gone)}",
        *(f"{key} = {getattr(state, key)}" for key in ("blood_bags", "fatalities", "score")),
        f"reports = [{', '.join(columns)}]",
        f"report_points = {state.report_points}",
    ]


def _counted(stack: tuple[int, ...]) -> list[int]:
    return [kind for kind, number in enumerate(stack) for _ in range(number)]
