"""What happened, for those who want to retell it: the first row counts, a list of one row hears nothing."""

from solvers.clinic_solo.kernel.names import EVENT_WIDTH
from solvers.compiled import compiled


@compiled
def tell(events, kind, a, b, c, d):
    """Note an event; its number."""
    if len(events) < 2:
        return 0
    at = events[0, 0] + 1
    events[0, 0] = at
    events[at, 0], events[at, 1], events[at, 2], events[at, 3], events[at, 4] = kind, a, b, c, d
    return at


__all__ = ["EVENT_WIDTH", "tell"]
