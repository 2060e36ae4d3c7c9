"""`replay`: referee a whole game, move by move."""

import time
from dataclasses import dataclass
from typing import Any, ClassVar

from faces.app.answer import Answer, fault_data
from faces.app.findings import formatted
from faces.app.question import Question, Source
from faces.games.position import AnyPosition, illegal_fault
from faces.games.registry import game_in
from tabletop.files import Fault


@dataclass(frozen=True)
class Replay(Question):
    command: ClassVar[str] = "replay"
    source: Source


@dataclass(frozen=True)
class Replayed:
    position: AnyPosition  # as far as the moves are legal
    wrong: Fault | None  # the first illegal move
    elapsed: float

    @property
    def answer(self) -> Answer:
        position, adapter, game = self.position, self.position.adapter, self.position.game
        over, items = game.is_over(position.state), game.score_items(position.state)
        verdict = adapter.verdict(position.file, position.state)
        more: dict[str, Any] = {
            "over": over,
            "score": items,
            "goal_met": verdict.met if over else None,
            **verdict.details,
            "steps": [
                {
                    "move": game.format(step.move),
                    "effect": adapter.views.effect(position.file, step),
                    "chance": game.is_chance(step.before),
                }
                for step in position.steps
            ],
            "position": adapter.views.position_data(position.file, position.state),
        }
        return Answer(
            adapter.name,
            "feasible" if self.wrong is None else "infeasible",
            best=sum(items.values()) if over else None,
            moves=formatted(position, position.played),
            deck=position.deck_source,
            elapsed=self.elapsed,
            faults=[] if self.wrong is None else [fault_data(self.wrong)],
            more=more,
            command=Replay.command,
        )


def replay(question: Replay) -> Replayed:
    started, source = time.monotonic(), question.source
    adapter, file = game_in(source.read(), source.path, source.deck)
    found = adapter.replay(file)
    wrong = None if found.illegal is None else illegal_fault(adapter, file, source.path, found.illegal)
    position = AnyPosition(adapter, file, source.path, found.state, found.steps)
    return Replayed(position, wrong, time.monotonic() - started)
