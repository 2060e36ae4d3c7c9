"""Why a question has no answer: all there is to be caught by one who asks.

`InvalidFile` has the faults of bad files; `Refusal` and `Misuse` are for wishes, `IllegalMove` and `BadNotation` for
moves.
"""

from faces.games.data import Misuse, Refusal
from tabletop.files import Fault, InvalidFile
from tabletop.moves import BadNotation, IllegalMove

__all__ = [
    "BadNotation",
    "Defect",
    "Fault",
    "IllegalMove",
    "Interrupted",
    "InvalidFile",
    "Misuse",
    "NoSuchRule",
    "Refusal",
]


class Interrupted(Exception):
    """It was cancelled before anything was found."""


class Defect(Exception):
    """The search and the referee disagree: no answer at all."""


class NoSuchRule(Exception):
    """No rule has these words."""
