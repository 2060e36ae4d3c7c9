"""What commands and pages may ask of any game: one adapter per game.

A game has to supply the abstract members and no more: its name, how its files are read, dealt and written, which draws
they know, a heading, the table in text, and its goal. Everything else has a default that needs only the Game protocol
of its referee; a game replaces what it can do better. Optional capabilities: `decks`, `solver`, `adviser`, `mover`,
`scheduler`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from faces.games.data import Choices, DeckSource, Misuse, NewGame, Part, Target, Verdict
from tabletop import records
from tabletop.files import Document
from tabletop.game import Game, Move, Outcome, State
from tabletop.moves import BadNotation
from tabletop.records import Line, Replay, Step
from tabletop.svg import Sheet
from tabletop.text import Pen

if TYPE_CHECKING:
    from faces.games.decks import Decks
    from faces.games.engines import Adviser, Mover, Scheduler, Solver


class GameFile(Protocol[State, Move, Outcome]):
    """A deal or a position, and the moves played so far: a frozen dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def game(self) -> Game[State, Move, Outcome]: ...
    @property
    def deck(self) -> str:
        """As the file names it; nothing for a game without decks."""

    @property
    def start(self) -> State: ...
    @property
    def moves(self) -> tuple[Line[Move], ...]: ...
    def with_moves(self, moves: Iterable[Move]) -> Self: ...


LINE_HEIGHT = 18  # of text in a picture

File = TypeVar("File", bound=GameFile[Any, Any, Any])


