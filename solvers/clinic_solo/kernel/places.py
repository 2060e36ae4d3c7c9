"""Good places: where a component would do most of what it is built for, with a coin where little speaks for one.

A plan names a space for every component. When an earlier change of the plan makes that space impossible, the component
goes to a good place instead, so that what comes later still makes sense. Chance comes from a number, `salt`, so that a
plan played again does the same again.
"""

import numpy as np

from solvers.clinic_solo.flat import ENTRANCE, GRID, STOP, STOPS
from solvers.clinic_solo.kernel.build import may_stand, on_display, stops_fit
from solvers.clinic_solo.kernel.move import service_at
from solvers.clinic_solo.kernel.names import (
    CONVEYORS,
    EMPTY,
    ENTRANCES,
    FIRST_HUB,
    FIRST_MODULE,
    GARDEN,
    HELIPAD,
    NONE,
    OPERATING,
    PARKING,
    PLACES,
    SUPPLY,
    TREATMENT,
    UPGRADES,
)
from solvers.compiled import compiled

SALTS = 1 << 20
CHANCE = 3.0  # what a coin may add to the use of a place


@compiled
def _coin(salt, place):
    """From 0 to CHANCE, the same for the same salt and place."""
    mixed = np.uint32(salt * 7919 + place * 104729 + 12345)
    mixed = (mixed ^ (mixed >> np.uint32(13))) * np.uint32(2654435761)
    mixed = np.uint32(mixed) ^ (np.uint32(mixed) >> np.uint32(16))
    return CHANCE * (mixed & np.uint32(1023)) / 1023.0


@compiled
def _use(w, s, tile, space):
    """What speaks for a tile in a space, in numbers of about 0 to 10."""
    use = 0.0
    for k in range(6):
        other = w.neighbours[space, k]
        if other < 0:
            break
        there = s[GRID + other]
        level = other // w.ground == space // w.ground
        if tile == TREATMENT:  # 5.5, 9.2
            if there >= FIRST_HUB and level:
                use += 5.0 + w.room_points[space // w.ground] / 2  # 11.3
            elif there == SUPPLY:
                use += 4.0
            elif there == GARDEN:
                use += 2.0
        elif tile >= FIRST_HUB or tile == SUPPLY:
            if there == TREATMENT and (level or tile == SUPPLY):
                use += 4.0 if service_at(w, s, other) < 0 else 0.5
            elif there == EMPTY and level and tile >= FIRST_HUB:
                use += 1.0
        elif tile == GARDEN:  # 9.2
            if there == TREATMENT:
                use += 3.0
        elif tile == HELIPAD:  # 8.1
            if there == TREATMENT or there >= FIRST_HUB:
                use += 1.5
        elif tile == OPERATING:  # 5.7
            if there >= FIRST_HUB and level:
                use += 6.0
        elif tile == PARKING:
            use -= there == EMPTY
        elif there >= FIRST_MODULE:
            use += 1.0
    return use


@compiled
def good_space(w, s, label, tile, salt):
    """A space where a tile may stand and is of use, -1 if it may stand nowhere."""
    chosen, most = -1, -100.0
    for space in range(w.size):
        if may_stand(w, s, label, tile, space):
            use = _use(w, s, tile, space) + _coin(salt, space)
            if use > most:
                chosen, most = space, use
    return chosen


@compiled
def _is_apart(w, s, space):
    for k in range(6):
        other = w.neighbours[space, k]
        if other >= 0 and s[GRID + other] >= FIRST_MODULE:
            return False
    return True


@compiled
def new_wing(w, s):
    """11.4: a hub and a treatment room of a building of their own, as two components; NONE where there is no place.

    Cars do not matter yet: they will keep clear of the spaces once the plan wants them.
    """
    hub = w.hub_of[np.random.randint(w.services)]
    chosen, beside, found = NONE, NONE, 0
    if not on_display(w, s, hub):
        return chosen, beside
    for space in range(w.ground):
        if s[GRID + space] != EMPTY or not _is_apart(w, s, space):
            continue
        for k in range(4):
            other = w.beside[space, k]
            if other < 0:
                break
            if s[GRID + other] == EMPTY and _is_apart(w, s, other):
                found += 1
                if np.random.randint(found) == 0:
                    chosen, beside = hub * PLACES + space, TREATMENT * PLACES + other
    return chosen, beside


@compiled
def _worth_reaching(s, space):
    """How much it matters to be at a module quickly."""
    tile = s[GRID + space]
    return 4.0 if tile in (TREATMENT, OPERATING) else 2.0 if tile >= FIRST_HUB else 0.0


@compiled
def good_entrance(w, s, salt):
    """5.10: a free entrance space that leads where people have to be, as a component."""
    chosen, most = NONE, -100.0
    for entrance in range(w.entrance_spaces):
        target = w.entrance_target[entrance]
        if s[ENTRANCE + entrance] == 0 and s[GRID + target] >= FIRST_MODULE:
            use = _worth_reaching(s, target) + _coin(salt, entrance)
            if use > most:
                chosen, most = ENTRANCES * PLACES + entrance, use
    return chosen


@compiled
def good_stops(w, s, salt):
    """5.11: one more stop, or the first two, as a component."""
    chosen, most = NONE, -100.0
    for one in range(w.size):
        if s[GRID + one] < FIRST_MODULE or s[STOP + one]:
            continue
        if s[STOPS]:
            use = _worth_reaching(s, one) + _coin(salt, one)
            if use > most and stops_fit(w, s, one, -1):
                chosen, most = CONVEYORS + one * PLACES + one, use
            continue
        for other in range(one + 1, w.size):
            if s[GRID + other] >= FIRST_MODULE and stops_fit(w, s, one, other):
                use = _worth_reaching(s, one) + _worth_reaching(s, other) + _coin(salt, one * PLACES + other)
                if use > most:
                    chosen, most = CONVEYORS + one * PLACES + other, use
    return chosen


@compiled
def good_component(w, s, label, what, salt):
    """A component of a kind in a good place, NONE if there is no place for it."""
    if what == ENTRANCES:
        return good_entrance(w, s, salt)
    if what == CONVEYORS // PLACES:
        return good_stops(w, s, salt)
    if what == UPGRADES:
        for space in range(w.ground):
            if s[GRID + space] == PARKING:
                return UPGRADES * PLACES + space
        return NONE
    space = good_space(w, s, label, what, salt)
    return NONE if space < 0 else what * PLACES + space
