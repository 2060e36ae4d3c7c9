"""The best play for known draws: a beam over rounds, wider and wider, beside a bound; in the last round a proof.

A position at the beginning of a round leads on by every choice of dice, cards and returns; after the most promising of
these come the best ends of the activation. The value function says which positions stay in the beam. The bound is that
of linear programmes. The last round is gone through instead, and proven.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from dice_hospital.moves import Move, Outcome
from dice_hospital.referee import DiceHospital
from dice_hospital.state import Phase, State
from solvers.core import plain_search
from solvers.core.budget import Budget
from solvers.core.plain_search import believed, plain_words, status_of
from solvers.core.replay import KnownGame
from solvers.core.result import Found, Progress, SolveResult
from solvers.dice_hospital.bounds import relaxation
from solvers.dice_hospital.bounds.known_draws import Bound
from solvers.dice_hospital.kernel.supports import refusal
from solvers.dice_hospital.search.last_round import Begun, LastRound, last_round
from solvers.dice_hospital.value_function.player import Player, player_for

Known = KnownGame[State, Move, Outcome]
A_MINUTE, NOTHING_FOUND = Budget(), Found()
BY_ENUMERATION = "every activation of the last round that could be better was gone through"
BY_PRICES = "a Lagrangian bound of the activations of the last round that were not gone through"
BY_FLOWS = "linear programmes of a simpler game of flows of patients"
BY_KEPT = "what an earlier search found"
WIDTHS = (1, 3, 8, 20, 50, 120, 300)  # of the beam over rounds
STARTS = 6  # choices of dice and cards of a position that are followed
ENDS = 8  # of each activation
WIDE = 50  # beam of an activation
QUICK = 6  # when it is only weighed whether to follow it
NOTHING = -(10**6)  # less than any score
LAST_WIDE = 500  # in the last round
PROVING = 0.5  # share of the time for a proof


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
    search = _Search(known, start, budget, found, report, interrupted, offer)
    search.banned = {known.after(start, move) for move in forbidden}
    return search.run()


@dataclass(frozen=True)
class Node:
    """A position where the player decides, the steps that led there, and what it promises."""

    state: State
    value: float
    before: "Node | None" = None
    step: Callable[[], tuple[Move, ...]] = tuple

    @property
    def moves(self) -> tuple[Move, ...]:
        nodes, at = list[Node](), self
        while at.before is not None:
            nodes.append(at)
            at = at.before
        return tuple(move for node in reversed(nodes) for move in node.step())


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

    @property
    def player(self) -> Player:
        return player_for(self.game)

    def run(self) -> SolveResult:
        bound, proof = self.found.bound, BY_KEPT
        if self.found.moves:
            self.take(self.found.moves, self.known.play(self.start, self.found.moves))
        fresh = self.last_round()
        if fresh is not None and (bound is None or fresh < bound):
            bound, proof = fresh, BY_ENUMERATION if fresh == self.best else BY_PRICES
        for width in WIDTHS:
            if self.enough(bound) or not self.beam(width):
                break
            if width == WIDTHS[0] and not self.enough(bound):
                fresh = self.by_flows()
                if fresh is not None and (bound is None or fresh < bound):
                    bound, proof = fresh, BY_FLOWS
        if not believed(self.best, bound):
            bound = None
        return SolveResult(
            status_of(self.best, bound, self.budget.target), self.best, bound, self.moves,
            proof=proof if bound is not None else "", interrupted=self.interrupted(),
            elapsed=time.monotonic() - self.began, counts={"positions": self.positions},
        )  # fmt: skip

    def tell(self, stage: str, positions: int, bound: int | None, number: int) -> None:
        elapsed = time.monotonic() - self.began
        self.report(Progress(stage, max(1, number), positions, self.best, bound, elapsed))

    def stop(self) -> bool:
        return self.interrupted() or time.monotonic() - self.began > self.budget.seconds

    def left(self) -> float:
        """Seconds for a proof."""
        return 0.0 if self.interrupted() else PROVING * self.budget.seconds - (time.monotonic() - self.began)

    def late(self) -> bool:
        return self.left() <= 0.0

    def by_flows(self) -> int | None:
        """What no play beats, by linear programmes of the simpler game."""
        if relaxation.refusal(self.game) is not None:
            return None
        simpler = relaxation.Relaxation(self.known, self.start)
        if not simpler.complete:
            return None
        asked = max(NOTHING if self.best is None else self.best, (self.budget.target or NOTHING) - 1)
        return Bound(simpler).run(asked, self.late)

    def last_round(self) -> int | None:
        """In the last round: the best play, and what none beats."""
        begun = [Begun(self.start)]
        if self.banned:
            begun = [Begun(child.state, child.moves) for child in self._children(Node(self.start, 0.0), first=True)]
        score = None if self.best is None or self.budget.goal else self.best

        def enough(now: LastRound) -> bool:
            if now.moves and now.moves != self.moves:
                self.take(now.moves, self.known.play(self.start, now.moves))
            self.tell("activations", now.hospitals, now.bound, self.start.round)
            return self.enough(now.bound)

        found = last_round(
            self.game, begun, after_draw=self.known.next_decision, known=score, stop=self.stop, enough=enough
        )
        if found is None:
            return None
        enough(found)
        self.positions += found.hospitals
        return found.bound

    def enough(self, bound: int | None) -> bool:
        """Whether nobody wants a better answer."""
        target = self.budget.target
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
                self.offer(Found(moves, self.found.bound))

    # --- the beam ---

    def beam(self, width: int) -> bool:
        """One pass; whether there was time for all of it."""
        level = [Node(self.start, 0.0)]
        while level:
            reached: dict[State, Node] = {}
            for node in level:
                for after in self.after(node, width):
                    self.positions += 1
                    known = reached.get(after.state)
                    if known is None or after.value > known.value:
                        reached[after.state] = after
                if self.stop() and (self.best is not None or len(reached) >= 1):
                    break
            best = sorted(reached.values(), key=lambda node: -node.value)
            over = [node for node in best if self.game.is_over(node.state)]
            for node in over[:1]:
                self.take(node.moves, self.known.play(self.start, node.moves))
            number = self.game.round_of(level[0].state)
            stage = "first plan" if self.best is None else f"beam of {width}"
            self.tell(stage, self.positions, self.found.bound, number)
            if self.stop() and self.best is not None:
                return False
            level = [node for node in best if not self.game.is_over(node.state)][: 1 if self.stop() else width]
        return True

    def after(self, node: Node, width: int) -> Iterator[Node]:
        """Where a position leads by the end of its round."""
        starts = [start for start in self.starts(node) if start is not node or not self.banned]
        ready = self._ready(starts)
        last = node.state.round == self.game.deck.rounds
        followed = len(ready) if last and len(ready) * width < STARTS * WIDTHS[2] else min(STARTS, 1 + width)
        for number, (_, start) in enumerate(ready[:followed]):
            if number and self.stop():
                break
            if start.state.phase is not Phase.PLACE or start.state.recoloured:
                yield self._followed(start)
                continue
            ends = 1 if last else min(ENDS, 1 + width)
            for way in self.player.activations(start.state, ends, LAST_WIDE if last else WIDE):
                state = self.known.next_decision(way.end)
                value = float(self.game.final_score(state)) if self.game.is_over(state) else way.value
                yield Node(state, value, start, lambda way=way: way.moves)  # type: ignore[misc]

    def _ready(self, starts: list[Node]) -> list[tuple[float, Node]]:
        """Starts by what they promise, the best first; when time is up, only those that the weights like best."""
        found = list[tuple[float, Node]]()
        for start in sorted(starts, key=lambda one: -one.value):
            if found and self.stop():
                break
            found.append((self.promise(start.state), start))
        return sorted(found, key=lambda one: -one[0])

    def _followed(self, start: Node) -> Node:
        """After a start that is no activation: it is the end of a round, or chance speaks inside."""
        value = float(self.game.final_score(start.state)) if self.game.is_over(start.state) else start.value
        return replace(start, value=value)

    def promise(self, state: State) -> float:
        if self.game.is_over(state):
            return float(self.game.final_score(state))
        if state.phase is Phase.PLACE and not state.recoloured:
            return self.player.before(state) + self.player.best(state, QUICK)[1].value
        return self.player.value(state)

    def starts(self, node: Node) -> list[Node]:
        """The positions in which the activation of this round begins, or goes on after the first move.

        In the middle of a placement, bags spent in any order lead to the same positions: each is followed once. When
        time is up, one of them is enough.
        """
        waiting, found, met = [node], list[Node](), {node.state}
        while waiting and not (found and self.stop()):
            at = waiting.pop()
            state, first = at.state, at.state == self.start
            activating = state.phase is Phase.PLACE and not state.recoloured and not (first and self.banned)
            if activating or self.game.is_over(state) or state.round != node.state.round:
                found.append(at)
            else:
                fresh = [child for child in self._children(at, first) if child.state not in met]
                met |= {child.state for child in fresh}
                waiting += fresh
        return found

    def _children(self, at: Node, first: bool) -> list[Node]:
        moves = self.game.legal_moves(at.state)
        if at.state.phase is Phase.LOSE and not first:
            moves = [self.player.lose(at.state)]
        if at.state.phase is Phase.REPORT and not first:
            moves = self.player.reports(at.state)[:1]
        children = []
        for move in moves:
            after = self.known.after(at.state, move)
            if first and after in self.banned:
                continue
            children.append(Node(after, self.player.value(after), at, lambda move=move: (move,)))  # type: ignore[misc]
        return children


__all__ = ["solve"]
