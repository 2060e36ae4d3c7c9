"""Sections 3 and 4 rule by rule: where each bites and where it does not."""

from typing import Any

import pytest

from clin9ic import Goal, Level, State
from clin9ic.arrange import chosen_trio, legal_arrangements, visible_sections
from clin9ic.cards import ActionSide, Staff
from clin9ic.clinic import PATIENT, clinic_of
from clin9ic.movement import is_helipad
from clin9ic.moves import Admit, Arrange, Build, Buy, Component, Hire, Hired, Kind, Order, Reveal
from clin9ic.newcomers import staff_icons
from clin9ic.setting import TARGETS
from clin9ic.state import Phase, parking
from tabletop.colours import Colour, Counts
from tabletop.moves import IllegalMove
from tests.clin9ic.helpers import (
    HOUSE,
    acting,
    caring,
    clinic,
    deck,
    do,
    game,
    outcomes,
    position,
    refused,
    section,
    side,
    spaces,
    with_boxes,
)

BUILD = with_boxes("build")
HIRE_ALL = with_boxes("hire", bottom="D N O D N O")
ADMIT_ALL = with_boxes("admit", top="w w w w w w")
ROOMY = "TTT TTT HSS"
NOBODY: Counts = (0, 0, 0, 0)


# --- 3 set-up -----------------------------------------------------------------------------------------------------


def test_start() -> None:
    g = game()
    state = g.start(["f2", "f4", "f1", "f3"], "aba")
    assert (state.round, state.money, state.entrances, state.cars) == (1, 15, 1, 2)
    assert (state.doctors, state.patients) == ((1, 0, 0, 0), (1, 0, 0, 0))
    assert (state.nurses, state.orderlies, state.lots, state.conveyors) == (0, 0, 0, ())
    assert (state.popularity, state.time, state.treated) == (0, 0, 0)
    assert [tuple(floor) for floor in state.floors] == [("f2", False)]
    assert (state.stack, state.faces) == (("f4", "f1", "f3"), "aba")
    assert parking(g, state) == 14


def test_start_counts_printed_gardens_and_pillars() -> None:
    g = clinic("G.. GP. T..")
    state = g.start(["f1", "f2", "f3", "f4"], "aaa")
    assert (state.gardens, state.pillars) == (2, 1)


def test_targets() -> None:
    assert [TARGETS[Goal.TREATED][level] for level in list(Level)[:3]] == [14, 16, 18]
    assert [TARGETS[Goal.DOCTORS][level] for level in list(Level)[:3]] == [8, 10, 12]
    assert [TARGETS[Goal.SKILLED][level] for level in list(Level)[:3]] == [6, 8, 10]
    assert [TARGETS[Goal.STAFF][level] for level in list(Level)[:3]] == [12, 14, 16]
    assert [TARGETS[Goal.POPULARITY][level] for level in Level] == [45, 60, 75, 100, 120, 140]
    assert all(len(TARGETS[goal]) == 3 for goal in Goal if goal is not Goal.POPULARITY)


# --- 4.1-4.3 arranging --------------------------------------------------------------------------------------------


def test_six_orders_equally_likely() -> None:
    g = game()
    chances = g.chance_outcomes(position(g))
    assert len({outcome for outcome, _ in chances}) == 6
    assert {probability for _, probability in chances} == {1 / 6}


def test_turning_a_card() -> None:
    card = ActionSide(section("build O w / N y"), section("hire y D / D w"))
    assert card.turned() == ActionSide(section("hire w D / D y"), section("build y N / w O"))
    assert card.turned().turned() == card


def arranged(over: tuple[bool, bool], turned: tuple[bool, bool, bool] = (False,) * 3, left: bool = True) -> Arrange:
    return Arrange(("a1", "a2", "a3"), turned, over, left)


def test_visible_sections() -> None:
    g = game()
    state = position(g, phase=Phase.ARRANGE, order=("a1", "a2", "a3"))
    one, two, three = (card.a for card in HOUSE.actions)
    assert visible_sections(g, state, arranged((False, False))) == (one.left, one.right, two.right, three.right)
    assert visible_sections(g, state, arranged((True, True))) == (one.left, two.left, three.left, three.right)
    assert visible_sections(g, state, arranged((True, False))) == (one.left, two.left, two.right, three.right)
    assert visible_sections(g, state, arranged((False, True))) == (one.left, one.right, three.left, three.right)
    second = two.turned()
    assert visible_sections(g, state, arranged((True, False), (False, True, False)))[1:3] == (second.left, second.right)


def test_faces_that_are_up_count() -> None:
    g = game()
    state = position(g, phase=Phase.ARRANGE, order=("a1", "a2", "a3"), faces="bab")
    one, two, three = HOUSE.actions
    assert visible_sections(g, state, arranged((False, False))) == (one.b.left, one.b.right, two.a.right, three.b.right)


