"""The builders of an Action phase alone: where each rule bites, and where it does not."""

import random
from typing import Any

import pytest

from clin9ic.cards import Action, Module, Staff
from clin9ic.clinic import clinic_of
from clin9ic.dice import trackable
from clin9ic.moves import Hire, Kind
from solvers.clin9ic.cp_model import EXACT, Group, Switches
from solvers.clin9ic.cp_model.arrange import Laid, lay_cards
from solvers.clin9ic.cp_model.build import component
from solvers.clin9ic.cp_model.move import time_after
from solvers.clin9ic.cp_model.variables import ComponentVars
from tabletop.colours import COLOURS, Counts, add
from tests.clin9ic.helpers import acting, game, position, random_clinic, side, spaces, with_boxes
from tests.clin9ic.helpers import deck as deck_of
from tests.solvers.scheduler.bench import HOUSE, ROOMY, VAST, Bench, bench, counts_that, total, without

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
