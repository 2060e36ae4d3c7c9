"""clinic hint: nothing but the hint, and what advise would choose."""

from pathlib import Path

import pytest

from tests.faces.conftest import PUZZLES, Clinic
from tests.faces.endgame import played

MID = {"clin9ic": PUZZLES / "clin9ic/mid-game.toml", "clinic": PUZZLES / "clinic_solo/mid-game.toml"}


@pytest.fixture
def by_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice that ends with its work, which is little, and never by the clock."""
    ours = {"MORE": 8, "FUTURES": 4, "information_bound": lambda *_: None}
    solo = {"MOST_CANDIDATES": 6, "OPENING": 1_000, "IDEA": 300, "ITERATIONS": 200, "MOST_FUTURES": 16}
    for game, work in (("clin9ic", ours), ("clinic_solo", {**solo, "ceiling": lambda *_: None})):
        for name, value in work.items():
            monkeypatch.setattr(f"solvers.{game}.policy.advise.{name}", value)


@pytest.mark.usefixtures("by_work")
@pytest.mark.parametrize("game", MID)
def test_the_move_is_the_first_choice_of_advise(clinic: Clinic, game: str) -> None:
    asked = [MID[game], "--time", "10h", "--seed", 5, "--quiet"]
    advice = clinic("advise", *asked, "--json").json
    hinted = clinic("hint", *asked, "--level", 3)
    assert hinted.code == 0
    assert hinted.out.splitlines()[-1] == f"move: {advice['moves'][0]}"


@pytest.mark.usefixtures("by_work")
@pytest.mark.parametrize("game", MID)
def test_nothing_but_the_hint_is_shown(clinic: Clinic, game: str) -> None:
    """Neither progress nor a remark names a move."""
    whole = clinic("hint", MID[game], "--level", 3, "--time", "10h", "--json", "--quiet").json
    hinted = clinic("hint", MID[game], "--time", "10h")
    assert hinted.out == f"look at: {whole['look_at']}\n"
    for line in hinted.err.splitlines():
        assert line.startswith(("weighing the choices · ", "compiling once", "note: the house deck is reconstructed"))


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_level_tells_no_more_than_it_should(clinic: Clinic, tmp_path: Path, level: int) -> None:
    data = clinic("hint", played(tmp_path, 3), "--level", level, "--json", "--quiet").json
    told = [data[key] for key in ("look_at", "kind", "move")]
    assert [words is not None for words in told] == [number < level for number in range(3)]
    assert (data["moves"] == []) == (level < 3)
    assert data["alternatives"] == []
