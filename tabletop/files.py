"""Reading TOML files a person wrote: every fault at once, each with file, line, key and what was expected."""

import json
import os
import re
import stat
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path as FilePath
from typing import Any, TypeVar, cast

from tabletop.moves import BadNotation, suggest
from tabletop.plain import plain
from tabletop.records import Line
from tabletop.toml_limits import too_much
from tabletop.toml_lines import Path, locate

Kind = TypeVar("Kind")
Move = TypeVar("Move")

MOST_BYTES = 200_000  # no deck or game is nearly as long
MOST_FAULTS = 500  # that are told; who sees so many has the wrong file
LONG_VALUE = 60  # letters in a message
LONG_KEY = 100
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_KIND_NAMES = {str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "a table"}


@dataclass(frozen=True)
class Fault:
    """One thing wrong in a file, or, as a warning, one thing odd."""

    file: str
    line: int | None
    key: str
    message: str
    warning: bool = False

    def __str__(self) -> str:
        place = plain(self.file) if self.line is None else f"{plain(self.file)}:{self.line}"
        key = f"{plain(self.key)}: " if self.key else ""
        message = "\n".join(map(plain, self.message.split("\n")))  # the choices instead of an illegal move are a list
        return f"{place}: {key}{'warning: ' if self.warning else ''}{message}"


class InvalidFile(Exception):
    """A file that cannot be used; carries every fault found."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = tuple(faults)


def _shown(value: object) -> str:
    """A value in a message, cut where it is long."""
    text = repr(value)
    return text if len(text) <= LONG_VALUE else f"{text[:LONG_VALUE]}…"


def _key_text(path: Path) -> str:
    text = ""
    for part in path:
        name = f"[{part + 1}]" if isinstance(part, int) else part if part.isprintable() else repr(part)
        text += name if isinstance(part, int) or not text else f".{name}"
    return text


@dataclass
class Document:
    """A parsed TOML file and the faults found in it so far."""

    file: str
    text: str
    data: dict[str, Any]
    faults: list[Fault] = field(default_factory=list)

    @cached_property
    def lines(self) -> dict[Path, int]:
        """Where each value stands; found when first asked, as a deck without faults never asks."""
        return locate(self.text)

    def line_of(self, path: Path) -> int:
        while path not in self.lines:
            path = path[:-1]
        return self.lines[path]

    def fault(self, path: Path, message: str, *, warning: bool = False, below: int = 0) -> None:
        """Note a fault at a key; `below` counts lines into a text of several lines. InvalidFile after too many."""
        if len(self.faults) == MOST_FAULTS:
            self.faults.append(Fault(self.file, None, "", f"has more than {MOST_FAULTS} faults, no more are told"))
            raise InvalidFile(self.faults)
        self.faults.append(Fault(self.file, self.line_of(path) + below, _key_text(path), message, warning))

    @property
    def errors(self) -> list[Fault]:
        return [fault for fault in self.faults if not fault.warning]

    def raise_faults(self) -> None:
        if self.errors:
            raise InvalidFile(self.errors)

    def root(self) -> "Table":
        return Table(self, (), self.data)


@dataclass
class Table:
    """One table of a document, read key by key; what is wrong is noted and None is returned."""

    document: Document
    path: Path
    data: dict[str, Any]
    asked: set[str] = field(default_factory=set)

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def fault(self, key: str | None, message: str, *, warning: bool = False, below: int = 0) -> None:
        self.document.fault(self.path if key is None else (*self.path, key), message, warning=warning, below=below)

    def get(self, key: str, kind: type[Kind], *, required: bool = True) -> Kind | None:
        """The value of a key if it is of the kind asked for."""
        self.asked.add(key)
        if key not in self.data:
            if required:
                self.fault(None, f"{key} is missing, expected {_KIND_NAMES[kind]}")
            return None
        return self._checked((*self.path, key), self.data[key], kind)

    def number(self, key: str, low: int, high: int | None = None, *, required: bool = True) -> int | None:
        """A whole number within limits."""
        value = self.get(key, int, required=required)
        if value is None or (low <= value and (high is None or value <= high)):
            return value
        limits = f"{low} or more" if high is None else f"{low} to {high}"
        self.fault(key, f"expected {limits}, found {value}")
        return None

    def name(self, key: str) -> str | None:
        """What a deck calls something: it appears in headings, messages and files, so it has to be fit for them."""
        value = self.get(key, str)
        if value is None or (value.isprintable() and len(value) <= LONG_VALUE):
            return value
        self.fault(key, f"expected at most {LONG_VALUE} visible letters on one line, found {_shown(value)}")
        return None

    def choice(self, key: str, allowed: Iterable[str], *, required: bool = True) -> str | None:
        """One of the given words."""
        value = self.get(key, str, required=required)
        words = list(allowed)
        if value is None or value in words:
            return value
        self.fault(key, f"{_shown(value)} is unknown, {suggest(value, words)}")
        return None

    def choices(self, key: str, allowed: Iterable[str]) -> tuple[str, ...]:
        """Some of the given words, none where the key is not there."""
        words, found = list(allowed), self.items(key, str, required=False) or []
        for index, value in enumerate(found):
            if value not in words:
                self.document.fault((*self.path, key, index), f"{_shown(value)} is unknown, {suggest(value, words)}")
        return tuple(value for value in found if value in words)

    def items(self, key: str, kind: type[Kind], *, required: bool = True) -> list[Kind] | None:
        """A list whose elements are all of one kind."""
        values = self.get(key, list, required=required)
        if values is None:
            return None
        checked = [self._checked((*self.path, key, index), value, kind) for index, value in enumerate(values)]
        found = [value for value in checked if value is not None]
        return found if len(found) == len(values) else None

    def table(self, key: str, *, required: bool = True) -> "Table | None":
        value = self.get(key, dict, required=required)
        return None if value is None else Table(self.document, (*self.path, key), value)

    def tables(self, key: str) -> list["Table"]:
        """The tables of an array of tables."""
        values = self.items(key, dict) or []
        return [Table(self.document, (*self.path, key, index), value) for index, value in enumerate(values)]

    def lines(self, key: str) -> list[tuple[int, str]]:
        """The lines of a text with words on them, each with how far it stands below the key; # begins a comment."""
        text = self.get(key, str) or ""
        # TOML drops a line break right behind the opening quotes.
        source = self.document.text.split("\n")[self.document.line_of((*self.path, key)) - 1]
        skipped = 1 if re.search(r"""=\s*(\"{3}|'{3})\r?$""", source) else 0
        told = [(below, line.split("#")[0].strip()) for below, line in enumerate(text.split("\n"), skipped)]
        return [(below, words) for below, words in told if words]

    def moves(self, key: str, parse: Callable[[str], Move]) -> tuple[Line[Move], ...]:
        """Moves written one below the other; a line that is none is a fault."""
        found, first = list[Line[Move]](), self.document.line_of((*self.path, key))
        for below, words in self.lines(key):
            try:
                found.append(Line(parse(words), first + below))
            except BadNotation as error:
                self.fault(key, str(error), below=below)
        return tuple(found)

    def done(self) -> None:
        """Note every key that nobody asked for."""
        for key in self.data:
            if key not in self.asked:
                self.fault(key, f"unknown key, {suggest(key, sorted(self.asked))}")

    def _checked(self, path: Path, value: Any, kind: type[Kind]) -> Kind | None:
        if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
            return value
        self.document.fault(path, f"expected {_KIND_NAMES[kind]}, found {_shown(value)}")
        return None


