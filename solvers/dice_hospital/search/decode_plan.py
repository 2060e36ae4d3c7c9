"""A solution of the simpler game (`relaxation`) for the last round, put into moves if some order of them is legal.

The solution says who is touched by what. Its placements and blood bags are tried in every order, by the referee's
rules, until all of them are done.
"""

from collections import Counter
from collections.abc import Callable
from itertools import combinations

from ortools.sat.python.cp_model import IntVar

from dice_hospital.moves import Also, Bag, Move, Place, Recolour
from dice_hospital.patients import Patients, as_colour, untreated
from dice_hospital.referee import DiceHospital
from dice_hospital.specialists import acting
from dice_hospital.state import Phase, State
from solvers.dice_hospital.bounds.flows import BAG, DEPARTMENT, NO_COLOUR, UNTREATED, WORKER, Day, Node
from tabletop.moves import IllegalMove

MOST_TRIED = 5_000  # positions
Tokens = Counter[tuple[str, int, int]]  # by what, its kind, and who is touched


def code_of(node: Node) -> int:
    code = untreated(node.colour, node.value)
    return code if node.treated_as == UNTREATED else as_colour(code, node.treated_as)


class Realiser:
    """Looks for an order in which everything that a solution does in a round can be done."""

    def __init__(self, game: DiceHospital, day: Day, value: Callable[[IntVar], int]) -> None:
        self.game = game
        self.tokens: Tokens = Counter()
        for flow in day.flows:
            number = value(flow.number)
            if number:
                self.tokens[flow.means, flow.kind, code_of(flow.node)] += number
        self.inside = Counter({(worker, where): value(effect) for worker, where, effect in day.inside})
        self.seen = set[tuple[State, frozenset[tuple[tuple[str, int, int], int]]]]()

    def fits(self, start: State) -> bool:
        """Whether everything is there that the solution uses."""
        departments = Counter(kind for means, kind, _ in self.tokens if means == DEPARTMENT)
        workers = Counter(worker for (worker, _), number in self.inside.items() if number)
        bags = sum(number for (means, _, _), number in self.tokens.items() if means == BAG)
        there = set(departments) <= set(start.free_departments) and set(workers) <= set(start.free_workers)
        return there and bags <= start.blood_bags

    def moves(self, start: State) -> tuple[Move, ...] | None:
        """All of it from the beginning of an activation."""
        self.seen.clear()
        if not self.fits(start):
            return None
        return self._on(start, self.tokens, ())

    def _on(self, state: State, left: Tokens, done: tuple[Move, ...]) -> tuple[Move, ...] | None:
        if not left:
            return done if state.phase is Phase.PLACE else None
        key = state, frozenset(left.items())
        if key in self.seen or len(self.seen) > MOST_TRIED:
            return None
        self.seen.add(key)
        for used, move in self._next(state, left):
            try:
                after = self.game.apply(state, move)
            except IllegalMove:
                continue
            told = (*done, move)
            if after.phase is Phase.ALSO and state.phase is Phase.PLACE and not self._acts(move):
                after, told = self.game.apply(after, Also(())), (*told, Also(()))
            found = self._on(after, left - used, told)
            if found is not None:
                return found
        return None

    def _acts(self, move: Move) -> bool:
        """Whether the worker uses his own effect there."""
        return isinstance(move, Place) and self.inside[move.worker, move.department] > 0

    def _next(self, state: State, left: Tokens) -> list[tuple[Tokens, Move]]:
        """What can come next, and what is done by that."""
        found: list[tuple[Tokens, Move]] = []
        for (means, kind, code), _ in left.items():
            if means == BAG and kind != NO_COLOUR:
                found.append((Counter({(means, kind, code): 1}), Recolour(code, kind)))
            elif means == BAG and not state.recoloured and state.phase is Phase.PLACE:
                found.append((Counter({(means, kind, code): 1}), Bag(code)))
        if state.phase is Phase.ALSO:
            many = acting(self.game, state).patients
            there = sorted(code for (means, kind, code), n in left.items() if (means, kind) == (WORKER, state.acting)
                           for _ in range(n))  # fmt: skip
            return [*found, *((Counter((WORKER, state.acting, code) for code in one), Also(one))
                              for one in _some(tuple(there), many))]  # fmt: skip
        for kind in {kind for means, kind, _ in left if means == DEPARTMENT}:
            codes = sorted(code for (means, other, code), n in left.items() if (means, other) == (DEPARTMENT, kind)
                           for _ in range(n))  # fmt: skip
            who = [worker for (worker, where), number in self.inside.items() if where == kind and number]
            free = [worker for worker in sorted(set(state.free_workers)) if worker in who or not self._promised(worker)]
            workers = [worker for worker in free if worker in who] if who else free
            for one in _some(tuple(codes), self.game.deck.departments[kind].patients):
                used: Tokens = Counter((DEPARTMENT, kind, code) for code in one)
                found += [(used, Place(worker, kind, one)) for worker in workers]
        return found

    def _promised(self, worker: int) -> bool:
        """Whether a worker is wanted elsewhere for his own effect."""
        return any(number and other == worker for (other, _), number in self.inside.items())


def _some(codes: Patients, many: int) -> list[Patients]:
    return list(dict.fromkeys(combinations(codes, many)))


__all__ = ["Realiser"]
