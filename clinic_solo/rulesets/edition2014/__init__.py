"""Section 15: the 2014 edition."""

from clinic_solo.rulesets.edition2014.rules import Edition2014

RULESET = Edition2014
