"""An answer of solve is never lost: printed first, kept while it is searched for, and written to no wrong place."""

import os
import re
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import faces.app.solve
from clin9ic.decks import find
from faces.app import saved_search
from faces.app.answer import Alternative
from faces.app.loading import position_of
from faces.app.progress import Watch
from faces.app.question import Source
from faces.games.position import AnyPosition
from solvers.core.result import Found, SolveResult, Status
from tests.faces.conftest import Clinic
from tests.faces.endgame import BEST, LAST, PLAN

Search = Callable[..., SolveResult]


@pytest.fixture
def position() -> AnyPosition:
    return position_of(Source(LAST))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A search that answers at once with the plan of these tests and the bound it is told to."""
    told: dict[str, Any] = {"bound": BEST}

    def search(position: AnyPosition, _limits: object, watch: Watch, *, found: Found) -> SolveResult:
        told["found"] = found
        moves = tuple(map(position.game.parse, PLAN))
        bounds = [bound for bound in (told["bound"], found.bound) if bound is not None]
        bound = min(bounds, default=None)
        watch.known, watch.bound = Found(moves), bound
        if "meanwhile" in told:
            told["meanwhile"]()
        status = Status.OPTIMAL if bound == BEST else Status.FEASIBLE
        return SolveResult(status, BEST, bound, moves, proof="a proof of our own")

    monkeypatch.setattr(faces.app.solve, "search", search)
    return told


def no_search(*_: object, **__: object) -> SolveResult:
    raise AssertionError("this was to be refused before the search")


def test_a_save_that_fails_comes_after_the_answer(clinic: Clinic, tmp_path: Path, quick: dict[str, Any]) -> None:
    quick["meanwhile"] = (tmp_path / "folder").rmdir
    for option in ("--save", "-o"):
        for shape in ([], ["--json"]):
            (tmp_path / "folder").mkdir()
            solved = clinic("solve", LAST, option, "folder/file.toml", "--quiet", *shape)
            assert solved.code == 3
            assert (solved.json["best"] == BEST) if shape else (f"optimal (proven): {BEST}" in solved.out)
            assert "folder/file.toml: cannot be written: no such folder" in solved.err
            assert "in folder/file.toml" not in solved.err


@pytest.mark.usefixtures("quick")
def test_files_are_written_even_if_nobody_reads_the_answer(
    clinic: Clinic, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> list[str]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("faces.cli.solve.plan_text", broken)
    monkeypatch.setattr("faces.cli.exits.drop_output", lambda: None)
    assert clinic("solve", LAST, "--save", "kept.toml", "-o", "plan.toml", "--quiet").code == 3
    assert f"best = {BEST}" in (tmp_path / "kept.toml").read_text()
    assert PLAN[-1] in (tmp_path / "plan.toml").read_text()


def test_what_cannot_be_written_is_refused_before_the_search(
    clinic: Clinic, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faces.app.solve, "search", no_search)
    game = tmp_path / "game.toml"
    game.write_text(LAST.read_text())
    (tmp_path / "soft.toml").symlink_to("game.toml")
    (tmp_path / "hard.toml").hardlink_to(game)
    (tmp_path / "locked.toml").write_text("mine")
    (tmp_path / "locked.toml").chmod(0o444)
    (tmp_path / "other.toml").symlink_to("new.toml")
    os.mkfifo(tmp_path / "pipe")
    for arguments, said in (
        (["--save", "game.toml"], "game.toml: --save: is the game itself"),
        (["--save", "./soft.toml"], "soft.toml: --save: is the game itself"),
        (["--save", "hard.toml"], "hard.toml: --save: is the game itself"),
        (["--save", "new.toml", "-o", "new.toml"], "--save: is the file of -o, too"),
        (["--save", "other.toml", "-o", "new.toml"], "--save: is the file of -o, too"),
        (["--save", "locked.toml"], "locked.toml: cannot be written: it is read-only"),
        (["-o", "locked.toml"], "locked.toml: cannot be written: it is read-only"),
        (["-o", "pipe"], "pipe: is no plain file"),
        (["--save", "nowhere/kept.toml", "-o", "pipe"], "nowhere/kept.toml: cannot be written: no such folder"),
    ):
        refused = clinic("solve", "game.toml", "--force", *arguments)
        assert (refused.code, refused.out) == (3, "")
        assert said in refused.err
    assert game.read_text() == LAST.read_text()


def test_a_bound_below_its_own_plan_is_a_fault(clinic: Clinic, tmp_path: Path, quick: dict[str, Any]) -> None:
    clinic("solve", LAST, "--save", "kept.toml", "--quiet")
    text = (tmp_path / "kept.toml").read_text()
    (tmp_path / "wrong.toml").write_text(text.replace(f"bound = {BEST}", f"bound = {BEST - 4}"))
    refused = clinic("solve", LAST, "--resume", "wrong.toml", "--quiet")
    assert (refused.code, refused.out) == (3, "")
    assert f"bound: no play is said to beat {BEST - 4}, but the plan beside it scores {BEST}" in refused.err
    assert quick["found"] == Found()  # of the first solve


def test_a_kept_bound_proves_nothing(clinic: Clinic, tmp_path: Path, quick: dict[str, Any]) -> None:
    """Whoever wrote it: what is called proven was proven by this search."""
    clinic("solve", LAST, "--save", "kept.toml", "--quiet")
    quick["bound"] = BEST + 5
    again = clinic("solve", LAST, "--resume", "kept.toml", "--save", "more.toml", "--quiet")
    assert quick["found"].bound is None
    assert f"feasible: best {BEST}, no play can beat {BEST + 5}" in again.out
    assert f"note: kept.toml says that no play can beat {BEST}; this search has not proven that" in again.err
    assert f"bound = {BEST}\n" in (tmp_path / "more.toml").read_text()  # it is still what an earlier search says
    quick["bound"] = BEST
    again = clinic("solve", LAST, "--resume", "kept.toml", "--quiet")
    assert f"optimal (proven): {BEST}" in again.out
    assert "has not proven" not in again.err


def test_a_bound_of_another_version_is_not_believed(clinic: Clinic, tmp_path: Path, quick: dict[str, Any]) -> None:
    clinic("solve", LAST, "--save", "kept.toml", "--quiet")
    text, quick["bound"] = (tmp_path / "kept.toml").read_text(), None
    assert re.search(r'^version = "[0-9.]+"$', text, re.MULTILINE)
    assert re.search(r'^question = "Clin9ic · .* goal: popularity 60 \(medium\)"$', text, re.MULTILINE)
    for version, said in (('version = "0.0.1"\n', "version 0.0.1"), ("", "an older version")):
        (tmp_path / "kept.toml").write_text(re.sub(r"version = .*\n", version, text))
        again = clinic("solve", LAST, "--resume", "kept.toml", "--quiet")
        assert again.code == 0
        assert quick["found"].bound is None
        assert len(quick["found"].moves) == len(PLAN)
        assert f"feasible: best {BEST}, no bound" in again.out
        assert f"its bound is not: it was found by {said}" in again.err


def test_what_is_found_is_kept_while_the_search_runs(position: AnyPosition, tmp_path: Path) -> None:
    """Called as often as the clock says, it writes what is new, and only what the referee confirms."""
    watch, path = SimpleNamespace(known=None, bound=None), tmp_path / "kept.toml"
    saver = saved_search.Saver(position, watch, path)  # type: ignore[arg-type]
    saver.renew()
    assert not path.exists()  # nothing is known
    moves = tuple(map(position.game.parse, PLAN))
    for watch.known, watch.bound, expected in (
        (None, BEST + 9, Found((), BEST + 9)),
        (Found(moves), BEST + 9, Found(moves, BEST + 9)),
        (Found(moves), BEST + 3, Found(moves, BEST + 3)),
        (Found(moves[:3]), BEST + 2, Found(moves, BEST + 3)),  # no whole plan
        (Found((*moves[:4], moves[3])), BEST + 1, Found(moves, BEST + 3)),  # no legal one
        (Found(moves), BEST - 1, Found(moves, None)),  # no bound
    ):
        saver.renew()
        assert saved_search.read(position, path, pytest.fail) == expected
    path.unlink()
    saver.renew()
    assert not path.exists()  # nothing is new
    assert list(tmp_path.iterdir()) == []


def test_the_file_is_renewed_before_the_search_ends(
    clinic: Clinic, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: dict[str, Any]
) -> None:
    renewed = threading.Event()

    def write(path: Path, text: str, *, force: bool) -> None:  # noqa: ARG001
        path.write_text(text)
        renewed.set()

    monkeypatch.setattr(saved_search, "SECONDS_BETWEEN_LOOKS", 0.01)
    monkeypatch.setattr(saved_search, "write_file", write)
    quick["meanwhile"] = lambda: renewed.wait(60) or pytest.fail("nothing was kept while the search ran")
    assert clinic("solve", LAST, "--save", "kept.toml", "--quiet").code == 0
    assert f"best = {BEST}" in (tmp_path / "kept.toml").read_text()


@pytest.mark.usefixtures("quick")
def test_the_plan_is_kept_before_other_ways_are_looked_for(
    clinic: Clinic, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They take half of the time, and whoever is killed meanwhile has lost nothing."""
    kept = list[str]()

    def look(*_: object) -> list[Alternative]:
        kept.append((tmp_path / "kept.toml").read_text())
        return []

    monkeypatch.setattr("faces.app.solve.best_ways", look)
    assert clinic("solve", LAST, "--save", "kept.toml", "--top", 2, "--quiet").code == 0
    assert f"best = {BEST}" in kept[0]


def test_the_deck_of_the_game_is_not_written_over(clinic: Clinic, tmp_path: Path, quick: dict[str, Any]) -> None:
    deck = find("house")[0]
    (tmp_path / "own.toml").write_text(deck)
    (tmp_path / "game.toml").write_text(LAST.read_text().replace('deck = "house"', 'deck = "own.toml"'))
    for option in ("--save", "-o"):
        refused = clinic("solve", "game.toml", "--force", option, "own.toml")
        assert (refused.code, refused.out) == (3, "")
        assert "own.toml: is the deck of the game, expected another file" in refused.err
    assert (tmp_path / "own.toml").read_text() == deck
    assert "found" not in quick  # nothing was searched
