"""A beam over rounds, the draws known: in each the most promising beginnings of activations, then their best ends.

A beginning is what a choice of dice, cards and returns leads to. What it promises is told by a narrow beam of its
activation, so that the cards and patients who are known to come count; those of all positions of a round compete.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from dice_hospital.moves import Move, Outcome, Return
from dice_hospital.referee import DiceHospital
from dice_hospital.state import Phase, State
from solvers.core.replay import KnownGame
from solvers.dice_hospital.value_function.player import Player, Way, player_for

Known = KnownGame[State, Move, Outcome]
QUICK, WIDE, LAST_WIDE = 6, 50, 500  # beams of an activation: weighed, followed, and of the last round
FOLLOWED = 2  # beginnings for each position of a beam
FROM_ONE = 6  # of them from one position
LAST_FOLLOWED = 24  # in the last round
ENDS, MOST_ENDS = 8, 60  # of each activation, and of those of a single position
RETURNING = 3  # beginnings for which other cards to return are looked at
RETURNED = 3  # cards worth least, which may be returned before the last round


@dataclass(frozen=True)
class Node:
    """A position where the player decides, the steps that led there, and what it promises."""

    state: State
    value: float = 0.0
    before: "Node | None" = None
    step: Callable[[], tuple[Move, ...]] = tuple

    @property
    def moves(self) -> tuple[Move, ...]:
        nodes, at = list[Node](), self
        while at.before is not None:
            nodes.append(at)
            at = at.before
        return tuple(move for node in reversed(nodes) for move in node.step())

    def then(self, state: State, move: Move) -> "Node":
        return Node(state, 0.0, self, lambda: (move,))


class Beam:
    """Searches from positions of one game; what was found out about a position is kept for the next search."""

    def __init__(self, known: Known, start: State, banned: set[State], stop: Callable[[], bool]) -> None:
        """`banned` are positions that the first move from `start` may not lead to."""
        assert isinstance(known.game, DiceHospital)
        self.known, self.game, self.start, self.banned, self.stop = known, known.game, start, banned, stop
        self.positions = 0
        self.promised: dict[State, float] = {}
        self.followed: dict[State, tuple[int, list[Way]]] = {}

    @property
    def player(self) -> Player:
        return player_for(self.game)

    def is_last(self, state: State) -> bool:
        return state.round == self.game.deck.rounds

    def run(
        self, root: Node, width: int, told: Callable[[State], None] = lambda _: None, *, finish: bool
    ) -> Node | None:  # fmt: skip
        """The best end of the game that a beam of a width comes to.

        When time is up there is none, or, to `finish`, the beam goes on with a single position. `told` hears of the
        rounds.
        """
        level = [root]
        while level:
            ends = self._next(level, width)
            over = [node for node in ends if self.game.is_over(node.state)]
            told(level[0].state)
            if over:
                return over[0]
            late = self.stop()
            if late and not finish:
                return None
            level = ends[: 1 if late else width]
        return None

    def _next(self, level: Sequence[Node], width: int) -> list[Node]:
        """Where positions lead by the end of their round, the best first."""
        last, reached = self.is_last(level[0].state), dict[State, Node]()
        most = 1 + FOLLOWED * width
        starts = self._starts(level, min(most, LAST_FOLLOWED) if last else most)
        ends = min(ENDS, 1 + width)
        if len(level) == 1 and starts:  # by recorded draws there may be none
            ends = max(ends, min(MOST_ENDS, ENDS * width // len(starts)))
        for start in starts:
            if reached and self.stop():
                break
            for after in self._ends(start, 1 if last else ends):
                self.positions += 1
                known = reached.get(after.state)
                if known is None or after.value > known.value:
                    reached[after.state] = after
        return sorted(reached.values(), key=lambda node: -node.value)

    def _ends(self, start: Node, number: int) -> list[Node]:
        """The best ends of an activation; a start that is none is the end of a round, or chance speaks inside."""
        if not _is_activation(start.state):
            return [start]
        known = self.followed.get(start.state)
        if known is None or known[0] < number:
            width = LAST_WIDE if self.is_last(start.state) else WIDE
            known = self.followed[start.state] = number, self.player.activations(start.state, number, width)
        found = list[Node]()
        for way in known[1][:number]:
            state = self.known.if_possible(way.end)
            if state is None:
                continue
            value = float(self.game.final_score(state)) if self.game.is_over(state) else way.value
            found.append(Node(state, value, start, lambda way=way: way.moves))  # type: ignore[misc]
        return found

    def _after(self, state: State, move: Move) -> State | None:
        """None where a recorded draw cannot happen after a move."""
        return self.known.if_possible(self.game.apply(state, move))

    # --- beginnings of activations ---

    def _starts(self, level: Sequence[Node], most: int) -> list[Node]:
        """The most promising of all, not too many from one position; when time is up, some of them."""
        found = list[Node]()
        for node in level:
            if found and self.stop():
                break
            found += self._ready(node)[: max(FROM_ONE, most // len(level))]
        return sorted(found, key=lambda start: -start.value)[:most]

    def _ready(self, node: Node) -> list[Node]:
        """Beginnings of this round's activation, the best first: first without returns, then with those of the best."""
        met = {node.state}
        found = self._weighed(self._walk([node], met))
        for start in found[:RETURNING]:
            at: Node | None = start
            while at is not None and at is not node and at.state.phase is not Phase.RETURN:
                at = at.before
            if at is None or at.state.phase is not Phase.RETURN or at.state == self.start:
                continue
            if self.stop():
                break
            returns = [
                at.then(after, move) for move in self._returns(at.state) if (after := self._after(at.state, move))
            ]
            found += self._weighed(self._walk([child for child in returns if child.state not in met], met))
        return sorted(found, key=lambda start: -start.value)

    def _weighed(self, starts: list[Node]) -> list[Node]:
        """By what they promise, the best first; when time is up, only some."""
        found = list[Node]()
        for start in starts:
            if found and self.stop():
                break
            promise = self.promised.get(start.state)
            if promise is None:
                promise = self.promised[start.state] = self._promise(start.state)
            found.append(replace(start, value=promise))
        return sorted(found, key=lambda start: -start.value)

    def _promise(self, state: State) -> float:
        if not _is_activation(state):
            return self.player.value(state)
        return self.player.best_ends([state], QUICK)[0].value

    def _walk(self, waiting: list[Node], met: set[State]) -> list[Node]:
        """The positions in which the activation of this round begins, or goes on after the first move.

        In the middle of a placement, bags spent in any order lead to the same positions: each is followed once. When
        time is up, one of them is enough.
        """
        found = list[Node]()
        number = waiting[0].state.round if waiting else 0
        while waiting and not (found and self.stop()):
            at = waiting.pop()
            state, first = at.state, at.state == self.start
            activating = _is_activation(state) and not (first and self.banned)
            if activating or self.game.is_over(state) or state.round != number:
                found.append(at)
                continue
            for move in self._moves(state, first=first):
                after = self._after(state, move)
                if after is not None and after not in met and not (first and after in self.banned):
                    met.add(after)
                    waiting.append(at.then(after, move))
        return found

    def _moves(self, state: State, *, first: bool) -> list[Move]:
        """What is looked at: of the first decision everything."""
        if not first:
            match state.phase:
                case Phase.LOSE:
                    return [self.player.lose(state)]
                case Phase.REPORT:
                    return self.player.reports(state)[:1]
                case Phase.RETURN:
                    return [Return()]
        return self.game.legal_moves(state)

    def _returns(self, state: State) -> list[Move]:
        """Cards that may be returned: those that the weights like least, in the last round any."""
        moves = [move for move in self.game.legal_moves(state) if move != Return()]
        if self.is_last(state):
            return moves
        return sorted(moves, key=lambda move: -self.player.value(self.game.apply(state, move)))[:RETURNED]


def _is_activation(state: State) -> bool:
    """Whether the core can go on from here, between two placements."""
    return state.phase is Phase.PLACE and not state.recoloured


__all__ = ["Beam", "Node"]
