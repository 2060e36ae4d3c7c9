"""What the kills look for is found, and a kill or two; `python -m benchmarks.kills` makes many more."""

from pathlib import Path
from random import Random

import pytest

from benchmarks.kills import ABSENT, CASES, GAME, PLAN, RENEWED, ROOT, UNCHANGED, found, killed

PLAYING, SAVING, WRITING = CASES


@pytest.fixture
def before(tmp_path: Path) -> dict[str, bytes]:
    """A folder with the game, and what was in it."""
    content = (ROOT / WRITING.puzzle).read_bytes()
    (tmp_path / GAME).write_bytes(content)
    return {GAME: content}


def test_what_is_whole(tmp_path: Path, before: dict[str, bytes]) -> None:
    assert found(PLAYING, tmp_path, before) == UNCHANGED
    assert found(WRITING, tmp_path, before) == ABSENT
    (tmp_path / PLAN).write_bytes(before[GAME])
    (tmp_path / ".clinic-x1y2.part").write_text("half of a")
    assert found(WRITING, tmp_path, before) == RENEWED


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        (PLAN, "", "is empty"),
        (PLAN, 'game = "clin9ic"\ndeck = "hou', "not valid TOML"),
        (f"{PLAN}.part", "", "left behind"),
        (GAME, "", "the game was changed"),
    ],
)
def test_what_is_broken(tmp_path: Path, before: dict[str, bytes], name: str, text: str, reason: str) -> None:
    (tmp_path / name).write_text(text)
    assert found(WRITING, tmp_path, before).startswith("broken")
    assert reason in found(WRITING, tmp_path, before)


def test_a_kept_file_of_another_game_is_broken(tmp_path: Path, before: dict[str, bytes]) -> None:
    (tmp_path / SAVING.written).write_text('game = "clin9ic"\n')
    assert found(SAVING, tmp_path, before).startswith("broken: ")


def test_a_game_that_is_killed_is_whole(tmp_path: Path) -> None:
    assert killed(PLAYING, tmp_path, Random(1), 1.0) in (UNCHANGED, RENEWED)
