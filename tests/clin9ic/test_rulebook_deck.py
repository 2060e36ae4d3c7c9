"""The worked examples of the rulebook laid out with the rulebook deck, row by row of the table in `docs/cards.md`.

Row 43, how hard the targets are, is measured by `benchmarks.policy`.
"""

from collections.abc import Callable
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from clin9ic import Clin9ic
from clin9ic.cards import Action, Module
from clin9ic.state import Phase
from tabletop.colours import Counts
from tests.clin9ic.evidence import (
    CARED,
    MODULES,
    SCORED,
    SPENT,
    THREE_FLOORS,
    TREATED,
    TWO_FLOORS,
    an_entrance_on_each,
    at,
    clinics,
    difficult_staff,
    doctors_take_1_and_2,
    earns_78,
    eight_cars,
    fifteen_parking_spaces,
    five_pillars,
    four_supply_rooms,
    gardens_and_a_pillar_on_b,
    gardens_of_the_53_points,
    more_modules_on_b,
    numbers_are_free_borders,
    numbers_of_the_53_points,
    nurse_2_doctor_1,
    nurse_3_by_conveyor,
    one_clinic_of_3_floors,
    orderly_3_or_2,
    parking_may_run_short,
    pillars_of_the_53_points,
    plain_a_sides,
    room_for_6_doctors,
    room_in_the_53_points,
    rooms_of_the_53_points,
    scores_53,
    shape,
    sides,
    some_b_has_more,
    special_modules_mostly_on_b,
    spends_14,
    three_kinds_of_openings,
    two_gardens,
    two_pillars,
    upgrades_cover_spaces,
)
from tests.clin9ic.evidence_actions import (
    actions,
    admitting,
    all_seven_icons,
    arranging,
    example_d,
    hiring,
    is_admit_example,
    is_arranging_example,
    is_hire_example,
    laid,
    nine_cards,
    one_of_each_in_a_half,
    printed_boxes,
    the_same_action_upside_down,
    two_doctors_to_hire,
    two_white_patients,
)
from tests.clin9ic.helpers import DECKS, NOBODY, do, game, refused

RULEBOOK = game(DECKS["rulebook"])
ARRANGED, EXAMPLE_D = "arrange a1 a3r under a2r over, left", "arrange a2r a3r over a1r over, left"


class Row(NamedTuple):
    """A figure, and which decks meet it by any clinic of theirs."""

    number: int  # as in docs/cards.md
    holds: Callable[[Clin9ic, str], bool]
    clinic: str = ""  # by which the rulebook deck meets the row
    house: bool = True
    lean: bool = True


ROWS = [
    Row(1, numbers_of_the_53_points, SCORED),
    Row(2, numbers_are_free_borders),
    Row(3, rooms_of_the_53_points, SCORED, house=False, lean=False),
    Row(4, gardens_of_the_53_points, SCORED),
    Row(5, pillars_of_the_53_points, SCORED, house=False, lean=False),
    Row(6, scores_53, SCORED, house=False, lean=False),
    Row(7, room_in_the_53_points, SCORED),
    Row(8, spends_14, SPENT, house=False),
    Row(9, earns_78, CARED, house=False, lean=False),
    Row(10, two_gardens, CARED),
    Row(11, room_for_6_doctors, TWO_FLOORS),
    Row(12, doctors_take_1_and_2, TWO_FLOORS),
    Row(13, nurse_2_doctor_1, THREE_FLOORS),
    Row(14, orderly_3_or_2, THREE_FLOORS),
    Row(15, nurse_3_by_conveyor, THREE_FLOORS),
    Row(16, one_clinic_of_3_floors, THREE_FLOORS, house=False, lean=False),
    Row(17, eight_cars, "f1a f2a"),
    Row(18, two_pillars, "f2a f1a"),
    Row(19, five_pillars, "f2a f1a f3a"),
    Row(20, plain_a_sides),
    Row(21, more_modules_on_b),
    Row(22, gardens_and_a_pillar_on_b),
    Row(23, special_modules_mostly_on_b, house=False, lean=False),
    Row(24, some_b_has_more(Module.TREATMENT), lean=False),
    Row(25, some_b_has_more(Module.SUPPLY), house=False, lean=False),
    Row(26, three_kinds_of_openings),
    Row(27, four_supply_rooms, "f1a f2a f3a f4a"),
    Row(28, difficult_staff, "f1b f2a f3b f4b"),
    Row(29, fifteen_parking_spaces, "f1b"),
    Row(30, parking_may_run_short),
    Row(31, upgrades_cover_spaces),
    Row(32, an_entrance_on_each),
    Row(33, nine_cards),
    Row(34, arranging),
    Row(35, hiring),
    Row(36, admitting, lean=False),
    Row(37, one_of_each_in_a_half),
    Row(38, the_same_action_upside_down),
    Row(39, example_d, lean=False),
    Row(40, two_doctors_to_hire),
    Row(41, two_white_patients),
    Row(42, all_seven_icons, lean=False),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.number}-{row.holds.__name__}")
