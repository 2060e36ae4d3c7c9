"""Simulated annealing over plans: change a little, play it all, keep it when it is better or a coin says so."""

import numpy as np

from solvers.clinic_solo.flat import LENGTH, MOST_ROUNDS
from solvers.clinic_solo.kernel.again import differ, go, same, settle, turn_over, unsettled, wings
from solvers.clinic_solo.kernel.care import ANY_DOCTOR, DICE, HOLD, LAB_COLOUR, NURSE_WORTH
from solvers.clinic_solo.kernel.game import IMPOSSIBLE, mark_wanted
from solvers.clinic_solo.kernel.genome import (
    ACTION,
    BONUS,
    BONUS_PLACE,
    CODE,
    FIRST_ENTRANCE,
    FIRST_SUPPLY,
    FIRST_TREATMENT,
    GENOME,
    HIRE_DOCTOR,
    HIRE_HELPER,
    LOOSE,
    MOST_WISHES,
    SET_UP,
    SLOT_LENGTH,
    STEERING,
    STEERING_LENGTH,
    SUPPLY_AT,
    SUPPLY_FIRST,
    WISHES,
)
from solvers.clinic_solo.kernel.names import ADMIT, ANY, BUILD, CONVEYORS, HIRE, NONE, PLACES, WING
from solvers.compiled import compiled

HOLDS = np.array([0, 0, 2, 4, 6, 8, 10, 14, 20, 40])
STEERING_FROM = 0.60  # below are changes of action slots, above of what steers Move and care


@compiled
def random_plan(w, g):
    """A plan by a coin."""
    for k in range(GENOME):
        g[k] = ANY
    g[BONUS] = np.random.randint(w.offers)
    g[SUPPLY_FIRST] = np.random.randint(2)
    for slot in range(w.rounds * w.slots):
        at = SET_UP + slot * SLOT_LENGTH
        coin = np.random.random()
        g[at + ACTION] = BUILD if coin < 0.4 else HIRE if coin < 0.65 else ADMIT
        g[at + HIRE_DOCTOR] = 1
        g[at + HIRE_HELPER] = 1 + (np.random.random() < 0.25)
    for number in range(w.rounds):
        at = STEERING + number * STEERING_LENGTH
        for k in range(STEERING_LENGTH):
            g[at + k] = 0
        g[at + LAB_COLOUR] = -1
        g[at + NURSE_WORTH] = 1
    last = STEERING + (w.rounds - 1) * STEERING_LENGTH
    for colour in range(4):
        # 10.7, 11.5: what a patient costs who is there at the end
        worse = w.popularity_price * (w.patient_points[min(3, colour + w.last_admin)])
        g[last + HOLD + colour] = w.popularity_price * w.death if colour == 3 and w.last_admin else worse


@compiled
def change(w, g, first, fresh):
    """One small change of a plan, at an action slot from `first` on."""
    slots = w.rounds * w.slots
    coin = np.random.random()
    slot = first + np.random.randint(max(1, slots - first))
    earliest = max(0, first - 1) // w.slots  # when a Move is due, that of the round before the first slot
    number = earliest + np.random.randint(w.rounds - earliest)
    if slot >= slots:  # no action is left, only Move and care
        coin = STEERING_FROM + (1.0 - STEERING_FROM) * coin
    at = SET_UP + slot * SLOT_LENGTH
    steering = STEERING + number * STEERING_LENGTH
    if coin < 0.04 and fresh:
        which = np.random.randint(6)
        if which == 0:
            g[BONUS] = np.random.randint(w.offers)
        elif which == 1:
            g[FIRST_ENTRANCE] = ANY
        elif which == 2:
            g[FIRST_TREATMENT] = ANY
        elif which == 3:
            g[FIRST_SUPPLY] = ANY
        elif which == 4:
            g[SUPPLY_FIRST] = 1 - g[SUPPLY_FIRST]
        else:
            g[BONUS_PLACE] = ANY
    elif coin < 0.12:
        g[at + ACTION] = np.random.randint(3)
    elif coin < 0.16:  # a slot comes earlier or later, those between make room
        other = max(first, min(slots - 1, slot - 4 + np.random.randint(9)))
        step = 1 if other > slot else -1
        while slot != other:
            _trade(g, slot, slot + step)
            slot += step
    elif coin < 0.22:  # two slots trade places
        other = first + np.random.randint(slots - first)
        if np.random.random() < 0.6:
            other = max(first, min(slots - 1, slot - 2 + np.random.randint(5)))
        _trade(g, slot, other)
    elif coin < 0.50:
        if g[at + ACTION] == BUILD:
            _change_build(w, g, at, first, slots)
        elif g[at + ACTION] == HIRE:
            if np.random.random() < 0.4:
                g[at + HIRE_DOCTOR] = 1 - g[at + HIRE_DOCTOR]
            else:
                g[at + HIRE_HELPER] = np.random.randint(3)
        else:
            _change_wishes(w, g, at)
    elif coin < STEERING_FROM:  # anything else in a slot, whatever it does now
        g[at + ACTION] = BUILD if np.random.random() < 0.5 else ADMIT
        if g[at + ACTION] == BUILD:
            for k in range(2):
                g[at + CODE + k], g[at + SUPPLY_AT + k] = ANY, ANY
            if np.random.random() < 0.25:
                g[at + CODE] = WING
        else:
            for k in range(MOST_WISHES):
                g[at + WISHES + k] = ANY
    elif coin < 0.75:
        if number < w.rounds - 1:
            g[steering + HOLD + np.random.randint(4)] = HOLDS[np.random.randint(len(HOLDS))]
    elif coin < 0.83:
        g[steering + LAB_COLOUR] = np.random.randint(ANY_DOCTOR + 2) - 1
    elif coin < 0.94:
        g[steering + DICE] = 0 if np.random.random() < 0.2 else 1 + np.random.randint(10_000)
    else:
        g[steering + NURSE_WORTH] = np.random.randint(5)


