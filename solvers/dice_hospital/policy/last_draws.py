"""What the best play of the last round can expect while its dice or cards are still to be drawn: an interval.

Every draw of the last round can be listed (section 11), and what comes after the last of them, the cards, is
planning alone. A card that is taken leads to the same play whatever was turned up beside it; so with every kept set of
dice there are about two dozen problems, and the value of a pair of cards is the better one of two. Of each problem a
beam tells what can be had, a Lagrangian bound what cannot be exceeded, and, where it matters most and there is time, a
search the best play itself. Expectimax, once with the lower and once with the upper ends of these nodes as its leaves,
makes an interval of that. It calculates in fractions: both ends of the interval hold, and if they meet the value is
exact.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dice_hospital.moves import CardsShown, Move, Outcome, Return, Take
from dice_hospital.referee import DiceHospital
from dice_hospital.state import Phase, State
from solvers.core.advice import Interval
from solvers.core.expectimax import Search
from solvers.dice_hospital.kernel.activation import Activation
from solvers.dice_hospital.search.last_round import Begun, has_newcomers, last_round
from solvers.dice_hospital.value_function.features import last_end_values, settled

Ints = NDArray[np.int64]
MOST_CHANCE_NODES = 2_000  # kept dice, and who made room for them, that are looked at
BEAM = 50
TUNED, TURNS = 32, 30  # starts of a team for which prices are looked for, and how long
STEPS = (100_000, 1_000_000)  # hospitals kept in mind for an activation whose best play is looked for
UNKNOWN = -(10**6)  # less than any score
BEFORE_CARDS = (Phase.INTAKE, Phase.KEEP, Phase.EPIDEMIC, Phase.LOSE, Phase.CARDS)


class Span(NamedTuple):
    """The value lies between these."""

    low: Fraction
    high: Fraction

    @property
    def within(self) -> Interval:
        return Interval(float(self.low), float(self.high))


def is_before_last_cards(game: DiceHospital, state: State) -> bool:
    return state.round == game.deck.rounds and state.phase in BEFORE_CARDS


@dataclass
class ChanceNode:
    """A position before its cards: what taking each of them leads to, and between what numbers its value lies."""

    state: State
    cards: list[State]  # after taking a card: first the specialists, then the departments
    ways: tuple[tuple[int, ...], tuple[int, ...]]  # how many of each card may be turned up
    low: Ints
    high: Ints
    closed: set[int] = field(default_factory=set)  # cards that there is no more to be found out about

    def mean(self, values: Ints) -> Fraction:
        """Of the better one of two cards, over all pairs."""
        ones, others = self.ways
        better = np.maximum.outer(values[: len(ones)], values[len(ones) :])
        total = np.array(ones, np.int64) @ better @ np.array(others, np.int64)
        return Fraction(int(total), sum(ones) * sum(others))

    def gains(self) -> list[tuple[Fraction, int]]:
        """How much narrower the interval might become by each card."""
        found, before = [], self.mean(self.high) - self.mean(self.low)
        for at in range(len(self.cards)):
            if at in self.closed or self.low[at] == self.high[at]:
                continue
            low, high = self.low.copy(), self.high.copy()
            low[at], high[at] = high[at], low[at]
            gain = before - min(self.mean(high) - self.mean(self.low), self.mean(self.high) - self.mean(low))
            found.append((gain, at))
        return found


class Start(NamedTuple):
    """An activation after a card of a node: if nothing is returned, and with all that a return might bring."""

    node: ChanceNode
    at: int
    state: State
    more: State


class LastDraws:
    """The tree of draws and decisions down to the cards of the last round, and what is known of its nodes."""

    def __init__(
        self, game: DiceHospital, state: State, workers: int = 1, stop: Callable[[], bool] = lambda: False
    ) -> None:
        self.game, self.state, self.workers, self.stop = game, state, workers, stop
        self.nodes: dict[State, ChanceNode] = {}
        self.complete = self._list()
        self._forget()

    # --- what there is ---

    def _list(self) -> bool:
        """Look for all nodes; whether they are few enough, and nothing is rolled after the cards."""
        waiting, met = [self.state], {self.state}
        while waiting:
            at = waiting.pop()
            if at.phase is Phase.CARDS:
                node = self._node(at)
                if node is None or len(self.nodes) >= MOST_CHANCE_NODES or self.stop():
                    return False
                self.nodes[at] = node
                continue
            for _, after in self.after(at):
                if after not in met:
                    met.add(after)
                    waiting.append(after)
        return True

    def after(self, state: State) -> Iterator[tuple[Move | Fraction, State]]:
        """What a position leads to: by its moves, or by chance with probabilities."""
        if self.game.is_chance(state):
            for outcome, chance in self.game.chances(state):
                yield chance, self.game.apply_outcome(state, outcome)
        else:
            for move in self.game.legal_moves(state):
                yield move, self.game.apply(state, move)

    def _node(self, state: State) -> ChanceNode | None:
        game = self.game
        ones = [kind for kind, number in enumerate(state.specialist_stack) if number]
        others = [kind for kind, number in enumerate(state.department_stack) if number]
        if not ones or not others:
            return None
        shown = [(Take(specialist=kind), CardsShown(kind, others[0])) for kind in ones]
        shown += [(Take(department=kind), CardsShown(ones[0], kind)) for kind in others]
        cards = [game.apply(game.apply_outcome(state, outcome), take) for take, outcome in shown]
        if any(has_newcomers(game, start) for card in cards for start, _ in self._starts(card)):
            return None
        ways = tuple(state.specialist_stack[kind] for kind in ones), tuple(state.department_stack[k] for k in others)
        return ChanceNode(state, cards, ways, np.full(len(cards), UNKNOWN), np.full(len(cards), -UNKNOWN))

    def _starts(self, card: State) -> Iterator[tuple[State, State]]:
        """Activations after a card: if nothing is returned; and with a blood bag, as if what is returned were kept.

        Whatever a return leads to, the second one leads to as well: what is not used changes nothing.
        """
        game = self.game
        waiting = [game.apply(card, Return()) if card.phase is Phase.RETURN else card]
        while waiting:
            at = waiting.pop()
            if at.phase is Phase.PLACE:
                yield at, at._replace(blood_bags=at.blood_bags + (card.phase is Phase.RETURN))
            else:
                waiting += [game.apply(at, move) for move in game.legal_moves(at)]

    # --- what is known ---

    def run(self, enough: Callable[[Span], bool] = lambda span: span.low == span.high) -> Span | None:
        """The interval, narrower and narrower while there is time; None where it was not found."""
        if not self.complete or not self._look():
            return None
        with ThreadPoolExecutor(self.workers) as pool:
            while not self.stop() and not enough(self.span()):
                worst = self.worst()
                if not worst:
                    break
                list(pool.map(lambda one: self._prove(*one), worst[: max(self.workers, len(self.nodes) // 8)]))
                self._forget()
        return self.span()

    def _look(self) -> bool:
        """A beam and a bound for every card of every node; whether there was time for it."""
        groups = defaultdict[object, list[Start]](list)
        for node in self.nodes.values():
            for at, card in enumerate(node.cards):
                for start, more in self._starts(card):
                    team = start.free_workers, start.free_departments, start.consulted, start.fatalities
                    groups[team].append(Start(node, at, start, more))
        with ThreadPoolExecutor(self.workers) as pool:
            found = list(pool.map(self._looked_at, groups.values()))
        if any(values is None for values in found):
            return False
        for node in self.nodes.values():
            node.high[:] = UNKNOWN
        for group, values in zip(groups.values(), found, strict=True):
            for (node, at, _, _), (low, high) in zip(group, values or (), strict=True):
                node.low[at], node.high[at] = max(node.low[at], low), max(node.high[at], high)
        self._forget()
        return True

    def _looked_at(self, group: Sequence[Start]) -> list[tuple[int, int]] | None:
        """By one team in the same departments: what can be had, and what cannot be exceeded; None without time."""
        game, first = self.game, group[0].state
        activation, end_values = Activation(game, first), last_end_values(game, first.reports)
        if self.stop():
            return None
        values = activation.last_values(activation.starts([start.state for start in group]), end_values, BEAM)
        if self.stop():
            return None
        lucky, spacing = Activation(game, first, rolls=True), 1 + len(group) // TUNED
        bounds = lucky.last_bounds(lucky.starts([start.more for start in group]), end_values, values, spacing, TURNS)
        before = int(settled(game, first))
        return [
            (int(low) + before, max(int(low), int(high)) + before) for low, high in zip(values, bounds, strict=True)
        ]

    def _prove(self, node: ChanceNode, at: int) -> None:
        """The best play after a card, with whatever may be returned."""
        low = int(node.low[at])
        found = last_round(self.game, [Begun(node.cards[at])], known=low, steps=STEPS, stop=self.stop)
        if found is None or found.bound is None:
            node.closed.add(at)
            return
        node.low[at] = max(low, found.best or low)
        node.high[at] = min(node.high[at], max(found.bound, node.low[at]))
        node.closed.add(at)

    def ways(self) -> list[tuple[tuple[Move, ...], State, Span]]:
        """Moves up to the next draw, none if it is due: where they lead, and between what numbers their value lies."""
        found = list[tuple[tuple[Move, ...], State, Span]]()
        waiting: list[tuple[tuple[Move, ...], State]] = [((), self.state)]
        while waiting:
            moves, at = waiting.pop()
            if self.game.is_chance(at):
                found.append((moves, at, self.span(at)))
            else:
                waiting += [((*moves, move), self.game.apply(at, move)) for move in self.game.legal_moves(at)]
        return found

    def _forget(self) -> None:
        """Values have to be calculated anew, as more is known of the nodes."""
        self._lows = self._expectimax(lambda node: node.low)
        self._highs = self._expectimax(lambda node: node.high)

    def _expectimax(self, end: Callable[[ChanceNode], Ints]) -> Search[State, Move, Outcome]:
        """A search down to the nodes, with one end of their intervals for their values."""

        @cache
        def leaf(at: State) -> Any:
            node = self.nodes[at]
            return node.mean(end(node))

        return Search(self.game, leaf=leaf, horizon=self.nodes.__contains__, chances=self.game.chances)

    def span(self, state: State | None = None) -> Span:
        """Of a position; of the first one, if nothing else is said."""
        at = self.state if state is None else state
        return Span(Fraction(self._lows.value(at).value), Fraction(self._highs.value(at).value))

    def worst(self) -> list[tuple[ChanceNode, int]]:
        """Cards by what there is to be gained by a closer look at them, those first that widen the interval most."""
        weights = defaultdict[State, Fraction](Fraction)

        def weigh(at: State, weight: Fraction) -> None:
            if at in self.nodes:
                weights[at] += weight
            elif self.game.is_chance(at):
                for chance, after in self.after(at):
                    weigh(after, weight * Fraction(chance))  # type: ignore[arg-type]
            else:
                weigh(max((after for _, after in self.after(at)), key=lambda after: self.span(after).high), weight)

        weigh(self.state, Fraction(1))
        found = [
            (weight * gain, number, at)
            for number, (state, weight) in enumerate(weights.items())
            for gain, at in self.nodes[state].gains()
        ]
        nodes = [self.nodes[state] for state in weights]
        return [(nodes[number], at) for gain, number, at in sorted(found, key=lambda one: -one[0]) if gain > 0]


__all__ = ["LastDraws", "Span", "is_before_last_cards"]
