"""The builders of Care, expenses, Admin, dice and score alone: where each rule bites, and where it does not."""

import random
from typing import Any

import pytest
from ortools.sat.python.cp_model import IntVar

from clin9ic import Goal, Level
from clin9ic.admin import kept
from clin9ic.clinic import clinic_of
from clin9ic.dice import least_dice, trackable
from clin9ic.score import popularity_items
from solvers.clin9ic.cp_model import EXACT, Group, Switches
from solvers.clin9ic.cp_model.admin import admin
from solvers.clin9ic.cp_model.care import Cared, care
from solvers.clin9ic.cp_model.dice import (
    Ranks,
    beyond,
    beyond_at_last,
    kept_by_colour,
    not_shown,
    pairs_that,
    possible_counts,
    shown,
)
from solvers.clin9ic.cp_model.expenses import buy, expenses, pay
from solvers.clin9ic.cp_model.score import popularity_score
from solvers.clin9ic.cp_model.variables import CareVars, Position
from tabletop.colours import COLOURS, Counts, add
from tests.clin9ic.helpers import clinic, game, random_clinic, random_counts, side
from tests.clin9ic.helpers import deck as deck_of
from tests.solvers.scheduler.bench import HOUSE, VAST, Bench, bench, counts_that, total, without

# --- care (5.1) ---------------------------------------------------------------------------------------------------


def cared(at: Bench, outpatient: bool = False) -> tuple[CareVars, Cared]:
    return care(at.draft, at.state.round, at.position, at.draft.constant(int(outpatient)), "test")


@pytest.mark.parametrize(
    ("nurses", "grid", "most"), [(2, "T.. ... ...", 0), (3, "T.. ... ...", 1), (2, "O.. ... ...", 1)]
)
def test_nurses_stand_between_colours(nurses: int, grid: str, most: int) -> None:
    """A red patient and a white doctor are three apart, two in an operating room."""
    setting = game(deck_of(side(grid)))
    at = bench("f1", setting, patients=(0, 0, 0, 1), nurses=nurses)
    _, done = cared(at)
    assert at.most(done.after.treated) == most
    free = bench("f1", setting, patients=(0, 0, 0, 1), switches=without(Group.NURSES))
    assert free.most(cared(free)[1].after.treated) == 1


@pytest.mark.parametrize(("doctors", "patients"), [(2, 2), (3, 2), (3, 3), (5, 5), (6, 6), (9, 9), (3, 8)])
@pytest.mark.parametrize("used", [False, True])
def test_beds_are_those_of_the_referee(doctors: int, patients: int, used: bool) -> None:
    setting = clinic("TH. X.. ...", "TO. HX. ...", "T.. ... ...")
    fields: dict[str, Any] = {"doctors": (doctors, 0, 0, 0), "patients": (patients, 0, 0, 0), "lots": 9}
    at = bench("f1 f2 f3", setting, **fields)
    vars_, done = cared(at, used)
    choices = clinic_of(setting, at.state).bed_choices(used, doctors, patients)
    operating, out = sum(vars_.operating.values()), total(vars_.outpatients)
    for o in range(3):
        for x in range(3):
            beds = [t + o + x for t, *others in choices if others == [o, x]]
            assert at.most(done.after.treated, operating == o, out == x) == max(beds, default=None)


def test_income_counts_gardens_but_not_for_outpatients() -> None:
    setting = clinic("TX. ... ...")
    for used, gardens, expected in ((False, 0, 20), (False, 3, 26), (True, 3, 32)):
        fields: dict[str, Any] = {"doctors": (1, 1, 1, 0), "patients": (1, 1, 1, 0)}
        at = bench("f1", setting, gardens=gardens, time=5, **fields)
        vars_, done = cared(at, used)
        rooms = [vars_.treatment[0, 0] == 1, vars_.treatment[1, 1] == 1, vars_.treatment[2, 2] == 0]
        assert at.most(done.income, *rooms) == expected
        assert at.only(done.after.time, total(vars_.outpatients) == int(used), *rooms) == 5 - used


