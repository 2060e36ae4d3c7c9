"""clinic move: who goes where, comparisons, wishes that cannot be met, and both games."""

from pathlib import Path

import pytest

from clinic_solo import gamefile
from clinic_solo.state import Phase
from faces.cli.move import way_text
from faces.games.clin9ic.mover import parse_newcomers
from faces.games.clinic_solo.mover import parse_need, report
from faces.games.data import MoveWish, Refusal
from solvers.core.movement import Leg
from tests.faces.conftest import PUZZLES, Clinic

MID_GAME = PUZZLES / "clin9ic/mid-game.toml"
SOLO = PUZZLES / "clinic_solo/mid-game.toml"
POSITION = """
game = "clin9ic"
deck = "house"
goal = "{goal}"
level = "medium"

[position]
round = 4
floors = ["f1 a", "f2 a", "f3 a"]
stack = ["f4"]
faces = "aaa"
entrances = 3
gardens = 0
pillars = 0
doctors = {{ white = 4, orange = 3 }}
patients = {{ yellow = 1, red = 1 }}
conveyors = {cubes}
money = 8
{tracks}
"""


def position(folder: Path, cubes: str = "[]", goal: str = "popularity") -> Path:
    tracks = "popularity = 27\ntime = 47" if goal == "popularity" else ""
    path = folder / "game.toml"
    path.write_text(POSITION.format(cubes=cubes, goal=goal, tracks=tracks))
    return path


# --- Clin9ic ---


def test_as_many_as_there_is_room_for(clinic: Clinic) -> None:
    result = clinic("move", MID_GAME)
    assert result.code == 0
    assert "Newcomers: 2 doctors, 4 patients, 3 nurses and 3 orderlies, as many as there is room for" in result.out
    assert "  doctor   3b3  service hub     4  entrance › " in result.out
    assert "  total time 50\n" in result.out
    assert "Comparison" not in result.out  # there is no cube to do without
    assert "There is parking for 5 of them" in result.out
    assert max(map(len, result.out.splitlines()[1:])) <= 100


def test_openings_that_are_kept(clinic: Clinic, tmp_path: Path) -> None:
    dealt = clinic("new", "clin9ic", "--seed", 6).out
    lines = ["arrange a1 a2 under a3 under, left", "build entrance entrance", "hire doctor:red"]
    play = "\n".join(["[play]", 'moves = """', *lines, '"""', ""])
    took = []
    for reopen in ("true", "false"):
        options = f"[options]\nreopen_within_round = {reopen}\n"
        (tmp_path / "game.toml").write_text(dealt.replace("[deal]", f"{options}\n[deal]") + play)
        data = clinic("move", "game.toml", "--newcomers", "1 doctor", "--json").json
        took.append((data["walks"][0]["space"], data["walks"][0]["time"]))
    assert took == [("1a3", 1), ("1a2", 2)]
    assert "Who came in this round stays, at 1a3 (rule 4.9" in clinic("move", "game.toml").out


def test_the_answer_in_json(clinic: Clinic) -> None:
    data = clinic("move", MID_GAME, "--newcomers", "2 doctors 1 nurse", "--json").json
    assert (data["status"], data["best"], data["bound"]) == ("optimal", 11, 11)
    assert [(walk["who"], walk["space"], walk["time"]) for walk in data["walks"]] == [
        ("doctor", "3b3", 4),
        ("doctor", "3c3", 5),
        ("nurse", "1a2", 2),
    ]
    assert data["walks"][2]["way"] == [{"place": place, "conveyor": False} for place in ("entrance", "1a3", "1a2")]
    assert data["charges"] == [{"name": "Hire", "walked": 11, "time": 11}, {"name": "Admit", "walked": 0, "time": 0}]


def test_cubes_are_compared(clinic: Clinic, tmp_path: Path) -> None:
    path = position(tmp_path, '["2b2", "3c3"]')
    data = clinic("move", path, "--newcomers", "2 doctors 4 patients 3 nurses 3 orderlies", "--json").json
    compared = {variant["name"]: variant["time"] for variant in data["comparison"]}
    assert data["best"] == 16
    assert compared["without the cube on 2b2"] == 25
    assert compared["without both cubes"] == 50
    assert set(compared) >= {"without the cube on 3c3", "without landing on 3c3"}
    best_pair = next(found for heading, found in data["placements"].items() if "pair" in heading)
    assert best_pair[0]["time"] == 16
    text = clinic("move", path, "--newcomers", "2 doctors 4 patients 3 nurses 3 orderlies").out
    assert "without both cubes" in text
    assert "+34" in text
    assert "helipad › 3c3" in text
    ridden = clinic("move", position(tmp_path, '["1b3", "3c3"]'), "--newcomers", "orderly").out
    assert "  orderly  1b3  supply room  1  helipad › 3c3 » 1b3\n" in ridden


