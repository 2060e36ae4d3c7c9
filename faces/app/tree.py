"""A game with all its variations: a tree of positions that were played, kept line by line as it grows."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from faces.app.keeper import Keeper
from faces.app.loading import position_of
from faces.app.question import Source
from faces.app.session import Session, by_chance
from faces.app.table import move_typed, table_data
from faces.games.position import AnyPosition, refereed
from tabletop.files import InvalidFile
from tabletop.moves import IllegalMove

ENDING = ".tree"  # of the file with the variations, beside the game


@dataclass
class Node:
    """A position of the tree, and the move that led to it."""

    number: int
    parent: int | None
    move: str
    session: Session
    children: list[int] = field(default_factory=list)


class Tree:
    """The variations of one game. The file of the game has the line that leads to `at`; the tree lies beside it.

    Each node is written down as it is made, with the game file of its line, so that whatever ends the program, at most
    the last move is lost.
    """

    def __init__(self, position: AnyPosition, keeper: Keeper) -> None:
        self.adapter, self.keeper = position.adapter, keeper
        self.nodes: dict[int, Node] = {}
        first = refereed(self.adapter, position.file.with_moves([]), position.path)
        self.at = 0
        self._add(Node(0, None, "", Session(first)))
        if keeper.path is not None:
            self._take_up(keeper.path)
        for number, move in enumerate(position.played, 1):
            self._play_again(move, position, number)

    # --- the tree ---

    def _add(self, node: Node) -> None:
        self.nodes[node.number] = node
        if node.parent is not None:
            self.nodes[node.parent].children.append(node.number)

    @property
    def here(self) -> Node:
        return self.nodes[self.at]

    @property
    def session(self) -> Session:
        return self.here.session

    def line(self, number: int) -> Iterator[Node]:
        """From a node back to the beginning."""
        node: Node | None = self.nodes[number]
        while node is not None:
            yield node
            node = None if node.parent is None else self.nodes[node.parent]

    def go(self, number: int) -> None:
        """Stand at another position; KeyError where there is none."""
        self.at = self.nodes[number].number
        self.keep()

    def play(self, line: str) -> None:
        """Play a move as it is typed; a move that was played here before leads to the same node."""
        self._play(move_typed(self.session, line))
        self.keep()

    def _play(self, move: Any) -> None:
        before = self.session
        if before.is_over or before.awaits_draw:
            raise IllegalMove("0", "no decision is due: the game is over, or something is to be drawn first")
        words = before.game.format(move)
        after = copy(before)
        after.past, after.drawn = [*before.past], []
        after.play(move)
        self._add_here(words, after)

    def _play_again(self, move: Any, position: AnyPosition, number: int) -> None:
        """A move of the file. One that chance interrupted is a single move there, which nobody can play at once."""
        try:
            self._play(move)
        except IllegalMove:
            file = position.file.with_moves(position.played[:number])
            self._add_here(position.game.format(move), Session(refereed(self.adapter, file, position.path)))

    def _add_here(self, words: str, after: Session) -> None:
        for number in self.here.children:
            if self.nodes[number].move == words:
                self.at = number
                return
        self._add(Node(max(self.nodes) + 1, self.at, words, after))
        self.at = max(self.nodes)
        self._write_down(self.here)

    def draw(self, text: str = "") -> None:
        """What the player's table shows, or without a text what chance does here; BadNotation for what cannot be."""
        session = self.session
        if not session.awaits_draw:
            raise IllegalMove("0", "nothing is to be drawn here")
        file, state = session.file, session.state
        outcome = self.adapter.seat.parse_draw(file, state, text) if text else by_chance(session.game, state)
        session.draw(outcome)
        self._write_down(self.here)
        self.keep()

    def keep(self) -> None:
        self.keeper.keep(self.session.to_file())

    # --- in plain values ---

    def to_data(self) -> dict[str, Any]:
        line = [node.number for node in self.line(self.at)][::-1]
        nodes = [
            {"number": node.number, "parent": node.parent, "move": node.move, "round": self._round(node)}
            for node in self.nodes.values()
        ]
        return {"at": self.at, "line": line, "nodes": nodes}

    def _round(self, node: Node) -> str:
        return self.adapter.views.round_words(node.session.file, node.session.state)

    def table(self) -> dict[str, Any]:
        """The table where the game stands, and the tree."""
        return {**table_data(self.session), "tree": self.to_data(), "saved": self.keeper.where}

    def text(self) -> str:
        """The game file of the line that leads here."""
        return self.adapter.write(self.session.to_file())

    # --- kept beside the game ---

    def _write_down(self, node: Node) -> None:
        if self.keeper.path is None or node.session.is_open:
            return
        text = self.adapter.write(node.session.to_file())
        said = {"number": node.number, "parent": node.parent, "move": node.move, "text": text}
        with suppress(OSError), tree_file(self.keeper.path).open("a", encoding="utf-8") as file:
            file.write(json.dumps(said) + "\n")

    def _take_up(self, path: Path) -> None:
        """Add the variations that lie beside a game; what cannot be used is left out. Of one number the last counts."""
        for said in _lines(tree_file(path)):
            number, parent, move = said["number"], said.get("parent"), said["move"]
            known = self.nodes.get(number)
            if number == 0 or parent not in self.nodes or (known and (known.parent, known.move) != (parent, move)):
                continue
            with suppress(InvalidFile):
                session = Session(position_of(Source(path, text=str(said.get("text")))))
                if known:
                    known.session = session
                else:
                    self._add(Node(number, parent, move, session))


def tree_file(path: Path) -> Path:
    return path.with_suffix(ENDING)


def _lines(path: Path) -> Iterator[Mapping[str, Any]]:
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return
    for line in lines:
        with suppress(json.JSONDecodeError):
            said = json.loads(line)
            if isinstance(said, dict) and isinstance(said.get("number"), int) and isinstance(said.get("move"), str):
                yield said
