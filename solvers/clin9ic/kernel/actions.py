"""The three actions: every outcome of Build (4.4), Hire (4.5) and Admit (4.6) from a position."""

import numpy as np

from solvers.clin9ic.kernel.packed import (
    COLOUR_BITS,
    DOCTORS,
    ENTRANCES,
    GARDENS,
    LOTS,
    MOST_LOTS,
    NURSES,
    ORDERLIES,
    OUTPATIENT,
    PATIENTS,
    PILLARS,
    SHAPE,
    USED,
    field,
    plus,
)
from solvers.clin9ic.kernel.rule_numbers import (
    CUBE_PRICE,
    CUBES_PRICE,
    ENTRANCE_PRICE,
    FLOOR_PRICE,
    GARDEN_PRICE,
    HIRE_PRICES,
    LOT_PRICE,
    LOT_SPACES,
    MOST_CUBES,
    MOST_ENTRANCES,
    MOST_GARDENS,
    MOST_NURSES,
    MOST_ORDERLIES,
    MOST_PILLARS,
    PILLAR_PRICE,
    UPGRADE_PRICE,
)
from solvers.clin9ic.kernel.rules import (
    BOX_DOCTOR,
    BOX_NURSE,
    COUNTS_POPULARITY,
    LOTS_KEPT,
    cars_of,
    lose,
    parking_of,
    pay,
    purse,
    spend_time,
    total_of,
    trackable,
)
from solvers.clin9ic.kernel.sets import insert
from solvers.clin9ic.kernel.tables import DOCTOR, NURSE, ORDERLY
from solvers.clin9ic.kernel.tables import PATIENTS as PATIENT
from solvers.core.compiled import compiled, uncounted

ENTRANCE, PARKING, GARDEN, PILLAR, FLOOR, UPGRADE, CUBES = 0, 1, 2, 3, 4, 5, 9  # codes of components


