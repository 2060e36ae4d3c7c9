"""A heuristic guess at Business and Admin after the three actions, to sort positions by: compiled.

Everybody who can be is treated, like colours first; laboratories teach whoever gains most. The rules proper then
decide for the positions that look best.
"""

import numpy as np

from solvers.clin9ic.expansion.business import settle
from solvers.clin9ic.kernel.packed import (
    COLOUR_BITS,
    DOCTORS,
    GARDENS,
    NURSES,
    OUTPATIENT,
    PATIENTS,
    POPULARITY,
    TREATED,
    UNITS,
    USED,
    field,
    plus,
)
from solvers.clin9ic.kernel.rule_numbers import (
    DEATH_COST,
    DECAYED,
    OUTPATIENT_PAY,
    PAY,
    POPULARITY_PRICE,
    RED,
    TAUGHT,
)
from solvers.clin9ic.kernel.rules import COUNTS_POPULARITY, config_of, earn, expenses, lose, of_colour
from solvers.clin9ic.value_function.features import BEDS
from solvers.core.compiled import compiled

TAUGHT_FIRST = (1, 2, 0, 3)  # 6.1: a yellow doctor becomes red instead of white, and so on
EVERYBODY = np.uint64((1 << (4 * COLOUR_BITS)) - 1)


@compiled
def _treat(tables, layout, w0, doctors, patients):
    """5.1, roughly: who is treated is taken from `doctors` and `patients`; returns the income and how many."""
    config = config_of(tables, w0)
    beds, nurses, gardens = int(layout[config, BEDS]), field(w0, NURSES, 2), field(w0, GARDENS, 3)
    income = treated = 0
    for apart in range(4):
        for colour in range(3, -1, -1):
            for other in (colour - apart, colour + apart):
                if other < 0 or other > 3 or (apart == 0 and other != colour):
                    continue
                while patients[colour] > 0 and doctors[other] > 0 and beds > 0 and nurses >= apart:
                    patients[colour] -= 1
                    doctors[other] -= 1
                    beds -= 1
                    nurses -= apart
                    treated += 1
                    income += PAY[colour] + gardens
    if field(w0, OUTPATIENT, 2) == USED and doctors.sum() > 0:
        for colour in range(3, -1, -1):
            if patients[colour] > 0:
                patients[colour] -= 1
                return income + OUTPATIENT_PAY, treated + 1
    return income, treated


@compiled
def guess(tables, layout, w0, w1):
    """The end of the round that a position after the three actions will about lead to."""
    doctors, patients = np.empty(4, np.int64), np.empty(4, np.int64)
    for colour in range(4):
        doctors[colour], patients[colour] = of_colour(w0, DOCTORS, colour), of_colour(w1, PATIENTS, colour)
    income, treated = _treat(tables, layout, w0, doctors, patients)
    left, w1 = settle(plus(w1, TREATED, treated), income, expenses(tables, w0, 0))
    if tables.rules[COUNTS_POPULARITY]:
        w1 = earn(plus(w1, UNITS, left // POPULARITY_PRICE), left % POPULARITY_PRICE)
    else:
        w1 = earn(w1, left)
    labs = tables.labs[config_of(tables, w0)]
    after = np.zeros(4, np.int64)
    for colour in TAUGHT_FIRST:
        number = of_colour(w0, DOCTORS, colour)
        taught = min(labs, number)
        labs -= taught
        after[TAUGHT[colour]] += taught
        after[DECAYED[colour]] += number - taught
        if tables.rules[COUNTS_POPULARITY]:
            w1 = plus(w1, POPULARITY, taught)
    w1, _ = lose(tables, w1, DEATH_COST * patients[RED])
    w0 = plus(w0, OUTPATIENT, -field(w0, OUTPATIENT, 2)) & ~(EVERYBODY << np.uint64(DOCTORS))
    w1 = w1 & ~EVERYBODY
    for colour in range(4):
        w0 = plus(w0, DOCTORS + COLOUR_BITS * colour, after[colour])
        if colour:
            w1 = plus(w1, PATIENTS + COLOUR_BITS * colour, patients[colour - 1])
    return w0, w1
