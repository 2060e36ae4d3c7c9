"""Each builder of the scheduler alone: where its rule bites, and where it does not."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from ortools.sat.python.cp_model import IntVar

from clin9ic import Goal, Level
from clin9ic.admin import kept
from clin9ic.cards import Action, Module, Staff
from clin9ic.clinic import clinic_of
from clin9ic.dice import least_dice, trackable
from clin9ic.moves import Hire, Kind
from clin9ic.score import popularity_items
from solvers.clin9ic.scheduler import EXACT, Group, Switches
from solvers.clin9ic.scheduler.admin import admin
from solvers.clin9ic.scheduler.arrange import Laid, lay_cards
from solvers.clin9ic.scheduler.build import component
from solvers.clin9ic.scheduler.care import Cared, care
from solvers.clin9ic.scheduler.dice import Ranks, kept_by_colour, not_shown, shown
from solvers.clin9ic.scheduler.expenses import buy, expenses, pay
from solvers.clin9ic.scheduler.move import time_after
from solvers.clin9ic.scheduler.score import popularity_score
from solvers.clin9ic.scheduler.variables import CareVars, ComponentVars, Position
from tabletop.colours import COLOURS, Counts, add
from tests.clin9ic.helpers import acting, clinic, game, position, random_clinic, random_counts, side, spaces, with_boxes
from tests.clin9ic.helpers import deck as deck_of
from tests.solvers.scheduler.bench import Bench, total

HOUSE = game()
VAST = clinic("TTT TTT TTT")  # f1 has room for everybody, and no hub
ROOMY = clinic("TTT TTT HHS", "TTT SSS ...")


def bench(floors: str = "f1", setting: Any = HOUSE, switches: Switches = EXACT, **fields: Any) -> Bench:
    return Bench(setting, position(setting, floors, **fields), switches)


def without(*groups: Group) -> Switches:
    return Switches(without=frozenset(groups))


# --- arrange (4.2) ------------------------------------------------------------------------------------------------


def test_trios_are_those_of_the_order() -> None:
    at = bench()
    trios = at.draft.instance.trios[0]
    laid = Laid(at.draft, trios, lay_cards(at.draft, trios, "test"), "test")
    slots = [laid.slot(number) for number in range(3)]
    for actions in {trio.actions for trio in trios}:
        assert at.possible(*(slot.is_action[action] == 1 for slot, action in zip(slots, actions, strict=True)))
    assert not at.possible(*(slot.is_action[Action.HIRE] == 1 for slot in slots))
    assert at.most(total(laid.chosen)) == at.least(total(laid.chosen)) == 1


# --- build (4.4) --------------------------------------------------------------------------------------------------


def built(at: Bench, may: int = 1) -> ComponentVars:
    return component(at.draft, at.state.round, at.position, at.draft.constant(may), "test")


@pytest.mark.parametrize(("money", "can"), [(1, False), (2, True)])
def test_components_are_paid(money: int, can: bool) -> None:
    at = bench(money=money)
    vars_ = built(at)
    assert at.possible(vars_.kinds[Kind.GARDEN] == 1) is can
    assert at.only(vars_.after.money, total(vars_.choices) == 0) == money


def test_nothing_is_built_in_another_action() -> None:
    at = bench(money=50)
    assert at.most(total(built(at, may=0).choices)) == 0


@pytest.mark.parametrize(("gardens", "can"), [(5, True), (6, False)])
def test_six_gardens_are_the_most(gardens: int, can: bool) -> None:
    at = bench(money=9, gardens=gardens)
    assert at.possible(built(at).kinds[Kind.GARDEN] == 1) is can


def test_a_floor_brings_what_is_printed_and_an_entrance_up_to_six() -> None:
    setting = game(deck_of(side("THS ... ..."), side("GGP ... ...")))
    for entrances, gardens, expected in ((1, 0, (2, 2, 1)), (6, 5, (6, 6, 1))):
        at = bench("f1", setting, entrances=entrances, gardens=gardens, money=6)
        vars_ = built(at)
        after = vars_.after
        found = [at.only(n, vars_.floors[1] == 1) for n in (after.entrances, after.gardens, after.pillars)]
        assert tuple(found) == expected
        assert not at.possible(vars_.floors[2] == 1)


@pytest.mark.parametrize(("orderlies", "money", "lots"), [(0, 3, 0), (1, 5, 1), (1, 4, None), (2, 5, 1), (3, 7, 2)])
def test_an_upgraded_ground_floor_buys_missing_spaces(orderlies: int, money: int, lots: int | None) -> None:
    """House Floor-1 B has 11 spaces."""
    at = bench(money=money, doctors=(6, 0, 0, 0), patients=(5, 0, 0, 0), orderlies=orderlies)
    vars_ = built(at)
    upgraded = vars_.upgrades[0] == 1
    assert (at.only(vars_.after.lots, upgraded) if at.possible(upgraded) else None) == lots


def test_without_parking_nothing_has_to_be_bought() -> None:
    at = bench(money=4, doctors=(6, 0, 0, 0), patients=(6, 0, 0, 0), switches=without(Group.PARKING))
    assert at.possible(built(at).upgrades[0] == 1)


def test_cubes_stand_on_different_modules_and_go_with_them() -> None:
    at = bench("f3", money=9, conveyors=spaces("1c2"))  # the supply room
    vars_ = built(at)
    where = dict(zip(map(str, at.draft.clinics.spaces), vars_.after.cubes, strict=True))
    placed = vars_.kinds[Kind.CONVEYOR] == 1
    assert at.only(total(vars_.after.cubes), placed) == 2
    assert at.possible(placed, where["1b3"] == 1)
    assert not at.possible(placed, where["1b1"] == 1)  # nothing stands there on side A
    assert at.only(total(vars_.after.cubes), vars_.upgrades[0] == 1) == 1
    gone = bench("f2", money=9, conveyors=spaces("1c3"))  # no module on side B
    vars_ = built(gone)
    assert gone.only(total(vars_.after.cubes), vars_.upgrades[0] == 1) == 0
    assert gone.only(total(vars_.after.cubes), total(vars_.choices) == 0) == 1


def test_a_pair_of_cubes_moves_to_another_pair() -> None:
    at = bench("f1", money=9, conveyors=spaces("1a2", "1a3"))
    vars_ = built(at)
    moved = vars_.kinds[Kind.CONVEYORS] == 1
    where = dict(zip(map(str, at.draft.clinics.spaces), vars_.after.cubes, strict=True))
    assert at.possible(moved, where["1b3"] == 1)
    assert not at.possible(moved, where["1a2"] == 1, where["1a3"] == 1)
    alone = bench("f1", money=9, conveyors=spaces("1a2"))
    assert not alone.possible(built(alone).kinds[Kind.CONVEYORS] == 1)


# --- hire (4.5) ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("entrances", "most"), [(1, 1), (4, 2), (6, 3)])
def test_entrances_limit_the_icons(entrances: int, most: int) -> None:
    at = bench(setting=ROOMY, entrances=entrances, money=20)
    slot, *_ = at.newcomers(Action.HIRE, "D w N w D w")
    assert at.most(total(list(slot.hired.values()))) == most


def test_without_entrances_all_icons_are_in_reach() -> None:
    at = bench(setting=ROOMY, entrances=1, money=20, switches=without(Group.ENTRANCES))
    slot, *_ = at.newcomers(Action.HIRE, "D w N w D w")
    assert at.most(total(list(slot.hired.values()))) == 3


def test_hires_cost_by_section() -> None:
    at = bench(setting=ROOMY, entrances=6, money=4)
    slot, after, _ = at.newcomers(Action.HIRE, "D w N w D w")
    assert at.only(after.money, slot.hired[5, Staff.DOCTOR] == 1) == 0
    assert at.most(total(list(slot.hired.values()))) == 2  # 1 + 2
    rich = bench(setting=ROOMY, entrances=6, money=7)
    slot, *_ = rich.newcomers(Action.HIRE, "D w N w D w")
    assert rich.most(total(list(slot.hired.values()))) == 3


@pytest.mark.parametrize(("lots", "most"), [(0, 1), (1, 3)])
def test_hires_need_parking(lots: int, most: int) -> None:
    fields: dict[str, Any] = {
        "doctors": (6, 0, 0, 0),
        "patients": (6, 0, 0, 0),
        "nurses": 1,
        "entrances": 6,
        "money": 20,
    }
    at = bench(setting=ROOMY, lots=lots, **fields)  # 13 cars, 14 spaces
    slot, *_ = at.newcomers(Action.HIRE, "D w N w D w")
    assert at.most(total(list(slot.hired.values()))) == most


@pytest.mark.parametrize(("grid", "most"), [("T.. ... ...", 1), ("TH. ... ...", 2), ("TT. ... ...", 3)])
def test_hires_need_room(grid: str, most: int) -> None:
    setting = game(deck_of(side(grid, entrance=(0, 0))))
    at = bench("f1", setting, entrances=6, money=20)
    slot, *_ = at.newcomers(Action.HIRE, "D w D w D w")
    assert at.most(total(list(slot.hired.values()))) == most


def counts_that(test: Callable[[Counts, Counts], bool]) -> tuple[Counts, Counts]:
    """Doctors and patients that five dice show, and that pass a test."""
    for seed in range(100_000):
        rng = random.Random(seed)
        doctors, patients = random_counts(rng, 11), random_counts(rng, 11)
        if trackable(doctors, patients, 5) and test(doctors, patients):
            return doctors, patients
    raise AssertionError("no such counts")


def with_doctor(doctors: Counts, patients: Counts) -> list[bool]:
    """Whether one more doctor of each colour can be shown."""
    return [trackable(add(doctors, colour), patients, 5) for colour in COLOURS]


@pytest.mark.parametrize("free_choice", [False, True])
def test_hires_need_dice(free_choice: bool) -> None:
    doctors, patients = counts_that(lambda d, p: min(d) > 0 and all(with_doctor(d, p)) is free_choice)
    fields: dict[str, Any] = {"doctors": doctors, "patients": patients, "lots": 20, "entrances": 6, "money": 20}
    at, free = bench(setting=VAST, **fields), bench(setting=VAST, switches=without(Group.DICE), **fields)
    slot, *_ = at.newcomers(Action.HIRE, "D w w w w w")
    any_slot, *_ = free.newcomers(Action.HIRE, "D w w w w w")
    assert [at.possible(slot.doctors[colour] == 1) for colour in COLOURS] == with_doctor(doctors, patients)
    assert all(free.possible(any_slot.doctors[colour] == 1) for colour in COLOURS)


def test_in_turn_the_dice_are_looked_at_after_each_doctor() -> None:
    """Counts that the dice show in the end, and not on the way there, are left out of a model in turn alone."""
    start, patients = counts_that(lambda d, p: bool(between(d, p)))
    end = between(start, patients)[0]
    fields: dict[str, Any] = {"doctors": start, "patients": patients, "lots": 20, "entrances": 6, "money": 20}
    for in_turn in (False, True):
        at = Bench(VAST, position(VAST, "f1", **fields), EXACT, in_turn=in_turn)
        slot, after, _ = at.newcomers(Action.HIRE, "D D w w w w")
        asked = [number == count for number, count in zip(after.doctors, end, strict=True)]
        assert at.possible(*asked) is not in_turn
        assert at.possible(*(number == 0 for number in slot.doctors))


def between(doctors: Counts, patients: Counts) -> list[Counts]:
    """Doctors that the dice show after two hires, and after neither of the two alone."""
    singles = [colour for colour, can in zip(COLOURS, with_doctor(doctors, patients), strict=True) if not can]
    pairs = [add(add(doctors, one), two) for one in singles for two in singles]
    return [pair for pair in pairs if trackable(pair, patients, 5)]


# --- admit (4.6) --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("entrances", "most"), [(1, 1), (2, 1), (3, 2), (6, 3)])
def test_entrances_limit_the_queue(entrances: int, most: int) -> None:
    at = bench(setting=ROOMY, entrances=entrances)
    slot, after, _ = at.newcomers(Action.ADMIT, "y N o N r N")
    assert at.most(slot.admitted) == most
    assert [at.most(n) for n in after.patients] == [1, 1, int(most > 1), int(most > 2)]  # nobody is skipped


def test_refusing_costs_popularity_as_long_as_there_is_some() -> None:
    for popularity, expected in ((5, 3), (1, 0)):
        at = bench(setting=ROOMY, entrances=6, popularity=popularity)
        slot, after, _ = at.newcomers(Action.ADMIT, "y N o N r N")
        assert at.only(after.popularity, slot.admitted == 1) == expected
        assert at.only(after.popularity, slot.admitted == 3) == popularity
    free = bench(setting=ROOMY, entrances=6, popularity=5, switches=without(Group.REFUSALS))
    slot, after, _ = free.newcomers(Action.ADMIT, "y N o N r N")
    assert free.most(after.popularity, slot.admitted == 1) == 5


@pytest.mark.parametrize(("lots", "most", "left"), [(0, 1, 4), (1, 3, 2)])
def test_a_full_car_park_ends_the_queue_for_nothing(lots: int, most: int, left: int) -> None:
    fields: dict[str, Any] = {
        "doctors": (6, 0, 0, 0),
        "patients": (6, 0, 0, 0),
        "nurses": 1,
        "entrances": 6,
        "popularity": 5,
    }
    at = bench(setting=ROOMY, lots=lots, **fields)  # 13 cars, 14 spaces
    slot, after, _ = at.newcomers(Action.ADMIT, "w N w N w N")
    assert at.most(slot.admitted) == most
    assert at.only(after.popularity, slot.admitted == 0) == left


@pytest.mark.parametrize(("grid", "most"), [("T.. ... ...", 1), ("TH. ... ...", 1), ("TT. ... ...", 3)])
def test_patients_need_room(grid: str, most: int) -> None:
    setting = game(deck_of(side(grid, entrance=(0, 0))))
    at = bench("f1", setting, entrances=6, popularity=9)
    slot, after, _ = at.newcomers(Action.ADMIT, "w N w N w N")
    assert at.most(slot.admitted) == most
    assert at.only(after.popularity, slot.admitted == 0) == 9 - most


def shown_in_turn(doctors: Counts, patients: Counts) -> int:
    """How many of a white, a yellow and an orange patient can come before the dice stop them."""
    for number, colour in enumerate(COLOURS[:3]):
        patients = add(patients, colour)
        if not trackable(doctors, patients, 5):
            return number
    return 3


@pytest.mark.parametrize("most", range(4))
def test_the_dice_end_the_queue_for_nothing(most: int) -> None:
    doctors, patients = counts_that(lambda d, p: shown_in_turn(d, p) == most)
    fields: dict[str, Any] = {"doctors": doctors, "patients": patients, "lots": 20, "entrances": 6, "popularity": 9}
    at = bench(setting=VAST, **fields)
    slot, after, _ = at.newcomers(Action.ADMIT, "w N y N o N")
    assert at.most(slot.admitted) == most
    assert at.only(after.popularity, slot.admitted == 0) == 9 - most
    unsure = bench(setting=VAST, switches=Switches(beyond_dice=False), **fields)
    unsure.newcomers(Action.ADMIT, "w N y N o N")
    assert unsure.possible() is (most == 3)  # a queue that the dice stop is left out
    free = bench(setting=VAST, switches=without(Group.DICE), **fields)
    slot, *_ = free.newcomers(Action.ADMIT, "w N y N o N")
    assert free.most(slot.admitted) == 3


# --- move (4.9, 4.10) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_newcomers_take_the_referees_time(seed: int) -> None:
    rng = random.Random(seed)
    state = random_clinic(rng, HOUSE, doctors=(1, 0, 0, 0), patients=(1, 0, 0, 0), nurses=0, entrances=6, money=50)
    at = Bench(HOUSE, state)
    slot, _, times = at.newcomers(Action.HIRE, "D w N w D w")
    acting_ = acting(HOUSE, with_boxes("hire", bottom="D w N w D w"))._replace(
        **{
            name: getattr(state, name)
            for name in ("floors", "conveyors", "doctors", "patients", "entrances", "money", "lots")
        },
        outpatient=False,
    )
    for move in HOUSE.legal_moves(acting_):
        assert isinstance(move, Hire)
        raw = [[hired.staff for hired in move.people].count(staff) for staff in (Staff.DOCTOR, Staff.NURSE)]
        counted = [sum(v for (_, s), v in slot.hired.items() if s is staff) for staff in (Staff.DOCTOR, Staff.NURSE)]
        if raw[0] == 1:
            continue  # which of two icons is hired does not matter here
        after = HOUSE.apply(acting_, move)
        saved = 3 * clinic_of(HOUSE, acting_).count(Module.TRIAGE)
        asked = [have == want for have, want in zip(counted, raw, strict=True)]
        assert max(0, at.only(total(times), *asked) - saved) == after.time - acting_.time


def test_triage_shortens_an_action_not_below_nothing() -> None:
    for grid, spent, left in (
        ("T.. ... ...", 5, 5),
        ("TR. ... ...", 5, 2),
        ("TR. ... ...", 2, 0),
        ("TRR ... ...", 7, 1),
    ):
        at = bench("f1", game(deck_of(side(grid))), time=4)
        assert at.only(time_after(at.draft, 1, at.position, [at.draft.constant(spent)], "test")) == 4 + left
    free = bench(switches=without(Group.TIME), time=4)
    spent_time = free.draft.number(5, 5, "spent")
    after = time_after(free.draft, 1, free.position, [spent_time], "test")
    assert (free.least(after), free.most(after)) == (9, 9)


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
    ranks = [Ranks(at.draft, counts, 20, [no], name) for counts, name in ((columns, "doctors"), (rows, "patients"))]
    not_shown(at.draft, ranks[0], ranks[1], [no])
    can = trackable(doctors, patients, 5)
    assert (at.possible(yes == 1), at.possible(no == 1)) == (can, not can)


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
