"""Files are written whole or not at all, and nothing else of the user's is touched."""

import os
import stat
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tabletop import writing
from tabletop.files import InvalidFile
from tabletop.writing import refuse_unwritable, same_file, write_file


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_file_has_the_mode_of_any_new_file(tmp_path: Path) -> None:
    write_file(tmp_path / "new", "text", force=False)
    (tmp_path / "other").write_text("text")
    assert (tmp_path / "new").read_text() == "text"
    assert mode_of(tmp_path / "new") == mode_of(tmp_path / "other")
    assert len(list(tmp_path.iterdir())) == 2


def test_a_new_text_keeps_the_mode(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_text("old")
    old.chmod(0o640)
    write_file(old, "new", force=True)
    assert (old.read_text(), mode_of(old)) == ("new", 0o640)


def test_a_draft_is_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def look(handle: int, _: object) -> None:
        seen.append(stat.S_IMODE(os.fstat(handle).st_mode))

    monkeypatch.setattr(writing, "_take_on_mode", look)
    write_file(tmp_path / "new", "text", force=False)
    assert seen == [0o600]


def test_no_file_of_the_user_is_touched(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text("old")
    (tmp_path / "game.toml.part").write_text("mine")
    write_file(tmp_path / "game.toml", "new", force=True)
    assert (tmp_path / "game.toml.part").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 2


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old")
    (tmp_path / "nowhere").symlink_to(tmp_path / "missing")
    for name in ("old", "nowhere"):
        with pytest.raises(InvalidFile, match="exists already; --force"):
            write_file(tmp_path / name, "new", force=False)
    assert (tmp_path / "old").read_text() == "old"


@pytest.mark.parametrize("links", [True, False])
def test_nothing_is_overwritten_in_a_race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    target = tmp_path / "game.toml"
    monkeypatch.setattr(os, "fsync", lambda _: target.write_text("somebody else's"))  # just before it is named
    if not links:

        def no_links(_: str, __: Path) -> None:
            raise OSError(1, "Operation not permitted")

        monkeypatch.setattr(os, "link", no_links)
    with pytest.raises(InvalidFile, match="exists already"):
        write_file(target, "mine", force=False)
    assert target.read_text() == "somebody else's"
    assert list(tmp_path.iterdir()) == [target]


def test_a_file_system_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(_: str, __: Path) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    write_file(tmp_path / "new", "text", force=False)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["text"]


def test_links_stay_links(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there/real").write_text("old")
    (tmp_path / "link").symlink_to("there/real")
    (tmp_path / "dangling").symlink_to("there/new")
    for name in ("link", "dangling"):
        write_file(tmp_path / name, name, force=True)
        assert (tmp_path / name).is_symlink()
    assert (tmp_path / "there/real").read_text() == "link"
    assert (tmp_path / "there/new").read_text() == "dangling"


@pytest.mark.parametrize("early", [True, False])
def test_what_cannot_be_written(tmp_path: Path, early: bool) -> None:
    early_or_late = partial(refuse_unwritable, force=True), partial(write_file, text="new", force=True)
    asked: Callable[[Path], None] = early_or_late[not early]
    (tmp_path / "locked").write_text("old")
    (tmp_path / "locked").chmod(0o444)
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")
    expected = {
        "locked": "read-only",
        "folder": "is a directory",
        "loop": "cannot be written",
        "pipe": "is no plain file",
        "missing/new": "no such folder",
        "locked/new": "cannot be written",
        "nul\0": "cannot be written",
        "long" * 100: "cannot be written",
    }
    for name, reason in expected.items():
        with pytest.raises(InvalidFile, match=reason):
            asked(tmp_path / name)
    with pytest.raises(InvalidFile, match="is no plain file"):
        write_file(Path("/dev/null"), "new", force=True)
    assert (tmp_path / "locked").read_text() == "old"


def test_a_full_disk_leaves_the_old_file_and_no_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    old = tmp_path / "game.toml"
    old.write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InvalidFile, match="No space left"):
        write_file(old, "new", force=True)
    assert old.read_text() == "old"
    assert list(tmp_path.iterdir()) == [old]


def test_an_interruption_leaves_the_old_file_and_no_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    old = tmp_path / "game.toml"
    old.write_text("old")
    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_file(old, "new", force=True)
    assert [(path, path.read_text()) for path in tmp_path.iterdir()] == [(old, "old")]


def test_two_writers_never_mix(tmp_path: Path) -> None:
    target, texts = tmp_path / "game.toml", [letter * 50_000 for letter in "abc"]
    target.write_text(texts[0])
    seen: set[str] = set()

    def write(text: str) -> None:
        for _ in range(20):
            write_file(target, text, force=True)

    writers = [threading.Thread(target=write, args=(text,)) for text in texts]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        seen.add(target.read_text())
    assert seen <= set(texts)
    assert list(tmp_path.iterdir()) == [target]


def test_two_names_of_one_file(tmp_path: Path) -> None:
    (tmp_path / "one").write_text("text")
    (tmp_path / "link").symlink_to("one")
    (tmp_path / "hard").hardlink_to(tmp_path / "one")
    (tmp_path / "dangling").symlink_to("new")
    assert same_file(tmp_path / "one", tmp_path / "link")
    assert same_file(tmp_path / "one", tmp_path / "hard")
    assert same_file(tmp_path / "dangling", tmp_path / "new")
    assert same_file(tmp_path / "new", tmp_path / "." / "new")
    assert not same_file(tmp_path / "one", tmp_path / "new")
