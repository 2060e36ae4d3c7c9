"""Dominance: positions are pruned if whatever can be played from them can be played at least as well from another one.

Of two positions that differ only in money, units, popularity, time, gardens, pillars and, if they count, patients
treated, one *dominates* the other when it has no less of each (no more time). The argument is to copy the other's play
move by move:

- nothing in 4.1-4.10 asks for little of these, so every move of the other is legal here too; a garden or pillar that
  the other builds while the die here stands at 6 is left out, which is free (4.4);
- each rule takes them to something that is no less here: dice are cut off at 0 and 6 on both sides (4.4), pay grows
  with gardens (5.1), expenses take income, savings, popularity in this order and forgive the rest, so more of the
  first leaves no less of any (5.2), deaths and refusals floor popularity at 0 (4.6, 6.2), time comes back down to
  0 at most (5.1);
- the final score grows with each of them, or does not mind (3.4, section 7).

Where popularity does not count, two positions may differ in entrances and parking lots as well, and in pillars either
way:

- whoever may come in by fewer entrances may do so by more: the boxes that count are the first ones, so every icon the
  other hires is there (4.5) and its queue is the beginning of the queue here, which may be left off anywhere without
  loss (3.4, 4.6); an entrance that the other builds while six stand here is left out;
- a space more keeps nobody away, and fewer are missing when Floor-1 is upgraded; where lots are not kept then, both
  have none (4.4);
- pillars are for the final score only (7.1).

Units are points or three dollars each, to be decided later. So a position stands for all its decisions about them, and
it dominates when each decision of the other is matched by one of its own: with k units turned into money for what the
other has more of it, it must have k units more than the other where k > 0, and still no fewer points.
"""

import numpy as np
from numpy.typing import NDArray

from clin9ic.setting import Goal
from solvers.clin9ic.kernel.packed import (
    ENTRANCES,
    GARDENS,
    LOTS,
    MONEY,
    PILLARS,
    POPULARITY,
    TIME,
    TREATED,
    UNITS,
    column,
    field,
)
from solvers.clin9ic.kernel.rule_numbers import POPULARITY_PRICE
from solvers.core.compiled import compiled

Words = NDArray[np.uint64]
MORE_IS_BETTER = ((GARDENS, 3), (PILLARS, 3))  # of the first word, where more is better
MORE_IS_BETTER_OTHERWISE = ((GARDENS, 3), (ENTRANCES, 3), (LOTS, 5))  # where popularity does not count
SAME_SECOND = np.uint64((1 << MONEY) - 1)  # patients only
FEW = 48  # comparisons with those kept of the same kind, at most


@compiled
def dominates(popular, a0, a1, b0, b1):
    """Whether the first of two positions that agree in all else has no less of anything that helps."""
    if field(a0, GARDENS, 3) < field(b0, GARDENS, 3):
        return False
    if popular:
        if field(a0, PILLARS, 3) < field(b0, PILLARS, 3):
            return False
    elif field(a0, ENTRANCES, 3) < field(b0, ENTRANCES, 3) or field(a0, LOTS, 5) < field(b0, LOTS, 5):
        return False
    if field(a1, TIME, 9) > field(b1, TIME, 9) or field(a1, TREATED, 7) < field(b1, TREATED, 7):
        return False
    turned = -((field(a1, MONEY, 9) - field(b1, MONEY, 9)) // POPULARITY_PRICE)  # units that make up for money
    units, others = field(a1, UNITS, 9), field(b1, UNITS, 9)
    if units < others + turned:
        return False
    return field(a1, POPULARITY, 10) + units - max(0, turned) >= field(b1, POPULARITY, 10) + others


@compiled
def _mark(popular, first, second, order, words, keep):
    kept = np.empty(FEW, np.int64)
    number = 0
    for n in range(len(order)):
        i = order[n]
        if n == 0 or first[i] != first[order[n - 1]] or second[i] != second[order[n - 1]]:
            number = 0
        keep[i] = True
        for k in range(number):
            j = kept[k]
            if dominates(popular, words[j, 0], words[j, 1], words[i, 0], words[i, 1]):
                keep[i] = False
                break
        if keep[i] and number < FEW:
            kept[number] = i
            number += 1


def undominated(words: Words, goal: Goal) -> NDArray[np.bool_]:
    """Which of many different positions to keep; of those of a kind the richest are tried first against the others."""
    popular = goal is Goal.POPULARITY
    better = MORE_IS_BETTER if popular else MORE_IS_BETTER_OTHERWISE
    apart = sum(((1 << bits) - 1) << shift for shift, bits in better) | (0 if popular else 7 << PILLARS)
    if goal is not Goal.TREATED:
        words = words & np.array([(1 << 64) - 1, (1 << TREATED) - 1], np.uint64)
    first, second = words[:, 0] & ~np.uint64(apart), words[:, 1] & SAME_SECOND
    riches = column(words, 1, MONEY, 9) + POPULARITY_PRICE * (
        column(words, 1, UNITS, 9) + column(words, 1, POPULARITY, 10)
    )
    riches += sum(column(words, 0, shift, bits) for shift, bits in better)
    riches += column(words, 1, TREATED, 7) - column(words, 1, TIME, 9)
    keep = np.empty(len(words), np.bool_)
    _mark(popular, first, second, np.lexsort((-riches, second, first)), words, keep)
    return keep
