"""14C: workaholic doctors."""

from clinic_solo.ruleset import Ruleset


class Workaholics(Ruleset):
    pass


RULESET = Workaholics
