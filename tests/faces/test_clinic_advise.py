"""clinic advise, hint and review for the solitaire of Clinic, as typed."""

from pathlib import Path

import pytest

from clinic_solo import gamefile
from tests.faces.conftest import PUZZLES, Clinic

COMPLETE = PUZZLES / "clinic_solo/complete-game.toml"
LAST = PUZZLES / "clinic_solo/last-round.toml"


@pytest.fixture
def purchase(tmp_path: Path) -> Path:
    """The complete game up to its last purchase."""
    file = gamefile.read(COMPLETE)
    path = tmp_path / "purchase.toml"
    path.write_text(gamefile.write(file.with_moves(line.move for line in file.moves[:-1])), "utf-8")
    return path


def test_advise_tells_what_the_figures_are(clinic: Clinic) -> None:
    advised = clinic("advise", LAST, "--time", 3, "--workers", 1, "--quiet", "--why")
    assert advised.code == 0
    for words in (
        "player: nothing is used that a player could not know",
        "each played by plans that know its draws, so on the high side",
        "goal throughput (at least 14 patients treated): ",
        "bound: ",
        "both sampled: others exist",
        "Do now (action is due)",
        "Score by item",
        "What is open then",
    ):
        assert words in advised.out


def test_advice_in_json_can_be_played(clinic: Clinic, tmp_path: Path) -> None:
    data = clinic("advise", LAST, "--time", 1.5, "--workers", 1, "--quiet", "--json", "--objective", "goal").json
    assert (data["status"], data["information"], data["goal"]) == ("feasible", "player", "throughput")
    assert data["bound"] is None
    assert data["ceiling"] is None or data["ceiling"]["mean"] >= data["played"]["mean"]
    first = data["options"][0]
    assert first["interval"]["low"] <= first["value"] <= first["interval"]["high"]
    path = tmp_path / "on.toml"
    path.write_text(LAST.read_text() + '\n[play]\nmoves = """\n' + "\n".join(data["moves"]) + '\n"""\n')
    assert clinic("replay", path).code == 0


def test_the_last_purchase_is_exact(clinic: Clinic, purchase: Path) -> None:
    advised = clinic("advise", purchase, "--quiet")
    score = clinic("replay", COMPLETE, "--json").json["best"]
    assert f"exact: the best play can expect {score}.0" in advised.out
    hinted = clinic("hint", purchase, "--level", 3, "--quiet")
    assert hinted.out.splitlines() == [
        "look at: what to do with the income",
        "kind: popularity is bought",
        "move: buy 5",
    ]


def test_hints_by_degrees(clinic: Clinic) -> None:
    said = [clinic("hint", LAST, "--level", level, "--time", "1s", "--quiet").out.splitlines() for level in (1, 2)]
    assert said[0] == ["look at: which action this slot is for"]
    assert said[1][0] == said[0][0]
    assert said[1][1].startswith("kind: ")


def test_a_review_says_what_it_did_not_get_to(clinic: Clinic, purchase: Path) -> None:
    reviewed = clinic("review", purchase, "--time", 1, "--workers", 1, "--quiet")
    assert reviewed.code == 0
    assert "decisions are not judged" in reviewed.out


def test_a_review_of_a_last_round(clinic: Clinic, tmp_path: Path) -> None:
    moves = ["use build", "pass", "use admit", "pass"]
    path = tmp_path / "idle.toml"
    path.write_text(LAST.read_text() + '\n[play]\nmoves = """\n' + "\n".join(moves) + '\n"""\n')
    data = clinic("review", path, "--quiet", "--workers", 1, "--json").json
    assert [mark["move"] for mark in data["marks"]] == moves
    assert data["loss"] == pytest.approx(sum(mark["loss"] for mark in data["marks"]))
    assert data["loss"] > 1
    assert clinic("review", path, "--quiet", "--workers", 1, "--json").json["marks"] == data["marks"]
