"""What is told while a search is under way."""

import signal

import pytest

from faces.progress import Watch, progress_line, watched
from solvers.result import Progress

SOME = Progress("layer", 5, 1234567, 164, 195, 61.2)


def test_one_line_tells_all() -> None:
    assert progress_line(SOME) == "layer · round 5 · 1,234,567 positions · best 164 · bound 195 · gap 31 · 61 s"
    early = Progress("beam 12", 1, 12, None, None, 2.0)
    assert progress_line(early) == "beam 12 · round 1 · 12 positions · best ? · bound ? · gap ? · 2 s"


def test_a_log_is_not_flooded(capsys: pytest.CaptureFixture[str]) -> None:
    watch = Watch()
    for _ in range(5):
        watch.report(SOME)
    assert capsys.readouterr().err.count("\n") == 1


def test_a_terminal_has_one_line_rewritten(capsys: pytest.CaptureFixture[str]) -> None:
    watch = Watch()
    watch.in_place = True
    for _ in range(5):
        watch.report(SOME)
    told = capsys.readouterr().err
    assert told.count("\r") == 5
    assert "\n" not in told


def test_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    watch = Watch(quiet=True)
    watch.report(SOME)
    watch.compiling()
    watch.clear()
    assert capsys.readouterr().err == ""


def test_ctrl_c_is_remembered_and_given_back(capsys: pytest.CaptureFixture[str]) -> None:
    before = signal.getsignal(signal.SIGINT)
    with watched(quiet=False) as watch:
        assert not watch.interrupted()
        signal.raise_signal(signal.SIGINT)
        assert watch.interrupted()
        watch.report(SOME)
    assert signal.getsignal(signal.SIGINT) is before
    told = capsys.readouterr().err
    assert told.startswith("interrupted")
    assert "layer" not in told


def test_compiling_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    from numba import njit

    with watched(quiet=False):
        for number in (1, 2):
            assert njit(lambda x: x + 1)(number) == number + 1
    assert capsys.readouterr().err == "compiling (once) …\n"
