"""The final score of packed positions: section 7, and what the other goals count (3.4)."""

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.kernel.world import World
from solvers.native.calling import Array, Integer, Object, function

_best_final = function("clin9ic_best_final", Integer, Object, Integer, Array(np.uint64, 2), Array(np.int64, 1))


def best_final(world: World, goal: int, words: NDArray[np.uint64]) -> tuple[int, int]:
    """The index of the highest final score of some positions, and the score."""
    at = np.empty(1, np.int64)
    score = _best_final(world.native, goal, words, at)
    return int(at[0]), int(score)
