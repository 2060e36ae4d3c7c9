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
    PATIENTS,
    PILLARS,
    POPULARITY,
    TIME,
    TREATED,
    UNITS,
    Words,
    column,
)
from solvers.clin9ic.kernel.rule_numbers import POPULARITY_PRICE
from solvers.native.calling import Array, Integer, function

MORE_IS_BETTER = (GARDENS, PILLARS)  # of the first word, where more is better
MORE_IS_BETTER_OTHERWISE = (GARDENS, ENTRANCES, LOTS)  # where popularity does not count
_words = Array(np.uint64, 2)
_mark = function(
    "clin9ic_mark_undominated", None, Integer, Integer, _words, Array(np.int64, 1), _words, Array(np.uint8, 1)
)


def undominated(words: Words, goal: Goal) -> NDArray[np.bool_]:
    """Which of many different positions to keep; of those of a kind the richest are tried first against the others."""
    popular = goal is Goal.POPULARITY
    better = MORE_IS_BETTER if popular else MORE_IS_BETTER_OTHERWISE
    apart = sum(field.mask for field in better) | (0 if popular else PILLARS.mask)
    if goal is not Goal.TREATED:
        words = words & np.array([(1 << 64) - 1, (1 << 64) - 1 - TREATED.mask], np.uint64)
    kinds = words & np.array([(1 << 64) - 1 - apart, PATIENTS.mask], np.uint64)
    riches = column(words, MONEY) + POPULARITY_PRICE * (column(words, UNITS) + column(words, POPULARITY))
    riches += sum(column(words, field) for field in better)
    riches += column(words, TREATED) - column(words, TIME)
    keep = np.empty(len(words), np.uint8)
    _mark(POPULARITY_PRICE, popular, kinds, np.lexsort((-riches, kinds[:, 1], kinds[:, 0])), words, keep)
    return keep.astype(bool)
