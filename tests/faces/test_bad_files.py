"""Every kind of bad file: a clear message with the place, exit code 3, no traceback."""

from pathlib import Path

import pytest

from tests.faces.conftest import Clinic, refuses

DEAL = """\
game = "clin9ic"
deck = "house"
goal = "popularity"
level = "medium"

[deal]
floors = ["f4", "f3", "f2", "f1"]
faces = "bab"

[orders]
1 = "a1 a2 a3"
"""
POSITION = """\
game = "clin9ic"
deck = "house"
goal = "popularity"
level = "medium"

[position]
round = 4
floors = ["f1 a"]
stack = ["f2"]
faces = "aba"
entrances = 1
gardens = 0
pillars = 0
doctors = { white = 30 }
patients = { red = 1 }
money = 5
popularity = 0
time = 0
"""


def with_move(move: str) -> str:
    return f'{DEAL}\n[play]\nmoves = """\n{move}\n"""\n'


BAD_FILES: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", ": is empty"),
    "blank": ("\n \n", ": is empty"),
    "not TOML": ("round one, fight", ":1: not valid TOML"),
    "binary": (b"\x80\x81\xfe\xff\x00", ": is not a text file"),
    "no game": ('title = "x"\n', ":1: game: is missing"),
    "another game": (DEAL.replace("clin9ic", "clin8ic"), ":1: game: 'clin8ic' is unknown"),
    "unknown key": (DEAL.replace("goal", "gaol"), ":3: gaol: unknown key"),
    "wrong type": (DEAL.replace('"bab"', "7"), ":8: deal.faces: expected a text, found 7"),
    "card twice": (DEAL.replace('"f1"', '"f4"'), ":7: deal.floors: each card once"),
    "unknown deck": (DEAL.replace('"house"', '"hovel"'), ":2: deck: 'hovel'"),
    "order twice": (DEAL.replace("a1 a2 a3", "a1 a2 a2"), ":11: orders.1: expected each of"),
    "impossible position": (POSITION, "dice"),
    "no move": (with_move("hoire nurse"), ":15: play.moves: 'hoire' is no move"),
    "illegal move": (with_move("hire nurse"), ":15: play.moves: move 1, 'hire nurse', is illegal"),
}


@pytest.mark.parametrize("command", ["check", "show", "replay", "play"])
@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_file(clinic: Clinic, command: str, name: str) -> None:
    refuses(clinic, command, *BAD_FILES[name])


@pytest.mark.parametrize("command", ["check", "show", "replay", "play"])
def test_directory_and_missing_file(clinic: Clinic, tmp_path: Path, command: str) -> None:
    (tmp_path / "folder.toml").mkdir()
    assert (clinic(command, "folder.toml").code, clinic(command, "nothing.toml").code) == (3, 3)


def test_check_reports_all_files_at_once(clinic: Clinic, tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(DEAL)
    (tmp_path / "bad.toml").write_text(DEAL.replace("goal", "gaol").replace('"bab"', "7"))
    result = clinic("check", "good.toml", "bad.toml", "nothing.toml")
    assert result.code == 3
    assert result.out == "good.toml: game, valid\n"
    assert len(result.err.splitlines()) >= 3
    data = clinic("check", "good.toml", "bad.toml", "--json").json
    assert [entry["valid"] for entry in data["files"]] == [True, False]
    assert data["status"] == "infeasible"


def test_an_illegal_move_comes_with_the_rule_and_the_choices(clinic: Clinic, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(with_move("arrange a1 a2 over a3 over, left\nadmit 4"))
    result = clinic("replay", "bad.toml")
    assert result.code == 3
    assert "bad.toml:16: play.moves: move 2, 'admit 4', is illegal" in result.err
    assert "(rule 4.6)" in result.err
    assert "  2 legal choices:\n    admit 0\n    admit 1" in result.err
    assert "   1  arrange a1 a2 over a3 over, left" in result.out  # what was legal is told


@pytest.mark.parametrize("command", ["show", "replay"])
def test_faults_in_json(clinic: Clinic, tmp_path: Path, command: str) -> None:
    (tmp_path / "bad.toml").write_text(with_move("hire nurse"))
    result = clinic(command, "bad.toml", "--json")
    assert result.code == 3
    assert result.json["faults"][0]["line"] == 15
    assert result.json["best"] is None
