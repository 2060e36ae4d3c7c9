"""Play from a position by the plain rules alone: slow, for any game and any rules, where no faster search answers.

Where little is left, everything is gone through and the best is proven. Otherwise plays are made up move by move, by
what positions promise and a little chance; the best so far is taken up again and again from somewhere on its way.
That gives a plan and no bound.
"""

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Generic

from solvers.core.budget import Budget
from solvers.core.replay import KnownGame
from solvers.core.result import Found, Progress, SolveResult, Status, believed, status_of
from tabletop.game import Move, Outcome, State, iter_moves

MOST_POSITIONS = 20_000  # that are gone through
AT_ONCE = 500  # positions that are gone through before anybody looks at the clock
SHARE = 0.5  # of the time, for going through them all
MOST_MOVES = 2_000  # of a decision; where there may be more, not everything can be gone through
LOOKED_AT = 40  # moves of a decision in a play that is made up
BOLD = 0.25  # share of the decisions that chance takes
BY_ENUMERATION = "every play was gone through"
NO_MOVE = "no move is left"
BY_KEPT = "what an earlier search found"
NOTHING_KNOWN = Found()


def plain_words(reason: str) -> str:
    """What to say where the plain rules are played because a faster search cannot."""
    return f"played by the plain rules, which takes long and proves little: {reason}"


class NothingLeft(Exception):
    """All moves are forbidden, or no play meets the goal. No other error may be taken for that: it is a proof."""


ScoredPlan = tuple[int, tuple[Move, ...]]  # a score, and the moves that lead to it


def everything(
    known: KnownGame[State, Move, Outcome],
    state: State,
    forbidden: Sequence[Move] = (),
    stop: Callable[[], bool] = lambda: False,
    *,
    goal: bool = False,
) -> ScoredPlan[Move] | None:
    """The best play from a position by going through all of them; with `goal`, the best that meets it.

    None if there are more than `MOST_POSITIONS`, or than there is time for. NothingLeft where there is no such play.
    """
    start = known.next_decision(state)
    banned = {known.after(start, move) for move in forbidden}
    came: dict[State, tuple[State, Move] | None] = {start: None}
    best: tuple[int, State] | None = None
    waiting = [start]
    while waiting:
        at = waiting.pop()
        if known.game.is_over(at):
            score = known.game.final_score(at)
            if (best is None or score > best[0]) and (not goal or known.game.goal_met(at)):
                best = score, at
            continue
        moves = list(islice(iter_moves(known.game, at), MOST_MOVES + 1))
        if len(moves) > MOST_MOVES:
            return None
        for move in moves:
            after = known.if_possible(known.game.apply(at, move))
            if after is None or after in came or (at is start and after in banned):
                continue
            came[after] = at, move
            waiting.append(after)
            if len(came) > MOST_POSITIONS:
                return None
        if len(came) > AT_ONCE and stop():
            return None
    if best is None:
        raise NothingLeft
    at, told = best[1], list[Move]()
    while (step := came[at]) is not None:
        at, move = step
        told.insert(0, move)
    return best[0], tuple(told)


