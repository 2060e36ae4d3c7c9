"""A game that was played: what each decision lost by what could be known then, and what the draws brought."""

from collections.abc import Callable
from dataclasses import replace
from math import fsum
from random import Random

from dice_hospital.moves import Move, Outcome
from dice_hospital.referee import DiceHospital
from dice_hospital.state import Phase, State
from solvers.core import generic
from solvers.core.advice import Luck, Mark, Objective, Review, grade
from solvers.core.budget import Budget
from solvers.core.expectimax import after_draw
from solvers.core.plain_search import plain_words
from solvers.core.reviewing import Judged, Offer, Record, reviewed
from solvers.dice_hospital.kernel.supports import refusal
from solvers.dice_hospital.policy.advise import player_for
from solvers.dice_hospital.value_function.player import Player, sampled
from tabletop.records import Step

A_MINUTE = Budget()
FUTURES = 6  # sampled for a choice before the cards are known
DRAWS = 24  # sampled to tell what a draw brings on average
WIDTH = 120
LEAST_LOSS = 0.05  # below this a decision was as good as the best


def review(
    game: DiceHospital,
    steps: Record[State, Move, Outcome],
    budget: Budget = A_MINUTE,
    objective: Objective = Objective.SCORE,
    *,
    report: Callable[[str], None] = lambda _stage: None,
    interrupted: Callable[[], bool] = lambda: False,
    offer: Callable[[Review], None] = lambda _review: None,
) -> Review:
    """Marks by the value function; the same sampled draws for what was done and what could have been done."""
    reason = refusal(game, steps[0].before if steps else game.start())
    if reason is not None:
        found = generic.review(game, steps, budget, objective, report=report, interrupted=interrupted, offer=offer)
        return replace(found, note=plain_words(reason))
    judge = _Judge(player_for(game), objective, budget.seed)

    def judged(stop: Callable[[], bool], tell: Offer) -> Judged:
        marks, luck = list[Mark](), list[Luck]()
        for step in steps:
            if stop():
                break
            if game.is_chance(step.before):
                luck.append(judge.luck(step))
            else:
                marks.append(judge.mark(step, len(marks) + 1))
                report(f"round {step.before.round}, move {len(marks)}")
            tell(marks, luck)
        return marks, luck

    return reviewed(game, steps, budget, objective, judged, interrupted, offer)


class _Judge:
    def __init__(self, player: Player, objective: Objective, seed: int) -> None:
        self.player, self.objective, self.seed = player, objective, seed

    @property
    def game(self) -> DiceHospital:
        return self.player.game

    def expected(self, state: State) -> float:
        """What a position promises."""
        if self.game.is_over(state):
            return float(self.game.final_score(state))
        if state.phase is Phase.INTAKE:
            return self.player.value(state)
        certain = state.phase in (Phase.PLACE, Phase.ALSO, Phase.TAKE, Phase.RETURN, Phase.CONSULT, Phase.REPORT)
        seeds = range(1 if certain else FUTURES)
        values = [self.player.sampled_value(state, Random(f"{self.seed} {k}"), WIDTH) for k in seeds]
        return sum(values) / len(values)

    def mark(self, step: Step[State, Move | Outcome], number: int) -> Mark:
        """What a move lost against the best one known at that point."""
        game, state = self.game, step.before
        after, better = self.expected(step.after), tuple[Move, ...]()
        if state.phase in (Phase.PLACE, Phase.TAKE, Phase.RETURN, Phase.CONSULT) and not state.recoloured:
            best = self.expected(state)
            if best - after > LEAST_LOSS:
                better = self.player.ways(state, 1, WIDTH, starts=1)[0].moves
        else:
            ranked = sorted(((self.expected(game.apply(state, m)), k) for k, m in enumerate(game.legal_moves(state))))
            best, better = ranked[-1][0], (game.legal_moves(state)[ranked[-1][1]],)
        loss = max(0.0, best - after)
        if loss <= LEAST_LOSS:
            loss, better = 0.0, ()
        return Mark(number, state.round, step.move, max(best, after), loss, grade(loss, self.objective), better)

    def luck(self, step: Step[State, Move | Outcome]) -> Luck:
        """What a draw brought against the mean of all that might be in its place, looked at in the same way."""
        state, game = step.before, self.game
        if state.round == 0:
            return Luck(state.round, step.move, 0.0)
        if state.phase is Phase.CARDS:
            mean = after_draw(game, state, self.promise)
        else:
            draws = [sampled(game, state, Random(f"{self.seed} draw {k}")) for k in range(DRAWS)]
            mean = fsum(self.promise(game.apply_outcome(state, outcome)) for outcome in draws) / DRAWS
        return Luck(state.round, step.move, self.promise(step.after) - mean)

    def promise(self, state: State) -> float:
        """What a position after a draw promises, at a quick look."""
        seeds = range(1 if state.phase is Phase.TAKE else FUTURES)
        values = [self.player.sampled_value(state, Random(f"{self.seed} {k}")) for k in seeds]
        return fsum(values) / len(values)


__all__ = ["review"]
