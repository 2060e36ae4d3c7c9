"""A whole plan played to the end, and what it is worth."""

import numpy as np

from solvers.clinic_solo.flat import (
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
from solvers.clinic_solo.kernel.build import build, label_buildings, may_build, may_stand, on_display, put
from solvers.clinic_solo.kernel.care import business, everybody_moves
from solvers.clinic_solo.kernel.cars import park
from solvers.clinic_solo.kernel.chance import any_component, any_space, any_supply, any_wish
from solvers.clinic_solo.kernel.events import tell
from solvers.clinic_solo.kernel.genome import (
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
from solvers.clinic_solo.kernel.move import service_at
from solvers.clinic_solo.kernel.names import (
    ANY,
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
    SUPPLY,
    TREATMENT,
    WING,
)
from solvers.clinic_solo.kernel.people import (
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
from solvers.clinic_solo.kernel.places import SALTS, good_component, good_space, new_wing
from solvers.compiled import compiled

IMPOSSIBLE = -1_000_000.0
B_NURSE, B_ORDERLY, B_GARDEN, B_PATIENT, B_PARKING, B_COLOUR, B_MONEY = range(7)
MOST_PAIRS = 64
SHORTFALL = 30.0  # points for each unit a goal is missed by, when it is asked for


@compiled
def mark_wanted(w, g, slots, wanted):
    """The ground spaces on which a plan puts modules: cars keep clear of them."""
    for space in range(w.ground):
        wanted[space] = 0
    for slot in range(slots):
        first = SET_UP + slot * SLOT_LENGTH
        if g[first + ACTION] != BUILD:
            continue
        for k in range(2):
            code = g[first + CODE + k]
            if FIRST_MODULE * PLACES <= code < CONVEYORS and code // PLACES < 16 and code % PLACES < w.ground:
                wanted[code % PLACES] = 1
            at = g[first + SUPPLY_AT + k]
            if 0 <= at < w.ground:
                wanted[at] = 1


@compiled
def set_up(w, s, g, wanted, events):
    """3.5–3.12 from the choice of a bonus tile on; what does not fit is replaced by what a coin says, in `g`, too."""
    g[BONUS] %= w.offers
    number, what, amount, more = w.bonus[g[BONUS], 0], w.bonus[g[BONUS], 1], w.bonus[g[BONUS], 2], w.bonus[g[BONUS], 3]
    tell(events, E_BONUS, number, 0, 0, 0)
    if what == B_MONEY:
        s[MONEY] += amount
    if g[FIRST_ENTRANCE] < 0:
        g[FIRST_ENTRANCE] = np.random.randint(w.entrance_spaces)
    hub = w.entrance_target[g[FIRST_ENTRANCE]]
    put(w, s, w.hub_of[0], hub)
    tell(events, E_BUILD, w.hub_of[0], hub, 0, 0)
    s[ENTRANCE + g[FIRST_ENTRANCE]] = 1
    s[WAY_IN], s[WAYS_IN] = w.size + g[FIRST_ENTRANCE], 1
    tell(events, E_ENTRANCE, g[FIRST_ENTRANCE], 0, 0, 0)
    for turn in range(2):
        supply = (turn == 0) == (g[SUPPLY_FIRST] == 1)
        tile, gene = (SUPPLY, FIRST_SUPPLY) if supply else (TREATMENT, FIRST_TREATMENT)
        label = label_buildings(w, s)
        if g[gene] < 0 or not may_stand(w, s, label, tile, g[gene]):
            g[gene] = good_space(w, s, label, tile, np.random.randint(SALTS))
        put(w, s, tile, g[gene])
        tell(events, E_BUILD, tile, g[gene], 0, 0)
    place = w.size + g[FIRST_ENTRANCE]
    s[DOCTORS], s[DOCTOR_AT] = 1, place
    s[DOCTOR_COLOUR] = more % 4 if what == B_COLOUR else w.start_doctor
    if what == B_NURSE:
        s[NURSES], s[NURSE_AT] = 1, place
    elif what == B_ORDERLY:
        s[ORDERLIES], s[ORDERLY_AT] = 1, place
    elif what == B_PATIENT:
        s[WAITING + more] += 1
    if not fill_university(w, s) or not draw_patients(w, s, 0):
        return False
    if what in (B_GARDEN, B_PARKING):
        tile = GARDEN if what == B_GARDEN else PARKING
        label = label_buildings(w, s)
        if g[BONUS_PLACE] < 0 or not may_stand(w, s, label, tile, g[BONUS_PLACE]):
            g[BONUS_PLACE] = any_space(w, s, label, tile)
        built = BIG_PARKING if what == B_PARKING and amount != w.parking_places else tile
        put(w, s, built, g[BONUS_PLACE])
        tell(events, E_BUILD, built, g[BONUS_PLACE], 0, 0)
    people = 1 + (what == B_NURSE) + (what == B_ORDERLY) + (what == B_PATIENT)
    for _ in range(people):
        park(w, s, wanted, events)
    begin_round(w, s)
    return True


@compiled
def act(w, s, g, first, wanted, events):
    """4.2: the action of a slot as the plan has it, another one when its tiles are used up."""
    while s[TILES + g[first + ACTION]] <= 0 or (s[FORBIDDEN] >> g[first + ACTION]) & 1:
        g[first + ACTION] = (g[first + ACTION] + 1) % 3
    s[FORBIDDEN] = 0
    action = g[first + ACTION]
    s[TILES + action] -= 1
    tell(events, E_USE, action, 0, 0, 0)
    if action == BUILD:
        if g[first + CODE] == WING:
            g[first + CODE], g[first + CODE + 1] = new_wing(w, s)
            g[first + SUPPLY_AT], g[first + SUPPLY_AT + 1] = ANY, ANY
            label = label_buildings(w, s)
            if not may_build(w, s, label, g[first + CODE]) or not may_build(w, s, label, g[first + CODE + 1]):
                return  # not yet, with cars in the way
        for k in range(min(2, w.components)):
            label = label_buildings(w, s)
            if g[first + CODE + k] == ANY:
                g[first + CODE + k] = any_component(w, s, label)
            code = g[first + CODE + k]
            if code >= 0 and not may_build(w, s, label, code):
                what = min(code // PLACES, CONVEYORS // PLACES)
                fits = what >= ENTRANCES or on_display(w, s, what)
                code = good_component(w, s, label, what, code) if fits else NONE
                if may_build(w, s, label, code):
                    g[first + CODE + k] = code
            if not may_build(w, s, label, code):
                continue
            build(w, s, code, wanted, events)
            if code // PLACES == TREATMENT:
                _supply(w, s, g, first + SUPPLY_AT + k, code % PLACES, wanted, events)
    elif action == HIRE:
        if g[first + HIRE_DOCTOR]:
            hire(w, s, DOCTOR, wanted, events)
        if g[first + HIRE_HELPER] == 1:
            hire(w, s, NURSE, wanted, events)
        elif g[first + HIRE_HELPER] == 2:
            hire(w, s, ORDERLY, wanted, events)
    else:
        points = queue_points(w, s)
        for k in range(MOST_WISHES):
            wish = g[first + WISHES + k]
            if wish == NONE:
                continue
            if wish == ANY:
                wish = any_wish(w, s, points)
                g[first + WISHES + k] = wish
                if wish < 0:
                    continue
            loose = wish >= LOOSE
            service, colour = wish % LOOSE // 4, wish % 4
            if service >= w.services or not may_admit(w, s, service):
                continue
            row, position, cost = nearest(w, s, service, colour, points, loose)
            if cost <= points:
                fetch(s, row, position, service, events)
                admit(w, s, service, wanted, events)
                points -= cost


@compiled
def _supply(w, s, g, gene, space, wanted, events):
    """5.5: a supply room beside the treatment room just built."""
    label = label_buildings(w, s)
    if g[gene] == ANY:
        g[gene] = any_supply(w, s, label, space)
    at = g[gene]
    if at < 0 or not may_build(w, s, label, SUPPLY * PLACES + at):
        return
    for k in range(6):
        if w.neighbours[space, k] == at:
            build(w, s, SUPPLY * PLACES + at, wanted, events)
            return


@compiled
def begin(w, start, fresh, g, s, wanted, events):
    """The row at the start, after the set-up where that is still to be done; False where a draw is not known."""
    for k in range(LENGTH):
        s[k] = start[k]
    return not fresh or set_up(w, s, g, wanted, events)


@compiled
def play_round(w, s, g, wanted, pairs, events):
    """What is left of a round, up to the next one or the end of the game; False where a draw is not known."""
    number = s[ROUND]
    if not s[MOVE_DUE]:
        while True:
            slot = (number - 1) * w.slots + s[SLOT] - 1
            act(w, s, g, SET_UP + slot * SLOT_LENGTH, wanted, events)
            if not draw_patients(w, s, 1 + slot):
                # In the last round nobody needs to know who comes after the last Admit (13.2)
                return False
            if s[SLOT] == w.slots:
                break
            s[SLOT] += 1
    s[MOVE_DUE] = 0
    steering = g[STEERING + (number - 1) * STEERING_LENGTH : STEERING + number * STEERING_LENGTH]
    treated = everybody_moves(w, s, steering, events, pairs)
    business(w, s, pairs, treated, wanted, events)
    if number == w.rounds and not w.last_admin:
        return True
    if not admin(w, s, wanted, events):
        return False
    if number < w.rounds:
        begin_round(w, s)
    return True


@compiled
def play(w, start, fresh, g, s, events, goal_weight):
    """Play a plan from a row; its score as the referee will count it, and its worth for the search.

    What is chosen by a coin is written back into the plan.
    """
    if len(events):
        events[0, 0] = 0
    wanted = np.zeros(w.ground, np.int32)
    pairs = np.empty((MOST_PAIRS, 3), np.int32)
    mark_wanted(w, g, w.rounds * w.slots, wanted)
    if not begin(w, start, fresh, g, s, wanted, events):
        return IMPOSSIBLE, IMPOSSIBLE
    for _ in range(s[ROUND], w.rounds + 1):
        if not play_round(w, s, g, wanted, pairs, events):
            return IMPOSSIBLE, IMPOSSIBLE
    return final(w, s, goal_weight)


@compiled
def final(w, s, goal_weight):
    """Section 11, and for the search also what is nearly a point, and how far a goal is missed."""
    score = s[POPULARITY] + w.nurse_points * s[NURSES]
    for number in range(w.rounds):
        score += s[UNITS + number]
    not_white = 0
    for k in range(s[DOCTORS]):
        score += w.doctor_points[s[DOCTOR_COLOUR + k]]
        not_white += s[DOCTOR_COLOUR + k] > 0
    label = label_buildings(w, s)
    buildings, top, gardens = 0, 0, 0
    seen = np.zeros(w.size, np.int32)
    for space in range(w.size):
        gardens += s[GRID + space] == GARDEN
        if s[GRID + space] == TREATMENT and service_at(w, s, space) >= 0:
            floor = space // w.ground
            score += w.room_points[floor]
            top += floor == w.goal_floor
            buildings += seen[label[space]] == 0
            seen[label[space]] = 1
    score += w.building_points * max(0, buildings - 1)
    left = 0
    for row in range(w.services):
        for colour in range(4):
            score += w.patient_points[colour] * s[WAITING + 4 * row + colour]
            left += s[WAITING + 4 * row + colour]
    for k in range(s[PATIENTS]):
        score += w.patient_points[s[PATIENT_COLOUR + k]]
    left += s[PATIENTS]
    score += w.time_points * (s[TIME] // w.time_per)
    measures = np.zeros(9, np.int32)  # in the order of world.MEASURES
    measures[0], measures[1], measures[2], measures[3] = s[TIME], s[DOCTORS], top, s[TREATED]
    measures[4], measures[5], measures[6] = buildings, not_white, s[DOCTORS] + s[NURSES] + s[ORDERLIES]
    measures[7], measures[8] = gardens, s[DEATHS] + left
    missed = max(0, w.at_least - measures[w.goal]) + max(0, measures[w.goal] - w.at_most)
    worth = score + w.time_points * (s[TIME] % w.time_per) / w.time_per + 0.03 * min(s[MONEY], 20)
    worth -= goal_weight * SHORTFALL * missed
    return float(score) if goal_weight == 0.0 or missed == 0 else score - 1000.0 * missed, worth
