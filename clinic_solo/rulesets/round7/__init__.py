"""14F: a seventh round."""

from clinic_solo.ruleset import Ruleset


class Round7(Ruleset):
    pass


RULESET = Round7
