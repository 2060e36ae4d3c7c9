"""Section 5 over rows of numbers: what may be built where, and building it."""

import numpy as np

from solvers.clinic_solo.flat import (
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
from solvers.clinic_solo.kernel.cars import repark
from solvers.clinic_solo.kernel.events import tell
from solvers.clinic_solo.kernel.names import (
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
from solvers.compiled import compiled


@compiled
def label_buildings(w, s):
    """2.3: for each space the building of its module, -1 without one."""
    size = w.size
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
                other = w.neighbours[space, k]
                if other < 0:
                    break
                if s[GRID + other] >= FIRST_MODULE and label[other] < 0:
                    label[other] = start
                    stack[depth] = other
                    depth += 1
    return label


@compiled
def on_display(w, s, tile):
    """1.3, 3.3, 5.4, 5.7."""
    used = 0
    for space in range(w.size):
        there = s[GRID + space]
        if there == tile or (tile == PARKING and there == BIG_PARKING):
            used += 1
    if OPERATING <= tile <= TRIAGE:
        drawn = (s[SPECIALS] >> tile) & 1
        return s[SPECIALS_BUILT] < w.specials_per_round and drawn == 1 and used < w.special_copies
    if tile >= FIRST_HUB:
        row = -1
        for service in range(w.services):
            if w.hub_of[service] == tile:
                row = service
        if row < 0 or s[HUBS_BUILT + row] >= w.hubs_per_round:
            return False
    return used < w.limit[tile]


@compiled
def may_stand(w, s, label, tile, space):
    """5.2, 5.4, 5.8, 5.9, 5.12: whether a tile may be put into a space; its price is another matter."""
    if s[GRID + space] != EMPTY:
        return False
    below = EMPTY if space < w.ground else s[GRID + space - w.ground]
    if tile == GARDEN:
        return space < w.ground or below == GARDEN
    if tile == HELIPAD:
        return space >= w.ground and below >= FIRST_MODULE
    if tile == PARKING:
        return space < w.ground
    floor = space // w.ground
    if floor >= w.floors or (floor > 0 and below < FIRST_MODULE):
        return False
    building = -1
    for k in range(6):
        other = w.neighbours[space, k]
        if other < 0:
            break
        there = s[GRID + other]
        if there >= FIRST_MODULE:
            if w.kind[there] == w.kind[tile]:
                return False
            if building >= 0 and label[other] != building:
                return False
            building = label[other]
    if floor == 0:
        for k in range(4):
            if s[CAR_AT + w.border_of[space, k]] > 0:
                return False
    if building < 0:
        return w.building_needs_hub == 0 or tile >= FIRST_HUB
    if w.kind[tile] == HUB_KIND:
        for other in range(floor * w.ground, (floor + 1) * w.ground):
            if s[GRID + other] >= FIRST_HUB and label[other] == building:
                return False
    return True


@compiled
def _apart(w, one, other):
    """In how many of column, row and floor two spaces differ."""
    g, c = w.ground, w.board_columns
    a, b = one % g, other % g
    return int(a % c != b % c) + int(a // c != b // c) + int(one // g != other // g)


@compiled
def stops_fit(w, s, one, other):
    """5.11: one more stop, or the first two."""
    if s[GRID + one] < FIRST_MODULE or s[STOP + one]:
        return False
    if s[STOPS] == 0:
        return other >= 0 and w.conveyors >= 2 and s[GRID + other] >= FIRST_MODULE and _apart(w, one, other) == 1
    if s[STOPS] >= w.conveyors:
        return False
    reached = 0
    for space in range(w.size):
        reached += s[STOP + space] and _apart(w, one, space) == 1
    return reached > 0


@compiled
def price(w, code):
    """5.3: of a component, -1 where it cannot be built on that floor."""
    if code >= CONVEYORS:
        return w.conveyor_cost
    what, where = code // PLACES, code % PLACES
    if what == ENTRANCES:
        return w.entrance_cost
    if what == UPGRADES:
        return w.upgrade_cost
    return w.cost[what, where // w.ground]


@compiled
def may_build(w, s, label, code):
    """5.1: whether a component may be built now and can be paid; bought popularity is not yet turned back."""
    if code < 0:
        return False
    dollars = price(w, code)
    if dollars < 0 or dollars > purse(w, s):
        return False
    if code >= CONVEYORS:
        one, other = (code - CONVEYORS) // PLACES, (code - CONVEYORS) % PLACES
        if s[STOPS] and s[STOP + one]:
            one = other
        return stops_fit(w, s, one, other)
    what, where = code // PLACES, code % PLACES
    if what == ENTRANCES:
        if where >= w.entrance_spaces:
            return False
        built = 0
        for entrance in range(w.entrance_spaces):
            built += s[ENTRANCE + entrance]
        return built < w.entrances and s[ENTRANCE + where] == 0 and s[GRID + w.entrance_target[where]] >= FIRST_MODULE
    if what == UPGRADES:
        return where < w.ground and s[GRID + where] == PARKING
    return on_display(w, s, what) and may_stand(w, s, label, what, where)


@compiled
def put(w, s, tile, space):
    """A tile into a space, and the round's limits noted."""
    s[GRID + space] = tile
    if tile >= FIRST_HUB:
        for service in range(w.services):
            if w.hub_of[service] == tile:
                s[HUBS_BUILT + service] += 1
    elif OPERATING <= tile <= TRIAGE:
        s[SPECIALS_BUILT] += 1
    elif tile == HELIPAD:
        s[WAY_IN + s[WAYS_IN]] = space
        s[WAYS_IN] += 1


@compiled
def build(w, s, code, wanted, events):
    """A legal component: pay and place it."""
    spend(w, s, price(w, code))
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
        tell(events, E_CONVEYOR, one, other, 0, 0)
        return
    what, where = code // PLACES, code % PLACES
    if what == ENTRANCES:
        s[ENTRANCE + where] = 1
        s[WAY_IN + s[WAYS_IN]] = w.size + where
        s[WAYS_IN] += 1
        tell(events, E_ENTRANCE, where, 0, 0, 0)
        return
    if what == UPGRADES:
        s[GRID + where] = BIG_PARKING
        tell(events, E_UPGRADE, where, 0, 0, 0)
    else:
        put(w, s, what, where)
        tell(events, E_BUILD, what, where, 0, 0)
    if what in (UPGRADES, PARKING):
        repark(w, s, wanted, w.borders + where, events)


# Money ----------------------------------------------------------------------------------------------------------------


@compiled
def purse(w, s):
    """Savings and what bought popularity could be turned back into."""
    units = 0
    for number in range(w.rounds):
        units += s[UNITS + number]
    return s[MONEY] + units * w.popularity_price


@compiled
def spend(w, s, dollars):
    """Pay from savings, turning back popularity, last bought first, where they do not do."""
    number = w.rounds - 1
    while s[MONEY] < dollars and number >= 0:
        if s[UNITS + number] > 0:
            s[UNITS + number] -= 1
            s[MONEY] += w.popularity_price
        else:
            number -= 1
    s[MONEY] -= dollars
