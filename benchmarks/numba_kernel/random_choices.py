"""Random legal choices: how the search tries something new."""

import numpy as np

from benchmarks.numba_kernel.build import may_build, may_stand, on_display
from benchmarks.numba_kernel.codes import (
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
from benchmarks.numba_kernel.people import may_admit, nearest
from benchmarks.numba_kernel.placement import SEEDS, good_component
from benchmarks.numba_kernel.plan_encoding import LOOSE
from benchmarks.numba_kernel.state_encoding import GRID, MOST_COLUMNS, ROW_LENGTH, ROWS, STOP
from solvers.core.compiled import compiled

TRIES = 8
AT_EASE = 0.3  # of wishes take another colour where there is none of their own
GOOD = 0.5  # of components are put into good places, the others anywhere


@compiled
def random_space(t, s, label, tile):
    """A space where a tile may stand, -1 if there is none."""
    chosen, found = -1, 0
    for space in range(t.size):
        if may_stand(t, s, label, tile, space):
            found += 1
            if np.random.randint(found) == 0:
                chosen = space
    return chosen


@compiled
def random_supply(t, s, label, space):
    """A supply room beside a space, or none."""
    chosen, found = NONE, 0
    if np.random.random() < 0.2:
        return NONE
    for k in range(6):
        other = t.neighbours[space, k]
        if other < 0:
            break
        if may_build(t, s, label, SUPPLY * PLACES + other):
            found += 1
            if np.random.randint(found) == 0:
                chosen = other
    return chosen


@compiled
def random_component(t, s, label):
    """A kind of component, then a place for it."""
    for _ in range(TRIES):
        roll = np.random.randint(100)
        if roll < 22:
            what = TREATMENT
        elif roll < 38:
            what = t.hub_of[np.random.randint(t.services)]
        elif roll < 44:
            what = SUPPLY
        elif roll < 52:
            what = (OPERATING, OUTPATIENT, LAB, TRIAGE)[np.random.randint(4)]
        elif roll < 64:
            what = GARDEN
        elif roll < 70:
            what = HELIPAD
        elif roll < 76:
            what = PARKING
        elif roll < 86:
            what = ENTRANCES
        elif roll < 98:
            what = CONVEYORS // PLACES
        else:
            what = UPGRADES
        code = NONE
        if what >= ENTRANCES or on_display(t, s, what):
            if np.random.random() < GOOD:
                code = good_component(t, s, label, what, np.random.randint(SEEDS))
            elif what == ENTRANCES:
                code = ENTRANCES * PLACES + np.random.randint(t.entrance_spaces)
            elif what == CONVEYORS // PLACES:
                one, other = _random_module(t, s), _random_module(t, s)
                code = CONVEYORS + one * PLACES + other
            elif what < ENTRANCES:
                space = random_space(t, s, label, what)
                code = NONE if space < 0 else what * PLACES + space
        if code >= 0 and may_build(t, s, label, code):
            return code
    return NONE


@compiled
def _random_module(t, s):
    chosen, found = 0, 0
    for space in range(t.size):
        if s[GRID + space] >= FIRST_MODULE and not s[STOP + space]:
            found += 1
            if np.random.randint(found) == 0:
                chosen = space
    return chosen


@compiled
def random_wish(t, s, points):
    """A patient that can be admitted now, for a service that has a room more often than not."""
    for _ in range(TRIES):
        service = np.random.randint(t.services)
        row = np.random.randint(t.services)
        if s[ROW_LENGTH + row] == 0:
            continue
        colour = s[ROWS + MOST_COLUMNS * row + np.random.randint(s[ROW_LENGTH + row])]
        if may_admit(t, s, service) and nearest(t, s, service, colour, points, False)[2] <= points:
            return service * 4 + colour + LOOSE * (np.random.random() < AT_EASE)
    return NONE
