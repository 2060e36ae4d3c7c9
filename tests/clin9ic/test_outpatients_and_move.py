"""Outpatients, Move and triage (4.8 to 4.10) rule by rule; other goals, and moves that are none."""

import pytest

from clin9ic import Goal, State
from clin9ic.cards import Staff
from clin9ic.clinic import PATIENT, clinic_of
from clin9ic.movement import is_helipad
from clin9ic.moves import Admit, Build, Buy, Component, Hire, Hired, Kind, Order, Reveal
from clin9ic.state import Phase
from tabletop.colours import Colour
from tabletop.moves import IllegalMove
from tests.clin9ic.helpers import (
    ADMIT_ALL,
    BUILD,
    HIRE_ALL,
    NOBODY,
    acting,
    caring,
    clinic,
    deck,
    do,
    game,
    position,
    refused,
    side,
    spaces,
    with_boxes,
)

# --- 4.8 outpatient services -------------------------------------------------------------------------------------


def test_choice_at_the_first_hire_or_admit_only() -> None:
    g = clinic("T.X ... ...")
    before = acting(g, [BUILD[0], HIRE_ALL[0], ADMIT_ALL[0]], entrances=6)
    assert g.decision(before) == "build"
    built = do(g, before, "build nothing")
    assert g.decision(built) == "outpatient"
    refused(g, built, "hire nobody", "4.8")
    chosen = do(g, built, "outpatient yes")
    assert g.decision(chosen) == "hire"
    admitting = do(g, chosen, "hire nobody")
    assert g.decision(admitting) == "admit"
    refused(g, admitting, "outpatient no", "4.6")
    assert g.decision(do(g, admitting, "admit 0")) == "care"


def test_no_choice_without_the_module() -> None:
    g = clinic("T.. ... ...")
    assert g.decision(acting(g, HIRE_ALL)) == "hire"
    assert g.decision(caring(g, outpatient=None)) == "care"


def test_choice_at_care_if_only_building_went_before() -> None:
    g = clinic("T.X ... ...")
    before = do(g, acting(g, BUILD), "build nothing", "build nothing", "build nothing")
    assert (before.phase, g.decision(before)) == (Phase.CARE, "outpatient")
    assert g.decision(do(g, before, "outpatient no")) == "care"


def test_choice_falls_once_the_module_stands() -> None:
    g = game(deck((side("T.. ... ..."), side("T.X ... ..."))))
    before = acting(g, [HIRE_ALL[0], BUILD[0], ADMIT_ALL[0]])
    later = do(g, before, "hire nobody", "build upgrade:1")
    assert g.decision(later) == "outpatient"


def test_choice_is_made_anew_each_round() -> None:
    g = clinic("T.X ... ...")
    after = do(g, caring(g, outpatient=True), "care nobody")
    assert (after.round, after.outpatient) == (2, None)


def test_used_module_gives_room_and_is_filled_in_turn() -> None:
    g = clinic("... ... XT.", "... ... T..")
    before = acting(g, ADMIT_ALL, "f1 f2", entrances=1, patients=(2, 0, 0, 0))
    assert do(g, before, "outpatient yes", "admit 1").time == 1  # the module itself
    assert do(g, before, "outpatient no", "admit 1").time == 2  # up to Floor-2
    alone = clinic("T.X ... ...")
    full = acting(alone, ADMIT_ALL, entrances=1, patients=(2, 0, 0, 0))
    refused(alone, do(alone, full, "outpatient no"), "admit 1", "4.7")
    do(alone, full, "outpatient yes", "admit 1")


# --- 4.9 Move -----------------------------------------------------------------------------------------------------


def test_lower_floors_are_filled_first() -> None:
    g = clinic("... ... T..", "... ... T..", "... ... T..")
    times = clinic_of(g, position(g, "f1 f2 f3")).openings(PATIENT, False)
    assert times.times == ((1, 1), (2, 2), (3, 3))
    assert [times.time_for(present, 2) for present in range(6)] == [2, 3, 4, 5, 6, None]
    assert times.on_floors(3) == (2, 1, 0)


