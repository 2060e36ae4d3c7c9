"""Ctrl-C as a user presses it: a real process, a real signal, one clean answer."""

import ast
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import cli
from tests.faces.conftest import PUZZLES
from tests.faces.endgame import LAST

CLINIC = [sys.executable, "-c", "import sys; from cli import main; sys.exit(main())"]
PATIENT = 100  # seconds for a process on a busy machine


def started(*arguments: object, **more: str) -> "subprocess.Popen[str]":
    environment = {**os.environ, "PYTHONPATH": str(PUZZLES.parent), **more}
    command = [*CLINIC, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def interrupted(process: "subprocess.Popen[str]", until: str) -> tuple[str, str]:
    """What a process says that is interrupted once it has said something."""
    assert process.stderr is not None
    said = ""
    for line in process.stderr:
        said += line
        if until in line:
            break
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENT)
    assert process.returncode == 130, said + err
    assert "Traceback" not in said + err
    return out, said + err


def test_while_a_plan_is_made_better() -> None:
    """The solitaire has a plan at once; the search beside it need not come to an end."""
    out, err = interrupted(started("solve", PUZZLES / "clinic_solo/opening.toml", "--time", "1h"), "best ")
    assert "feasible: best" in out
    assert "Final score" in out
    assert "what was found so far follows" in err


AT_START = """
import os, signal, sys
from importlib.abc import MetaPathFinder

wanted = {sys.argv.pop(1)}

class Pressed(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in wanted:
            wanted.clear()
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Pressed())
from cli import main
sys.exit(main())
"""


def pressed_at(module: str, line: list[str], before: str = "") -> "subprocess.CompletedProcess[str]":
    """A command that is interrupted when it begins to load a module."""
    environment = {**os.environ, "PYTHONPATH": str(PUZZLES.parent)}
    command = [sys.executable, "-c", AT_START.replace("from cli", f"{before}\nfrom cli"), module, *line]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=PATIENT)


def test_nothing_slow_is_loaded_before_anybody_listens() -> None:
    """Until then Python itself answers Ctrl-C, with a traceback."""
    tree = ast.parse(Path(cli.__file__).read_text("utf-8"))
    assert not [line for line in tree.body if isinstance(line, ast.ImportFrom)]
    loaded = {name.name for line in tree.body if isinstance(line, ast.Import) for name in line.names}
    assert loaded == {"sys"}
    run = pressed_at("signal", ["show", str(LAST)], "for name in ('signal', 'enum'): sys.modules.pop(name, None)")
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "")


@pytest.mark.parametrize("module", ["click", "faces.cli.commands", "faces.cli.whatif", "tabletop.files"])
@pytest.mark.parametrize("command", ["show", "replay", "check", "move", "solve"])
def test_while_modules_are_loaded(module: str, command: str) -> None:
    run = pressed_at(module, [command, str(LAST), "--json"])
    assert run.returncode == 130, run.stderr
    assert '"interrupted": true' in run.stdout
    assert run.stderr.startswith("interrupted")
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("clin9ic.gamefile", ["show", str(LAST)]),
        ("clin9ic.story", ["replay", str(LAST)]),
        ("clin9ic.deals", ["new", "clin9ic"]),
        ("clin9ic.decks", ["deck", "list"]),
        ("clinic_solo.referee", ["check", str(PUZZLES / "clinic_solo/opening.toml")]),
        ("solvers.clin9ic.movement", ["move", str(LAST)]),
        ("solvers.core.result", ["solve", str(LAST)]),
        ("solvers.native", ["solve", str(LAST)]),
        ("solvers.native", ["advise", str(LAST)]),
        ("numpy", ["review", str(PUZZLES / "clin9ic/complete-game.toml")]),
    ],
)
def test_while_a_command_loads_its_own(module: str, line: list[str]) -> None:
    run = pressed_at(module, line)
    assert run.returncode == 130, run.stderr
    assert run.stderr.startswith("interrupted")
    assert run.stderr.count("\n") == 1
    assert run.stdout == ""


def test_while_the_bound_is_loaded() -> None:
    """By then there may be a plan: it is told, and that it was interrupted is, too."""
    run = pressed_at("ortools", ["target", str(PUZZLES / "clinic_solo/last-round.toml"), "--score", "99"])
    assert run.returncode == 130, run.stderr
    if run.stdout:
        assert run.stderr.count("interrupted: what was found so far follows") == 1
        assert "undecided: 99 is asked for, the best plan found scores" in run.stdout
    else:  # a busy machine, which loads for longer than anybody waits
        assert run.stderr.endswith("interrupted: nothing was found yet\n")
