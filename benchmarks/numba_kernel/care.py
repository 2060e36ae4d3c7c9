"""Sections 8 and 9 over rows of numbers: who goes where, who is treated, and what is paid.

Treatments are chosen greedily, the most valuable first. A plan steers this by the value of keeping a
patient of a colour waiting, by the value of a nurse elsewhere, by who goes to the lab, and by some noise.
"""

import numpy as np

from benchmarks.numba_kernel.build import purse, spend
from benchmarks.numba_kernel.cars import depart
from benchmarks.numba_kernel.codes import (
    DOCTOR,
    E_BUY,
    E_MOVED,
    E_STEP,
    E_TREAT,
    E_TREATED,
    FIRST_MODULE,
    GARDEN,
    LAB,
    NURSE,
    OPERATING,
    ORDERLY,
    OUTPATIENT,
    PATIENT,
    TREATMENT,
    TRIAGE,
)
from benchmarks.numba_kernel.events import record
from benchmarks.numba_kernel.move import FAR, gardens_at, least_times, service_at, way_of, ways_in
from benchmarks.numba_kernel.noise import noise
from benchmarks.numba_kernel.state_encoding import (
    DOCTOR_AT,
    DOCTOR_COLOUR,
    DOCTOR_EVENT,
    DOCTORS,
    GRID,
    MONEY,
    MOST_SPACES,
    MOST_STAFF,
    MOST_WAYS_IN,
    NEWCOMER,
    NURSE_AT,
    NURSE_EVENT,
    NURSES,
    ORDERLIES,
    ORDERLY_AT,
    ORDERLY_EVENT,
    PATIENT_AT,
    PATIENT_COLOUR,
    PATIENTS,
    POPULARITY,
    ROUND,
    TIME,
    TREATED,
    UNITS,
    WAITING,
    WAYS_IN,
)
from solvers.core.compiled import compiled

MOST_ROOMS = 24
NOISE = 9  # dollars, at most
HOLD, LAB_COLOUR, NOISE_SEED, NURSE_VALUE = 0, 4, 5, 6  # a round's part of a plan
ANY_DOCTOR = 4


@compiled
def _noise(seed, patient, doctor, space):
    """From 0 to NOISE, the same for the same seed and treatment; none without a seed."""
    if seed == 0:
        return 0.0
    return noise(NOISE, seed * 7919 + patient * 104729 + doctor * 1299709 + space * 15485863)


@compiled
def _step(t, s, times, inward, events, who, colour, at, event, target):
    """8.1: one person of staff goes somewhere; the time."""
    place = s[at]
    if place == target:
        return 0
    time, origin = way_of(t, s, times, inward, place, target)
    if place >= NEWCOMER:
        if len(events) > 1:
            events[s[event], 3] = origin
        s[at] = origin
    record(events, E_STEP, who, colour, s[at], target)
    s[at] = target
    return time


