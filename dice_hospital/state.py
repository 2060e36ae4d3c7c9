"""Rule 1.6: a position, frozen and its own key."""

from enum import StrEnum
from typing import NamedTuple

from dice_hospital.patients import Counts, Patients


class Phase(StrEnum):
    """What is due, in the order of a game."""

    TAKEN_OUT = "taken out"  # chance: which specialists make room for promo cards (6.11)
    DEAL = "deal"  # chance: a report card (2.1)
    FIRST = "first"  # chance: the colours of the first dice (2.2)
    SET = "set"
    INTAKE = "intake"  # chance: four dice (4.1)
    KEEP = "keep"
    EPIDEMIC = "epidemic"  # chance: one more die (10.3)
    LOSE = "lose"
    CARDS = "cards"  # chance: a specialist and a department (5.1)
    TAKE = "take"
    RETURN = "return"
    CONSULT = "consult"
    PLACE = "place"
    ROLL = "roll"  # chance: patients are rolled again (7.2, 7.3)
    ALSO = "also"
    NEWCOMER = "newcomer"  # chance: a patient for the admissions nurse (6.11)
    REPORT = "report"
    OVER = "over"


CHANCE = frozenset(
    {
        Phase.TAKEN_OUT,
        Phase.DEAL,
        Phase.FIRST,
        Phase.INTAKE,
        Phase.EPIDEMIC,
        Phase.CARDS,
        Phase.ROLL,
        Phase.NEWCOMER,
    }
)
ACTIVATION = frozenset({Phase.PLACE, Phase.ROLL, Phase.ALSO, Phase.NEWCOMER})


class Touched(NamedTuple):
    """6.7: a patient that the department touched just now."""

    now: int  # as he is now; GONE if he left
    colour: int  # that he counted as then (6.9)
    before: int  # his value then
    healed: bool


class State(NamedTuple):
    """A position. Fields after `report_points` live within a round and are at their defaults between rounds.

    Departments, workers and reports are kinds: their numbers in the deck. Whatever has no order is sorted.
    """

    round: int  # 0 in the set-up
    phase: Phase
    patients: Patients  # in the beds
    departments: tuple[int, ...]  # tiles owned
    specialists: tuple[int, ...]  # cards owned
    department_stack: tuple[int, ...]  # how many of each kind were not seen yet (5.3)
    specialist_stack: tuple[int, ...]
    blood_bags: int
    fatalities: int
    score: int
    reports: tuple[tuple[int, ...], ...]  # by column, the open card first
    report_points: int  # of completed cards
    dice: Patients = ()  # on the table: not in a bed yet, or about to be rolled
    shown: tuple[int, ...] = ()  # the specialist and the department turned up
    consulted: int = 0  # whose ability the consultant has (6.11)
    free_workers: tuple[int, ...] = ()
    free_departments: tuple[int, ...] = ()
    recoloured: Patients = ()  # for the effect that has to follow at once (6.10)
    acting: int = 0  # the worker whose own effect may follow
    touched: tuple[Touched, ...] = ()  # by the department he stands in
    left: int = 0  # patients discharged just now for whom the admissions nurse may still do something (6.11)
    discharged: Counts = (0, 0, 0)  # this round, by their own colours
    for_reports: Counts = (0, 0, 0)  # those no report has used yet, by the colours that count for reports
    neglected: bool = False  # whether somebody died of neglect, where that matters (8.4)