@compiled
def _trade(g, slot, other):
    for k in range(SLOT_LENGTH):
        here, there = SET_UP + slot * SLOT_LENGTH + k, SET_UP + other * SLOT_LENGTH + k
        g[here], g[there] = g[there], g[here]


@compiled
def _change_build(w, g, at, first, slots):
    k = np.random.randint(2)
    coin = np.random.random()
    if coin < 0.45:
        g[at + CODE + k], g[at + SUPPLY_AT + k] = ANY, ANY
    elif coin < 0.55:
        g[at + SUPPLY_AT + k] = ANY
    elif coin < 0.62:
        g[at + CODE + k] = NONE
    elif coin < 0.80:  # the same somewhere else
        code = g[at + CODE + k]
        if 0 <= code < CONVEYORS:
            g[at + CODE + k] = code // PLACES * PLACES + np.random.randint(w.size)
            g[at + SUPPLY_AT + k] = ANY
    else:  # components trade places
        there = SET_UP + (first + np.random.randint(slots - first)) * SLOT_LENGTH
        other = np.random.randint(2)
        g[at + CODE + k], g[there + CODE + other] = g[there + CODE + other], g[at + CODE + k]
        g[at + SUPPLY_AT + k], g[there + SUPPLY_AT + other] = g[there + SUPPLY_AT + other], g[at + SUPPLY_AT + k]


@compiled
def _change_wishes(w, g, at):
    k = np.random.randint(MOST_WISHES)
    coin = np.random.random()
    if coin < 0.5:
        g[at + WISHES + k] = ANY
    elif coin < 0.65:
        g[at + WISHES + k] = NONE
    elif coin < 0.8:
        g[at + WISHES + k] = np.random.randint(4 * w.services) + LOOSE * np.random.randint(2)
    elif coin < 0.9:
        other = np.random.randint(MOST_WISHES)
        g[at + WISHES + k], g[at + WISHES + other] = g[at + WISHES + other], g[at + WISHES + k]
    else:
        for k in range(MOST_WISHES):
            g[at + WISHES + k] = ANY


@compiled
def seed_chance(seed):
    np.random.seed(seed)


@compiled
def anneal(w, start, fresh, first, g, turns, hot, cold, goal_weight, best_g):
    """Change `g` for so many turns while it cools; the best score and worth, of `best_g`, and the worth of `g`."""
    marks = np.empty((2, MOST_ROUNDS + 1, LENGTH), np.int32)
    held = np.zeros(MOST_ROUNDS + 1, np.int32)
    wanted, other_wanted = np.zeros(w.ground, np.int32), np.zeros(w.ground, np.int32)
    s = np.empty(LENGTH, np.int32)
    h = np.empty(GENOME, np.int32)
    best, best_worth, _ = settle(w, start, fresh, best_g, marks, held, other_wanted, s, goal_weight)
    score, worth, until = settle(w, start, fresh, g, marks, held, wanted, s, goal_weight)
    turn_over(held, 0, until)
    for turn in range(turns):
        heat = hot * (cold / hot) ** (turn / turns)
        for k in range(GENOME):
            h[k] = g[k]
        change(w, h, first, fresh)
        while np.random.random() < 0.35:
            change(w, h, first, fresh)
        least = worth + heat * np.log(np.random.random())
        begun, ended = differ(w, g, h)
        mark_wanted(w, h, w.rounds * w.slots, other_wanted)
        if worth == IMPOSSIBLE or not same(wanted, other_wanted):
            begun, ended = 0, w.rounds
        before = wings(w, h)
        points, value, until = go(
            w, start, fresh, h, begun, ended, marks, held, other_wanted, s, goal_weight, score, worth
        )
        if value < least:
            continue
        if wings(w, h) != before or unsettled(w, h, other_wanted):
            begun = 0
            points, value, until = settle(w, start, fresh, h, marks, held, other_wanted, s, goal_weight)
            if value < least:
                continue
        score, worth = points, value
        turn_over(held, begun, until)
        for k in range(GENOME):
            g[k] = h[k]
        for k in range(w.ground):
            wanted[k] = other_wanted[k]
        if score > best or (score == best and worth > best_worth):
            best, best_worth = score, worth
            for k in range(GENOME):
                best_g[k] = h[k]
    return best, best_worth, worth
