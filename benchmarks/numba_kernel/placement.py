"""Placement heuristic: where a component is most useful, with some noise to break ties.

A plan names a space for every component. When an earlier change of the plan makes that space impossible, the component
goes to a good place instead, so that what comes later still makes sense. The noise comes from a number, `seed`, so
that a plan played again does the same again.
"""

import numpy as np

from benchmarks.numba_kernel.build import may_stand, on_display, stops_fit
from benchmarks.numba_kernel.codes import (
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
from benchmarks.numba_kernel.move import service_at
from benchmarks.numba_kernel.noise import noise
from benchmarks.numba_kernel.state_encoding import ENTRANCE, GRID, STOP, STOPS
from solvers.core.compiled import compiled

SEEDS = 1 << 20
NOISE = 3.0  # the most it adds to the usefulness of a place


@compiled
def _noise(seed, place):
    """From 0 to NOISE, the same for the same seed and place."""
    return noise(NOISE, seed * 7919 + place * 104729 + 12345)


@compiled
def _usefulness(t, s, tile, space):
    """What speaks for a tile in a space, in numbers of about 0 to 10."""
    use = 0.0
    for k in range(6):
        other = t.neighbours[space, k]
        if other < 0:
            break
        there = s[GRID + other]
        level = other // t.ground == space // t.ground
        if tile == TREATMENT:  # 5.5, 9.2
            if there >= FIRST_HUB and level:
                use += 5.0 + t.room_points[space // t.ground] / 2  # 11.3
            elif there == SUPPLY:
                use += 4.0
            elif there == GARDEN:
                use += 2.0
        elif tile >= FIRST_HUB or tile == SUPPLY:
            if there == TREATMENT and (level or tile == SUPPLY):
                use += 4.0 if service_at(t, s, other) < 0 else 0.5
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
def good_space(t, s, label, tile, seed):
    """A space where a tile may stand and is of use, -1 if it may stand nowhere."""
    chosen, most = -1, -100.0
    for space in range(t.size):
        if may_stand(t, s, label, tile, space):
            use = _usefulness(t, s, tile, space) + _noise(seed, space)
            if use > most:
                chosen, most = space, use
    return chosen


@compiled
def _is_apart(t, s, space):
    for k in range(6):
        other = t.neighbours[space, k]
        if other >= 0 and s[GRID + other] >= FIRST_MODULE:
            return False
    return True


@compiled
def new_wing(t, s):
    """11.4: a hub and a treatment room of a building of their own, as two components; NONE where there is no place.

    Cars do not matter yet: they will keep clear of the spaces once the plan wants them.
    """
    hub = t.hub_of[np.random.randint(t.services)]
    chosen, beside, found = NONE, NONE, 0
    if not on_display(t, s, hub):
        return chosen, beside
    for space in range(t.ground):
        if s[GRID + space] != EMPTY or not _is_apart(t, s, space):
            continue
        for k in range(4):
            other = t.beside[space, k]
            if other < 0:
                break
            if s[GRID + other] == EMPTY and _is_apart(t, s, other):
                found += 1
                if np.random.randint(found) == 0:
                    chosen, beside = hub * PLACES + space, TREATMENT * PLACES + other
    return chosen, beside


@compiled
def _value_of_reaching(s, space):
    """How much it matters to be at a module quickly."""
    tile = s[GRID + space]
    return 4.0 if tile in (TREATMENT, OPERATING) else 2.0 if tile >= FIRST_HUB else 0.0


@compiled
def good_entrance(t, s, seed):
    """5.10: a free entrance space that leads where people have to be, as a component."""
    chosen, most = NONE, -100.0
    for entrance in range(t.entrance_spaces):
        target = t.entrance_target[entrance]
        if s[ENTRANCE + entrance] == 0 and s[GRID + target] >= FIRST_MODULE:
            use = _value_of_reaching(s, target) + _noise(seed, entrance)
            if use > most:
                chosen, most = ENTRANCES * PLACES + entrance, use
    return chosen


@compiled
def good_stops(t, s, seed):
    """5.11: one more stop, or the first two, as a component."""
    chosen, most = NONE, -100.0
    for one in range(t.size):
        if s[GRID + one] < FIRST_MODULE or s[STOP + one]:
            continue
        if s[STOPS]:
            use = _value_of_reaching(s, one) + _noise(seed, one)
            if use > most and stops_fit(t, s, one, -1):
                chosen, most = CONVEYORS + one * PLACES + one, use
            continue
        for other in range(one + 1, t.size):
            if s[GRID + other] >= FIRST_MODULE and stops_fit(t, s, one, other):
                use = _value_of_reaching(s, one) + _value_of_reaching(s, other) + _noise(seed, one * PLACES + other)
                if use > most:
                    chosen, most = CONVEYORS + one * PLACES + other, use
    return chosen


@compiled
def good_component(t, s, label, what, seed):
    """A component of a kind in a good place, NONE if there is no place for it."""
    if what == ENTRANCES:
        return good_entrance(t, s, seed)
    if what == CONVEYORS // PLACES:
        return good_stops(t, s, seed)
    if what == UPGRADES:
        for space in range(t.ground):
            if s[GRID + space] == PARKING:
                return UPGRADES * PLACES + space
        return NONE
    space = good_space(t, s, label, what, seed)
    return NONE if space < 0 else what * PLACES + space
