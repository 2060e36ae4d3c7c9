"""The import direction: tabletop below the games, games below solvers, solvers below faces; games apart."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

from clinic_solo import registry
from faces.games.registry import GAMES as REGISTERED

ROOT = Path(__file__).parent.parent
GAMES = [module.split(".")[2] for module in REGISTERED.values()]  # faces.games.NAME.adapter stands for package NAME
OWN = {"tabletop", "solvers", "faces", "cli", *GAMES}
MODULES = sorted(
    path
    for package in OWN
    for path in ([ROOT / "cli.py"] if package == "cli" else sorted((ROOT / package).rglob("*.py")))
)
SAME_LINES = 6  # so many lines in a row do not stand anywhere else
SLOW = ("ortools", "networkx", "numpy")


def allowed(package: str) -> set[str]:
    """The packages that a module of a package may import from."""
    if package in GAMES:
        return {"tabletop", package}
    return {"tabletop": {"tabletop"}, "solvers": {"tabletop", "solvers", *GAMES}}.get(package, OWN)


# Within faces: the command line asks the application, the application asks the adapters, and never the other way.
FACES = {
    "faces.games": {"faces.games"},
    "faces.app": {"faces.app", "faces.games"},
    "faces.web": {"faces.web", "faces.app"},
    "faces.cli": {"faces.cli", "faces.app", "faces.games", "faces.web"},
}


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """The syntax tree of a module, which many tests look at."""
    return tuple(ast.walk(ast.parse(path.read_text("utf-8"))))


@pytest.fixture(autouse=True, scope="module")
def _trees_forgotten() -> Iterator[None]:
    """They are half a million objects, which other tests should not carry along."""
    yield
    nodes.cache_clear()


def imported(path: Path) -> set[str]:
    """The top-level packages that a module imports."""
    names = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_downwards(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0].removesuffix(".py")
    found = imported(path)
    assert found & OWN <= allowed(package)
    if package == "tabletop" or package in GAMES:
        assert not found & {"click", "ortools"}


@cache
def modules_imported(path: Path) -> frozenset[str]:
    """Every module that a module imports, whatever the reason."""
    names = set[str]()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(names)


def inside(name: str, packages: set[str]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


@pytest.mark.parametrize("package", FACES)
def test_faces_point_downwards(package: str) -> None:
    found = {path: modules_imported(path) for path in (ROOT / package.replace(".", "/")).rglob("*.py")}
    assert len(found) > 3
    wrong = {
        str(path.relative_to(ROOT)): name
        for path, names in found.items()
        for name in names
        if inside(name, {"faces"}) and not inside(name, FACES[package])
    }
    assert wrong == {}


def test_click_and_what_a_user_sees_are_in_the_command_line_alone() -> None:
    """Neither the application nor an adapter prints, reads the keyboard, ends the process or takes signals."""
    for path in [*(ROOT / "faces/app").rglob("*.py"), *(ROOT / "faces/games").rglob("*.py")]:
        names = modules_imported(path)
        assert not {name for name in names if inside(name, {"click", "signal"})}, path
        used = {node.id for node in nodes(path) if isinstance(node, ast.Name)}
        assert not used & {"print", "input", "exit"}, path
        attributes = {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)}
        assert not attributes & {"_exit", "stdout", "stderr", "stdin"}, path


def test_the_command_line_calls_no_solver() -> None:
    for path in [ROOT / "cli.py", *(ROOT / "faces/cli").rglob("*.py")]:
        assert not {name for name in modules_imported(path) if inside(name, {"solvers", *GAMES})}, path


def own_lines(path: Path) -> list[str]:
    """The lines of a module without its imports and the parameters of its functions, which engines have in common."""
    text = path.read_text("utf-8")
    shared = set[int]()
    for node in nodes(path):
        if isinstance(node, ast.Import | ast.ImportFrom):
            shared |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        elif isinstance(node, ast.FunctionDef):
            shared |= set(range(node.lineno + 1, node.body[0].lineno))
    return [line.strip() for at, line in enumerate(text.splitlines(), 1) if line.strip() and at not in shared]


FRONT_DOORS = ("solve.py", "schedule.py", "advise.py", "review.py")


def test_no_block_stands_twice_in_faces_and_front_doors() -> None:
    doors = [path for path in (ROOT / "solvers").rglob("*.py") if path.name in FRONT_DOORS]
    assert {path.name for path in doors} == set(FRONT_DOORS)
    places: dict[tuple[str, ...], list[str]] = {}
    for path in [*(ROOT / "faces").rglob("*.py"), *doors]:
        lines = own_lines(path)
        for at in range(len(lines) - SAME_LINES + 1):
            block = tuple(lines[at : at + SAME_LINES])
            places.setdefault(block, []).append(f"{path.relative_to(ROOT)}: {block[0]}")
    assert [found for found in places.values() if len(found) > 1] == []


def test_the_command_line_loads_nothing_slow() -> None:
    """`clinic --help` has to answer at once."""
    code = "import sys, cli; cli.main(['--help']); print([name for name in sys.argv[1:] if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code, *SLOW], capture_output=True, text=True, check=True, cwd=ROOT)
    assert run.stdout.splitlines()[-1] == "[]"


def test_everything_is_installed() -> None:
    """Packages are copied into the wheel as they are, so each has to be named, and nothing else."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["scikit-build"]["wheel"]["packages"]
    packages = {path.name for path in ROOT.iterdir() if (path / "__init__.py").exists()} - {"tests", "benchmarks"}
    assert sorted(listed) == sorted({"cli.py", *packages})


