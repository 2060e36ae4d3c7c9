"""The rulebook's worked examples (rules, section 8 and 2.4) with their figures, on clinics made to fit its text."""

import networkx
import pytest

from clin9ic import Level
from clin9ic.care import expenses, income
from clin9ic.clinic import clinic_of
from clin9ic.dice import least_dice, trackable
from clin9ic.movement import ARRIVAL, graph, least_times
from clin9ic.moves import Care
from clin9ic.notation import parse_move
from clin9ic.state import Phase
from tabletop.colours import Counts
from tests.clin9ic.helpers import acting, caring, clinic, do, game, outcomes, position, refused, spaces, with_boxes

CHAIN = "... T.. HS."  # entrance into the hub, treatment room behind it, supply room beside it
NOBODY: Counts = (0, 0, 0, 0)


# --- care, expenses, popularity -----------------------------------------------------------------------------------


def test_care_earns_78() -> None:
    g = clinic("... ... T..", "... ... O..", "... ... T..")
    before = caring(g, "f1 f2 f3", doctors=(3, 1, 1, 0), patients=(2, 1, 2, 0), nurses=1, gardens=2, money=0)
    move = parse_move("care w by w, w by w, o by y in operating, o by o, y by w")
    assert isinstance(move, Care)
    assert sum(income(treatment, before.gardens) for treatment in move.treatments) == 78
    after = g.apply(before, move)
    upkeep_and_salaries = 3 + 2 + (1 + 3 * 1 + 2 + 3)
    assert after.earned == 78 - upkeep_and_salaries
    assert before.cars - after.cars == 5
    assert after.treated == 5
    assert 5 - least_dice(after.doctors, after.patients) == 2  # dice ready for the next round


def test_care_of_the_78_example_needs_its_nurse() -> None:
    g = clinic("... ... T..", "... ... O..", "... ... T..")
    before = caring(g, "f1 f2 f3", doctors=(3, 1, 1, 0), patients=(2, 1, 2, 0), nurses=0, gardens=2)
    refused(g, before, "care w by w, w by w, o by y in operating, o by o, y by w", "5.1")


def test_expenses_are_14() -> None:
    g = clinic("... T.. HS.", "... TS. HS.", "... TG. HO.")
    state = position(g, "f1 f2 f3", doctors=(1, 0, 1, 0), patients=NOBODY, nurses=1, orderlies=1)
    assert clinic_of(g, state).upkeep == 11
    assert expenses(clinic_of(g, state), state, operating_rooms_used=0) == 14


def test_nine_popularity_bought_from_39_leave_12() -> None:
    g = clinic("TSS SSS SG.")
    before = caring(g, doctors=(0, 0, 1, 1), patients=(0, 0, 1, 1), money=3, popularity=10)
    paid = do(g, before, "care red by red, orange by orange")  # 54 earned, 15 of expenses
    assert (paid.phase, paid.earned) == (Phase.BUY, 39)
    after = do(g, paid, "buy 9")
    assert (after.popularity, after.money) == (19, 3 + 12)


# --- admin and the end --------------------------------------------------------------------------------------------


def test_admin_example() -> None:
    g = clinic("... L.. ...")
    before = position(g, phase=Phase.LAB, round=2, doctors=(1, 2, 0, 1), patients=(1, 1, 0, 1), popularity=10)
    after = do(g, before, "lab yellow")
    assert after.doctors == (2, 0, 1, 1)
    assert after.patients == (0, 1, 1, 0)
    assert after.popularity == 10 + 1 - 2
    assert before.cars - after.cars == 1
    assert 5 - least_dice(after.doctors, after.patients) == 2
    assert after.round == 3


def test_final_score_is_53() -> None:
    g = clinic("... T.. HS.", "..G T.. S..", "PS. ..G ...", "T.. ... ...")
    state = position(
        g,
        "f1 f2 f3 f4",
        phase=Phase.OVER,
        round=6,
        popularity=40,
        nurses=2,
        doctors=(4, 0, 1, 1),
        patients=(0, 1, 0, 0),
        time=23,
        gardens=4,
        pillars=3 + 1,  # the printed one is in our die
        money=99,
    )
    assert clinic_of(g, state).gardens_needed == 5
    assert clinic_of(g, state).pillars_needed == 5
    assert g.score_items(state) == {
        "popularity": 40,
        "time": -7,
        "doctors": 5 + 4 + 8,
        "nurses": 2,
        "treatment rooms": 4 + 8,
        "untreated patients": -5,
        "missing pillars": -1,
        "missing gardens": -5,
    }
    assert g.final_score(state) == 53


def test_pillars_2_and_5() -> None:
    two = clinic("... T.. HS.", ".TH ... ...")
    assert clinic_of(two, position(two, "f1 f2")).pillars_needed == 2
    five = clinic("... T.. HS.", "... .T. HS.", ".TH ... HS.")
    assert clinic_of(five, position(five, "f1 f2 f3")).pillars_needed == 5


@pytest.mark.parametrize(("time", "points"), [(0, 0), (2, 0), (3, -1), (22, -7), (23, -7), (24, -8), (52, -17)])
def test_time_track(time: int, points: int) -> None:
    g = game()
    assert g.score_items(position(g, time=time))["time"] == points


# --- hire and move ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM, Level.DIFFICULT])
def test_two_doctors_spend_1_and_2_time(level: Level) -> None:
    g = game(clinic("... T.. HS.", "... ST. .H.").deck, level=level)
    before = acting(
        g,
        with_boxes("hire", bottom="D D w w w w"),
        "f1 f2",
        doctors=(1, 0, 1, 0),
        conveyors=spaces("2a2"),
    )
    openings = clinic_of(g, before).openings("doctor", False)
    assert openings.capacity == 6
    assert openings.time_for(2, 1) == 1
    assert openings.time_for(3, 1) == 2
    after = do(g, before, "hire doctor:yellow doctor:red")
    assert after.time - before.time == 1 + 2
    assert after.cars - before.cars == 2
    assert least_dice(after.doctors, after.patients) == 4  # all of them at the difficult level


