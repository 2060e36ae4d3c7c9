"""The README shows what really happens."""

import re
from pathlib import Path

import pytest

from tests.faces.conftest import Clinic

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS: list[str] = [
    block for block in re.findall(r"```console\n\$ clinic (.*?)```", README, re.DOTALL) if "\n" in block.strip()
]
GAP = "…\n"  # stands for lines left out


def shown_of(command: str) -> str:
    return next(block for block in BLOCKS if block.startswith(command)).split("\n", 1)[1]


@pytest.mark.parametrize("command", ["show puzzles/clin9ic/mid-game.toml", "replay puzzles/clin9ic/complete-game.toml"])
def test_show_and_replay(clinic: Clinic, command: str) -> None:
    verb, path = command.split()
    out = clinic(verb, ROOT / path).out
    for piece in shown_of(command).split(GAP):
        assert piece in out


def test_new_and_play(clinic: Clinic) -> None:
    dealt = clinic("new", "clin9ic", "--seed", 5, "-o", "game.toml")
    assert shown_of("new clin9ic --seed 5") in dealt.err
    typed = re.findall(r"^> (.*)$", shown_of("play"), re.MULTILINE)
    out = clinic("play", "game.toml", stdin="\n".join(typed)).out
    for piece in shown_of("play").split(GAP):
        assert piece in out


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists()
