"""`new`: deal a game."""

import os
import secrets
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from faces.app.answer import Answer
from faces.app.question import Question
from faces.games.adapter import AnyAdapter
from faces.games.data import Misuse, NewGame
from faces.games.registry import adapter_of
from tabletop.writing import write_file

RANDOM_SEEDS = 1_000_000


@dataclass(frozen=True)
class New(Question):
    command: ClassVar[str] = "new"
    game: str
    wish: NewGame = field(default_factory=NewGame)
    output: Path | None = None  # write the game file there
    force: bool = False  # overwrite it


@dataclass(frozen=True)
class Dealt:
    adapter: AnyAdapter
    file: Any
    seed: int | None

    @property
    def words(self) -> str:
        """How to get the same deal again."""
        known = {"deal": self.adapter.deal_id(self.file), "seed": self.seed}
        return ", ".join(f"{name} {value}" for name, value in known.items() if value is not None)


@dataclass(frozen=True)
class NewFile:
    question: New
    deal: Dealt
    text: str
    elapsed: float

    @property
    def answer(self) -> Answer:
        adapter, file, output = self.deal.adapter, self.deal.file, self.question.output
        more = {
            "seed": self.deal.seed,
            "id": adapter.deal_id(file),
            "output": None if output is None else str(output),
            "text": self.text,
        }
        source = adapter.decks.source_of(file) if adapter.decks else None
        return Answer(
            adapter.name, "feasible", deck=source, elapsed=self.elapsed, more=more, command=New.command
        )  # fmt: skip


def deal(game: str, wish: NewGame) -> Dealt:
    """A new game as wished, and the seed it came from."""
    adapter = adapter_of(game)
    if wish.seed is not None and wish.id is not None:
        raise Misuse("--seed and --id each choose the deal: give one of them")
    seed = wish.seed if wish.seed is not None or wish.id is not None else secrets.randbelow(RANDOM_SEEDS)
    return Dealt(adapter, adapter.new(replace(wish, seed=seed)), seed)


def new(question: New) -> NewFile:
    """Deal a game and write it down, into a file where one is named."""
    started = time.monotonic()
    dealt, output = deal(question.game, question.wish), question.output
    adapter = dealt.adapter
    if output:
        dealt = replace(dealt, file=file_in(adapter, dealt.file, None, output.parent))
    text = adapter.write(dealt.file)
    if output:
        write_file(output, text, force=question.force)
    return NewFile(question, dealt, text, time.monotonic() - started)


def file_in(adapter: AnyAdapter, file: Any, near: Path | None, folder: Path) -> Any:
    """A game file as it is written into a folder: a deck file is named by its way from there.

    It is sought beside the file `near`, or else from where the user is.
    """
    if not file.deck or file.deck in adapter.words_for("deck"):
        return file
    beside = near.parent / file.deck if near else Path(file.deck)
    return replace(file, deck=os.path.relpath(beside if beside.exists() else Path(file.deck), folder))