def test_orderly_spends_2_by_helipad_instead_of_3() -> None:
    g = clinic(CHAIN, "... S.. TH.", CHAIN)
    boxes = with_boxes("hire", bottom="O w w w w w")
    without = acting(g, boxes, "f1 f2 f3", orderlies=1, nurses=1)
    helipad = without._replace(conveyors=spaces("3a2"))
    assert do(g, without, "hire orderly").time == 3
    assert do(g, helipad, "hire orderly").time == 2
    sides = clinic_of(g, helipad).sides
    assert [
        str(node) for node in networkx.dijkstra_path(graph(sides, helipad.conveyors), ARRIVAL, spaces("2a2")[0])
    ] == [
        "arrival",
        "helipad 3a2",
        "3a2",
        "2a2",
    ]


def test_nurse_spends_3_by_conveyor() -> None:
    g = clinic(CHAIN, "... ..S ..T", "... .TS .H.")
    boxes = with_boxes("hire", bottom="N w w w w w")
    before = acting(g, boxes, "f1 f2 f3", nurses=1, orderlies=1)
    assert do(g, before._replace(conveyors=spaces("1b3", "2c2")), "hire nurse").time == 3
    assert do(g, before, "hire nurse").time == 4


def test_nurse_for_1_and_doctor_for_2_dollars() -> None:
    g = clinic(CHAIN)
    boxes = with_boxes("hire", bottom="N w D y w O")
    before = acting(g, boxes, doctors=(1, 1, 0, 0), orderlies=1, entrances=3, money=15)
    after = do(g, before, "hire nurse doctor:orange")
    assert before.money - after.money == 1 + 2
    assert after.time == 1 + 2  # the doctor to the hub, the nurse to the treatment room
    assert (after.doctors, after.nurses, after.orderlies) == ((1, 1, 1, 0), 1, 1)
    for entrances in (1, 2):
        fewer = before._replace(entrances=entrances)
        assert {(s.nurses, s.doctors) for s in outcomes(g, fewer)} == {(0, (1, 1, 0, 0)), (1, (1, 1, 0, 0))}
        refused(g, fewer, "hire doctor:orange", "4.5")


def test_no_fourth_orderly_without_a_supply_room_and_three_nurses_need_three_rooms() -> None:
    g = clinic(CHAIN, CHAIN)
    boxes = with_boxes("hire", bottom="O N w w w w")
    refused(g, acting(g, boxes, "f1 f2", orderlies=2), "hire orderly", "4.7")
    refused(g, acting(g, boxes, "f1 f2", nurses=2), "hire nurse", "4.7")


@pytest.mark.parametrize(
    ("entrances", "patients"), [(1, NOBODY), (2, (1, 0, 0, 0)), (3, (1, 1, 0, 0)), (5, (2, 1, 0, 0))]
)
def test_admit_example(entrances: int, patients: Counts) -> None:
    g = clinic("TT. HS. ...")
    boxes = with_boxes("admit", top="N w y D w O")
    before = acting(g, boxes, entrances=entrances, patients=NOBODY)
    assert max(outcomes(g, before), key=lambda s: sum(s.patients)).patients == patients


# --- the dice examples of 2.4 ----------------------------------------------------------------------------------------


def test_dice_of_the_care_plan_picture() -> None:
    assert least_dice((1, 1, 0, 0), (1, 0, 1, 1)) == 3
    g = game()
    state = position(g, doctors=(1, 1, 0, 0), patients=(1, 0, 1, 1), orderlies=2, nurses=1)
    assert state.cars == 8


def test_example_a_is_legal_once_dice_are_rearranged() -> None:
    doctors, patients = (0, 2, 2, 1), (1, 1, 0, 0)
    for colour in range(4):
        hired = tuple(n + (c == colour) for c, n in enumerate(doctors))
        assert trackable((hired[0], hired[1], hired[2], hired[3]), patients, 5)


def test_example_b() -> None:
    assert least_dice((0, 1, 0, 0), (0, 1, 0, 0)) == 1
    assert least_dice((0, 2, 0, 0), (0, 1, 0, 0)) == 2
    assert least_dice((0, 2, 0, 0), (0, 2, 0, 0)) == 1
    assert least_dice((0, 0, 0, 2), (2, 0, 0, 0)) == 1


def test_examples_c_and_e() -> None:
    assert least_dice((7, 0, 0, 0), NOBODY) == 2
    assert least_dice(NOBODY, (7, 0, 0, 0)) == 2
    assert least_dice((6, 0, 0, 0), NOBODY) == 1


def test_example_d() -> None:
    g = clinic("TTT TTT HS.")
    before = acting(g, with_boxes("admit", top="w o r y N N"), doctors=(0, 1, 1, 1), patients=(2, 1, 1, 0), entrances=6)
    assert do(g, before, "admit 3").patients == (3, 1, 2, 1)
    assert do(g, before, "admit 4").patients == (3, 2, 2, 1)  # legal under 2.2


def test_least_times_of_the_chain() -> None:
    g = clinic(CHAIN)
    times = least_times(clinic_of(g, position(g)).sides, ())
    hub, treatment, supply = spaces("1a3")[0], spaces("1a2")[0], spaces("1b3")[0]
    assert (times[hub], times[treatment], times[supply]) == (1, 2, 2)
