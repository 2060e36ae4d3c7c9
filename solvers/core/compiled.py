"""Functions compiled by numba, kept on disk so that a second start does not compile again."""

from collections.abc import Callable
from typing import Any

from numba import config, njit

from solvers.core.compile_cache import folder_for

Function = Callable[..., Any]


def compiled(function: Function) -> Function:
    """Compile a function of numbers, arrays and records."""
    return _compiled(function)


def inlined(function: Function) -> Function:
    """Compile a small function into whatever calls it."""
    return _compiled(function, inline="always")


def uncounted(function: Function) -> Function:
    """Compile a function that makes no arrays, so that nobody has to count who still uses those it is given.

    Counting takes a large part of the time of small functions, all the more when several threads share an array. Such
    a function returns no arrays, and calls only inlined ones and others like itself.
    """
    return _compiled(function, _nrt=False)


def swift(function: Function) -> Function:
    """Compile a loop over numbers that are never infinite or missing, several at a time."""
    return _compiled(function, fastmath=True)


def _compiled(function: Function, **options: Any) -> Function:
    """Numba takes the folder to keep code in from its settings, when it is told of a function."""
    before: str = config.CACHE_DIR  # type: ignore[attr-defined]
    config.CACHE_DIR = folder_for(function.__module__)  # type: ignore[attr-defined]
    try:
        result: Function = njit(cache=True, nogil=True, **options)(function)
    finally:
        config.CACHE_DIR = before  # type: ignore[attr-defined]
    return result
