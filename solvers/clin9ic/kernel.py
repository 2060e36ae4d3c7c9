"""The rules of a round, compiled: every end of round that a position and a card order can lead to.

The kernel follows `clin9ic` rule by rule and is tested against it; rule numbers stand at each function. With `full` it
gives every distinct outcome, as the plain rules do. Without, it leaves out what another outcome plainly dominates:
  * a costlier icon while a cheaper one of that staff was passed over (same people, less money);
  * an operating room that was not needed (same patients, less money);
  * buying popularity now, which is put off as units (see `packed`).
"""

import numpy as np

from solvers.clin9ic.packed import (
    COLOUR_BITS,
    DOCTORS,
    ENTRANCES,
    GARDENS,
    LOTS,
    MONEY,
    MOST_MONEY,
    NURSES,
    ORDERLIES,
    OUTPATIENT,
    PATIENTS,
    PILLARS,
    POPULARITY,
    POPULARITY_ZERO,
    SHAPE,
    TIME,
    TREATED,
    UNDECIDED,
    UNITS,
    UNUSED,
    USED,
    field,
    plus,
)
from solvers.clin9ic.tables import DOCTOR, NURSE, ORDERLY
from solvers.clin9ic.tables import PATIENTS as PATIENT
from solvers.compiled import compiled, inlined

BUILD, HIRE, ADMIT, DONE = 0, 1, 2, 3  # DONE: an action of a round that is under way
BOX_DOCTOR, BOX_NURSE, BOX_ORDERLY = 10, 11, 12
DICE, COUNTS_POPULARITY, TRIAGE_PHASE, BELOW_ZERO, LOTS_KEPT = range(5)  # Tables.rules
PAY = np.array([8, 12, 20, 32], np.int64)
PRICES = np.array([1, 1, 2, 2, 4, 4], np.int64)
SCRATCH = 1 << 14


# --- sets of positions --------------------------------------------------------------------------------------------


@inlined
def _hash(w0, w1):
    h = (w0 ^ (w1 >> np.uint64(29))) * np.uint64(0x9E3779B97F4A7C15)
    h = (h ^ (h >> np.uint64(32)) ^ w1) * np.uint64(0xD6E8FEB86659FD93)
    return h ^ (h >> np.uint64(32))


@compiled
def insert(keys, origin, slots, number, w0, w1, source):
    """Add a position to a set of `number`; the new number, or -1 when the set is full."""
    mask = np.uint64(len(slots) - 1)
    at = _hash(w0, w1) & mask
    while slots[at] >= 0:
        other = slots[at]
        if keys[other, 0] == w0 and keys[other, 1] == w1:
            return number
        at = (at + np.uint64(1)) & mask
    if number >= len(keys):
        return -1
    slots[at] = number
    keys[number, 0] = w0
    keys[number, 1] = w1
    origin[number] = source
    return number + 1


@compiled
def clear(keys, slots, number):
    """Empty a set; cheaper than wiping all slots while it is small."""
    if number * 8 > len(slots):
        slots[:] = -1
        return
    mask = np.uint64(len(slots) - 1)
    for i in range(number):
        at = _hash(keys[i, 0], keys[i, 1]) & mask
        while slots[at] != i:  # every slot of its chain is still there or already emptied
            at = (at + np.uint64(1)) & mask
        slots[at] = -1


# --- small rules --------------------------------------------------------------------------------------------------


@inlined
def _of_colour(word, start, colour):
    return field(word, start + COLOUR_BITS * colour, COLOUR_BITS)


@inlined
def _total(word, start):
    return (
        _of_colour(word, start, 0)
        + _of_colour(word, start, 1)
        + _of_colour(word, start, 2)
        + _of_colour(word, start, 3)
    )


@inlined
def _rank(tables, word, start):
    return tables.rank[
        _of_colour(word, start, 0), _of_colour(word, start, 1), _of_colour(word, start, 2), _of_colour(word, start, 3)
    ]


