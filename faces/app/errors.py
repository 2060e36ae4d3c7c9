"""Why a question has no answer, besides `InvalidFile` for bad files and `Refusal` and `Misuse` for wishes."""


class Interrupted(Exception):
    """It was cancelled before anything was found."""


class Defect(Exception):
    """The search and the referee disagree: no answer at all."""


class NoSuchRule(Exception):
    """No rule has these words."""
