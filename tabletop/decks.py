"""Finding deck files: those that come along with a game, and a player's own."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files as package_files
from pathlib import Path
from typing import Generic, TypeVar

from tabletop.files import Document, InvalidFile, Table, parse, read_text

Deck = TypeVar("Deck")


def parse_deck(text: str, file: str) -> Document:
    """Read the TOML of a deck."""
    document = parse(text, file)
    refuse_game(document)
    return document


def refuse_game(document: Document) -> None:
    """A game file in the place of a deck is the one fault then; the rest would only confuse."""
    if isinstance(named := document.data.get("deck"), str):
        document.fault(("deck",), f"this is a game with the deck {named!r}, expected a deck")
        document.raise_faults()


@lru_cache(maxsize=64)
def _checked(check: Callable[[str, str], tuple[Deck, Document]], text: str, file: str) -> Deck:
    """The deck of a text: the same one as long as the text is the same, however many games are played with it."""
    return check(text, file)[0]


def to_correct(text: str, name: str, comments: Sequence[str]) -> str:
    """A deck file to correct from one's own box: a deck that comes along, with all that is reconstructed marked."""
    body = text[text.index("[deck]") :].replace(f'name = "{name}"', 'name = "mine"', 1)
    guessed = 'provenance = "reconstructed"'
    lines = [line + ("   # <- look it up" if line == guessed else "") for line in body.splitlines()]
    return "\n".join([*comments, "", *lines]) + "\n"


@dataclass(frozen=True)
class Shelf(Generic[Deck]):
    """The decks of one game: the package that holds the shipped ones, and how a deck's text is checked."""

    package: str
    check: Callable[[str, str], tuple[Deck, Document]]

    def shipped(self) -> list[str]:
        """The names of the decks that come along."""
        names = [entry.name for entry in package_files(self.package).iterdir()]
        return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))

    def find(self, name: str, near: Path | None = None) -> tuple[str, str]:
        """The text of a deck and the name to call it by in messages."""
        if name in self.shipped():
            return package_files(self.package).joinpath(f"{name}.toml").read_text("utf-8"), f"{name}.toml"
        path = Path(name)
        if near is not None and os.path.exists(near.parent / path):  # False for impossible names, too
            path = near.parent / path
        return read_text(path), str(path)

    def load(self, name: str, near: Path | None = None) -> Deck:
        """A deck by the name of a shipped one or by file, a relative file being sought near another one first."""
        deck: Deck = _checked(self.check, *self.find(name, near))
        return deck

    def named_in(self, root: Table, name: str | None, near: Path | None) -> Deck | None:
        """The deck that a game file names; what is wrong with it is noted there, and None returned."""
        if name is None:
            return None
        try:
            return self.load(name, near)
        except InvalidFile as error:
            if len(error.faults) == 1 and error.faults[0].line is None:
                root.fault("deck", f"{name!r}: {error.faults[0].message}, {self.expected}")
            else:
                root.document.faults += error.faults
            return None

    @property
    def expected(self) -> str:
        """What might have been named, as the end of a message."""
        return f"expected {' or '.join(self.shipped())} or the file of a deck"