def test_the_dice_show_who_is_left() -> None:
    doctors, patients = counts_that(lambda d, p: d[0] > 0 < p[0] and not trackable(d, add(p, 0, -1), 5))
    for switches in (EXACT, without(Group.DICE)):
        at = bench("f1", VAST, switches, doctors=doctors, patients=patients, nurses=3, lots=20)
        _, done = cared(at)
        for gone in (0, 1):  # white patients, treated by a white doctor
            asked = [
                left == n - gone * (c == 0)
                for c, (left, n) in enumerate(zip(done.after.patients, patients, strict=True))
            ]
            assert at.possible(*asked) is (gone == 0 or switches is not EXACT)


# --- expenses and popularity (5.2, 5.3) ---------------------------------------------------------------------------


def paid(at: Bench, income: int, operating: int = 0) -> tuple[Position, IntVar]:
    done = Cared(at.position, at.draft.constant(income), operating)
    return pay(at.draft, done, expenses(at.draft, at.state.round, done, "test"), "test")


@pytest.mark.parametrize(
    ("income", "money", "popularity", "left"),
    [(9, 2, 3, (4, 2, 3)), (5, 2, 3, (0, 2, 3)), (4, 2, 3, (0, 1, 3)), (1, 2, 3, (0, 0, 1)), (0, 1, 2, (0, 0, 0))],
)
def test_income_savings_and_popularity_pay_in_this_order(
    income: int, money: int, popularity: int, left: tuple[int, ...]
) -> None:
    """$5 are due: four modules and a white doctor."""
    at = bench("f1", clinic("TTH S.. ..."), money=money, popularity=popularity)
    after, earned = paid(at, income)
    assert (at.only(earned), at.only(after.money), at.only(after.popularity)) == left


@pytest.mark.parametrize(("orderlies", "operating", "due"), [(0, 0, 5), (1, 0, 3), (3, 0, 4), (3, 1, 4), (1, 1, 5)])
def test_orderlies_save_upkeep_not_below_nothing(orderlies: int, operating: int, due: int) -> None:
    at = bench("f1", clinic("TTH S.. ..."), orderlies=orderlies)
    done = Cared(at.position, at.draft.constant(0), operating)
    assert at.only(expenses(at.draft, 1, done, "test")) == due


def test_without_expenses_less_may_be_paid() -> None:
    at = bench("f1", clinic("TTH S.. ..."), switches=without(Group.EXPENSES))
    done = Cared(at.position, at.draft.constant(0), 0)
    assert at.least(expenses(at.draft, 1, done, "test")) == 0


def test_popularity_is_bought_from_income_alone() -> None:
    for goal, most in ((Goal.POPULARITY, 3), (Goal.DOCTORS, 0)):
        at = bench("f1", game(goal=goal), money=50)
        bought, after = buy(at.draft, at.position, at.draft.constant(11), "test")
        assert at.most(bought) == most
        assert at.only(after.money, bought == most) == 61 - 3 * most


# --- admin (section 6) --------------------------------------------------------------------------------------------


def test_a_laboratory_takes_a_doctor_up_and_all_others_go_down() -> None:
    for grid, expected in (("T.. ... ...", (2, 1, 0, 0)), ("TL. ... ...", None)):
        at = bench("f1", clinic(grid), doctors=(1, 1, 1, 0), popularity=3)
        lab, after = admin(at.draft, 1, at.position, "test")
        if expected:
            assert tuple(at.only(n) for n in after.doctors) == expected
            assert at.only(after.popularity) == 3
        else:
            assert at.only(total(lab)) == 1
            assert tuple(at.only(n, lab[1] == 1) for n in after.doctors) == (1, 1, 0, 1)
            assert at.only(after.popularity) == 4


@pytest.mark.parametrize(("red", "popularity", "left"), [(0, 3, 3), (1, 3, 1), (2, 3, 0)])
def test_red_patients_die(red: int, popularity: int, left: int) -> None:
    at = bench("f1", clinic("TTT ... ..."), patients=(1, 1, 1, red), popularity=popularity)
    _, after = admin(at.draft, 1, at.position, "test")
    assert tuple(at.only(n) for n in after.patients) == (0, 1, 1, 1)
    assert at.only(after.popularity) == left


