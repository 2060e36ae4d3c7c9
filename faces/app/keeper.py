"""Saves a game after every move, to its file or to a draft."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from faces.app.drafts import is_draft, new_draft
from faces.app.new import file_in
from faces.games.adapter import AnyAdapter
from puzzles import FOLDER
from tabletop.files import InvalidFile
from tabletop.plain import plain
from tabletop.writing import refuse_unwritable, same_file, write_file


def is_own(path: Path) -> bool:
    """Whether a file is the player's, to be written to: not a puzzle that came along, and not read-only."""
    try:
        refuse_unwritable(path, force=True)
    except InvalidFile:
        return False
    return FOLDER.resolve() not in path.resolve().parents


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except (OSError, ValueError):
        return None


class Keeper:
    """Saves a game after every move: to its own file, or to a draft where it has none.

    Whoever else writes to the file in the meantime is not overwritten: the game goes on in a draft of its own.
    """

    def __init__(
        self, adapter: AnyAdapter, near: Path | None, target: Path | None, remark: Callable[[str], None]
    ) -> None:
        """`near` is where the game came from, `target` where it is kept; None for a draft that is still to be made."""
        self.adapter = adapter
        self.remark = remark  # hears what goes wrong
        self.near = near
        self.path = target
        self.kept = _content(target) if target else None  # what the file has to say if it is still ours
        self.trouble = ""  # why the last save failed

    def keep(self, file: Any) -> None:
        """Save the game; what goes wrong is a remark, and the game goes on."""
        if self.path is not None and self.kept is not None and _content(self.path) not in (self.kept, None):
            self.remark(f"{self.name} was changed by somebody else: from here on this game has a file of its own")
            self.path = None
        try:
            self._write(file, self.path or new_draft(self.adapter.name), force=self.path is not None)
        except InvalidFile as error:
            self._failed(file, str(error))

    def _failed(self, file: Any, reason: str) -> None:
        """Say it once, and try a draft instead of the player's file."""
        if reason != self.trouble:
            self.remark(f"not saved: {reason}")
        self.trouble = reason
        if self.path is not None and not is_draft(self.path):
            self.path, self.kept = None, None
            try:
                self._write(file, new_draft(self.adapter.name), force=False)
            except InvalidFile as error:
                self.trouble = str(error)
                self.remark(f"not saved: {self.trouble}")
            else:
                self.remark(f"saved in {self.name} instead")

    def keep_in(self, file: Any, target: Path, *, force: bool) -> None:
        """Save where the player says, now and from now on; InvalidFile where that cannot be.

        A draft that has become a file of the player's is not kept twice.
        """
        before, kept = self.path, self.kept
        is_same = before is not None and same_file(before, target)
        self._write(file, target, force=force or is_same)
        if before is None or is_same or kept is None or not is_draft(before) or _content(before) != kept:
            return
        with suppress(OSError):  # then it is kept twice
            before.unlink()

    def _write(self, file: Any, target: Path, *, force: bool) -> None:
        refuse_unwritable(target, force=force)
        text = self.adapter.write(file_in(self.adapter, file, self.near, target.parent.resolve()))
        write_file(target, text, force=force)
        self.path, self.kept, self.trouble = target, text.encode("utf-8"), ""

    @property
    def name(self) -> str:
        """The file, as it may be shown."""
        return plain(str(self.path))

    @property
    def where(self) -> str:
        """Where the game is, for one who leaves."""
        if self.trouble:
            return f"the game is not saved: {self.trouble}"
        if self.path is None:
            there = f"the game is in {plain(str(self.near))}" if self.near else "nothing is kept"
            return f"no move was made: {there}"
        if is_draft(self.path):
            return f"the game is kept, clinic play goes on with it: {self.name}"
        return f"the game is kept in {self.name}"
