"""Rollout: a whole plan played to the end of the game, its score, and its value for the search."""

import numpy as np

from benchmarks.numba_kernel.build import build, label_buildings, may_build, may_stand, on_display, put
from benchmarks.numba_kernel.care import business, everybody_moves
from benchmarks.numba_kernel.cars import park
from benchmarks.numba_kernel.codes import (
    B_COLOUR,
    B_GARDEN,
    B_MONEY,
    B_NURSE,
    B_ORDERLY,
    B_PARKING,
    B_PATIENT,
    BIG_PARKING,
    BUILD,
    CONVEYORS,
    DOCTOR,
    E_BONUS,
    E_BUILD,
    E_ENTRANCE,
    E_USE,
    ENTRANCES,
    FIRST_MODULE,
    GARDEN,
    HIRE,
    NONE,
    NURSE,
    ORDERLY,
    PARKING,
    PLACES,
    RANDOM,
    SUPPLY,
    TREATMENT,
    WING,
)
from benchmarks.numba_kernel.events import record
from benchmarks.numba_kernel.move import service_at
from benchmarks.numba_kernel.people import (
    admin,
    admit,
    begin_round,
    draw_patients,
    fetch,
    fill_university,
    hire,
    may_admit,
    nearest,
    queue_points,
)
from benchmarks.numba_kernel.placement import SEEDS, good_component, good_space, new_wing
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
    SET_UP,
    SLOT_LENGTH,
    STEERING,
    STEERING_LENGTH,
    SUPPLY_AT,
    SUPPLY_FIRST,
    WISHES,
)
from benchmarks.numba_kernel.random_choices import random_component, random_space, random_supply, random_wish
from benchmarks.numba_kernel.state_encoding import (
    DEATHS,
    DOCTOR_AT,
    DOCTOR_COLOUR,
    DOCTORS,
    ENTRANCE,
    FORBIDDEN,
    GRID,
    LENGTH,
    MONEY,
    MOVE_DUE,
    NURSE_AT,
    NURSES,
    ORDERLIES,
    ORDERLY_AT,
    PATIENT_COLOUR,
    PATIENTS,
    POPULARITY,
    ROUND,
    SLOT,
    TILES,
    TIME,
    TREATED,
    UNITS,
    WAITING,
    WAY_IN,
    WAYS_IN,
)
from solvers.core.compiled import compiled

IMPOSSIBLE = -1_000_000.0
MOST_PAIRS = 64
SHORTFALL = 30.0  # points for each unit a goal is missed by, when it is asked for


@compiled
def mark_reserved(t, g, slots, reserved):
    """The ground spaces on which a plan puts modules: cars keep clear of them."""
    for space in range(t.ground):
        reserved[space] = 0
    for slot in range(slots):
        first = SET_UP + slot * SLOT_LENGTH
        if g[first + ACTION] != BUILD:
            continue
        for k in range(2):
            code = g[first + CODE + k]
            if FIRST_MODULE * PLACES <= code < CONVEYORS and code // PLACES < 16 and code % PLACES < t.ground:
                reserved[code % PLACES] = 1
            at = g[first + SUPPLY_AT + k]
            if 0 <= at < t.ground:
                reserved[at] = 1