@uncounted
def components(tables, w0):
    """How many component codes there are here: simple ones, four upgrades, then places for cubes."""
    shape = field(w0, SHAPE, 13)
    modules = tables.modules[tables.config[shape]]
    return CUBES + (modules if tables.cubes[shape] < MOST_CUBES else modules * (modules - 1) // 2)


@uncounted
def _reshaped(tables, w0, after):
    """The first word with another shape; gardens and pillars follow what is printed."""
    shape = field(w0, SHAPE, 13)
    old, new = tables.config[shape], tables.config[after]
    gardens = field(w0, GARDENS, 3)
    pillars = field(w0, PILLARS, 3)
    grown = max(0, min(MOST_GARDENS, gardens + tables.printed_gardens[new] - tables.printed_gardens[old]))
    risen = max(0, min(MOST_PILLARS, pillars + tables.printed_pillars[new] - tables.printed_pillars[old]))
    w0 = plus(w0, GARDENS, grown - gardens)
    w0 = plus(w0, PILLARS, risen - pillars)
    return plus(w0, SHAPE, after - shape)


@uncounted
def build_component(tables, w0, w1, code):
    """4.4: one component; the first result tells whether it is legal."""
    money = purse(w1)
    shape = field(w0, SHAPE, 13)
    if code == FLOOR:
        after = tables.after_floor[shape]
        if money < FLOOR_PRICE or after < 0:
            return False, w0, w1
        w0 = _reshaped(tables, w0, after)
        if field(w0, ENTRANCES, 3) < MOST_ENTRANCES:
            w0 = plus(w0, ENTRANCES, 1)
        return True, w0, pay(w1, FLOOR_PRICE)
    if UPGRADE <= code < CUBES:
        return _upgrade(tables, w0, w1, code - UPGRADE)
    if code == ENTRANCE:
        legal = money >= ENTRANCE_PRICE and field(w0, ENTRANCES, 3) < MOST_ENTRANCES
        return legal, plus(w0, ENTRANCES, 1), pay(w1, ENTRANCE_PRICE)
    if code == PARKING:
        legal = money >= LOT_PRICE and field(w0, LOTS, 5) < MOST_LOTS
        return legal, plus(w0, LOTS, 1), pay(w1, LOT_PRICE)
    if code == GARDEN:
        legal = money >= GARDEN_PRICE and field(w0, GARDENS, 3) < MOST_GARDENS
        return legal, plus(w0, GARDENS, 1), pay(w1, GARDEN_PRICE)
    if code == PILLAR:
        legal = money >= PILLAR_PRICE and field(w0, PILLARS, 3) < MOST_PILLARS
        return legal, plus(w0, PILLARS, 1), pay(w1, PILLAR_PRICE)
    return _cubes(tables, w0, w1, code - CUBES, money)


@uncounted
def _upgrade(tables, w0, w1, floor):
    shape = field(w0, SHAPE, 13)
    after = tables.after_upgrade[shape, floor] if floor < 4 else -1
    price = UPGRADE_PRICE
    if after < 0 or purse(w1) < price:
        return False, w0, w1
    w0 = _reshaped(tables, w0, after)
    if floor == 0:
        if not tables.rules[LOTS_KEPT]:
            w0 = plus(w0, LOTS, -field(w0, LOTS, 5))
        missing = cars_of(w0, w1) - parking_of(tables, w0)
        lots = max(0, (missing + LOT_SPACES - 1) // LOT_SPACES)
        price += LOT_PRICE * lots
        if purse(w1) < price or field(w0, LOTS, 5) + lots > MOST_LOTS:
            return False, w0, w1
        w0 = plus(w0, LOTS, lots)
    return True, w0, pay(w1, price)


@uncounted
def _cubes(tables, w0, w1, place, money):
    shape = field(w0, SHAPE, 13)
    config = tables.config[shape]
    first = tables.first_shape[config]
    if tables.cubes[shape] == MOST_CUBES:
        after = first + 1 + tables.modules[config] + place
        if money < CUBES_PRICE or after == shape:
            return False, w0, w1
        return True, plus(w0, SHAPE, after - shape), pay(w1, CUBES_PRICE)
    if money < CUBE_PRICE:
        return False, w0, w1
    if tables.cubes[shape] == 0:
        return True, plus(w0, SHAPE, first + 1 + place - shape), pay(w1, CUBE_PRICE)
    after = tables.pair_shape[config, tables.cube_at[shape, 0], place]
    if after < 0:
        return False, w0, w1
    return True, plus(w0, SHAPE, after - shape), pay(w1, CUBE_PRICE)


@uncounted
def build(tables, w0, w1, source, full, cubes, keys, origin, slots, number):
    """4.4: all outcomes of a Build action into a set; with `cubes` off, conveyors are left alone.

    Unless `full`, pillars are left out where popularity does not count: they do nothing but score (7.1).
    """
    number = insert(keys, origin, slots, number, w0, w1, source)
    pillars = full or tables.rules[COUNTS_POPULARITY] > 0
    many = components(tables, w0) if cubes else CUBES
    for one in range(many):
        if one == PILLAR and not pillars:
            continue
        legal, a0, a1 = build_component(tables, w0, w1, one)
        if not legal:
            continue
        if number >= 0:
            number = insert(keys, origin, slots, number, a0, a1, source)
        # Simple components commute with each other, so the later code comes second.
        start = one if one < FLOOR else 0
        for two in range(start, components(tables, a0) if cubes else CUBES):
            if two == PILLAR and not pillars:
                continue
            legal, b0, b1 = build_component(tables, a0, a1, two)
            if legal and number >= 0:
                number = insert(keys, origin, slots, number, b0, b1, source)
    return number


# --- Hire and Admit (4.5-4.9) -------------------------------------------------------------------------------------


@uncounted
def _hire_one(tables, w0, w1, base0, staff, colour, price):
    if purse(w1) < price or cars_of(w0, w1) >= parking_of(tables, w0):
        return False, w0, w1
    shape = field(w0, SHAPE, 13)
    used = 1 if field(w0, OUTPATIENT, 2) == USED else 0
    if staff == BOX_DOCTOR:
        present = total_of(base0, DOCTORS)
        newcomers = total_of(w0, DOCTORS) + 1 - present
        if present + newcomers > tables.capacity:
            return False, w0, w1
        w0 = plus(w0, DOCTORS + COLOUR_BITS * colour, 1)
        room = tables.move_time[shape, used, DOCTOR, present, newcomers] >= 0
        return room and trackable(tables, w0, w1), w0, pay(w1, price)
    if staff == BOX_NURSE:
        present = field(base0, NURSES, 2)
        nurses = field(w0, NURSES, 2)
        if nurses == MOST_NURSES or tables.move_time[shape, used, NURSE, present, nurses + 1 - present] < 0:
            return False, w0, w1
        return True, plus(w0, NURSES, 1), pay(w1, price)
    present = field(base0, ORDERLIES, 2)
    orderlies = field(w0, ORDERLIES, 2)
    if orderlies == MOST_ORDERLIES or tables.move_time[shape, used, ORDERLY, present, orderlies + 1 - present] < 0:
        return False, w0, w1
    return True, plus(w0, ORDERLIES, 1), pay(w1, price)


@uncounted
def hire(tables, boxes, w0, w1, source, full, scratch, flags, keys, origin, slots, number):
    """4.5: all outcomes of a Hire action; `scratch` holds partial hires, `flags` the staff passed over."""
    base0 = w0
    many = 1
    scratch[0, 0], scratch[0, 1], flags[0] = w0, w1, 0
    for box in range(field(w0, ENTRANCES, 3)):
        staff = boxes[box]
        if staff < BOX_DOCTOR:
            continue
        bit = 1 << (staff - BOX_DOCTOR)
        for i in range(many):
            if not full and flags[i] & bit:
                continue
            for colour in range(4 if staff == BOX_DOCTOR else 1):
                legal, a0, a1 = _hire_one(tables, scratch[i, 0], scratch[i, 1], base0, staff, colour, HIRE_PRICES[box])
                if legal:
                    if many == len(scratch):
                        return -1
                    scratch[many, 0], scratch[many, 1], flags[many] = a0, a1, flags[i]
                    many += 1
            flags[i] |= bit
    shape = field(w0, SHAPE, 13)
    used = 1 if field(w0, OUTPATIENT, 2) == USED else 0
    doctors, nurses, orderlies = total_of(base0, DOCTORS), field(base0, NURSES, 2), field(base0, ORDERLIES, 2)
    for i in range(many):
        a0, a1 = scratch[i, 0], scratch[i, 1]
        time = (
            tables.move_time[shape, used, DOCTOR, doctors, total_of(a0, DOCTORS) - doctors]
            + tables.move_time[shape, used, NURSE, nurses, field(a0, NURSES, 2) - nurses]
            + tables.move_time[shape, used, ORDERLY, orderlies, field(a0, ORDERLIES, 2) - orderlies]
        )
        if a0 == base0:
            time = 0
        if number >= 0:
            number = insert(keys, origin, slots, number, a0, spend_time(tables, a0, a1, time), source)
    return number


@compiled
def admit(tables, boxes, w0, w1, source, keys, origin, slots, number):
    """4.6: all outcomes of an Admit action."""
    shape = field(w0, SHAPE, 13)
    used = 1 if field(w0, OUTPATIENT, 2) == USED else 0
    present = total_of(w1, PATIENTS)
    free = parking_of(tables, w0) - cars_of(w0, w1)
    queue = np.empty(7, np.uint64)
    queue[0] = w1
    most = 0
    for box in range(field(w0, ENTRANCES, 3)):
        colour = boxes[box]
        if colour >= BOX_DOCTOR:
            continue
        if most >= free or present + most + 1 > tables.capacity:
            break
        after = plus(queue[most], PATIENTS + COLOUR_BITS * colour, 1)
        if tables.move_time[shape, used, PATIENT, present, most + 1] < 0 or not trackable(tables, w0, after):
            break
        most += 1
        queue[most] = after
    for count in range(most + 1):
        time = tables.move_time[shape, used, PATIENT, present, count] if count else 0
        after = spend_time(tables, w0, queue[count], time)
        one, two = lose(tables, after, most - count)
        if number >= 0:
            number = insert(keys, origin, slots, number, w0, one, source)
        if two != one and number >= 0:
            number = insert(keys, origin, slots, number, w0, two, source)
    return number
