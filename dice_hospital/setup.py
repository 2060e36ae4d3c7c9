"""Section 2: the set-up, draw by draw; and the promo cards of 6.11 that are shuffled in before it."""

from collections.abc import Iterator
from itertools import permutations

from dice_hospital.moves import FirstColours, ReportDealt, SetValues, TakenOut
from dice_hospital.patients import OWN, RESTED, VALUE, by_colour, names, untreated
from dice_hospital.setting import Setting
from dice_hospital.state import Phase, State
from tabletop.moves import IllegalMove

UNSET = 1  # what a die shows on the table before it is given a value


def start(setting: Setting) -> State:
    """2.1, 2.3: before anything is drawn."""
    return State(
        round=0,
        phase=Phase.TAKEN_OUT if setting.promo else Phase.DEAL,
        patients=(),
        departments=(),
        specialists=(),
        department_stack=setting.department_stack,
        specialist_stack=setting.specialist_stack,
        blood_bags=0,
        fatalities=0,
        score=0,
        reports=((),) * setting.deck.setup.report_columns,
        report_points=0,
    )


def take_out(setting: Setting, state: State, outcome: TakenOut) -> State:
    """6.11: each promo card replaces a specialist card taken out at random, which is seen [decision promo-seen]."""
    stack = list(state.specialist_stack)
    for kind in outcome.specialists:
        stack[kind] -= 1
    for kind in setting.promo:
        stack[kind] += setting.deck.copies.promo
    return state._replace(phase=Phase.DEAL, specialist_stack=tuple(stack))


def deal_report(setting: Setting, state: State, outcome: ReportDealt) -> State:
    """2.1: the bottom row from the left, then the row above it."""
    columns = [*state.reports]
    dealt = sum(map(len, columns))
    at = dealt % len(columns)
    columns[at] = (*columns[at], outcome.report)
    last = dealt + 1 == len(columns) * setting.deck.setup.report_rows
    return state._replace(phase=Phase.FIRST if last else Phase.DEAL, reports=tuple(columns))


def draw_first(state: State, outcome: FirstColours) -> State:
    """2.2."""
    dice = tuple(untreated(colour, UNSET) for colour in outcome.colours)
    return state._replace(phase=Phase.SET, dice=dice)


def ways_to_set(setting: Setting, state: State) -> Iterator[SetValues]:
    """2.2: any value for any colour."""
    seen = set()
    for values in permutations(setting.start_values):
        patients = tuple(sorted(untreated(OWN[die], value) for die, value in zip(state.dice, values, strict=True)))
        if patients not in seen:
            seen.add(patients)
            yield SetValues(patients)


def set_values(setting: Setting, state: State, move: SetValues) -> State:
    """2.2: the first patients lie untreated, and round 1 begins."""
    drawn, values = by_colour(state.dice), sorted(VALUE[code] for code in move.patients)
    if by_colour(move.patients) != drawn or any(RESTED[code] != code for code in move.patients):
        raise IllegalMove("2.2", f"the dice drawn are {' '.join(OWN[die].letter for die in state.dice)}")
    if values != sorted(setting.start_values):
        wanted = ", ".join(map(str, setting.start_values))
        raise IllegalMove("2.2", f"the values are {wanted}, each once, not {names(move.patients)}")
    return state._replace(round=1, phase=Phase.INTAKE, patients=tuple(sorted(move.patients)), dice=())
