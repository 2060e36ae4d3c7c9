"""Cars: where one parks, which one leaves. A car keeps clear of the ground spaces that are to be built on."""

from solvers.clinic_solo.flat import CAR_AT, CARS, GRID
from solvers.clinic_solo.kernel.events import tell
from solvers.clinic_solo.kernel.names import BIG_PARKING, E_DEPART, E_PARK, E_REPARK, EMPTY, FIRST_MODULE, PARKING
from solvers.compiled import compiled


@compiled
def room_at(w, s, spot):
    """6.5: places of a spot, taken or not."""
    if spot >= w.borders:
        tile = s[GRID + spot - w.borders]
        if tile == PARKING:
            return w.parking_places
        return w.upgrade_places if tile == BIG_PARKING else 0
    for side in range(2):
        space = w.touching[spot, side]
        if space >= 0 and s[GRID + space] >= FIRST_MODULE:
            return 0
    return 1


@compiled
def nuisance(w, s, wanted, spot):
    """How much a car at a spot is in the way of modules to come."""
    if spot >= w.borders:
        return 0
    trouble = 0
    for side in range(2):
        space = w.touching[spot, side]
        if space >= 0 and s[GRID + space] == EMPTY:
            trouble += 1 + 100 * wanted[space]
    return trouble


@compiled
def has_place(w, s):
    free = 0
    for spot in range(w.spots):
        free += s[CAR_AT + spot] < room_at(w, s, spot)
    return free > 0


@compiled
def park(w, s, wanted, events):
    """6.5: the newcomer's car where it is least in the way; False when there is no place."""
    best, least = -1, 1_000_000
    for spot in range(w.spots):
        if s[CAR_AT + spot] < room_at(w, s, spot):
            trouble = nuisance(w, s, wanted, spot)
            if trouble < least:
                best, least = spot, trouble
    if best < 0:
        return False
    s[CAR_AT + best] += 1
    s[CARS] += 1
    tell(events, E_PARK, best, 0, 0, 0)
    return True


@compiled
def depart(w, s, wanted, events):
    """6.5: the car that is most in the way leaves."""
    best = worst_car(w, s, wanted, -1)
    s[CAR_AT + best] -= 1
    s[CARS] -= 1
    tell(events, E_DEPART, best, 0, 0, 0)


@compiled
def worst_car(w, s, wanted, but):
    best, most = -1, -1
    for spot in range(w.spots):
        if spot != but and s[CAR_AT + spot] > 0:
            trouble = nuisance(w, s, wanted, spot)
            if trouble > most:
                best, most = spot, trouble
    return best


@compiled
def repark(w, s, wanted, lot, events):
    """5.12: cars that are in the way of modules to come move onto the tile, as far as there is room."""
    while s[CAR_AT + lot] < room_at(w, s, lot):
        spot = worst_car(w, s, wanted, lot)
        if spot < 0 or nuisance(w, s, wanted, spot) < 100:
            return
        s[CAR_AT + spot] -= 1
        s[CAR_AT + lot] += 1
        tell(events, E_REPARK, spot, 0, 0, 0)
