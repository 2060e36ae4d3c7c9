"""The command line as a user types it, without starting a process for each line."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cli import main
from faces.games.registry import adapter_of


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
    monkeypatch.setenv("CLINIC_DRAFTS", str(tmp_path / "drafts"))

    def run(*arguments: object, stdin: str = "") -> Result:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Result(int(code), captured.out, captured.err)

    return run


def refuses(clinic: Clinic, command: str, content: str | bytes, said: str) -> None:
    """A file that cannot be used is answered by what is wrong with it."""
    Path("bad.toml").write_bytes(content if isinstance(content, bytes) else content.encode())
    result = clinic(command, "bad.toml")
    assert result.code == 3
    assert said in result.err
    assert "bad.toml" in result.err
    assert "Traceback" not in result.err


def shipped_deck(game: str, name: str) -> str:
    """The text of a deck that comes along."""
    decks = adapter_of(game).decks
    assert decks is not None
    return decks.find(name)[0]


PUZZLES = Path(__file__).parent.parent.parent / "puzzles"
