"""`show`: the table as it stands after the moves of a file."""

import time
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from faces.app.answer import Answer
from faces.app.findings import formatted
from faces.app.loading import position_of
from faces.app.question import Question, Source
from faces.games.data import Choices
from faces.games.position import AnyPosition


@dataclass(frozen=True)
class Show(Question):
    command: ClassVar[str] = "show"
    source: Source


@dataclass(frozen=True)
class Shown:
    position: AnyPosition
    began: float

    @cached_property
    def state(self) -> Any:
        """As the player may know it."""
        return self.position.seen

    @cached_property
    def choices(self) -> Choices[Any]:
        return self.position.adapter.seat.choices(self.position.file, self.state)

    @property
    def svg(self) -> str:
        return self.position.adapter.views.svg(self.position.file, self.state)

    @property
    def answer(self) -> Answer:
        position, adapter = self.position, self.position.adapter
        more = {
            "position": adapter.views.position_data(position.file, self.state),
            "legal": formatted(position, self.choices.moves),
            "legal_complete": self.choices.complete,
        }
        return Answer(
            adapter.name,
            moves=formatted(position, position.played),
            deck=position.deck_source,
            elapsed=time.monotonic() - self.began,
            more=more,
            command=Show.command,
        )


def show(question: Show) -> Shown:
    return Shown(began=time.monotonic(), position=position_of(question.source))
