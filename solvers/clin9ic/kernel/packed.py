"""A position between two decisions, packed into two 64-bit words; the fields are read and added to by shifts.

Popularity that was earned but may still turn out to be needed as money is kept as *units*: one unit is one point or
three dollars. A player decides at once; a solver that knows the draws may decide with hindsight, and the plan it
prints buys at the right time.

Whether a round can lead out of what the fields hold is asked before it is played (`ranges`).
"""

import numpy as np
from numpy.typing import NDArray

from solvers.core.compiled import inlined
from solvers.core.result import NotSolvable

# First word: the clinic and its staff.
SHAPE, ENTRANCES, GARDENS, PILLARS, LOTS, NURSES, ORDERLIES, OUTPATIENT, DOCTORS = 0, 13, 16, 19, 22, 27, 29, 31, 33
# Second word: patients and tracks.
PATIENTS, MONEY, UNITS, POPULARITY, TIME, TREATED = 0, 20, 29, 38, 48, 57
COLOUR_BITS = 5

POPULARITY_ZERO = 200  # popularity is stored with this added, so that it may be negative where the table plays so
MOST_MONEY = MOST_UNITS = MOST_TIME = 511
MOST_POPULARITY, MOST_TREATED = 1023 - POPULARITY_ZERO, 127
MOST_LOTS = 31  # far more than anybody needs
UNDECIDED, UNUSED, USED = 0, 1, 2


class Beyond(NotSolvable):
    """A position whose numbers do not fit into their fields, or might not after one more round (`ranges`)."""


def column(words: NDArray[np.uint64], word: int, shift: int, bits: int) -> NDArray[np.int64]:
    """One field of many positions."""
    return ((words[:, word] >> np.uint64(shift)) & np.uint64((1 << bits) - 1)).astype(np.int64)


@inlined
def field(word, shift, bits):
    return np.int64((word >> np.uint64(shift)) & np.uint64((1 << bits) - 1))


@inlined
def plus(word, shift, amount):
    """The word with `amount` added to a field; the caller knows that it stays within its bits."""
    return np.uint64(word + np.uint64(np.int64(amount) << np.int64(shift)))
