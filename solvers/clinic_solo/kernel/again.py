"""A plan that differs a little from one whose rounds are known: only what the difference touches is played again.

`marks` holds the row at the beginning of every round, twice: at `held` that of the plan in hand, in the other place
that of the plan which is tried. Cars keep clear of the spaces that a plan wants, so where these differ everything is
played again.
"""

import numpy as np

from solvers.clinic_solo.flat import LENGTH, ROUND
from solvers.clinic_solo.kernel.game import IMPOSSIBLE, MOST_PAIRS, begin, final, mark_wanted, play_round
from solvers.clinic_solo.kernel.genome import CODE, SET_UP, SLOT_LENGTH, STEERING, STEERING_LENGTH
from solvers.clinic_solo.kernel.names import EVENT_WIDTH, WING
from solvers.compiled import compiled

ATTEMPTS = 4


@compiled
def same(one, other):
    for k in range(len(one)):  # noqa: SIM110 (numba takes a loop)
        if one[k] != other[k]:
            return False
    return True


@compiled
def differ(w, g, h):
    """The first and the last round in which two plans differ, 0 for the set-up; the last before the first for none."""
    first, last = w.rounds + 1, -1
    for k in range(SET_UP):
        if g[k] != h[k]:
            first, last = 0, 0
    per_round = w.slots * SLOT_LENGTH
    for number in range(1, w.rounds + 1):
        at = SET_UP + (number - 1) * per_round
        steering = STEERING + (number - 1) * STEERING_LENGTH
        if not same(g[at : at + per_round], h[at : at + per_round]) or not same(
            g[steering : steering + STEERING_LENGTH], h[steering : steering + STEERING_LENGTH]
        ):
            first, last = min(first, number), number
    return first, last


@compiled
def go(w, start, fresh, h, first, last, marks, held, wanted, s, goal_weight, score, worth):
    """Play a plan from the first round on in which it differs; its score and worth, and the last round played.

    When nothing is left of the difference after its last round, the rest is that of the plan in hand.
    """
    if first > last:
        return score, worth, -1
    pairs, silent = np.empty((MOST_PAIRS, 3), np.int32), np.empty((1, EVENT_WIDTH), np.int32)
    earliest = 1 if fresh else start[ROUND]
    number = max(first, earliest)
    if first < earliest:
        if not begin(w, start, fresh, h, s, wanted, silent):
            return IMPOSSIBLE, IMPOSSIBLE, -1
        _copy(s, marks[1 - held[number], number])
    else:
        _copy(marks[held[number], number], s)
        _copy(s, marks[1 - held[number], number])
    while True:
        if not play_round(w, s, h, wanted, pairs, silent):
            return IMPOSSIBLE, IMPOSSIBLE, -1
        if number == w.rounds:
            break
        number += 1
        if number > last and same(s, marks[held[number], number]):
            return score, worth, number - 1
        _copy(s, marks[1 - held[number], number])
    points, value = final(w, s, goal_weight)
    return points, value, number


@compiled
def _copy(one, other):
    for k in range(LENGTH):
        other[k] = one[k]


@compiled
def turn_over(held, first, until):
    """The plan that was tried becomes the plan in hand."""
    for number in range(first, until + 1):
        held[number] = 1 - held[number]


@compiled
def unsettled(w, h, wanted):
    """Whether the spaces that a plan wants, chosen by a coin on the way, are others than those kept clear."""
    chosen = np.zeros(w.ground, np.int32)
    mark_wanted(w, h, w.rounds * w.slots, chosen)
    return not same(chosen, wanted)


@compiled
def wings(w, h):
    """How many wings of a plan have no place yet; one that has just got its place may only be built the next time."""
    number = 0
    for slot in range(w.rounds * w.slots):
        number += h[SET_UP + slot * SLOT_LENGTH + CODE] == WING
    return number


@compiled
def settle(w, start, fresh, h, marks, held, wanted, s, goal_weight):
    """Play a plan from the start, again until it wants the spaces that were kept clear for it."""
    for _ in range(ATTEMPTS):
        mark_wanted(w, h, w.rounds * w.slots, wanted)
        before = wings(w, h)
        points, value, until = go(
            w, start, fresh, h, 0, w.rounds, marks, held, wanted, s, goal_weight, IMPOSSIBLE, IMPOSSIBLE
        )
        if until < 0 or (wings(w, h) == before and not unsettled(w, h, wanted)):
            return points, value, until
    return IMPOSSIBLE, IMPOSSIBLE, -1