def test_newcomers_take_the_cheapest_openings_of_a_floor_whichever() -> None:
    g = clinic("..T ... H..")
    openings = clinic_of(g, position(g)).openings(Staff.DOCTOR, False)
    assert openings.times == ((1, 5, 5),)
    assert [openings.time_for(present, 1) for present in range(3)] == [1, 1, 1]
    assert openings.time_for(1, 2) == 1 + 5


def test_outdoors_is_walked_on_the_ground_only() -> None:
    g = clinic("... ... H.T", "... ... H.T")
    shape = clinic_of(g, position(g, "f1 f2"))
    assert shape.openings(PATIENT, False).times == ((3, 3), (4, 4))
    garden = clinic("... ... HGT")
    assert clinic_of(garden, position(garden)).openings(PATIENT, False).times == ((3, 3),)
    upstairs = clinic("... ... H..", "... ... HGT", "... ... ..T")
    # Up from the ground below it, not across the garden beside it.
    assert clinic_of(upstairs, position(upstairs, "f1 f2 f3")).openings(PATIENT, False).times == ((), (4, 4), (5, 5))


def test_entrance_leads_only_where_it_points() -> None:
    g = game(deck(side("T.. ... ..T", entrance=(2, 2))))
    assert clinic_of(g, position(g)).openings(PATIENT, False).times == ((1, 1, 5, 5),)


def test_unreachable_openings_are_no_room() -> None:
    g = game()
    above_f2 = clinic_of(g, position(g, "f1 f2b f3"))
    assert above_f2.openings(PATIENT, False).times[2] == (None, None)
    on_the_ground = clinic_of(g, position(g, "f2b f3"))  # where one can walk outdoors
    assert None not in on_the_ground.openings(PATIENT, False).times[1]
    cut_off = clinic("T.. ... ...", "... ... ...", ".T. ... ...")
    openings = clinic_of(cut_off, position(cut_off, "f1 f2 f3")).openings(PATIENT, False)
    assert openings.times == ((3, 3), (), (None, None))
    assert (openings.time_for(1, 1), openings.time_for(1, 2), openings.capacity) == (3, None, 4)
    before = acting(cut_off, ADMIT_ALL, "f1 f2 f3", entrances=6, patients=(1, 0, 0, 0))
    refused(cut_off, before, "admit 2", "4.7")
    helipad = before._replace(conveyors=spaces("3b1"))
    assert do(cut_off, helipad, "admit 2").time == 3 + 1


def test_one_cube_is_a_helipad_two_are_a_conveyor_as_well() -> None:
    g = clinic("... ... H..", "... ... T..", "... ... TH.")
    sides = clinic_of(g, position(g, "f1 f2 f3")).sides
    below, above = spaces("2a3", "3a3")
    assert not is_helipad(sides, below)
    assert is_helipad(sides, above)
    one = clinic_of(g, position(g, "f1 f2 f3", conveyors=(above,)))
    assert one.openings(PATIENT, False).times == ((), (2, 2), (1, 1))
    both = clinic_of(g, position(g, "f1 f2 f3", conveyors=(below, above)))
    assert both.openings(PATIENT, False).times == ((), (1, 1), (1, 1))


def test_a_garden_or_pillar_above_does_not_close_a_helipad() -> None:
    for letter in "GP.":
        g = clinic("... ... T..", f"... ... {letter}..", "... ... ...")
        assert is_helipad(clinic_of(g, position(g, "f1 f2 f3")).sides, spaces("1a3")[0])
    covered = clinic("... ... T..", "... ... ...", "... ... L..")
    assert not is_helipad(clinic_of(covered, position(covered, "f1 f2 f3")).sides, spaces("1a3")[0])


# --- 4.10 triage --------------------------------------------------------------------------------------------------

TRIAGE = "... T.. TR."


def admissions(g_options: dict[str, str], *numbers: int) -> State:
    g = clinic(TRIAGE, **g_options)
    before = acting(g, with_boxes("admit", top="w w y N N N"), entrances=3, patients=NOBODY, lots=9)
    return do(g, before, *(f"admit {n}" for n in numbers))


