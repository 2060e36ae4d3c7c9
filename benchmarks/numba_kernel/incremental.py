"""Incremental evaluation: of a plan that differs a little from the current one, only the changed rounds are played.

`snapshots` holds the position at the beginning of every round twice: `snapshots[current[r], r]` is that of the current
plan, `snapshots[1 - current[r], r]` that of the candidate. Cars keep clear of the ground spaces that a plan reserves,
so where two plans reserve different spaces the candidate is played from the start.
"""

import numpy as np

from benchmarks.numba_kernel.codes import EVENT_WIDTH, WING
from benchmarks.numba_kernel.plan_encoding import CODE, SET_UP, SLOT_LENGTH, STEERING, STEERING_LENGTH
from benchmarks.numba_kernel.rollout import (
    IMPOSSIBLE,
    MOST_PAIRS,
    begin_rollout,
    final_value,
    mark_reserved,
    play_round,
)
from benchmarks.numba_kernel.state_encoding import LENGTH, ROUND
from solvers.core.compiled import compiled

ATTEMPTS = 4


@compiled
def equal(one, other):
    for k in range(len(one)):  # noqa: SIM110 (numba takes a loop)
        if one[k] != other[k]:
            return False
    return True


@compiled
def changed_rounds(t, g, h):
    """The first and the last round in which two plans differ, 0 for the set-up; first > last where they are equal."""
    first, last = t.rounds + 1, -1
    for k in range(SET_UP):
        if g[k] != h[k]:
            first, last = 0, 0
    per_round = t.slots * SLOT_LENGTH
    for number in range(1, t.rounds + 1):
        at = SET_UP + (number - 1) * per_round
        steering = STEERING + (number - 1) * STEERING_LENGTH
        if not equal(g[at : at + per_round], h[at : at + per_round]) or not equal(
            g[steering : steering + STEERING_LENGTH], h[steering : steering + STEERING_LENGTH]
        ):
            first, last = min(first, number), number
    return first, last


@compiled
def evaluate_changed(t, start, fresh, h, first, last, snapshots, current, reserved, s, goal_weight, score, value):
    """Play a candidate from its first changed round on; its score, its value, and the last round that was played.

    As soon as it reaches a position of the current plan after its last changed round, the rest is the same.
    """
    if first > last:
        return score, value, -1
    pairs, silent = np.empty((MOST_PAIRS, 3), np.int32), np.empty((1, EVENT_WIDTH), np.int32)
    earliest = 1 if fresh else start[ROUND]
    number = max(first, earliest)
    if first < earliest:
        if not begin_rollout(t, start, fresh, h, s, reserved, silent):
            return IMPOSSIBLE, IMPOSSIBLE, -1
        _copy(s, snapshots[1 - current[number], number])
    else:
        _copy(snapshots[current[number], number], s)
        _copy(s, snapshots[1 - current[number], number])
    while True:
        if not play_round(t, s, h, reserved, pairs, silent):
            return IMPOSSIBLE, IMPOSSIBLE, -1
        if number == t.rounds:
            break
        number += 1
        if number > last and equal(s, snapshots[current[number], number]):
            return score, value, number - 1
        _copy(s, snapshots[1 - current[number], number])
    new_score, new_value = final_value(t, s, goal_weight)
    return new_score, new_value, number


@compiled
def _copy(one, other):
    for k in range(LENGTH):
        other[k] = one[k]


@compiled
def accept(current, first, until):
    """The candidate becomes the current plan, for the rounds that were played."""
    for number in range(first, until + 1):
        current[number] = 1 - current[number]


@compiled
def reservations_changed(t, h, reserved):
    """Whether a plan, some of it chosen at random while it was played, now builds on other spaces than `reserved`."""
    chosen = np.zeros(t.ground, np.int32)
    mark_reserved(t, h, t.rounds * t.slots, chosen)
    return not equal(chosen, reserved)


@compiled
def unplaced_wings(t, h):
    """How many wings of a plan have no place yet; a wing gets its place in one evaluation and is built in the next."""
    number = 0
    for slot in range(t.rounds * t.slots):
        number += h[SET_UP + slot * SLOT_LENGTH + CODE] == WING
    return number


@compiled
def evaluate_whole(t, start, fresh, h, snapshots, current, reserved, s, goal_weight):
    """Play a plan from the start, repeatedly, until the spaces it builds on are those that were reserved for it."""
    for _ in range(ATTEMPTS):
        mark_reserved(t, h, t.rounds * t.slots, reserved)
        before = unplaced_wings(t, h)
        new_score, new_value, until = evaluate_changed(
            t, start, fresh, h, 0, t.rounds, snapshots, current, reserved, s, goal_weight, IMPOSSIBLE, IMPOSSIBLE
        )
        if until < 0 or (unplaced_wings(t, h) == before and not reservations_changed(t, h, reserved)):
            return new_score, new_value, until
    return IMPOSSIBLE, IMPOSSIBLE, -1