@inlined
def trackable(tables, w0, w1):
    """2.2."""
    return tables.least_dice[_rank(tables, w0, DOCTORS), _rank(tables, w1, PATIENTS)] <= tables.rules[DICE]


@inlined
def _cars(w0, w1):
    return _total(w0, DOCTORS) + _total(w1, PATIENTS) + field(w0, NURSES, 2) + field(w0, ORDERLIES, 2)


@inlined
def _config(tables, w0):
    return tables.config[field(w0, SHAPE, 13)]


@inlined
def _parking(tables, w0):
    """1.4."""
    return tables.parking[_config(tables, w0)] + 2 * field(w0, LOTS, 5)


@inlined
def purse(w1):
    """What can be spent: savings and units."""
    return field(w1, MONEY, 9) + 3 * field(w1, UNITS, 9)


@inlined
def pay(w1, price):
    """Take a price from savings, then from units, the change going to savings."""
    money = field(w1, MONEY, 9)
    if money >= price:
        return plus(w1, MONEY, -price)
    units = (price - money + 2) // 3
    return plus(plus(w1, UNITS, -units), MONEY, 3 * units - price)


@inlined
def earn(w1, amount):
    """Savings never need to exceed what the rest of the game can cost."""
    return plus(w1, MONEY, min(amount, MOST_MONEY - field(w1, MONEY, 9)))


@inlined
def lose(tables, w1, points):
    """4.6, 6.2, 6.3: lose popularity; two results where units may have been bought as points, or not yet."""
    if points == 0 or not tables.rules[COUNTS_POPULARITY]:
        return w1, w1
    if tables.rules[BELOW_ZERO]:
        after = plus(w1, POPULARITY, -points)
        return after, after
    have = field(w1, POPULARITY, 9) - POPULARITY_ZERO
    if have >= points:
        after = plus(w1, POPULARITY, -points)
        return after, after
    units = field(w1, UNITS, 9)
    bare = plus(w1, POPULARITY, -have)
    kept_as_money = earn(plus(bare, UNITS, -units), 3 * units)
    return kept_as_money, plus(bare, UNITS, -min(units, points - have))


@inlined
def spend_time(tables, w0, w1, time):
    """4.10."""
    if not tables.rules[COUNTS_POPULARITY]:
        return w1
    if tables.rules[TRIAGE_PHASE]:
        return plus(w1, TIME, time)
    return plus(w1, TIME, max(0, time - 3 * tables.triages[_config(tables, w0)]))


@inlined
def settle_phase(tables, w0, w1, time_before):
    """4.10, where triage shortens the Action phase as a whole."""
    if not tables.rules[TRIAGE_PHASE]:
        return w1
    spent = field(w1, TIME, 9) - time_before
    return plus(w1, TIME, -min(spent, 3 * tables.triages[_config(tables, w0)]))


# --- Build (4.4) --------------------------------------------------------------------------------------------------

ENTRANCE, PARKING, GARDEN, PILLAR, FLOOR, UPGRADE, CUBES = 0, 1, 2, 3, 4, 5, 9


