"""The 2014 edition through the command line: every command answers, in that edition's words."""

import re
from pathlib import Path

import pytest

from tests.faces.conftest import PUZZLES, Clinic

MIDDLE, LAST = (PUZZLES / f"clinic_solo/2014-{name}.toml" for name in ("mid-game", "last-round"))
DELUXE = re.compile(r"\b(treatment|supply|orderly|orderlies|conveyors?|outpatient|triage|psychiatry)\b", re.IGNORECASE)


def test_a_new_game(clinic: Clinic) -> None:
    dealt = clinic("new", "clinic", "--edition", "2014", "--seed", 3, "--ruleset", "blood", "-o", "game.toml")
    assert dealt.code == 0
    text = Path("game.toml").read_text("utf-8")
    assert 'edition = "2014"' in text
    assert 'ruleset = ["blood"]' in text
    shown = clinic("show", "game.toml")
    assert "2014 edition" in shown.out
    assert not DELUXE.search(shown.out)
    refused = clinic("new", "clinic", "--edition", "1999")
    assert refused.code == 2
    assert "'1999' is unknown, expected deluxe or 2014" in refused.err


@pytest.mark.parametrize(
    "command",
    [
        ["check"],
        ["show"],
        ["show", "--svg", "table.svg"],
        ["replay"],
        ["hint", "--level", "3", "--time", "1s"],
        ["advise", "--time", "1s"],
        ["solve", "--time", "1s"],
        ["solve", "--time", "6s"],  # long enough for a bound, and what it does not rule out
        ["schedule", "--time", "3s", "--svg", "table.svg"],
    ],
    ids=" ".join,
)
def test_commands_answer_in_these_words(clinic: Clinic, command: list[str]) -> None:
    name, *options = command
    found = clinic(name, LAST, *options)
    assert found.code == 0, found.err
    told = (found.out + found.err).replace("Hall of Fame: orderly", "")  # the ranks are the deck's
    assert not DELUXE.search(told), told
    if "--svg" in options:
        assert not DELUXE.search(Path("table.svg").read_text("utf-8"))


def test_movement_is_told_in_minutes(clinic: Clinic) -> None:
    text = LAST.read_text("utf-8").replace('due = "action"\nslot = 1\ntiles_used = []', USED)
    Path("game.toml").write_text(text, "utf-8")
    found = clinic("move", "game.toml")
    assert found.code == 0, found.err
    assert not DELUXE.search(found.out)
    assert "total time 5 min" in found.out
    assert clinic("move", "game.toml", "--need", "staff 1b2").code == 1  # there is no office


USED = 'due = "move"\ntiles_used = ["build", "hire", "admit"]'


def test_a_round_is_scheduled_in_minutes(clinic: Clinic) -> None:
    found = clinic("schedule", LAST, "--time", "3s")
    assert found.code == 0, found.err
    assert " 5 min" in found.out or " 10 min" in found.out


def test_examples_of_notation_are_of_this_game(clinic: Clinic) -> None:
    """15.1, 15.9: services that are played, and nobody goes back in a row."""
    told = clinic("play", LAST, stdin="?\nquit\n").out
    assert "build hub psychiatric 0b2" in told
    assert "admit medicine" in told
    assert "up, down or right" in told
    assert "cardiology" not in told
