"""Random numbers without a generator: the same key always gives the same number, so a plan plays the same again."""

import numpy as np

from solvers.core.compiled import compiled


@compiled
def noise(most, key):
    """From 0 to `most`, by a hash of the key."""
    mixed = np.uint32(key)
    hashed = np.uint32((mixed ^ (mixed >> np.uint32(13))) * np.uint32(2654435761))
    bits = (hashed ^ (hashed >> np.uint32(16))) & np.uint32(1023)
    return most * bits / 1023.0
