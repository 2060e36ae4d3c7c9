"""Cars: where one parks, which one leaves. A car keeps clear of the ground spaces that are to be built on."""

from benchmarks.numba_kernel.codes import BIG_PARKING, E_DEPART, E_PARK, E_REPARK, EMPTY, FIRST_MODULE, PARKING
from benchmarks.numba_kernel.events import record
from benchmarks.numba_kernel.state_encoding import CAR_AT, CARS, GRID
from solvers.core.compiled import compiled


@compiled
def room_at(t, s, spot):
    """6.5: places of a spot, taken or not."""
    if spot >= t.borders:
        tile = s[GRID + spot - t.borders]
        if tile == PARKING:
            return t.parking_places
        return t.upgrade_places if tile == BIG_PARKING else 0
    for side in range(2):
        space = t.touching[spot, side]
        if space >= 0 and s[GRID + space] >= FIRST_MODULE:
            return 0
    return 1


@compiled
def nuisance(t, s, reserved, spot):
    """How much a car at a spot is in the way of modules to come."""
    if spot >= t.borders:
        return 0
    trouble = 0
    for side in range(2):
        space = t.touching[spot, side]
        if space >= 0 and s[GRID + space] == EMPTY:
            trouble += 1 + 100 * reserved[space]
    return trouble


@compiled
def has_place(t, s):
    free = 0
    for spot in range(t.spots):
        free += s[CAR_AT + spot] < room_at(t, s, spot)
    return free > 0


@compiled
def park(t, s, reserved, events):
    """6.5: the newcomer's car where it is least in the way; False when there is no place."""
    best, least = -1, 1_000_000
    for spot in range(t.spots):
        if s[CAR_AT + spot] < room_at(t, s, spot):
            trouble = nuisance(t, s, reserved, spot)
            if trouble < least:
                best, least = spot, trouble
    if best < 0:
        return False
    s[CAR_AT + best] += 1
    s[CARS] += 1
    record(events, E_PARK, best, 0, 0, 0)
    return True


@compiled
def depart(t, s, reserved, events):
    """6.5: the car that is most in the way leaves."""
    best = worst_car(t, s, reserved, -1)
    s[CAR_AT + best] -= 1
    s[CARS] -= 1
    record(events, E_DEPART, best, 0, 0, 0)


@compiled
def worst_car(t, s, reserved, but):
    best, most = -1, -1
    for spot in range(t.spots):
        if spot != but and s[CAR_AT + spot] > 0:
            trouble = nuisance(t, s, reserved, spot)
            if trouble > most:
                best, most = spot, trouble
    return best


@compiled
def repark(t, s, reserved, lot, events):
    """5.12: cars that are in the way of modules to come move onto the tile, as far as there is room."""
    while s[CAR_AT + lot] < room_at(t, s, lot):
        spot = worst_car(t, s, reserved, lot)
        if spot < 0 or nuisance(t, s, reserved, spot) < 100:
            return
        s[CAR_AT + spot] -= 1
        s[CAR_AT + lot] += 1
        record(events, E_REPARK, spot, 0, 0, 0)
