"""A game that was played, decision by decision: what each lost against the best play known then, and what luck did.

Decisions are judged together that belong together: those up to the next draw, action slot or Move. The ways through
them, the one that was played among them, are compared on the same futures. After each move the best of the ways that
still begin as the game did counts: a move loses what is out of reach from then on.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from clinic_solo.moves import DoctorDrawn, Move, Outcome, PatientDrawn
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import State
from solvers.advice import Luck, Mark, estimated, grade
from solvers.clinic_solo.advice.exact import exactly, on_from
from solvers.clinic_solo.advice.futures import futures_of
from solvers.clinic_solo.advice.judge import Contest, Judge
from solvers.clinic_solo.advice.ways import Scout, Way, ends_of, follow
from solvers.clinic_solo.problem import BOUNDARIES
from solvers.clinic_solo.world import Ints
from tabletop.records import Step

Record = Sequence[Step[State, Move | Outcome]]
FUTURES, WAYS, OPENING, IDEA, TURNS = 6, 8, 3_000, 1_000, 1_000  # the same for every decision
LUCK_TURNS = 600
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

    judge: Judge
    plans: dict[int, Ints] = field(default_factory=dict)  # by future, from earlier parts of the game

    def contest(self, state: State) -> Contest:
        return Contest(self.judge, futures_of(self.judge.game, state, FUTURES, self.judge.seed), plans=dict(self.plans))

    def marks(self, steps: Record, number: int) -> list[Mark] | None:
        """The decisions of one part, `number` being that of its first move; None when it is time to stop."""
        state, played = steps[0].before, cast(tuple[Move, ...], tuple(step.move for step in steps))
        valued = self._exact(state, played) or self._compared(state, played)
        if valued is None:
            return None
        found = []
        for at, step in enumerate(steps):
            before, after = _best(valued, played[:at]), _best(valued, played[: at + 1])
            loss = max(0.0, before[1] - after[1])
            better = before[0][at:] if loss > LEAST_LOSS else ()
            kind = grade(loss, self.judge.objective)
            found.append(Mark(number + at, step.before.round, step.move, before[1], loss, kind, better))
        return found

    def _exact(self, state: State, played: Sequence[Move]) -> list[tuple[tuple[Move, ...], float]] | None:
        """Every way through the last decisions with its value, as far as it is needed."""
        game, objective, valued = self.judge.game, self.judge.objective, []
        for at, move in enumerate(played):
            found = exactly(game, state, objective)
            if found is None or found.best is None:
                return None
            for one in found.moves:
                moves = on_from(game, state, one.move, objective)[0] if one.move in (found.best, move) else (one.move,)
                valued.append(((*played[:at], *moves), one.value or 0.0))
            state = game.apply(state, move)
        return valued

    def _compared(self, state: State, played: tuple[Move, ...]) -> list[tuple[tuple[Move, ...], float]] | None:
        contest, numbers = self.contest(state), range(FUTURES)
        game = self.judge.game
        own = follow(game, state, played, simply=True)
        if not contest.open(numbers, OPENING):
            return None
        ways = self._ways(contest, state, own, played)
        if not contest.rung(ends_of(ways), numbers, TURNS):
            return None
        self.plans = contest.plans
        return [(way.moves, self._credited(contest, way.end, own.end)) for way in ways]

    def _credited(self, contest: Contest, end: State, played: State) -> float:
        """The value of an end; one that cannot be told from what was played, future by future, is worth the same."""
        numbers = range(FUTURES)
        value, own = contest.mean(end, numbers), contest.mean(played, numbers)
        pairs = zip(contest.values(end, numbers), contest.values(played, numbers), strict=True)
        gain = estimated([one - other for one, other in pairs])
        return own if value > own and gain is not None and gain.low <= 0 else value

    def _ways(self, contest: Contest, state: State, own: Way, played: tuple[Move, ...]) -> list[Way]:
        """The way that was played, others, and others that begin as it did."""
        game, others = self.judge.game, Scout(contest, state, WAYS).ways(range(FUTURES), IDEA)
        known = {own.end, *(way.end for way in others)}
        again = []
        for at in range(1, len(played)):
            for way in others:
                # The same things done in another order end alike: no decision is to blame for its place in the row.
                other = follow(game, state, (*played[:at], *(move for move in way.moves if move not in played[:at])))
                if other.moves[:at] == played[:at] and other.end in known:
                    again.append(other)
        return [own, *others, *again]

    def luck(self, step: Step[State, Move | Outcome]) -> Luck | None:
        """What a draw of a patient or doctor brought against the mean of all it could have; None when time is up."""
        game, state = self.judge.game, step.before
        possible = game.chance_outcomes(state)
        if len(possible) == 1:
            return Luck(state.round, step.move, 0.0)
        values = {}
        for outcome, _ in possible:
            after = game.apply_outcome(state, outcome)
            contest = self.contest(after)
            if not contest.rung([after], range(FUTURES), LUCK_TURNS):
                return None
            values[outcome] = contest.mean(after, range(FUTURES))
        mean = sum(chance * values[outcome] for outcome, chance in possible)
        return Luck(state.round, step.move, values[step.move] - mean)  # type: ignore[index]


def _best(valued: Sequence[tuple[tuple[Move, ...], float]], played: tuple[Move, ...]) -> tuple[tuple[Move, ...], float]:
    """The best of the ways that begin like this."""
    return max((one for one in valued if one[0][: len(played)] == played), key=lambda one: one[1])


def reviewed(
    reviewer: Reviewer, steps: Record, tell: Callable[[str], None], stop: Callable[[], bool]
) -> tuple[list[Mark], list[Luck]]:
    """All decisions and draws of a record; those that were finished when it is time to stop."""
    game = reviewer.judge.game
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
    return marks, luck
