"""A game that was played, decision by decision: what each lost against the best play known then, and what luck did."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from clin9ic.moves import Move, Order, Outcome, Reveal
from clin9ic.referee import Clin9ic
from clin9ic.state import ROUNDS, Phase, State
from solvers.clin9ic.kernel.packed import pack
from solvers.clin9ic.policy.play_evaluator import PlayEvaluator
from solvers.clin9ic.policy.player_view import Play
from solvers.clin9ic.successors.problem import Start
from solvers.core import generic, reviewing
from solvers.core.advice import Luck, Mark, Objective, Review, grade
from solvers.core.budget import Budget
from solvers.core.expectimax import after_draw
from solvers.core.plain_search import plain_words
from solvers.core.result import NotSolvable
from tabletop.records import Step

Record = Sequence[Step[State, Move | Outcome]]
A_MINUTE = Budget()
CANDIDATES, EACH = 8, 3  # the same for every decision


@dataclass
class Reviewer:
    """Judges all decisions with one evaluator and one budget; nothing hidden at the time is used."""

    evaluator: PlayEvaluator
    seed: int = 0
    turned_up: list[Luck] = field(default_factory=list)  # floor cards
    stop: Callable[[], bool] = lambda: False

    def value(self, state: State) -> tuple[float, Play | None]:
        """The value of the best play known, at a decision, before a draw within the round, or between rounds."""
        game = self.evaluator.game
        if game.is_over(state):
            return self.evaluator.utility(float(game.final_score(state)), ROUNDS), None
        if state.phase is Phase.REVEAL:
            return after_draw(game, state, lambda turned: self.value(turned)[0]), None
        if state.phase is Phase.ORDER:
            return self._between(state), None
        best = self.evaluator.best(state, candidates=CANDIDATES, each=EACH, seed=self.seed)[0]
        return best.value, best.play

    def _between(self, state: State) -> float:
        """The value of an end of a round, as the evaluator counts ends."""
        value_function = self.evaluator.view.value_functions(state)[0]
        before = state._replace(round=state.round - 1, faces=state.faces.translate(str.maketrans("ab", "ba")))
        end = Play(pack(value_function.world, state), 0.0, False, Start((), state))
        return self.evaluator.evaluated(before, [end])[0].value

    def marks(self, steps: Record, number: int) -> list[Mark] | None:
        """The decisions of one round, the last first; `number` is that of the last move. None has a value below
        what it led to. No list at all where it was time to stop."""
        found: list[Mark] = []
        after = self.value(steps[-1].after)[0]
        for step in reversed(steps):
            if self.evaluator.game.is_chance(step.before):
                after = self.value(step.before)[0] if step.before.phase is Phase.REVEAL else after
                continue
            if self.stop():
                return None
            after = self._before_turning_up(step, after)
            value, play = self.value(step.before)
            loss = max(0.0, value - after)
            lost = loss > LEAST_LOSS and play is not None
            better: tuple[Any, ...] = self.evaluator.view.moves(step.before, play) if lost and play else ()
            if better and better[0] == step.move:
                better = better[:2]
            best = max(value, after)
            kind = grade(loss, self.evaluator.objective)
            found.append(Mark(number, step.before.round, step.move, best, loss, kind, better))
            number, after = number - 1, best
        return found

    def _before_turning_up(self, step: Step[State, Move | Outcome], after: float) -> float:
        """3.1: a record knows the card below the floor just built; a player met it by luck."""
        first, second = len(step.before.stack), len(step.after.stack)
        if (first, second) != (3, 2) or step.after.phase is Phase.REVEAL:
            return after
        other = self.value(step.after._replace(stack=step.after.stack[::-1]))[0]
        mean = (after + other) / 2
        self.turned_up.append(Luck(step.before.round, Reveal(step.after.stack[0]), after - mean))
        return mean

    def luck(self, step: Step[State, Move | Outcome]) -> Luck:
        """What a draw brought against the mean of all it could have brought."""
        game, state = self.evaluator.game, step.before
        values = {}
        for outcome, _ in game.chance_outcomes(state):
            after = game.apply_outcome(state, outcome)
            play = self.evaluator.view.plays(after)[0]
            values[outcome] = self.evaluator.utility(play.value, state.round)
        return Luck(state.round, step.move, values[step.move] - sum(values.values()) / len(values))  # type: ignore[index]


LEAST_LOSS = 1e-9


def reviewed(
    reviewer: Reviewer,
    steps: Record,
    tell: Callable[[str], None],
    stop: Callable[[], bool],
    offer: Callable[[list[Mark], list[Luck]], None] = lambda _marks, _luck: None,
) -> tuple[list[Mark], list[Luck]]:
    """All decisions and draws of a record, round by round; those of the rounds finished when it is time to stop."""
    game, reviewer.stop = reviewer.evaluator.game, stop
    marks: list[Mark] = []
    luck: list[Luck] = []
    rounds: list[list[Step[State, Move | Outcome]]] = []
    for step in steps:
        if isinstance(step.move, Order) or not rounds:
            rounds.append([])
        rounds[-1].append(step)
    number = 0
    for part in rounds:
        moves = sum(not game.is_chance(step.before) for step in part)
        number += moves
        if stop():
            break
        tell(f"round {part[0].before.round}")
        luck += [reviewer.luck(step) for step in part if game.is_chance(step.before)]
        if moves:
            found = reviewer.marks(part, number)
            if found is None:
                break
            marks += reversed(found)
        offer([*marks], [*luck])
    return marks, sorted(luck + reviewer.turned_up, key=lambda one: one.round)


def review(
    game: Clin9ic,
    steps: Record,
    budget: Budget = A_MINUTE,
    objective: Objective = Objective.SCORE,
    *,
    report: Callable[[str], None] = lambda _stage: None,
    interrupted: Callable[[], bool] = lambda: False,
    offer: Callable[[Review], None] = lambda _review: None,
) -> Review:
    """What each decision of a game lost, and what luck did; what is judged under way is offered.

    What the fast search does not support is looked ahead by the plain rules.
    """
    try:
        reviewer = Reviewer(PlayEvaluator(game, objective, workers=budget.workers), budget.seed)
    except NotSolvable as reason:
        heard: Any = {"report": report, "interrupted": interrupted, "offer": offer}
        return replace(generic.review(game, steps, budget, objective, **heard), note=plain_words(str(reason)))

    def judge(stop: Callable[[], bool], tell: reviewing.Offer) -> reviewing.Judged:
        return reviewed(reviewer, steps, report, stop, tell)

    return reviewing.reviewed(game, steps, budget, objective, judge, interrupted, offer)
