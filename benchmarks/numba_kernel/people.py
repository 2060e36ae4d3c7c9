"""Sections 6, 7 and 10 over rows of numbers: hiring, the notepad, draws, and the end of a round."""

from benchmarks.numba_kernel.build import purse, spend
from benchmarks.numba_kernel.cars import depart, has_place, park
from benchmarks.numba_kernel.codes import (
    DOCTOR,
    DOWN,
    E_ADMIT,
    E_HIRE,
    E_QUEUE,
    HELIPAD,
    LAB,
    NURSE,
    ORDERLY,
    RED,
    RIGHT,
    SUPPLY,
    UP,
)
from benchmarks.numba_kernel.events import record
from benchmarks.numba_kernel.state_encoding import (
    BAG,
    DEATHS,
    DOCTOR_AT,
    DOCTOR_BAG,
    DOCTOR_COLOUR,
    DOCTOR_EVENT,
    DOCTORS,
    ENTRANCE,
    GRID,
    HUBS_BUILT,
    MOST_COLUMNS,
    MOST_STAFF,
    NEWCOMER,
    NOBODY,
    NURSE_AT,
    NURSE_EVENT,
    NURSES,
    NURSES_OFFERED,
    ORDERLIES,
    ORDERLIES_OFFERED,
    ORDERLY_AT,
    ORDERLY_EVENT,
    PATIENT_AT,
    PATIENT_COLOUR,
    PATIENTS,
    POPULARITY,
    ROUND,
    ROW_LENGTH,
    ROWS,
    SLOT,
    SPECIALS_BUILT,
    TILES,
    UNIVERSITY,
    WAITING,
    WAYS_IN,
)
from benchmarks.numba_kernel.tables import OPEN
from solvers.core.compiled import compiled


@compiled
def hire(t, s, who, reserved, events):
    """6.1: one of a kind if there is one, it can be paid and its car parked; True when it was hired."""
    if not has_place(t, s):
        return False
    place = NEWCOMER + s[WAYS_IN]
    if who == DOCTOR:
        colour = s[UNIVERSITY]
        if colour < 0 or s[DOCTORS] >= MOST_STAFF:
            return False
        dollars = t.colour_price[colour] if t.doctor_price < 0 else t.doctor_price
        if dollars > purse(t, s):
            return False
        spend(t, s, dollars)
        s[UNIVERSITY] = NOBODY
        at = s[DOCTORS]
        s[DOCTOR_AT + at], s[DOCTOR_COLOUR + at] = place, colour
        s[DOCTOR_EVENT + at] = record(events, E_HIRE, DOCTOR, colour, 0, 0)
        s[DOCTORS] += 1
    elif who == NURSE:
        offered = s[NURSES_OFFERED]
        if offered <= 0 or s[NURSES] >= MOST_STAFF or t.nurse_price[s[ROUND] - 1, offered] > purse(t, s):
            return False
        spend(t, s, t.nurse_price[s[ROUND] - 1, offered])
        s[NURSES_OFFERED] -= 1
        s[NURSE_AT + s[NURSES]] = place
        s[NURSE_EVENT + s[NURSES]] = record(events, E_HIRE, NURSE, -1, 0, 0)
        s[NURSES] += 1
    else:
        rooms = 0
        for space in range(t.size):
            if s[GRID + space] == SUPPLY:
                rooms += t.capacity[SUPPLY, ORDERLY]
        if s[ORDERLIES_OFFERED] <= 0 or s[ORDERLIES] >= rooms or t.orderly_price > purse(t, s):
            return False
        spend(t, s, t.orderly_price)
        s[ORDERLIES_OFFERED] -= 1
        s[ORDERLY_AT + s[ORDERLIES]] = place
        s[ORDERLY_EVENT + s[ORDERLIES]] = record(events, E_HIRE, ORDERLY, -1, 0, 0)
        s[ORDERLIES] += 1
    park(t, s, reserved, events)
    return True


# Section 7 ------------------------------------------------------------------------------------------------------------


@compiled
def queue_points(t, s):
    """7.1."""
    points = t.queue_base
    for entrance in range(t.entrance_spaces):
        points += t.queue_entrance * s[ENTRANCE + entrance]
    for space in range(t.ground, t.size):
        if s[GRID + space] == HELIPAD:
            points += t.queue_helipad
    return points


@compiled
def may_admit(t, s, service):
    """7.4, 7.5, but for the queue."""
    here = 0
    for colour in range(4):
        here += s[WAITING + 4 * service + colour]
    if here >= t.pre_admissions or not has_place(t, s):
        return False
    hubs = 0
    for space in range(t.size):
        hubs += s[GRID + space] == t.hub_of[service]
    return hubs > 0 or not t.admit_needs_hub


@compiled
def nearest(t, s, service, colour, points, loose):
    """The patient of a colour, or `loose` of one near to it, for whom the points do: row, position, cost.

    Among those of a colour it is the one with the lowest cost; the cost is too high when there is nobody at all.
    """
    best_row, best_position, best_cost, best_key = -1, -1, points + 1, 1_000_000
    for row in range(t.services):
        for position in range(s[ROW_LENGTH + row]):
            at, steps = position, 0
            other = row
            while other != service:
                other += 1 if service > other else -1
                at = min(at, s[ROW_LENGTH + other])
                steps += 1
            cost = (steps + at) * t.move_cost + t.admit_cost
            away = abs(s[ROWS + MOST_COLUMNS * row + position] - colour)
            if away and not loose:
                continue
            key = 1000 * away + cost
            if cost <= points and key < best_key:
                best_row, best_position, best_cost, best_key = row, position, cost, key
    return best_row, best_position, best_cost


