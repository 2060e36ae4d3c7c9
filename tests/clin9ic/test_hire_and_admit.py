"""Hire and Admit (4.5, 4.6) rule by rule: where each bites and where it does not."""

from typing import Any

import pytest

from clin9ic import Level
from clin9ic.cards import Staff
from clin9ic.clinic import PATIENT, clinic_of
from clin9ic.hire import staff_icons
from tabletop.colours import Colour
from tests.clin9ic.helpers import (
    ADMIT_ALL,
    BUILD,
    HIRE_ALL,
    NOBODY,
    ROOMY,
    acting,
    clinic,
    deck,
    do,
    game,
    outcomes,
    position,
    refused,
    section,
    side,
    with_boxes,
)

# --- 4.5 Hire -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("box", "price"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 4), (6, 4)])
def test_price_and_reach_of_each_box(box: int, price: int) -> None:
    g = clinic(ROOMY)
    boxes = ["w"] * 6
    boxes[box - 1] = "N"
    before = acting(g, with_boxes("hire", bottom=" ".join(boxes)), entrances=box, money=price)
    after = do(g, before, "hire nurse")
    assert (after.money, after.nurses) == (0, 1)
    assert do(g, before, f"hire nurse@{box}") == after
    refused(g, before._replace(money=price - 1), "hire nurse", "4.5")
    if box > 1:
        refused(g, before._replace(entrances=box - 1), "hire nurse", "4.5")


def test_only_the_lower_halves_count_for_hire() -> None:
    g = clinic(ROOMY)
    refused(g, acting(g, with_boxes("hire", top="N N N N N N"), entrances=6), "hire nurse", "4.5")


@pytest.mark.parametrize("colour", Colour)
def test_a_doctor_may_have_any_colour(colour: Colour) -> None:
    g = clinic(ROOMY)
    before = acting(g, with_boxes("hire", bottom="D w w w w w"), doctors=NOBODY)
    assert do(g, before, f"hire doctor:{colour.word}").doctors[colour] == 1


def test_any_subset_in_box_order() -> None:
    g = clinic(ROOMY)
    before = acting(g, HIRE_ALL, entrances=6, money=30, doctors=NOBODY, patients=NOBODY)
    assert len({s.money for s in outcomes(g, before)}) > 1
    found = {(sum(s.doctors), s.nurses, s.orderlies) for s in outcomes(g, before)}
    assert found == {(d, n, o) for d in range(3) for n in range(3) for o in range(3)}
    refused(g, before, "hire nurse doctor:red nurse orderly doctor:red", "4.5")  # not in the order of the boxes
    refused(g, before, "hire nurse@2 nurse@2", "4.5")  # each icon once
    refused(g, before, "hire nurse@1", "4.5")  # another icon


def test_no_box_means_the_next_to_the_right() -> None:
    g = clinic(ROOMY)
    before = acting(g, HIRE_ALL, entrances=6, money=30)
    assert do(g, before, "hire nurse").money == 29
    assert do(g, before, "hire nurse@5").money == 26
    assert do(g, before, "hire doctor:red@4 nurse").money == 30 - 2 - 4
    assert [icon.price for icon in staff_icons(before)] == [1, 1, 2, 2, 4, 4]


def test_parking_limits_hire() -> None:
    g = clinic(ROOMY)
    before = acting(g, HIRE_ALL, entrances=6, doctors=(6, 0, 0, 0), patients=(6, 0, 0, 0), money=30)
    assert before.cars == 12
    assert do(g, before, "hire nurse orderly").cars == 14
    refused(g, before, "hire nurse orderly orderly", "1.4")
    do(g, before._replace(lots=1), "hire nurse orderly orderly")


def test_at_most_three_nurses_and_orderlies() -> None:
    g = clinic("TTT T.. ...", "SSS S.. ...")
    before = acting(g, HIRE_ALL, "f1 f2", entrances=6, money=30, nurses=2, orderlies=2)
    do(g, before, "hire nurse orderly")
    refused(g, before, "hire nurse nurse", "4.5")
    refused(g, before, "hire orderly orderly", "4.5")


def test_one_that_fails_does_not_stop_the_next() -> None:
    g = clinic("T.. ... HS.")
    before = acting(g, HIRE_ALL, entrances=3, nurses=1)
    refused(g, before, "hire nurse", "4.7")
    assert do(g, before, "hire doctor:white orderly").orderlies == 1


@pytest.mark.parametrize(
    ("grid", "doctors", "patients", "nurses", "orderlies"),
    [
        ("T.. ... ...", 2, 2, 1, 0),
        ("O.. ... ...", 1, 1, 1, 0),
        ("H.. ... ...", 1, 0, 0, 0),
        ("S.. ... ...", 0, 0, 0, 1),
        ("L.. R.. GP.", 0, 0, 0, 0),
        ("TO. HS. X..", 4, 3, 2, 1),
    ],
)
def test_room(grid: str, doctors: int, patients: int, nurses: int, orderlies: int) -> None:
    g = clinic(grid)
    shape = clinic_of(g, position(g))
    kinds = (Staff.DOCTOR, PATIENT, Staff.NURSE, Staff.ORDERLY)
    assert [shape.openings(kind, False).capacity for kind in kinds] == [doctors, patients, nurses, orderlies]
    used = int("X" in grid)
    assert [shape.openings(kind, True).capacity for kind in kinds] == [
        doctors + used,
        patients + used,
        nurses,
        orderlies,
    ]