@compiled
def components(tables, w0):
    """How many component codes there are here: simple ones, four upgrades, then places for cubes."""
    shape = field(w0, SHAPE, 13)
    modules = tables.modules[tables.config[shape]]
    return CUBES + (modules if tables.cubes[shape] < 2 else modules * (modules - 1) // 2)


@compiled
def _reshaped(tables, w0, after):
    """The first word with another shape; gardens and pillars follow what is printed."""
    shape = field(w0, SHAPE, 13)
    old, new = tables.config[shape], tables.config[after]
    gardens = field(w0, GARDENS, 3)
    pillars = field(w0, PILLARS, 3)
    grown = max(0, min(6, gardens + tables.printed_gardens[new] - tables.printed_gardens[old]))
    risen = max(0, min(6, pillars + tables.printed_pillars[new] - tables.printed_pillars[old]))
    w0 = plus(w0, GARDENS, grown - gardens)
    w0 = plus(w0, PILLARS, risen - pillars)
    return plus(w0, SHAPE, after - shape)


@compiled
def build_component(tables, w0, w1, code):
    """4.4: one component; the first result tells whether it is legal."""
    money = purse(w1)
    shape = field(w0, SHAPE, 13)
    if code == FLOOR:
        after = tables.after_floor[shape]
        if money < 6 or after < 0:
            return False, w0, w1
        w0 = _reshaped(tables, w0, after)
        if field(w0, ENTRANCES, 3) < 6:
            w0 = plus(w0, ENTRANCES, 1)
        return True, w0, pay(w1, 6)
    if UPGRADE <= code < CUBES:
        return _upgrade(tables, w0, w1, code - UPGRADE)
    if money < 2:
        return False, w0, w1
    if code == ENTRANCE:
        return field(w0, ENTRANCES, 3) < 6, plus(w0, ENTRANCES, 1), pay(w1, 2)
    if code == PARKING:
        return field(w0, LOTS, 5) < 31, plus(w0, LOTS, 1), pay(w1, 2)
    if code == GARDEN:
        return field(w0, GARDENS, 3) < 6, plus(w0, GARDENS, 1), pay(w1, 2)
    if code == PILLAR:
        return field(w0, PILLARS, 3) < 6, plus(w0, PILLARS, 1), pay(w1, 2)
    return _cubes(tables, w0, w1, code - CUBES, money)


@compiled
def _upgrade(tables, w0, w1, floor):
    shape = field(w0, SHAPE, 13)
    after = tables.after_upgrade[shape, floor] if floor < 4 else -1
    price = 3
    if after < 0 or purse(w1) < price:
        return False, w0, w1
    w0 = _reshaped(tables, w0, after)
    if floor == 0:
        if not tables.rules[LOTS_KEPT]:
            w0 = plus(w0, LOTS, -field(w0, LOTS, 5))
        missing = _cars(w0, w1) - _parking(tables, w0)
        lots = max(0, (missing + 1) // 2)
        price += 2 * lots
        if purse(w1) < price or field(w0, LOTS, 5) + lots > 31:
            return False, w0, w1
        w0 = plus(w0, LOTS, lots)
    return True, w0, pay(w1, price)


@compiled
def _cubes(tables, w0, w1, place, money):
    shape = field(w0, SHAPE, 13)
    config = tables.config[shape]
    first = tables.first_shape[config]
    if tables.cubes[shape] == 2:
        after = first + 1 + tables.modules[config] + place
        if money < 4 or after == shape:
            return False, w0, w1
        return True, plus(w0, SHAPE, after - shape), pay(w1, 4)
    if tables.cubes[shape] == 0:
        return True, plus(w0, SHAPE, first + 1 + place - shape), pay(w1, 2)
    after = tables.pair_shape[config, tables.cube_at[shape, 0], place]
    if after < 0:
        return False, w0, w1
    return True, plus(w0, SHAPE, after - shape), pay(w1, 2)


@compiled
def build(tables, w0, w1, source, cubes, keys, origin, slots, number):
    """4.4: all outcomes of a Build action into a set; with `cubes` off, conveyors are left alone."""
    number = insert(keys, origin, slots, number, w0, w1, source)
    many = components(tables, w0) if cubes else CUBES
    for one in range(many):
        legal, a0, a1 = build_component(tables, w0, w1, one)
        if not legal:
            continue
        if number >= 0:
            number = insert(keys, origin, slots, number, a0, a1, source)
        # Simple components commute with each other, so the later code comes second.
        start = one if one < FLOOR else 0
        for two in range(start, components(tables, a0) if cubes else CUBES):
            legal, b0, b1 = build_component(tables, a0, a1, two)
            if legal and number >= 0:
                number = insert(keys, origin, slots, number, b0, b1, source)
    return number


# --- Hire and Admit (4.5-4.9) -------------------------------------------------------------------------------------


@compiled
def _hire_one(tables, w0, w1, base0, staff, colour, price):
    if purse(w1) < price or _cars(w0, w1) >= _parking(tables, w0):
        return False, w0, w1
    shape = field(w0, SHAPE, 13)
    used = 1 if field(w0, OUTPATIENT, 2) == USED else 0
    if staff == BOX_DOCTOR:
        present = _total(base0, DOCTORS)
        newcomers = _total(w0, DOCTORS) + 1 - present
        if present + newcomers > tables.capacity:
            return False, w0, w1
        w0 = plus(w0, DOCTORS + COLOUR_BITS * colour, 1)
        room = tables.move_time[shape, used, DOCTOR, present, newcomers] >= 0
        return room and trackable(tables, w0, w1), w0, pay(w1, price)
    if staff == BOX_NURSE:
        present = field(base0, NURSES, 2)
        nurses = field(w0, NURSES, 2)
        if nurses == 3 or tables.move_time[shape, used, NURSE, present, nurses + 1 - present] < 0:
            return False, w0, w1
        return True, plus(w0, NURSES, 1), pay(w1, price)
    present = field(base0, ORDERLIES, 2)
    orderlies = field(w0, ORDERLIES, 2)
    if orderlies == 3 or tables.move_time[shape, used, ORDERLY, present, orderlies + 1 - present] < 0:
        return False, w0, w1
    return True, plus(w0, ORDERLIES, 1), pay(w1, price)


@compiled
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
                legal, a0, a1 = _hire_one(tables, scratch[i, 0], scratch[i, 1], base0, staff, colour, PRICES[box])
                if legal:
                    if many == len(scratch):
                        return -1
                    scratch[many, 0], scratch[many, 1], flags[many] = a0, a1, flags[i]
                    many += 1
            flags[i] |= bit
    shape = field(w0, SHAPE, 13)
    used = 1 if field(w0, OUTPATIENT, 2) == USED else 0
    doctors, nurses, orderlies = _total(base0, DOCTORS), field(base0, NURSES, 2), field(base0, ORDERLIES, 2)
    for i in range(many):
        a0, a1 = scratch[i, 0], scratch[i, 1]
        time = (
            tables.move_time[shape, used, DOCTOR, doctors, _total(a0, DOCTORS) - doctors]
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
    present = _total(w1, PATIENTS)
    free = _parking(tables, w0) - _cars(w0, w1)
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


# --- Care, expenses, popularity (section 5) -----------------------------------------------------------------------


@compiled
def can_pair(w0, a0, a1, a2, a3, nurses, operating):
    """5.1: whether the doctors can treat a0..a3 patients in rooms with so many nurses and operating rooms.

    Doctors are carried along the colours to where patients need them: f, g, h of them across the three borders, each
    step needing a nurse. Operating rooms save one nurse for each pair of unlike colours in them.
    """
    d0, d1, d2, d3 = (
        _of_colour(w0, DOCTORS, 0),
        _of_colour(w0, DOCTORS, 1),
        _of_colour(w0, DOCTORS, 2),
        _of_colour(w0, DOCTORS, 3),
    )
    if a0 <= d0 and a1 <= d1 and a2 <= d2 and a3 <= d3:
        return True
    budget = nurses + operating
    for f in range(-budget, budget + 1):
        if not 0 <= a0 + f <= d0:
            continue
        left = budget - abs(f)
        for g in range(-left, left + 1):
            if not 0 <= a1 + g - f <= d1:
                continue
            rest = left - abs(g)
            for h in range(-rest, rest + 1):
                if not 0 <= a2 + h - g <= d2 or not 0 <= a3 - h <= d3:
                    continue
                steps = abs(f) + abs(g) + abs(h)
                unlike = _unlike_pairs(f, g, h, a1, a2, operating)
                if steps - min(operating, unlike) <= nurses:
                    return True
    return False


@compiled
def _unlike_pairs(f, g, h, a1, a2, operating):
    """The most pairs of unlike colours that such a carriage can be made of, as far as operating rooms need them.

    Doctors stop at the next colour as far as there are patients for them, letting its own doctors go on; each one who
    has to pass makes one pair of two steps.
    """
    pairs = abs(f) + abs(g) + abs(h)
    if operating <= 1:
        return pairs  # one unlike pair is enough, and there is one wherever there is a step
    return pairs - _passing(f, g, a1) - _passing(g, h, a2)


@inlined
def _passing(before, after, patients):
    if before > 0 and after > 0:
        return max(0, before - patients)
    if before < 0 and after < 0:
        return max(0, -after - patients)
    return 0


@compiled
def expenses(tables, w0, operating):
    """5.2."""
    orderlies = field(w0, ORDERLIES, 2)
    upkeep = max(0, tables.upkeep[_config(tables, w0)] + 2 * operating - 3 * orderlies)
    salaries = field(w0, NURSES, 2) + orderlies
    for colour in range(4):
        salaries += (colour + 1) * _of_colour(w0, DOCTORS, colour)
    return upkeep + salaries


@compiled
def settle(w1, income, due):
    """5.2: what is left of the income, and the second word after savings, units and popularity have paid the rest."""
    if income >= due:
        return income - due, w1
    debt = due - income
    if purse(w1) >= debt:
        return 0, pay(w1, debt)
    debt -= purse(w1)
    w1 = plus(plus(w1, MONEY, -field(w1, MONEY, 9)), UNITS, -field(w1, UNITS, 9))
    have = max(0, field(w1, POPULARITY, 9) - POPULARITY_ZERO)
    return 0, plus(w1, POPULARITY, -min(have, debt))


@compiled
def care(tables, w0, w1, source, full, reach, keys, origin, slots, number):
    """5.1-5.3 and section 6: every end of the round from a position after the three actions."""
    config = _config(tables, w0)
    outpatient = field(w0, OUTPATIENT, 2)
    used = 1 if outpatient == USED else 0
    p0, p1, p2, p3 = (
        _of_colour(w1, PATIENTS, 0),
        _of_colour(w1, PATIENTS, 1),
        _of_colour(w1, PATIENTS, 2),
        _of_colour(w1, PATIENTS, 3),
    )
    beds = tables.most_treated[config, used, _total(w0, DOCTORS), p0 + p1 + p2 + p3]
    doctors = _rank(tables, w0, DOCTORS)
    nurses = field(w0, NURSES, 2)
    gardens = field(w0, GARDENS, 3)
    s1, s2, s3 = p0 + 1, (p0 + 1) * (p1 + 1), (p0 + 1) * (p1 + 1) * (p2 + 1)
    for t3 in range(p3 + 1):
        for t2 in range(p2 + 1):
            for t1 in range(p1 + 1):
                for t0 in range(p0 + 1):
                    cell = t0 + s1 * t1 + s2 * t2 + s3 * t3
                    # 2.3: reached one patient at a time, trackable after each.
                    ok = cell == 0 or (
                        (
                            (t0 > 0 and reach[cell - 1])
                            or (t1 > 0 and reach[cell - s1])
                            or (t2 > 0 and reach[cell - s2])
                            or (t3 > 0 and reach[cell - s3])
                        )
                        and tables.least_dice[doctors, tables.rank[p0 - t0, p1 - t1, p2 - t2, p3 - t3]]
                        <= tables.rules[DICE]
                    )
                    reach[cell] = ok
                    if not ok:
                        continue
                    after = w1
                    if cell:
                        after = plus(after, PATIENTS, -t0)
                        after = plus(after, PATIENTS + COLOUR_BITS, -t1)
                        after = plus(after, PATIENTS + 2 * COLOUR_BITS, -t2)
                        after = plus(after, PATIENTS + 3 * COLOUR_BITS, -t3)
                        after = plus(after, TREATED, t0 + t1 + t2 + t3)
                    most = tables.most_outpatients
                    # x0..x3 of them as outpatients
                    for x3 in range(min(t3, most) + 1):
                        for x2 in range(min(t2, most - x3) + 1):
                            for x1 in range(min(t1, most - x3 - x2) + 1):
                                for x0 in range(min(t0, most - x3 - x2 - x1) + 1):
                                    number = _treat(
                                        tables, w0, after, source, full, beds, nurses, gardens,
                                        t0 - x0, t1 - x1, t2 - x2, t3 - x3, x0 + x1 + x2 + x3,
                                        keys, origin, slots, number,
                                    )  # fmt: skip
                                    if number < 0:
                                        return -1
    return number


@compiled
def _treat(
    tables, w0, w1, source, full, beds, nurses, gardens, a0, a1, a2, a3, outpatients, keys, origin, slots, number
):
    """5.1: a0..a3 treated in rooms and some outpatients, with every number of operating rooms that does it."""
    in_rooms = a0 + a1 + a2 + a3
    if in_rooms + outpatients > _total(w0, DOCTORS):
        return number
    income = a0 * PAY[0] + a1 * PAY[1] + a2 * PAY[2] + a3 * PAY[3] + gardens * in_rooms + 6 * outpatients
    if outpatients:
        w1 = plus(w1, TIME, -min(outpatients, field(w1, TIME, 9)))
    for operating in range(min(tables.most_operating, in_rooms) + 1):
        if beds[operating, outpatients] < in_rooms - operating:
            continue
        if not can_pair(w0, a0, a1, a2, a3, nurses, operating):
            continue
        left, after = settle(w1, income, expenses(tables, w0, operating))
        if not tables.rules[COUNTS_POPULARITY]:
            number = admin(tables, w0, earn(after, left), source, keys, origin, slots, number)
        elif full:
            for points in range(left // 3 + 1):
                bought = earn(plus(after, POPULARITY, points), left - 3 * points)
                number = admin(tables, w0, bought, source, keys, origin, slots, number)
        else:
            after = earn(plus(after, UNITS, left // 3), left % 3)
            number = admin(tables, w0, after, source, keys, origin, slots, number)
        if number < 0 or not full:
            return number
    return number


# --- Admin (section 6) --------------------------------------------------------------------------------------------


@compiled
def admin(tables, w0, w1, source, keys, origin, slots, number):
    """Section 6: every choice for the laboratories, then colours, deaths and losses."""
    d0, d1, d2, d3 = (
        _of_colour(w0, DOCTORS, 0),
        _of_colour(w0, DOCTORS, 1),
        _of_colour(w0, DOCTORS, 2),
        _of_colour(w0, DOCTORS, 3),
    )
    labs = min(tables.labs[_config(tables, w0)], d0 + d1 + d2 + d3)
    bare = plus(w0, OUTPATIENT, -field(w0, OUTPATIENT, 2))
    staff = bare & np.uint64((1 << DOCTORS) - 1)
    points = labs if tables.rules[COUNTS_POPULARITY] else 0
    deaths = _of_colour(w1, PATIENTS, 3)
    tracks = w1 & ~np.uint64((1 << (4 * COLOUR_BITS)) - 1)
    worse = tracks | ((w1 << np.uint64(COLOUR_BITS)) & np.uint64((1 << (4 * COLOUR_BITS)) - 1))
    worse = plus(worse, POPULARITY, points)
    one, two = lose(tables, worse, 2 * deaths)
    for l0 in range(min(labs, d0) + 1):
        for l1 in range(min(labs - l0, d1) + 1):
            for l2 in range(min(labs - l0 - l1, d2) + 1):
                l3 = labs - l0 - l1 - l2
                if l3 > d3:
                    continue
                white = d0 - l0 + d1 - l1
                yellow = d2 - l2
                orange = d3 - l3 + l0
                red = l1 + l2 + l3
                after = plus(
                    plus(plus(plus(staff, DOCTORS, white), DOCTORS + 5, yellow), DOCTORS + 10, orange),
                    DOCTORS + 15,
                    red,
                )
                number = _losses(tables, after, one, source, keys, origin, slots, number)
                if two != one and number >= 0:
                    number = _losses(tables, after, two, source, keys, origin, slots, number)
                if number < 0:
                    return -1
    return number


@compiled
def _losses(tables, w0, w1, source, keys, origin, slots, number):
    """6.3."""
    if trackable(tables, w0, w1):
        return insert(keys, origin, slots, number, w0, w1, source)
    p1, p2, p3 = _of_colour(w1, PATIENTS, 1), _of_colour(w1, PATIENTS, 2), _of_colour(w1, PATIENTS, 3)
    d0, d1, d2, d3 = (
        _of_colour(w0, DOCTORS, 0),
        _of_colour(w0, DOCTORS, 1),
        _of_colour(w0, DOCTORS, 2),
        _of_colour(w0, DOCTORS, 3),
    )
    for k1 in range(p1, -1, -1):
        for k2 in range(p2, -1, -1):
            for k3 in range(p3, -1, -1):
                patients = tables.rank[0, k1, k2, k3]
                for e0 in range(d0, -1, -1):
                    for e1 in range(d1, -1, -1):
                        for e2 in range(d2, -1, -1):
                            for e3 in range(d3, -1, -1):
                                if tables.least_dice[tables.rank[e0, e1, e2, e3], patients] > tables.rules[DICE]:
                                    continue
                                a0 = plus(plus(w0, DOCTORS, e0 - d0), DOCTORS + 5, e1 - d1)
                                a0 = plus(plus(a0, DOCTORS + 10, e2 - d2), DOCTORS + 15, e3 - d3)
                                a1 = plus(
                                    plus(plus(w1, PATIENTS + 5, k1 - p1), PATIENTS + 10, k2 - p2),
                                    PATIENTS + 15,
                                    k3 - p3,
                                )
                                one, two = lose(tables, a1, 5 * (p1 - k1 + p2 - k2 + p3 - k3))
                                number = insert(keys, origin, slots, number, a0, one, source)
                                if two != one and number >= 0:
                                    number = insert(keys, origin, slots, number, a0, two, source)
                                return number
    return number


# --- a whole round ------------------------------------------------------------------------------------------------


@compiled
def act(tables, action, bottom, top, full, cubes, scratch, flags, keys, number, to_keys, to_origin, to_slots):
    """One action of a trio, from every position of one set into another, empty one; -1 if that is full."""
    done = 0
    for i in range(number):
        w0, w1 = keys[i, 0], keys[i, 1]
        if action == DONE:
            done = insert(to_keys, to_origin, to_slots, done, w0, w1, i)
        elif action == BUILD:
            done = build(tables, w0, w1, i, cubes, to_keys, to_origin, to_slots, done)
        else:
            # 4.8: the choice falls at the first Hire, Admit or Care at which the module stands.
            choose = field(w0, OUTPATIENT, 2) == UNDECIDED and tables.outpatients[_config(tables, w0)] > 0
            for choice in range(UNUSED, USED + 1) if choose else range(1):
                at0 = plus(w0, OUTPATIENT, choice)
                if action == HIRE:
                    done = hire(tables, bottom, at0, w1, i, full, scratch, flags, to_keys, to_origin, to_slots, done)
                else:
                    done = admit(tables, top, at0, w1, i, to_keys, to_origin, to_slots, done)
                if done < 0:
                    return -1
        if done < 0:
            return -1
    return done


@compiled
def finish(tables, full, reach, time_before, keys, number, to_keys, to_origin, to_slots, done):
    """Business and Admin from every position of a set, added to the `done` ends of round found so far."""
    for i in range(number):
        w0 = keys[i, 0]
        w1 = settle_phase(tables, w0, keys[i, 1], time_before)
        choose = field(w0, OUTPATIENT, 2) == UNDECIDED and tables.outpatients[_config(tables, w0)] > 0
        for choice in range(UNUSED, USED + 1) if choose else range(1):
            done = care(tables, plus(w0, OUTPATIENT, choice), w1, i, full, reach, to_keys, to_origin, to_slots, done)
            if done < 0:
                return -1
    return done
