"""Scores and bounds of packed positions, many at a time."""

from solvers.clin9ic.kernel import _config, _of_colour, _total
from solvers.clin9ic.packed import (
    DOCTORS,
    ENTRANCES,
    GARDENS,
    MONEY,
    NURSES,
    ORDERLIES,
    PATIENTS,
    PILLARS,
    POPULARITY,
    POPULARITY_ZERO,
    TIME,
    TREATED,
    UNITS,
    field,
)
from solvers.compiled import compiled

POPULARITY_GOAL, DOCTORS_GOAL, SKILLED_GOAL, STAFF_GOAL, TREATED_GOAL = range(5)


@compiled
def final_score(tables, goal, w0, w1):
    """Section 7 and 3.4, with all units taken as points."""
    doctors = _total(w0, DOCTORS)
    if goal == DOCTORS_GOAL:
        return doctors
    if goal == SKILLED_GOAL:
        return doctors - _of_colour(w0, DOCTORS, 0)
    if goal == STAFF_GOAL:
        return doctors + field(w0, NURSES, 2) + field(w0, ORDERLIES, 2)
    if goal == TREATED_GOAL:
        return field(w1, TREATED, 7)
    config = _config(tables, w0)
    pillars = max(0, tables.pillars_needed[config] - field(w0, PILLARS, 3))
    gardens = max(0, tables.gardens_needed[config] - field(w0, GARDENS, 3))
    score = field(w1, POPULARITY, 9) - POPULARITY_ZERO + field(w1, UNITS, 9) - field(w1, TIME, 9) // 3
    for colour in range(4):
        score += (2 + colour) * _of_colour(w0, DOCTORS, colour)
    score += field(w0, NURSES, 2) + tables.room_points[config] - 5 * _total(w1, PATIENTS)
    return score - pillars * (pillars + 1) // 2 - 5 * gardens


@compiled
def final_scores(tables, goal, words, out):
    for i in range(len(words)):
        out[i] = final_score(tables, goal, words[i, 0], words[i, 1])


@compiled
def price(tables, path, prices, w0, w1):
    """`Values.bound` of a packed position: prices are doctors, patients, nurse, orderly, dollar, pillar, rest."""
    z = (_config(tables, w0) * 7 + field(w0, ENTRANCES, 3)) * 7 + field(w0, GARDENS, 3)
    total = path[z] + prices[12]
    for colour in range(4):
        total += prices[colour] * _of_colour(w0, DOCTORS, colour) + prices[4 + colour] * _of_colour(
            w1, PATIENTS, colour
        )
    total += prices[8] * field(w0, NURSES, 2) + prices[9] * field(w0, ORDERLIES, 2)
    total += prices[10] * (field(w1, MONEY, 9) + 3 * field(w1, UNITS, 9)) + prices[11] * field(w0, PILLARS, 3)
    return total + field(w1, POPULARITY, 9) - POPULARITY_ZERO - field(w1, TIME, 9) / 3.0


@compiled
def price_all(tables, path, prices, words, out):
    for i in range(len(words)):
        out[i] = price(tables, path, prices, words[i, 0], words[i, 1])
