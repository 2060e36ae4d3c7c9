"""Codes that Python and the compiled core have in common."""

BUILD, HIRE, ADMIT, DONE = 0, 1, 2, 3  # DONE: an action of a round that is under way
BOX_DOCTOR, BOX_NURSE, BOX_ORDERLY = 10, 11, 12
DICE, COUNTS_POPULARITY, TRIAGE_PHASE, BELOW_ZERO, LOTS_KEPT = range(5)  # Tables.rules
POPULARITY_GOAL, DOCTORS_GOAL, SKILLED_GOAL, STAFF_GOAL, TREATED_GOAL = range(5)
