"""The log of a rollout, for `decode_plan`: row 0 holds the number of events; a log of one row records nothing."""

from benchmarks.numba_kernel.codes import EVENT_WIDTH
from solvers.core.compiled import compiled


@compiled
def record(events, kind, a, b, c, d):
    """Append an event; its number."""
    if len(events) < 2:
        return 0
    at = events[0, 0] + 1
    events[0, 0] = at
    events[at, 0], events[at, 1], events[at, 2], events[at, 3], events[at, 4] = kind, a, b, c, d
    return at


__all__ = ["EVENT_WIDTH", "record"]