class Adapter(ABC, Generic[File, State, Move, Outcome]):
    """All that is particular to one game. The files passed in are its own."""

    # --- what every game supplies ---

    name: ClassVar[str]  # as files and commands have it

    @abstractmethod
    def parse(self, document: Document, path: Path | None, deck: str | None, /) -> File:
        """The game of a document, its moves not yet refereed; InvalidFile with every fault."""

    @abstractmethod
    def new(self, wish: NewGame) -> File:
        """A new deal; Refusal where the game does not know what is wished for."""

    @abstractmethod
    def write(self, file: File, /) -> str:
        """The text of a game file, which `parse` reads back."""

    @abstractmethod
    def known_draw(self, file: File, state: State) -> Outcome | None:
        """What chance does in a position, where the file knows."""

    @abstractmethod
    def with_draw(self, file: File, state: State, outcome: Outcome) -> File:
        """The file with one more draw known."""

    def without_draws(self, file: File) -> File:
        """The same game with every draw still open, for chance or a table of one's own to say."""
        return file

    @abstractmethod
    def header(self, file: File) -> str:
        """Which game this is, in a line."""

    @abstractmethod
    def text(self, file: File, state: State, pen: Pen) -> str:
        """The table."""

    @abstractmethod
    def verdict(self, file: File, state: State) -> Verdict:
        """The goal, taken the position as the last one."""

    # --- views ---

    notation: Sequence[tuple[str, str]] = ()  # an example of each kind of move, and what it means
    deal_options: Sequence[str] = ("seed",)  # what a player may ask of a new deal, of the fields of NewGame
    draw_word = "draw"  # what is drawn: cards, or the like

    def notation_of(self, file: File) -> Sequence[tuple[str, str]]:  # noqa: ARG002
        """The examples of notation in the words of one game."""
        return self.notation

    def deal_id(self, file: File) -> str | None:  # noqa: ARG002
        """The short name of the deal, where the whole deal is known."""
        return None

    def svg(self, file: File, state: State) -> str:
        """The table as a picture; by default the text of it."""
        sheet, lines = Sheet(), self.text(file, state, Pen()).splitlines()
        for number, line in enumerate(lines, 1):
            sheet.text(LINE_HEIGHT, LINE_HEIGHT * number, line)
        width = LINE_HEIGHT * (2 + max(map(len, lines), default=0) / 2)
        return sheet.document(width, LINE_HEIGHT * (len(lines) + 1), self.header(file))

    def parts(self, file: File, state: State) -> Sequence[Part]:  # noqa: ARG002
        """The parts of the picture that moves may be about, in reading order."""
        return ()

    def position_data(self, file: File, state: State) -> Mapping[str, Any]:
        """The position in plain JSON values; what a player does not know is left out."""
        return {"round": file.game.round_of(state), "due": file.game.decision(state)}

    def round_words(self, file: File, state: State) -> str:
        return f"Round {file.game.round_of(state)}"

    def chapter(self, file: File, step: Step[State, Move | Outcome]) -> tuple[str, str] | None:  # noqa: ARG002
        """The heading above a step and what is told beside it, where the step begins a new part of the game."""
        return None

    def effect(self, file: File, step: Step[State, Move | Outcome]) -> list[str]:
        """What a step did, or what was drawn."""
        return [file.game.format(step.move)] if file.game.is_chance(step.before) else []

    def hint(self, file: File, state: State, move: Move) -> str:
        """What a move would do, in few words."""
        return next(iter(self.effect(file, Step(state, move, file.game.apply(state, move)))), "")

    def board(self, file: File, state: State, pen: Pen) -> list[str]:  # noqa: ARG002
        """What is built, as a part of `text`."""
        return []

    def rules(self) -> str:
        """The numbered rules, in Markdown; they lie beside the decks."""
        return self.decks.rules() if self.decks else f"# {self.name}\n"

    # --- play ---

    def seen(self, file: File, state: State) -> State:  # noqa: ARG002
        """The position as the player may know it."""
        return state

    def choices(self, file: File, state: State) -> Choices[Move]:
        return Choices(file.game.legal_moves(state))

    def verb(self, file: File, state: State) -> str:
        """The first word of the moves that are due, which a player may leave out."""
        return str(file.game.decision(state))

    def completed(self, file: File, state: State, line: str) -> Move | None:  # noqa: ARG002
        """The move meant by a line that says only what matters about it, None if it says nothing; or BadNotation."""
        return None

    def next_draw(self, file: File, state: State) -> Outcome | None:
        """What happens by itself in play; a draw that has become impossible since is drawn anew."""
        outcome = self.known_draw(file, state)
        return outcome if any(outcome == possible for possible, _ in file.game.chance_outcomes(state)) else None

    def draws(self, file: File, state: State) -> list[str]:
        """What may be drawn in a chance position, as a player types it."""
        return [file.game.format(outcome) for outcome, _ in file.game.chance_outcomes(state)]

    def parse_draw(self, file: File, state: State, text: str) -> Outcome:
        """What the table shows, as it was typed; BadNotation for what cannot be drawn."""
        words = self.draws(file, state)
        for typed, (outcome, _) in zip(words, file.game.chance_outcomes(state), strict=True):
            if text.lower().split() == typed.lower().split():
                found: Outcome = outcome
                return found
        raise BadNotation(f"{text!r} cannot be drawn here, expected one of: {' / '.join(words)}")

    def status(self, file: File, state: State) -> str:
        """What is due, and the numbers one needs to decide it, in a line or two."""
        return f"{self.round_words(file, state)} · {file.game.decision(state)}"

    def is_pause(self, file: File, before: State, after: State) -> bool:
        """Whether so much has changed that the player wants to see the table again."""
        return bool(file.game.round_of(before) != file.game.round_of(after))

    def is_open(self, state: State) -> bool:  # noqa: ARG002
        """Whether the last move goes on after chance spoke within it."""
        return False

    def joined(self, first: Move, second: Move) -> Move:
        """Two parts of such a move as one."""
        raise AssertionError(f"no move is ever open: {first}, {second}")

    # --- questions ---

    def words_for(self, option: str) -> Sequence[str]:  # noqa: ARG002
        """The words that an option, such as goal or level, may have."""
        return ()

    def ask_for(self, document: Document, goal: str | None, level: str | None) -> None:  # noqa: ARG002
        """Ask for another goal or level than a file does; Misuse or Refusal where there is no such thing."""
        for option, value in (("--goal", goal), ("--level", level)):
            if value is not None:
                raise Misuse(f"{option}: this game has a goal of its own")

    def target(self, file: File, score: int | None, rank: str | None, *, goal_asked: bool) -> Target:  # noqa: ARG002
        """What is to be reached: a score, or the goal of the game."""
        if rank is not None:
            raise Misuse("--rank: this game has no ranks")
        return Target(None, True, "the goal") if score is None else Target(score, False, str(score))

    # --- capabilities ---

    @property
    def decks(self) -> "Decks | None":
        """The cards to play with, for a game that has more than one set of them."""
        return None

    @property
    def solver(self) -> "Solver[File, State, Move, Outcome]":
        from faces.games.engines import Solver

        return Solver()

    @property
    def adviser(self) -> "Adviser[File, State, Move, Outcome]":
        from faces.games.engines import Adviser

        return Adviser()

    @property
    def mover(self) -> "Mover[File, State, Move, Outcome] | None":
        """Who plans the movement of people, in a game that has any."""
        return None

    @property
    def scheduler(self) -> "Scheduler[File, State, Move, Outcome] | None":
        """Who schedules a round, in a game in which people walk."""
        return None

    # --- the same for all ---

    def replay(self, file: File) -> Replay[State, Move, Outcome]:
        """Referee the moves of a file; known draws happen by themselves."""
        return self.replay_from(file, file.start, file.moves)

    def replay_from(self, file: File, state: State, moves: Iterable[Line[Move]]) -> Replay[State, Move, Outcome]:
        return records.replay(file.game, state, moves, partial(self.known_draw, file))

    def with_deck(self, file: File, deck: str) -> File:
        return replace(file, deck=deck)

    def deck_names(self) -> list[str]:
        return self.decks.names() if self.decks else []

    def deck_source(self, file: File) -> DeckSource | None:
        return self.decks.source_of(file) if self.decks else None


AnyAdapter = Adapter[Any, Any, Any, Any]
