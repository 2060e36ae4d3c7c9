"""clinic target as typed: reachable, unreachable, undecided."""

from pathlib import Path

import pytest

from tests.faces.conftest import PUZZLES, Clinic
from tests.faces.endgame import BEST, LAST, played


@pytest.mark.parametrize(
    ("options", "code", "verdict", "status"),
    [
        ([], 0, "reachable", "feasible"),
        (["--score", BEST], 0, "reachable", "feasible"),
        (["--score", BEST + 1], 1, "unreachable", "infeasible"),
        (["--level", "master"], 1, "unreachable", "infeasible"),
        (["--goal", "doctors", "--level", "easy"], 0, "reachable", "feasible"),
        (["--goal", "treated", "--level", "medium"], 1, "unreachable", "infeasible"),
    ],
)
def test_verdicts(clinic: Clinic, tmp_path: Path, options: list[object], code: int, verdict: str, status: str) -> None:
    decided = clinic("target", played(tmp_path, 4), *options, "--json", "--quiet")
    assert decided.code == code
    data = decided.json
    assert (data["verdict"], data["status"]) == (verdict, status)
    assert (data["best"] is not None and data["best"] >= data["target"]) == (verdict == "reachable")


def test_a_plan_or_a_bound_is_shown(clinic: Clinic) -> None:
    met = clinic("target", LAST, "--quiet")
    assert met.code == 0
    assert "reachable: 60 is asked for" in met.out
    assert "goal: popularity 60 (medium): met" in met.out
    missed = clinic("target", LAST, "--score", BEST + 1, "--quiet")
    assert missed.code == 1
    assert f"unreachable (proven): {BEST + 1} is asked for, no play can beat {BEST}" in missed.out
    assert "bound: " in missed.out
    assert "Round" not in missed.out


def test_undecided(clinic: Clinic) -> None:
    opening = PUZZLES / "clin9ic/opening.toml"
    undecided = clinic("target", opening, "--score", 200, "--time", "0.01", "--quiet")
    assert undecided.code == 4
    assert "undecided: 200 is asked for" in undecided.out


def test_level_or_score(clinic: Clinic) -> None:
    assert clinic("target", LAST, "--level", "easy", "--score", 5).code == 2


def test_reasons_why_it_is_out_of_reach(clinic: Clinic) -> None:
    told = clinic("target", LAST, "--score", BEST + 30, "--why", "--time", "30m", "--quiet")
    assert told.code == 1
    (line,) = [line for line in told.out.splitlines() if line.startswith("unreachable because: ")]
    assert "in round 6" in line
    asked = clinic("target", LAST, "--score", 500, "--why", "--time", "30m", "--json", "--quiet")
    assert asked.json["because"] == ["whichever rule is dropped, it is too much"]
    met = clinic("target", LAST, "--score", BEST, "--why", "--json", "--quiet")
    assert met.json["because"] is None
    assert "--why" in clinic("target", PUZZLES / "clinic_solo/last-round.toml", "--why").err


def test_reasons_are_not_told_without_time(clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.clin9ic.cp_model.reasons.OF_ONE_ROUND", ())
    told = clinic("target", LAST, "--score", BEST + 1, "--why", "--quiet")
    assert told.code == 1
    assert "why: no few rules were found in time" in told.out
