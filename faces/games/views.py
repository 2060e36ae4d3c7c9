"""How any game shows itself: in a line, as a table of text or a picture, in plain values, and told step by step.

A game supplies a heading and the table in text. Everything else has a default, which a game replaces by better words.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic

from faces.games.data import Part
from faces.games.gamefile import File
from tabletop.game import Move, Outcome, State
from tabletop.records import Step
from tabletop.svg import Canvas
from tabletop.text import Pen

LINE_HEIGHT = 18  # of text in a picture


class Views(ABC, Generic[File, State, Move, Outcome]):
    """The views of one game. The files passed in are its own."""

    # --- what every game supplies ---

    @abstractmethod
    def header(self, file: File) -> str:
        """Which game this is, in a line."""

    @abstractmethod
    def text(self, file: File, state: State, pen: Pen) -> str:
        """The table."""

    # --- a position ---

    def board(self, file: File, state: State, pen: Pen) -> list[str]:  # noqa: ARG002
        """What is built, as a part of `text`."""
        return []

    def svg(self, file: File, state: State) -> str:
        """The table as a picture; by default the text of it."""
        canvas, lines = Canvas(), self.text(file, state, Pen()).splitlines()
        for number, line in enumerate(lines, 1):
            canvas.text(LINE_HEIGHT, LINE_HEIGHT * number, line)
        width = LINE_HEIGHT * (2 + max(map(len, lines), default=0) / 2)
        return canvas.document(width, LINE_HEIGHT * (len(lines) + 1), self.header(file))

    def parts(self, file: File, state: State) -> Sequence[Part]:  # noqa: ARG002
        """The parts of the picture that moves may be about, in reading order."""
        return ()

    def position_data(self, file: File, state: State) -> Mapping[str, Any]:
        """The position in plain JSON values; what a player does not know is left out."""
        return {"round": file.game.round_of(state), "due": file.game.decision(state)}

    def round_words(self, file: File, state: State) -> str:
        return f"Round {file.game.round_of(state)}"

    def status(self, file: File, state: State) -> str:
        """What is due, and the numbers one needs to decide it, in a line or two."""
        return f"{self.round_words(file, state)} · {file.game.decision(state)}"

    def time_words(self, file: File, time: int) -> str:  # noqa: ARG002
        """Time that is walked, as the game tells it."""
        return str(time)

    # --- moves and draws ---

    draw_word = "draw"  # what is drawn: cards, or the like

    def notation(self, file: File) -> Sequence[tuple[str, str]]:  # noqa: ARG002
        """An example of each kind of move, and what it means."""
        return ()

    def chapter(self, file: File, step: Step[State, Move | Outcome]) -> tuple[str, str] | None:  # noqa: ARG002
        """The heading above a step and what is told beside it, where the step begins a new part of the game."""
        return None

    def effect(self, file: File, step: Step[State, Move | Outcome]) -> list[str]:
        """What a step did, or what was drawn."""
        return [file.game.format(step.move)] if file.game.is_chance(step.before) else []

    def hint(self, file: File, state: State, move: Move) -> str:
        """What a move would do, in few words."""
        return next(iter(self.effect(file, Step(state, move, file.game.apply(state, move)))), "")
