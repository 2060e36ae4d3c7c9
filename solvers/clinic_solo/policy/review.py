"""A game that was played, decision by decision: what each lost against the best play known then, and what luck did.

The decisions up to the next draw, action slot or Move are judged together. The candidates for them, the line that was
played among them, are compared on the same futures. The value after a move is that of the best candidate that begins as
the game did up to there: a move loses what is out of reach from then on.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from clinic_solo.moves import DoctorDrawn, Move, Outcome, PatientDrawn
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import State
from solvers.clinic_solo.kernel.problem import BOUNDARIES
from solvers.clinic_solo.kernel.state_encoding import Encoded
from solvers.clinic_solo.policy.candidates import Candidate, CandidateGenerator, ends_of, follow
from solvers.clinic_solo.policy.exact import best_line, exact_values
from solvers.clinic_solo.policy.future_evaluator import Comparison, FutureEvaluator
from solvers.clinic_solo.policy.futures import futures_of
from solvers.core import reviewing
from solvers.core.advice import Luck, Mark, Objective, Review, estimated, grade
from solvers.core.budget import Budget
from tabletop.records import Step

Record = Sequence[Step[State, Move | Outcome]]
A_MINUTE = Budget()
FUTURES, CANDIDATES, OPENING, IDEA, ITERATIONS = 6, 8, 3_000, 1_000, 1_000  # the same for every decision
LUCK_ITERATIONS = 600
LEAST_LOSS = 1e-9


def parts_of(game: ClinicSolo, steps: Record) -> Iterator[list[Step[State, Move | Outcome]]]:
    """Draws one by one, and decisions up to the next draw, action slot or Move."""
    part: list[Step[State, Move | Outcome]] = []
    for step in steps:
        drawn = game.is_chance(step.before)
        if part and (drawn or step.before.phase in BOUNDARIES):
            yield part
            part = []
        if drawn:
            yield [step]
        else:
            part.append(step)
    if part:
        yield part


@dataclass
class Reviewer:
    """Judges all decisions with one evaluator and one budget; nothing that was drawn later is used."""

    evaluator: FutureEvaluator
    plans: dict[int, Encoded] = field(default_factory=dict)  # by future, from earlier parts of the game

    def comparison(self, state: State) -> Comparison:
        return Comparison(
            self.evaluator, futures_of(self.evaluator.game, state, FUTURES, self.evaluator.seed), plans=dict(self.plans)
        )

    def marks(self, steps: Record, number: int) -> list[Mark] | None:
        """The decisions of one part, `number` being that of its first move; None when it is time to stop."""
        state, played = steps[0].before, cast(tuple[Move, ...], tuple(step.move for step in steps))
        valued = self._exact(state, played) or self._in_hindsight(state, played)
        if valued is None:
            return None
        found = []
        for at, step in enumerate(steps):
            before, after = _best(valued, played[:at]), _best(valued, played[: at + 1])
            loss = max(0.0, before[1] - after[1])
            better = before[0][at:] if loss > LEAST_LOSS else ()
            kind = grade(loss, self.evaluator.objective)
            found.append(Mark(number + at, step.before.round, step.move, before[1], loss, kind, better))
        return found

    def _exact(self, state: State, played: Sequence[Move]) -> list[tuple[tuple[Move, ...], float]] | None:
        """Every line through the last decisions with its expectimax value, as far as it is needed."""
        game, objective, valued = self.evaluator.game, self.evaluator.objective, []
        for at, move in enumerate(played):
            found = exact_values(game, state, objective)
            if found is None or found.best is None:
                return None
            for one in found.moves:
                moves = (
                    best_line(game, state, one.move, objective)[0] if one.move in (found.best, move) else (one.move,)
                )
                valued.append(((*played[:at], *moves), one.value or 0.0))
            state = game.apply(state, move)
        return valued

    def _in_hindsight(self, state: State, played: tuple[Move, ...]) -> list[tuple[tuple[Move, ...], float]] | None:
        comparison, numbers = self.comparison(state), range(FUTURES)
        game = self.evaluator.game
        own = follow(game, state, played, simply=True)
        if not comparison.open(numbers, OPENING):
            return None
        candidates = self._candidates(comparison, state, own, played)
        if not comparison.rung(ends_of(candidates), numbers, ITERATIONS):
            return None
        self.plans = comparison.plans
        return [(candidate.moves, self._credited(comparison, candidate.end, own.end)) for candidate in candidates]

    def _credited(self, comparison: Comparison, end: State, played: State) -> float:
        """The value of an end; one that cannot be told from what was played, future by future, has the same value."""
        numbers = range(FUTURES)
        value, own = comparison.mean(end, numbers), comparison.mean(played, numbers)
        pairs = zip(comparison.values(end, numbers), comparison.values(played, numbers), strict=True)
        gain = estimated([one - other for one, other in pairs])
        return own if value > own and gain is not None and gain.low <= 0 else value

    def _candidates(
        self, comparison: Comparison, state: State, own: Candidate, played: tuple[Move, ...]
    ) -> list[Candidate]:
        """The candidate that was played, others, and others that begin as it did."""
        game, others = (
            self.evaluator.game,
            CandidateGenerator(comparison, state, CANDIDATES).candidates(range(FUTURES), IDEA),
        )
        known = {own.end, *(candidate.end for candidate in others)}
        again = []
        for at in range(1, len(played)):
            for candidate in others:
                # The same things done in another order end alike: no decision is to blame for its place in the row.
                other = follow(
                    game, state, (*played[:at], *(move for move in candidate.moves if move not in played[:at]))
                )
                if other.moves[:at] == played[:at] and other.end in known:
                    again.append(other)
        return [own, *others, *again]

    def luck(self, step: Step[State, Move | Outcome]) -> Luck | None:
        """What a draw of a patient or doctor brought against the mean of all it could have; None when time is up."""
        game, state = self.evaluator.game, step.before
        possible = game.chance_outcomes(state)
        if len(possible) == 1:
            return Luck(state.round, step.move, 0.0)
        values = {}
        for outcome, _ in possible:
            after = game.apply_outcome(state, outcome)
            comparison = self.comparison(after)
            if not comparison.rung([after], range(FUTURES), LUCK_ITERATIONS):
                return None
            values[outcome] = comparison.mean(after, range(FUTURES))
        mean = sum(chance * values[outcome] for outcome, chance in possible)
        return Luck(state.round, step.move, values[step.move] - mean)  # type: ignore[index]


def _best(valued: Sequence[tuple[tuple[Move, ...], float]], played: tuple[Move, ...]) -> tuple[tuple[Move, ...], float]:
    """The best of the candidates that begin like this."""
    return max((one for one in valued if one[0][: len(played)] == played), key=lambda one: one[1])


def reviewed(
    reviewer: Reviewer,
    steps: Record,
    tell: Callable[[str], None],
    stop: Callable[[], bool],
    offer: Callable[[list[Mark], list[Luck]], None] = lambda _marks, _luck: None,
) -> tuple[list[Mark], list[Luck]]:
    """All decisions and draws of a record; those that were finished when it is time to stop."""
    game = reviewer.evaluator.game
    marks: list[Mark] = []
    luck: list[Luck] = []
    for part in parts_of(game, steps):
        if stop():
            break
        state = part[0].before
        if not game.is_chance(state):
            tell(f"round {state.round}, move {len(marks) + 1}")
            found = reviewer.marks(part, len(marks) + 1)
            if found is None:
                break
            marks += found
        elif isinstance(part[0].move, PatientDrawn | DoctorDrawn):
            drawn = reviewer.luck(part[0])
            if drawn is None:
                break
            luck.append(drawn)
        offer([*marks], [*luck])
    return marks, luck


def review(
    game: ClinicSolo,
    steps: Record,
    budget: Budget = A_MINUTE,
    objective: Objective = Objective.SCORE,
    *,
    report: Callable[[str], None] = lambda _stage: None,
    interrupted: Callable[[], bool] = lambda: False,
    offer: Callable[[Review], None] = lambda _review: None,
) -> Review:
    """What each decision of a game lost, and what luck did; what is judged under way is offered."""

    def judge(stop: Callable[[], bool], tell: reviewing.Offer) -> reviewing.Judged:
        reviewer = Reviewer(FutureEvaluator(game, objective, budget.workers, budget.seed, stop))
        return reviewed(reviewer, steps, report, stop, tell)

    return reviewing.reviewed(game, steps, budget, objective, judge, interrupted, offer)
