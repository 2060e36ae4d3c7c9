"""Choices by a coin among what is legal: how the search tries something new."""

import numpy as np

from solvers.clinic_solo.flat import GRID, MOST_COLUMNS, ROW_LENGTH, ROWS, STOP
from solvers.clinic_solo.kernel.build import may_build, may_stand, on_display
from solvers.clinic_solo.kernel.genome import LOOSE
from solvers.clinic_solo.kernel.names import (
    CONVEYORS,
    ENTRANCES,
    FIRST_MODULE,
    GARDEN,
    HELIPAD,
    LAB,
    NONE,
    OPERATING,
    OUTPATIENT,
    PARKING,
    PLACES,
    SUPPLY,
    TREATMENT,
    TRIAGE,
    UPGRADES,
)
from solvers.clinic_solo.kernel.people import may_admit, nearest
from solvers.clinic_solo.kernel.places import SALTS, good_component
from solvers.compiled import compiled

TRIES = 8
AT_EASE = 0.3  # of wishes take another colour where there is none of their own
GOOD = 0.5  # of components are put into good places, the others anywhere


@compiled
def any_space(w, s, label, tile):
    """A space where a tile may stand, -1 if there is none."""
    chosen, found = -1, 0
    for space in range(w.size):
        if may_stand(w, s, label, tile, space):
            found += 1
            if np.random.randint(found) == 0:
                chosen = space
    return chosen


@compiled
def any_supply(w, s, label, space):
    """A supply room beside a space, or none."""
    chosen, found = NONE, 0
    if np.random.random() < 0.2:
        return NONE
    for k in range(6):
        other = w.neighbours[space, k]
        if other < 0:
            break
        if may_build(w, s, label, SUPPLY * PLACES + other):
            found += 1
            if np.random.randint(found) == 0:
                chosen = other
    return chosen


@compiled
def any_component(w, s, label):
    """A kind of component, then a place for it."""
    for _ in range(TRIES):
        coin = np.random.randint(100)
        if coin < 22:
            what = TREATMENT
        elif coin < 38:
            what = w.hub_of[np.random.randint(w.services)]
        elif coin < 44:
            what = SUPPLY
        elif coin < 52:
            what = (OPERATING, OUTPATIENT, LAB, TRIAGE)[np.random.randint(4)]
        elif coin < 64:
            what = GARDEN
        elif coin < 70:
            what = HELIPAD
        elif coin < 76:
            what = PARKING
        elif coin < 86:
            what = ENTRANCES
        elif coin < 98:
            what = CONVEYORS // PLACES
        else:
            what = UPGRADES
        code = NONE
        if what >= ENTRANCES or on_display(w, s, what):
            if np.random.random() < GOOD:
                code = good_component(w, s, label, what, np.random.randint(SALTS))
            elif what == ENTRANCES:
                code = ENTRANCES * PLACES + np.random.randint(w.entrance_spaces)
            elif what == CONVEYORS // PLACES:
                one, other = _any_module(w, s), _any_module(w, s)
                code = CONVEYORS + one * PLACES + other
            elif what < ENTRANCES:
                space = any_space(w, s, label, what)
                code = NONE if space < 0 else what * PLACES + space
        if code >= 0 and may_build(w, s, label, code):
            return code
    return NONE


@compiled
def _any_module(w, s):
    chosen, found = 0, 0
    for space in range(w.size):
        if s[GRID + space] >= FIRST_MODULE and not s[STOP + space]:
            found += 1
            if np.random.randint(found) == 0:
                chosen = space
    return chosen


@compiled
def any_wish(w, s, points):
    """A patient that can be admitted now, for a service that has a room more often than not."""
    for _ in range(TRIES):
        service = np.random.randint(w.services)
        row = np.random.randint(w.services)
        if s[ROW_LENGTH + row] == 0:
            continue
        colour = s[ROWS + MOST_COLUMNS * row + np.random.randint(s[ROW_LENGTH + row])]
        if may_admit(w, s, service) and nearest(w, s, service, colour, points, False)[2] <= points:
            return service * 4 + colour + LOOSE * (np.random.random() < AT_EASE)
    return NONE