def test_left_and_right_trio() -> None:
    g = game()
    state = position(g, phase=Phase.ARRANGE, order=("a1", "a2", "a3"))
    visible = visible_sections(g, state, arranged((True, True)))
    assert do(g, state, "arrange a1 a2 over a3 over, left").trio == visible[:3]
    assert do(g, state, "arrange a1 a2 over a3 over, right").trio == visible[1:]


def test_every_trio_of_the_64_is_offered_once() -> None:
    g = game()
    state = position(g, phase=Phase.ARRANGE, order=("a3", "a1", "a2"))
    flags = [(bool(n & 1), bool(n & 2), bool(n & 4), bool(n & 8), bool(n & 16), bool(n & 32)) for n in range(64)]
    every = {chosen_trio(g, state, Arrange(("a3", "a1", "a2"), (a, b, c), (d, e), f)) for a, b, c, d, e, f in flags}
    offered = [chosen_trio(g, state, move) for move in legal_arrangements(g, state)]
    assert set(offered) == every
    assert len(offered) == len(every)


def test_cards_lie_in_the_order_drawn() -> None:
    g = game()
    state = position(g, phase=Phase.ARRANGE, order=("a3", "a1", "a2"))
    refused(g, state, "arrange a1 a2 over a3 over, left", "4.1")


# --- 4.4 Build ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("component", "price", "changed"),
    [
        ("entrance", 2, {"entrances": 2}),
        ("parking", 2, {"lots": 1}),
        ("garden", 2, {"gardens": 1}),
        ("pillar", 2, {"pillars": 1}),
        ("conveyor:1a3", 2, {"conveyors": spaces("1a3")}),
    ],
)
def test_simple_components(component: str, price: int, changed: dict[str, object]) -> None:
    g = game()
    before = acting(g, BUILD, money=price)
    after = do(g, before, f"build {component}")
    assert after == before._replace(money=0, step=1, **changed)  # type: ignore[arg-type]
    refused(g, before._replace(money=price - 1), f"build {component}", "4.4")


def test_at_most_two_components_the_same_one_twice() -> None:
    g = game()
    before = acting(g, BUILD)
    assert do(g, before, "build garden garden").gardens == 2
    assert do(g, before, "build nothing") == before._replace(step=1)
    refused(g, before, "build garden garden garden", "4.4")


def test_second_component_must_be_paid_too() -> None:
    g = game()
    refused(g, acting(g, BUILD, money=3), "build garden pillar", "4.4")
    assert do(g, acting(g, BUILD, money=4), "build garden pillar").money == 0


@pytest.mark.parametrize(("kind", "key"), [("entrance", "entrances"), ("garden", "gardens"), ("pillar", "pillars")])
def test_six_is_the_most(kind: str, key: str) -> None:
    g = game()
    five: dict[str, Any] = {key: 5}
    after = do(g, acting(g, BUILD, **five), f"build {kind}")
    assert getattr(after, key) == 6
    refused(g, after, f"build {kind}", "4.4")


def test_lots_have_no_limit_but_money() -> None:
    g = game()
    after = do(g, acting(g, BUILD, lots=9), "build parking parking")
    assert (after.lots, parking(g, after)) == (11, 14 + 22)


def test_new_floor() -> None:
    g = clinic("T.. ... ...", "GGP H.. ...", "... ... ...", "GGG ... ...")
    before = acting(g, BUILD, money=12)
    after = do(g, before, "build floor")
    assert [floor.card for floor in after.floors] == ["f1", "f2"]
    assert not after.floors[1].upgraded
    assert (after.money, after.entrances, after.gardens, after.pillars) == (6, 2, 2, 1)
    assert parking(g, after) == parking(g, before)
    refused(g, before._replace(money=5), "build floor", "4.4")
    assert len(do(g, before, "build floor floor").floors) == 3


def test_floor_and_upgrade_may_pass_what_the_dice_show() -> None:
    g = game(deck(side("T.. ... ..."), (side("GGP P.. ..."), side("GGG PPP ..."))))
    after = do(g, acting(g, BUILD, gardens=5, pillars=5, entrances=6), "build floor upgrade:2")
    assert (after.gardens, after.pillars, after.entrances) == (6, 6, 6)


def test_at_most_four_floors() -> None:
    g = game()
    refused(g, acting(g, BUILD, "f1 f2 f3 f4", money=99), "build floor", "4.4")


def test_upgrade() -> None:
    g = game()  # f3: side B has an operating room, a treatment room and a garden more
    before = acting(g, BUILD, "f1 f3", money=3)
    after = do(g, before, "build upgrade:2")
    assert [floor.upgraded for floor in after.floors] == [False, True]
    assert (after.money, after.gardens, after.entrances) == (0, before.gardens + 1, before.entrances)
    refused(g, after._replace(money=9), "build upgrade:2", "4.4")
    refused(g, before, "build upgrade:3", "4.4")
    refused(g, before._replace(money=2), "build upgrade:2", "4.4")


def test_upgrade_may_lose_gardens() -> None:
    g = game(deck((side("GG. P.. T.."), side("G.. ... T.."))))
    after = do(g, acting(g, BUILD, gardens=4, pillars=1), "build upgrade:1")
    assert (after.gardens, after.pillars) == (3, 0)


