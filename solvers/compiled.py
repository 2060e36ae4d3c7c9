"""Functions compiled by numba, kept on disk so that a second start does not compile again."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import njit

from solvers.stale import drop_stale

Function = Callable[..., Any]

drop_stale(Path(__file__).resolve().parent.parent)


def compiled(function: Function) -> Function:
    """Compile a function of numbers, arrays and records."""
    result: Function = njit(cache=True, nogil=True)(function)
    return result


def inlined(function: Function) -> Function:
    """Compile a small function into whatever calls it."""
    result: Function = njit(cache=True, nogil=True, inline="always")(function)
    return result


def swift(function: Function) -> Function:
    """Compile a loop over numbers that are never infinite or missing, several at a time."""
    result: Function = njit(cache=True, nogil=True, fastmath=True)(function)
    return result