def test_triage_shortens_each_action() -> None:
    assert admissions({}, 3, 0, 0).time == 1 + 1 + 2 - 3
    assert admissions({}, 2, 0, 0).time == 0  # never below 0
    assert admissions({}, 1, 3, 0).time == 0 + (4 - 3)  # nothing carries over


def test_triage_shortens_the_phase_where_the_table_plays_it() -> None:
    assert admissions({"triage": "phase"}, 2).time == 0  # not on the track before the phase ends
    assert admissions({"triage": "phase"}, 1, 3, 0).time == 1 + 4 - 3
    assert admissions({"triage": "phase"}, 1, 1, 0).time == 0


def test_two_triage_modules() -> None:
    g = clinic("RRT TTT T..")
    before = acting(g, ADMIT_ALL, entrances=6, patients=NOBODY, lots=9)
    once = clinic("R.T TTT T..")
    assert do(once, before, "admit 6").time - do(g, before, "admit 6").time == 3


# --- other goals (3.4) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("goal", [goal for goal in Goal if goal is not Goal.POPULARITY])
def test_time_and_popularity_stay_0_for_other_goals(goal: Goal) -> None:
    g = game(clinic("T.. T.. TT.").deck, goal)
    before = acting(g, ADMIT_ALL, entrances=6, patients=NOBODY)
    after = do(g, before, "admit 2")
    assert (after.time, after.popularity) == (0, 0)


def test_refusing_is_free_for_other_goals_whatever_the_options() -> None:
    g = game(clinic("T.. T.. TT.").deck, Goal.STAFF, popularity_below_zero=True)
    assert do(g, acting(g, ADMIT_ALL, entrances=6, patients=NOBODY), "admit 0").popularity == 0


# --- moves that are none ------------------------------------------------------------------------------------------


def test_moves_out_of_turn() -> None:
    g = game()
    refused(g, position(g), "build nothing", "4.1")
    refused(g, position(g, phase=Phase.ARRANGE, order=("a1", "a2", "a3")), "build nothing", "4.1")
    refused(g, acting(g, BUILD), "hire nobody", "4.4")
    refused(g, caring(g), "buy 1", "5.1")
    refused(g, position(g, phase=Phase.OVER), "build nothing", "6.4")
    with pytest.raises(IllegalMove, match=r"build is due \(rule 4.4\)"):
        g.apply_outcome(acting(g, BUILD), Order(("a1", "a2", "a3")))
    with pytest.raises(IllegalMove, match=r"the order of round 3's cards is due \(rule 4.1\)"):
        g.apply_outcome(position(g, round=3), Order(("a1", "a1", "a3")))
    assert g.legal_moves(position(g)) == []
    assert g.legal_moves(position(g, phase=Phase.OVER)) == []


def test_moves_nobody_can_write_are_refused_too() -> None:
    g = game()
    hub, room, supply = spaces("1a3")[0], spaces("1a2")[0], spaces("1b3")[0]
    for component in (
        Component(Kind.UPGRADE),
        Component(Kind.UPGRADE, floor=-1),
        Component(Kind.CONVEYOR),
        Component(Kind.CONVEYOR, spaces=(hub, room)),
    ):
        refused(g, acting(g, BUILD), Build((component,)), "4.4")
    both = acting(g, BUILD, conveyors=(hub, room))
    for cubes in ((), (supply,), (hub, room, supply)):
        refused(g, both, Build((Component(Kind.CONVEYORS, spaces=cubes),)), "4.4")
    hiring = acting(g, HIRE_ALL, entrances=6)
    refused(g, hiring, Hire((Hired(Staff.DOCTOR),)), "4.5")
    refused(g, hiring, Hire((Hired(Staff.NURSE, Colour.RED),)), "4.5")
    refused(g, acting(g, ADMIT_ALL), Admit(-1), "4.6")
    refused(g, position(g, phase=Phase.BUY, earned=9), Buy(-1), "5.3")
    for chance in (Order(("a1", "a2", "a3")), Reveal("f2")):
        refused(g, position(g), chance, "4.1")  # type: ignore[arg-type]
