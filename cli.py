"""The command line: `clinic`. Ctrl-C is heard from the first moment on; what takes time to load comes later."""

import sys

try:
    import signal
except KeyboardInterrupt:  # nobody listens yet
    sys.exit(130)

TYPE_CHECKING = False  # as a type checker has it; `typing` would take its time
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Entry point; returns the exit code."""
    pressed: list[int] = []
    try:
        before = _heard_by(lambda number, _frame: pressed.append(number))
        try:  # Ctrl-C while modules are loaded interrupts none of them: it is answered once they are there
            from faces.cli.commands import clinic
            from faces.cli.exits import run
        finally:
            if before is not None:
                _heard_by(before)
        return run(clinic, arguments, interrupted=bool(pressed))
    except KeyboardInterrupt:  # before it could begin or after it had ended
        return 130


def _heard_by(listener: "Callable[[int, Any], object] | int | None") -> "Any":
    """Who hears Ctrl-C from now on; tells who did before. Only the main thread may say so."""
    try:
        return signal.signal(signal.SIGINT, listener)
    except ValueError:
        return None


if __name__ == "__main__":
    sys.exit(main())
