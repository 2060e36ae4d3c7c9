"""What holds in every position of every game."""

from collections import Counter
from collections.abc import Iterator

from dice_hospital.patients import CODES, COLOURS, GONE, NOW, OWN, RESTED, TREATED, missing
from dice_hospital.setting import Setting
from dice_hospital.state import ACTIVATION, Phase, State

BETWEEN = (Phase.INTAKE, Phase.OVER)
BEFORE_CARDS = (Phase.INTAKE, Phase.KEEP, Phase.EPIDEMIC, Phase.LOSE, Phase.CARDS)
WITHIN_ROUND = State._fields.index("dice")


def faults(setting: Setting, state: State) -> list[str]:
    """Everything that cannot be so, each with its rule; an empty list for a position that can be."""
    return [*_dice(setting, state), *_cards(setting, state), *_counts(setting, state), *_activation(setting, state)]


def _dice(setting: Setting, state: State) -> Iterator[str]:
    everybody = (*state.patients, *state.dice)
    if any(code not in CODES for code in everybody):
        yield "a number that is no patient (1.1)"
    if list(state.patients) != sorted(state.patients) or list(state.dice) != sorted(state.dice):
        yield "patients are not in order (1.6)"
    bag = setting.bag(state)
    if min(bag) < 0:
        yield f"{bag} dice in the bag: more are out than there are (1.2)"
    if sum(bag) + len(everybody) + sum(state.discharged) != len(COLOURS) * setting.deck.dice.per_colour:
        yield "a die appeared or vanished (1.2)"
    if len(state.patients) > setting.deck.setup.beds:
        yield f"{len(state.patients)} patients in {setting.deck.setup.beds} beds (1.3)"
    treating = state.phase in ACTIVATION or (state.phase is Phase.REPORT and not setting.options.recoloured_in_bed)
    if not treating and any(RESTED[code] != code for code in state.patients):
        yield "somebody is treated outside activation (9)"
    if any(NOW[code] != OWN[code] and not TREATED[code] for code in everybody):
        yield "somebody counts as another colour untreated (6.10)"


def _cards(setting: Setting, state: State) -> Iterator[str]:
    deck = setting.deck
    if any(not deck.is_tile(kind) for kind in state.departments) or 0 in state.specialists:
        yield "the board's own departments and nurses are no improvements (5.2)"
    if min(*state.department_stack, *state.specialist_stack) < 0:
        yield "a stack holds less than nothing (5.3)"
    turned = state.round - (state.phase in BEFORE_CARDS) if state.round else 0
    for stack, whole in ((state.department_stack, setting.department_stack),
                         (state.specialist_stack, setting.specialist_stack)):  # fmt: skip
        if sum(stack) != sum(whole) - turned:
            yield f"{sum(stack)} cards in a stack in round {state.round} (5.3)"
    if len(state.departments) + len(state.specialists) > turned:
        yield "more improvements than rounds (5.1)"
    shown = Counter(kind for column in state.reports for kind in column)
    if any(number > deck.report_copies[kind] for kind, number in shown.items()):
        yield "more report cards than there are (1.5)"


def _counts(setting: Setting, state: State) -> Iterator[str]:
    if min(state.blood_bags, state.fatalities, state.score, state.report_points) < 0:
        yield "less than nothing of something (2.3)"
    if not 0 <= state.round <= setting.deck.rounds:
        yield f"round {state.round} (3)"
    if state.phase in BETWEEN and state[WITHIN_ROUND:] != tuple(State._field_defaults.values()):
        yield "something of a round is left over (9)"
    more = any(used > left for used, left in zip(state.for_reports, state.discharged, strict=True))
    if more and setting.options.reports_by_own_colour:
        yield "reports can use dice that were not discharged (8.2)"
    if sum(state.for_reports) > sum(state.discharged):
        yield "more dice for reports than were discharged (8.2)"


def _activation(setting: Setting, state: State) -> Iterator[str]:
    workers = (*[0] * setting.deck.setup.nurses, *state.specialists)
    departments = (*range(len(setting.deck.starting)), *state.departments)
    if missing(workers, state.free_workers) is not None or missing(departments, state.free_departments) is not None:
        yield "somebody is free who is not there (6.1)"
    if state.phase in ACTIVATION:
        used = len(workers) - len(state.free_workers)
        if used != len(departments) - len(state.free_departments):
            yield "as many departments are used as workers (6.1)"
    if missing(state.patients, state.recoloured) is not None:
        yield "somebody recoloured is not there (6.10)"
    here = tuple(one.now for one in state.touched if one.now != GONE)
    if missing(state.patients, here) is not None or any(not TREATED[code] for code in here):
        yield "somebody touched is not there, or not treated (6.7)"
