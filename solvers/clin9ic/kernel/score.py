"""The final score of packed positions: section 7, and what the other goals count (3.4)."""

from solvers.clin9ic.kernel.packed import (
    DOCTORS,
    GARDENS,
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
from solvers.clin9ic.kernel.rule_numbers import GARDEN_COST, POINTS, TIME_PER_POINT, UNTREATED_COST
from solvers.clin9ic.kernel.rules import config_of, of_colour, total_of
from solvers.core.compiled import compiled

POPULARITY_GOAL, DOCTORS_GOAL, SKILLED_GOAL, STAFF_GOAL, TREATED_GOAL = range(5)


@compiled
def final_score(tables, goal, w0, w1):
    """Section 7 and 3.4, with all units taken as points."""
    doctors = total_of(w0, DOCTORS)
    if goal == DOCTORS_GOAL:
        return doctors
    if goal == SKILLED_GOAL:
        return doctors - of_colour(w0, DOCTORS, 0)
    if goal == STAFF_GOAL:
        return doctors + field(w0, NURSES, 2) + field(w0, ORDERLIES, 2)
    if goal == TREATED_GOAL:
        return field(w1, TREATED, 7)
    config = config_of(tables, w0)
    pillars = max(0, tables.pillars_needed[config] - field(w0, PILLARS, 3))
    gardens = max(0, tables.gardens_needed[config] - field(w0, GARDENS, 3))
    score = field(w1, POPULARITY, 10) - POPULARITY_ZERO + field(w1, UNITS, 9) - field(w1, TIME, 9) // TIME_PER_POINT
    for colour in range(4):
        score += POINTS[colour] * of_colour(w0, DOCTORS, colour)
    score += field(w0, NURSES, 2) + tables.room_points[config] - UNTREATED_COST * total_of(w1, PATIENTS)
    return score - pillars * (pillars + 1) // 2 - GARDEN_COST * gardens


@compiled
def best_final(tables, goal, words, number):
    """The index of the highest final score of a set, and the score."""
    best, at = -1_000_000, -1
    for i in range(number):
        score = final_score(tables, goal, words[i, 0], words[i, 1])
        if score > best:
            best, at = score, i
    return at, best
