"""Plain engines for any game that offers the Game protocol: solve, advise and review, honest and not strong.

A plan comes from going through everything, where that is little, or else from plays that are made up: then it has no
bound. Advice is expectimax, one draw further at a time, with a value for the positions where it ends; it is exact where
that goes to the end of the game, and says so. A review judges every decision by the same search.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Generic, cast

from solvers.core import plain_search
from solvers.core.advice import Advice, Interval, Luck, Mark, Objective, Option, Review, grade
from solvers.core.budget import Budget
from solvers.core.expectimax import Expectation, MoveValue, expectimax
from solvers.core.replay import KnownGame
from solvers.core.result import Found, Progress, SolveResult, Status
from solvers.core.reviewing import Judged, Offer, Record, reviewed
from tabletop.game import Game, Move, Outcome, State, iter_moves
from tabletop.records import Step

A_MINUTE, NOTHING_FOUND = Budget(), Found()
MOST_MOVES = 2_000  # of a decision, at a glance
A_FEW = 3_000  # positions of a look that is not thorough
A_JUDGEMENT = 20_000  # positions for each decision of a review, so that it does not depend on the machine
AT_A_GLANCE = -1  # draws looked ahead: not even up to the first one
LEAST_LOSS = 1e-9

Leaf = Callable[[State], float]  # what a position is worth where a search ends before the game does


def solve(
    known: KnownGame[State, Move, Outcome],
    state: State,
    budget: Budget = A_MINUTE,
    *,
    forbidden: Sequence[Move] = (),
    found: Found = NOTHING_FOUND,
    report: Callable[[Progress], None] = lambda _: None,
    interrupted: Callable[[], bool] = lambda: False,
    offer: Callable[[Found], None] | None = None,
) -> SolveResult:
    """A good play from a position with the draws known: the best where there is little left, else without a bound."""
    return plain_search.search(
        known, state, budget, forbidden=forbidden, found=found, report=report, interrupted=interrupted, offer=offer
    )


# --- what positions are worth ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Look(Generic[Move]):
    """What a search of some draws ahead says of a position."""

    found: Expectation[Move]
    depth: int

    @property
    def exact(self) -> bool:
        return self.found.status is Status.OPTIMAL

    @property
    def value(self) -> float:
        assert self.found.value is not None, "only looks that were finished are told of"
        return self.found.value


@dataclass(frozen=True)
class PositionEvaluator(Generic[State, Move, Outcome]):
    """Expectimax for one game and objective; the leaf value is what the game would count if it ended there."""

    game: Game[State, Move, Outcome]
    objective: Objective
    leaf: Leaf[State] | None = None

    def utility(self, state: State) -> float:
        """What the end of a game counts."""
        return float(self.game.goal_met(state) if self.objective is Objective.GOAL else self.game.final_score(state))

    def guess(self, state: State) -> float:
        """What a position is worth without any look ahead."""
        return self.utility(state) if self.leaf is None or self.game.is_over(state) else self.leaf(state)

    def glance(self, state: State) -> Look[Move]:
        """Every move by the position it leads to."""
        if self.game.is_over(state) or self.game.is_chance(state):
            status = Status.OPTIMAL if self.game.is_over(state) else Status.FEASIBLE
            return Look(Expectation(status, self.guess(state), None, (), None, None, 1, 1), AT_A_GLANCE)
        moves = list(islice(iter_moves(self.game, state), MOST_MOVES))
        values = [self.guess(self.game.apply(state, move)) for move in moves]
        best, valued = max(values), tuple(map(MoveValue, moves, values))
        chosen = moves[values.index(best)]
        return Look(Expectation(Status.FEASIBLE, best, chosen, valued, None, None, len(moves), len(moves)), AT_A_GLANCE)

    def look(
        self, state: State, depth: int, positions: int | None = None, stop: Callable[[], bool] = lambda: False
    ) -> Look[Move] | None:
        """So many draws ahead; None where that is more than is allowed."""
        if depth == AT_A_GLANCE:
            return self.glance(state)
        found = expectimax(
            self.game, state, utility=self.utility, depth=depth, leaf=self.guess, every_move=True,
            positions=positions, stop=stop,
        )  # fmt: skip
        return None if found.value is None else Look(found, depth)

    def deeper(self, state: State, first: int, positions: int | None, stop: Callable[[], bool]) -> Iterator[Look[Move]]:
        """A glance, then further and further ahead, as long as that is allowed or until it is exact."""
        look: Look[Move] | None = self.glance(state)
        depth = first
        while look is not None:
            yield look
            if look.exact or stop():
                return
            look = self.look(state, depth, positions, stop)
            depth += 1

    def line(self, state: State, move: Move, depth: int, stop: Callable[[], bool]) -> tuple[tuple[Move, ...], State]:
        """A move and the best ones after it up to the next draw, as far as there is time to find them."""
        moves, state = [move], self.game.apply(state, move)
        while not self.game.is_over(state) and not self.game.is_chance(state):
            look = self.look(state, depth, stop=stop)
            if look is None or look.found.best is None:
                break
            moves.append(look.found.best)
            state = self.game.apply(state, look.found.best)
        return tuple(moves), state


# --- advice ---------------------------------------------------------------------------------------------------------


def advise(
    game: Game[State, Move, Outcome],
    state: State,
    budget: Budget = A_MINUTE,
    objective: Objective = Objective.SCORE,
    *,
    leaf: Leaf[State] | None = None,
    report: Callable[[str], None] = lambda _stage: None,
    interrupted: Callable[[], bool] = lambda: False,
    offer: Callable[[Advice], None] = lambda _advice: None,
) -> Advice:
    """The moves of a position, the best first, by expectimax as deep as the budget allows.

    `counts["depth"]` says how many draws were looked ahead; `within` is given where the search went to the end of the
    game, and only then. What is known under way is offered, for one who cannot wait for the rest.
    """
    began, evaluator = time.monotonic(), PositionEvaluator(game, objective, leaf)

    def stop() -> bool:
        return interrupted() or time.monotonic() - began > budget.seconds

    look = evaluator.glance(state)
    for look in evaluator.deeper(state, 0, None if budget.thorough else A_FEW, stop):
        offer(_told(evaluator, state, look, budget.shown, lambda: True))
        if look.found.best is not None:
            report(f"so far {look.value:.2f}, {max(0, look.depth)} draws ahead: {game.format(look.found.best)}")
    advice = _told(evaluator, state, look, budget.shown, stop)
    return replace(advice, interrupted=interrupted(), elapsed=time.monotonic() - began)


def _told(
    evaluator: PositionEvaluator[State, Move, Outcome],
    state: State,
    look: Look[Move],
    shown: int,
    stop: Callable[[], bool],
) -> Advice:
    """A look as advice, its options followed up to the next draw until it is time to stop."""
    ranked = sorted(look.found.moves, key=lambda one: -(one.value or 0.0))
    options = []
    for one in ranked[:shown]:
        value = one.value or 0.0
        moves, end = ((one.move,), evaluator.game.apply(state, one.move)) if stop() else evaluator.line(
            state, one.move, look.depth, stop
        )  # fmt: skip
        chance = value if look.exact and evaluator.objective is Objective.GOAL else None
        options.append(Option(moves, value, look.value - value, chance, end))
    return Advice(
        evaluator.objective,
        tuple(options),
        Interval(look.value, look.value) if look.exact else None,
        expected=None if options else look.value,
        counts={"depth": max(0, look.depth), "candidates": len(ranked), "positions": look.found.positions},
    )


# --- review ---------------------------------------------------------------------------------------------------------


def review(
    game: Game[State, Move, Outcome],
    steps: Record[State, Move, Outcome],
    budget: Budget = A_MINUTE,
    objective: Objective = Objective.SCORE,
    *,
    leaf: Leaf[State] | None = None,
    report: Callable[[str], None] = lambda _stage: None,
    interrupted: Callable[[], bool] = lambda: False,
    offer: Callable[[Review], None] = lambda _review: None,
) -> Review:
    """What each decision of a game lost against the best move at the same depth, and what each draw brought."""
    evaluator = PositionEvaluator(game, objective, leaf)

    def judge(stop: Callable[[], bool], tell: Offer) -> Judged:
        marks: list[Mark] = []
        luck: list[Luck] = []
        for step in steps:
            drawn = game.is_chance(step.before)
            found = _luck(evaluator, step, stop) if drawn else _mark(evaluator, step, len(marks) + 1, stop)
            if stop():  # perhaps before it was looked at as deeply as the others
                break
            if isinstance(found, Mark):
                report(f"round {found.round}, move {found.number}")
                marks.append(found)
            else:
                luck.append(found)
            tell(marks, luck)
        return marks, luck

    return reviewed(game, steps, budget, objective, judge, interrupted, offer)


def _judged(
    evaluator: PositionEvaluator[State, Move, Outcome],
    step: Step[State, Move | Outcome],
    first: int,
    stop: Callable[[], bool],
) -> Look[Move]:
    """The deepest look at the position before a step that the positions for one judgement allow."""
    *_, look = evaluator.deeper(step.before, first, A_JUDGEMENT, stop)
    return look


def _mark(
    evaluator: PositionEvaluator[State, Move, Outcome],
    step: Step[State, Move | Outcome],
    number: int,
    stop: Callable[[], bool],
) -> Mark:
    look = _judged(evaluator, step, 0, stop)
    if look.depth == AT_A_GLANCE:
        after = evaluator.guess(step.after)
    else:
        after = cast(Look[Move], evaluator.look(step.after, look.depth)).value
    loss = max(0.0, look.value - after)
    better: tuple[Move, ...] = ()
    if loss > LEAST_LOSS and look.found.best is not None:
        better = evaluator.line(step.before, look.found.best, look.depth, stop)[0]
    kind = grade(loss, evaluator.objective)
    return Mark(number, evaluator.game.round_of(step.before), step.move, look.value, loss, kind, better)


def _luck(
    evaluator: PositionEvaluator[State, Move, Outcome], step: Step[State, Move | Outcome], stop: Callable[[], bool]
) -> Luck:
    """What a draw brought against the mean of all it could have brought, one draw ahead at least."""
    look = _judged(evaluator, step, 1, stop)
    gain = 0.0
    if look.depth != AT_A_GLANCE:
        gain = cast(Look[Move], evaluator.look(step.after, look.depth - 1)).value - look.value
    return Luck(evaluator.game.round_of(step.before), step.move, gain)


__all__ = ["PositionEvaluator", "advise", "review", "solve"]