def package_imports() -> dict[str, set[str]]:
    """Which packages each package imports from, `TYPE_CHECKING` and imports within functions included."""
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in MODULES}
    names |= {name.removesuffix(".__init__") for name in names}
    found: dict[str, set[str]] = {}
    for path in MODULES:
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        package = name.rpartition(".")[0]
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in OWN:
                for alias in node.names:
                    whole = f"{node.module}.{alias.name}"
                    module = whole if whole in names else node.module
                    to = module if f"{module}.__init__" in names else module.rpartition(".")[0]
                    found.setdefault(package, set()).add(to)
    return {package: imports - {package} for package, imports in found.items()}


def test_packages_have_no_cycles() -> None:
    graph = nx.DiGraph((package, to) for package, imports in package_imports().items() for to in imports)
    assert "solvers.core" in graph
    assert [sorted(cycle) for cycle in nx.strongly_connected_components(graph) if len(cycle) > 1] == []


def test_the_page_calls_the_application_and_nothing_below_it() -> None:
    """What the page can do, Python can do."""
    below = {"tabletop", "solvers", "puzzles", "click", *GAMES}
    for path in (ROOT / "faces/web").rglob("*.py"):
        assert not {name for name in modules_imported(path) if inside(name, below)}, path


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def modules_named(path: Path, names: set[str]) -> set[str]:
    """The modules that a module imports, at once or later by their name, with the packages they lie in."""
    said = {node.value for node in nodes(path) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    imports = modules_imported(path)
    found = (said | imports | {name.rpartition(".")[0] for name in imports}) & names
    packages = {text for text in said if text.endswith(".") and text.removesuffix(".") in names}
    found |= {name for name in names if name.startswith(tuple(packages))}  # f"clinic_solo.rulesets.{name}"
    return found | {".".join(name.split(".")[:n]) for name in found for n in range(1, name.count(".") + 1)}


def test_no_module_is_reached_by_tests_alone() -> None:
    """From the command line, from modules that are run by their name, and from the benchmarks."""
    paths = {dotted(path): path for path in [*MODULES, *(ROOT / "puzzles").rglob("*.py")]}
    paths |= {dotted(path): path for path in (ROOT / "benchmarks").rglob("*.py")}
    run = {name for name, path in paths.items() if '__name__ == "__main__"' in path.read_text("utf-8")}
    assert {"benchmarks.kernel", "solvers.clin9ic.value_function.fit"} <= run
    built_with = {name for name in paths if name.startswith("solvers.native.build_backend")}  # pyproject.toml
    rulesets = [f"clinic_solo.rulesets.{name}" for name in (*registry.RULESETS, *registry.TABLES.values())]
    played = {f"{name}{part}" for name in rulesets for part in ("", ".numbers")}  # loaded by their names
    reached, waiting = set[str](), {"cli", "benchmarks", "benchmarks.soundness.__main__"} | run | built_with | played
    while waiting:
        name = waiting.pop()
        reached.add(name)
        waiting |= modules_named(paths[name], set(paths)) - reached
    assert sorted(set(paths) - reached) == []


# Called by others than our code: notebooks, click, and whoever asks questions from Python (docs/json.md).
CALLED_BY_OTHERS = {"_repr_svg_", "_repr_html_", "format_commands", "with_text"}


def names_used(path: Path) -> set[str]:
    """Every name that a module uses, in annotations and in the templates of another language, too."""
    if path.suffix != ".py":
        return set(re.findall(r"\w+", path.read_text("utf-8")))
    used = set[str]()
    docstrings = {node.value for node in nodes(path) if isinstance(node, ast.Expr)}
    for node in nodes(path):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name):
                used.add(name)
            case ast.Constant(value=str(words)) if node not in docstrings:
                used |= set(re.findall(r"\w+", words))
    return used


def names_defined(path: Path) -> dict[str, int]:
    """The functions, methods and classes of a module but those that a decorator hands on to somebody."""
    defined = ast.FunctionDef | ast.ClassDef
    kinds = {"property", "staticmethod", "classmethod", "cached_property", "abstractmethod", "cache", "dataclass"}
    return {
        node.name: node.lineno
        for node in nodes(path)
        if isinstance(node, defined) and not node.name.startswith("__")
        if all(kinds & set(re.findall(r"\w+", ast.unparse(one))) for one in node.decorator_list)
    }


def test_nothing_is_defined_for_tests_alone() -> None:
    """Every function, method and class is used by what ships, or by the benchmarks; by its name, wherever it is."""
    pages = [path for path in (ROOT / "faces/web").rglob("*") if path.suffix in {".html", ".js"}]
    users = [*MODULES, *(ROOT / "puzzles").rglob("*.py"), *(ROOT / "benchmarks").rglob("*.py"), *pages]
    used = CALLED_BY_OTHERS.union(*map(names_used, users))
    assert [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in MODULES
        for name, line in names_defined(path).items()
        if name not in used
    ] == []
