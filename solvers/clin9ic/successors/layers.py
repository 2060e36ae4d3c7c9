"""Layers of a search: positions between two rounds, each with its parent in the layer before."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.kernel.packed import DOCTORS, ENTRANCES, SHAPE, Words, column, people_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


class Layer(NamedTuple):
    """Positions at the beginning of a round, with the parent in the layer before and the trio that led here."""

    words: Words
    parent: Ints
    trio: Ints
    value: Floats


NO_LAYER = Layer(np.empty((0, 2), np.uint64), np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0))


def varied(layer: Layer, width: int, turn: float, config_of: Ints) -> NDArray[np.int64]:
    """The most promising positions of each kind of clinic, taking turns: a beam of one kind misses too much."""
    words = layer.words
    config = config_of[column(words, SHAPE)].astype(np.int64)
    kind = (config * 8 + column(words, ENTRANCES)) * 128 + people_of(words, DOCTORS)
    order = np.lexsort((-layer.value, kind))
    first = np.ones(len(order), bool)
    first[1:] = kind[order][1:] != kind[order][:-1]
    rank = np.arange(len(order)) - np.flatnonzero(first)[np.cumsum(first) - 1]
    merit = layer.value[order] - turn * np.sqrt(rank)
    chosen: NDArray[np.int64] = order[np.argsort(-merit, kind="stable")[:width]]
    return chosen


def rows_of(layer: Layer, rows: NDArray[np.int64]) -> Layer:
    return Layer(layer.words[rows], layer.parent[rows], layer.trio[rows], layer.value[rows])


def distinct(words: Words, parents: Ints, trios: Ints, value: Floats) -> Layer:
    """Each position once."""
    order = np.lexsort((words[:, 1], words[:, 0]))
    words, parents, trios, value = words[order], parents[order], trios[order], value[order]
    new = np.ones(len(words), bool)
    new[1:] = (words[1:] != words[:-1]).any(axis=1)
    return Layer(words[new], parents[new], trios[new], value[new])
