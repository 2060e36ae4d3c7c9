"""What the benchmarks ask: random deals as questions, and tables of answers."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clin9ic import Clin9ic, Goal, Level, State, load_deck
from clin9ic.deals import deal_from_seed, deal_id
from clin9ic.moves import Move, Order
from solvers.clin9ic.kernel.known_orders import KnownOrders

Orders = dict[int, tuple[str, ...]]


@dataclass(frozen=True)
class Question:
    """A deal of which everything is known, played for a goal."""

    name: str
    game: Clin9ic
    state: State
    orders: Orders

    @property
    def exploration(self) -> float:
        """About the spread of random games."""
        return 40.0 if self.game.counts_popularity else 3.0

    decisions = 6 * 7  # of a usual game: arrange, three actions, care, buy, lab

    def after_draws(self, state: State) -> State:
        """The next position in which the player decides."""
        if self.game.is_chance(state):
            return self.game.apply_outcome(state, Order(self.orders[state.round]))
        return state

    def moves(self, state: State) -> list[Move]:
        """What a tree search may choose from."""
        return self.game.legal_moves(state)

    def refereed(self, moves: Sequence[Move]) -> int:
        """The referee's score of a whole plan."""
        end = KnownOrders(self.game, self.orders).play(self.state, moves)
        if not self.game.is_over(end):
            raise ValueError(f"the plan for {self.name} ends in round {end.round}, in phase {end.phase}")
        return self.game.final_score(end)


def question(deck_name: str, seed: int, goal: Goal = Goal.POPULARITY, level: Level = Level.MEDIUM) -> Question:
    """The deal of a seed as a question."""
    deck = load_deck(deck_name)
    deal = deal_from_seed(deck, seed)
    game = Clin9ic(deck, goal, level)
    orders = dict(enumerate(deal.orders, 1))
    return Question(deal_id(deck, deal), game, game.start(deal.floors, deal.faces), orders)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; numbers to the right, the first column to the left."""
    texts = [list(head), *([_shown(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in texts) for column in range(len(head))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    lines = []
    for row in [texts[0], rule, *texts[1:]]:
        first, *others = zip(row, widths, strict=True)
        cells = [first[0].ljust(first[1]), *(text.rjust(width) for text, width in others)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _shown(cell: object) -> str:
    if cell is None:
        return "–"
    return f"{cell:.1f}" if isinstance(cell, float) else str(cell)


def mean(numbers: Iterable[float | None]) -> float | None:
    """The mean of what is known."""
    known = [float(number) for number in numbers if number is not None]
    return statistics.fmean(known) if known else None
