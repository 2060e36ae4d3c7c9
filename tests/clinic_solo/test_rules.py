"""Rules beyond building, each where it bites and where it does not, and every switch in both positions."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import clinic_solo
from clinic_solo import ClinicSolo, Need, State
from clinic_solo.admin import finish
from clinic_solo.care import cares, expenses, pay, pay_expenses
from clinic_solo.clinic import clinic_of
from clinic_solo.moves import NO_COLOUR, Treatment
from clinic_solo.parking import free_spots
from clinic_solo.score import measure
from clinic_solo.state import Phase
from clinic_solo.tiles import Person, Tile
from tabletop.colours import Colour
from tabletop.moves import BadNotation, IllegalMove
from tests.clinic_solo.helpers import at, game, house, play, position, spots

W, Y, O, R = Colour.WHITE, Colour.YELLOW, Colour.ORANGE, Colour.RED  # noqa: E741
FIRST = ["S . . / T . . / Hp . ."]


def rule(referee: ClinicSolo, state: State, line: str) -> str | None:
    """The rule a move breaks, None for a legal one."""
    try:
        referee.apply(state, referee.parse(line))
    except IllegalMove as refusal:
        return refusal.rule
    return None


def switched(side: str = "3x3", **switches: Any) -> ClinicSolo:
    return ClinicSolo(replace(house(), switches=replace(house().switches, **switches)), side, "throughput")


def door(referee: ClinicSolo, *names: str) -> tuple[int, ...]:
    return tuple(sorted(referee.board.entrance(name) for name in names))


# --- section 2 and 6.5: borders and parking -----------------------------------------------------------------------


def test_borders() -> None:
    assert [len(game(side).board.border_names) for side in ("3x3", "4x3")] == [24, 31]
    referee = game()
    state = position(referee, FIRST)
    assert len(free_spots(referee, state)) == 14  # 24 - 10, as the sibling game prints
    state = position(referee, ["S . . / T P2 G / Hp . ."])
    lots = [spot for spot in free_spots(referee, state) if referee.board.lot_space(spot) is not None]
    assert len(free_spots(referee, state)) - len(lots) == 14  # neither parking nor garden blocks a border
    assert len(lots) == 1


def test_entrance_spaces_lie_west_south_and_east() -> None:
    assert [len(game(side).board.entrance_sides) for side in ("3x3", "4x3")] == [9, 10]
    assert set(game().board.entrance_names) == {"Wa1", "Wa2", "Wa3", "Sa3", "Sb3", "Sc3", "Ec1", "Ec2", "Ec3"}


def hiring(referee: ClinicSolo, **fields: Any) -> State:
    standard = {
        "phase": Phase.HIRE,
        "left": 0,
        "doctor_due": True,
        "helper_due": True,
        "university": (Y,),
        "money": 15,
        "entrances": door(referee, "Sa3"),
        "orderlies_offered": 2,
    }
    return position(referee, ["S . . / T . . / Hp . .", "A . . / . . . / . . ."], **{**standard, **fields})


def test_hire() -> None:
    referee = game()
    state = hiring(referee)
    assert rule(referee, state, "hire doctor yellow at Sa3") is None
    assert rule(referee, state, "hire doctor yellow at 1a1") is None  # a helipad
    assert rule(referee, state, "hire doctor yellow at Wa1") == "6.1"  # no entrance there
    assert rule(referee, state, "hire doctor yellow at 0a3") == "6.1"
    assert rule(referee, state, "hire doctor white at Sa3") == "6.2"
    assert rule(referee, hiring(referee, money=3), "hire doctor yellow at Sa3") == "6.1"
    assert rule(referee, hiring(referee, nurses_offered=0), "hire nurse at Sa3") == "6.3"
    assert rule(referee, hiring(referee, orderlies_offered=0), "hire orderly at Sa3") == "6.4"
    after = play(referee, state, "hire orderly at Sa3", "park c1-N")
    assert (after.money, after.orderlies_offered, after.phase) == (14, 1, Phase.HIRE)
    assert rule(referee, after, "hire nurse at Sa3") == "6.1"  # a nurse or an orderly, not both
    after = play(referee, after, "hire doctor yellow at Sa3", "park c1-E")
    assert after.phase is Phase.DRAW  # nobody else can be hired, so the action is over
    assert after.university == ()


def test_no_hire_or_admission_without_a_place_for_the_car() -> None:
    referee = game()
    full = tuple(free_spots(referee, hiring(referee)))
    state = hiring(referee, cars=full)
    assert rule(referee, state, "hire nurse at Sa3") == "6.5"
    assert rule(referee, hiring(referee, cars=full[1:]), "hire nurse at Sa3") is None
    admitting = state._replace(phase=Phase.ADMIT, left=2, notepad=((W,), ()))
    assert rule(referee, admitting, "admit psychiatry") == "7.4"
    assert rule(referee, admitting._replace(cars=full[1:]), "admit psychiatry") is None


def test_parking_spots() -> None:
    referee = game()
    state = play(referee, hiring(referee), "hire nurse at Sa3")
    assert rule(referee, state, "park a1-b1") == "6.5"  # a module touches it
    assert rule(referee, state, "park lot c1") == "6.5"  # no tile there
    assert rule(referee, state._replace(cars=spots(referee, "c1-N")), "park c1-N") == "6.5"
    assert rule(referee, state, "park b2-c2") is None
    assert rule(referee, state, "park c2-b2") is None  # the same border
    assert rule(referee, state, "pass") == "6.5"


@pytest.mark.parametrize(("mode", "price"), [("by_space", 4), ("by_colour", 2)])
def test_doctor_price_by_space_or_by_colour(mode: str, price: int) -> None:
    deck = replace(house(), hiring=replace(house().hiring, price_mode=mode))
    referee = ClinicSolo(deck, "3x3", "throughput")
    assert play(referee, hiring(referee), "hire doctor yellow at Sa3").money == 15 - price


@pytest.mark.parametrize(("switch", "broken"), [("removed", None), ("hire_refused", "8.6")])
def test_switch_surplus_orderly(switch: str, broken: str | None) -> None:
    referee = switched(surplus_orderly=switch)
    state = hiring(referee, orderlies=(at(referee, "0a1"),), cars=spots(referee, "c1-N"))
    assert rule(referee, state, "hire orderly at Sa3") == broken


# --- section 7: admitting -----------------------------------------------------------------------------------------


def admitting(referee: ClinicSolo, psychiatry: tuple[int, ...], cardiology: tuple[int, ...], left: int = 3) -> State:
    return position(referee, FIRST, phase=Phase.ADMIT, left=left, notepad=(psychiatry, cardiology))


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("queue psychiatry 1 left", ((Y, W, O), (R,))),
        ("queue psychiatry 2 right", ((Y, W, O), (R,))),
        ("queue psychiatry 1 down", ((R, Y, O), (W,))),
        ("queue cardiology 1 up", ((R, Y, O), (W,))),
        ("queue psychiatry 2 down", ((W, O), (R, Y))),  # into an empty space, to the end there; the own row closes up
        ("queue psychiatry 3 down", ((W, Y), (R, O))),
    ],
)
def test_moves_on_the_notepad(line: str, after: tuple[tuple[int, ...], ...]) -> None:
    referee = game()
    state = play(referee, admitting(referee, (W, Y, O), (R,)), line)
    assert state.notepad == after
    assert state.left == 2


@pytest.mark.parametrize(
    "line",
    [
        "queue psychiatry 1 up",
        "queue cardiology 1 down",
        "queue psychiatry 1 right",
        "queue psychiatry 3 left",
        "queue psychiatry 4 down",
        "queue psychiatry 0 down",
    ],
)
def test_moves_off_the_notepad(line: str) -> None:
    assert rule(game(), admitting(game(), (W, Y, O), (R,)), line) == "7.3"


def test_admitting() -> None:
    referee = game()
    state = admitting(referee, (W, Y), ())
    after = play(referee, state, "admit psychiatry", "park c1-N")
    assert (after.notepad, after.waiting[0], after.left) == (((Y,), ()), (1, 0, 0, 0), 2)
    assert rule(referee, state, "admit cardiology") == "7.4"
    full = state._replace(waiting=((4, 0, 0, 0), (0, 0, 0, 0)))
    assert rule(referee, full, "admit psychiatry") == "7.4"
    assert rule(referee, state, "admit neurology") == "3.2"


def test_the_action_ends_with_the_points_and_then_each_row_with_space_gets_a_patient() -> None:
    referee = game()
    state = play(referee, admitting(referee, (W, Y, W, W), (W, W, W, W), left=1), "admit psychiatry", "park c1-N")
    assert (state.phase, state.left) == (Phase.DRAW, 0)
    outcome = next(o for o, _ in referee.chance_outcomes(state) if referee.format(o) == "new patient: orange")
    state = referee.apply_outcome(state, outcome)
    assert state.notepad == ((Y, W, W, O), (W, W, W, W))
    assert state.phase is Phase.ACTION  # the other row is full


def test_an_empty_bag_gives_nothing() -> None:
    referee = game()
    state = admitting(referee, (W,), ())._replace(bag=(0, 0, 0, 0))
    assert play(referee, state, "pass").phase is Phase.ACTION


@pytest.mark.parametrize(("needs_hub", "broken"), [(False, None), (True, "7.5")])
def test_switch_admit_needs_hub(needs_hub: bool, broken: str | None) -> None:
    referee = switched(admit_needs_hub=needs_hub)
    state = admitting(referee, (W,), (W,))
    assert rule(referee, state, "admit cardiology") == broken
    assert rule(referee, state, "admit psychiatry") is None


# --- section 8: Move ----------------------------------------------------------------------------------------------


def moving(referee: ClinicSolo, floors: list[str], **fields: Any) -> State:
    standard = {"phase": Phase.MOVE, "slot": 3, "left": 0, "entrances": door(referee, "Sa3")}
    state = position(referee, floors, **{**standard, **fields})
    return state._replace(cars=tuple(free_spots(referee, state)[: state.people]))


def test_nobody_is_left_outside_and_rooms_have_limits() -> None:
    referee = game()
    entrance, hub, room = at(referee, "Sa3", "0a3", "0a2")
    state = moving(referee, FIRST, doctors=((hub, W), (room, W), (entrance, Y)), nurses=(entrance,))
    assert rule(referee, state, "move nobody") == "8.6"
    assert rule(referee, state, "move doctor yellow Sa3 > 0a3") == "8.6"  # the nurse
    assert rule(referee, state, "move doctor yellow Sa3 > 0a3; nurse Sa3 > 0a3") is None
    assert rule(referee, state, "move doctor yellow Sa3 > 0a2; doctor white 0a3 > 0a2; nurse Sa3 > 0a2") == "8.5"
    assert rule(referee, state, "move doctor yellow Sa3 > 0a1; nurse Sa3 > 0a2") == "8.5"  # a supply room
    assert rule(referee, state, "move doctor yellow Sa3 > 0b1; nurse Sa3 > 0a2") == "8.5"  # outdoors
    assert rule(referee, state, "move doctor red Sa3 > 0a2; nurse Sa3 > 0a2") == "8.2"  # not there
    assert rule(referee, state, "move doctor yellow Sa3 > 0a3; nurse Sa3 > home") == "8.6"


def test_patients_only_in_functional_rooms_of_their_service() -> None:
    referee = game()
    floors = ["S T . / T . . / Hp . X"]
    hub = at(referee, "0a3")
    state = moving(referee, floors, doctors=((hub, W),), waiting=((1, 0, 0, 0), (1, 0, 0, 0)))
    assert rule(referee, state, "move patient white psychiatry > 0a2") is None
    assert rule(referee, state, "move patient white cardiology > 0a2") == "8.5"
    assert rule(referee, state, "move patient white psychiatry > 0b1") == "8.5"  # no hub beside it
    assert rule(referee, state, "move patient white cardiology > 0c3") is None  # outpatient services
    assert rule(referee, state, "move patient white psychiatry > 0c3; patient white cardiology > 0c3") == "8.5"
    assert rule(referee, state, "move doctor white 0a3 > 0b1") is None  # an idle room takes staff
    assert play(referee, state, "move patient white cardiology > 0c3").time == 0
    assert play(referee, state, "move patient white psychiatry > 0a2").time == 2


def test_patients_who_lie_in_a_room_take_up_its_places() -> None:
    referee = game()
    room = at(referee, "0a2")
    state = moving(referee, FIRST, patients=((room, Y),), waiting=((2, 0, 0, 0), (0, 0, 0, 0)))
    assert rule(referee, state, "move patient white psychiatry > 0a2") is None
    assert rule(referee, state, "move patient white psychiatry > 0a2 x2") == "8.5"
    with pytest.raises(BadNotation, match="pre-admissions"):
        referee.parse("move patient yellow 0a2 > 0a3")  # 8.3: nor do they ever move again


def test_outpatient_services_are_no_short_cut() -> None:
    referee = game()
    state = moving(referee, ["S . . / T X . / Hp . ."], waiting=((1, 0, 0, 0), (0, 0, 0, 0)))
    assert play(referee, state, "move patient white psychiatry > 0b2").time == 0
    assert play(referee, state, "move patient white psychiatry > 0a2").time == 2  # not 0 + 1 by way of 0b2


def test_outdoors_can_be_walked_on_the_ground_only() -> None:
    referee = game()
    floors = ["S . Hc / T G . / Hp . .", ". . T / . . . / S . ."]
    hub = at(referee, "0a3")
    state = moving(referee, floors, doctors=((hub, W),), orderlies=(hub,))
    assert play(referee, state._replace(orderlies=(at(referee, "1a3"),)), "move doctor white 0a3 > 0c1").time == 4
    assert play(referee, state._replace(orderlies=(at(referee, "1a3"),)), "move doctor white 0a3 > 1c1").time == 5


def test_a_helipad_leads_to_modules_beside_and_below() -> None:
    referee = game()
    floors = ["S . . / T . . / Hp . .", "T A . / . . . / . . ."]  # the pad stands above nothing here, only ways matter
    pad = at(referee, "1b1")
    state = moving(referee, floors, doctors=((pad, W),))
    assert play(referee, state, "move doctor white 1b1 > 1a1").time == 1
    assert play(referee, state, "move doctor white 1b1 > 0a2").time == 3
    pads = moving(referee, ["S T . / T . . / Hp . .", "T A A / . . . / . . ."], doctors=((at(referee, "1c1"), W),))
    assert rule(referee, pads, "move doctor white 1c1 > 1a1") == "8.1"  # not by way of the other pad
    inside = moving(referee, floors, doctors=((at(referee, "1a1"), W),))
    assert rule(referee, inside, "move doctor white 1a1 > 1b1") == "8.5"


def test_surplus_orderlies_go_home_with_a_car() -> None:
    referee = game()
    entrance, supply = at(referee, "Sa3", "0a1")
    state = moving(referee, FIRST, orderlies=(supply, entrance))
    assert rule(referee, state, "move nobody") == "8.6"
    after = play(referee, state, "move orderly Sa3 > home")
    assert (after.orderlies, after.phase) == ((supply,), Phase.DEPART)
    after = play(referee, after, referee.format(referee.legal_moves(after)[0]))
    assert (after.phase, len(after.cars)) == (Phase.CARE, 1)
    one = moving(referee, FIRST, orderlies=(entrance,))
    assert rule(referee, one, "move orderly Sa3 > home") == "8.6"  # a supply room is free
    assert rule(referee, state, "move orderly 0a1 > home; orderly Sa3 > 0a1") == "8.6"


def test_triage_never_gives_time_back() -> None:
    referee = game()
    state = moving(referee, ["S R . / T . . / Hp . ."], doctors=((at(referee, "0a3"), W),))
    assert play(referee, state, "move doctor white 0a3 > 0a2").time == 0
    assert play(referee, state._replace(time=5), "move nobody").time == 5


@pytest.mark.parametrize("hop", ["nearest", "any_in_line"])
def test_switch_conveyor_hop_gives_the_same_times(hop: str) -> None:
    referee = switched(conveyor_hop=hop)
    floors = ["S . . / T . . / Hp S T", ". . . / . . . / T . ."]
    state = moving(
        referee, floors, doctors=((at(referee, "0a3"), W),), conveyors=at(referee, "0a3", "0b3", "0c3", "1a3")
    )
    assert play(referee, state, "move doctor white 0a3 > 0c3").time == 0
    assert play(referee, state, "move doctor white 0a3 > 1a3").time == 0


# --- section 9: business ------------------------------------------------------------------------------------------


def caring(referee: ClinicSolo, floors: list[str], **fields: Any) -> State:
    return moving(referee, floors, **fields)._replace(phase=Phase.CARE)


def test_pay() -> None:
    referee = game()
    state = caring(referee, ["S G . / T G . / Hp O X"])
    room, theatre, outpatient = at(referee, "0a2", "0b3", "0c3")
    assert [pay(referee, state, Treatment(room, colour, W)) for colour in Colour] == [10, 14, 22, 34]  # one garden
    assert [pay(referee, state, Treatment(theatre, colour, W)) for colour in Colour] == [8, 12, 20, 32]  # no garden
    assert {pay(referee, state, Treatment(outpatient, colour, W)) for colour in Colour} == {6}


def test_care_counts_doctors_patients_and_nurses() -> None:
    referee = game()
    room, hub = at(referee, "0a2", "0a3")
    state = caring(
        referee, FIRST, doctors=((room, W), (room, O)), patients=((room, Y), (room, R)), nurses=(room, room, hub)
    )
    assert rule(referee, state, "treat yellow by white at 0a2, red by orange at 0a2") is None
    assert rule(referee, state, "treat yellow by orange at 0a2, red by white at 0a2") == "9.1"  # 1 + 3 nurses
    assert rule(referee, state, "treat red by white at 0a2") == "9.1"
    assert rule(referee, state, "treat orange by orange at 0a2") == "9.1"  # no such patient
    assert rule(referee, state, "treat yellow by yellow at 0a2") == "9.1"  # no such doctor
    assert rule(referee, state, "treat yellow by white at 0a2, yellow by orange at 0a2") == "9.1"
    assert rule(referee, state, "treat nobody") is None
    treated = {tuple(t.patient for t in move.treatments) for move in cares(referee, state)}
    assert treated == {(), (Y,), (R,), (Y, R)}
    one_nurse = state._replace(nurses=(room,))
    assert {tuple(t.patient for t in move.treatments) for move in cares(referee, one_nurse)} == {(), (Y,), (R,)}


def test_the_operating_room_brings_a_nurse_and_costs_upkeep_when_used() -> None:
    referee = game()
    theatre = at(referee, "0b3")
    state = caring(referee, ["S . . / T . . / Hp O ."], doctors=((theatre, W),), patients=((theatre, Y),), money=20)
    after = play(referee, state, "treat yellow by white at 0b3")
    assert after.income == 12 - 1 - 4 - 2
    assert after.treated == 1
    idle = play(referee, state, "treat nobody")
    assert (idle.income, idle.money) == (0, 20 - 1 - 4)


@pytest.mark.parametrize(
    ("income", "savings", "popularity", "owed", "after"),
    [
        (10, 5, 3, 4, (6, 5, 3)),
        (4, 5, 3, 6, (0, 3, 3)),
        (4, 5, 3, 11, (0, 0, 1)),
        (4, 5, 3, 40, (0, 0, 0)),  # the rest is forgiven
        (0, 0, -4, 9, (0, 0, -4)),  # below 0 nothing is left to pay with
    ],
)
def test_expenses_cascade(income: int, savings: int, popularity: int, owed: int, after: tuple[int, int, int]) -> None:
    state = position(game(), FIRST, income=income, money=savings, popularity=popularity)
    paid = pay_expenses(game(), state, owed)
    assert (paid.income, paid.money, paid.popularity) == after


def test_salaries() -> None:
    referee = game()
    hub = at(referee, "0a3")
    state = position(referee, FIRST, doctors=((hub, W), (hub, W), (hub, Y), (hub, Y)), nurses=(hub,))
    assert expenses(referee, state._replace(orderlies=(hub, hub)), 0).salaries == 6 + 1 + 2
    assert expenses(referee, state._replace(doctors=((hub, O), (hub, R)), nurses=()), 0).salaries == 3 + 4


def test_buying_popularity() -> None:
    referee = game()
    state = position(referee, FIRST, phase=Phase.POPULARITY, slot=3, income=11, money=2, doctor_bag=(0, 0, 0, 0))
    assert rule(referee, state, "buy 4") == "9.5"
    after = play(referee, state, "buy 3")
    assert (after.popularity, after.money, after.income) == (3, 4, 0)
    assert [referee.format(move) for move in referee.legal_moves(state)] == ["buy 0", "buy 1", "buy 2", "buy 3"]


# --- section 10: Admin --------------------------------------------------------------------------------------------


def ending(referee: ClinicSolo, **fields: Any) -> State:
    standard = {"phase": Phase.POPULARITY, "round": 2, "slot": 3, "left": 0, "tiles": (0, 1, 2)}
    state = position(referee, ["S . . / T . . / Hp L ."], **{**standard, **fields})
    return state._replace(cars=tuple(free_spots(referee, state)[: state.people]))


def test_admin() -> None:
    referee = game()
    hub, lab, room = at(referee, "0a3", "0b3", "0a2")
    state = ending(
        referee,
        doctors=((hub, R), (hub, W), (lab, W)),
        patients=((room, Y), (room, R)),
        waiting=((1, 0, 0, 1), (0, 0, 1, 0)),
        notepad=((O, W), ()),
        bag=(1, 0, 0, 0),
        university=(Y,),
        popularity=20,
        hubs_built=(1, 0),
        specials_built=1,
    )
    after = play(referee, state, "buy 0")
    assert after.phase is Phase.DEPART
    assert after.popularity == 20 + 1 - 2 * 5
    assert after.deaths == 2
    assert after.notepad == ((W,), ())
    assert after.bag == (1, 0, 1, 0)
    assert after.university == (O,)
    assert after.doctors == tuple(sorted(((hub, O), (hub, W), (lab, O))))
    assert after.patients == ((room, O),)
    assert after.waiting == ((0, 1, 0, 0), (0, 0, 0, 1))
    for _ in range(2):
        after = play(referee, after, referee.format(referee.legal_moves(after)[0]))
    assert (after.phase, after.round, after.slot, after.tiles) == (Phase.ACTION, 3, 1, (2, 2, 2))
    assert (after.hubs_built, after.specials_built) == ((0, 0), 0)
    assert len(after.cars) == after.people


def test_the_university_is_filled_when_empty() -> None:
    referee = game()
    state = play(referee, ending(referee, doctor_bag=(1, 2, 0, 0)), "buy 0")
    assert state.phase is Phase.UNIVERSITY
    assert {referee.format(o): p for o, p in referee.chance_outcomes(state)} == {
        "doctor at the university: white": pytest.approx(1 / 3),
        "doctor at the university: yellow": pytest.approx(2 / 3),
    }
    state = referee.apply_outcome(state, referee.chance_outcomes(state)[1][0])
    assert (state.university, state.doctor_bag, state.round) == ((Y,), (1, 1, 0, 0), 3)


@pytest.mark.parametrize(("negative", "popularity"), [(True, -3), (False, 0)])
def test_switch_popularity_below_zero(negative: bool, popularity: int) -> None:
    referee = switched(popularity_may_be_negative=negative)
    state = ending(referee, patients=((at(referee, "0a2"), R),), popularity=2)
    assert finish(referee, state).popularity == popularity


@pytest.mark.parametrize(("admin", "colour", "time_of_patient"), [(True, W, Y), (False, Y, W)])
def test_switch_admin_after_the_last_round(admin: bool, colour: Colour, time_of_patient: Colour) -> None:
    referee = switched(admin_after_last_round=admin)
    hub, room = at(referee, "0a3", "0a2")
    state = ending(referee, round=6, doctors=((hub, Y),), patients=((room, W),), doctor_bag=(0, 0, 0, 0))
    after = play(referee, state, "buy 0")
    assert referee.is_over(after)
    assert after.doctors == ((hub, colour),)
    assert after.patients == ((room, time_of_patient),)


@pytest.mark.parametrize(("needs_hub", "broken"), [(False, None), (True, "2.3")])
def test_switch_building_needs_hub(needs_hub: bool, broken: str | None) -> None:
    referee = switched(building_needs_hub=needs_hub)
    state = position(referee, FIRST, money=9)
    assert rule(referee, state, "build treatment 0c1") == broken
    assert rule(referee, state, "build hub cardiology 0c1") is None
    assert rule(referee, state, "build treatment 0b1") is None


def test_switch_helipad_above_the_top_floor() -> None:
    tower = [f". . . / . . . / {token} . ." for token in ("Hp", "T", "S", "T")]
    referee = game()
    with pytest.raises(Exception, match="no space"):
        referee.parse("build helipad 4a3")
    deck = house()
    costs = {**deck.building.cost, "helipad": (None, 3, 4, 5, 6)}
    deck = replace(
        deck,
        switches=replace(deck.switches, helipad_above_top_floor=True),
        building=replace(deck.building, cost=costs),
    )
    referee = ClinicSolo(deck, "3x3", "throughput")
    state = position(referee, tower, money=9)
    assert rule(referee, state, "build helipad 4a3") is None
    assert play(referee, state, "build helipad 4a3").money == 3
    assert rule(referee, state, "build supply 4a3") == "2.1"
    doctor = (at(referee, "4a3"), W)
    landed = moving(referee, [*tower, ". . . / . . . / A . ."], doctors=(doctor,))
    assert play(referee, landed, "move doctor white 4a3 > 3a3").time == 1


# --- sections 11 and 12 -------------------------------------------------------------------------------------------


def test_final_score_by_item() -> None:
    referee = game("4x3")
    floors = ["Hp T . Hc / S . . T / . . . S", ". S . . / . . . . / . . . ."]
    hub, room = at(referee, "0a1", "0b1")
    state = position(
        referee,
        floors,
        popularity=30,
        doctors=((hub, W), (hub, W), (hub, O)),
        nurses=(hub, hub),
        orderlies=(hub,),
        patients=((room, Y),),
        waiting=((0, 0, 1, 0), (0, 0, 0, 1)),
        time=11,
    )
    assert referee.score_items(state) == {
        "popularity": 30,
        "doctors": 2 + 2 + 4,
        "nurses": 2,
        "treatment rooms": 0,
        "buildings": 8,
        "patients": -4 - 6 - 8,
        "time": -3,
    }
    assert referee.final_score(state) == 30 + 8 + 2 + 8 - 18 - 3


def test_treatment_rooms_by_floor_and_idle_ones_count_nothing() -> None:
    referee = game()
    floors = ["S . . / T . . / Hp . .", "T . . / Hc . . / S . .", "S . . / T . . / Hp . .", "T . . / Hc . . / T . ."]
    state = position(referee, floors)
    # floor 0: 0a2; floor 1: 1a1 beside the hub and above a supply room; floor 2: 2a2; floor 3: 3a1, but not 3a3
    assert referee.score_items(state)["treatment rooms"] == 0 + 2 + 4 + 6
    assert ClinicSolo(house(), "3x3", "top_floor").goal_met(state)
    lower = position(referee, floors[:3])
    assert not ClinicSolo(house(), "3x3", "top_floor").goal_met(lower)


def test_functional_rooms() -> None:
    referee = game()

    def rooms(*floors: str) -> set[str]:
        state = position(referee, list(floors))
        return {referee.board.space_name(room) for room in clinic_of(referee.board, state.grid).rooms}

    assert rooms("S . . / T . . / Hp . .") == {"0a2"}
    assert rooms(". . . / T . . / Hp . .") == set()  # no supply room
    assert rooms("S . . / T . . / . . Hp") == set()  # no hub beside it
    assert rooms("S . . / T . . / . . .", ". . . / Hp . . / . . .") == set()  # a hub above does not do
    assert rooms(". . . / T . . / Hp . .", ". . . / S . . / . . .") == {"0a2"}  # a supply room above does
    assert rooms("T S T / Hp . Hc / . . .") == {"0a1", "0c1"}  # one supply room for both
    assert rooms("O . . / Hp . . / . . .") == {"0a1"}  # an operating room needs no supply room
    assert rooms("Hp . . / . . . / . . .", "O . . / . . . / . . .") == set()


@pytest.mark.parametrize(
    ("goal", "fields", "value"),
    [
        ("quick", {"time": 12}, 12),
        ("staff_room", {"doctors": ((6, W),) * 7}, 7),
        ("throughput", {"treated": 14}, 14),
        ("specialists", {"doctors": ((6, W), (6, Y), (6, R))}, 2),
        ("payroll", {"doctors": ((6, W),) * 6, "nurses": (6,) * 4, "orderlies": (0, 1)}, 12),
        ("spotless", {"deaths": 1, "patients": ((3, W),), "waiting": ((1, 0, 0, 0), (0, 0, 0, 0))}, 3),
        ("campus", {}, 1),
        ("park", {}, 2),
        ("top_floor", {}, 0),
    ],
)
def test_goals_measure(goal: str, fields: dict[str, Any], value: int) -> None:
    referee = ClinicSolo(house(), "3x3", goal)
    state = position(referee, ["S . G / T . G / Hp . ."], **fields)
    assert measure(referee, state, referee.goal) == value
    target = referee.goal
    met = value >= target.at_least if target.at_least is not None else value <= (target.at_most or 0)
    assert referee.goal_met(state) == met


def test_rank_only_with_the_goal_met() -> None:
    referee = ClinicSolo(house(), "3x3", "quick")
    state = position(referee, FIRST, time=12)
    ranks = {30: "nurse", 69: "fellow", 200: "CEO", -50: "orderly"}
    for score, name in ranks.items():
        assert referee.rank(state._replace(popularity=score + 4)) == name  # 4 for the time
    assert referee.rank(state._replace(popularity=19 + 4)) == "orderly"
    assert referee.rank(state._replace(popularity=20 + 4)) == "nurse"
    assert referee.rank(state._replace(popularity=99, time=13)) is None


# --- section 3: set-up --------------------------------------------------------------------------------------------


def set_up(referee: ClinicSolo, bonus: tuple[int, int]) -> State:
    state = referee.start()
    for text in ("special modules: operating, lab", f"bonus tiles: {bonus[0]}, {bonus[1]}"):
        outcome = next(o for o, _ in referee.chance_outcomes(state) if referee.format(o) == text)
        state = referee.apply_outcome(state, outcome)
    return state


def test_what_is_drawn_in_the_set_up() -> None:
    referee = game()
    state = referee.start()
    assert len(referee.chance_outcomes(state)) == 6
    state = referee.apply_outcome(state, referee.chance_outcomes(state)[0][0])
    assert len(referee.chance_outcomes(state)) == 21
    beginner = game("4x3", expert=False)
    state = play(beginner, set_up(beginner, (1, 7)), "take bonus 7")
    assert len(beginner.chance_outcomes(state)) == 4


def drawn(referee: ClinicSolo, state: State) -> State:
    while referee.is_chance(state):
        state = referee.apply_outcome(state, referee.chance_outcomes(state)[0][0])
    return state


FIRST_CLINIC = ("build hub psychiatry 0b3", "build entrance Sb3", "build treatment 0b2", "build supply 1b2")


@pytest.mark.parametrize(
    ("number", "lines", "expected"),
    [
        (1, ["park a1-N", "park a1-W"], {"nurses": 1}),
        (2, ["park a1-N", "park a1-W"], {"orderlies": 1}),
        (3, ["build garden 0a2", "park a1-N"], {"grid": Tile.GARDEN}),
        (4, ["park a1-N", "park a1-W"], {"patients": 1}),
        (5, ["build parking 0a2", "park lot a2"], {"grid": Tile.PARKING}),
        (6, ["park a1-N"], {"colour": Y}),
        (7, ["park a1-N"], {"money": 20}),
    ],
)
def test_bonus_tiles(number: int, lines: list[str], expected: dict[str, int]) -> None:
    referee = game()
    other = 1 if number != 1 else 7
    state = set_up(referee, (min(number, other), max(number, other)))
    state = drawn(referee, play(referee, state, f"take bonus {number}", *FIRST_CLINIC))
    state = play(referee, state, *lines)
    assert (state.phase, state.round, state.slot) == (Phase.ACTION, 1, 1)
    entrance = at(referee, "Sb3")
    assert state.doctors == ((entrance, expected.get("colour", W)),)
    assert state.nurses == (entrance,) * expected.get("nurses", 0)
    assert state.orderlies == (entrance,) * expected.get("orderlies", 0)
    assert state.waiting == ((expected.get("patients", 0), 0, 0, 0), (0, 0, 0, 0))
    assert state.money == expected.get("money", 15)
    assert state.grid[at(referee, "0a2")] == expected.get("grid", Tile.EMPTY)
    assert len(state.cars) == len(lines) - ("grid" in expected)
    assert sum(state.bag) == 18 - 2
    assert [len(row) for row in state.notepad] == [1, 1]


def test_initial_clinic() -> None:
    referee = game()
    state = play(referee, set_up(referee, (1, 7)), "take bonus 7")
    assert rule(referee, state, "build treatment 0b2") == "3.6"
    assert rule(referee, state, "build hub psychiatry 0b2") == "3.6"  # no entrance can point there
    assert rule(referee, state, "build hub psychiatry 0b1") == "3.6"  # none on the north side
    assert rule(referee, state, "build hub psychiatry 1b3") == "3.6"
    assert rule(referee, state, "build hub cardiology 0b3") == "3.6"
    state = play(referee, state, "build hub psychiatry 0a3")
    assert [referee.format(move) for move in referee.legal_moves(state)] == ["build entrance Wa3", "build entrance Sa3"]
    state = play(referee, state, "build entrance Wa3")
    assert rule(referee, state, "build supply 1a3") is None
    assert rule(referee, state, "build supply 0c1") is None  # another building
    assert rule(referee, state, "build supply 1c1") == "5.2b"
    assert rule(referee, state, "build garden 0c1") == "3.6"
    state = play(referee, state, "build supply 1a3")
    assert rule(referee, state, "build supply 0c1") == "3.6"
    assert rule(referee, state, "build treatment 2a3") is None


def test_the_bonus_tile_must_be_one_that_was_turned_up() -> None:
    referee = game()
    assert rule(referee, set_up(referee, (1, 7)), "take bonus 3") == "3.5"


def test_beginners_play_the_large_side() -> None:
    with pytest.raises(ValueError, match="beginners"):
        ClinicSolo(house(), "3x3", "quick", expert=False)
    with pytest.raises(ValueError, match="board"):
        ClinicSolo(house(), "5x5", "quick")
    with pytest.raises(ValueError, match="goal"):
        ClinicSolo(house(), "3x3", "fame")


def test_no_move_at_chance_or_of_another_kind() -> None:
    referee = game()
    assert rule(referee, referee.start(), "pass") == "4.1"
    state = position(referee, FIRST, phase=Phase.ACTION)
    assert rule(referee, state, "build garden 0c1") == "4.2"
    assert rule(referee, state._replace(tiles=(0, 2, 2)), "use build") == "4.2"
    with pytest.raises(IllegalMove, match="cannot come now"):
        referee.apply_outcome(state, referee.chance_outcomes(referee.start())[0][0])


def test_needs_of_any_colour_and_service() -> None:
    referee = game()
    state = moving(referee, FIRST, doctors=((at(referee, "Sa3"), Y),), waiting=((0, 1, 0, 0), (0, 0, 0, 0)))
    room = at(referee, "0a2")
    plan = referee.plan_move(state, [Need(Person.DOCTOR, NO_COLOUR, room), Need(Person.PATIENT, NO_COLOUR, room)])
    assert plan is not None
    assert referee.move_time(state, plan) == 4


DECISIONS = (
    "supply-limits orientation building outer-borders entrance-spaces supply-count hub-count initial-clinic "
    "university-spaces notepad-columns setup-order helipad-top conveyor-per-module repark doctor-price nurse-price "
    "no-firing admit-without-hub helipad-entry idle-rooms surplus-orderly optional-care last-admin popularity-floor "
    "treating-building top-floor-goal rank-order"
)


@pytest.mark.parametrize("name", DECISIONS.split())
def test_every_decision_of_the_rules_has_its_place_in_the_code(name: str) -> None:
    sources = Path(clinic_solo.__file__).parent.glob("*.py")
    assert any(f"[decision {name}]" in source.read_text("utf-8") for source in sources)
