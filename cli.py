"""The command line: `clinic`. Ctrl-C is heard from the first moment on; the commands are loaded after that."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager


@contextmanager
def _remembered() -> Iterator[Callable[[], bool]]:
    """Ctrl-C while modules are loaded interrupts none of them: it is answered once they are there."""
    pressed: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, lambda number, _frame: pressed.append(number))
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; returns the exit code."""
    with _remembered() as interrupted:
        from faces.cli.commands import clinic
        from faces.cli.exits import run
    try:
        return run(clinic, arguments, interrupted=interrupted())
    except KeyboardInterrupt:  # before it could begin or after it had ended
        return 130


if __name__ == "__main__":
    sys.exit(main())
