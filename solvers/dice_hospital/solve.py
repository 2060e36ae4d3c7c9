"""The best play for known draws: beams over rounds, wider and wider, beside a bound; in the last round a proof.

After a wide beam, the last rounds of the best play so far get as wide a one of their own. The bound is that of linear
programmes. The last round is gone through instead, and proven.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from dice_hospital.moves import Move, Outcome
from dice_hospital.referee import DiceHospital
from dice_hospital.state import State
from solvers.core import plain_search
from solvers.core.budget import Budget
from solvers.core.plain_search import plain_words
from solvers.core.replay import KnownGame
from solvers.core.result import Found, Progress, SolveResult, believed, status_of
from solvers.dice_hospital.bounds import relaxation
from solvers.dice_hospital.bounds.known_draws import Bound
from solvers.dice_hospital.kernel.supports import refusal
from solvers.dice_hospital.search.beam_search import Beam, Node
from solvers.dice_hospital.search.last_round import Begun, LastRound, last_round

Known = KnownGame[State, Move, Outcome]
A_MINUTE, NOTHING_FOUND = Budget(), Found()
BY_ENUMERATION = "every activation of the last round that could be better was gone through"
BY_PRICES = "a Lagrangian bound of the activations of the last round that were not gone through"
BY_FLOWS = "linear programmes of a simpler game of flows of patients"
BY_KEPT = "what an earlier search found"
WIDTHS = (1, 3, 8, 20, 50, 120, 300)  # of the beam over rounds
AGAIN, WIDE_ENOUGH = (7, 5), 8  # rounds of the best play from which beams begin again, from this width on


def solve(
    known: Known,
    state: State,
    budget: Budget = A_MINUTE,
    *,
    forbidden: Sequence[Move] = (),
    found: Found = NOTHING_FOUND,
    report: Callable[[Progress], None] = lambda _: None,
    interrupted: Callable[[], bool] = lambda: False,
    offer: Callable[[Found], None] | None = None,
) -> SolveResult:
    """The best play from a position with the draws known, as far as the budget allows."""
    game = known.game
    assert isinstance(game, DiceHospital)
    reason = refusal(game, state)
    start = known.next_decision(state)
    if reason is not None or game.is_over(start):
        plain = plain_search.search(
            known, state, budget, forbidden=forbidden, found=found, report=report, interrupted=interrupted, offer=offer
        )
        return plain if reason is None else replace(plain, note=plain_words(reason))
    banned = {known.after(start, move) for move in forbidden}
    return _Search(known, start, budget, found, report, interrupted, offer, banned).run()


@dataclass
class _Search:
    known: Known
    start: State
    budget: Budget
    found: Found
    report: Callable[[Progress], None]
    interrupted: Callable[[], bool]
    offer: Callable[[Found], None] | None
    banned: set[State] = field(default_factory=set)
    best: int | None = None
    moves: tuple[Move, ...] = ()
    positions: int = 0
    began: float = field(default_factory=time.monotonic)

    @property
    def game(self) -> DiceHospital:
        assert isinstance(self.known.game, DiceHospital)
        return self.known.game

    def __post_init__(self) -> None:
        self.beams = Beam(self.known, self.start, self.banned, self.stop)
        self.bound, self.proof = self.found.bound, BY_KEPT
        self.ended = False

    def run(self) -> SolveResult:
        if self.found.moves:
            self.take(self.found.moves, self.known.play(self.start, self.found.moves))
        self.last_round()
        if not self.enough():
            self.search()
        if not believed(self.best, self.bound):
            self.bound = None
        return SolveResult(
            status_of(self.best, self.bound, self.budget.target), self.best, self.bound, self.moves,
            proof=self.proof if self.bound is not None else "", interrupted=self.interrupted(),
            elapsed=time.monotonic() - self.began, counts={"positions": self.positions + self.beams.positions},
        )  # fmt: skip

    def search(self) -> None:
        """A first plan, then better ones and beside them a bound."""
        passes = self.passes()
        if not self.beam(*next(passes)) or self.enough():
            return
        with ThreadPoolExecutor(1) as pool:
            bounding = pool.submit(self.by_flows)
            try:
                for width, root in passes:
                    if not self.beam(width, root) or self.enough():
                        break
                else:
                    bounding.result()
            finally:
                self.ended = True
            bounding.result()

    def lower(self, bound: int, proof: str) -> None:
        if self.bound is None or bound <= self.bound:
            self.bound, self.proof = bound, proof

    def tell(self, stage: str, positions: int, number: int) -> None:
        elapsed = time.monotonic() - self.began
        self.report(Progress(stage, max(1, number), positions, self.best, self.bound, elapsed))

    def stop(self) -> bool:
        return self.interrupted() or time.monotonic() - self.began > self.budget.seconds

    def by_flows(self) -> None:
        """What no play beats, by linear programmes of the simpler game."""
        if relaxation.refusal(self.game) is not None:
            return
        simpler = relaxation.Relaxation(self.known, self.start)
        if not simpler.complete:
            return

        def asked() -> int | None:
            wanted = self.best, None if self.budget.target is None else self.budget.target - 1
            return max((score for score in wanted if score is not None), default=None)

        def stop() -> bool:
            return self.ended or self.stop() or self.enough()

        found = Bound(simpler).run(asked, stop, lambda bound: self.lower(bound, BY_FLOWS))
        if found is not None:
            self.lower(found, BY_FLOWS)

    def last_round(self) -> None:
        """In the last round: the best play, and what none beats."""
        begun = [Begun(self.start)]
        if self.banned:
            begun = []
            for move in self.game.legal_moves(self.start):
                after = self.known.if_possible(self.game.apply(self.start, move))
                if after is not None and after not in self.banned:
                    begun.append(Begun(after, (move,)))
        score = None if self.best is None or self.budget.goal else self.best

        def enough(now: LastRound) -> bool:
            if now.moves and now.moves != self.moves:
                self.take(now.moves, self.known.play(self.start, now.moves))
            if now.bound is not None:
                self.lower(now.bound, BY_ENUMERATION if now.exact else BY_PRICES)
            self.tell("activations", now.hospitals, self.start.round)
            return self.enough()

        found = last_round(
            self.game, begun, after_draw=self.known.if_possible, known=score, stop=self.stop, enough=enough
        )
        if found is not None:
            enough(found)
            self.positions += found.hospitals

    def enough(self) -> bool:
        """Whether nobody wants a better answer."""
        target, bound = self.budget.target, self.bound
        if target is not None and bound is not None and bound < target:
            return True
        if self.best is None:
            return False
        reached = target is not None and self.best >= target
        return self.budget.first or reached or (bound is not None and bound - self.best <= self.budget.gap)

    def take(self, moves: tuple[Move, ...], end: State) -> None:
        """Keep a play that is better than the best so far; the score is the referee's."""
        if self.budget.goal and not self.game.goal_met(end):
            return
        score = self.game.final_score(end)
        if self.best is None or score > self.best:
            self.best, self.moves = score, moves
            if self.offer is not None:
                self.offer(Found(moves, self.bound))

    # --- the beam ---

    def beam(self, width: int, root: Node) -> bool:
        """One pass; whether there was time for all of it."""

        def told(state: State) -> None:
            stage = "first plan" if self.best is None else f"beam of {width}"
            self.tell(stage, self.positions + self.beams.positions, self.game.round_of(state))

        end = self.beams.run(root, width, told, finish=self.best is None)
        if end is not None:
            self.take(end.moves, self.known.play(self.start, end.moves))
        return not self.stop()

    def passes(self) -> Iterator[tuple[int, Node]]:
        """Beams from the beginning, wider and wider; after each of them others from late rounds of the best play."""
        for width in WIDTHS:
            yield width, Node(self.start)
            for number in AGAIN if width >= WIDE_ENOUGH else ():
                yield from ((width, root) for root in self.beginning_of(number))

    def beginning_of(self, number: int) -> list[Node]:
        """Of a round of the best play so far, if it is still to come."""
        state = self.start
        for at, move in enumerate(self.moves):
            if state.round == number and at:
                return [Node(state, before=Node(self.start), step=lambda at=at: self.moves[:at])]  # type: ignore[misc]
            if state.round >= number:
                break
            state = self.known.after(state, move)
        return []


__all__ = ["solve"]