@dataclass
class _Plays(Generic[State, Move, Outcome]):
    """Plays that are made up; the best of them is kept, before all others one that meets the goal if that is asked."""

    known: KnownGame[State, Move, Outcome]
    start: State
    banned: set[State]
    promise: Callable[[State], float]
    goal: bool
    moves: tuple[Move, ...] = ()
    rank: tuple[bool, int] | None = None  # whether it counts, and its score
    draw: random.Random = field(default_factory=lambda: random.Random(0))

    @property
    def best(self) -> ScoredPlan[Move] | None:
        """The best play that counts."""
        return (self.rank[1], self.moves) if self.rank is not None and self.rank[0] else None

    def take(self, moves: Sequence[Move], end: State) -> bool:
        """Keep a play that is better than the best so far."""
        game = self.known.game
        rank = not self.goal or game.goal_met(end), game.final_score(end)
        if self.rank is not None and rank <= self.rank:
            return False
        self.rank, self.moves = rank, tuple(moves)
        return True

    def _chosen(self, state: State, bold: bool) -> tuple[Move, State] | None:
        """The most promising of some moves, or any of them."""
        moves = list(islice(iter_moves(self.known.game, state), MOST_MOVES))
        if len(moves) > LOOKED_AT:
            moves = self.draw.sample(moves, LOOKED_AT)
        if bold and self.draw.random() < BOLD:
            moves = self.draw.sample(moves, min(2, len(moves)))
        tried = list(self._tried(state, moves))
        if state == self.start and self.banned:
            tried = [pair for pair in tried if pair[1] not in self.banned] or self._left(state)
        return max(tried, key=lambda pair: self.promise(pair[1]), default=None)

    def _left(self, state: State) -> list[tuple[Move, State]]:
        """The first move that is not forbidden, where none of those looked at will do."""
        all_of_them = self._tried(state, iter_moves(self.known.game, state))
        return list(islice((pair for pair in all_of_them if pair[1] not in self.banned), 1))

    def _tried(self, state: State, moves: Iterable[Move]) -> Iterator[tuple[Move, State]]:
        """Where moves lead that the draws allow."""
        for move in moves:
            after = self.known.if_possible(self.known.game.apply(state, move))
            if after is not None:
                yield move, after

    def play(self, bold: bool) -> bool:
        """One more play, by the best one up to some point; whether there is any."""
        kept = self.moves[: self.draw.randrange(len(self.moves))] if self.moves else ()
        state, told = self.known.play(self.start, kept), list(kept)
        while not self.known.game.is_over(state):
            chosen = self._chosen(state, bold)
            if chosen is None:
                return bool(told)  # a dead end, if it is not the start
            move, state = chosen
            told.append(move)
        self.take(told, state)
        return True


def search(
    known: KnownGame[State, Move, Outcome],
    state: State,
    budget: Budget,
    *,
    promise: Callable[[State], float] | None = None,
    forbidden: Sequence[Move] = (),
    found: Found = NOTHING_KNOWN,
    report: Callable[[Progress], None] = lambda _: None,
    interrupted: Callable[[], bool] = lambda: False,
    offer: Callable[[Found], None] | None = None,
) -> SolveResult:
    """A plan from a position within the budget, proven only where everything was gone through."""
    began = time.monotonic()

    def answer(way: ScoredPlan[Move] | None, bound: int | None, proof: str, number: int) -> SolveResult:
        best, moves = way if way is not None else (None, ())
        return SolveResult(
            status_of(best, bound, budget.target), best, bound, moves, proof=proof if bound is not None else "",
            interrupted=interrupted(), elapsed=time.monotonic() - began, counts={"plays": number},
            notation=known.game.format,
        )  # fmt: skip

    def stop() -> bool:
        return interrupted() or time.monotonic() - began > SHARE * budget.seconds

    try:
        all_of_it = everything(known, state, forbidden, stop=stop, goal=budget.goal)
    except NothingLeft:
        return SolveResult(Status.INFEASIBLE, None, None, (), proof=BY_ENUMERATION if budget.goal else NO_MOVE)
    if all_of_it is not None:
        return answer(all_of_it, all_of_it[0], BY_ENUMERATION, 0)
    start = known.next_decision(state)
    banned = {known.after(start, move) for move in forbidden}
    made = _Plays(known, start, banned, promise or known.game.final_score, budget.goal)
    if found.moves:
        made.take(found.moves, known.play(start, found.moves))
    number, told = 0, found.moves
    while not interrupted() and made.play(bold=number > 0):
        number += 1
        best = made.best[0] if made.best else None
        if offer is not None and made.best and made.moves != told:
            told = made.moves
            offer(Found(told, found.bound))
        elapsed = time.monotonic() - began
        report(Progress("plays", known.game.round_of(start), number, best, found.bound, elapsed, "plays"))
        reached = best is not None and (budget.first or (budget.target is not None and best >= budget.target))
        if reached or elapsed > budget.seconds:
            break
    best = made.best[0] if made.best else None
    return answer(made.best, found.bound if believed(best, found.bound) else None, BY_KEPT, number)


__all__ = ["everything", "plain_words", "search"]
