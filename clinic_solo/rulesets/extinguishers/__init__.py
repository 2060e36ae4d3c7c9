"""14B: extinguishers."""

from clinic_solo.ruleset import Ruleset


class Extinguishers(Ruleset):
    pass


RULESET = Extinguishers
