"""Section 11: what chance may do, with exact probabilities."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod

from dice_hospital.moves import (
    CardsShown,
    Drawn,
    FirstColours,
    NewPatient,
    Outcome,
    ReportDealt,
    Rolled,
    TakenOut,
)
from dice_hospital.patients import BEST, COLOURS, RESTED, VALUE, Counts, Patients, by_colour, name, untreated
from dice_hospital.setting import Setting
from dice_hospital.state import Phase, State

Chances = list[tuple[Outcome, Fraction]]
SIDES = range(1, BEST + 1)


def chances(setting: Setting, state: State) -> Chances:
    """Everything that chance may do in a position; the probabilities sum to 1. Nothing where the player decides."""
    match state.phase:
        case Phase.TAKEN_OUT:
            cards = draws_of(state.specialist_stack, len(setting.promo) * setting.deck.copies.promo)
            return [(TakenOut(kinds), chance) for kinds, chance in cards]
        case Phase.DEAL:
            return [(ReportDealt(kind), chance) for kind, chance in _one_of(reports_left(setting, state))]
        case Phase.FIRST:
            dice = draws_of(setting.bag(state), len(setting.start_values))
            return [(FirstColours(colours), chance) for colours, chance in dice]
        case Phase.INTAKE:
            values, drawn = setting.deck.dice.intake_values, setting.deck.intake.drawn
            return [(Drawn(dice), chance) for dice, chance in intakes(setting.bag(state), values, drawn)]
        case Phase.EPIDEMIC | Phase.NEWCOMER:
            newcomers = intakes(setting.bag(state), setting.deck.dice.intake_values, 1)
            return [(NewPatient(die), chance) for (die,), chance in newcomers]
        case Phase.CARDS:
            pairs = product(_one_of(state.specialist_stack), _one_of(state.department_stack))
            return [(CardsShown(one, two), chance * other) for (one, chance), (two, other) in pairs]
        case Phase.ROLL:
            return [(Rolled(values), chance) for values, chance in rolls(state.dice)]
    return []


def is_possible(setting: Setting, state: State, outcome: Outcome) -> bool:
    """Whether chance may do this here; the same as looking through `chances`, but quicker for dice and cards."""
    if state.phase is Phase.CARDS and isinstance(outcome, CardsShown):
        return cards_refusal(setting, state, outcome) is None
    if state.phase is Phase.INTAKE and isinstance(outcome, Drawn):
        return intake_refusal(setting, state, outcome.dice) is None and outcome.dice == tuple(sorted(outcome.dice))
    return any(outcome == possible for possible, _ in chances(setting, state))


def intake_refusal(setting: Setting, state: State, dice: Patients) -> str | None:
    """4.1: why these dice cannot have been drawn and rolled, or None."""
    values, bag = setting.deck.dice.intake_values, setting.bag(state)
    drawn = min(setting.deck.intake.drawn, sum(bag))
    if len(dice) != drawn:
        return f"{drawn} dice are drawn, not {len(dice)} (rule 4.1)"
    for die in dice:
        if VALUE[die] not in values:
            return f"a {VALUE[die]} is rolled again (rule 4.1)"
        if RESTED[die] != die:
            return f"{name(die)}: a die just drawn is untreated and has its own colour (rule 4.1)"
    for colour, wanted, there in zip(COLOURS, by_colour(dice), bag, strict=True):
        if wanted > there:
            return f"{there or 'no'} {colour.word} {'die is' if there == 1 else 'dice are'} left in the bag (rule 4.1)"
    return None


def cards_refusal(setting: Setting, state: State, cards: CardsShown) -> str | None:
    """5.1: why these two cannot have been turned up, or None."""
    deck = setting.deck
    if not _has(state.specialist_stack, cards.specialist):
        return f"no {deck.workers[cards.specialist].name} is left in the stack of specialists (rule 5.1)"
    if not _has(state.department_stack, cards.department):
        return f"no {deck.departments[cards.department].name} is left in the stack of departments (rule 5.1)"
    return None


def _has(stack: Sequence[int], kind: int) -> bool:
    return 0 <= kind < len(stack) and stack[kind] > 0


def reports_left(setting: Setting, state: State) -> tuple[int, ...]:
    """2.1: how many report cards of each kind were not dealt."""
    dealt = Counter(kind for column in state.reports for kind in column)
    return tuple(copies - dealt[kind] for kind, copies in enumerate(setting.deck.report_copies))


def _one_of(counts: Sequence[int]) -> Iterator[tuple[int, Fraction]]:
    """11.3: one card of a shuffled stack."""
    total = sum(counts)
    return ((kind, Fraction(number, total)) for kind, number in enumerate(counts) if number)


def draws_of(counts: Sequence[int], number: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Some of what there is without putting back, as multisets of kinds.

    >>> [(kinds, str(chance)) for kinds, chance in draws_of((2, 1), 2)]
    [((0, 0), '1/3'), ((0, 1), '2/3')]
    """
    total = comb(sum(counts), number)
    for kinds in combinations_with_replacement(range(len(counts)), number):
        ways = prod(comb(counts[kind], times) for kind, times in Counter(kinds).items())
        if ways:
            yield kinds, Fraction(ways, total)


@lru_cache(maxsize=256)
def intakes(bag: Counts, values: tuple[int, ...], number: int) -> tuple[tuple[Patients, Fraction], ...]:
    """11.2: dice drawn without putting back and rolled, as multisets of colour and value."""
    number = min(number, sum(bag))
    faces = [untreated(colour, value) for colour in COLOURS for value in sorted(set(values))]
    all_ways = comb(sum(bag), number) * len(values) ** number
    found = []
    for dice in combinations_with_replacement(faces, number):
        drawn = by_colour(dice)
        ways = prod(comb(there, taken) for there, taken in zip(bag, drawn, strict=True))
        if not ways:
            continue
        times = Counter(dice)
        orders = prod(map(factorial, drawn)) // prod(map(factorial, times.values()))
        weights = prod(values.count(VALUE[die]) for die in dice)
        found.append((dice, Fraction(ways * orders * weights, all_ways)))
    return tuple(found)


def rolls(dice: Patients) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """11.4: values from 1 to 6 for each die; what equal dice show has no order."""
    found: Counter[tuple[int, ...]] = Counter()
    for values in product(SIDES, repeat=len(dice)):
        found[tuple(value for _, value in sorted(zip(dice, values, strict=True)))] += 1
    total = BEST ** len(dice)
    return ((values, Fraction(ways, total)) for values, ways in found.items())


__all__ = [
    "Chances",
    "cards_refusal",
    "chances",
    "draws_of",
    "intake_refusal",
    "intakes",
    "is_possible",
    "reports_left",
    "rolls",
]