def after_admin(doctors: Counts, patients: Counts) -> tuple[Counts, Counts]:
    """Everybody a colour on, but for a white doctor who went to the laboratory."""
    return (doctors[0] - 1 + doctors[1], doctors[2], doctors[3] + 1, 0), (0, patients[0], patients[1], patients[2])


@pytest.mark.parametrize("beyond", [False, True])
def test_people_beyond_the_dice_are_lost(beyond: bool) -> None:
    setting = clinic("TTT TTT TTL", level=Level.DIFFICULT)
    doctors, patients = counts_that(
        lambda d, p: d[0] > 0 and trackable(d, p, 4) and trackable(*after_admin(d, p), 4) is not beyond
    )
    at = bench("f1", setting, doctors=doctors, patients=patients, lots=20)
    lab, after = admin(at.draft, 1, at.position, "test")
    lower, worse = after_admin(doctors, patients)
    people = kept(worse, lower, 4)
    assert tuple(at.only(n, lab[0] == 1) for n in after.patients) == people[0]
    assert tuple(at.only(n, lab[0] == 1) for n in after.doctors) == people[1]
    careful = bench("f1", setting, Switches(beyond_dice=False), doctors=doctors, patients=patients, lots=20)
    lab, _ = admin(careful.draft, 1, careful.position, "test")
    assert careful.possible(lab[0] == 1) is not beyond


def test_without_a_laboratory_nobody_is_lost() -> None:
    """The ground on which the model does not look at the dice then."""
    rng = random.Random(5)
    for _ in range(3000):
        doctors, patients = random_counts(rng, 14), random_counts(rng, 12)
        lower = (doctors[0] + doctors[1], doctors[2], doctors[3], 0)
        worse = (0, patients[0], patients[1], patients[2])
        assert least_dice(lower, worse) <= least_dice(doctors, patients)


# --- dice (section 2) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_counts_are_shown_or_not(seed: int) -> None:
    rng = random.Random(seed)
    doctors, patients = random_counts(rng, 14), random_counts(rng, 12)
    at = bench("f1", VAST)
    columns, rows = (tuple(map(at.draft.constant, counts)) for counts in (doctors, patients))
    yes, no = at.draft.flag("shown"), at.draft.flag("not shown")
    shown(at.draft, columns, rows, [yes], "test")
    values = [list(possible_counts(at.draft, counts, 20)) for counts in (columns, rows)]
    ranks = [Ranks(at.draft, counts, all_, [no], "test") for counts, all_ in zip((columns, rows), values, strict=True)]
    not_shown(at.draft, ranks[0], ranks[1], pairs_that(beyond, values[0], values[1], 5), [no])
    can = trackable(doctors, patients, 5)
    assert (at.possible(yes == 1), at.possible(no == 1)) == (can, not can)


def test_the_dice_stop_a_patient_who_was_the_first_too_many() -> None:
    """Whatever way counts grew patient by patient, the first that the dice cannot show are listed as such."""
    rng, stopped = random.Random(3), 0
    for _ in range(300):
        doctors, patients = random_counts(rng, 11), random_counts(rng, 3)
        for colour in rng.choices(COLOURS, k=12):
            before, patients = trackable(doctors, patients, 5), add(patients, colour, 1)
            now = trackable(doctors, patients, 5)
            listed = pairs_that(beyond_at_last, [doctors], [patients], 5)
            assert listed or now or not before
            assert not (listed and now)
            stopped += before and not now
    assert stopped > 50


def test_who_is_kept_colour_by_colour_is_who_the_referee_keeps() -> None:
    rng = random.Random(7)
    for _ in range(400):
        doctors, patients = random_counts(rng, 9), (0, *random_counts(rng, 7)[1:])
        for dice in (3, 4, 5):
            if not trackable(doctors, patients, dice):
                assert kept_by_colour(patients, doctors, dice) == kept(patients, doctors, dice)


# --- score (section 7) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_the_score_is_the_referees(seed: int) -> None:
    """Missing pillars and gardens in some positions, and none in others."""
    rng = random.Random(seed)
    state = random_clinic(rng, HOUSE, pillars=rng.randint(0, 6))
    at = Bench(HOUSE, state)
    assert at.only(popularity_score(at.draft, at.position)) == sum(popularity_items(HOUSE, state).values())