def played(play: Table | None, parse: Callable[[str], Move]) -> tuple[Line[Move], ...]:
    """The moves of the [play] of a game file; a new game has none."""
    if play is None:
        return ()
    moves = play.moves("moves", parse)
    play.done()
    return moves


def parse(text: str, file: str) -> Document:
    """Read TOML from a text; a syntax error, or what is far beyond any deck or game, is the one fault then."""
    if beyond := too_much(text):
        raise InvalidFile([Fault(file, beyond.line, "", f"is too much to read: {beyond.reason}")])
    try:
        document = Document(file, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        message, _, place = str(error).rpartition(" (at ")
        at_end = place.startswith("end")
        line = text.count("\n") + 1 if at_end else int(place.removeprefix("line ").split(",")[0])
        raise InvalidFile([Fault(file, line, "", f"not valid TOML: {message}")]) from None
    except ValueError:
        raise InvalidFile([Fault(file, None, "", "not valid TOML: a number has thousands of digits")]) from None
    except RecursionError:
        raise InvalidFile([Fault(file, None, "", "not valid TOML: nested too deeply")]) from None
    _refuse_strange_values(document)
    return document


def _refuse_strange_values(document: Document) -> None:
    """TOML's whole numbers have 64 bits; much longer ones could not even be named in a message, nor could long keys.

    Control characters would reach the terminal or a picture with the text they stand in.
    """
    waiting: list[tuple[Path, Any]] = [((), document.data)]
    for path, value in waiting:  # grows by what is inside
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            document.fault(path, "this number is too long")
        if isinstance(value, str) and _CONTROL.search(value):
            document.fault(path, f"there are control characters in {_shown(value)}")
        if isinstance(value, dict) and (long := [key for key in value if len(key) > LONG_KEY]):
            document.fault(path, f"a key has more than {LONG_KEY} letters: {_shown(long[0])}")
        inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        waiting += [((*path, key), child) for key, child in inside]
    document.raise_faults()


def read_text(path: FilePath) -> str:
    """The text of a file, or one clear fault: missing, a directory or a pipe, not readable, too long, not text."""
    try:
        content = _content(path)
        if len(content) <= MOST_BYTES:
            return content.decode("utf-8-sig")  # some editors put a mark in front
        reason = f"is too long, expected at most {MOST_BYTES:,} bytes"
    except FileNotFoundError:
        reason = "no such file"
    except IsADirectoryError:
        reason = "is a directory, expected a file"
    except UnicodeDecodeError:
        reason = "is not a text file (UTF-8 expected)"
    except OSError as error:
        reason = f"cannot be read: {cast(str, error.strerror)}"
    except ValueError as error:  # a name that no file can have
        reason = f"cannot be read: {error}"
    raise InvalidFile([Fault(str(path), None, "", reason)])


def _content(path: FilePath) -> bytes:
    """The bytes of a plain file; a pipe could keep one waiting, and a device has no end."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:  # refuses a directory
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise ValueError("it is no plain file, but a pipe, a device or the like")
        return file.read(MOST_BYTES + 1)


def read(path: FilePath) -> Document:
    """Read a TOML file."""
    text = read_text(path)
    if not text.strip():
        raise InvalidFile([Fault(str(path), None, "", "is empty")])
    return parse(text, str(path))


# --- writing ------------------------------------------------------------------------------------------------------


def quoted(text: str) -> str:
    """A text as TOML has it.

    >>> print(quoted('the "big" clinic'))
    "the \\"big\\" clinic"
    """
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")  # TOML's escapes are JSON's


def quoted_list(words: Iterable[str]) -> str:
    """Words as a TOML list.

    >>> quoted_list(["f1", "f2"])
    '["f1", "f2"]'
    """
    return "[" + ", ".join(map(quoted, words)) + "]"
