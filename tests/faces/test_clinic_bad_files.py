"""Every kind of bad file of the Clinic solitaire: a clear message with the place, exit code 3, no traceback."""

from pathlib import Path

import pytest

from tests.faces.conftest import PUZZLES, Clinic, refuses

DEAL = """\
game = "clinic"
deck = "house"
board = "3x3"
goal = "quick"
seed = 7
"""
POSITION = (PUZZLES / "clinic_solo/last-round.toml").read_text("utf-8")
SET_UP = ("take bonus 3", "build hub psychiatry 0c3", "build entrance Sc3", "build treatment 0c2", "build supply 1c2")


def with_draws(*lines: str) -> str:
    return DEAL + "\n[draws]\n" + "\n".join(lines) + "\n"


def with_moves(*moves: str) -> str:
    return DEAL + '\n[play]\nmoves = """\n' + "\n".join(moves) + '\n"""\n'


BAD_FILES: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", ": is empty"),
    "not TOML": ("round one, fight", ":1: not valid TOML"),
    "binary": (b"\x80\x81\xfe\xff\x00", ": is not a text file"),
    "unknown key": (DEAL.replace("goal", "gaol"), ":4: gaol: unknown key"),
    "wrong type": (DEAL.replace('"3x3"', "7"), ":3: board: expected a text, found 7"),
    "unknown board": (DEAL.replace("3x3", "5x5"), ":3: board: '5x5' is unknown, expected 4x3 or 3x3"),
    "unknown goal": (DEAL.replace("quick", "slow"), ":4: goal: 'slow' is unknown"),
    "unknown deck": (DEAL.replace('"house"', '"hovel"'), ":2: deck: 'hovel': no such file, expected house"),
    "negative seed": (DEAL.replace("= 7", "= -7"), ":5: seed: expected 0 or more"),
    "beginners on the small board": (DEAL + 'setup = "beginner"\n', ":6: setup: beginners play the 4x3 side"),
    "bonus tile twice": (with_draws("bonus_tiles = [1, 1]"), ":8: draws.bonus_tiles: expected 2 different"),
    "unknown special module": (with_draws('special_modules = ["bar"]'), ":8: draws.special_modules: expected 2"),
    "unknown colour": (with_draws('patients = "pink"'), ":8: draws.patients: 'pink' is no colour"),
    "a colour that is not in the bag": (with_draws('patients = "- red"'), ":8: draws.patients: no patient in the bag"),
    "too many doctors": (
        with_draws('doctors = "orange orange"'),
        ":8: draws.doctors: 2 are orange, but the bag holds 1",
    ),
    "no move": (with_moves("hoire nurse"), ":9: play.moves: 'hoire' is no move"),
    "no place": (with_moves("build supply 0z9"), ":9: play.moves: '0z9' is no space of this board"),
    "endless number": (with_moves("take bonus " + "1" * 5000), ":9: play.moves: "),
    "endless points": (with_moves("queue psychiatry " + "1" * 5000 + " up"), ":9: play.moves: "),
    "illegal move": (with_moves("take bonus 9"), ":9: play.moves: move 1, 'take bonus 9', is illegal"),
    "a car too few": (POSITION.replace('"lot c3", ', "", 1), ":9: position: 10 cars for 11 people"),
    "two rooms side by side": (POSITION.replace('"T G ."', '"T T ."'), ":9: position: 0a1: a module of the same kind"),
    "too many patients": (POSITION.replace("{ white = 1 }", "{ white = 11 }"), ":9: position: 28 patients in bag"),
    "a round too many": (POSITION.replace("round = 6", "round = 9"), ":10: position.round: expected 1 to 6"),
    "somebody nowhere": (POSITION.replace('"nurse 0a1"', '"nurse"'), "position.people[5]: 'nurse': expected"),
}


@pytest.mark.parametrize("command", ["check", "show", "replay", "play"])
@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_file(clinic: Clinic, command: str, name: str) -> None:
    refuses(clinic, command, *BAD_FILES[name])


@pytest.mark.parametrize("command", ["check", "show", "replay", "play"])
def test_an_impossible_draw_in_the_middle(clinic: Clinic, tmp_path: Path, command: str) -> None:
    """There are three orange patients."""
    draws = with_draws("bonus_tiles = [3, 6]", 'patients = "orange orange orange orange"')
    moves = "\n".join([*SET_UP, "build garden 0a1", "park a1-N", "use build", "pass"])
    (tmp_path / "bad.toml").write_text(f'{draws}\n[play]\nmoves = """\n{moves}\n"""\n')
    result = clinic(command, "bad.toml")
    assert result.code == 3
    assert (
        "bad.toml:7: draws: after move 9: new patient: orange cannot be drawn, expected white / yellow (rule 13)"
        in (result.err)
    )


def test_faults_in_json(clinic: Clinic, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(with_moves("take bonus 9"))
    for command in ("show", "replay"):
        result = clinic(command, "bad.toml", "--json")
        assert result.code == 3
        assert result.json["faults"][0]["line"] == 9
    assert clinic("check", "bad.toml", "--json").json["status"] == "infeasible"


def test_an_illegal_move_of_people_comes_with_a_few_that_are_legal(clinic: Clinic, tmp_path: Path) -> None:
    """There are thousands of them: nobody wants to see a number that is no count."""
    due = POSITION.replace('due = "action"', 'due = "move"').replace("slot = 1", "slot = 3")
    due = due.replace("tiles_used = []", 'tiles_used = ["build", "build", "hire"]')
    (tmp_path / "bad.toml").write_text(due + '\n[play]\nmoves = """\nmove doctor red 0a1 > 0a2\n"""\n')
    result = clinic("replay", "bad.toml")
    assert result.code == 3
    assert "is illegal: no red doctor is at 0a1 (rule 8.2)\n  some of the legal choices:\n    move " in result.err
    assert len(result.err.splitlines()) < 10
