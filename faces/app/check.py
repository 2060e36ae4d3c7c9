"""`check`: everything that is wrong with game files and decks."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, NamedTuple

from faces.app.answer import Answer, fault_data
from faces.app.question import Question, read_game
from faces.games.position import illegal_fault
from faces.games.registry import decks_of, game_in, game_of_deck, is_deck
from tabletop.files import Document, Fault, InvalidFile


@dataclass(frozen=True)
class Check(Question):
    command: ClassVar[str] = "check"
    paths: tuple[Path, ...]
    deck: str | None = None  # instead of the one named


class FileFound(NamedTuple):
    kind: str  # deck or game, or file where not even that could be made out
    faults: Sequence[Fault]  # and warnings

    @property
    def valid(self) -> bool:
        return all(fault.warning for fault in self.faults)


@dataclass(frozen=True)
class Checked:
    command: str
    files: Mapping[str, FileFound]  # by name
    elapsed: float

    @property
    def faults(self) -> list[Fault]:
        """All of them, warnings included."""
        return [fault for found in self.files.values() for fault in found.faults]

    @property
    def wrong(self) -> list[Fault]:
        return [fault for fault in self.faults if not fault.warning]

    @property
    def answer(self) -> Answer:
        files = [{"file": file, "kind": found.kind, "valid": found.valid} for file, found in self.files.items()]
        return Answer(
            None,
            "infeasible" if self.wrong else "feasible",
            elapsed=self.elapsed,
            faults=[*map(fault_data, self.faults)],
            more={"files": files},
            command=self.command,
        )


def check(question: Check) -> Checked:
    started = time.monotonic()
    found = {str(path): _checked(path, question.deck) for path in question.paths}
    return Checked(Check.command, found, time.monotonic() - started)


def _checked(path: Path, deck: str | None) -> FileFound:
    """What kind of file it is, and its faults and warnings."""
    try:
        document = read_game(path)
    except InvalidFile as error:
        return FileFound("file", error.faults)
    kind = "deck" if is_deck(document) else "game"
    try:
        return FileFound(kind, _warnings(document) if kind == "deck" else _illegal(document, path, deck))
    except InvalidFile as error:
        return FileFound(kind, error.faults)


def _warnings(document: Document) -> Sequence[Fault]:
    """What looks odd about a deck; InvalidFile with what is wrong."""
    decks = decks_of(game_of_deck(document))
    assert decks is not None, "a game whose deck it is has decks"
    return decks.check(document.text, document.file)[1]


def _illegal(document: Document, path: Path, deck: str | None) -> list[Fault]:
    """The first illegal move of a game; `replay` lists the legal choices."""
    adapter, file = game_in(document, path, deck)
    illegal = adapter.replay(file).illegal
    if illegal is None:
        return []
    fault = illegal_fault(adapter, file, path, illegal)
    return [replace(fault, message=fault.message.splitlines()[0])]