SMALL_B = deck((side(ROOMY, parking=14), side(ROOMY, parking=9)))


@pytest.mark.parametrize(
    ("cars", "lots", "bought"), [(9, 0, 0), (10, 0, 1), (11, 0, 1), (12, 0, 2), (12, 1, 1), (13, 2, 0)]
)
def test_upgrade_of_floor_1_buys_missing_lots(cars: int, lots: int, bought: int) -> None:
    g = game(SMALL_B)
    before = acting(g, BUILD, doctors=(cars, 0, 0, 0), patients=NOBODY, lots=lots, money=3 + 2 * bought)
    after = do(g, before, "build upgrade:1")
    assert (after.lots, after.money) == (lots + bought, 0)
    assert parking(g, after) == 9 + 2 * (lots + bought)
    refused(g, before._replace(money=before.money - 1), "build upgrade:1", "4.4")


def test_lots_go_on_upgrade_where_the_table_plays_it() -> None:
    g = game(SMALL_B, lots_kept_on_upgrade=False)
    before = acting(g, BUILD, doctors=(12, 0, 0, 0), patients=NOBODY, lots=3, money=7)
    assert do(g, before, "build upgrade:1").lots == 2
    assert do(g, before._replace(doctors=(2, 0, 0, 0)), "build upgrade:1").lots == 0
    refused(g, before._replace(money=6), "build upgrade:1", "4.4")
    assert do(game(SMALL_B), before, "build upgrade:1").lots == 3


def test_lots_stay_when_another_floor_is_upgraded() -> None:
    g = game(deck(side(ROOMY), (side(ROOMY, parking=14), side(ROOMY, parking=0))), lots_kept_on_upgrade=False)
    before = acting(g, BUILD, "f1 f2", lots=3, doctors=(6, 0, 0, 0), money=3)
    assert do(g, before, "build upgrade:2") == before._replace(
        money=0, step=1, floors=(before.floors[0], before.floors[1]._replace(upgraded=True))
    )


def test_conveyors() -> None:
    g = game()
    before = acting(g, BUILD, money=8)
    one = do(g, before, "build conveyor:1a3")
    assert one.conveyors == spaces("1a3")
    both = do(g, one, "build conveyor:1a2")
    assert both.conveyors == spaces("1a2", "1a3")
    refused(g, one, "build conveyor:1a3", "4.4")  # two cubes on one module
    refused(g, one, "build conveyor:1b2", "4.4")  # no module
    refused(g, one, "build conveyor:2a3", "4.4")  # no such floor
    refused(g, both, "build conveyor:1b3", "4.4")  # no third cube
    refused(g, one, "build conveyors:1a2+1b3", "4.4")  # no pair yet
    moved = do(g, both, "build conveyors:1a3+1b3")
    assert (moved.conveyors, both.money - moved.money) == (spaces("1a3", "1b3"), 4)
    refused(g, both, "build conveyors:1b3+1b3", "4.4")
    refused(g, both, "build conveyors:1b3+1c3", "4.4")
    refused(g, both, "build conveyors:1a2+1a3", "4.4")  # nothing would move
    refused(g, both._replace(money=3), "build conveyors:1a3+1b3", "4.4")


def test_upgrade_returns_cubes_whose_module_is_gone() -> None:
    g = game()  # f2: T at b2, H at b3, S at c3 on side A; X at c1 and T at a3 on side B
    before = acting(g, BUILD, "f2 f1", conveyors=spaces("1b2", "2a3"))
    after = do(g, before, "build upgrade:1 conveyor:1c1")
    assert after.conveyors == spaces("1c1", "2a3")
    assert do(g, before, "build upgrade:2").conveyors == before.conveyors  # f1's hub stays where it is


def test_the_unknown_card_is_revealed_inside_build() -> None:
    g = game()
    before = acting(g, BUILD, money=30, unknown=True)
    assert before.stack == ("f2", "f3", "f4")
    refused(g, before, "build floor garden", "3.1")
    built = do(g, before, "build floor")
    assert (built.phase, built.built, g.is_chance(built)) == (Phase.REVEAL, 1, True)
    assert g.chance_outcomes(built) == [(Reveal("f3"), 0.5), (Reveal("f4"), 0.5)]
    shown = g.apply_outcome(built, Reveal("f4"))
    assert (shown.stack, shown.unknown, shown.phase, shown.step) == (("f4", "f3"), False, Phase.ACT, 0)
    refused(g, shown, "build garden garden", "4.4")
    assert do(g, shown, "build floor").floors[-1].card == "f4"
    second = do(g, before, "build garden floor")
    done = g.apply_outcome(second, Reveal("f3"))
    assert (done.step, done.built, done.phase) == (1, 0, Phase.ACT)
    with pytest.raises(IllegalMove, match=r"'reveal f2' cannot happen here: reveal is due \(rule 3.1\)"):
        g.apply_outcome(built, Reveal("f2"))


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
