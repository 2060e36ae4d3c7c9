"""Options that the fast search does not know: another part answers, and says why."""

from pathlib import Path

import pytest

from tests.faces.conftest import Clinic
from tests.faces.endgame import LAST

OPTION = "walk_empty_spaces"
REASON = f"the fast search does not know the rule {OPTION}"
SAID = f"note: played by the plain rules, which takes long and proves little: {REASON}"


@pytest.fixture
def other(tmp_path: Path) -> Path:
    path = tmp_path / "other.toml"
    path.write_text(LAST.read_text() + f"\n[options]\n{OPTION} = true\n")
    return path


@pytest.mark.parametrize("command", ["solve", "advise", "review"])
def test_the_plain_rules_answer(clinic: Clinic, other: Path, command: str) -> None:
    if command == "review":
        clinic("play", other, stdin="moves\n1\n")
    told = clinic(command, other, "--time", "1s", "--quiet")
    assert told.code == 0, told.err
    assert SAID in told.out
    assert SAID.removeprefix("note: ") in clinic(command, other, "--time", "1s", "--quiet", "--json").json["note"]


def test_a_hint_is_given_all_the_same(clinic: Clinic, other: Path) -> None:
    told = clinic("hint", other, "--level", 3, "--time", "1s", "--quiet")
    assert told.code == 0, told.err
    assert "move: " in told.out
