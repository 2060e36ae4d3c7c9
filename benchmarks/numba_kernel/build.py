"""Section 5 over rows of numbers: what may be built where, and building it."""

import numpy as np

from benchmarks.numba_kernel.cars import repark
from benchmarks.numba_kernel.codes import (
    BIG_PARKING,
    CONVEYORS,
    E_BUILD,
    E_CONVEYOR,
    E_ENTRANCE,
    E_UPGRADE,
    EMPTY,
    ENTRANCES,
    FIRST_HUB,
    FIRST_MODULE,
    GARDEN,
    HELIPAD,
    HUB_KIND,
    OPERATING,
    PARKING,
    PLACES,
    TRIAGE,
    UPGRADES,
)
from benchmarks.numba_kernel.events import record
from benchmarks.numba_kernel.state_encoding import (
    CAR_AT,
    ENTRANCE,
    GRID,
    HUBS_BUILT,
    MONEY,
    MOST_SPACES,
    SPECIALS,
    SPECIALS_BUILT,
    STOP,
    STOPS,
    UNITS,
    WAY_IN,
    WAYS_IN,
)
from solvers.core.compiled import compiled


@compiled
def label_buildings(t, s):
    """2.3: for each space the building of its module, -1 without one."""
    size = t.size
    label = np.full(MOST_SPACES, -1, np.int32)
    stack = np.empty(MOST_SPACES, np.int32)
    for start in range(size):
        if s[GRID + start] < FIRST_MODULE or label[start] >= 0:
            continue
        label[start] = start
        stack[0] = start
        depth = 1
        while depth:
            depth -= 1
            space = stack[depth]
            for k in range(6):
                other = t.neighbours[space, k]
                if other < 0:
                    break
                if s[GRID + other] >= FIRST_MODULE and label[other] < 0:
                    label[other] = start
                    stack[depth] = other
                    depth += 1
    return label


@compiled
def on_display(t, s, tile):
    """1.3, 3.3, 5.4, 5.7."""
    used = 0
    for space in range(t.size):
        there = s[GRID + space]
        if there == tile or (tile == PARKING and there == BIG_PARKING):
            used += 1
    if OPERATING <= tile <= TRIAGE:
        drawn = (s[SPECIALS] >> tile) & 1
        return s[SPECIALS_BUILT] < t.specials_per_round and drawn == 1 and used < t.special_copies
    if tile >= FIRST_HUB:
        row = -1
        for service in range(t.services):
            if t.hub_of[service] == tile:
                row = service
        if row < 0 or s[HUBS_BUILT + row] >= t.hubs_per_round:
            return False
    return used < t.limit[tile]


@compiled
def may_stand(t, s, label, tile, space):
    """5.2, 5.4, 5.8, 5.9, 5.12: whether a tile may be put into a space; its price is another matter."""
    if s[GRID + space] != EMPTY:
        return False
    below = EMPTY if space < t.ground else s[GRID + space - t.ground]
    if tile == GARDEN:
        return space < t.ground or below == GARDEN
    if tile == HELIPAD:
        return space >= t.ground and below >= FIRST_MODULE
    if tile == PARKING:
        return space < t.ground
    floor = space // t.ground
    if floor >= t.floors or (floor > 0 and below < FIRST_MODULE):
        return False
    building = -1
    for k in range(6):
        other = t.neighbours[space, k]
        if other < 0:
            break
        there = s[GRID + other]
        if there >= FIRST_MODULE:
            if t.kind[there] == t.kind[tile]:
                return False
            if building >= 0 and label[other] != building:
                return False
            building = label[other]
    if floor == 0:
        for k in range(4):
            if s[CAR_AT + t.border_of[space, k]] > 0:
                return False
    if building < 0:
        return t.building_needs_hub == 0 or tile >= FIRST_HUB
    if t.kind[tile] == HUB_KIND:
        for other in range(floor * t.ground, (floor + 1) * t.ground):
            if s[GRID + other] >= FIRST_HUB and label[other] == building:
                return False
    return True


