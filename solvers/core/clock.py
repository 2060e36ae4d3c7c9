"""The time that counts for limits. It stands still while machine code is made or loaded, which happens once.

So a search on a fresh installation has as long as any later one, and gives the same answer.
"""

import threading
import time
from collections.abc import Callable
from typing import Any

from numba.core import event

KIND = "numba:compiler_lock"  # held by whoever compiles, or loads what was compiled before


class Clock(event.Listener):  # type: ignore[misc, unused-ignore]
    """Seconds that were not spent on compiling. Several threads may wait for the same code, so they are counted."""

    def __init__(self, time_of: Callable[[], float] = time.monotonic) -> None:
        self._time_of = time_of
        self._lock = threading.Lock()
        self._waiting = 0
        self._since = self._stood = 0.0

    def now(self) -> float:
        with self._lock:
            return (self._since if self._waiting else self._time_of()) - self._stood

    @property
    def compiling(self) -> bool:
        return self._waiting > 0

    def on_start(self, event: Any) -> None:  # noqa: ARG002
        with self._lock:
            if not self._waiting:
                self._since = self._time_of()
            self._waiting += 1

    def on_end(self, event: Any) -> None:  # noqa: ARG002
        with self._lock:
            self._waiting -= 1
            if not self._waiting:
                self._stood += self._time_of() - self._since


CLOCK = Clock()
event.register(KIND, CLOCK)  # type: ignore[no-untyped-call]
now = CLOCK.now

__all__ = ["CLOCK", "Clock", "now"]