def test_room_limits_doctors() -> None:
    g = clinic("T.. H.. ...")
    before = acting(g, HIRE_ALL, entrances=4, doctors=(2, 0, 0, 0))
    do(g, before, "hire doctor:white")
    refused(g, before, "hire doctor:white doctor:white", "4.7")


def test_surplus_people_stay_and_block() -> None:
    """4.7: an upgrade that takes rooms away sends nobody home."""
    g = game(deck((side("TT. H.. SS."), side("T.. ... S.."))))
    before = acting(g, [BUILD[0], HIRE_ALL[0], ADMIT_ALL[0]], entrances=6, doctors=(4, 0, 0, 0), orderlies=2, money=30)
    after = do(g, before, "build upgrade:1")
    assert after.doctors == before.doctors
    assert (after.orderlies, after.nurses) == (2, 0)
    refused(g, after, "hire doctor:white", "4.7")
    assert do(g, after, "hire nurse").nurses == 1


def test_dice_limit_doctors() -> None:
    g = clinic(ROOMY)
    before = acting(g, HIRE_ALL, doctors=(0, 2, 2, 3), patients=(1, 1, 1, 1))
    assert do(g, before, "hire doctor:red").doctors == (0, 2, 2, 4)
    for colour in ("white", "yellow", "orange"):
        refused(g, before, f"hire doctor:{colour}", "2.3")
    assert {s.doctors for s in outcomes(g, before)} == {(0, 2, 2, 3), (0, 2, 2, 4)}


def test_second_hire_offers_all_again() -> None:
    g = clinic(ROOMY)
    before = acting(g, HIRE_ALL, entrances=2, doctors=NOBODY, money=30)
    after = do(g, before, "hire doctor:red nurse", "hire doctor:red nurse")
    assert (after.doctors[3], after.nurses, after.money) == (2, 2, 26)


# --- 4.6 Admit ----------------------------------------------------------------------------------------------------


def test_patients_come_in_order_and_refusal_costs() -> None:
    g = clinic(ROOMY)
    boxes = with_boxes("admit", top="w N y D r w")
    before = acting(g, boxes, entrances=5, patients=NOBODY, popularity=10)
    assert [(s.patients, s.popularity) for s in (do(g, before, f"admit {n}") for n in range(4))] == [
        ((0, 0, 0, 0), 7),
        ((1, 0, 0, 0), 8),
        ((1, 1, 0, 0), 9),
        ((1, 1, 0, 1), 10),
    ]
    refused(g, before, "admit 4", "4.6")


def test_only_the_upper_halves_count_for_admit() -> None:
    g = clinic(ROOMY)
    refused(g, acting(g, with_boxes("admit", bottom="w w w w w w"), entrances=6), "admit 1", "4.6")


def test_popularity_does_not_go_below_zero() -> None:
    before: dict[str, Any] = {"entrances": 4, "patients": NOBODY, "popularity": 2}
    g = clinic(ROOMY)
    assert do(g, acting(g, ADMIT_ALL, **before), "admit 0").popularity == 0
    table = clinic(ROOMY, popularity_below_zero=True)
    assert do(table, acting(table, ADMIT_ALL, **before), "admit 0").popularity == -2


def test_who_cannot_come_costs_nothing() -> None:
    g = clinic("T.. ... ...")
    before = acting(g, ADMIT_ALL, entrances=6, patients=(1, 0, 0, 0), popularity=9)
    assert do(g, before, "admit 1").popularity == 9  # no room for more
    assert do(g, before, "admit 0").popularity == 8
    refused(g, before, "admit 2", "4.7")


def test_parking_ends_admit() -> None:
    g = clinic(ROOMY)
    before = acting(g, ADMIT_ALL, entrances=6, doctors=(6, 0, 0, 0), patients=(6, 0, 0, 0), popularity=9)
    assert do(g, before, "admit 2").popularity == 9
    refused(g, before, "admit 3", "1.4")


def test_dice_end_admit_even_if_a_later_patient_could_come() -> None:
    g = game(clinic(ROOMY).deck, level=Level.DIFFICULT)
    before = acting(
        g,
        with_boxes("admit", top="r w w w w w"),
        entrances=6,
        doctors=(2, 2, 2, 2),
        patients=(1, 2, 2, 0),
        popularity=9,
    )
    # A red patient would need a fifth die; a white one would not, but nobody is skipped.
    refused(g, before, "admit 1", "2.3")
    assert do(g, before, "admit 0").popularity == 9
    do(g, before._replace(trio=tuple(map(section, ADMIT_ALL))), "admit 1")
