"""Questions as data: a frozen dataclass for each command, which can be written down, sent away and read back."""

import os
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, ClassVar, Self, get_args, get_origin, get_type_hints

from puzzles import alike
from tabletop import files
from tabletop.files import Document, InvalidFile

PLAIN: dict[Any, Any] = {str: str, int: int, bool: bool, float: int | float}  # by the kind of a field, what JSON has


def read_game(path: Path) -> Document:
    """A game file, read but not yet understood; where there is none, a puzzle is named that may have been meant."""
    try:
        return files.read(path)
    except InvalidFile as error:
        meant = [] if os.path.exists(path) else alike(path)  # False for impossible names, too
        if not meant:
            raise
        *others, last = meant
        named = f"{', '.join(others)} or {last}" if others else last
        said = f"{error.faults[0].message}; did you mean the puzzle {named}?"
        raise InvalidFile([replace(error.faults[0], message=said)]) from None


@dataclass(frozen=True)
class Source:
    """The game file that is asked about: where it lies, or with `text` what it says, for one who does not have it."""

    path: Path
    deck: str | None = None  # instead of the one named in it
    text: str | None = None

    def read(self) -> Document:
        return read_game(self.path) if self.text is None else files.parse(self.text, str(self.path))

    def with_text(self) -> "Source":
        """The same with the file itself in it, to be sent away."""
        return self if self.text is not None else Source(self.path, self.deck, read_game(self.path).text)


@dataclass(frozen=True)
class Question:
    """What is asked. Each command has a class of its own, with its options as fields."""

    command: ClassVar[str]

    def to_data(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {"command": self.command, **_plain(self)}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """The opposite of `to_data`; ValueError for data that no such question has."""
        if data.get("command") != cls.command:
            raise ValueError(f"{data.get('command')!r} is another question than {cls.command!r}")
        made: Self = _made(cls, {key: value for key, value in data.items() if key != "command"}, cls.command)
        return made


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, Path) else value


def _made(kind: Any, value: Any, name: str) -> Any:
    """A value of the kind that a field asks for; ValueError where it is of another."""
    if isinstance(kind, UnionType):  # something or None
        return (
            None if value is None else _made(next(one for one in get_args(kind) if one is not type(None)), value, name)
        )
    if is_dataclass(kind) and isinstance(value, dict):
        return _made_of(kind, value, name)
    if get_origin(kind) is tuple and isinstance(value, list):
        return tuple(_made(get_args(kind)[0], one, name) for one in value)
    if kind is Path and isinstance(value, str):
        return Path(value)
    if isinstance(value, bool) != (kind is bool) or not isinstance(value, PLAIN.get(kind, NoneType)):
        raise ValueError(f"{name}: {value!r} is of the wrong kind")
    return value


def _made_of(kind: Any, data: dict[str, Any], name: str) -> Any:
    kinds, options = get_type_hints(kind), {field.name: field for field in fields(kind)}
    if unknown := data.keys() - options.keys():
        raise ValueError(f"unknown options: {', '.join(sorted(unknown))}")
    needed = [key for key, field in options.items() if field.default is MISSING and field.default_factory is MISSING]
    if missing := [key for key in needed if key not in data]:
        raise ValueError(f"{name}: {', '.join(missing)} is missing")
    return kind(**{key: _made(kinds[key], one, key) for key, one in data.items()})
