"""Sets of packed positions, by open addressing; filled and emptied millions of times a second."""

import numpy as np

from solvers.core.compiled import inlined, uncounted


@inlined
def _hash(w0, w1):
    h = (w0 ^ (w1 >> np.uint64(29))) * np.uint64(0x9E3779B97F4A7C15)
    h = (h ^ (h >> np.uint64(32)) ^ w1) * np.uint64(0xD6E8FEB86659FD93)
    return h ^ (h >> np.uint64(32))


@uncounted
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


@uncounted
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
