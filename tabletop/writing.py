"""Writing files of a user: whole or not at all, and never over another file unless told to.

A new text goes to a private file in the same folder first, and takes its name only when it is safely on the disk. So
whoever reads sees the old text or the new one, and a program that is killed leaves at most a hidden file behind.
"""

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tabletop.files import Fault, InvalidFile

IS_FOLDER = "is a directory, expected the name of a file"
IS_NO_FILE = "is no plain file (a pipe, a device or the like), so it is not written to"
EXISTS = "exists already; --force overwrites it"
NO_FOLDER = "cannot be written: no such folder"
READ_ONLY = "cannot be written: it is read-only"
DRAFT_PREFIX, DRAFT_SUFFIX = ".clinic-", ".part"  # of the hidden file that a killed program may leave behind
_UMASK = os.umask(0o077)  # it can only be read by setting it, which is safe as long as no thread was begun
os.umask(_UMASK)
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK, errno.EXDEV}


def write_file(path: Path, text: str, *, force: bool) -> None:
    """Write a file, never over another one unless told to; InvalidFile where it cannot be written."""
    with _refusing(path):
        refuse_unwritable(path, force=force)
        _put(path, text.encode("utf-8"), force=force)


def refuse_unwritable(path: Path, *, force: bool) -> None:
    """Say what can be known before anything is written; after a long search it would be late."""
    with _refusing(path):
        if reason := _hindrance(path, force=force):
            raise InvalidFile([Fault(str(path), None, "", reason)])


def same_file(one: Path, other: Path) -> bool:
    """Whether two names, links followed, stand for one file, also if it is yet to be made."""
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        pass
    try:
        return os.path.realpath(one) == os.path.realpath(other)
    except (OSError, ValueError):
        return False


def _hindrance(path: Path, *, force: bool) -> str | None:
    target = _target(path)
    old = _status(target)
    if old is not None and stat.S_ISDIR(old.st_mode):
        return IS_FOLDER
    if not force and os.path.lexists(path):
        return EXISTS
    if old is not None and not stat.S_ISREG(old.st_mode):
        return IS_NO_FILE
    if old is not None and not (old.st_mode & 0o222 and os.access(target, os.W_OK)):
        return READ_ONLY  # asked of its mode, too, as root may write anything
    if not target.parent.is_dir():
        return NO_FOLDER
    if not os.access(target.parent, os.W_OK | os.X_OK):
        return "cannot be written: its folder is read-only"
    return None


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    """Tell what the system says as a fault of the file."""
    try:
        yield
        return
    except FileExistsError:
        reason = EXISTS  # made by somebody else a moment ago
    except FileNotFoundError:
        reason = NO_FOLDER
    except OSError as error:
        reason = f"cannot be written: {error.strerror}"
    except ValueError as error:  # a name or a text that no file can have
        reason = f"cannot be written: {error}"
    raise InvalidFile([Fault(str(path), None, "", reason)])


def _target(path: Path) -> Path:
    """Where a name leads; links are followed, so that they stay links."""
    target = Path(os.path.realpath(path))
    if target.is_symlink():  # links that lead to each other
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return target


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _put(path: Path, content: bytes, *, force: bool) -> None:
    target = _target(path)
    handle, name = tempfile.mkstemp(DRAFT_SUFFIX, DRAFT_PREFIX, target.parent)  # for its owner's eyes only
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            _take_on_mode(file.fileno(), _status(target))
            file.flush()
            os.fsync(file.fileno())
        if force:
            os.replace(name, target)
        else:
            _put_where_nothing_is(name, target)
    finally:
        with suppress(OSError):
            os.unlink(name)  # still there if it was not renamed
    _sync_folder(target.parent)


def _take_on_mode(handle: int, old: os.stat_result | None) -> None:
    """The mode and the owner of the file that is replaced, or the mode of any new file."""
    if old is None:
        os.fchmod(handle, 0o666 & ~_UMASK)
        return
    with suppress(OSError):  # only root may give files away
        os.fchown(handle, old.st_uid, old.st_gid)
    os.fchmod(handle, stat.S_IMODE(old.st_mode))


def _put_where_nothing_is(draft: str, target: Path) -> None:
    """Give a file its name; FileExistsError if there is one of that name, be it for a moment only."""
    try:
        os.link(draft, target)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # a file system without links
        os.replace(draft, target)


def _sync_folder(folder: Path) -> None:
    """So that the name outlives a power cut, too; some file systems do not know how."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
