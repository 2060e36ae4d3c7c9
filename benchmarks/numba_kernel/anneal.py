"""Simulated annealing over plans: perturb a plan, evaluate it, accept it by the Metropolis rule.

Kirkpatrick, Gelatt, Vecchi: Optimization by simulated annealing, Science 220 (1983).
"""

import numpy as np

from benchmarks.numba_kernel.care import ANY_DOCTOR, HOLD, LAB_COLOUR, NOISE_SEED, NURSE_VALUE
from benchmarks.numba_kernel.codes import ADMIT, BUILD, CONVEYORS, HIRE, NONE, PLACES, RANDOM, RED, WING
from benchmarks.numba_kernel.incremental import (
    accept,
    changed_rounds,
    equal,
    evaluate_changed,
    evaluate_whole,
    reservations_changed,
    unplaced_wings,
)
from benchmarks.numba_kernel.plan_encoding import (
    ACTION,
    BONUS,
    BONUS_PLACE,
    CODE,
    FIRST_ENTRANCE,
    FIRST_SUPPLY,
    FIRST_TREATMENT,
    HIRE_DOCTOR,
    HIRE_HELPER,
    LOOSE,
    MOST_WISHES,
    PLAN_LENGTH,
    SET_UP,
    SLOT_LENGTH,
    STEERING,
    STEERING_LENGTH,
    SUPPLY_AT,
    SUPPLY_FIRST,
    WISHES,
)
from benchmarks.numba_kernel.rollout import IMPOSSIBLE, mark_reserved
from benchmarks.numba_kernel.state_encoding import LENGTH, MOST_ROUNDS
from solvers.core.compiled import compiled

HOLDS = np.array([0, 0, 2, 4, 6, 8, 10, 14, 20, 40])
STEERING_FROM = 0.60  # below are changes of action slots, above of what steers Move and care


@compiled
def random_plan(t, g):
    """Fill `g` with a random plan."""
    for k in range(PLAN_LENGTH):
        g[k] = RANDOM
    g[BONUS] = np.random.randint(t.offers)
    g[SUPPLY_FIRST] = np.random.randint(2)
    for slot in range(t.rounds * t.slots):
        at = SET_UP + slot * SLOT_LENGTH
        roll = np.random.random()
        g[at + ACTION] = BUILD if roll < 0.4 else HIRE if roll < 0.65 else ADMIT
        g[at + HIRE_DOCTOR] = 1
        g[at + HIRE_HELPER] = 1 + (np.random.random() < 0.25)
    for number in range(t.rounds):
        at = STEERING + number * STEERING_LENGTH
        for k in range(STEERING_LENGTH):
            g[at + k] = 0
        g[at + LAB_COLOUR] = -1
        g[at + NURSE_VALUE] = 1
    last = STEERING + (t.rounds - 1) * STEERING_LENGTH
    for colour in range(4):
        # 10.7, 11.5: what a patient costs who is there at the end
        worse = t.popularity_price * (t.patient_points[min(RED, colour + t.last_admin)])
        g[last + HOLD + colour] = t.popularity_price * t.death if colour == RED and t.last_admin else worse


@compiled
def perturb(t, g, first, fresh):
    """A random neighbour of a plan: one small change at an action slot from `first` on."""
    slots = t.rounds * t.slots
    roll = np.random.random()
    slot = first + np.random.randint(max(1, slots - first))
    earliest = max(0, first - 1) // t.slots  # when a Move is due, that of the round before the first slot
    number = earliest + np.random.randint(t.rounds - earliest)
    if slot >= slots:  # no action is left, only Move and care
        roll = STEERING_FROM + (1.0 - STEERING_FROM) * roll
    at = SET_UP + slot * SLOT_LENGTH
    steering = STEERING + number * STEERING_LENGTH
    if roll < 0.04 and fresh:
        which = np.random.randint(6)
        if which == 0:
            g[BONUS] = np.random.randint(t.offers)
        elif which == 1:
            g[FIRST_ENTRANCE] = RANDOM
        elif which == 2:
            g[FIRST_TREATMENT] = RANDOM
        elif which == 3:
            g[FIRST_SUPPLY] = RANDOM
        elif which == 4:
            g[SUPPLY_FIRST] = 1 - g[SUPPLY_FIRST]
        else:
            g[BONUS_PLACE] = RANDOM
    elif roll < 0.12:
        g[at + ACTION] = np.random.randint(3)
    elif roll < 0.16:  # a slot comes earlier or later, those between make room
        other = max(first, min(slots - 1, slot - 4 + np.random.randint(9)))
        step = 1 if other > slot else -1
        while slot != other:
            _trade(g, slot, slot + step)
            slot += step
    elif roll < 0.22:  # two slots trade places
        other = first + np.random.randint(slots - first)
        if np.random.random() < 0.6:
            other = max(first, min(slots - 1, slot - 2 + np.random.randint(5)))
        _trade(g, slot, other)
    elif roll < 0.50:
        if g[at + ACTION] == BUILD:
            _change_build(t, g, at, first, slots)
        elif g[at + ACTION] == HIRE:
            if np.random.random() < 0.4:
                g[at + HIRE_DOCTOR] = 1 - g[at + HIRE_DOCTOR]
            else:
                g[at + HIRE_HELPER] = np.random.randint(3)
        else:
            _change_wishes(t, g, at)
    elif roll < STEERING_FROM:  # anything else in a slot, whatever it does now
        g[at + ACTION] = BUILD if np.random.random() < 0.5 else ADMIT
        if g[at + ACTION] == BUILD:
            for k in range(2):
                g[at + CODE + k], g[at + SUPPLY_AT + k] = RANDOM, RANDOM
            if np.random.random() < 0.25:
                g[at + CODE] = WING
        else:
            for k in range(MOST_WISHES):
                g[at + WISHES + k] = RANDOM
    elif roll < 0.75:
        if number < t.rounds - 1:
            g[steering + HOLD + np.random.randint(4)] = HOLDS[np.random.randint(len(HOLDS))]
    elif roll < 0.83:
        g[steering + LAB_COLOUR] = np.random.randint(ANY_DOCTOR + 2) - 1
    elif roll < 0.94:
        g[steering + NOISE_SEED] = 0 if np.random.random() < 0.2 else 1 + np.random.randint(10_000)
    else:
        g[steering + NURSE_VALUE] = np.random.randint(5)


