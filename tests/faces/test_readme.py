"""The README shows what really happens."""

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest

from clinic_solo import gamefile
from tests.faces.conftest import Clinic

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS: list[str] = [
    block for block in re.findall(r"```console\n\$ clinic (.*?)```", README, re.DOTALL) if "\n" in block.strip()
]
GAP = "…\n"  # stands for lines left out


def shown_of(command: str) -> str:
    return next(block for block in BLOCKS if block.startswith(command)).split("\n", 1)[1]


SHOWN = [block.split("\n")[0] for block in BLOCKS if block.startswith(("show ", "replay "))]


@pytest.mark.parametrize("command", SHOWN)
def test_show_and_replay(clinic: Clinic, command: str) -> None:
    verb, path = command.split()
    out = clinic(verb, ROOT / path).out
    for piece in shown_of(command).split(GAP):
        assert piece in out


def pieces_in(clinic: Clinic, command: str, before: Sequence[str] = ()) -> None:
    """The pieces of a game played stand in what comes of typing its lines, and some before them."""
    block = shown_of(command)
    typed = re.findall(r"^> (.*)$", block, re.MULTILINE)
    out = clinic("play", command.split()[1], stdin="\n".join([*before, *typed]) + "\n").out
    for piece in block.split(GAP):
        assert piece in out


@pytest.mark.parametrize("command", [block.split("\n")[0] for block in BLOCKS if block.startswith(("solve", "target"))])
def test_solve_and_target(clinic: Clinic, command: str) -> None:
    verb, path, *options = shlex.split(command)
    out = clinic(verb, ROOT / path, *options, "--quiet").out
    for piece in shown_of(command).split(GAP):
        assert piece in out


def test_whatif(clinic: Clinic) -> None:
    """Of several best plays any may be shown: the value counts."""
    verb, path, *options = shlex.split(next(block for block in BLOCKS if block.startswith("whatif")).split("\n")[0])
    difference = next(line for line in shown_of("whatif").split("\n") if line.startswith("difference"))
    assert difference in clinic(verb, ROOT / path, *options, "--quiet").out


def test_new_and_play(clinic: Clinic) -> None:
    dealt = clinic("new", "clin9ic", "--seed", 5, "-o", "game.toml")
    assert shown_of("new clin9ic --seed 5") in dealt.err
    pieces_in(clinic, "play game.toml")


def test_new_and_play_the_other_game(clinic: Clinic) -> None:
    dealt = clinic("new", "clinic", "--seed", 23, "--goal", "spotless", "-o", "clinic.toml")
    assert shown_of("new clinic --seed 23") in dealt.err
    record = gamefile.read(ROOT / "puzzles/clinic_solo/complete-game.toml")
    moves = [record.game.format(line.move) for line in record.moves]
    pieces_in(clinic, "play clinic.toml", moves[: moves.index("use hire")])
    second_move = [number for number, move in enumerate(moves) if move.startswith("move ")][1]
    saved = "\n".join([*moves[:second_move], "save saved.toml"])
    assert clinic("play", "clinic.toml", stdin=saved).code == 0
    pieces_in(clinic, "play saved.toml")


def game_files(text: str) -> list[str]:
    return [block for block in re.findall(r"```toml\n(.*?)```", text, re.DOTALL) if block.startswith("game")]


@pytest.mark.parametrize("number", range(2))
def test_game_files_of_the_notation(clinic: Clinic, number: int) -> None:
    Path("example.toml").write_text(game_files((ROOT / "docs/notation.md").read_text("utf-8"))[number], "utf-8")
    checked = clinic("check", "example.toml")
    assert checked.code == 0, checked.err


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists()
