"""14E: floor 4."""

from clinic_solo.ruleset import Ruleset


class Floor4(Ruleset):
    pass


RULESET = Floor4