@compiled
def set_up(t, s, g, reserved, events):
    """3.5–3.12 from the choice of a bonus tile on; what does not fit is replaced at random, in `g`, too."""
    g[BONUS] %= t.offers
    number, what, amount, more = t.bonus[g[BONUS], 0], t.bonus[g[BONUS], 1], t.bonus[g[BONUS], 2], t.bonus[g[BONUS], 3]
    record(events, E_BONUS, number, 0, 0, 0)
    if what == B_MONEY:
        s[MONEY] += amount
    if g[FIRST_ENTRANCE] < 0:
        g[FIRST_ENTRANCE] = np.random.randint(t.entrance_spaces)
    hub = t.entrance_target[g[FIRST_ENTRANCE]]
    put(t, s, t.hub_of[0], hub)
    record(events, E_BUILD, t.hub_of[0], hub, 0, 0)
    s[ENTRANCE + g[FIRST_ENTRANCE]] = 1
    s[WAY_IN], s[WAYS_IN] = t.size + g[FIRST_ENTRANCE], 1
    record(events, E_ENTRANCE, g[FIRST_ENTRANCE], 0, 0, 0)
    for turn in range(2):
        supply = (turn == 0) == (g[SUPPLY_FIRST] == 1)
        tile, gene = (SUPPLY, FIRST_SUPPLY) if supply else (TREATMENT, FIRST_TREATMENT)
        label = label_buildings(t, s)
        if g[gene] < 0 or not may_stand(t, s, label, tile, g[gene]):
            g[gene] = good_space(t, s, label, tile, np.random.randint(SEEDS))
        put(t, s, tile, g[gene])
        record(events, E_BUILD, tile, g[gene], 0, 0)
    place = t.size + g[FIRST_ENTRANCE]
    s[DOCTORS], s[DOCTOR_AT] = 1, place
    s[DOCTOR_COLOUR] = more % 4 if what == B_COLOUR else t.start_doctor
    if what == B_NURSE:
        s[NURSES], s[NURSE_AT] = 1, place
    elif what == B_ORDERLY:
        s[ORDERLIES], s[ORDERLY_AT] = 1, place
    elif what == B_PATIENT:
        s[WAITING + more] += 1
    if not fill_university(t, s) or not draw_patients(t, s, 0):
        return False
    if what in (B_GARDEN, B_PARKING):
        tile = GARDEN if what == B_GARDEN else PARKING
        label = label_buildings(t, s)
        if g[BONUS_PLACE] < 0 or not may_stand(t, s, label, tile, g[BONUS_PLACE]):
            g[BONUS_PLACE] = random_space(t, s, label, tile)
        built = BIG_PARKING if what == B_PARKING and amount != t.parking_places else tile
        put(t, s, built, g[BONUS_PLACE])
        record(events, E_BUILD, built, g[BONUS_PLACE], 0, 0)
    people = 1 + (what == B_NURSE) + (what == B_ORDERLY) + (what == B_PATIENT)
    for _ in range(people):
        park(t, s, reserved, events)
    begin_round(t, s)
    return True


