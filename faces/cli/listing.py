"""The choices of a position as a list on screen: filtered, page by page, with numbers that mean what is shown."""

import shutil
import sys
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from faces.app.session import Session
from faces.games.data import Choices
from tabletop.moves import BadNotation
from tabletop.text import columns, plural

OFFERED = 12  # choices after every move
LONG_MOVE = 60  # columns
LINES_OF_LONG_MOVE = 4  # on average
LONG_NUMBER = 9  # digits; no choice has a longer one
LINES_BESIDE_LIST = 3  # the line typed, the remark below, and the next prompt
GLUE = "\N{NO-BREAK SPACE}"


class NotShown(BadNotation):
    """A number that is not on screen."""


def on_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


class Listing:
    """A number counts only where it was shown: `shown` has the moves under 1, 2, ... of the list shown last."""

    def __init__(self, session: Session) -> None:
        self.session = session
        decides = not (session.is_over or session.awaits_draw)
        self.choices = session.adapter.seat.choices(session.file, session.state) if decides else Choices(())
        self.shown: list[Any] = []
        self.rest: list[Any] = []  # of the same list, not shown yet

    @property
    def count(self) -> str:
        return plural(len(self.choices.moves), "choice")

    def numbered(self, line: str) -> Any:
        """The move under a number; NotShown says what there is instead."""
        number, on_screen = int(line[:LONG_NUMBER]), len(self.shown)
        if self.session.is_over:
            raise NotShown("the game is over")
        if 1 <= number <= on_screen:
            return self.shown[number - 1]
        there = f"there {'is' if len(self.choices.moves) == 1 else 'are'} {self.count}, moves lists them"
        screen = "no numbered list is on screen" if not on_screen else f"the list on screen has 1 to {on_screen}"
        raise NotShown(f"{screen}: {there}")

    # --- what is shown ---

    def offer(self) -> list[str]:
        """The first choices, or the kinds of them where there are many."""
        if self.choices.summary:
            self.shown, self.rest = [], list(self.choices.moves)
            return [*columns(self.choices.summary), f"     {self.count}: {self.choices.remark}"]
        self.shown, self.rest = [], list(self.choices.moves)
        return self._page(OFFERED, "moves lists all, WORDS? those with these words")

    def filtered(self, words: Sequence[str]) -> list[str]:
        """The choices with all these words, numbered anew; nothing if there are none."""
        found = self._with_words(words)
        if not found:
            return []
        self.shown, self.rest = [], found
        return self.more()

    def more(self) -> list[str]:
        """The next ones of the list, as many as the screen has lines for."""
        if not self.rest:
            return []
        return self._page(self._room(), "more goes on, moves WORDS lists those with these words")

    def _room(self) -> int:
        if not on_terminal():
            return len(self.rest)
        lines = max(OFFERED, shutil.get_terminal_size().lines - LINES_BESIDE_LIST)
        return lines // LINES_OF_LONG_MOVE if self._long(self.rest) else lines

    def _page(self, size: int, how: str) -> list[str]:
        session, first = self.session, len(self.shown) + 1
        page, self.rest = self.rest[:size], self.rest[size:]
        self.shown += page
        rows = [
            [f"{number:>4}", session.game.format(move), session.adapter.views.hint(session.file, session.state, move)]
            for number, move in enumerate(page, first)
        ]
        lines = _long_rows(rows) if self._long(page) else columns(rows)
        if self.rest:
            lines.append(f"     … {len(self.rest)} more: {how}")
        elif page and not self.choices.complete:
            lines.append(f"     {self.choices.remark}")
        return lines

    def _long(self, moves: Sequence[Any]) -> bool:
        return any(len(self.session.game.format(move)) > LONG_MOVE for move in moves)

    def _with_words(self, words: Sequence[str]) -> list[Any]:
        """The choices whose notation has all the words, or else whose effect has them."""
        session = self.session
        game, adapter, file, state = session.game, session.adapter, session.file, session.state
        moves = self.choices.moves
        named = [move for move in moves if all(word in game.format(move).lower() for word in words)]
        if named:
            return named
        return [move for move in moves if all(word in adapter.views.hint(file, state, move).lower() for word in words)]


def _long_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    """Choices too long for a line: what each does, and the move below it."""
    lines = list[str]()
    for number, move, hint in rows:
        parts = "; ".join(part.replace(" ", GLUE) for part in move.split("; "))  # none of them is torn
        torn = wrap(parts, 78, initial_indent=" " * 8, subsequent_indent=" " * 10)
        lines += [f"{number}  {hint}", *(line.replace(GLUE, " ") for line in torn)]
    return lines
