"""Business and Admin (sections 5 and 6): every end of a round from a position after its actions."""

import numpy as np

from solvers.clin9ic.bounds.lagrangian.bound_table import may_reach
from solvers.clin9ic.kernel.packed import (
    COLOUR_BITS,
    DOCTORS,
    GARDENS,
    MONEY,
    NURSES,
    OUTPATIENT,
    PATIENTS,
    POPULARITY,
    POPULARITY_ZERO,
    TIME,
    TREATED,
    UNITS,
    USED,
    field,
    plus,
)
from solvers.clin9ic.kernel.rule_numbers import (
    DEATH_COST,
    LOSS_COST,
    OUTPATIENT_PAY,
    OUTPATIENT_TIME,
    PAY,
    POPULARITY_PRICE,
    RED,
)
from solvers.clin9ic.kernel.rules import (
    COUNTS_POPULARITY,
    DICE,
    config_of,
    earn,
    expenses,
    lose,
    of_colour,
    pay,
    purse,
    rank_of,
    total_of,
)
from solvers.clin9ic.kernel.sets import insert
from solvers.core.compiled import inlined, uncounted


@uncounted
def can_pair(w0, a0, a1, a2, a3, nurses, operating):
    """5.1: whether the doctors can treat a0..a3 patients in rooms with so many nurses and operating rooms.

    Doctors are carried along the colours to where patients need them: f, g, h of them across the three borders, each
    step needing a nurse. Operating rooms save one nurse for each pair of unlike colours in them.
    """
    d0, d1, d2, d3 = (
        of_colour(w0, DOCTORS, 0),
        of_colour(w0, DOCTORS, 1),
        of_colour(w0, DOCTORS, 2),
        of_colour(w0, DOCTORS, 3),
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


@uncounted
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


@uncounted
def settle(w1, income, due):
    """5.2: what is left of the income, and the second word after savings, units and popularity have paid the rest."""
    if income >= due:
        return income - due, w1
    debt = due - income
    if purse(w1) >= debt:
        return 0, pay(w1, debt)
    debt -= purse(w1)
    w1 = plus(plus(w1, MONEY, -field(w1, MONEY, 9)), UNITS, -field(w1, UNITS, 9))
    have = max(0, field(w1, POPULARITY, 10) - POPULARITY_ZERO)
    return 0, plus(w1, POPULARITY, -min(have, debt))


@uncounted
def care(tables, w0, w1, source, full, staff, ranks, reach, rows, least, keys, origin, slots, number):
    """5.1-5.3 and section 6: every end of the round from a position after the three actions.

    `staff` is what the laboratories can make of the first word, with the ranks of its doctors. Unless `full`, ends may
    be pruned that cannot reach `least` by the rows of Lagrangian tables.
    """
    config = config_of(tables, w0)
    outpatient = field(w0, OUTPATIENT, 2)
    used = 1 if outpatient == USED else 0
    p0, p1, p2, p3 = (
        of_colour(w1, PATIENTS, 0),
        of_colour(w1, PATIENTS, 1),
        of_colour(w1, PATIENTS, 2),
        of_colour(w1, PATIENTS, 3),
    )
    beds = tables.most_treated[config, used, total_of(w0, DOCTORS), p0 + p1 + p2 + p3]
    doctors = rank_of(tables, w0, DOCTORS)
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
                    most = tables.most_outpatients if used else 0
                    # x0..x3 of them as outpatients
                    for x3 in range(min(t3, most) + 1):
                        for x2 in range(min(t2, most - x3) + 1):
                            for x1 in range(min(t1, most - x3 - x2) + 1):
                                for x0 in range(min(t0, most - x3 - x2 - x1) + 1):
                                    number = _treat(
                                        tables, w0, after, source, full, beds, nurses, gardens,
                                        t0 - x0, t1 - x1, t2 - x2, t3 - x3, x0 + x1 + x2 + x3,
                                        staff, ranks, rows, least, keys, origin, slots, number,
                                    )  # fmt: skip
                                    if number < 0:
                                        return -1
    return number


@uncounted
def _treat(
    tables, w0, w1, source, full, beds, nurses, gardens, a0, a1, a2, a3, outpatients, staff, ranks, rows, least, keys,
    origin, slots, number,
):  # fmt: skip
    """5.1: a0..a3 treated in rooms and some outpatients, with every number of operating rooms that does it."""
    in_rooms = a0 + a1 + a2 + a3
    if in_rooms + outpatients > total_of(w0, DOCTORS):
        return number
    income = a0 * PAY[0] + a1 * PAY[1] + a2 * PAY[2] + a3 * PAY[3] + gardens * in_rooms + OUTPATIENT_PAY * outpatients
    if outpatients:
        w1 = plus(w1, TIME, -min(OUTPATIENT_TIME * outpatients, field(w1, TIME, 9)))
    popular = tables.rules[COUNTS_POPULARITY]
    for operating in range(min(tables.most_operating, in_rooms) + 1):
        if beds[operating, outpatients] < in_rooms - operating:
            continue
        left, settled = settle(w1, income, expenses(tables, w0, operating))
        after = (
            earn(plus(settled, UNITS, left // POPULARITY_PRICE), left % POPULARITY_PRICE)
            if popular
            else earn(settled, left)
        )
        rank, one, two = worsened(tables, w0, after)
        if not full and _hopeless(tables, ranks, rank, one, two, rows, least):
            continue
        if not can_pair(w0, a0, a1, a2, a3, nurses, operating):
            continue
        if full and popular:
            for points in range(left // POPULARITY_PRICE + 1):
                bought = earn(plus(settled, POPULARITY, points), left - POPULARITY_PRICE * points)
                rank, one, two = worsened(tables, w0, bought)
                number = admin(tables, staff, ranks, rank, one, two, source, keys, origin, slots, number)
                if number < 0:
                    return -1
        else:
            number = admin(tables, staff, ranks, rank, one, two, source, keys, origin, slots, number)
        if number < 0 or not full:
            return number
    return number


# --- Admin (section 6) --------------------------------------------------------------------------------------------


@uncounted
def taught(tables, w0, staff, ranks):
    """6.1: the first word after every choice for the laboratories, with the ranks of its doctors; how many."""
    d0, d1, d2, d3 = (
        of_colour(w0, DOCTORS, 0),
        of_colour(w0, DOCTORS, 1),
        of_colour(w0, DOCTORS, 2),
        of_colour(w0, DOCTORS, 3),
    )
    labs = min(tables.labs[config_of(tables, w0)], d0 + d1 + d2 + d3)
    bare = plus(w0, OUTPATIENT, -field(w0, OUTPATIENT, 2)) & np.uint64((1 << DOCTORS) - 1)
    number = 0
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
                after = plus(plus(bare, DOCTORS, white), DOCTORS + 5, yellow)
                staff[number] = plus(plus(after, DOCTORS + 10, orange), DOCTORS + 15, red)
                ranks[number] = rank_of(tables, staff[number], DOCTORS)
                number += 1
    return number


@uncounted
def worsened(tables, w0, w1):
    """6.1, 6.2: the rank of the patients who are left, and the second word, twice where units may be points or not."""
    labs = min(tables.labs[config_of(tables, w0)], total_of(w0, DOCTORS))
    deaths = of_colour(w1, PATIENTS, RED)
    people = np.uint64((1 << (4 * COLOUR_BITS)) - 1)
    worse = (w1 & ~people) | ((w1 << np.uint64(COLOUR_BITS)) & people)
    one, two = lose(
        tables, plus(worse, POPULARITY, labs if tables.rules[COUNTS_POPULARITY] else 0), DEATH_COST * deaths
    )
    return rank_of(tables, one, PATIENTS), one, two


@uncounted
def _hopeless(tables, ranks, rank, one, two, rows, least):
    """Whether no choice for the laboratories can reach `least`; never where people may be lost (6.3)."""
    promising = True
    for k in range(len(rows)):
        promising &= may_reach(rows, k, one, least) or (two != one and may_reach(rows, k, two, least))
    if promising:
        return False
    trackable = True
    for n in range(len(ranks)):
        trackable &= tables.least_dice[ranks[n], rank] <= tables.rules[DICE]
    return trackable


@uncounted
def admin(tables, staff, ranks, rank, one, two, source, keys, origin, slots, number):
    """Section 6: the ends of the round by every choice for the laboratories, and who is lost then."""
    for k in range(len(staff)):
        lost = tables.least_dice[ranks[k], rank] > tables.rules[DICE]
        for w1 in (one, two):
            if lost:
                number = _losses(tables, staff[k], w1, source, keys, origin, slots, number)
            else:
                number = insert(keys, origin, slots, number, staff[k], w1, source)
            if number < 0:
                return -1
            if two == one:
                break
    return number


@uncounted
def _losses(tables, w0, w1, source, keys, origin, slots, number):
    """6.3, where there are not enough dice."""
    p1, p2, p3 = of_colour(w1, PATIENTS, 1), of_colour(w1, PATIENTS, 2), of_colour(w1, PATIENTS, 3)
    d0, d1, d2, d3 = (
        of_colour(w0, DOCTORS, 0),
        of_colour(w0, DOCTORS, 1),
        of_colour(w0, DOCTORS, 2),
        of_colour(w0, DOCTORS, 3),
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
                                one, two = lose(tables, a1, LOSS_COST * (p1 - k1 + p2 - k2 + p3 - k3))
                                number = insert(keys, origin, slots, number, a0, one, source)
                                if two != one and number >= 0:
                                    number = insert(keys, origin, slots, number, a0, two, source)
                                return number
    return number
