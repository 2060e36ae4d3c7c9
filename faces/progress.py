"""What a user sees of a search that is under way, and how to interrupt one."""

import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from faces.exits import Exit, note

if TYPE_CHECKING:
    from solvers.result import Progress

SECONDS_BETWEEN_LINES = 3.0  # where lines cannot be rewritten
BACK_AND_CLEAR = "\r\x1b[K"


class Watch:
    """Tells how a search goes, and whether the user wants it to end.

    On a terminal one line is rewritten in place, elsewhere a line is written every few seconds.
    """

    def __init__(self, *, quiet: bool = False) -> None:
        self.quiet = quiet
        self.in_place = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self.stop_wanted = False
        self.heading = ""  # which of several searches
        self._last = float("-inf")
        self._compiling = False

    def interrupted(self) -> bool:
        return self.stop_wanted

    def report(self, progress: "Progress") -> None:
        """Called by the search."""
        self.tell(": ".join(filter(None, [self.heading, progress_line(progress)])))

    def tell(self, line: str) -> None:
        """Write a line, unless the last one is too fresh or nobody wants to know."""
        now = time.monotonic()
        if self.quiet or self.stop_wanted or not (self.in_place or now - self._last >= SECONDS_BETWEEN_LINES):
            return
        self._last = now
        if self.in_place:
            width = shutil.get_terminal_size().columns - 1
            click.echo(BACK_AND_CLEAR + line[:width], err=True, nl=False)
        else:
            note(line)

    def say(self, stage: str) -> None:
        """Called by what has no figures to tell, only where it is."""
        self.tell(": ".join(filter(None, [self.heading, stage])))

    def compiling(self) -> None:
        """Called when machine code is made, which takes a minute once and could look as if nothing happened."""
        if not self._compiling and not self.quiet:
            note("compiling (once) …")
        self._compiling = True

    def clear(self) -> None:
        """Leave the terminal's line free for the answer."""
        if self.in_place and not self.quiet:
            click.echo(BACK_AND_CLEAR, err=True, nl=False)

    def stop(self, _signal: int, _frame: FrameType | None) -> None:
        """Ctrl-C: end the search and answer with what was found; once more: end at once."""
        if self.stop_wanted:
            os._exit(Exit.INTERRUPTED)  # threads of the search would hold up any other way out
        self.stop_wanted = True
        self.clear()
        note("interrupted: what was found so far follows; Ctrl-C once more ends at once")


def progress_line(progress: "Progress") -> str:
    """Stage, round, positions, best, bound, gap and time of a search in one line."""
    best, bound = progress.best, progress.bound
    gap = None if best is None or bound is None else bound - best
    figures = [("best", best), ("bound", bound), ("gap", gap)]
    parts = [progress.stage, f"round {progress.round}", f"{progress.positions:,} {progress.unit}"]
    parts += [f"{name} {'?' if value is None else value}" for name, value in figures]
    return " · ".join([*parts, f"{progress.elapsed:.0f} s"])


@contextmanager
def watched(*, quiet: bool) -> Iterator[Watch]:
    """A watch over the searches within, with Ctrl-C in its hands."""
    watch = Watch(quiet=quiet)
    before = signal.signal(signal.SIGINT, watch.stop)
    try:
        with _compilation_told(watch.compiling):
            yield watch
    finally:
        signal.signal(signal.SIGINT, before)
        watch.clear()


@contextmanager
def _compilation_told(tell: Callable[[], None]) -> Iterator[None]:
    """Numba says when it really compiles, as opposed to loading what it has compiled before."""
    from numba.core import event

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:  # noqa: ARG002
            tell()

        def on_end(self, event: Any) -> None:
            pass

    with event.install_listener("numba:compile", Listener()):
        yield
