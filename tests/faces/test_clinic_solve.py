"""solve, target and whatif for the solitaire of Clinic, as a user types them."""

from pathlib import Path

import pytest

from clinic_solo import gamefile
from tests.faces.conftest import PUZZLES, Clinic

COMPLETE = PUZZLES / "clinic_solo/complete-game.toml"
CAMPUS = PUZZLES / "clinic_solo/mid-game.toml"
LAST = PUZZLES / "clinic_solo/last-round.toml"


@pytest.fixture
def late(tmp_path: Path) -> Path:
    """The complete game, up to the third action of its last round."""
    file = gamefile.read(COMPLETE)
    steps = [step for step in gamefile.replay(file).steps if not file.game.is_chance(step.before)]
    last = [at for at, step in enumerate(steps) if step.before.round == 6 and step.before.phase == "action"]
    path = tmp_path / "late.toml"
    path.write_text(gamefile.write(file.with_moves(line.move for line in file.moves[: last[-1]])), "utf-8")
    return path


def test_solve_finds_at_least_what_was_played(clinic: Clinic, late: Path) -> None:
    data = clinic("solve", late, "--time", "0.5s", "--json", "--quiet").json
    played = clinic("replay", COMPLETE, "--json").json["best"]
    assert data["best"] >= played
    assert data["bound"] is None or data["bound"] >= data["best"]
    assert data["information"] == "clairvoyant"
    assert sum(data["score"].values()) == data["best"]


def test_solve_tells_what_it_is_worth_and_writes_the_game(clinic: Clinic, late: Path, tmp_path: Path) -> None:
    out = tmp_path / "solved.toml"
    told = clinic("solve", late, "--time", "0.3s", "-o", out)
    assert told.code == 0
    assert "no play can beat" in told.out or "optimal (proven)" in told.out
    assert "clairvoyant: the search knew every draw to come" in told.out
    assert "reconstructed" in told.err
    assert clinic("replay", out, "--json").json["best"] is not None


def test_save_and_resume(clinic: Clinic, late: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.toml"
    first = clinic("solve", late, "--time", "0.3s", "--save", kept, "--json", "--quiet").json
    again = clinic("solve", late, "--time", "0.1s", "--resume", kept, "--json", "--quiet").json
    assert again["best"] >= first["best"]
    other = clinic("solve", CAMPUS, "--time", "0.1s", "--resume", kept, "--quiet")
    assert other.code == 3
    assert "position: was saved for another position or other draws to come" in other.err


def test_top_forbids_one_way_after_the_other(clinic: Clinic, late: Path) -> None:
    data = clinic("solve", late, "--time", "1s", "--top", 3, "--json", "--quiet").json
    ways = [way["move"] for way in data["alternatives"]]
    assert len(ways) == len(set(ways)) >= 2
    assert {way.split()[0] for way in ways} == {"use"}
    losses = [way["loss"] for way in data["alternatives"]]
    assert losses == sorted(losses)
    assert losses[0] == 0


def test_whatif(clinic: Clinic, late: Path) -> None:
    told = clinic("whatif", late, "--force", "use build", "--force", "pass", "--time", "0.5s", "--json", "--quiet").json
    assert told["difference"] <= 0
    assert told["moves"][:2] == ["use build", "pass"]
    without = clinic("whatif", late, "--forbid", told["free"]["moves"][0], "--time", "0.5s", "--quiet")
    assert without.code == 0
    assert "Round 6 of 6" in without.out


@pytest.mark.parametrize(
    ("asked", "code", "words"),
    [
        (["--goal", "spotless"], 0, "reachable: goal spotless (at most 0 patients dead or left) is asked for"),
        (["--goal", "quick"], 1, "unreachable (proven): goal quick (at most 12 time spent)"),
        (["--goal", "spotless", "--rank", "CEO"], 1, "unreachable (proven): rank CEO (score 110) with goal spotless"),
        (["--rank", "orderly"], 0, "reachable: rank orderly (score -1000)"),
        (["--score", "500"], 1, "unreachable (proven): 500 is asked for, no play can beat"),
    ],
)
def test_targets(clinic: Clinic, late: Path, asked: list[str], code: int, words: str) -> None:
    told = clinic("target", late, *asked, "--time", "5s", "--quiet")
    assert told.code == code
    assert words in told.out


@pytest.mark.parametrize("seconds", ["0.05s", "1.5s", "4s"])
def test_however_little_time_there_is_what_can_be_reached_is_not_called_unreachable(
    clinic: Clinic, seconds: str
) -> None:
    """A play of 44 exists. When CP-SAT ran out of time in presolve, 43 was called proven."""
    told = clinic("target", LAST, "--score", 44, "--time", seconds, "--json", "--quiet")
    assert told.code in (0, 4)
    assert told.json["verdict"] in ("reachable", "undecided")
    assert told.json["bound"] is None or told.json["bound"] >= 44


def test_whatif_from_the_middle_of_an_action(clinic: Clinic) -> None:
    """Some ways to go on hire an orderly too many; that is no reason to refuse the others."""
    told = clinic("whatif", LAST, "--force", "use hire", "--time", "1s", "--json", "--quiet")
    assert told.code == 0
    assert told.json["moves"][0] == "use hire"


@pytest.mark.parametrize(("more", "code", "verdict"), [(0, 0, "reachable"), (1, 1, "unreachable")])
def test_a_finished_game_has_reached_its_score_and_no_more(clinic: Clinic, more: int, code: int, verdict: str) -> None:
    score = clinic("replay", COMPLETE, "--json").json["best"]
    told = clinic("target", COMPLETE, "--score", score + more, "--json", "--quiet")
    assert (told.code, told.json["verdict"], told.json["bound"]) == (code, verdict, score)


@pytest.mark.parametrize(
    ("wrong", "code", "words"),
    [
        (["--goal", "fame"], 3, "'fame'"),
        (["--rank", "king"], 2, "'king' is not one of 'orderly'"),
        (["--level", "easy"], 2, "this game has no levels"),
        (["--rank", "CEO", "--score", "5"], 2, "give one of them"),
    ],
)
def test_wrong_targets(clinic: Clinic, wrong: list[str], code: int, words: str) -> None:
    refused = clinic("target", CAMPUS, *wrong)
    assert refused.code == code
    assert words in refused.err


def test_ranks_are_not_for_clin9ic(clinic: Clinic) -> None:
    refused = clinic("target", PUZZLES / "clin9ic/last-round.toml", "--rank", "CEO")
    assert refused.code == 2
    assert "this game has no ranks" in refused.err
