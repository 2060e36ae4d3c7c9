"""`whatif`: what a move costs or gains, made or forbidden."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from faces.app.answer import Answer
from faces.app.findings import Plan, formatted
from faces.app.loading import position_for
from faces.app.progress import Watch
from faces.app.searching import SearchQuestion, search
from faces.app.verdicts import sound
from faces.games.data import Misuse
from faces.games.position import AnyPosition, instead
from tabletop.moves import BadNotation, IllegalMove

if TYPE_CHECKING:
    from solvers.core.budget import Budget
    from solvers.core.result import SolveResult

Items = dict[str, tuple[int, int, int]]  # by name: free, as told, difference


@dataclass(frozen=True)
class WhatIf(SearchQuestion):
    command: ClassVar[str] = "whatif"
    forced: tuple[str, ...] = ()  # moves to be made, in order
    forbidden: tuple[str, ...] = ()  # moves not to be made after them


@dataclass(frozen=True)
class Compared:
    question: WhatIf
    free: Plan
    constrained: Plan  # the best play that does as it is told
    forced: Sequence[Any]
    forbidden: Sequence[Any]
    elapsed: float

    @cached_property
    def items(self) -> Items | None:
        """The difference item by item; None where a plan is missing."""
        one, other = self.free.score, self.constrained.score
        if one is None or other is None:
            return None
        return {name: (one[name], other[name], other[name] - one[name]) for name in one}

    @property
    def answer(self) -> Answer:
        items = self.items
        more = {
            "forced": formatted(self.free.position, self.forced),
            "forbidden": formatted(self.free.position, self.forbidden),
            "free": self.free.to_data(),
            "difference": None if items is None else sum(change for _, _, change in items.values()),
            "difference_proven": self.free.proven and self.constrained.proven,
            "difference_by_item": None if items is None else {name: row[2] for name, row in items.items()},
        }
        return self.constrained.answer(WhatIf.command, self.elapsed, more)


def compare(question: WhatIf, watch: Watch) -> Compared:
    if not question.forced and not question.forbidden:
        raise Misuse("what if what? Give --force MOVE or --forbid MOVE, each as often as needed")
    started = time.monotonic()
    position = position_for(question.source, question.goal, question.level)
    changed = position
    for line in question.forced:
        changed = changed.after([_refereed(changed, "--force", line)])
    forced = changed.played[len(position.played) :]
    forbidden = _forbidden(changed, question.forbidden)
    from solvers.core.budget import Budget

    free, constrained = _both(position, changed, forbidden, Budget(question.seconds, question.workers), watch)
    plans = Plan(position, free), Plan(position, constrained).with_interrupted(watch.interrupted())
    return Compared(question, *plans, forced, forbidden, time.monotonic() - started)


def _refereed(position: AnyPosition, option: str, line: str) -> Any:
    """A move that is legal in the position, or InvalidFile with the reason and the legal choices."""
    game = position.game
    try:
        move = game.parse(line)
    except BadNotation as error:
        raise position.refused(option, str(error)) from None
    try:
        game.apply(position.state, move)
    except IllegalMove as reason:
        said = f"{line!r} is illegal: {reason}\n{instead(game, position.state, line)}"
        raise position.refused(option, said) from None
    return move


def _forbidden(position: AnyPosition, lines: Sequence[str]) -> tuple[Any, ...]:
    game, state = position.game, position.state
    moves = tuple(_refereed(position, "--forbid", line) for line in lines)
    banned = {game.apply(state, move) for move in moves}
    if moves and all(game.apply(state, move) in banned for move in game.legal_moves(state)):
        raise position.refused("--forbid", "these are all the legal choices: nothing is left to play")
    return moves


def _both(
    position: AnyPosition, changed: AnyPosition, forbidden: tuple[Any, ...], budget: "Budget", watch: Watch
) -> "tuple[SolveResult, SolveResult]":
    """The best free play, and the best one that does as it is told, both told from the first position."""
    from solvers.core.result import Found

    half = replace(budget, seconds=budget.seconds / 2)
    forced = changed.played[len(position.played) :]
    watch.heading = "free choice"
    free = search(position, half, watch)
    rest = free.moves[len(forced) :]
    obeys = free.moves and _obeys(position, free.moves, changed, forbidden)
    watch.heading = "what if"
    # Whatever is told, play cannot become better: the bound of free play holds for it, too.
    found = Found(rest if obeys else (), free.bound)
    constrained = search(changed, half, watch, forbidden=forbidden, found=found, needed=False)
    constrained = replace(constrained, moves=(*forced, *constrained.moves))
    if constrained.best is not None and (free.best is None or constrained.best > free.best):
        # Free play may do the same; its own search was not as lucky.
        free = sound(replace(free, best=constrained.best, moves=constrained.moves))
    return free, constrained


def _obeys(position: AnyPosition, plan: Sequence[Any], changed: AnyPosition, forbidden: tuple[Any, ...]) -> bool:
    """Whether a plan does as it is told anyway."""
    made = len(changed.played) - len(position.played)
    game, here = position.game, position.after(plan[:made]).state
    if here != changed.state:
        return False
    following = plan[made : made + 1]
    return all(game.apply(here, move) not in [game.apply(here, one) for one in forbidden] for move in following)
