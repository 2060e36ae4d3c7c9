"""What is told while a search is under way, and how Ctrl-C ends one that does not listen."""

import signal
import threading
import time
from dataclasses import dataclass

import pytest

from faces.app.progress import PATIENCE, Clock, Event, Watch
from faces.cli import progress as module
from faces.cli.exits import Exit
from faces.cli.progress import SECONDS_BETWEEN_LINES, SECRET, ProgressLines, progress_words, watched
from solvers.core.result import Progress

SOME = Progress("layer", 5, 1234567, 164, 195, 61.2)


@dataclass
class Hands:
    """A clock that is set by hand."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def watching(clock: Clock = time.monotonic, **options: bool) -> tuple[Watch, ProgressLines]:
    """A watch and the lines that tell of it."""
    lines = ProgressLines(clock=clock, **options)
    return Watch(lines, lines.cancel, clock), lines


def searching(progress: Progress, target: int | None = None) -> Event:
    """What is told of the progress of a search."""
    told = list[Event]()
    watch = Watch(told.append)
    watch.begin(60.0, target=target)
    watch.report(progress)
    return told[0]


@pytest.mark.parametrize(
    ("stage", "doing"),
    [
        ("value 12", "looking for better plans"),
        ("beam 36", "looking for better plans"),
        ("2.4 points of heat", "looking for better plans"),
        ("first plan", "making a first plan"),
        ("end", "improving the last rounds of the plan"),
        ("count", "working out what no play can beat"),
        ("layer", "proving that nothing beats 164"),
    ],
)
def test_what_is_done_in_a_players_words(stage: str, doing: str) -> None:
    told = progress_words(searching(Progress(stage, 5, 12, 164, 195, 61.2)))
    assert told == f"round 5: {doing} · best 164 · at most 195 · gap 31"


def test_what_is_not_known_yet() -> None:
    assert progress_words(searching(Progress("beam", 1, 12, None, None, 2.0))) == (
        "round 1: looking for better plans · no plan yet · no bound yet"
    )
    assert progress_words(searching(SOME, target=200)).startswith("round 5: proving that 200 is out of reach")
    without_plan = searching(Progress("layer", 1, 12, None, 70, 2.0))
    assert progress_words(without_plan).startswith("round 1: proving what no play can beat")


def test_time_and_its_limit_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    hands = Hands()
    watch, _ = watching(hands)
    watch.begin(60.0)
    hands.now = 12.2
    watch.report(SOME)
    assert capsys.readouterr().err.endswith("gap 31 · 12 of 60 s\n")


def test_a_log_is_not_flooded(capsys: pytest.CaptureFixture[str]) -> None:
    hands = Hands()
    watch, _ = watching(hands)
    for _ in range(5):
        watch.report(SOME)
        watch.tick()
    hands.now = SECONDS_BETWEEN_LINES
    watch.report(SOME)
    assert capsys.readouterr().err.count("\n") == 2


def test_a_terminal_has_one_line_rewritten(capsys: pytest.CaptureFixture[str]) -> None:
    hands = Hands()
    watch, lines = watching(hands)
    lines.in_place = True
    for _ in range(5):
        watch.report(SOME)
    hands.now = 2.0
    watch.tick()  # time goes on, even where the search has nothing new
    told = capsys.readouterr().err
    assert told.count("\r") == 6
    assert told.endswith(" 2 s")
    assert "\n" not in told


def test_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    watch, lines = watching(quiet=True)
    watch.report(SOME)
    watch.tick()
    lines.clear()
    assert capsys.readouterr().err == ""


def test_nothing_is_told_after_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    """A thread that could not be stopped may still report."""
    with watched(quiet=False) as watch:
        pass
    assert isinstance(watch.tell, ProgressLines)
    watch.tell.in_place = True
    watch.report(SOME)
    watch.say("bound")
    watch.tick()
    watch.tell.clear()
    assert capsys.readouterr().err == ""


def test_no_move_is_named_where_it_would_give_the_rest_away(capsys: pytest.CaptureFixture[str]) -> None:
    watch, _ = watching(secret=True)
    watch.say("at first sight: build garden")
    assert capsys.readouterr().err == f"{SECRET} · 0 s\n"


# --- Ctrl-C ---


def test_ctrl_c_is_remembered_and_given_back(capsys: pytest.CaptureFixture[str]) -> None:
    before = signal.getsignal(signal.SIGINT)
    with watched(quiet=False) as watch:
        assert not watch.interrupted()
        watch.offer("a plan")
        signal.raise_signal(signal.SIGINT)
        assert watch.interrupted()
        watch.report(SOME)
        assert watch.beside(lambda: "all", lambda: watch.known) == "a plan"
    assert signal.getsignal(signal.SIGINT) is before
    assert "proving" not in capsys.readouterr().err


def test_a_search_that_ends_in_time_gives_its_own_answer(capsys: pytest.CaptureFixture[str]) -> None:
    heard = threading.Event()
    with watched(quiet=False, clock=Hands()) as watch:
        tell = watch.tell

        def told(event: Event) -> None:
            tell(event)
            if event.kind == "heard":
                heard.set()

        def work() -> str:
            watch.offer("a plan")
            watch.cancel()
            heard.wait()
            return "the best plan" if watch.interrupted() else "all of it"

        watch.tell = told

        assert watch.beside(work, lambda: watch.known) == "the best plan"
    assert "what was found so far follows; Ctrl-C once more" in capsys.readouterr().err


def test_a_search_that_does_not_listen_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it offered before is the answer, and the process is told not to wait for it."""
    left, goes_on, hands = list[bool](), threading.Event(), Hands()
    monkeypatch.setattr(module, "leave_behind", lambda: left.append(True))
    with watched(quiet=True, clock=hands) as watch:

        def work() -> str:
            watch.offer("a plan")
            watch.cancel()
            hands.now = PATIENCE + 0.1
            goes_on.wait()
            return "too late"

        assert watch.beside(work, lambda: watch.known) == "a plan"
    assert left == [True]
    goes_on.set()


def test_ctrl_c_twice_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = list[int]()
    monkeypatch.setattr("os._exit", ended.append)
    _, lines = watching()
    lines.stop(signal.SIGINT, None)
    assert ended == []
    lines.stop(signal.SIGINT, None)
    assert ended == [Exit.INTERRUPTED]


def test_ctrl_c_twice_in_a_dialogue_ends_the_search_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A search that does not listen is left behind then, however little time has gone by."""
    left, goes_on, hands = list[bool](), threading.Event(), Hands()
    monkeypatch.setattr(module, "leave_behind", lambda: left.append(True))
    monkeypatch.setattr("os._exit", lambda _code: pytest.fail("the dialogue has ended"))
    with watched(quiet=False, in_dialogue=True, clock=hands) as watch:
        assert isinstance(watch.tell, ProgressLines)
        stop = watch.tell.stop

        def work() -> str:
            watch.offer("a plan")
            stop(signal.SIGINT, None)
            stop(signal.SIGINT, None)
            hands.now += PATIENCE / 10
            goes_on.wait()
            return "too late"

        assert watch.beside(work, lambda: watch.known) == "a plan"
    assert left == [True]
    assert capsys.readouterr().err == "interrupted: what was found so far follows\n"
    goes_on.set()


def test_what_goes_wrong_beside_goes_wrong_here() -> None:
    def work() -> str:
        raise ValueError("no")

    with watched(quiet=True) as watch, pytest.raises(ValueError, match="no"):
        watch.beside(work, lambda: "")