@compiled
def _apart(t, one, other):
    """In how many of column, row and floor two spaces differ."""
    g, c = t.ground, t.board_columns
    a, b = one % g, other % g
    return int(a % c != b % c) + int(a // c != b // c) + int(one // g != other // g)


@compiled
def stops_fit(t, s, one, other):
    """5.11: one more stop, or the first two."""
    if s[GRID + one] < FIRST_MODULE or s[STOP + one]:
        return False
    if s[STOPS] == 0:
        return other >= 0 and t.conveyors >= 2 and s[GRID + other] >= FIRST_MODULE and _apart(t, one, other) == 1
    if s[STOPS] >= t.conveyors:
        return False
    reached = 0
    for space in range(t.size):
        reached += s[STOP + space] and _apart(t, one, space) == 1
    return reached > 0


@compiled
def price(t, code):
    """5.3: of a component, -1 where it cannot be built on that floor."""
    if code >= CONVEYORS:
        return t.conveyor_cost
    what, where = code // PLACES, code % PLACES
    if what == ENTRANCES:
        return t.entrance_cost
    if what == UPGRADES:
        return t.upgrade_cost
    return t.cost[what, where // t.ground]


@compiled
def may_build(t, s, label, code):
    """5.1: whether a component may be built now and can be paid; bought popularity is not yet turned back."""
    if code < 0:
        return False
    dollars = price(t, code)
    if dollars < 0 or dollars > purse(t, s):
        return False
    if code >= CONVEYORS:
        one, other = (code - CONVEYORS) // PLACES, (code - CONVEYORS) % PLACES
        if s[STOPS] and s[STOP + one]:
            one = other
        return stops_fit(t, s, one, other)
    what, where = code // PLACES, code % PLACES
    if what == ENTRANCES:
        if where >= t.entrance_spaces:
            return False
        built = 0
        for entrance in range(t.entrance_spaces):
            built += s[ENTRANCE + entrance]
        return built < t.entrances and s[ENTRANCE + where] == 0 and s[GRID + t.entrance_target[where]] >= FIRST_MODULE
    if what == UPGRADES:
        return where < t.ground and s[GRID + where] == PARKING
    return on_display(t, s, what) and may_stand(t, s, label, what, where)


@compiled
def put(t, s, tile, space):
    """A tile into a space, and the round's limits noted."""
    s[GRID + space] = tile
    if tile >= FIRST_HUB:
        for service in range(t.services):
            if t.hub_of[service] == tile:
                s[HUBS_BUILT + service] += 1
    elif OPERATING <= tile <= TRIAGE:
        s[SPECIALS_BUILT] += 1
    elif tile == HELIPAD:
        s[WAY_IN + s[WAYS_IN]] = space
        s[WAYS_IN] += 1


@compiled
def build(t, s, code, reserved, events):
    """A legal component: pay and place it."""
    spend(t, s, price(t, code))
    if code >= CONVEYORS:
        one, other = (code - CONVEYORS) // PLACES, (code - CONVEYORS) % PLACES
        if s[STOPS]:
            if s[STOP + one]:
                one = other
            other = -1
        s[STOP + one] = 1
        s[STOPS] += 1
        if other >= 0:
            s[STOP + other] = 1
            s[STOPS] += 1
        record(events, E_CONVEYOR, one, other, 0, 0)
        return
    what, where = code // PLACES, code % PLACES
    if what == ENTRANCES:
        s[ENTRANCE + where] = 1
        s[WAY_IN + s[WAYS_IN]] = t.size + where
        s[WAYS_IN] += 1
        record(events, E_ENTRANCE, where, 0, 0, 0)
        return
    if what == UPGRADES:
        s[GRID + where] = BIG_PARKING
        record(events, E_UPGRADE, where, 0, 0, 0)
    else:
        put(t, s, what, where)
        record(events, E_BUILD, what, where, 0, 0)
    if what in (UPGRADES, PARKING):
        repark(t, s, reserved, t.borders + where, events)


# Money ----------------------------------------------------------------------------------------------------------------


@compiled
def purse(t, s):
    """Savings and what bought popularity could be turned back into."""
    units = 0
    for number in range(t.rounds):
        units += s[UNITS + number]
    return s[MONEY] + units * t.popularity_price


@compiled
def spend(t, s, dollars):
    """Pay from savings, turning back popularity, last bought first, where they do not do."""
    number = t.rounds - 1
    while s[MONEY] < dollars and number >= 0:
        if s[UNITS + number] > 0:
            s[UNITS + number] -= 1
            s[MONEY] += t.popularity_price
        else:
            number -= 1
    s[MONEY] -= dollars
