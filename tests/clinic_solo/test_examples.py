"""Section 17: the rulebooks' worked examples with their figures."""

import pytest

from clinic_solo import State
from clinic_solo.admin import begin, better, finish
from clinic_solo.admit import queue_points
from clinic_solo.care import expenses, nurses_needed
from clinic_solo.moves import MovePeople
from clinic_solo.score import time_points
from clinic_solo.state import Phase
from clinic_solo.tiles import Tile
from tabletop.colours import Colour
from tabletop.moves import IllegalMove
from tests.clinic_solo.helpers import at, game, play, position, spots

W, Y, O, R = Colour.WHITE, Colour.YELLOW, Colour.ORANGE, Colour.RED  # noqa: E741
FIRST = ["S . . / T . . / Hp . ."]


@pytest.mark.parametrize(
    ("doctor", "patient", "nurses"),
    [(R, R, 0), (O, Y, 1), (Y, O, 1), (R, Y, 2), (Y, R, 2), (R, W, 3), (W, R, 3)],
)
def test_17_1_nurses_needed(doctor: Colour, patient: Colour, nurses: int) -> None:
    assert nurses_needed(game(), Tile.TREATMENT, doctor, patient) == nurses
    assert nurses_needed(game(), Tile.OPERATING, doctor, patient) == max(0, nurses - 1)


def _upkeep(floors: list[str], orderlies: int, operated: int = 0) -> int:
    referee = game()
    state = position(referee, floors, orderlies=(at(referee, "0a1"),) * orderlies)
    return expenses(referee, state, operated).upkeep


def test_17_2_upkeep() -> None:
    four = ["S G . / T . . / Hp T ."]
    seven = ["S O . / T S . / Hp T Hc"]  # only what is counted matters here
    assert [_upkeep(four, orderlies) for orderlies in (0, 1, 2)] == [5, 2, 0]
    assert [_upkeep(seven, 0, operated) for operated in (0, 1)] == [7, 9]


def test_17_3_a_red_doctor_and_a_nurse_cost_6_and_bring_two_cars() -> None:
    referee = game()
    state = position(
        referee,
        FIRST,
        phase=Phase.HIRE,
        left=0,
        doctor_due=True,
        helper_due=True,
        university=(R,),
        money=15,
        entrances=(referee.board.entrance("Sa3"),),
    )
    state = play(referee, state, "hire doctor red at Sa3", "park c1-N", "hire nurse at Sa3", "park c1-E")
    assert state.money == 15 - 6
    assert len(state.cars) == 2
    assert state.doctors == ((at(referee, "Sa3"), R),)
    assert state.nurses == (at(referee, "Sa3"),)


def _admitting() -> State:
    referee = game()
    state = position(
        referee,
        ["S . . / T . . / Hp . .", "A . . / A . . / . . ."],
        phase=Phase.ADMIT,
        entrances=(referee.board.entrance("Sa3"),),
        notepad=((O,), (Y, W)),
        bag=(0, 0, 0, 0),
        treated=15,
    )
    return state._replace(left=queue_points(referee, state))


def test_17_4_four_queue_points() -> None:
    referee, state = game(), _admitting()
    assert state.left == 4
    state = play(referee, state, "queue cardiology 1 up")
    assert (state.left, state.notepad) == (3, ((Y,), (O, W)))
    state = play(referee, state, "admit psychiatry", "park c1-N")
    assert (state.left, state.notepad) == (2, ((), (O, W)))
    state = play(referee, state, "queue cardiology 2 up")
    assert (state.left, state.notepad) == (1, ((W,), (O,)))
    state = play(referee, state, "admit psychiatry", "park c2-E")
    assert state.waiting == ((1, 1, 0, 0), (0, 0, 0, 0))
    assert state.phase is Phase.ACTION  # the points are spent and the bag is empty
    assert state.slot == 2


def _moving(triage: str = "R") -> State:
    referee = game()
    return position(
        referee,
        [
            ". . . / . . . / O Hp T",
            ". . . / . . . / Hc T S",
            f". . . / . . . / {triage} . L",
            ". . . / . . . / . . S",
        ],
        phase=Phase.MOVE,
        slot=3,
        entrances=(referee.board.entrance("Sb3"),),
        tokens=tuple((stop, 0) for stop in at(referee, "0a3", "0b3", "0c3", "2c3")),
        doctors=((at(referee, "Sb3"), W),),
        orderlies=at(referee, "1c3", "Sb3"),
        waiting=((0, 0, 1, 0), (0, 1, 0, 0)),
        cars=spots(referee, "a1-N", "b1-N", "c1-N", "a1-W", "c1-E"),
    )


