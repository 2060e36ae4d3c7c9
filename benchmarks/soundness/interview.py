"""One case from its files to its findings: which questions are asked, and what the hunt finds out by itself."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.soundness.adapters import Style, adapter_of
from benchmarks.soundness.asking import Question, ask
from benchmarks.soundness.cases import Case, moves_of, settled
from benchmarks.soundness.checking import Checker, Clock
from benchmarks.soundness.enumeration import Enumeration, TooLarge, listed
from benchmarks.soundness.ledger import BY_BRUTE_FORCE, Finding, Flaw, Ledger, Refused
from faces.games.registry import opened

# Limits in seconds and how often each is drawn: most are below a second, so that 3,000 cases take about an hour.
LIMITS = {0.05: 26, 0.1: 30, 0.2: 24, 0.4: 12, 0.8: 5, 2.0: 2, 5.0: 0.5, 20.0: 0.1}
QUICK_LIMITS = {0.05: 3, 0.1: 1}
AGAIN = 0.15  # share of cases whose first question is asked a second time
SECONDS_FOR_PROOF = 20.0  # of a last round, which is proven twice
PROBES = 2  # games that the hunt plays to the end by itself
BY_PLAYER, WITNESS = "a simple player", "a play kept with the case"
MOST_LISTED = 60  # moves that one is drawn from


@dataclass(frozen=True)
class Habits:
    """How a case is asked."""

    clock: Clock = Clock.WALL
    quick: bool = False
    brute: int = 1_000  # moves that an enumeration may try
    apart: float = 0.02  # share of questions in a process of their own
    busy: float = 0.05  # share of questions under load


@dataclass
class Outcome:
    """What came of a case."""

    case: Case
    questions: list[Question] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    proofs: int = 0
    brute: int = 0  # comparisons with an exhaustive search
    twice: int = 0  # last rounds proven by the search and by CP-SAT
    declined: int = 0  # questions for advice or a schedule that were turned down with a reason
    witness: tuple[str, ...] = ()  # the best play that the hunt found by itself

    @property
    def counts(self) -> Counter[str]:
        return Counter(question.command for question in self.questions)


class Interview:
    """The questions of a case, one after the other; each may depend on what was answered before."""

    def __init__(self, case: Case, folder: Path, random: Random, habits: Habits) -> None:
        self.path = case.write(folder)
        self.random, self.habits = random, habits
        self.adapter = adapter_of(case.game)
        self.outcome = Outcome(case)
        self.most: int | None = None  # of all plays, where these could be gone through
        face, file = opened(self.path)
        self.ledger = Ledger(face, file, face.replay(file).state)
        certain = self.adapter.is_certain(file.game, self.ledger.state)
        self.checker = Checker(self.ledger, certain, habits.clock, habits.brute)

    @property
    def game(self) -> Any:
        return self.ledger.game

    def hold(self, questions: Iterator[Question] | list[Question], witness: Sequence[str] = ()) -> Outcome:
        """Ask these questions and look for plays of our own before and after them; `witness` is one known already."""
        outcome = self.outcome
        outcome.findings += self._own_plays()
        if witness:
            outcome.findings += self._add(witness, WITNESS)
        for question in questions:
            outcome.questions.append(question)
            outcome.findings += self.checker.check(question, ask(question, self.path))
        outcome.findings += self._better_ends()
        outcome.witness = self._witness()
        outcome.proofs = self.checker.proofs
        outcome.brute += self.checker.compared
        outcome.twice = int(self.checker.proven_twice)
        outcome.declined = self.checker.declined
        return outcome

    def _witness(self) -> tuple[str, ...]:
        own = [play for play in self.ledger.plays if play.source.startswith((BY_BRUTE_FORCE, BY_PLAYER, WITNESS))]
        best = max(own, key=lambda play: play.score, default=None)
        return tuple(map(self.game.format, best.moves)) if best else ()

    # --- questions ---

    def questions(self) -> Iterator[Question]:
        """Solve, the best and one more, what a move is worth, and advice that may be exact; in haste, part of it."""
        yield self._question("solve")
        parts = [self._targets, self._what_ifs, self._advice]
        for part in [self.random.choice(parts)] if self.habits.quick else parts:
            yield from part()
        if self.random.random() < AGAIN and not self.habits.quick:
            yield self._question("solve")
        if self._is_last_round() and not self.habits.quick:
            for command, alone in (("solve", ()), ("schedule", ("--alone",))):
                yield Question(command, (*alone, "--quiet"), SECONDS_FOR_PROOF, workers=2)

    def _targets(self) -> Iterator[Question]:
        best = self.ledger.free.low
        if best is not None:
            more = self.random.choice((-20, 3, 40, 1_000)) if self.random.random() < 0.2 else 1
            for score in sorted({best, best + 1, best + more}):
                yield self._question("target", "--score", str(score))
        if self.random.random() < 0.25 and self.adapter.has_goal(self.game):
            yield self._question("target")

    def _what_ifs(self) -> Iterator[Question]:
        if not self._is_due() or self.random.random() < 0.4:
            return
        moves = list(islice(moves_of(self.game)(self.ledger.state), MOST_LISTED))
        line = self.game.format(self.random.choice(moves))
        ends = {self.game.apply(self.ledger.state, move) for move in moves}
        several = len(ends) > 1 and self.random.random() < 0.5
        yield self._question("whatif", "--forbid" if several else "--force", line)

    def _advice(self) -> Iterator[Question]:
        last = self.adapter.rounds_left(self.game, self.ledger.state) == 1
        if self._is_due() and self.random.random() < (0.5 if last else 0.05):
            objective = self.random.choice(("score", "score", "goal"))
            yield self._question("advise", "--objective", objective, "--seed", str(self.random.randrange(9)))

    def _is_last_round(self) -> bool:
        """Whether a last round begins, or an action in it: `schedule` and `solve` ask for the same."""
        scheduler = self.ledger.face.scheduler
        last = self.adapter.rounds_left(self.game, self.ledger.state) == 1
        return last and scheduler is not None and self._is_due()

    def _is_due(self) -> bool:
        """Whether the player has to decide something."""
        return not self.game.is_over(self.ledger.state) and not self.game.is_chance(self.ledger.state)

    def _question(self, command: str, *arguments: str) -> Question:
        random, habits = self.random, self.habits
        limits = QUICK_LIMITS if habits.quick else LIMITS
        seconds = random.choices(list(limits), list(limits.values()))[0]
        quiet = ("--quiet",) if random.random() < 0.5 else ()
        return Question(
            command, arguments + quiet, seconds, random.choice((1, 2)),
            apart=random.random() < habits.apart, busy=random.random() < habits.busy,
        )  # fmt: skip

    # --- plays of our own ---

    def _own_plays(self) -> Iterator[Finding]:
        """All plays where they are few; else some that simple players make."""
        game, state, enumeration = self.game, self.ledger.state, self._enumeration()
        left = self.adapter.rounds_left(game, state)
        if left > 2:
            return
        try:
            self.most = enumeration.best(state).score if left < 2 else None
        except TooLarge:
            self.most = None
        if self.most is None:
            for style in self.random.sample(list(Style), PROBES):
                yield from self._played(style)
            return
        self.outcome.brute += 1
        for first in [()] if game.is_over(state) else [(move,) for move in listed(game, state)]:
            after = game.apply(state, *first) if first else state
            yield from self._add([*first, *enumeration.best(after).moves], f"{BY_BRUTE_FORCE}, all plays")

    def _enumeration(self) -> Enumeration:
        return Enumeration(self.ledger.face, self.ledger.file, self.habits.brute)

    def _played(self, style: Style) -> Iterator[Finding]:
        moves, state = list[Any](), self.ledger.state
        while not self.game.is_over(state):
            if self.game.is_chance(state):
                return  # a draw that the file does not know
            moves.append(self.adapter.choose(self.game, state, style, self.random))
            state = settled(self.ledger.face, self.ledger.file, self.game.apply(state, moves[-1]))
        yield from self._add(moves, f"{BY_PLAYER} ({style})")

    def _add(self, moves: Any, source: str) -> list[Finding]:
        try:
            return self.ledger.add(self.ledger.referee(moves, source))
        except Refused as reason:
            return [Finding(Flaw.REFEREE, f"{source}: {reason}")]

    def _better_ends(self) -> Iterator[Finding]:
        """The best plan against all plays, or its end gone through from as early as the limit allows."""
        best = self.ledger.best_play()
        if best is None:
            return
        if self.most is not None:
            if best.score > self.most:
                words = f"{best.score} by {best.source}, but the moves that are listed lead to {self.most} at most"
                yield Finding(Flaw.REFEREE, words)
            return
        states = [self.ledger.state]
        for move in best.moves:
            states.append(settled(self.ledger.face, self.ledger.file, self.game.apply(states[-1], move)))
        enumeration, known = self._enumeration(), best.score
        for made in range(len(best.moves) - 1, -1, -1):
            try:
                line = enumeration.best(states[made])
            except TooLarge:
                return
            if line.score > known:
                known = line.score
                plan = [*best.moves[:made], *line.moves]
                yield from self._add(plan, f"{BY_BRUTE_FORCE}, from move {made + 1} of a plan")
