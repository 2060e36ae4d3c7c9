"""14A: blood transfusion."""

from clinic_solo.ruleset import Ruleset


class Blood(Ruleset):
    pass


RULESET = Blood