@compiled
def everybody_moves(t, s, plan, events, pairs):
    """8, 9.1: everybody goes where the plan's wishes send them; the treatments, as rows of `pairs`."""
    times = np.empty((MOST_SPACES, MOST_SPACES), np.int32)
    inward = np.empty((MOST_WAYS_IN, MOST_SPACES), np.int32)
    least_times(t, s, times)
    ways_in(t, s, times, inward)
    outside = np.full(MOST_SPACES, FAR, np.int32)
    total = 0
    triage = False
    for module in range(t.size):
        if s[GRID + module] >= FIRST_MODULE:
            triage = triage or s[GRID + module] == TRIAGE
            for k in range(s[WAYS_IN]):
                outside[module] = min(outside[module], inward[k, module])
    # Rooms
    room = np.empty(MOST_ROOMS, np.int32)
    service = np.empty(MOST_ROOMS, np.int32)
    bonus = np.empty(MOST_ROOMS, np.int32)
    beds = np.empty(MOST_ROOMS, np.int32)
    chairs = np.empty(MOST_ROOMS, np.int32)
    rooms = 0
    for space in range(t.size):
        tile = s[GRID + space]
        if tile in (TREATMENT, OPERATING, OUTPATIENT):
            row = service_at(t, s, space)
            if (row < 0 and tile != OUTPATIENT) or rooms == MOST_ROOMS:
                continue
            room[rooms], service[rooms] = space, row
            bonus[rooms] = gardens_at(t, s, space) * t.garden_pay if tile == TREATMENT else 0
            beds[rooms], chairs[rooms] = t.capacity[tile, PATIENT], t.capacity[tile, DOCTOR]
            for k in range(s[PATIENTS]):
                if s[PATIENT_AT + k] == space:
                    beds[rooms] -= 1
            rooms += 1
    doctors, nurses = s[DOCTORS], s[NURSES]
    doctor_to = np.full(MOST_STAFF, -1, np.int32)
    nurse_to = np.full(MOST_STAFF, -1, np.int32)
    in_space = np.zeros(MOST_SPACES, np.int32)  # doctors sent to a space
    roomed_done = np.zeros(s[PATIENTS] + 1, np.int32)
    # How far everybody is from each room
    doctor_walk = np.empty((MOST_STAFF, MOST_ROOMS), np.int32)
    nurse_walk = np.empty((MOST_STAFF, MOST_ROOMS), np.int32)
    for r in range(rooms):
        for k in range(doctors):
            doctor_walk[k, r] = way_of(t, s, times, inward, s[DOCTOR_AT + k], room[r])[0]
        for k in range(nurses):
            nurse_walk[k, r] = way_of(t, s, times, inward, s[NURSE_AT + k], room[r])[0]
    # The lab first
    if plan[LAB_COLOUR] >= 0:
        for space in range(t.size):
            if s[GRID + space] == LAB:
                best, chosen = FAR, -1
                for k in range(doctors):
                    if plan[LAB_COLOUR] == ANY_DOCTOR or s[DOCTOR_COLOUR + k] == plan[LAB_COLOUR]:
                        time = way_of(t, s, times, inward, s[DOCTOR_AT + k], space)[0]
                        if time < best:
                            best, chosen = time, k
                if chosen >= 0:
                    doctor_to[chosen] = space
                    in_space[space] += 1
    # Treatments, one by one
    treated = 0
    near = np.empty(MOST_STAFF, np.int32)
    here = np.empty(4, np.int32)
    while True:
        best_value = 0.0
        best_room, best_doctor, best_colour, best_roomed = -1, -1, -1, -1
        for r in range(rooms):
            space = room[r]
            tile = s[GRID + space]
            if chairs[r] <= 0 or in_space[space] >= t.capacity[tile, DOCTOR]:
                continue
            # How far the nurses are who are still free, nearest first
            free = 0
            for k in range(nurses):
                if nurse_to[k] < 0:
                    time = nurse_walk[k, r]
                    at = free
                    while at > 0 and near[at - 1] > time:
                        near[at] = near[at - 1]
                        at -= 1
                    near[at] = time
                    free += 1
            for colour in range(4):  # a patient who lies here already, or one who waits
                here[colour] = -2
                for k in range(s[PATIENTS]):
                    if s[PATIENT_AT + k] == space and s[PATIENT_COLOUR + k] == colour and roomed_done[k] == 0:
                        here[colour] = k
                if here[colour] < 0 and beds[r] > 0:
                    if tile == OUTPATIENT:
                        for row in range(t.services):
                            if s[WAITING + 4 * row + colour] > 0:
                                here[colour] = -1
                    elif s[WAITING + 4 * service[r] + colour] > 0:
                        here[colour] = -1
            for d in range(doctors):
                if doctor_to[d] >= 0:
                    continue
                shade = s[DOCTOR_COLOUR + d]
                alike = False
                for other in range(d):
                    same = s[DOCTOR_COLOUR + other] == shade and s[DOCTOR_AT + other] == s[DOCTOR_AT + d]
                    alike = alike or (same and doctor_to[other] < 0)
                if alike:
                    continue
                walk = doctor_walk[d, r]
                if walk >= FAR:
                    continue
                for colour in range(4):
                    roomed = here[colour]
                    if roomed == -2:
                        continue
                    needed = t.nurses_needed[tile, shade, colour]
                    if tile == OUTPATIENT:
                        value = float(t.outpatient_pay)
                    else:
                        value = float(t.pay[colour] + bonus[r])
                        if tile == OPERATING:
                            value -= t.operating_upkeep
                    if needed > free:
                        continue
                    value -= plan[HOLD + colour] + walk + plan[NURSE_VALUE] * needed
                    for k in range(needed):
                        value -= near[k]
                    if roomed < 0:
                        value -= t.to_outpatient if tile == OUTPATIENT else outside[space]
                    value += _noise(plan[NOISE_SEED], colour, shade, space)
                    if value > best_value:
                        best_value = value
                        best_room, best_doctor, best_colour, best_roomed = r, d, colour, roomed
        if best_room < 0:
            break
        space = room[best_room]
        tile = s[GRID + space]
        if best_roomed >= 0:
            roomed_done[best_roomed] = 1
        else:
            row = service[best_room]
            if tile == OUTPATIENT:
                for other in range(t.services):
                    if s[WAITING + 4 * other + best_colour] > 0:
                        row = other
            s[WAITING + 4 * row + best_colour] -= 1
            total += t.to_outpatient if tile == OUTPATIENT else outside[space]
            record(events, E_STEP, PATIENT, best_colour, row, space)
        shade = s[DOCTOR_COLOUR + best_doctor]
        for _ in range(t.nurses_needed[tile, shade, best_colour]):
            nearest, chosen = FAR, -1
            for k in range(nurses):
                if nurse_to[k] < 0 and nurse_walk[k, best_room] < nearest:
                    nearest, chosen = nurse_walk[k, best_room], k
            nurse_to[chosen] = space
        doctor_to[best_doctor] = space
        in_space[space] += 1
        chairs[best_room] -= 1
        beds[best_room] -= best_roomed < 0
        pairs[treated, 0], pairs[treated, 1], pairs[treated, 2] = space, best_colour, shade
        treated += 1
    # Those without a task stay where they may, the others go to the nearest place that takes them
    for turn in range(2):
        for k in range(doctors):
            if doctor_to[k] >= 0:
                continue
            place = s[DOCTOR_AT + k]
            if turn == 0:
                stays = place < t.size and s[GRID + place] >= FIRST_MODULE
                if stays and in_space[place] < t.capacity[s[GRID + place], DOCTOR]:
                    doctor_to[k] = place
                    in_space[place] += 1
                continue
            best, chosen = FAR, -1
            for module in range(t.size):
                tile = s[GRID + module]
                if tile >= FIRST_MODULE and tile != LAB and in_space[module] < t.capacity[tile, DOCTOR]:
                    time = way_of(t, s, times, inward, place, module)[0]
                    if time < best:
                        best, chosen = time, module
            doctor_to[k] = chosen
            in_space[chosen] += 1
    for k in range(nurses):
        place = s[NURSE_AT + k]
        if nurse_to[k] >= 0:
            continue
        if place < t.size and s[GRID + place] >= FIRST_MODULE:
            nurse_to[k] = place
            continue
        best, chosen = FAR, -1
        for module in range(t.size):
            tile = s[GRID + module]
            if tile >= FIRST_MODULE and t.capacity[tile, NURSE] > 0:
                time = way_of(t, s, times, inward, place, module)[0]
                if time < best:
                    best, chosen = time, module
        nurse_to[k] = chosen
    for k in range(doctors):
        total += _step(
            t, s, times, inward, events, DOCTOR, s[DOCTOR_COLOUR + k], DOCTOR_AT + k, DOCTOR_EVENT + k, doctor_to[k]
        )
    for k in range(nurses):
        total += _step(t, s, times, inward, events, NURSE, -1, NURSE_AT + k, NURSE_EVENT + k, nurse_to[k])
    total += _orderlies(t, s, times, inward, events)
    if triage:
        total = max(0, total + t.triage)
    s[TIME] += total
    record(events, E_MOVED, 0, 0, 0, 0)
    # Care
    staying = 0
    for k in range(s[PATIENTS]):
        if roomed_done[k] == 0:
            s[PATIENT_AT + staying], s[PATIENT_COLOUR + staying] = s[PATIENT_AT + k], s[PATIENT_COLOUR + k]
            staying += 1
    s[PATIENTS] = staying
    return treated