@pytest.mark.parametrize(
    ("step", "time"),
    [
        ("doctor white Sb3 > 2c3", 1),
        ("patient orange psychiatry > 0c3", 1),
        ("orderly Sb3 > 3c3", 2),
        ("patient yellow cardiology > 1b3", 2),
    ],
)
def test_17_5_each_way(step: str, time: int) -> None:
    referee = game()
    move = referee.parse(f"move {step}")
    assert isinstance(move, MovePeople)
    assert referee.move_time(_moving("."), move) == time


def test_17_5_all_together_with_triage() -> None:
    referee = game()
    line = (
        "move doctor white Sb3 > 2c3; patient orange psychiatry > 0c3; orderly Sb3 > 3c3; "
        "patient yellow cardiology > 1b3"
    )
    assert play(referee, _moving("."), line).time == 6
    assert play(referee, _moving(), line).time == 6 - 3
    planned = referee.plan_move(_moving())
    assert planned is not None
    assert play(referee, _moving(), referee.format(planned)).time == 0  # the least anybody must do: 1 + 2 - 3


def test_17_6_university_and_lab() -> None:
    assert [better(colour) for colour in (W, Y, O, R)] == [Y, O, R, R]
    referee = game()
    for colour, trained in ((W, O), (Y, R), (O, R), (R, R)):
        state = position(referee, ["S . . / T . . / Hp L ."], round=2, slot=3, popularity=4)
        lab = at(referee, "0b3")
        after = finish(referee, state._replace(doctors=((lab, colour),), cars=spots(referee, "c1-N")))
        assert after.doctors == ((lab, trained),)
        assert after.popularity == 5


def test_17_7_nurses_of_column_three_go_when_the_marker_reaches_round_four() -> None:
    referee = game()
    state = position(referee, FIRST, phase=Phase.POPULARITY, round=3, slot=3, doctor_bag=(0, 0, 0, 0))
    assert state.nurses_offered == 1
    after = play(referee, state, "buy 0")
    assert (after.round, after.nurses_offered) == (4, 1)
    # and those of column III are gone for good: what is on offer is column IV's one nurse, not two
    assert after.nurses_offered == referee.deck.hiring.nurses[3]
    assert begin(referee, state).nurses_offered == 1
    assert finish(referee, state).nurses_offered == 0


def _refused(floors: list[str], line: str, *cars: str) -> str | None:
    referee = game()
    state = position(referee, floors, money=50, cars=spots(referee, *cars))
    try:
        referee.apply(state, referee.parse(line))
    except IllegalMove as refusal:
        return refusal.rule
    return None


def test_17_8_support_same_kind_and_cars() -> None:
    assert _refused(FIRST, "build treatment 1b1") == "5.2b"  # nothing above an empty space
    assert _refused(FIRST, "build treatment 1a1") is None
    assert _refused(FIRST, "build supply 0b1") == "5.2c"  # beside the first
    assert _refused(FIRST, "build supply 1a1") == "5.2c"  # above it
    assert _refused(["T . . / Hp . . / . . .", "S . . / . . . / . . ."], "build supply 2a1") == "5.2c"
    assert _refused(FIRST, "build supply 0b2") is None
    assert _refused(FIRST, "build supply 0b2", "b2-c2") == "5.2d"
    assert _refused(FIRST, "build garden 0b2", "b2-c2") is None
    assert _refused(FIRST, "build parking 0b2", "b2-c2") is None


def test_17_9_bonus_tile_7_gives_20_dollars() -> None:
    referee = game()
    state = referee.start()._replace(phase=Phase.BONUS_CHOICE, offers=(1, 7))
    assert play(referee, state, "take bonus 7").money == 20
    assert play(referee, state, "take bonus 1").money == 15


def test_17_16_time_23_costs_7() -> None:
    assert time_points(game(), 23) == -7
    assert [time_points(game(), time) for time in (0, 2, 3)] == [0, 0, -1]
