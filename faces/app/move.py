"""`move`: who goes where, by which way, in least time, and what conveyors and helipads are good for."""

import time
from dataclasses import dataclass, field
from typing import Any, ClassVar

from faces.app.answer import Answer
from faces.app.loading import position_of
from faces.app.question import Question, Source
from faces.games.data import Misuse, MoveReport, MoveWish
from faces.games.position import AnyPosition


@dataclass(frozen=True)
class Move(Question):
    command: ClassVar[str] = "move"
    source: Source
    wish: MoveWish = field(default_factory=MoveWish)


@dataclass(frozen=True)
class Moved:
    position: AnyPosition
    report: MoveReport
    elapsed: float

    @property
    def answer(self) -> Answer:
        report, adapter = self.report, self.position.adapter
        least = None if report.movement is None else report.movement.time
        return Answer(
            adapter.name,
            "infeasible" if least is None else "optimal",
            best=least,
            bound=least,
            moves=[] if report.move is None else [report.move],
            deck=self.position.deck_source,
            elapsed=self.elapsed,
            more=_data(report),
            command=Move.command,
        )


def move(question: Move) -> Moved:
    started = time.monotonic()
    position = position_of(question.source)
    mover = position.adapter.mover
    if mover is None:
        raise Misuse("nobody moves in this game")
    report = mover.plan(position, question.wish)
    return Moved(position, report, time.monotonic() - started)


def _data(report: MoveReport) -> dict[str, Any]:
    walks = report.movement.walks if report.movement else ()
    charges = report.movement.charges if report.movement else ()
    return {
        "question": report.question,
        "refusal": report.refusal or None,
        "walks": [
            {**walk._asdict(), "way": [{"place": leg.place, "conveyor": leg.ride} for leg in walk.way]}
            for walk in walks
        ],
        "charges": [charge._asdict() for charge in charges],
        "comparison": [variant._asdict() for variant in report.variants],
        "placements": {
            heading: [variant._asdict() for variant in found] for heading, found in report.placements.items()
        },
        "remarks": list(report.remarks),
    }