@compiled
def fetch(s, row, position, service, events):
    """7.3: bring a patient to the front of a row, to the other row first, then to the right."""
    while row != service:
        other = row + 1 if service > row else row - 1
        record(events, E_QUEUE, row, position + 1, DOWN if other > row else UP, 0)
        here, there = ROWS + MOST_COLUMNS * row, ROWS + MOST_COLUMNS * other
        colour = s[here + position]
        if position < s[ROW_LENGTH + other]:
            s[here + position], s[there + position] = s[there + position], colour
        else:
            for k in range(position, s[ROW_LENGTH + row] - 1):
                s[here + k] = s[here + k + 1]
            s[ROW_LENGTH + row] -= 1
            position = s[ROW_LENGTH + other]
            s[there + position] = colour
            s[ROW_LENGTH + other] += 1
        row = other
    first = ROWS + MOST_COLUMNS * row
    while position > 0:
        if s[first + position] != s[first + position - 1]:
            record(events, E_QUEUE, row, position + 1, RIGHT, 0)
        s[first + position], s[first + position - 1] = s[first + position - 1], s[first + position]
        position -= 1


@compiled
def admit(t, s, service, reserved, events):
    """7.4: the first of a row into pre-admissions."""
    first = ROWS + MOST_COLUMNS * service
    s[WAITING + 4 * service + s[first]] += 1
    for k in range(s[ROW_LENGTH + service] - 1):
        s[first + k] = s[first + k + 1]
    s[ROW_LENGTH + service] -= 1
    record(events, E_ADMIT, service, 0, 0, 0)
    park(t, s, reserved, events)


@compiled
def _from_bag(s, bag, index):
    """The colour of the patient or doctor of a bag at an index, white ones first."""
    for colour in range(4):
        if index < s[bag + colour]:
            return colour
        index -= s[bag + colour]
    return -1


@compiled
def draw_patients(t, s, point):
    """7.6, 3.10: a patient for each row with an empty space; False where a draw is not known or cannot be."""
    for row in range(t.services):
        held = s[BAG] + s[BAG + 1] + s[BAG + 2] + s[BAG + 3]
        if held == 0 or s[ROW_LENGTH + row] >= t.columns:
            continue
        colour = t.patient_draw[point, row]
        if colour == OPEN:
            return False
        if colour < 0:
            colour = _from_bag(s, BAG, t.patient_index[point, row, held])
        if s[BAG + colour] == 0:
            return False
        s[BAG + colour] -= 1
        s[ROWS + MOST_COLUMNS * row + s[ROW_LENGTH + row]] = colour
        s[ROW_LENGTH + row] += 1
    return True


@compiled
def fill_university(t, s):
    """3.8, 10.3; False where the draw is not known or cannot be."""
    held = s[DOCTOR_BAG] + s[DOCTOR_BAG + 1] + s[DOCTOR_BAG + 2] + s[DOCTOR_BAG + 3]
    if s[UNIVERSITY] >= 0 or held == 0:
        return True
    colour = t.doctor_draw[held]
    if colour == OPEN:
        return False
    if colour < 0:
        colour = _from_bag(s, DOCTOR_BAG, t.doctor_index[held])
    if s[DOCTOR_BAG + colour] == 0:
        return False
    s[DOCTOR_BAG + colour] -= 1
    s[UNIVERSITY] = colour
    return True


# Section 10 -----------------------------------------------------------------------------------------------------------


@compiled
def admin(t, s, reserved, events):
    """10.2–10.7; False where a draw is not known or cannot be."""
    for row in range(t.services):
        first = ROWS + MOST_COLUMNS * row
        if s[ROW_LENGTH + row] > 0:
            s[BAG + s[first]] += 1
            for k in range(s[ROW_LENGTH + row] - 1):
                s[first + k] = s[first + k + 1]
            s[ROW_LENGTH + row] -= 1
    if s[UNIVERSITY] >= 0:
        s[UNIVERSITY] = t.colour_at_university[s[UNIVERSITY]]
    if not fill_university(t, s):
        return False
    s[NURSES_OFFERED] = 0
    for k in range(s[DOCTORS]):
        colour = s[DOCTOR_COLOUR + k]
        if s[GRID + s[DOCTOR_AT + k]] == LAB:
            s[DOCTOR_COLOUR + k] = t.colour_after_lab[colour]
            s[POPULARITY] += t.lab_popularity
        else:
            s[DOCTOR_COLOUR + k] = t.colour_after_round[colour]
    dead = 0
    for row in range(t.services):
        first = WAITING + 4 * row
        dead += s[first + RED]
        for colour in range(RED, 0, -1):
            s[first + colour] = s[first + colour - 1]
        s[first] = 0
    staying = 0
    for k in range(s[PATIENTS]):
        if s[PATIENT_COLOUR + k] == RED:
            dead += 1
        else:
            s[PATIENT_AT + staying], s[PATIENT_COLOUR + staying] = s[PATIENT_AT + k], s[PATIENT_COLOUR + k] + 1
            staying += 1
    s[PATIENTS] = staying
    s[POPULARITY] += t.death * dead
    s[DEATHS] += dead
    for _ in range(dead):
        depart(t, s, reserved, events)
    return True


@compiled
def begin_round(t, s):
    """10.1, 10.4, 10.8."""
    s[ROUND] += 1
    s[SLOT] = 1
    for k in range(3):
        s[TILES + k] = t.tiles_per_action
    s[NURSES_OFFERED] = t.nurses[s[ROUND] - 1]
    for service in range(t.services):
        s[HUBS_BUILT + service] = 0
    s[SPECIALS_BUILT] = 0
