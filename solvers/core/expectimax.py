"""Expectimax: the best a player can expect who decides after each draw, but does not know the draws to come.

Works for any game whose referee lists what chance may do. Exact to the end of the game, or down to a horizon where
a value function of the caller takes over. Four things make it faster and none of them changes a digit of the value:

- equal positions are searched once;
- an engine of the game's own may solve positions outright (`solved`), and is told what a value must exceed to matter;
- with `bounds`, a move is given up as soon as it cannot catch up with the best one. This is Star1 (Ballard 1983) for
  one player: at a draw, what is known of the other outcomes tells how much the next one would have to bring. There
  is nobody to hold the player back, so cut-offs from above, and the probes of Star2 that prepare them, do not arise;
- a lower bound serves as the best move found so far before any is.

The search keeps its own stack, so that long rounds do not meet Python's limit on recursion.
"""

from collections.abc import Callable, Generator, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, inf
from typing import Any, Generic, NamedTuple

from solvers.core.result import Status
from tabletop.game import Move, Outcome, State, Tree, iter_moves

MARGIN = 1e-9  # how far behind a move must be to be given up: far above what rounding can do, far below any difference
CHECK_EVERY = 256  # positions between two questions whether to stop


class ChanceNotListed(Exception):
    """The game does not say what chance may do, or not with probabilities that make sense."""


@dataclass(frozen=True)
class MoveValue(Generic[Move]):
    """A move at the root and what it is worth; None where that was not found out."""

    move: Move
    value: float | None


@dataclass(frozen=True)
class Expectation(Generic[Move]):
    """The answer. Status `optimal`: exact to the end of the game; `feasible`: rests on values at a horizon;
    `unknown`: a limit was reached, or the value does not exceed the floor: `value` is None, and `best` is only the best
    of the moves searched through."""

    status: Status
    value: float | None
    best: Move | None  # None where chance or nobody moves first
    moves: tuple[MoveValue[Move], ...]  # as the referee lists them
    at_least: float | None
    at_most: float | None
    positions: int  # looked at
    estimates: int  # values taken at the horizon


class Valued(NamedTuple):
    """A position's value, or, where it is given up, a number that the value does not exceed."""

    value: float
    exact: bool = True


class Span(NamedTuple):
    """Between what numbers a value lies; exact where both are the value itself."""

    low: float
    high: float
    exact: bool = False


UNBOUNDED = Span(-inf, inf)


class _Limit(Exception):
    """The budget is spent."""


Request = tuple[State, float, int | None]  # position, what it must exceed to matter, draws before the horizon
Node = Generator[tuple[State, float, int | None], Valued, Valued]


