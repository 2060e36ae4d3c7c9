"""Where a game stands: its file, refereed once, and how to go on from there."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path
from typing import Any, Generic

from faces.games.adapter import Adapter, AnyAdapter
from faces.games.data import Choices, DeckSource
from faces.games.gamefile import File
from tabletop import records
from tabletop.files import Fault, InvalidFile
from tabletop.game import Game, Move, Outcome, State
from tabletop.records import Illegal, Line, Replay, Step
from tabletop.text import plural

SHOWN_CHOICES = 8
SHOWN_DRAWS = 24


@dataclass(frozen=True)
class Position(Generic[File, State, Move, Outcome]):
    """A game file and the position that its moves lead to, all of them legal."""

    adapter: Adapter[File, State, Move, Outcome]
    file: File
    path: Path  # for messages
    state: State
    steps: tuple[Step[State, Move | Outcome], ...] = ()

    @property
    def game(self) -> Game[State, Move, Outcome]:
        game: Game[State, Move, Outcome] = self.file.game
        return game

    @property
    def played(self) -> tuple[Move, ...]:
        """The moves that lead to the position."""
        return tuple(line.move for line in self.file.moves)

    @property
    def seen(self) -> State:
        """The position as the player may know it."""
        return self.adapter.seat.seen(self.file, self.state)

    @property
    def header(self) -> str:
        return self.adapter.views.header(self.file)

    @property
    def deck_source(self) -> DeckSource | None:
        """The cards that are played with, in a game that has decks."""
        decks = self.adapter.decks
        return decks.source_of(self.file) if decks else None

    def replayed(self, moves: Iterable[Move]) -> Replay[State, Move, Outcome]:
        """What the referee says of some moves from here on; those that lead here are not refereed again."""
        return records.replay(self.game, self.state, map(Line, moves), partial(self.adapter.known_draw, self.file))

    def after(self, moves: Sequence[Move]) -> "Position[File, State, Move, Outcome]":
        """The same game some moves later; InvalidFile where one of them is illegal."""
        replay = self.replayed(moves)
        played = self.played
        file = self.file.with_moves([*played, *moves])
        if replay.illegal is not None:
            illegal = replay.illegal._replace(number=replay.illegal.number + len(played))
            raise InvalidFile([illegal_fault(self.adapter, file, self.path, illegal)])
        return Position(self.adapter, file, self.path, replay.state, (*self.steps, *replay.steps))

    def _repr_svg_(self) -> str:
        """How a notebook shows a position: the table as the player may know it."""
        return self.adapter.views.svg(self.file, self.seen)

    def refused(self, key: str, reason: str) -> InvalidFile:
        return InvalidFile([Fault(str(self.path), None, key, reason)])


AnyPosition = Position[Any, Any, Any, Any]


def refereed(
    adapter: Adapter[File, State, Move, Outcome], file: File, path: Path
) -> Position[File, State, Move, Outcome]:
    """The position of a game that has to be legal; InvalidFile with the first move that is not."""
    replay = adapter.replay(file)
    if replay.illegal is not None:
        raise InvalidFile([illegal_fault(adapter, file, path, replay.illegal)])
    return Position(adapter, file, path, replay.state, replay.steps)


def illegal_fault(adapter: AnyAdapter, file: Any, path: Path, illegal: Illegal[Any, Any]) -> Fault:
    """The first illegal move: its number, line, rule and reason, and what could be played instead."""
    if illegal.line is None:
        when = f"after move {illegal.number}" if illegal.number else "at the beginning"
        line = getattr(file, "draws_line", None) or None  # where the file tells of draws, if it does
        return Fault(str(path), line, "draws", f"{when}: {illegal.reason}")
    typed = file.game.format(illegal.line.move)
    said = f"move {illegal.number}, {typed!r}, is illegal: {illegal.reason}"
    choices = instead(file.game, illegal.before, typed, adapter.seat.choices(file, illegal.before))
    return Fault(str(path), illegal.line.line, "play.moves", f"{said}\n{choices}")


def instead(game: Game[Any, Any, Any], state: Any, typed: str, offered: Choices[Any] | None = None) -> str:
    """The legal choices, or those offered, the ones most like what was typed first."""
    if game.is_over(state):
        return "  the game is over: no move is left"
    if game.is_chance(state):
        possible = [game.format(outcome) for outcome, _ in game.chance_outcomes(state)]
        rest = f" / … {len(possible) - SHOWN_DRAWS} more" if len(possible) > SHOWN_DRAWS else ""
        expected = " / ".join(possible[:SHOWN_DRAWS])
        return f"  the file does not say what was drawn here; possible: {expected}{rest}"
    offered = offered or Choices(game.legal_moves(state))
    choices = [game.format(move) for move in offered.moves]
    nearest = sorted(choices, key=lambda choice: -SequenceMatcher(None, typed, choice).ratio())[:SHOWN_CHOICES]
    more = len(choices) - len(nearest)
    title = plural(len(choices), "legal choice") if offered.complete else "some of the legal choices"
    lines = [f"  {title}:", *(f"    {choice}" for choice in nearest)]
    return "\n".join(lines + [f"    … and {more} more"] * (more > 0))
