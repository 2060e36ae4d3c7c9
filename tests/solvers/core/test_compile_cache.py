"""Compiled code is kept apart for every state of the sources it was made from."""

import os
import time
from pathlib import Path

import pytest

from solvers.core.compile_cache import OLD, kept_in, made_from

SOURCES = {
    "__init__": "",
    "rules": "PRICE = 3\n",
    "prices": "from solvers.rules import PRICE\n",
    "kernel": "from solvers import prices\n",
    "other": "import os\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A kernel that calls a file which calls a file, and another one that does not."""
    (tmp_path / "solvers").mkdir()
    for name, text in SOURCES.items():
        (tmp_path / "solvers" / f"{name}.py").write_text(text)
    return tmp_path


def digests(root: Path) -> dict[str, str]:
    made_from.cache_clear()
    return made_from(root, root / "kept")


def test_code_has_another_place_when_something_it_imports_has_changed(root: Path) -> None:
    before = digests(root)
    assert set(before) == {"solvers", *(f"solvers.{name}" for name in SOURCES if name != "__init__")}
    (root / "solvers" / "rules.py").write_text("PRICE = 44\n")
    after = digests(root)
    assert {name for name in after if after[name] != before[name]} == {
        "solvers.rules",
        "solvers.prices",
        "solvers.kernel",
    }
    (root / "solvers" / "rules.py").write_text("PRICE = 3\n")
    assert digests(root) == before


def test_sources_are_read_only_when_they_look_different(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = digests(root)

    def unreadable(_path: Path) -> bytes:
        raise AssertionError("nothing has changed")

    monkeypatch.setattr(Path, "read_bytes", unreadable)
    assert digests(root) == before


@pytest.mark.parametrize("memo", ["not a memo", "null", "{}", '{"look": "x", "made from": 1}'])
def test_a_spoilt_memo_is_made_anew(root: Path, memo: str) -> None:
    before = digests(root)
    (root / "kept" / "made-from.json").write_text(memo)
    assert digests(root) == before


def test_files_that_are_no_modules_do_no_harm(root: Path) -> None:
    (root / "solvers" / ".#kernel.py").symlink_to("nobody@nowhere")
    (root / "solvers" / "broken.py").write_text("def (:\n")
    (root / "solvers" / "binary.py").write_bytes(b"\xff\xfe\x00")
    assert "solvers.kernel" in digests(root)


def test_old_code_of_other_sources_is_removed_in_the_end(root: Path) -> None:
    current = digests(root)["solvers.other"]
    for name in (current, "old", "young"):
        (root / "kept" / name).mkdir()
    long_ago = time.time() - 2 * OLD
    for name in (current, "old"):
        os.utime(root / "kept" / name, (long_ago, long_ago))
    (root / "solvers" / "rules.py").write_text("PRICE = 5\n")
    digests(root)
    assert {path.name for path in (root / "kept").iterdir() if path.is_dir()} == {current, "young"}


def test_code_is_kept_where_the_user_wants_it(root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    assert kept_in(root).is_relative_to(root)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "mine"))
    assert kept_in(root).is_relative_to(tmp_path / "mine")


def test_code_is_kept_in_the_users_folder_where_nothing_may_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    (tmp_path / "solvers").write_text("a file, so that no folder can be made in it")
    assert kept_in(tmp_path).is_relative_to(Path.home())
