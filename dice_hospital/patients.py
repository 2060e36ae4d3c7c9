"""1.1: patients as small numbers.

A patient is a die: a colour of its own, a value from 1 to 6, whether it was treated this round and, once treated, the
colour it counts as (6.9). Together that is one number from 0 to 71, so that a hospital is a sorted tuple of numbers.
"""

import re

from tabletop.colours import Named
from tabletop.moves import BadNotation


class Colour(Named):
    RED = 0
    YELLOW = 1
    GREEN = 2


COLOURS = tuple(Colour)
BY_WORD = {colour.word: colour for colour in Colour}
BY_LETTER = {colour.letter: colour for colour in Colour}

Patients = tuple[int, ...]  # in ascending order
Counts = tuple[int, int, int]  # by colour

BEST = 6  # the highest value a die can show
GONE = -1  # healed beyond it, or dead
_STATES = 1 + len(COLOURS)  # untreated, or treated and counting as one of the colours
CODES = range(len(COLOURS) * _STATES * BEST)

OWN = tuple(Colour(code // BEST // _STATES) for code in CODES)
VALUE = tuple(code % BEST + 1 for code in CODES)
TREATED = tuple(code // BEST % _STATES > 0 for code in CODES)
NOW = tuple(Colour(code // BEST % _STATES - 1) if TREATED[code] else OWN[code] for code in CODES)


def untreated(colour: int, value: int) -> int:
    return colour * _STATES * BEST + value - 1


def as_colour(code: int, colour: int) -> int:
    """6.10: the same patient treated, and counting as a colour."""
    return (OWN[code] * _STATES + 1 + colour) * BEST + VALUE[code] - 1


AS_TREATED = tuple(as_colour(code, NOW[code]) for code in CODES)
RESTED = tuple(untreated(OWN[code], VALUE[code]) for code in CODES)  # section 9


def healed(code: int, steps: int) -> int:
    """6.3, 6.4: the patient so many steps better, and treated; GONE from 7 on."""
    return AS_TREATED[code] + steps if VALUE[code] + steps <= BEST else GONE


def worse(code: int, steps: int) -> int:
    """8.1: the patient so many steps worse; GONE at 0."""
    return code - steps if VALUE[code] > steps else GONE


def with_value(code: int, value: int) -> int:
    """The patient treated, and showing another value."""
    return AS_TREATED[code] - VALUE[code] + value


def by_colour(patients: Patients) -> Counts:
    """How many dice of each colour of their own."""
    counts = [0, 0, 0]
    for code in patients:
        counts[OWN[code]] += 1
    return counts[0], counts[1], counts[2]


def without(patients: Patients, taken: Patients) -> Patients:
    """All but some that are there."""
    left = list(patients)
    for code in taken:
        left.remove(code)
    return tuple(left)


def missing(patients: Patients, wanted: Patients) -> int | None:
    """One of those wanted who is not there, or not as often."""
    return next((code for code in wanted if wanted.count(code) > patients.count(code)), None)


def joined(patients: Patients, others: Patients) -> Patients:
    return tuple(sorted(patients + others)) if others else patients


# --- names ----------------------------------------------------------------------------------------------------------

TREATED_LETTER = "t"
_NAME = re.compile(r"([ryg])([1-6])([tryg]?)")


def name(code: int) -> str:
    """Colour and value; t behind them for treated, or the letter of another colour the die counts as.

    >>> name(untreated(Colour.RED, 3)), name(healed(untreated(Colour.RED, 3), 1)), name(as_colour(2, Colour.GREEN))
    ('r3', 'r4t', 'r3g')
    """
    mark = "" if not TREATED[code] else TREATED_LETTER if NOW[code] == OWN[code] else NOW[code].letter
    return f"{OWN[code].letter}{VALUE[code]}{mark}"


def names(patients: Patients) -> str:
    """
    >>> names((0, 3))
    'r1 r4'
    """
    return " ".join(map(name, patients))


def words(code: int) -> str:
    """
    >>> words(as_colour(2, Colour.GREEN))
    'red 3 counting as green'
    """
    as_now = f" counting as {NOW[code].word}" if NOW[code] != OWN[code] else ""
    return f"{OWN[code].word} {VALUE[code]}{as_now}"


def parse_patient(text: str) -> int:
    """The opposite of `name`."""
    found = _NAME.fullmatch(text)
    if not found or found[1] == found[3]:
        raise BadNotation(
            f"{text!r} is no patient, expected a colour r, y or g and a value 1 to 6, then perhaps t for treated "
            "or the letter of the colour it counts as: r3, r3t, r3g"
        )
    code = untreated(BY_LETTER[found[1]], int(found[2]))
    if not found[3]:
        return code
    return AS_TREATED[code] if found[3] == TREATED_LETTER else as_colour(code, BY_LETTER[found[3]])


def parse_patients(text: str) -> Patients:
    """Patients one behind the other, with commas or without."""
    return tuple(sorted(map(parse_patient, text.replace(",", " ").split())))


def parse_colour(text: str) -> Colour:
    if text not in BY_WORD and text not in BY_LETTER:
        raise BadNotation(f"{text!r} is no colour, expected red, yellow or green")
    return BY_WORD[text] if text in BY_WORD else BY_LETTER[text]
