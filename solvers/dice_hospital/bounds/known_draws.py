"""What no play of known draws can score: linear programmes of the simpler game (`relaxation`), by branch and bound.

Branches decide how many leave in a round, and which of two cards is taken. Whatever the solver's rounding did, every
bound is calculated in whole numbers from dual values (`solvers.core.exact_lp`).
"""

import heapq
from collections.abc import Callable
from dataclasses import replace
from itertools import count, pairwise
from typing import NamedTuple

from solvers.core import exact_lp
from solvers.core.exact_lp import Row
from solvers.core.linear import solved
from solvers.dice_hospital.bounds.relaxation import Relaxation

SPLIT = 1e-4  # from here on a number counts as split between two
Boxes = dict[int, tuple[int, int]]
Coefficients = dict[int, int]


Best = Callable[[], int | None]  # nobody asks for less, if there is anything; it may grow


class Node(NamedTuple):
    """What a branch allows, the bound on it, and where its linear optimum lies."""

    boxes: Boxes
    bound: int
    values: list[float]


class Bound:
    """A bound that falls while there is time."""

    def __init__(self, relaxation: Relaxation) -> None:
        self.leaving = relaxation.census.leave  # by round: who leaves how often, as columns and numbers
        self.takes = relaxation.takes
        self.programme = exact_lp.programme_of(relaxation.sheet.cp, relaxation.total)
        self.solver, self.columns, self.rows = exact_lp.written(self.programme)
        self.solver.Objective().SetMaximization()
        self.asked: Coefficients = {}
        self.changed: set[int] = set()
        self.programmes = 0

    def run(
        self, best: Best, stop: Callable[[], bool], told: Callable[[int], None] = lambda _: None
    ) -> int | None:  # fmt: skip
        """No play scores more; None where there is none at all. `told` hears of all that was proven."""
        root = self._node({})
        if root is None:
            return best()
        told(root.bound)
        if _is_enough(root.bound, best()):
            return root.bound
        self._limit(stop)
        limited = self._node({})
        return best() if limited is None else self._branch(limited, best, stop, told)

    # --- linear programmes ---

    def _node(self, boxes: Boxes) -> Node | None:
        """The best of a branch; None where it is proven empty."""
        answer = self._most(self.programme.objective, boxes)
        if answer is None:
            return None
        return Node(boxes, answer + self.programme.more, [column.solution_value() for column in self.columns])

    def _most(self, wanted: Coefficients, boxes: Boxes) -> int | None:
        """At most so much; None where nothing is possible."""
        self.programmes += 1
        objective = self.solver.Objective()
        for column in self.asked.keys() | wanted.keys():
            objective.SetCoefficient(self.columns[column], wanted.get(column, 0))
        self.asked = wanted
        for column in self.changed | boxes.keys():
            self.columns[column].SetBounds(*boxes.get(column, self.programme.column_bounds[column]))
        self.changed = set(boxes)
        ends = list(self.programme.column_bounds)
        for column, box in boxes.items():
            ends[column] = box
        asked = replace(self.programme, column_bounds=ends, objective=wanted, more=0)
        if solved(self.solver, going_on=self.programmes > 1):
            return asked.bound([row.dual_value() for row in self.rows])
        return exact_lp.solve(asked).bound

    # --- limits ---

    def _limit(self, stop: Callable[[], bool]) -> None:
        """At most how many can leave in a round, and in two rounds one after the other."""
        for ways in self.leaving.values():
            if stop():
                return
            most = self._most(_numbers(ways), {})
            for column, number in ways:
                if most is not None and number > most:
                    self.programme.column_bounds[column] = 0, 0
                    self.columns[column].SetBounds(0, 0)
        for one, other in pairwise(self.leaving.values()):
            if stop():
                return
            numbers = _numbers([*one, *other])
            most = self._most(numbers, {})
            if most is not None:
                self._add(Row(tuple(numbers), tuple(numbers.values()), None, most))

    def _add(self, row: Row) -> None:
        line = self.solver.Constraint(-self.solver.infinity(), row.high)
        for column, number in zip(row.columns, row.coefficients, strict=True):
            line.SetCoefficient(self.columns[column], number)
        self.programme.rows.append(row)
        self.rows.append(line)

    # --- branches ---

    def _branch(
        self, root: Node, best: Best, stop: Callable[[], bool], told: Callable[[int], None]
    ) -> int | None:  # fmt: skip
        """The branch with the highest bound first; one that cannot be split any more stays as it is."""
        order, closed = count(), [score for score in (best(),) if score is not None]
        waiting = [(-root.bound, next(order), root)]
        while waiting and not stop():
            node = heapq.heappop(waiting)[2]
            ways = self._ways(node)
            if _is_enough(node.bound, best()) or not ways:
                closed.append(node.bound)
                break
            for boxes in ways:
                child = self._node({**node.boxes, **boxes})
                if child is not None:
                    heapq.heappush(waiting, (-min(node.bound, child.bound), next(order), child))
            if closed or waiting:
                told(max([*closed, *(-one[0] for one in waiting[:1])]))
        return max([*closed, *(-one[0] for one in waiting[:1])], default=None)

    def _ways(self, node: Node) -> list[Boxes]:
        """Two branches: at most so many leave in a round, or more; or else one card is taken, or the other."""
        widest, found = SPLIT, list[Boxes]()
        for ways in self.leaving.values():
            mean = sum(number * node.values[column] for column, number in ways)
            spread = sum(node.values[column] * (number - mean) ** 2 for column, number in ways)
            if spread > widest:
                few = {column: (0, 0) for column, number in ways if number <= mean}
                many = {column: (0, 0) for column, number in ways if number > mean}
                widest, found = spread, [many, few]
        if found:
            return found
        split = max(self.takes, key=lambda column: min(node.values[column], 1 - node.values[column]), default=None)
        if split is None or min(node.values[split], 1 - node.values[split]) < SPLIT:
            return []
        return [{split: (0, 0)}, {split: (1, 1)}]


def _is_enough(bound: int, best: int | None) -> bool:
    return best is not None and bound <= best


def _numbers(ways: list[tuple[int, int]]) -> Coefficients:
    return {column: number for column, number in ways if number}


__all__ = ["Bound"]
