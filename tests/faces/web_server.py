"""A server of `clinic web` for tests: started as a person starts it, in a process of its own."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx

ROOT = Path(__file__).parent.parent.parent


class Server(NamedTuple):
    process: subprocess.Popen[str]
    address: str  # with the token
    folder: Path

    @property
    def base(self) -> str:
        found = re.match(r"http://[^/]+", self.address)
        assert found
        return found[0]

    @property
    def token(self) -> str:
        return self.address.partition("token=")[2]

    @contextmanager
    def client(self) -> Iterator[httpx.Client]:
        """One who has come in by the address with the token."""
        with httpx.Client(base_url=self.base, timeout=30, trust_env=False) as client:
            assert client.get(self.address.removeprefix(self.base)).status_code == 303
            yield client

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(20)


def started(folder: Path, *arguments: str) -> Server:
    code = "import sys, cli; sys.exit(cli.main(sys.argv[1:]))"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "web", "--no-browser", "--port", "0", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT,
        env={**os.environ, "CLINIC_DRAFTS": str(folder)},
    )  # fmt: skip
    assert process.stdout
    return Server(process, process.stdout.readline().strip(), folder)
