"""The command line as a user types it, without starting a process for each line."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cli import main


class Result(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self.out)
        return data


Clinic = Callable[..., Result]


@pytest.fixture
def clinic(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Clinic:
    """Run `clinic` with arguments in an empty folder; lines to type come as `stdin`."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object, stdin: str = "") -> Result:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Result(int(code), captured.out, captured.err)

    return run


PUZZLES = Path(__file__).parent.parent.parent / "puzzles"
