"""The puzzles that come along: all are listed, and any command finds them by name from any folder."""

from pathlib import Path

import pytest

from faces.games.registry import GAMES
from puzzles import ABOUT, FOLDER, all_puzzles, located
from tests.faces.conftest import Clinic

NAMES = sorted(str(path.relative_to(FOLDER).with_suffix("")) for path in FOLDER.rglob("*.toml"))


def test_every_file_is_listed() -> None:
    assert sorted(ABOUT) == NAMES


def test_the_list(clinic: Clinic) -> None:
    told = clinic("puzzles")
    assert told.code == 0
    for puzzle in all_puzzles():
        assert puzzle.name in told.out
        assert puzzle.title in told.out
        assert puzzle.about in told.out
    assert str(FOLDER) in told.out


def test_the_list_for_programs(clinic: Clinic) -> None:
    data = clinic("puzzles", "--json").json
    assert data["command"] == "puzzles"
    assert [puzzle["name"] for puzzle in data["puzzles"]] == list(ABOUT)
    assert {puzzle["game"] for puzzle in data["puzzles"]} == set(GAMES)
    assert all(Path(puzzle["file"]).is_file() for puzzle in data["puzzles"])


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_enough_in_any_folder(clinic: Clinic, name: str) -> None:
    for spelled in (name, f"{name}.toml", f"puzzles/{name}.toml"):
        checked = clinic("check", spelled)
        assert checked.code == 0, checked.err


def test_a_file_of_the_player_comes_first(clinic: Clinic) -> None:
    Path("clin9ic").mkdir()
    own = Path("clin9ic/opening.toml")
    assert clinic("new", "clin9ic", "--seed", 5, "-o", own).code == 0
    assert located(own) == own
    assert "deal 50pgfc" in clinic("show", own).out


def test_what_is_no_puzzle_is_said_to_be_missing(clinic: Clinic) -> None:
    missing = clinic("show", "clin9ic/first-round")
    assert missing.code == 3
    assert "clin9ic/first-round" in missing.err


@pytest.mark.parametrize("command", ["show", "check", "solve", "play"])
def test_a_mistyped_name_is_answered_with_what_may_be_meant(clinic: Clinic, command: str) -> None:
    told = clinic(command, "clin9ic/last-rond")
    assert told.code == 3
    assert told.err == "clin9ic/last-rond: no such file; did you mean the puzzle clin9ic/last-round?\n"


def test_a_mistyped_name_is_answered_for_programs_too(clinic: Clinic) -> None:
    (fault,) = clinic("show", "clinic/last-round", "--json").json["faults"]
    assert fault["message"] == "no such file; did you mean the puzzle clinic_solo/last-round?"
    (fault,) = clinic("show", "opning", "--json").json["faults"]
    meant = "clin9ic/opening, clinic_solo/opening or dice_hospital/opening"
    assert fault["message"] == f"no such file; did you mean the puzzle {meant}?"


def test_no_puzzle_is_named_for_a_file_that_is_no_puzzle(clinic: Clinic) -> None:
    Path("clin9ic").mkdir()
    Path("clin9ic/last-rond").write_text("")
    for path in ("game.toml", "mine/last-round", "/clin9ic/last-round", "clin9ic/last-rond", "clin9ic"):
        assert "did you mean" not in clinic("show", path).err, path


def test_a_puzzle_that_is_played_stays_as_it_is(clinic: Clinic) -> None:
    before = located(Path("clin9ic/opening")).read_bytes()
    played = clinic("play", "clin9ic/opening", stdin="1\nquit\n")
    assert "stays as it is" in played.err
    assert located(Path("clin9ic/opening")).read_bytes() == before
