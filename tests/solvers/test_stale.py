"""Compiled code that is kept on disk is dropped when what it was made from changes, and only then."""

from pathlib import Path

import pytest

from solvers.stale import drop_stale


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Two kernels, of which one calls a third file, and code compiled from both."""
    package = tmp_path / "solvers"
    (package / "__pycache__").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text("PRICE = 3\n")
    (package / "kernel.py").write_text(
        "from solvers import rules\nfrom solvers.compiled import compiled\n\ndef cost(): return rules.PRICE\n"
    )
    (package / "other.py").write_text("from solvers.compiled import compiled\n\ndef one(): return 1\n")
    drop_stale(tmp_path)
    for name in ("kernel.cost-3", "other.one-1"):
        for ending in ("py311.nbi", "py311.1.nbc"):
            (package / "__pycache__" / f"{name}.{ending}").write_text("compiled")
    return tmp_path


def kept(root: Path) -> set[str]:
    return {path.name.split(".")[0] for path in (root / "solvers" / "__pycache__").glob("*.nb?")}


def test_nothing_is_dropped_as_long_as_nothing_changes(root: Path) -> None:
    assert drop_stale(root) == []
    (root / "solvers" / "other.py").touch()
    assert drop_stale(root) == []
    assert kept(root) == {"kernel", "other"}


def test_code_goes_when_something_it_imports_has_changed(root: Path) -> None:
    (root / "solvers" / "rules.py").write_text("PRICE = 44\n")
    assert drop_stale(root) == ["solvers.kernel"]
    assert kept(root) == {"other"}


def test_code_of_unknown_origin_goes(root: Path) -> None:
    for stamp in (root / "solvers" / "__pycache__").glob("*.json"):
        stamp.write_text("not a stamp")
    drop_stale(root)
    assert kept(root) == set()
