"""The tour shows what really happens."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from clinic_solo import gamefile
from tests.faces.conftest import Clinic
from tests.faces.documents import GAP, ROOT, blocks_of, check_difference, check_pieces, commands_in, read, shown_of

BLOCKS = blocks_of(read("docs/tour.md"))


@pytest.mark.parametrize("command", commands_in(BLOCKS, "show", "replay"))
def test_show_and_replay(clinic: Clinic, command: str) -> None:
    check_pieces(clinic, BLOCKS, command)


def pieces_in(clinic: Clinic, command: str, before: Sequence[str] = ()) -> None:
    """The pieces of a game played stand in what comes of typing its lines, and some before them."""
    block = shown_of(BLOCKS, command)
    typed = re.findall(r"^> (.*)$", block, re.MULTILINE)
    out = clinic("play", command.split()[1], stdin="\n".join([*before, *typed]) + "\n").out
    for piece in block.split(GAP):
        assert piece in out


@pytest.mark.parametrize("command", commands_in(BLOCKS, "solve", "target", "hint", "schedule"))
def test_answers(clinic: Clinic, command: str) -> None:
    check_pieces(clinic, BLOCKS, command, "--quiet")


@pytest.mark.parametrize("command", commands_in(BLOCKS, "whatif"))
def test_whatif(clinic: Clinic, command: str) -> None:
    check_difference(clinic, BLOCKS, command)


def test_new_and_play(clinic: Clinic) -> None:
    dealt = clinic("new", "clin9ic", "--seed", 5, "-o", "game.toml")
    assert shown_of(BLOCKS, "new clin9ic --seed 5") in dealt.err
    pieces_in(clinic, "play game.toml")


def test_new_and_play_the_other_game(clinic: Clinic) -> None:
    dealt = clinic("new", "clinic", "--seed", 23, "--goal", "spotless", "-o", "clinic.toml")
    assert shown_of(BLOCKS, "new clinic --seed 23") in dealt.err
    record = gamefile.read(ROOT / "puzzles/clinic_solo/complete-game.toml")
    moves = [record.game.format(line.move) for line in record.moves]
    pieces_in(clinic, "play clinic.toml", moves[: moves.index("use hire")])
    second_move = [number for number, move in enumerate(moves) if move.startswith("move ")][1]
    clinic("new", "clinic", "--seed", 23, "--goal", "spotless", "-o", "clinic.toml", "--force")
    saved = "\n".join([*moves[:second_move], "save saved.toml"])
    assert clinic("play", "clinic.toml", stdin=saved).code == 0
    pieces_in(clinic, "play saved.toml")


def game_files(text: str) -> list[str]:
    return [block for block in re.findall(r"```toml\n(.*?)```", text, re.DOTALL) if block.startswith("game")]


@pytest.mark.parametrize("number", range(3))
def test_game_files_of_the_notation(clinic: Clinic, number: int) -> None:
    Path("example.toml").write_text(game_files(read("docs/notation.md"))[number], "utf-8")
    checked = clinic("check", "example.toml")
    assert checked.code == 0, checked.err