class Search(Generic[State, Move, Outcome]):
    """One search, with its memory: for whoever asks for the values of many positions. `expectimax` asks for one.

    With `chances` probabilities are fractions; if values at the horizon are, too, so are all values, and exact.
    """

    def __init__(
        self,
        game: Tree[State, Move, Outcome],
        utility: Callable[[State], float] | None = None,
        leaf: Callable[[State], float] | None = None,
        horizon: Callable[[State], bool] | None = None,
        bounds: Callable[[State], tuple[float, float]] | None = None,
        solved: Callable[[State, float], Valued | None] | None = None,
        gain: float = 0.0,
        most_positions: float = inf,
        stop: Callable[[], bool] = lambda: False,
        chances: Callable[[State], Sequence[tuple[Outcome, Fraction]]] | None = None,
    ) -> None:
        if not callable(getattr(game, "chance_outcomes", None)):
            raise ChanceNotListed(f"{type(game).__name__} does not list its chance outcomes: expectimax needs them all")
        self.game = game
        self.utility = utility or game.final_score
        self.leaf = leaf
        self.horizon = horizon
        self.bounds = bounds
        self.solved = solved
        self.gain = gain
        self.cache: dict[Hashable, Valued] = {}
        self.most_positions = most_positions
        self.stop = stop
        self.chances = chances or game.chance_outcomes
        self.positions = 0
        self.estimates = 0

    def value(self, state: State, floor: float = -inf, depth: int | None = None) -> Valued:
        """The value of a position, unless it turns out not to exceed `floor`."""
        stack: list[tuple[Request[State], Node[State]]] = []
        found = self._at_once(state, floor, depth)
        if found is None:
            stack.append(((state, floor, depth), self._node(state, floor, depth)))
        while stack:
            request, node = stack[-1]
            try:
                # A node just begun takes None, one that goes on takes the value it asked for.
                asked = node.send(found)  # type: ignore[arg-type]
            except StopIteration as end:
                found = end.value
                assert found is not None
                self._remember(request, found)
                stack.pop()
                continue
            found = self._at_once(*asked)
            if found is None:
                stack.append((asked, self._node(*asked)))
        assert found is not None
        return found

    # --- what is known without searching ---

    def _at_once(self, state: State, floor: float, depth: int | None) -> Valued | None:
        self.positions += 1
        if self.positions > self.most_positions:
            raise _Limit
        # What another engine solves may take long: then every position is asked about.
        if (self.solved or self.positions % CHECK_EVERY == 0) and self.stop():
            raise _Limit
        known = self._known(state, depth)
        if self.solved and not _settles(known, floor):
            known = self.solved(state, floor)
            if known is None:
                known = self._end(state, depth)
            else:
                self._remember((state, floor, depth), known)
        return known if _settles(known, floor) else None

    def _known(self, state: State, depth: int | None) -> Valued | None:
        """What is known without any effort."""
        remembered = self.cache.get((state, depth))
        # Ends that another engine solves are not counted before they are needed.
        return remembered or (None if self.solved else self._end(state, depth))

    def _end(self, state: State, depth: int | None) -> Valued | None:
        """The value where the game or the search ends."""
        if self.game.is_over(state):
            return Valued(float(self.utility(state)))
        if (depth == 0 and self.game.is_chance(state)) or (self.horizon and self.horizon(state)):
            if self.leaf is None:
                raise ValueError("a search with a horizon needs a value for the positions there")
            self.estimates += 1
            return Valued(self.leaf(state))
        return None

    def _remember(self, request: Request[State], found: Valued) -> None:
        state, _, depth = request
        self.cache[state, depth] = found

    def span(self, state: State, depth: int | None) -> Span:
        """What can be said of a position's value before searching it."""
        known = self._known(state, depth)
        if known and known.exact:
            return Span(known.value, known.value, exact=True)
        low, high = self.bounds(state) if self.bounds else (-inf, inf)
        return Span(low, min(high, known.value) if known else high)

    # --- nodes ---

    def _node(self, state: State, floor: float, depth: int | None) -> Node[State]:
        return self._draw(state, floor, depth) if self.game.is_chance(state) else self._decide(state, floor, depth)

    def _decide(self, state: State, floor: float, depth: int | None) -> Node[State]:
        """The best of all moves; those that cannot exceed the best so far are given up."""
        ranked = self.ranked([after for _, after in self.options(state)], depth)
        floor = max(floor, _behind(max(span.low for _, span in ranked)))
        best = given_up = -inf
        for after, span in ranked:
            enough = max(floor, self.enough(best))
            if span.exact or span.high <= enough:
                found = Valued(span.high, span.exact)
            else:
                found = yield after, enough, depth
            if found.exact:
                best = max(best, found.value)
            else:
                given_up = max(given_up, found.value)
        return Valued(best) if given_up <= max(best, self.enough(best)) else Valued(given_up, exact=False)

    def enough(self, best: float) -> float:
        """What a move has to exceed to be searched, when one of this value is known."""
        return best + self.gain if self.gain else _behind(best)

    def options(self, state: State) -> list[tuple[Move, State]]:
        """Every move and where it leads."""
        found = [(move, self.game.apply(state, move)) for move in iter_moves(self.game, state)]
        if not found:
            raise ValueError(f"{type(self.game).__name__} has no legal move in a position that is not over: {state!r}")
        return found

    def ranked(self, afters: Sequence[State], depth: int | None) -> list[tuple[State, Span]]:
        """Positions with what is known of them, the most promising first; as they come where there are no bounds."""
        if self.bounds is None:
            return [(after, UNBOUNDED) for after in afters]
        spans = [(after, self.span(after, depth)) for after in afters]
        return sorted(spans, key=lambda item: (item[1].high, item[1].low), reverse=True)

    def _draw(self, state: State, floor: float, depth: int | None) -> Node[State]:
        """The mean over all outcomes; given up once even the best of the others could not lift it above the floor."""
        below = None if depth is None else depth - 1
        chances, afters = self._outcomes(state)
        spans = [UNBOUNDED if self.bounds is None else self.span(after, below) for after in afters]
        values = [span.high for span in spans]
        for at in sorted(range(len(afters)), key=lambda at: values[at]):  # what may bring least decides soonest
            after, span = afters[at], spans[at]
            if span.exact:
                continue
            needed = _needed(floor, chances, values, at)
            found = Valued(values[at], exact=False) if values[at] <= needed else (yield after, needed, below)
            values[at] = found.value
            if not found.exact:
                return Valued(_mean(chances, values), exact=False)
        return Valued(_mean(chances, values))

    def _outcomes(self, state: State) -> tuple[list[float], list[State]]:
        name = type(self.game).__name__
        listed: Any = self.chances(state)
        if listed is None or listed is NotImplemented:
            raise ChanceNotListed(
                f"{name} does not list the outcomes of this draw: expectimax needs them all: {state!r}"
            )
        possible = [(outcome, chance) for outcome, chance in listed if chance]
        total = fsum(chance for _, chance in possible)
        if abs(total - 1) > MARGIN or any(chance < 0 for _, chance in possible):
            raise ChanceNotListed(f"{name}: the probabilities of a draw sum to {total}, not to 1: {state!r}")
        return [chance for _, chance in possible], [self.game.apply_outcome(state, outcome) for outcome, _ in possible]