@compiled
def act(t, s, g, first, reserved, events):
    """4.2: the action of a slot as the plan has it, another one when its tiles are used up."""
    while s[TILES + g[first + ACTION]] <= 0 or (s[FORBIDDEN] >> g[first + ACTION]) & 1:
        g[first + ACTION] = (g[first + ACTION] + 1) % 3
    s[FORBIDDEN] = 0
    action = g[first + ACTION]
    s[TILES + action] -= 1
    record(events, E_USE, action, 0, 0, 0)
    if action == BUILD:
        if g[first + CODE] == WING:
            g[first + CODE], g[first + CODE + 1] = new_wing(t, s)
            g[first + SUPPLY_AT], g[first + SUPPLY_AT + 1] = RANDOM, RANDOM
            label = label_buildings(t, s)
            if not may_build(t, s, label, g[first + CODE]) or not may_build(t, s, label, g[first + CODE + 1]):
                return  # not yet, with cars in the way
        for k in range(min(2, t.components)):
            label = label_buildings(t, s)
            if g[first + CODE + k] == RANDOM:
                g[first + CODE + k] = random_component(t, s, label)
            code = g[first + CODE + k]
            if code >= 0 and not may_build(t, s, label, code):
                what = min(code // PLACES, CONVEYORS // PLACES)
                fits = what >= ENTRANCES or on_display(t, s, what)
                code = good_component(t, s, label, what, code) if fits else NONE
                if may_build(t, s, label, code):
                    g[first + CODE + k] = code
            if not may_build(t, s, label, code):
                continue
            build(t, s, code, reserved, events)
            if code // PLACES == TREATMENT:
                _supply(t, s, g, first + SUPPLY_AT + k, code % PLACES, reserved, events)
    elif action == HIRE:
        if g[first + HIRE_DOCTOR]:
            hire(t, s, DOCTOR, reserved, events)
        if g[first + HIRE_HELPER] == 1:
            hire(t, s, NURSE, reserved, events)
        elif g[first + HIRE_HELPER] == 2:
            hire(t, s, ORDERLY, reserved, events)
    else:
        points = queue_points(t, s)
        for k in range(MOST_WISHES):
            wish = g[first + WISHES + k]
            if wish == NONE:
                continue
            if wish == RANDOM:
                wish = random_wish(t, s, points)
                g[first + WISHES + k] = wish
                if wish < 0:
                    continue
            loose = wish >= LOOSE
            service, colour = wish % LOOSE // 4, wish % 4
            if service >= t.services or not may_admit(t, s, service):
                continue
            row, position, cost = nearest(t, s, service, colour, points, loose)
            if cost <= points:
                fetch(s, row, position, service, events)
                admit(t, s, service, reserved, events)
                points -= cost


@compiled
def _supply(t, s, g, gene, space, reserved, events):
    """5.5: a supply room beside the treatment room just built."""
    label = label_buildings(t, s)
    if g[gene] == RANDOM:
        g[gene] = random_supply(t, s, label, space)
    at = g[gene]
    if at < 0 or not may_build(t, s, label, SUPPLY * PLACES + at):
        return
    for k in range(6):
        if t.neighbours[space, k] == at:
            build(t, s, SUPPLY * PLACES + at, reserved, events)
            return


@compiled
def begin_rollout(t, start, fresh, g, s, reserved, events):
    """The row at the start, after the set-up where that is still to be done; False where a draw is not known."""
    for k in range(LENGTH):
        s[k] = start[k]
    return not fresh or set_up(t, s, g, reserved, events)


@compiled
def play_round(t, s, g, reserved, pairs, events):
    """What is left of a round, up to the next one or the end of the game; False where a draw is not known."""
    number = s[ROUND]
    if not s[MOVE_DUE]:
        while True:
            slot = (number - 1) * t.slots + s[SLOT] - 1
            act(t, s, g, SET_UP + slot * SLOT_LENGTH, reserved, events)
            if not draw_patients(t, s, 1 + slot):
                # In the last round nobody needs to know who comes after the last Admit (13.2)
                return False
            if s[SLOT] == t.slots:
                break
            s[SLOT] += 1
    s[MOVE_DUE] = 0
    steering = g[STEERING + (number - 1) * STEERING_LENGTH : STEERING + number * STEERING_LENGTH]
    treated = everybody_moves(t, s, steering, events, pairs)
    business(t, s, pairs, treated, reserved, events)
    if number == t.rounds and not t.last_admin:
        return True
    if not admin(t, s, reserved, events):
        return False
    if number < t.rounds:
        begin_round(t, s)
    return True


@compiled
def rollout(t, start, fresh, g, s, events, goal_weight):
    """Play a plan from a position; its score as the referee counts it, and its value for the search.

    Random choices are written back into the plan, so that playing it again gives the same game.
    """
    if len(events):
        events[0, 0] = 0
    reserved = np.zeros(t.ground, np.int32)
    pairs = np.empty((MOST_PAIRS, 3), np.int32)
    mark_reserved(t, g, t.rounds * t.slots, reserved)
    if not begin_rollout(t, start, fresh, g, s, reserved, events):
        return IMPOSSIBLE, IMPOSSIBLE
    for _ in range(s[ROUND], t.rounds + 1):
        if not play_round(t, s, g, reserved, pairs, events):
            return IMPOSSIBLE, IMPOSSIBLE
    return final_value(t, s, goal_weight)


@compiled
def final_value(t, s, goal_weight):
    """Section 11, and for the search also what is nearly a point, and how far a goal is missed."""
    score = s[POPULARITY] + t.nurse_points * s[NURSES]
    for number in range(t.rounds):
        score += s[UNITS + number]
    not_white = 0
    for k in range(s[DOCTORS]):
        score += t.doctor_points[s[DOCTOR_COLOUR + k]]
        not_white += s[DOCTOR_COLOUR + k] > 0
    label = label_buildings(t, s)
    buildings, top, gardens = 0, 0, 0
    seen = np.zeros(t.size, np.int32)
    for space in range(t.size):
        gardens += s[GRID + space] == GARDEN
        if s[GRID + space] == TREATMENT and service_at(t, s, space) >= 0:
            floor = space // t.ground
            score += t.room_points[floor]
            top += floor == t.goal_floor
            buildings += seen[label[space]] == 0
            seen[label[space]] = 1
    score += t.building_points * max(0, buildings - 1)
    left = 0
    for row in range(t.services):
        for colour in range(4):
            score += t.patient_points[colour] * s[WAITING + 4 * row + colour]
            left += s[WAITING + 4 * row + colour]
    for k in range(s[PATIENTS]):
        score += t.patient_points[s[PATIENT_COLOUR + k]]
    left += s[PATIENTS]
    score += t.time_points * (s[TIME] // t.time_per)
    measures = np.zeros(9, np.int32)  # in the order of tables.MEASURES
    measures[0], measures[1], measures[2], measures[3] = s[TIME], s[DOCTORS], top, s[TREATED]
    measures[4], measures[5], measures[6] = buildings, not_white, s[DOCTORS] + s[NURSES] + s[ORDERLIES]
    measures[7], measures[8] = gardens, s[DEATHS] + left
    missed = max(0, t.at_least - measures[t.goal]) + max(0, measures[t.goal] - t.at_most)
    value = score + t.time_points * (s[TIME] % t.time_per) / t.time_per + 0.03 * min(s[MONEY], 20)
    value -= goal_weight * SHORTFALL * missed
    return float(score) if goal_weight == 0.0 or missed == 0 else score - 1000.0 * missed, value
