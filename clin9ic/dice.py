"""Section 2: the dice matrix. How few dice can show the doctors and patients of each colour?"""

from functools import cache
from typing import NamedTuple

from tabletop.colours import COLOURS, Colour, Counts, add

FACES = 6


class Die(NamedTuple):
    """2.1: a die above a column (no patient), left of a row (no doctor), or on a crossing (both)."""

    value: int
    doctor: Colour | None
    patient: Colour | None


def _at_least(doctors: tuple[int, ...], patients: tuple[int, ...]) -> int:
    """No fewer dice than either side alone needs: a die shows at most six of one colour on each side."""
    return max(sum(-(-n // FACES) for n in doctors), sum(-(-n // FACES) for n in patients))


@cache
def _can_show(doctors: tuple[int, ...], patients: tuple[int, ...], dice: int) -> bool:
    """Whether that many dice can show the counts, both sides sorted: which colour has them does not matter."""
    if _at_least(doctors, patients) > dice:
        return False
    if not any(doctors):
        return True  # the patients' own dice are what _at_least counted
    first, *others = doctors
    for value in range(min(first, FACES), 0, -1):
        left = tuple(sorted((first - value, *others), reverse=True))
        if _can_show(left, patients, dice - 1):
            return True
        for row, count in enumerate(patients):
            if count >= value and count not in patients[:row]:
                crossed = (*patients[:row], count - value, *patients[row + 1 :])
                if _can_show(left, tuple(sorted(crossed, reverse=True)), dice - 1):
                    return True
    return False


def trackable(doctors: Counts, patients: Counts, dice: int) -> bool:
    """2.2: whether the dice at hand can show these counts.

    >>> trackable((0, 0, 0, 2), (2, 0, 0, 0), 1)
    True
    """
    return _can_show(tuple(sorted(doctors, reverse=True)), tuple(sorted(patients, reverse=True)), dice)


def least_dice(doctors: Counts, patients: Counts) -> int:
    """2.2: the least number of dice that can show these counts.

    >>> least_dice((7, 0, 0, 0), (0, 0, 0, 0))
    2
    """
    dice = _at_least(doctors, patients)
    while not trackable(doctors, patients, dice):
        dice += 1
    return dice


def least_layout(doctors: Counts, patients: Counts) -> tuple[Die, ...]:
    """One way to show the counts with the least dice, crossings first."""
    if not any(doctors):
        return tuple(
            Die(min(FACES, n - done), None, row)
            for row, n in zip(COLOURS, patients, strict=True)
            for done in range(0, n, FACES)
        )
    dice = least_dice(doctors, patients)
    column = max(COLOURS, key=lambda colour: doctors[colour])
    for value in range(min(doctors[column], FACES), 0, -1):
        fewer = add(doctors, column, -value)
        for row in (*COLOURS, None):
            if row is not None and patients[row] < value:
                continue
            rest = patients if row is None else add(patients, row, -value)
            if least_dice(fewer, rest) == dice - 1:
                return tuple(sorted((Die(value, column, row), *least_layout(fewer, rest)), key=_crossings_first))
    raise AssertionError("some die of a least layout stands in the fullest column")


def _crossings_first(die: Die) -> tuple[bool, int, int]:
    return (die.doctor is None or die.patient is None, die.doctor or 0, die.patient or 0)
