"""The examples in docstrings hold: those of every module we ship."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("tabletop", "clin9ic", "clinic_solo", "dice_hospital", "solvers", "faces", "puzzles", "benchmarks")
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in PACKAGES
    for path in (ROOT / package).rglob("*.py")
    if ">>> " in path.read_text("utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.attempted > 0
    assert found.failed == 0


def test_examples_are_found_in_all_packages_that_have_some() -> None:
    assert {"tabletop", "clin9ic", "dice_hospital", "puzzles", "benchmarks"} <= {name.split(".")[0] for name in MODULES}
