"""The small rules that every part of a round needs: counting, money, popularity and time."""

from solvers.clin9ic.kernel.packed import (
    COLOUR_BITS,
    DOCTORS,
    LOTS,
    MONEY,
    MOST_MONEY,
    NURSES,
    ORDERLIES,
    PATIENTS,
    POPULARITY,
    POPULARITY_ZERO,
    SHAPE,
    TIME,
    UNITS,
    field,
    plus,
)
from solvers.clin9ic.kernel.rule_numbers import (
    LOT_SPACES,
    NURSE_SALARY,
    OPERATING_UPKEEP,
    ORDERLY_SALARY,
    ORDERLY_SAVES,
    POPULARITY_PRICE,
    SALARIES,
    TRIAGE_TIME,
)
from solvers.core.compiled import inlined, uncounted

BUILD, HIRE, ADMIT, DONE = 0, 1, 2, 3  # DONE: an action of a round that is under way
BOX_DOCTOR, BOX_NURSE, BOX_ORDERLY = 10, 11, 12
DICE, COUNTS_POPULARITY, TRIAGE_PHASE, BELOW_ZERO, LOTS_KEPT = range(5)  # Tables.rules


@inlined
def of_colour(word, start, colour):
    return field(word, start + COLOUR_BITS * colour, COLOUR_BITS)


@inlined
def total_of(word, start):
    return of_colour(word, start, 0) + of_colour(word, start, 1) + of_colour(word, start, 2) + of_colour(word, start, 3)


@inlined
def rank_of(tables, word, start):
    return tables.rank[
        of_colour(word, start, 0), of_colour(word, start, 1), of_colour(word, start, 2), of_colour(word, start, 3)
    ]


@inlined
def trackable(tables, w0, w1):
    """2.2."""
    return tables.least_dice[rank_of(tables, w0, DOCTORS), rank_of(tables, w1, PATIENTS)] <= tables.rules[DICE]


@inlined
def cars_of(w0, w1):
    return total_of(w0, DOCTORS) + total_of(w1, PATIENTS) + field(w0, NURSES, 2) + field(w0, ORDERLIES, 2)


@inlined
def config_of(tables, w0):
    return tables.config[field(w0, SHAPE, 13)]


@inlined
def parking_of(tables, w0):
    """1.4."""
    return tables.parking[config_of(tables, w0)] + LOT_SPACES * field(w0, LOTS, 5)


@inlined
def purse(w1):
    """What can be spent: savings and units."""
    return field(w1, MONEY, 9) + POPULARITY_PRICE * field(w1, UNITS, 9)


@inlined
def pay(w1, price):
    """Take a price from savings, then from units, the change going to savings."""
    money = field(w1, MONEY, 9)
    if money >= price:
        return plus(w1, MONEY, -price)
    units = (price - money + POPULARITY_PRICE - 1) // POPULARITY_PRICE
    return plus(plus(w1, UNITS, -units), MONEY, POPULARITY_PRICE * units - price)


@inlined
def upkeep_due(printed, operating, orderlies):
    """5.2: upkeep of a clinic with so much printed, so many operating rooms in use and so many orderlies."""
    return max(0, printed + OPERATING_UPKEEP * operating - ORDERLY_SAVES * orderlies)


@uncounted
def expenses(tables, w0, operating):
    """5.2: upkeep and salaries of a round."""
    orderlies = field(w0, ORDERLIES, 2)
    salaries = NURSE_SALARY * field(w0, NURSES, 2) + ORDERLY_SALARY * orderlies
    for colour in range(4):
        salaries += SALARIES[colour] * of_colour(w0, DOCTORS, colour)
    return upkeep_due(tables.upkeep[config_of(tables, w0)], operating, orderlies) + salaries


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
    have = field(w1, POPULARITY, 10) - POPULARITY_ZERO
    if have >= points:
        after = plus(w1, POPULARITY, -points)
        return after, after
    units = field(w1, UNITS, 9)
    bare = plus(w1, POPULARITY, -have)
    kept_as_money = earn(plus(bare, UNITS, -units), POPULARITY_PRICE * units)
    return kept_as_money, plus(bare, UNITS, -min(units, points - have))


@inlined
def spend_time(tables, w0, w1, time):
    """4.10."""
    if not tables.rules[COUNTS_POPULARITY]:
        return w1
    if tables.rules[TRIAGE_PHASE]:
        return plus(w1, TIME, time)
    return plus(w1, TIME, max(0, time - TRIAGE_TIME * tables.triages[config_of(tables, w0)]))


@inlined
def settle_phase(tables, w0, w1, time_before):
    """4.10, where triage shortens the Action phase as a whole."""
    if not tables.rules[TRIAGE_PHASE]:
        return w1
    spent = field(w1, TIME, 9) - time_before
    return plus(w1, TIME, -min(spent, TRIAGE_TIME * tables.triages[config_of(tables, w0)]))
