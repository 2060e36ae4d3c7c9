"""14D: zombies."""

from clinic_solo.ruleset import Ruleset


class Zombies(Ruleset):
    pass


RULESET = Zombies
