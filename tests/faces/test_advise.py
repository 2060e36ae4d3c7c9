"""clinic advise, hint and review as typed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faces.conftest import PUZZLES, Clinic
from tests.faces.endgame import BEST, LAST, PLAN, played

MID = PUZZLES / "clin9ic/mid-game.toml"


def test_the_last_round_is_exact(clinic: Clinic, tmp_path: Path) -> None:
    advised = clinic("advise", played(tmp_path, 1), "--json", "--quiet", "--workers", 1)
    assert advised.code == 0
    data = advised.json
    assert (data["status"], data["information"], data["best"], data["bound"]) == ("optimal", "player", BEST, BEST)
    assert data["within"] == {"low": BEST, "high": BEST}
    values = [option["value"] for option in data["options"]]
    assert values == sorted(values, reverse=True)
    assert [option["loss"] for option in data["options"]] == [BEST - value for value in values]
    assert data["options"][0]["goal_share"] == 1.0


def test_the_moves_can_be_played(clinic: Clinic, tmp_path: Path) -> None:
    moves = clinic("advise", played(tmp_path, 2), "--json", "--quiet", "--workers", 1).json["moves"]
    path = tmp_path / "on.toml"
    path.write_text(LAST.read_text() + '\n[play]\nmoves = """\n' + "\n".join([*PLAN[:2], *moves]) + '\n"""\n')
    replayed = clinic("replay", path, "--json").json
    assert replayed["over"]
    assert sum(replayed["score"].values()) == BEST


def test_value_interval_and_bound_are_told(clinic: Clinic) -> None:
    advised = clinic("advise", MID, "--time", 4, "--workers", 1, "--quiet", "--why")
    assert advised.code == 0
    assert "player: nothing is used that a player could not know" in advised.out
    assert "95 % interval" in advised.out
    assert "bound: " in advised.out
    assert "Do now (arrange is due)" in advised.out
    assert "Score by item" in advised.out
    assert "What is open then" in advised.out


def test_what_is_to_come_is_not_used(clinic: Clinic, tmp_path: Path) -> None:
    """Other cards to come in the file change nothing."""
    text = (PUZZLES / "clin9ic/opening.toml").read_text()
    orders = [line for line in text.splitlines() if line[:3] in ("5 =", "6 =")]
    assert len(orders) == 2
    other = tmp_path / "other.toml"
    swapped = text.replace(orders[0], "5 =" + orders[1][3:]).replace(orders[1], "6 =" + orders[0][3:])
    assert swapped != text or orders[0][3:] == orders[1][3:]
    other.write_text("\n".join(line for line in swapped.splitlines() if not line.startswith("id =")))
    found = []
    for path in (PUZZLES / "clin9ic/opening.toml", other):
        found.append(clinic("hint", path, "--level", 3, "--quiet").out)
    assert found[0] == found[1]


@pytest.mark.parametrize(("number", "lines"), [(1, 1), (2, 2), (3, 3)])
def test_hints_say_as_much_as_is_wanted(clinic: Clinic, tmp_path: Path, number: int, lines: int) -> None:
    hinted = clinic("hint", played(tmp_path, 3), "--level", number, "--quiet")
    assert hinted.code == 0
    said = hinted.out.splitlines()
    assert len(said) == lines
    assert said[0] == "look at: the patients at the door"
    assert said[1:2] == ["kind: all who can come in"][: lines - 1]
    assert said[2:] == ["move: admit 3"][: lines - 2]


def test_a_review_puts_the_costliest_first(clinic: Clinic, tmp_path: Path) -> None:
    moves = [*PLAN[:6], "buy 0"]
    path = tmp_path / "lazy.toml"
    path.write_text(LAST.read_text() + '\n[play]\nmoves = """\n' + "\n".join(moves) + '\n"""\n')
    seen = clinic("review", path, "--quiet", "--workers", 1)
    assert seen.code == 0
    assert "move 7 (round 6), buy 0: blunder, lost 23.0" in seen.out
    assert "better: buy 23" in seen.out
    data = clinic("review", path, "--quiet", "--workers", 1, "--json").json
    assert [mark["number"] for mark in data["marks"]] == list(range(1, 8))
    assert data["loss"] == pytest.approx(sum(mark["loss"] for mark in data["marks"]))
    assert data["mean_loss"] == pytest.approx(data["loss"] / 7)
    assert data["marks"][-1]["grade"] == "blunder"
    assert len(data["luck"]) <= 1


def test_nothing_to_do_is_said(clinic: Clinic, tmp_path: Path) -> None:
    path = tmp_path / "bare.toml"
    path.write_text(LAST.read_text())
    assert "there are no moves to review" in clinic("review", path, "--quiet").err
    over = PUZZLES / "clin9ic/complete-game.toml"
    for command in ("advise", "hint"):
        refused = clinic(command, over, "--quiet")
        assert refused.code == 3
        assert "over" in refused.err


@pytest.mark.parametrize("path", [MID, PUZZLES / "clinic_solo/mid-game.toml"])
def test_ctrl_c_tells_what_was_found(path: Path) -> None:
    command = [sys.executable, "-c", "import sys, cli; sys.exit(cli.main())", "advise", str(path), "--workers", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    for line in process.stderr:
        if "at first sight" in line:
            break
    os.kill(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "Do now" in out
