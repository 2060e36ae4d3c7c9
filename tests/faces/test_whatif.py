"""clinic whatif as typed: moves made or forbidden, both lines, and how sure the difference is."""

from dataclasses import replace
from pathlib import Path

import pytest

from faces.app.verdicts import difference_words
from solvers.core.result import SolveResult, Status
from tests.faces.conftest import PUZZLES, Clinic
from tests.faces.endgame import BEST, PLAN, played


@pytest.mark.parametrize("made", range(2, len(PLAN)))
def test_what_is_forbidden_is_not_played(clinic: Clinic, tmp_path: Path, made: int) -> None:
    data = clinic("whatif", played(tmp_path, made), "--forbid", PLAN[made], "--json", "--quiet").json
    assert data["free"]["best"] == BEST
    assert data["moves"][0] != PLAN[made]
    assert data["best"] + -data["difference"] == BEST
    assert data["difference_proven"] is True
    assert sum(data["difference_by_item"].values()) == data["difference"] <= 0


def test_a_forbidden_purchase_is_not_made_after_all(clinic: Clinic, tmp_path: Path) -> None:
    """The search settles what to buy only when a plan is complete; that must not bring back what is forbidden."""
    whole = (PUZZLES / "clin9ic/complete-game.toml").read_text()
    (tmp_path / "buying.toml").write_text(whole.split("buy 15\n")[0] + '"""\n')
    free = clinic("solve", "buying.toml", "--json", "--quiet").json
    bought = free["moves"][0]
    assert bought.startswith("buy ")
    data = clinic("whatif", "buying.toml", "--forbid", bought, "--json", "--quiet").json
    assert data["moves"][0].startswith("buy ")
    assert data["moves"][0] != bought
    assert data["best"] <= free["best"] <= data["free"]["best"]


def test_what_is_forced_is_played(clinic: Clinic, tmp_path: Path) -> None:
    told = clinic("whatif", played(tmp_path, 3), "--force", "admit 2", "--force", "hire nobody", "--quiet")
    assert told.code == 0
    assert f"free choice: optimal (proven): {BEST}" in told.out
    assert 'with "admit 2"; with "hire nobody": optimal (proven): ' in told.out
    assert "difference: −" in told.out
    assert "admit 2 (forced)" in told.out
    assert "≠ admit 3" in told.out
    assert max(map(len, told.out.splitlines())) <= 120


def test_the_best_move_costs_nothing(clinic: Clinic, tmp_path: Path) -> None:
    same = clinic("whatif", played(tmp_path, 4), "--force", PLAN[4], "--quiet").out
    assert "difference: 0 (proven)" in same
    assert "≠" not in same


def test_forced_and_then_forbidden(clinic: Clinic, tmp_path: Path) -> None:
    path = played(tmp_path, 4)
    data = clinic("whatif", path, "--force", PLAN[4], "--force", PLAN[5], "--forbid", PLAN[6], "--json", "--quiet").json
    assert data["moves"] == [PLAN[4], PLAN[5], "buy 22"]
    assert data["difference"] == -1


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        ([], 2, "what if what?"),
        (["--force", "admit 9"], 3, "'admit 9' is illegal"),
        (["--force", "admit 2", "--force", "admit 2"], 3, "hire is due"),
        (["--forbid", "build nothing"], 3, "legal choices:\n    admit"),
        (["--forbid", "admitt 2"], 3, "did you mean admit?"),
        ([word for n in range(4) for word in ("--forbid", f"admit {n}")], 3, "nothing is left to play"),
    ],
)
def test_bad_moves(clinic: Clinic, tmp_path: Path, options: list[str], code: int, said: str) -> None:
    refused = clinic("whatif", played(tmp_path, 3), *options)
    assert refused.code == code
    assert said in refused.err
    assert refused.out == ""


def test_without_plans_nothing_is_compared() -> None:
    found, missing = SolveResult(Status.FEASIBLE, 100, 130, ()), SolveResult(Status.UNKNOWN, None, 120, ())
    assert difference_words(found, missing) == "no comparison: a plan is missing"


def test_an_estimate_says_so() -> None:
    free, constrained = (SolveResult(Status.FEASIBLE, best, bound, ()) for best, bound in ((100, 130), (90, 120)))
    text = difference_words(free, constrained)
    assert text.startswith("difference: about −10, an estimate")
    assert text.endswith("surely between −40 and 0")
    unbounded = difference_words(replace(free, bound=None), replace(constrained, bound=95))
    assert unbounded.endswith("surely at most −5")
