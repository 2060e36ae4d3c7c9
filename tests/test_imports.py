"""The import direction: tabletop below the games, games below solvers, solvers below faces; games apart."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GAMES = [name for name in ("clin9ic", "clinic_solo", "dice_hospital") if (ROOT / name).is_dir()]
OWN = {"tabletop", "solvers", "faces", "cli", *GAMES}
MODULES = sorted(
    path for room in OWN for path in ([ROOT / "cli.py"] if room == "cli" else sorted((ROOT / room).rglob("*.py")))
)
SLOW = ("ortools", "networkx", "numpy", "numba")


def allowed(room: str) -> set[str]:
    """The rooms that a module of a room may import from."""
    if room in GAMES:
        return {"tabletop", room}
    return {"tabletop": {"tabletop"}, "solvers": {"tabletop", "solvers", *GAMES}}.get(room, OWN)


def imported(tree: ast.AST) -> set[str]:
    """The top-level packages that a syntax tree imports."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_downwards(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0].removesuffix(".py")
    found = imported(ast.parse(path.read_text("utf-8")))
    assert found & OWN <= allowed(room)
    if room == "tabletop" or room in GAMES:
        assert not found & {"click", "ortools"}


def test_the_command_line_loads_nothing_slow() -> None:
    """`clinic --help` has to answer at once."""
    code = "import sys, cli; cli.main(['--help']); print([name for name in sys.argv[1:] if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code, *SLOW], capture_output=True, text=True, check=True, cwd=ROOT)
    assert run.stdout.splitlines()[-1] == "[]"


def test_everything_is_installed() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    rooms = [path.parent for room in ROOT.iterdir() if room.name in listed for path in room.rglob("__init__.py")]
    assert sorted(listed) == sorted(".".join(path.relative_to(ROOT).parts) for path in rooms)
