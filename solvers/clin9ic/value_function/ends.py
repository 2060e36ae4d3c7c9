"""The best ends of a round by the value function, trio by trio: compiled."""

import numpy as np

from solvers.clin9ic.bounds.lagrangian.bound_table import NO_TABLES
from solvers.clin9ic.expansion.rounds import ENDS, run_actions, run_business
from solvers.clin9ic.kernel.packed import UNITS, field
from solvers.clin9ic.kernel.rules import config_of
from solvers.clin9ic.kernel.score import final_score
from solvers.clin9ic.value_function.business_guess import guess
from solvers.clin9ic.value_function.features import FEATURES, FLOORS, value_of
from solvers.core.compiled import compiled

NOTHING = -1e9
HIDDEN_FROM = 1  # 3.1: while only Floor-1 stands, the card after next is hidden, and nobody can plan with it


@compiled
def _keep(words, points, values, w0, w1, bought, value):
    """Put an end in the place of the least of those kept; the least of them then."""
    at = 0
    for i in range(len(values)):
        if values[i] < values[at]:
            at = i
    words[at, 0], words[at, 1], points[at], values[at] = w0, w1, bought, value
    return values.min()


@compiled
def _value(tables, goal, last, fitted, w0, w1, scratch):
    """The value of an end of a round, and the points to buy for that; in the last round the final score."""
    if last:
        return float(final_score(tables, goal, w0, w1)), field(w1, UNITS, 9)
    return value_of(tables, fitted, goal, w0, w1, scratch)


@compiled
def _narrowed(tables, goal, last, fitted, keys, origin, number, most, scratch):
    """Keep the positions after the three actions that look best; how many are left."""
    if most == 0 or number <= most:
        return number
    looks = np.empty(number)
    for i in range(number):
        g0, g1 = guess(tables, fitted.layout, keys[i, 0], keys[i, 1])
        looks[i] = _value(tables, goal, last, fitted, g0, g1, scratch)[0]
    limit = np.partition(looks, number - most)[number - most]
    left = 0
    for i in range(number):
        if looks[i] >= limit and left < most:
            keys[left, 0], keys[left, 1], origin[left] = keys[i, 0], keys[i, 1], origin[i]
            left += 1
    return left


@compiled
def _ends_of(tables, trios, trio, w0, w1, cubes, goal, last, fitted, most, work, sizes, scratch):
    """The ends of a round by a trio into the last level of `work`; how many, -1 if a set is full."""
    number = run_actions(tables, trios, trio, w0, w1, False, cubes, work, sizes)
    if number < 0:
        return -1
    sizes[3] = _narrowed(tables, goal, last, fitted, work[0][3], work[1][3], number, most, scratch)
    return run_business(tables, w1, False, NO_TABLES, 0.0, work, sizes)


@compiled
def best_of_trios(tables, trios, w0, w1, cubes, goal, last, fitted, most, work, sizes, best, points, values):
    """Fill `best`, `points` to buy and `values` [trio, place] with the ends of highest value; -1 if a set is full.

    With `most` above 0, no more positions than that are followed through Business.
    """
    scratch = np.empty(FEATURES)
    generated = 0
    values[:] = NOTHING
    hidden = fitted.layout[config_of(tables, w0), FLOORS] <= HIDDEN_FROM
    for trio in range(len(trios.actions)):
        number = _ends_of(tables, trios, trio, w0, w1, cubes, goal, last, fitted, most, work, sizes, scratch)
        if number < 0:
            return -1
        generated += number
        ends, least = work[0][ENDS], NOTHING
        for i in range(number):
            a0, a1 = ends[i, 0], ends[i, 1]
            if hidden and fitted.layout[config_of(tables, a0), FLOORS] > HIDDEN_FROM + 1:
                continue
            value, bought = _value(tables, goal, last, fitted, a0, a1, scratch)
            if value > least:
                least = _keep(best[trio], points[trio], values[trio], a0, a1, bought, value)
    return generated