def test_more_than_there_is_room_for_is_a_no(clinic: Clinic) -> None:
    result = clinic("move", MID_GAME, "--newcomers", "3 doctors")
    assert result.code == 1
    assert "there is room within reach for 2 doctors" in result.out
    data = clinic("move", MID_GAME, "--newcomers", "3 doctors", "--json").json
    assert (data["status"], data["best"], data["walks"]) == ("infeasible", None, [])


def test_outpatient_services_count_when_told(clinic: Clinic) -> None:
    path = PUZZLES / "clin9ic/last-round.toml"
    without = clinic("move", path)
    assert "Outpatient services are not chosen yet and are counted as not used" in without.out
    used = clinic("move", path, "--outpatient", "--json").json
    assert len(used["walks"]) > len(clinic("move", path, "--json").json["walks"])


def test_a_goal_without_time_is_told(clinic: Clinic, tmp_path: Path) -> None:
    result = clinic("move", position(tmp_path, goal="doctors"), "--newcomers", "doctor")
    assert result.code == 0
    assert "With the goal doctors no time is kept (rule 3.4)." in result.out


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2 doctors 1 nurse 3 patients", {"doctor": 2, "nurse": 1, "patient": 3}),
        ("a doctor, an orderly and 2 nurses", {"doctor": 1, "orderly": 1, "nurse": 2}),
        ("doctor nurse doctor", {"doctor": 2, "nurse": 1}),
        ("0 doctors", {"doctor": 0}),
    ],
)
def test_newcomers_as_people_say_it(text: str, found: dict[str, int]) -> None:
    assert parse_newcomers(text) == found


@pytest.mark.parametrize("text", ["", "2", "2 2 doctors", "two doctors", "2 docters", "doctors 2"])
def test_newcomers_that_are_not_understood(clinic: Clinic, text: str) -> None:
    result = clinic("move", MID_GAME, "--newcomers", text)
    assert result.code == 2
    assert "--newcomers" in result.err


def test_needs_are_not_for_clin9ic(clinic: Clinic) -> None:
    assert clinic("move", MID_GAME, "--need", "doctor 1a2").code == 2


def test_a_way_shows_its_rides() -> None:
    assert way_text((Leg("entrance"), Leg("1a3"), Leg("3c3", ride=True), Leg("3c2"))) == "entrance › 1a3 » 3c3 › 3c2"


# --- Clinic solitaire ---


def test_the_solitaire_brings_its_patients_in() -> None:
    file = gamefile.read(SOLO)
    state = gamefile.replay(file).state
    found = report(file.game, state, MoveWish())
    assert found.movement is not None
    assert found.movement.time == 4
    assert {(walk.who, walk.space) for walk in found.movement.walks} == {
        ("yellow patient", "0b2"),
        ("orange patient", "0d1"),
    }
    assert found.move is not None
    after = file.game.apply(state._replace(phase=Phase.MOVE), file.game.parse(found.move))
    assert after.time - state.time == 4


def test_the_solitaire_meets_needs_or_says_no() -> None:
    file = gamefile.read(SOLO)
    state = gamefile.replay(file).state
    met = report(file.game, state, MoveWish(needs=("doctor orange 0b2", "nurse 0b2")))
    assert met.movement is not None
    assert [(walk.who, walk.time) for walk in met.movement.walks] == [("orange doctor", 1), ("nurse", 1)]
    assert report(file.game, state, MoveWish(needs=("doctor red 0b2",))).movement is None


@pytest.mark.parametrize("text", ["", "porter 0b2", "doctor", "doctor pink 0b2", "doctor 9z9", "doctor red 0b2 now"])
def test_needs_that_are_not_understood(text: str) -> None:
    with pytest.raises(Refusal):
        parse_need(gamefile.read(SOLO).game, text)


def test_newcomers_are_not_for_the_solitaire() -> None:
    file = gamefile.read(SOLO)
    for wish in (MoveWish(newcomers="2 doctors"), MoveWish(outpatient=True)):
        with pytest.raises(Refusal, match="for Clin9ic"):
            report(file.game, file.start, wish)