def _settles(known: Valued | None, floor: float) -> bool:
    """Whether what is known of a position is all that has to be known."""
    return known is not None and (known.exact or known.value <= floor)


def _behind(best: float) -> float:
    """A value that is worse than the best beyond all doubt."""
    return best - MARGIN * max(1.0, abs(best)) if abs(best) < inf else best


def _needed(floor: float, chances: list[float], values: list[float], at: int) -> float:
    """What one outcome has to bring if the mean is to exceed the floor, whatever the others bring."""
    others = values[:at] + values[at + 1 :]
    if floor == -inf or inf in others:
        return -inf
    return (floor - _mean(chances[:at] + chances[at + 1 :], others)) / chances[at]


def _mean(chances: Sequence[float], values: Sequence[float]) -> float:
    terms = [chance * value for chance, value in zip(chances, values, strict=True)]
    return sum(terms) if terms and isinstance(terms[0], Fraction) else fsum(terms)


def expectimax(
    game: Tree[State, Move, Outcome],
    state: State,
    *,
    utility: Callable[[State], float] | None = None,
    depth: int | None = None,
    horizon: Callable[[State], bool] | None = None,
    leaf: Callable[[State], float] | None = None,
    bounds: Callable[[State], tuple[float, float]] | None = None,
    solved: Callable[[State, float], Valued | None] | None = None,
    floor: float = -inf,
    gain: float = 0.0,
    every_move: bool = False,
    positions: int | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Expectation[Move]:
    """The value of a position and the best move in it.

    `utility` says what the end of a game counts: its score, if nothing else is said, or whether the goal is met
    (`game.goal_met`), so that its chance is the value. The search goes to the end of the game, or no further than
    `depth` draws and no further than positions in `horizon`; there `leaf` gives the value. `bounds` gives a number
    the value does not fall below and one it does not exceed, in units of the utility, and has to hold of `leaf` values
    too where there are any. `solved` is another engine for some positions: it is asked with a number that the value has
    to exceed to matter, and answers with the value, with a number that neither exceeds, or with None.

    Only values above the `floor` are looked for, and after a move only those better by more than `gain`: where values
    lie apart, half of the least distance keeps equal ones from being searched. With `every_move` all moves are valued
    exactly, not only the best. `positions` and `stop` limit the search; a search that meets them answers `unknown`.
    """
    most = inf if positions is None else positions
    search = Search(game, utility, leaf, horizon, bounds, solved, gain, most, stop)
    if game.is_over(state) or game.is_chance(state):
        return _expected(search, state, depth, floor)
    return _chosen(search, state, depth, -inf if every_move else floor, every_move)


def after_draw(game: Tree[State, Move, Outcome], state: State, value: Callable[[State], float]) -> float:
    """What a draw can be expected to bring, by a value of the positions it leads to."""
    found = expectimax(game, state, horizon=lambda at: not game.is_chance(at), leaf=value)
    assert found.value is not None, "nothing limits this search"
    return found.value


def _expected(search: Search[State, Move, Outcome], state: State, depth: int | None, floor: float) -> Expectation[Move]:
    """Where the player does not move first."""
    try:
        value, exact = search.value(state, floor, depth)
    except _Limit:
        return _answer(search, None, None, (), search.span(state, depth))
    return _answer(search, value if exact else None, None, (), Span(value if exact else -inf, value))


def _chosen(
    search: Search[State, Move, Outcome], state: State, depth: int | None, floor: float, every_move: bool
) -> Expectation[Move]:
    options = search.options(state)
    highs = {after: span.high for after, span in search.ranked([after for _, after in options], depth)}
    values: dict[State, float] = {}
    best, spent = -inf, False
    try:
        for after, high in highs.items():
            enough = -inf if every_move else max(floor, search.enough(best))
            if every_move or high > enough:
                found = search.value(after, enough, depth)
                highs[after] = found.value
                if found.exact:
                    values[after] = found.value
                    best = max(best, found.value)
    except _Limit:
        spent = True
    valued = tuple(MoveValue(move, values.get(after)) for move, after in options)
    chosen = next((each.move for each in valued if each.value == best), None)
    if not spent and max(highs.values()) <= max(best, search.enough(best)):
        return _answer(search, best, chosen, valued, Span(best, best))
    low, high, _ = search.span(state, depth)
    return _answer(search, None, chosen, valued, Span(max(low, best), min(high, max(highs.values()))))


def _answer(
    search: Search[State, Move, Outcome],
    value: float | None,
    best: Move | None,
    moves: tuple[MoveValue[Move], ...],
    span: Span,
) -> Expectation[Move]:
    status = Status.UNKNOWN if value is None else Status.FEASIBLE if search.estimates else Status.OPTIMAL
    # What rests on values at a horizon bounds nothing.
    low, high = (bound if abs(bound) < inf and not search.estimates else None for bound in span[:2])
    return Expectation(status, value, best, moves, low, high, search.positions, search.estimates)


__all__ = ["ChanceNotListed", "Expectation", "MoveValue", "Search", "Valued", "after_draw", "expectimax"]
