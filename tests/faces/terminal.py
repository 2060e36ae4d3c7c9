"""`clinic` in a terminal of a given size, with somebody who waits for what is shown before typing on."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path

PATIENCE = 120.0  # seconds until a test gives up; nothing is asserted about how long anything takes
PRESSED_AGAIN = 5.0  # seconds after which a key is pressed again
CODE = "import sys; from cli import main; sys.exit(main())"
ROOT = Path(__file__).parent.parent.parent


class Terminal:
    def __init__(
        self, arguments: Sequence[object], folder: Path, *, lines: int = 60, columns: int = 110, first: str = ""
    ) -> None:
        """`first` is code to run before the command."""
        self.ended = False
        self.pid, self.screen = pty.fork()
        if not self.pid:
            os.chdir(folder)
            environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "TERM": "xterm"}
            environment.pop("LINES", None)
            environment.pop("COLUMNS", None)
            os.execve(sys.executable, [sys.executable, "-c", first + CODE, *map(str, arguments)], environment)
        fcntl.ioctl(self.screen, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.seen = ""  # what came since the last wait

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        if not self.ended:
            self.kill()

    def wait_for(self, pattern: str) -> str:
        """All that is shown until the pattern appears."""
        shown, until = self.seen, time.monotonic() + PATIENCE
        while not (found := re.search(pattern, shown)):
            if time.monotonic() > until or not (more := self._read()):
                raise AssertionError(f"{pattern!r} was not shown:\n{shown}")
            shown += more
        self.seen = shown[found.end() :]
        return shown[: found.end()]

    def _read(self, patience: float = PATIENCE) -> str | None:
        """What is shown next: nothing once the other side is closed, None where it stays silent."""
        ready, _, _ = select.select([self.screen], [], [], patience)
        if not ready:
            return None
        try:
            return os.read(self.screen, 65536).decode("utf-8", "replace").replace("\r\n", "\n")
        except OSError:  # the other side is closed
            return ""

    def type(self, line: str, then: str = r"\n> $") -> str:
        """Type a line, and what is shown until the next prompt."""
        self.press(line + "\n")
        return self.wait_for(then)

    def press(self, keys: str) -> None:
        os.write(self.screen, keys.encode())

    def end(self, keys: str) -> tuple[int, str]:
        """The exit code and what was shown last, after pressing keys that end it.

        Ctrl-C and Ctrl-D are lost between a prompt and the moment when keys are read: then they are pressed again.
        """
        shown, until = self.seen, time.monotonic() + PATIENCE
        self.press(keys)
        while (more := self._read(PRESSED_AGAIN)) != "":
            shown += more or ""
            if more is None:
                assert time.monotonic() < until, f"it did not end:\n{shown}"
                self.press(keys)
        _, status = os.waitpid(self.pid, 0)
        self.ended = True
        os.close(self.screen)
        return os.waitstatus_to_exitcode(status), shown

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        self.ended = True
        os.close(self.screen)
