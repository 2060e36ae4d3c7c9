"""Admitting and Move, rule by rule: where each bites and where it does not."""

import pytest

from clinic_solo import ClinicSolo, State
from clinic_solo.state import Phase
from tabletop.colours import Colour
from tabletop.moves import BadNotation
from tests.clinic_solo.helpers import FIRST, at, game, moving, play, position, rule, switched

W, Y, O, R = Colour.WHITE, Colour.YELLOW, Colour.ORANGE, Colour.RED  # noqa: E741

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
        referee,
        floors,
        doctors=((at(referee, "0a3"), W),),
        tokens=tuple((stop, 0) for stop in at(referee, "0a3", "0b3", "0c3", "1a3")),
    )
    assert play(referee, state, "move doctor white 0a3 > 0c3").time == 0
    assert play(referee, state, "move doctor white 0a3 > 1a3").time == 0
