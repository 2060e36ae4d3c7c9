"""`clinic schedule`: the best builds, hires and admissions of a round, confirmed by the referee and by the search."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from faces.app import Schedule, Solve, Source, ask
from faces.games.position import refereed
from faces.games.registry import opened
from tests.faces.conftest import PUZZLES, Clinic
from tests.faces.test_clinic_solve import late
from tests.faces.test_json import checked

__all__ = ["late"]  # a fixture

OPENING = PUZZLES / "clin9ic/opening.toml"
CLIN9IC_LAST = [PUZZLES / f"clin9ic/{name}last-round.toml" for name in ("", "rulebook-")]


@pytest.mark.parametrize("game", ["clin9ic", "clinic"])
def test_schedules_are_refereed_and_come_in_order(clinic: Clinic, late: Path, game: str) -> None:
    path = OPENING if game == "clin9ic" else late
    data = checked(clinic("schedule", path, "--count", 2, "--time", "4m", "--quiet", "--json"), 0)
    assert data["status"] == "optimal"
    schedules = data["schedules"]
    assert len(schedules) == 2
    assert data["best"] == schedules[0]["best"]
    adapter, file = opened(path)
    start = refereed(adapter, file, path)
    values = []
    for schedule in schedules:
        end = start.after([file.game.parse(move) for move in schedule["moves"]])
        values.append(file.game.final_score(end.state))
        assert file.game.score_items(end.state) == schedule["score"]
        assert file.game.round_of(end.state) > data["round"] or file.game.is_over(end.state)
        assert schedule["bound"] is None or schedule["bound"] >= values[-1]
        assert schedule["walked"] == sum(task["time"] for task in schedule["tasks"])
        # 4.10, 8.1: no triage stands in either clinic, so that all that is walked is charged
        assert schedule["walked"] == end.state.time - start.state.time
    assert values == [schedule["best"] for schedule in schedules] == sorted(values, reverse=True)
    assert schedules[0]["tasks"] != schedules[1]["tasks"]


@pytest.mark.slow
@pytest.mark.parametrize("path", CLIN9IC_LAST)
def test_a_last_round_is_proven_alike_by_the_search(path: Path) -> None:
    scheduled = ask(Schedule(Source(path), seconds=240.0))
    solved = ask(Solve(Source(path), seconds=240.0))
    assert scheduled.status == solved.status == "optimal"
    assert scheduled.best == solved.best


def test_the_timeline_is_a_picture(clinic: Clinic, tmp_path: Path) -> None:
    picture = tmp_path / "round.svg"
    line = ("schedule", OPENING, "--time", "4m", "--quiet", "--svg", picture)
    result = clinic(*line)
    assert result.code == 0
    drawn = "".join(ElementTree.parse(picture).getroot().itertext())
    for words in ("action 1", "care", "red doctor", "building site", "time walked"):
        assert words in drawn
    assert "Schedule 1: " in result.out
    assert "drawn in" in result.err
    again = clinic(*line)
    assert again.code == 3  # and nothing is searched
    assert "exists" in again.err


def test_what_forbids_a_better_schedule(clinic: Clinic) -> None:
    data = checked(clinic("schedule", OPENING, "--why", "--time", "4m", "--quiet", "--json"), 0)
    assert data["status"] == "optimal"
    assert "rooms in round 1" in data["because"]


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("dice_hospital/opening", 2, "nobody walks in this game"),
        ("clin9ic/complete-game", 3, "the game is over"),
        ("clinic_solo/complete-game", 3, "the game is over"),
        ("clinic_solo/opening", 3, "a schedule begins before an action, and bonus tile is due"),
    ],
)
def test_what_cannot_be_scheduled(clinic: Clinic, name: str, code: int, said: str) -> None:
    result = clinic("schedule", PUZZLES / f"{name}.toml", "--quiet")
    assert (result.code, result.out) == (code, "")
    assert said in result.err
    assert "Traceback" not in result.err


def test_a_round_under_way_is_refused(clinic: Clinic, tmp_path: Path) -> None:
    begun = tmp_path / "begun.toml"
    moves = '\n[play]\nmoves = """\narrange a2 a3 over a1 under, right\n"""\n'
    begun.write_text(OPENING.read_text() + moves)
    result = clinic("schedule", begun, "--quiet")
    assert result.code == 3
    assert "a schedule begins with the cards of a round, and admit is due" in result.err
