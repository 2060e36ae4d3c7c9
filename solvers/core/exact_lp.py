"""Linear programmes in whole numbers, bounded exactly.

A solver in floating point only proposes dual values. Weak duality makes a bound of any dual values at all, good or bad,
and here that is calculated in whole numbers from the programme as it was written: whatever the solver's rounding did,
no solution is above the bound. In the same way it is calculated whether dual values prove that there is no solution.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from solvers.core.linear import Solver, solved

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, LinearExpr

SCALE = 1 << 40  # dual values are rounded to so many parts of 1


@dataclass(frozen=True)
class Row:
    """low <= the sum of coefficient * column <= high; None where there is no limit."""

    columns: tuple[int, ...]
    coefficients: tuple[int, ...]
    low: int | None
    high: int | None


@dataclass
class Programme:
    """Maximise the sum of coefficient * column over columns that each lie between two whole numbers."""

    column_bounds: list[tuple[int, int]] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    objective: dict[int, int] = field(default_factory=dict)
    more: int = 0  # added to the sum

    def bound(self, duals: Sequence[float]) -> int:
        """No whole-number solution is worth more, whatever the dual values, one for each row."""
        return self._above(duals, self.objective) // SCALE + self.more

    def refutes(self, duals: Sequence[float]) -> bool:
        """Whether these dual values prove that there is no solution: by Farkas, nothing would be worth less than 0."""
        return self._above(duals, {}) < 0

    def _above(self, duals: Sequence[float], objective: dict[int, int]) -> int:
        """Weak duality: what the rows and the bounds of columns allow at most, in parts of SCALE."""
        # What the rows do not account for.
        left = {column: SCALE * coefficient for column, coefficient in objective.items()}
        total = 0
        for row, dual in zip(self.rows, duals, strict=True):
            price = round(dual * SCALE) if math.isfinite(dual * SCALE) else 0
            limit = row.high if price > 0 else row.low
            if not price or limit is None:  # a price on a side without limit proves nothing
                continue
            total += price * limit
            for column, coefficient in zip(row.columns, row.coefficients, strict=True):
                left[column] = left.get(column, 0) - price * coefficient
        return total + sum(max(rest * end for end in self.column_bounds[column]) for column, rest in left.items())


@dataclass(frozen=True)
class Answer:
    """`bound` is None where there is proven to be no solution; `values` of the best fractional one are a guess."""

    bound: int | None
    values: tuple[float, ...] = ()


def programme_of(cp: "CpModel", objective: "LinearExpr") -> Programme:
    """A model of CP-SAT without integrality, as far as it is linear, for the most of an expression."""
    from ortools.sat.python.cp_model import INT_MAX, INT_MIN, FlatIntExpr

    flat = FlatIntExpr(objective)
    programme = Programme([(int(one.domain[0]), int(one.domain[1])) for one in cp.proto.variables])
    for constraint in cp.proto.constraints:
        line = constraint.linear
        if len(line.domain) != 2:  # to leave one out is safe
            continue
        parts: Counter[int] = Counter()
        for column, coefficient in zip(line.vars, line.coeffs, strict=True):
            parts[int(column)] += int(coefficient)
        low, high = int(line.domain[0]), int(line.domain[1])
        limits = None if low <= INT_MIN else low, None if high >= INT_MAX else high
        programme.rows.append(Row(tuple(parts), tuple(parts.values()), *limits))
    for variable, coefficient in zip(flat.vars, flat.coeffs, strict=True):
        programme.objective[variable.index] = programme.objective.get(variable.index, 0) + int(coefficient)
    programme.more = int(flat.offset)
    return programme


def solve(programme: Programme) -> Answer:
    """A bound that holds, as good as the solver's dual values are."""
    if any(low > high for low, high in programme.column_bounds) or any(_empty(row) for row in programme.rows):
        return Answer(None)
    solver, columns, rows = written(programme)
    objective = solver.Objective()
    for column, coefficient in programme.objective.items():
        objective.SetCoefficient(columns[column], coefficient)
    objective.SetMaximization()
    if solved(solver):
        values = tuple(column.solution_value() for column in columns)
        return Answer(programme.bound([row.dual_value() for row in rows]), values)
    if programme.refutes(_violated(programme)):
        return Answer(None)
    return Answer(programme.bound([0.0] * len(programme.rows)))


def _empty(row: Row) -> bool:
    return row.low is not None and row.high is not None and row.low > row.high


def _violated(programme: Programme) -> list[float]:
    """Dual values of the programme that breaks its rows as little as can be: where it has to, they say why."""
    solver, _, rows = written(programme)
    for row, line in zip(programme.rows, rows, strict=True):
        for limit, direction in ((row.low, 1), (row.high, -1)):
            if limit is not None:
                breach = solver.NumVar(0, solver.infinity(), "")
                line.SetCoefficient(breach, direction)
                solver.Objective().SetCoefficient(breach, -1)
    solver.Objective().SetMaximization()
    return [row.dual_value() for row in rows] if solved(solver) else [0.0] * len(rows)


def written(programme: Programme) -> tuple[Solver, list[Any], list[Any]]:
    """The solver with its columns and rows; nothing is asked for yet."""
    from ortools.linear_solver import pywraplp

    solver = pywraplp.Solver.CreateSolver("GLOP")
    columns = [solver.NumVar(low, high, "") for low, high in programme.column_bounds]
    rows = []
    for row in programme.rows:
        low = -solver.infinity() if row.low is None else row.low
        high = solver.infinity() if row.high is None else row.high
        line = solver.Constraint(low, high)
        for column, coefficient in zip(row.columns, row.coefficients, strict=True):
            line.SetCoefficient(columns[column], coefficient)
        rows.append(line)
    return solver, columns, rows
