"""Section 2 in the model: counts that the dice show, counts that they cannot show, and who is lost then (6.3)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product

from ortools.sat.python.cp_model import IntVar, LinearExpr, LiteralT

from clin9ic.dice import FACES, trackable
from solvers.clin9ic.cp_model.variables import Draft
from solvers.core.cpsat import Number
from tabletop.colours import COLOURS, Counts

Colours = Sequence[IntVar]
Pairs = set[tuple[tuple[int, ...], tuple[int, ...]]]  # of doctors and patients, the order of the colours left out
MOST_ROWS = 400_000  # of a table; beyond, the model would be of no use


class TooManyCounts(ValueError):
    """So many counts are possible that those beyond the dice cannot be listed."""


def shown(draft: Draft, doctors: Colours, patients: Colours, when: Sequence[LiteralT], name: str) -> None:
    """2.2: some layout shows the counts. Dice on one place show up to six each, so the places' sums are enough."""
    columns = [draft.range_of(variable)[1] for variable in doctors]
    rows = [draft.range_of(variable)[1] for variable in patients]
    if sum(-(-most // FACES) for most in columns + rows) <= draft.instance.game.dice:
        return
    at: dict[tuple[int | None, int | None], IntVar] = {}
    dice: list[Number] = []
    for column, row in product((*COLOURS, None), (*COLOURS, None)):
        ends = ([] if column is None else [columns[column]]) + ([] if row is None else [rows[row]])
        most = min(ends, default=0)
        if most:
            at[column, row] = draft.number(0, most, f"{name} at {column} {row}")
            dice.append(draft.number(0, -(-most // FACES), f"{name} dice at {column} {row}"))
            draft.cp.add(at[column, row] <= FACES * dice[-1])
    draft.cp.add(LinearExpr.sum(dice) <= draft.instance.game.dice).only_enforce_if(*when)
    for colour in COLOURS:
        column_sum = sum(number for (column, _), number in at.items() if column == colour)
        row_sum = sum(number for (_, row), number in at.items() if row == colour)
        draft.cp.add(doctors[colour] == column_sum).only_enforce_if(*when)
        draft.cp.add(patients[colour] == row_sum).only_enforce_if(*when)


def possible_counts(draft: Draft, counts: Colours, most: int) -> Iterator[Counts]:
    """Every value that four counts can have, at most so many people in all."""
    ranges = [range(low, high + 1) for low, high in map(draft.range_of, counts)]
    for white, yellow, orange, red in product(*ranges):
        if white + yellow + orange + red <= most:
            yield white, yellow, orange, red


class Ranks:
    """Counts up to the order of the colours, which does not matter for the dice; a rank for each that may be."""

    def __init__(
        self, draft: Draft, counts: Colours, values: Iterable[Counts], when: Sequence[LiteralT], name: str
    ) -> None:
        self.numbers: dict[tuple[int, ...], int] = {}
        rows = [(*value, self.numbers.setdefault(tuple(sorted(value)), len(self.numbers))) for value in values]
        if len(rows) > MOST_ROWS:
            raise TooManyCounts(f"{name}: {len(rows)} counts are possible")
        self.rank = draft.number(0, len(self.numbers), f"{name} rank")
        draft.cp.add_allowed_assignments([*counts, self.rank], rows).only_enforce_if(*when)


@cache
def beyond(doctors: tuple[int, ...], patients: tuple[int, ...], dice: int) -> bool:
    """Whether the dice cannot show sorted counts; asked again and again for the tables of one model."""
    return not trackable(_four(doctors), _four(patients), dice)


@cache
def beyond_at_last(doctors: tuple[int, ...], patients: tuple[int, ...], dice: int) -> bool:
    """Whether the dice cannot show sorted counts, but could before the last of the patients came."""
    if not beyond(doctors, patients, dice):
        return False
    fewer = (tuple(n - (k == at) for k, n in enumerate(patients)) for at in range(len(patients)) if patients[at])
    return any(not beyond(doctors, tuple(sorted(before)), dice) for before in fewer)


def pairs_that(
    test: Callable[[tuple[int, ...], tuple[int, ...], int], bool],
    doctors: Iterable[Counts],
    patients: Iterable[Counts],
    dice: int,
) -> Pairs:
    """The pairs of counts, sorted, that pass a test."""
    ordered = [{tuple(sorted(value)) for value in values} for values in (doctors, patients)]
    return {(columns, lines) for columns, lines in product(*ordered) if test(columns, lines, dice)}


def not_shown(draft: Draft, doctors: Ranks, patients: Ranks, pairs: Pairs, when: Sequence[LiteralT]) -> None:
    """2.2: no layout shows the counts; all pairs of which that is true are listed."""
    rows = [(doctors.numbers[columns], patients.numbers[lines]) for columns, lines in sorted(pairs)]
    draft.cp.add_allowed_assignments([doctors.rank, patients.rank], rows).only_enforce_if(*when)


def lost(
    draft: Draft, doctors: Colours, patients: Colours, kept: Colours, most: tuple[int, int], when: Sequence[LiteralT]
) -> None:
    """6.3: the counts are beyond the dice, and these doctors and patients are kept, by a list of all cases."""
    dice = draft.instance.game.dice
    rows = []
    crowds = [(lines, tuple(sorted(lines))) for lines in possible_counts(draft, patients, most[1])]
    for columns in possible_counts(draft, doctors, most[0]):
        ordered = tuple(sorted(columns))
        for lines, rank in crowds:
            if beyond(ordered, rank, dice):
                stay = kept_by_colour(lines, columns, dice)
                rows.append((*columns, *lines, *stay[1], *stay[0]))
        if len(rows) > MOST_ROWS:
            raise TooManyCounts("Admin: too many counts beyond the dice are possible")
    draft.cp.add_allowed_assignments([*doctors, *patients, *kept], rows).only_enforce_if(*when)


def kept_by_colour(patients: Counts, doctors: Counts, dice: int) -> tuple[Counts, Counts]:
    """6.3, colour after colour: who stays when the dice cannot show everybody.

    Fewer dice are needed when a whole colour is left out (its crossings become dice of the other side), so a number
    of one colour can be kept just if it can be kept with all later colours gone.
    """
    kept = [0] * 8
    order = [*range(1, 4), *range(4, 8)]  # yellow, orange, red patients, then the doctors
    people = (*patients, *doctors)
    for place in order:
        for number in range(people[place], -1, -1):
            kept[place] = number
            if trackable(_four(kept[4:]), _four(kept[:4]), dice):
                break
    return _four(kept[:4]), _four(kept[4:])


def _four(numbers: Sequence[int]) -> Counts:
    return numbers[0], numbers[1], numbers[2], numbers[3]
