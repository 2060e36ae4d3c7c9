"""Asking a question as a user does, by the command line, and seeing all that a user would see."""

import json
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import asdict, dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import cli

ROOT = Path(cli.__file__).parent
PATIENCE = 300.0  # seconds beyond any limit after which a question is given up
INTERRUPTED = 130
OVERDUE = "given up"


@dataclass(frozen=True)
class Question:
    """A command and its arguments behind the file, with the circumstances in which it is asked."""

    command: str
    arguments: tuple[str, ...] = ()
    seconds: float = 0.2
    workers: int = 1
    apart: bool = False  # in a process of its own
    busy: bool = False  # while another process keeps a core busy

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Question":
        return cls(**{**data, "arguments": tuple(data["arguments"])})

    def to_data(self) -> dict[str, Any]:
        return asdict(self)

    def line(self, path: Path) -> list[str]:
        shared = ["--time", f"{self.seconds:g}s", "--workers", str(self.workers), "--json"]
        return [self.command, str(path), *self.arguments, *shared]

    def __str__(self) -> str:
        return " ".join([self.command, *self.arguments, f"--time {self.seconds:g}s --workers {self.workers}"])


@dataclass(frozen=True)
class Reply:
    """What came back; the code is None where that was a traceback, or nothing."""

    code: int | None
    data: dict[str, Any] | None
    said: str  # on standard error, or the traceback
    elapsed: float
    computed: float = 0.0  # seconds on any core, not known for a process of its own
    overdue: bool = False


class Stopped(Exception):
    """The user wants no more."""


class Overdue(BaseException):
    """A question that goes on and on; nothing on its way should take it for an error of its own."""


def ask(question: Question, path: Path) -> Reply:
    with _busy() if question.busy else _idle():
        began, computed = time.monotonic(), time.process_time()
        asked = _apart if question.apart else _here
        code, out, said = asked(question.line(path), question.seconds + PATIENCE)
        elapsed, computed = time.monotonic() - began, time.process_time() - computed
    if code == INTERRUPTED:
        raise Stopped
    return Reply(code, _data(out), said, elapsed, computed, said is OVERDUE)


def _data(out: str) -> dict[str, Any] | None:
    try:
        data = json.loads(out)
    except ValueError:
        return None
    return data if isinstance(data, dict) else None


def _here(line: Sequence[str], patience: float) -> tuple[int | None, str, str]:
    out, said = StringIO(), StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(said), _given_up_after(patience):
            code = int(cli.main(line))
    except KeyboardInterrupt:
        raise Stopped from None
    except Overdue:
        return None, out.getvalue(), OVERDUE
    except BaseException as error:  # SystemExit, too, is no way for a command to end in Python
        return None, out.getvalue(), "".join(traceback.format_exception(error))
    return code, out.getvalue(), said.getvalue()


def _apart(line: Sequence[str], patience: float) -> tuple[int | None, str, str]:
    start = [sys.executable, "-c", "import sys, cli; sys.exit(cli.main(sys.argv[1:]))", *line]
    try:
        run = subprocess.run(start, capture_output=True, text=True, check=False, cwd=ROOT, timeout=patience)
    except subprocess.TimeoutExpired:
        return None, "", OVERDUE
    except KeyboardInterrupt:
        raise Stopped from None
    code = None if "Traceback (most recent call last)" in run.stderr else run.returncode
    return code, run.stdout, run.stderr


@contextmanager
def _given_up_after(seconds: float) -> Iterator[None]:
    def give_up(_number: int, _frame: object) -> None:
        raise Overdue

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _idle() -> Iterator[None]:
    yield


@contextmanager
def _busy() -> Iterator[None]:
    """Another process that never rests; it ends with its input, so it cannot outlive us."""
    code = "import sys, select\nwhile not select.select([sys.stdin], [], [], 0)[0]:\n    sum(range(100_000))"
    other = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE)
    try:
        yield
    finally:
        other.kill()
        other.communicate()
