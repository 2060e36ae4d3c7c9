"""Scores, goals and ranks, rule by rule."""

from typing import Any

import pytest

from clinic_solo import ClinicSolo
from clinic_solo.clinic import clinic_of
from clinic_solo.score import measure
from tabletop.colours import Colour
from tests.clinic_solo.helpers import FIRST, at, game, house, position

W, Y, O, R = Colour.WHITE, Colour.YELLOW, Colour.ORANGE, Colour.RED  # noqa: E741

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