@compiled
def _trade(g, slot, other):
    for k in range(SLOT_LENGTH):
        here, there = SET_UP + slot * SLOT_LENGTH + k, SET_UP + other * SLOT_LENGTH + k
        g[here], g[there] = g[there], g[here]


@compiled
def _change_build(t, g, at, first, slots):
    k = np.random.randint(2)
    roll = np.random.random()
    if roll < 0.45:
        g[at + CODE + k], g[at + SUPPLY_AT + k] = RANDOM, RANDOM
    elif roll < 0.55:
        g[at + SUPPLY_AT + k] = RANDOM
    elif roll < 0.62:
        g[at + CODE + k] = NONE
    elif roll < 0.80:  # the same somewhere else
        code = g[at + CODE + k]
        if 0 <= code < CONVEYORS:
            g[at + CODE + k] = code // PLACES * PLACES + np.random.randint(t.size)
            g[at + SUPPLY_AT + k] = RANDOM
    else:  # components trade places
        there = SET_UP + (first + np.random.randint(slots - first)) * SLOT_LENGTH
        other = np.random.randint(2)
        g[at + CODE + k], g[there + CODE + other] = g[there + CODE + other], g[at + CODE + k]
        g[at + SUPPLY_AT + k], g[there + SUPPLY_AT + other] = g[there + SUPPLY_AT + other], g[at + SUPPLY_AT + k]


@compiled
def _change_wishes(t, g, at):
    k = np.random.randint(MOST_WISHES)
    roll = np.random.random()
    if roll < 0.5:
        g[at + WISHES + k] = RANDOM
    elif roll < 0.65:
        g[at + WISHES + k] = NONE
    elif roll < 0.8:
        g[at + WISHES + k] = np.random.randint(4 * t.services) + LOOSE * np.random.randint(2)
    elif roll < 0.9:
        other = np.random.randint(MOST_WISHES)
        g[at + WISHES + k], g[at + WISHES + other] = g[at + WISHES + other], g[at + WISHES + k]
    else:
        for k in range(MOST_WISHES):
            g[at + WISHES + k] = RANDOM


@compiled
def seed_random(seed):
    np.random.seed(seed)


@compiled
def anneal(t, start, fresh, first, g, iterations, hottest, coldest, goal_weight, best_g):
    """Anneal `g` for some iterations while the temperature falls; the best plan found goes into `best_g`.

    Returns the score and the value of `best_g`, and the value of `g`.
    """
    snapshots = np.empty((2, MOST_ROUNDS + 1, LENGTH), np.int32)
    current = np.zeros(MOST_ROUNDS + 1, np.int32)
    reserved, other_reserved = np.zeros(t.ground, np.int32), np.zeros(t.ground, np.int32)
    s = np.empty(LENGTH, np.int32)
    h = np.empty(PLAN_LENGTH, np.int32)
    best, best_value, _ = evaluate_whole(t, start, fresh, best_g, snapshots, current, other_reserved, s, goal_weight)
    score, value, until = evaluate_whole(t, start, fresh, g, snapshots, current, reserved, s, goal_weight)
    accept(current, 0, until)
    for iteration in range(iterations):
        temperature = hottest * (coldest / hottest) ** (iteration / iterations)
        for k in range(PLAN_LENGTH):
            h[k] = g[k]
        perturb(t, h, first, fresh)
        while np.random.random() < 0.35:
            perturb(t, h, first, fresh)
        threshold = value + temperature * np.log(np.random.random())
        begun, ended = changed_rounds(t, g, h)
        mark_reserved(t, h, t.rounds * t.slots, other_reserved)
        if value == IMPOSSIBLE or not equal(reserved, other_reserved):
            begun, ended = 0, t.rounds
        before = unplaced_wings(t, h)
        new_score, new_value, until = evaluate_changed(
            t, start, fresh, h, begun, ended, snapshots, current, other_reserved, s, goal_weight, score, value
        )
        if new_value < threshold:
            continue
        if unplaced_wings(t, h) != before or reservations_changed(t, h, other_reserved):
            begun = 0
            new_score, new_value, until = evaluate_whole(
                t, start, fresh, h, snapshots, current, other_reserved, s, goal_weight
            )
            if new_value < threshold:
                continue
        score, value = new_score, new_value
        accept(current, begun, until)
        for k in range(PLAN_LENGTH):
            g[k] = h[k]
        for k in range(t.ground):
            reserved[k] = other_reserved[k]
        if score > best or (score == best and value > best_value):
            best, best_value = score, value
            for k in range(PLAN_LENGTH):
                best_g[k] = h[k]
    return best, best_value, value
