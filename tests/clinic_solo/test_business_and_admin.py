"""Business and Admin, rule by rule: where each bites and where it does not."""

from dataclasses import replace
from typing import Any

import pytest

from clinic_solo import ClinicSolo, State
from clinic_solo.admin import finish
from clinic_solo.care import cares, expenses, pay, pay_expenses
from clinic_solo.moves import Treatment
from clinic_solo.parking import free_spots
from clinic_solo.state import Phase
from tabletop.colours import Colour
from tests.clinic_solo.helpers import FIRST, at, game, house, moving, play, position, rule, switched

W, Y, O, R = Colour.WHITE, Colour.YELLOW, Colour.ORANGE, Colour.RED  # noqa: E741

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
