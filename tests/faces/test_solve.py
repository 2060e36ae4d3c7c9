"""clinic solve as typed, on positions that are solved in a second or two."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from clin9ic import gamefile
from clin9ic.referee import Clin9ic
from clin9ic.state import State
from tests.faces.conftest import PUZZLES, Clinic
from tests.faces.endgame import BEST, LAST, PLAN, played
from tests.faces.test_commands import ENVELOPE

OPENING = PUZZLES / "clin9ic/opening.toml"


def test_the_best_last_round(clinic: Clinic) -> None:
    solved = clinic("solve", LAST, "-o", "plan.toml")
    assert solved.code == 0
    assert f"optimal (proven): {BEST}" in solved.out
    assert "clairvoyant" in solved.out
    assert "Round 6 of 6: the action cards lie a2 a3 a1\n   1  arrange" in solved.out
    assert re.search(rf"^  total +{BEST}$", solved.out, re.MULTILINE)
    assert "the house deck is reconstructed" in solved.err
    assert "round 6" in solved.err
    replayed = clinic("replay", "plan.toml", "--json").json
    assert replayed["best"] == BEST
    assert replayed["faults"] == []


def best_of_all(game: Clin9ic, state: State) -> int:
    """The best score by trying out every legal move."""
    waiting, best = {state}, -1000
    while waiting:
        ends = {at for at in waiting if game.is_over(at)}
        best = max([best, *map(game.final_score, ends)])
        waiting = {game.apply(at, move) for at in waiting - ends for move in game.legal_moves(at)}
    return best


@pytest.mark.parametrize("made", [4, 5, 6, 7])
def test_the_value_is_that_of_brute_force(clinic: Clinic, tmp_path: Path, made: int) -> None:
    path = played(tmp_path, made)
    file = gamefile.read(path)
    data = clinic("solve", path, "--json", "--quiet").json
    assert data["status"] == "optimal"
    assert data["best"] == data["bound"] == best_of_all(file.game, gamefile.replay(file).state)


def test_a_round_under_way_goes_on(clinic: Clinic, tmp_path: Path) -> None:
    solved = clinic("solve", played(tmp_path, 4), "--quiet")
    assert solved.err.startswith("note: the house deck")
    assert "Round 6 of 6, going on\n   5  hire" in solved.out
    over = clinic("solve", played(tmp_path, 7), "--quiet")
    assert over.code == 0
    assert f"optimal (proven): {BEST}\n" in over.out


def test_json(clinic: Clinic, tmp_path: Path) -> None:
    data = clinic("solve", played(tmp_path, 4), "--json", "--quiet").json
    assert list(data)[: len(ENVELOPE)] == ENVELOPE
    assert data["information"] == "clairvoyant"
    assert (data["best"], data["bound"], data["gap"]) == (BEST, BEST, 0)
    assert sum(data["score"].values()) == BEST
    assert len(data["moves"]) == 3
    assert data["alternatives"] == []
    assert data["interrupted"] is False
    assert data["output"] is None


def test_without_time_nothing_is_claimed(clinic: Clinic) -> None:
    rough = clinic("solve", OPENING, "--time", "0.01", "--json", "-o", "plan.toml")
    assert rough.code == 0
    assert rough.json["status"] == "feasible"
    assert rough.json["bound"] is None
    assert rough.json["gap"] is None
    assert clinic("replay", "plan.toml", "--json").json["best"] == rough.json["best"]


def test_other_goals(clinic: Clinic, tmp_path: Path) -> None:
    data = clinic("solve", played(tmp_path, 4), "--goal", "staff", "--level", "easy", "--json", "--quiet").json
    assert data["goal"] == "staff"
    assert set(data["score"]) == {"doctors", "nurses", "orderlies"}
    assert data["status"] == "optimal"


def test_moves_made_for_another_goal(clinic: Clinic) -> None:
    refused = clinic("solve", PUZZLES / "clin9ic/mid-game.toml", "--goal", "doctors")
    assert refused.code == 3
    assert "made for popularity, these moves cannot be replayed for doctors" in refused.err


def test_the_best_ways_to_decide(clinic: Clinic, tmp_path: Path) -> None:
    path = played(tmp_path, 3)
    data = clinic("solve", path, "--top", 9, "--json", "--quiet").json
    ways = {way["move"]: way for way in data["alternatives"]}
    file = gamefile.read(path)
    legal = file.game.legal_moves(gamefile.replay(file).state)
    assert set(ways) == {file.game.format(move) for move in legal}
    assert ways["admit 3"] == {"move": "admit 3", "value": BEST, "bound": BEST, "loss": 0}
    assert [way["loss"] for way in data["alternatives"]] == sorted(way["loss"] for way in ways.values())
    forced = clinic("whatif", path, "--force", "admit 1", "--json", "--quiet").json
    assert forced["best"] == ways["admit 1"]["value"]
    text = clinic("solve", path, "--top", 2, "--quiet").out
    assert "The best ways to decide now (admit)" in text
    assert text.count("\n  1  admit 3") == 1


def test_save_and_resume(clinic: Clinic, tmp_path: Path) -> None:
    path = played(tmp_path, 4)
    assert clinic("solve", path, "--save", "kept.toml", "--quiet").code == 0
    again = clinic("solve", path, "--resume", "kept.toml", "--save", "kept.toml", "--quiet", "--json")
    assert again.json["best"] == BEST
    assert clinic("solve", path, "--save", "kept.toml").code == 3
    other = clinic("solve", played(tmp_path, 5), "--resume", "kept.toml")
    assert other.code == 3
    assert "kept.toml:6: position: was saved for another position" in other.err
    goal = clinic("solve", path, "--goal", "doctors", "--resume", "kept.toml")
    assert "goal: was saved for another goal: popularity, this is doctors" in goal.err
    kept = (tmp_path / "kept.toml").read_text()
    for wrong, said in (
        (kept.replace("best = 64", "best = 65"), "best: the plan scores 64"),
        (kept.replace("hire", "admit 2 #"), "moves: 'admit 2' is illegal: hire is due"),
        (kept.replace("buy", "# buy"), "moves: the plan does not go on to the end"),
        (kept.replace("hire", "hier"), "'hier' is no move"),
        (kept.replace("dice = 5", "dices = 5"), "dice is missing"),
    ):
        (tmp_path / "wrong.toml").write_text(wrong)
        refused = clinic("solve", path, "--resume", "wrong.toml")
        assert (refused.code, said in refused.err) == (3, True), refused.err


def test_a_resumed_solve_is_no_worse(clinic: Clinic) -> None:
    """With no time at all, what was kept is still there."""
    clinic("solve", LAST, "--save", "kept.toml", "--quiet")
    data = clinic("solve", LAST, "--resume", "kept.toml", "--time", "0.01", "--quiet", "--json").json
    assert data["best"] == BEST
    assert data["moves"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--time", "soon"], 2, "expected something like 60, 60s or 5m"),
        (["--time", "0"], 2, "is no time"),
        (["--gap", "-1"], 2, "-1"),
        (["--workers", "0"], 2, "0 is not in the range"),
        (["--goal", "fame"], 2, "'fame' is not one of"),
        (["--goal", "staff", "--level", "expert"], 3, "expert is a popularity level"),
        (["-o", "nowhere/plan.toml"], 3, "no such folder"),
        (["-o", "."], 3, "is a directory"),
        (["--resume", "missing.toml"], 3, "missing.toml: no such file"),
    ],
)
def test_bad_options(clinic: Clinic, arguments: list[str], code: int, said: str) -> None:
    refused = clinic("solve", LAST, *arguments)
    assert refused.code == code
    assert said in refused.err
    assert refused.out == ""


def test_too_little_is_known(clinic: Clinic, tmp_path: Path) -> None:
    text = OPENING.read_text().replace('id = "2m966h"\n', "")
    (tmp_path / "orders.toml").write_text(text.replace('3 = "a2 a3 a1"\n', ""))
    missing = clinic("solve", "orders.toml")
    assert missing.code == 3
    assert "orders.toml: the card orders of rounds 3 are not known" in missing.err
    (tmp_path / "floors.toml").write_text(text.replace('"f2", "f1", "f3", "f4"', '"f2", "f1"'))
    hidden = clinic("solve", "floors.toml", "--json")
    assert hidden.code == 3
    assert "the order of the floor cards is not known" in hidden.json["faults"][0]["message"]


def test_ctrl_c_prints_what_was_found() -> None:
    command = [sys.executable, "-c", "import sys; from cli import main; sys.exit(main())"]
    command += ["solve", str(OPENING), "--time", "5m", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(PUZZLES.parent)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stderr is not None
        assert process.stdout is not None
        for line in process.stderr:
            if re.search(r"best \d", line):
                break
        process.send_signal(signal.SIGINT)
        data = json.loads(process.stdout.read())
        said = process.stderr.read()
        assert process.wait(timeout=60) == 130
    assert data["interrupted"] is True
    assert data["status"] == "feasible"
    assert data["best"] > 0
    assert data["moves"][0].startswith("arrange")
    assert "Ctrl-C once more ends at once" in said
    assert "Traceback" not in said


def test_the_plan_is_one_that_can_be_typed_in(clinic: Clinic, tmp_path: Path) -> None:
    """The fixed plan of these tests is as good as the best."""
    assert clinic("replay", played(tmp_path, len(PLAN)), "--json").json["best"] == BEST
