"""A review under way, whatever the game and whoever judges it: its time, its score, and what is told before the end."""

import time
from collections.abc import Callable, Sequence

from solvers.core.advice import Luck, Mark, Objective, Review
from solvers.core.budget import Budget
from tabletop.game import Game, Move, Outcome, State
from tabletop.records import Step

Record = Sequence[Step[State, Move | Outcome]]
Judged = tuple[list[Mark], list[Luck]]
Offer = Callable[[list[Mark], list[Luck]], None]


def reviewed(
    game: Game[State, Move, Outcome],
    steps: Record[State, Move, Outcome],
    budget: Budget,
    objective: Objective,
    judge: Callable[[Callable[[], bool], Offer], Judged],
    interrupted: Callable[[], bool],
    offer: Callable[[Review], None],
) -> Review:
    """The review of a record by a judge, who is told when to stop and offers the marks and the luck found so far."""
    began = time.monotonic()
    end = steps[-1].after if steps else None
    score = game.final_score(end) if end is not None and game.is_over(end) else None

    def stop() -> bool:
        return interrupted() or time.monotonic() - began > budget.seconds

    def so_far(marks: Sequence[Mark], luck: Sequence[Luck]) -> Review:
        return Review(objective, tuple(marks), tuple(luck), score, interrupted(), time.monotonic() - began)

    return so_far(*judge(stop, lambda marks, luck: offer(so_far(marks, luck))))


__all__ = ["Judged", "Offer", "Record", "reviewed"]
