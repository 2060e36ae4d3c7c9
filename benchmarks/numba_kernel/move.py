"""Section 8 over rows of numbers: ways, least times, and rooms."""

import numpy as np

from benchmarks.numba_kernel.codes import FIRST_HUB, FIRST_MODULE, GARDEN, HELIPAD, OPERATING, SUPPLY_KIND, TREATMENT
from benchmarks.numba_kernel.state_encoding import (
    GRID,
    MOST_WAYS_IN,
    NEWCOMER,
    STOP,
    WAY_IN,
    WAYS_IN,
)
from solvers.core.compiled import compiled

FAR = 10_000
GROUND, NOT_WEST, NOT_EAST, NOT_NORTH, NOT_SOUTH = range(5)  # words of Tables.bits


@compiled
def least_times(t, s, times):
    """8.1: from every walkable space to every module, on foot and by conveyor; FAR where no way leads.

    Spaces are bits of a word, so that all spaces at the same distance take their next step together.
    """
    one = np.uint64(1)
    modules, stops = np.uint64(0), np.uint64(0)
    for space in range(t.size):
        if s[GRID + space] >= FIRST_MODULE:
            modules |= one << np.uint64(space)
            if s[STOP + space]:
                stops |= one << np.uint64(space)
    walkable = modules | t.bits[GROUND]
    row, storey = np.uint64(t.board_columns), np.uint64(t.ground)
    for start in range(t.size):
        if s[GRID + start] < FIRST_MODULE:
            continue
        for space in range(t.size):
            times[start, space] = FAR
        seen = one << np.uint64(start)
        edge = seen
        distance = 0
        while edge:
            if edge & stops:  # all stops are as near as one
                edge |= stops & ~seen
                seen |= edge
            for space in range(t.size):
                if (edge >> np.uint64(space)) & one:
                    times[start, space] = distance
            beside = ((edge & t.bits[NOT_EAST]) << one) | ((edge & t.bits[NOT_WEST]) >> one)
            beside |= ((edge & t.bits[NOT_SOUTH]) << row) | ((edge & t.bits[NOT_NORTH]) >> row)
            inside = edge & modules
            edge = ((beside & walkable) | (((inside << storey) | (inside >> storey)) & modules)) & ~seen
            seen |= edge
            distance += t.adjacent


@compiled
def ways_in(t, s, times, inward):
    """8.1: from each way in to every module, and in the row after the last the least of all of them so far."""
    for k in range(s[WAYS_IN]):
        place = s[WAY_IN + k]
        for module in range(t.size):
            inward[k, module] = FAR
            if s[GRID + module] < FIRST_MODULE:
                continue
            if place >= t.size:
                inward[k, module] = t.enter + times[module, t.entrance_target[place - t.size]]
            else:
                inward[k, module] = from_helipad(t, s, times, place, module)


@compiled
def from_helipad(t, s, times, place, module):
    """8.1: onto a module beside or below."""
    best = FAR
    for k in range(6):
        other = t.neighbours[place, k]
        if other < 0:
            break
        if s[GRID + other] >= FIRST_MODULE and other <= place // t.ground * t.ground + t.ground - 1:
            best = min(best, t.enter + times[module, other])
    return best


@compiled
def way_of(t, s, times, inward, place, module):
    """The least time from a place to a module and, for newcomers, the place where they stand to have it so."""
    if place >= NEWCOMER:
        best, at = FAR, 0
        for k in range(min(place - NEWCOMER, MOST_WAYS_IN)):
            if inward[k, module] < best:
                best, at = inward[k, module], k
        return best, s[WAY_IN + at]
    if place >= t.size:
        return t.enter + times[module, t.entrance_target[place - t.size]], place
    if s[GRID + place] == HELIPAD:
        return from_helipad(t, s, times, place, module), place
    return times[module, place], place


@compiled
def service_at(t, s, space):
    """5.5, 5.7: the row that a treatment or operating room works for, -1 when it does not."""
    tile = s[GRID + space]
    if tile != TREATMENT and tile != OPERATING:
        return -1
    hub = -1
    for k in range(4):
        other = t.beside[space, k]
        if other < 0:
            break
        if s[GRID + other] >= FIRST_HUB:
            hub = s[GRID + other]
            break
    if hub < 0:
        return -1
    if tile == TREATMENT:
        supplied = False
        for k in range(6):
            other = t.neighbours[space, k]
            if other < 0:
                break
            there = s[GRID + other]
            if there >= FIRST_MODULE and t.kind[there] == SUPPLY_KIND:
                supplied = True
        if not supplied:
            return -1
    for service in range(t.services):
        if t.hub_of[service] == hub:
            return service
    return -1


@compiled
def gardens_at(t, s, space):
    """9.2."""
    gardens = 0
    for k in range(6):
        other = t.neighbours[space, k]
        if other < 0:
            break
        if s[GRID + other] == GARDEN:
            gardens += 1
    return gardens
