"""What a user sees of a search that is under way, and how Ctrl-C ends one."""

import os
import re
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import click

from faces.app.progress import Cancel, Clock, Event, Watch
from faces.cli.exits import Exit, answered, leave_behind, note

SECONDS_BETWEEN_LINES = 3.0  # where lines cannot be rewritten
BACK_AND_CLEAR = "\r\x1b[K"
SECRET = "weighing the choices"  # where no move may be named

# What a solver is doing, by the first word of its stage, as a player would say it.
LOOKING, BOUNDING, PROVING = "looking for better plans", "working out what no play can beat", "proving"
DOING = {
    "first": "making a first plan",
    "value": LOOKING,
    "beam": LOOKING,
    "end": "improving the last rounds of the plan",
    "count": BOUNDING,
    "bound": BOUNDING,
    "layer": PROVING,
}


class ProgressLines:
    """Tells how a search goes: on a terminal one line is rewritten in place, elsewhere one is written now and then."""

    def __init__(
        self, *, quiet: bool = False, secret: bool = False, in_dialogue: bool = False, clock: Clock = time.monotonic
    ) -> None:
        self.quiet = quiet
        self.secret = secret  # tell nothing that gives an answer away
        self.in_dialogue = in_dialogue  # the command goes on after the search, however it ends
        self.in_place = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self.cancel = Cancel(clock)
        self._clock = clock
        self._doing, self._last = "", float("-inf")
        self._closed = False
        self._lock = threading.RLock()

    def __call__(self, event: Event) -> None:
        match event.kind:
            case "searching" | "doing":
                self._tell(event)
            case "time":
                self._tick(event)
            case "heard":
                self.clear()
                more = "" if self.in_dialogue else "; Ctrl-C once more ends at once"
                note(f"interrupted: what was found so far follows{more}")
            case "remark":
                note(event.message)

    def _tell(self, event: Event) -> None:
        """Write a line, unless the last one is too fresh."""
        words = progress_words(event) if event.kind == "searching" else _stage_words(event.stage)
        with self._lock:
            now, self._doing = self._clock(), SECRET if self.secret else words
            if self.in_place or now - self._last >= SECONDS_BETWEEN_LINES:
                self._last = now
                self._write(self._line(event))

    def _tick(self, event: Event) -> None:
        """On a terminal time goes on."""
        with self._lock:
            now = self._clock()
            if self._doing and self.in_place and now - self._last >= 1.0:
                self._last = now
                self._write(self._line(event))

    def _line(self, event: Event) -> str:
        limit = "" if event.limit is None else f" of {event.limit:.0f}"
        told = ": ".join(filter(None, [event.heading, self._doing]))
        return f"{told} · {event.seconds:.0f}{limit} s"

    def _write(self, line: str) -> None:
        if self.quiet or self._closed or self.cancel.requested:
            return
        if self.in_place:
            width = shutil.get_terminal_size().columns - 1
            click.echo(BACK_AND_CLEAR + line[:width], err=True, nl=False)
        else:
            note(line)

    def clear(self) -> None:
        """Leave the terminal's line free for the answer."""
        with self._lock:
            if self.in_place and not self.quiet and not self._closed:
                click.echo(BACK_AND_CLEAR, err=True, nl=False)

    def close(self) -> None:
        """Nothing is told any more, whoever may still be working."""
        with self._lock:
            self.clear()
            self._closed = True

    def stop(self, _signal: int, _frame: FrameType | None) -> None:
        """Ctrl-C: end the search and answer with what was found; once more: end at once.

        Nothing is told here: a signal may come in the middle of a line that is being written.
        """
        if not self.cancel.requested:
            self.cancel()
        elif self.in_dialogue:
            self.cancel.hurry()  # the search alone ends at once
        else:
            os._exit(Exit.INTERRUPTED)  # threads of the search would hold up any other way out


def _stage_words(stage: str) -> str:
    return DOING.get(stage, re.sub("^round", "judging round", stage))


def progress_words(event: Event) -> str:
    """Round, what is being done, best, bound and gap of a search in one line."""
    best, bound, target = event.best, event.bound, event.target
    doing = DOING.get(event.stage.split()[0], LOOKING)
    if doing == PROVING:
        aim = "what no play can beat" if best is None else f"that nothing beats {best}"
        doing = f"proving {aim if target is None else f'that {target} is out of reach'}"
    parts = [f"round {event.round}: {doing}"]
    parts.append("no plan yet" if best is None else f"best {best}")
    parts.append("no bound yet" if bound is None else f"at most {bound}")
    parts += [] if best is None or bound is None else [f"gap {bound - best}"]
    return " · ".join(parts)


@contextmanager
def watched(
    *, quiet: bool, secret: bool = False, in_dialogue: bool = False, clock: Clock = time.monotonic
) -> Iterator[Watch]:
    """A watch over the searches within, told of on standard error, with Ctrl-C in its hands."""
    lines = ProgressLines(quiet=quiet, secret=secret, in_dialogue=in_dialogue, clock=clock)
    watch = Watch(lines, lines.cancel, clock)
    in_charge = threading.current_thread() is threading.main_thread()  # of signals
    before = signal.signal(signal.SIGINT, lines.stop) if in_charge else None
    try:
        yield watch
        answered()
    finally:
        if in_charge:
            signal.signal(signal.SIGINT, before)
        if watch.left_behind:
            leave_behind()
        lines.close()
