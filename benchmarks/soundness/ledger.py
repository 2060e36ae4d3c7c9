"""All that is known about a position: plays the referee has confirmed, and bounds that answers have told."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from benchmarks.soundness.cases import settled
from faces.games.adapter import AnyAdapter
from tabletop.moves import BadNotation, IllegalMove


class Flaw(StrEnum):
    """What may be wrong with an answer."""

    BEATEN = "score above a bound"
    VERDICTS = "verdicts that disagree"
    PLAN = "plan refused or misjudged"
    BRUTE_FORCE = "brute force above a proof"
    ADVICE = "advice against expectimax"
    REFEREE = "referee at odds with itself"
    REFUSED = "question refused"
    EXIT = "undocumented end"
    TRACEBACK = "traceback"
    OVERRUN = "limit overrun"


@dataclass(frozen=True)
class Finding:
    flaw: Flaw
    words: str


class Play(NamedTuple):
    """A whole play from the position of a case, as the referee has it."""

    score: int
    goal_met: bool
    first: Any  # the position after the first move; None for a game that is over
    source: str
    moves: tuple[Any, ...] = ()


class Refused(Exception):
    """A plan that the referee does not take, and why."""


@dataclass
class Account:
    """Some of the plays of a position: the best one known and the lowest bound told."""

    name: str
    counts: Callable[[Play], bool]
    low: int | None = None
    low_source: str = ""
    high: float | None = None
    high_source: str = ""
    high_flaw: Flaw = Flaw.BEATEN

    def add_play(self, play: Play) -> list[Finding]:
        if not self.counts(play) or (self.low is not None and play.score <= self.low):
            return []
        self.low, self.low_source = play.score, play.source
        return self._contradiction()

    def add_bound(self, bound: float, source: str, flaw: Flaw = Flaw.BEATEN) -> list[Finding]:
        if self.high is not None and bound >= self.high:
            return []
        self.high, self.high_source, self.high_flaw = bound, source, flaw
        return self._contradiction()

    def _contradiction(self) -> list[Finding]:
        if self.low is None or self.high is None or self.low <= self.high:
            return []
        brute = self.low_source.startswith(BY_BRUTE_FORCE)
        flaw = Flaw.BRUTE_FORCE if brute else self.high_flaw
        words = f"{self.name}: {self.low} by {self.low_source}, but at most {self.high:g} by {self.high_source}"
        return [Finding(flaw, words)]


BY_BRUTE_FORCE = "brute force"
FREE = "any play"


@dataclass
class Ledger:
    """The accounts of one position."""

    face: AnyAdapter
    file: Any
    state: Any
    plays: list[Play] = field(default_factory=list)
    accounts: dict[str, Account] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.free = self.account(FREE, lambda _play: True)

    @property
    def game(self) -> Any:
        return self.file.game

    def account(self, name: str, counts: Callable[[Play], bool]) -> Account:
        """The account of some plays; those known already count, too."""
        if name not in self.accounts:
            self.accounts[name] = account = Account(name, counts)
            for play in self.plays:
                account.add_play(play)
        return self.accounts[name]

    def with_goal(self) -> Account:
        return self.account("plays that meet the goal", lambda play: play.goal_met)

    def forced(self, line: str) -> Account:
        after = self.game.apply(self.state, self.game.parse(line))
        return self.account(f"plays with {line!r}", lambda play: play.first == after)

    def forbidden(self, line: str) -> Account:
        after = self.game.apply(self.state, self.game.parse(line))
        return self.account(f"plays without {line!r}", lambda play: play.first != after)

    def referee(self, moves: Sequence[Any], source: str) -> Play:
        """A whole play; Refused with the reason where it is none."""
        game, state, first, made = self.game, self.state, None, list[Any]()
        for number, move in enumerate(moves, 1):
            try:
                move = game.parse(move) if isinstance(move, str) else move
                state = game.apply(state, move)
            except (IllegalMove, BadNotation) as reason:
                raise Refused(f"move {number} of the plan, {move!r}: {reason}") from None
            first = state if first is None else first
            made.append(move)
            state = settled(self.face, self.file, state)
        if not game.is_over(state):
            raise Refused(f"the plan of {len(moves)} moves ends before the game does: {game.decision(state)} is due")
        met = self.face.verdict(self.file, state).met
        return Play(int(game.final_score(state)), met, first, source, tuple(made))

    def add(self, play: Play) -> list[Finding]:
        self.plays.append(play)
        return [finding for account in self.accounts.values() for finding in account.add_play(play)]

    def best_play(self) -> Play | None:
        return max(self.plays, key=lambda play: play.score, default=None)
