"""Drafts: games played without a file of their own, kept in a folder so that none is lost."""

import os
import secrets
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from faces.app.loading import position_of
from faces.app.question import Source
from faces.games.position import AnyPosition
from tabletop.files import Fault, InvalidFile

FOLDER_VARIABLE = "CLINIC_DRAFTS"
OWN_FOLDER = "clinic-solver"
RANDOM_BYTES = 3  # of a name; with the second of the day, enough for two players who begin at once


def drafts_folder() -> Path:
    """Where this user's drafts are, as the platform has it."""
    if told := os.environ.get(FOLDER_VARIABLE):
        return Path(told)
    if sys.platform == "win32":
        data = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        data = "~/Library/Application Support"
    else:
        data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(os.path.expanduser(data)) / OWN_FOLDER / "drafts"


def new_draft(game: str) -> Path:
    """A name in the drafts folder that no other game has; InvalidFile where there can be no such folder."""
    folder = drafts_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = f"cannot be made: {getattr(error, 'strerror', None) or error}"
        raise InvalidFile([Fault(str(folder), None, "", reason)]) from None
    return folder / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(RANDOM_BYTES)}.toml"


def is_draft(path: Path) -> bool:
    return path.resolve().parent == drafts_folder().resolve()


@dataclass(frozen=True)
class Draft:
    """A game that can be gone on with."""

    position: AnyPosition
    saved: float  # seconds since the epoch

    @property
    def words(self) -> tuple[str, str, str]:
        """Which game and deal, where it stands, and when that was."""
        here = self.position
        heading = here.adapter.views.status(here.file, here.seen).splitlines()[0]
        return here.header, heading, time.strftime("%Y-%m-%d %H:%M", time.localtime(self.saved))


def unfinished() -> Iterator[Draft]:
    """The drafts to go on with, the last one played first; what cannot be read is passed over."""
    for saved, path in sorted(_files(), reverse=True):
        try:
            position = position_of(Source(path))
        except InvalidFile:
            continue
        if not position.game.is_over(position.seen):
            yield Draft(position, saved)


def _files() -> Iterator[tuple[float, Path]]:
    try:
        found = list(drafts_folder().glob("*.toml"))
    except OSError:
        return
    for path in found:
        try:
            yield path.stat().st_mtime, path
        except OSError:
            continue  # gone in the meantime
