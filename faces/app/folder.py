"""The folder of a player's games and decks: what a page may read and write, and nothing outside of it."""

import re
import threading
import time
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from typing import Any

from faces.app.deck import with_decks
from faces.app.drafts import drafts_folder, new_draft
from faces.app.keeper import Keeper
from faces.app.loading import position_of
from faces.app.new import deal
from faces.app.question import Source
from faces.app.tree import Tree
from faces.games.data import NewGame
from faces.games.position import AnyPosition, refereed
from puzzles import ABOUT, FOLDER
from tabletop import files
from tabletop.files import Fault, InvalidFile
from tabletop.writing import write_file

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,80}", re.ASCII)
DECKS = "decks"
OPEN = 64  # games in memory at once; the others are read again when they are asked for
LISTED = 40


class NoSuchGame(Exception):
    """A name that no game of the folder has."""


def faulty(what: str, reason: str) -> InvalidFile:
    return InvalidFile([Fault(what, None, "", reason)])


class Games:
    """The games of a player, by the names of their files. Each is used by one request at a time."""

    def __init__(self) -> None:
        self.folder = drafts_folder()
        self.folder.mkdir(parents=True, exist_ok=True)
        self._open: OrderedDict[str, Tree] = OrderedDict()
        self._summaries: dict[str, tuple[float, dict[str, Any]]] = {}
        self.lock = threading.RLock()

    # --- opening ---

    def tree(self, name: str) -> Tree:
        with self.lock:
            if name not in self._open:
                path = self._path(name)
                position = self._read(Source(path))
                self._put(name, Tree(position, Keeper(position.adapter, path, path, _nobody)))
            self._open.move_to_end(name)
            return self._open[name]

    def _path(self, name: str) -> Path:
        path = self.folder / f"{name}.toml"
        if not NAME.fullmatch(name) or path.is_symlink() or not path.is_file():
            raise NoSuchGame
        return path

    def _read(self, source: Source) -> AnyPosition:
        """A game file; its deck is a shipped one or lies in the folder, too."""
        deck = source.read().data.get("deck")
        if isinstance(deck, str):
            self._inside(deck)
        return position_of(source)

    def _inside(self, deck: str) -> None:
        shipped = {name for decks in with_decks().values() for name in decks.names()}
        if deck not in shipped and deck not in {f"{DECKS}/{name}.toml" for name in self.decks()}:
            raise faulty(
                "deck", f"{deck!r} is no deck of yours, expected {' or '.join(sorted(shipped))} or one saved here"
            )

    def _put(self, name: str, tree: Tree) -> None:
        self._open[name] = tree
        while len(self._open) > OPEN:
            self._open.popitem(last=False)

    def _begin(self, position: AnyPosition) -> str:
        path = new_draft(position.adapter.name)
        keeper = Keeper(position.adapter, path, None, _nobody)
        keeper.keep_in(position.file, path, force=False)
        with self.lock:
            self._put(path.stem, Tree(position, keeper))
        return path.stem

    # --- beginning ---

    def new(self, game: str, wish: NewGame, *, open_draws: bool = False) -> str:
        """Deal a game; with `open_draws` chance or the player's own table says what is drawn, as it comes."""
        deck = wish.deck
        if deck:
            self._inside(deck)
        own = f"{self.folder / deck}" if deck and deck.startswith(f"{DECKS}/") else deck
        dealt = deal(game, replace(wish, deck=own))
        file = dealt.file if deck is None else replace(dealt.file, deck=deck)
        if open_draws:
            file = dealt.adapter.seat.without_draws(file)
        return self._begin(refereed(dealt.adapter, file, Path("this game")))

    def add(self, text: str) -> str:
        """A game from the text of a file, which is checked like any file."""
        return self._begin(self._read(Source(self.folder / "this game", text=text)))

    def add_puzzle(self, name: str) -> str:
        if name not in ABOUT:
            raise NoSuchGame
        return self._begin(position_of(Source(FOLDER / f"{name}.toml")))

    def listed(self, most: int = LISTED) -> list[dict[str, Any]]:
        """Games played before, the last one first; what cannot be read is passed over."""
        saved = {path: path.stat().st_mtime for path in self.folder.glob("*.toml")}
        latest = sorted(saved, key=lambda path: -saved[path])[:most]
        return [game for path in latest if (game := self._summary(path, saved[path])) is not None]

    def _summary(self, path: Path, saved: float) -> dict[str, Any] | None:
        """A game in a few words, kept until its file changes."""
        known = self._summaries.get(path.stem)
        if known is not None and known[0] == saved:
            return known[1]
        try:
            position = self._read(Source(path))
        except InvalidFile:
            return None
        adapter, seen = position.adapter, position.seen
        title, _, details = position.header.replace(" · ", ": ", 1).partition(" · ")
        found = {
            "name": path.stem,
            "game": adapter.name,
            "title": title,
            "details": details,
            "status": adapter.views.status(position.file, seen).splitlines()[0],
            "saved": time.strftime("%Y-%m-%d %H:%M", time.localtime(saved)),
            "over": position.game.is_over(seen),
        }
        self._summaries[path.stem] = saved, found
        return found

    # --- decks ---

    def decks(self) -> list[str]:
        return sorted(path.stem for path in (self.folder / DECKS).glob("*.toml") if NAME.fullmatch(path.stem))

    def deck_text(self, name: str) -> str:
        if name not in self.decks():
            raise NoSuchGame
        return files.read(self.folder / DECKS / f"{name}.toml").text

    def save_deck(self, name: str, text: str) -> str:
        if not NAME.fullmatch(name):
            raise faulty("name", "expected letters, digits, - and _")
        (self.folder / DECKS).mkdir(exist_ok=True)
        write_file(self.folder / DECKS / f"{name}.toml", text, force=True)
        return f"{DECKS}/{name}.toml"

    def kept(self, name: str, node: int) -> Path:
        """Where a search keeps what it has found, so that another goes on from it."""
        (self.folder / "searches").mkdir(exist_ok=True)
        return self.folder / "searches" / f"{name}-{node}.toml"


def _nobody(_remark: str) -> None:
    """What goes wrong while saving is told by `Keeper.where`."""