@compiled
def _orderlies(t, s, times, inward, events):
    """8.5, 8.6: newcomers into the nearest supply rooms without an orderly."""
    total = 0
    there = np.zeros(MOST_SPACES, np.int32)
    for k in range(s[ORDERLIES]):
        if s[ORDERLY_AT + k] < t.size:
            there[s[ORDERLY_AT + k]] += 1
    for k in range(s[ORDERLIES]):
        place = s[ORDERLY_AT + k]
        if place < t.size and s[GRID + place] >= FIRST_MODULE:
            continue
        best, chosen = FAR, -1
        for module in range(t.size):
            tile = s[GRID + module]
            if tile >= FIRST_MODULE and there[module] < t.capacity[tile, ORDERLY]:
                time = way_of(t, s, times, inward, place, module)[0]
                if time < best:
                    best, chosen = time, module
        there[chosen] += 1
        total += _step(t, s, times, inward, events, ORDERLY, -1, ORDERLY_AT + k, ORDERLY_EVENT + k, chosen)
    return total


@compiled
def business(t, s, pairs, treated, reserved, events):
    """9.1–9.5: the treated go home, expenses are paid, and all that is left buys popularity, to be turned back."""
    income, operated = 0, 0
    for k in range(treated):
        space, colour, shade = pairs[k, 0], pairs[k, 1], pairs[k, 2]
        tile = s[GRID + space]
        if tile == OUTPATIENT:
            income += t.outpatient_pay
        else:
            income += t.pay[colour]
            if tile == TREATMENT:
                income += t.garden_pay * gardens_at(t, s, space)
            else:
                operated += 1
        record(events, E_TREAT, space, colour, shade, 0)
    s[TREATED] += treated
    record(events, E_TREATED, 0, 0, 0, 0)
    for _ in range(treated):
        depart(t, s, reserved, events)
    owed = t.nurse_salary * s[NURSES] + t.orderly_salary * s[ORDERLIES]
    for k in range(s[DOCTORS]):
        owed += t.doctor_salary[s[DOCTOR_COLOUR + k]]
    upkeep = t.operating_upkeep * operated - t.orderly_saves * s[ORDERLIES]
    for space in range(t.size):
        tile = s[GRID + space]
        if tile >= FIRST_MODULE:
            upkeep += t.module_upkeep
        elif tile == GARDEN:
            upkeep += t.garden_upkeep
    owed += max(0, upkeep)
    paid = min(owed, income)
    income -= paid
    owed -= paid
    paid = min(owed, purse(t, s))
    spend(t, s, paid)
    owed -= paid
    s[POPULARITY] -= min(owed * t.popularity_per_dollar, max(0, s[POPULARITY]))
    points = income // t.popularity_price
    s[UNITS + s[ROUND] - 1] += points
    s[MONEY] += income - points * t.popularity_price
    record(events, E_BUY, s[ROUND], 0, 0, 0)