def test_the_rulebook_deck_meets(row: Row) -> None:
    assert row.holds(RULEBOOK, row.clinic)


@pytest.mark.parametrize("name", ["house", "lean"])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.number}-{row.holds.__name__}")
def test_what_the_other_decks_meet(row: Row, name: str) -> None:
    g = game(DECKS[name])
    every = clinics(g, len(row.clinic.split())) if row.clinic else [""]
    assert any(row.holds(g, floors) for floors in every) is getattr(row, name)


# --- the examples as play ------------------------------------------------------------------------------------------


def test_shapes_of_the_numbers() -> None:
    """Row 2: 14 is three modules in a chain, 11 four that hang together without a square, 16 two that do not touch."""
    expected = {14: (3, 2), 11: (4, 3), 16: (2, 0)}
    for side in sides(RULEBOOK):
        if side.parking in expected:
            modules = side.spaces(MODULES)
            touching = sum(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in combinations(modules, 2))
            assert (len(modules), touching) == expected[side.parking]


def test_many_clinics_spend_14() -> None:
    assert sum(spends_14(RULEBOOK, floors) for floors in clinics(RULEBOOK, 3)) == 10


def test_the_nurse_of_the_78_is_needed() -> None:
    people: dict[str, Any] = {"doctors": (3, 1, 1, 0), "patients": (2, 1, 2, 0)}
    before = at(RULEBOOK, CARED, phase=Phase.CARE, outpatient=False, gardens=2, **people)
    refused(RULEBOOK, before, TREATED, "5.1")


def test_the_two_gardens_of_the_78_are_all_it_needs() -> None:
    assert shape(RULEBOOK, CARED).gardens_needed == 2


def test_boxes_of_the_arranging_example() -> None:
    for faces in ("aaa", "aab"):  # the second card's side does not matter, it lies under both others
        trio = laid(RULEBOOK, ARRANGED, faces)
        assert is_arranging_example(trio)
        assert is_hire_example(trio)
        assert is_admit_example(trio)


@pytest.mark.parametrize(
    ("entrances", "patients"), [(1, NOBODY), (2, (1, 0, 0, 0)), (3, (1, 1, 0, 0)), (4, (1, 1, 0, 0)), (5, (2, 1, 0, 0))]
)
def test_whom_the_admit_example_admits(entrances: int, patients: Counts) -> None:
    trio = laid(RULEBOOK, ARRANGED)
    before = at(RULEBOOK, TWO_FLOORS, phase=Phase.ACT, trio=trio, step=2, entrances=entrances, patients=NOBODY)
    after = [RULEBOOK.apply(before, move).patients for move in RULEBOOK.legal_moves(before)]
    assert max(after, key=sum) == patients


def test_the_hire_example_as_play() -> None:
    """A nurse for $1 and an orange doctor for $2 with three entrances, in 2 + 1 time; the nurse alone with fewer."""
    people: dict[str, Any] = {"doctors": (1, 1, 0, 0), "patients": (1, 0, 0, 0), "orderlies": 1}
    before = at(
        RULEBOOK, "f1a f3a f2a", phase=Phase.ACT, trio=laid(RULEBOOK, ARRANGED), step=1, outpatient=False, **people
    )
    after = do(RULEBOOK, before, "hire nurse doctor:orange")
    assert (before.money - after.money, after.time, after.cars - before.cars) == (3, 3, 2)
    assert (after.doctors, after.nurses, after.orderlies) == ((1, 1, 1, 0), 1, 1)
    refused(RULEBOOK, before._replace(entrances=2), "hire doctor:orange", "4.5")


def test_example_d_as_play() -> None:
    trio = laid(RULEBOOK, EXAMPLE_D)
    people: dict[str, Any] = {"doctors": (0, 1, 1, 1), "patients": (2, 1, 1, 0)}
    before = at(RULEBOOK, "f1a f3b f4a", phase=Phase.ACT, trio=trio, entrances=6, **people)
    assert actions(trio)[0] is Action.ADMIT
    assert do(RULEBOOK, before, "admit 1").patients == (3, 1, 1, 0)
    assert do(RULEBOOK, before, "admit 2").patients == (3, 1, 2, 0)
    assert do(RULEBOOK, before, "admit 3").patients == (3, 1, 2, 1)


def test_the_mix_of_boxes() -> None:
    assert printed_boxes(RULEBOOK) == {"O": 10, "N": 10, "D": 4, "w": 20, "y": 2, "o": 1, "r": 1}
