"""Linear programmes solved by GLOP, once more another way where its first try goes wrong."""

from typing import Any

Solver = Any  # those of pywraplp, which has no types
Constraint = Any
Variable = Any


class NamedRows:
    """A linear programme to be maximised, its rows by name.

    Rows are all of the form: what is used less what is had is at most what is there. Their duals are prices.
    """

    def __init__(self) -> None:
        from ortools.linear_solver import pywraplp

        self.solver: Solver = pywraplp.Solver.CreateSolver("GLOP")
        self.solver.Objective().SetMaximization()
        self.rows: dict[Any, Constraint] = {}

    def row(self, *name: object, there: float = 0.0) -> Constraint:
        """A row, made when it is first asked for."""
        if name not in self.rows:
            self.rows[name] = self.solver.Constraint(-self.solver.infinity(), 0.0)
        if there:
            self.rows[name].SetUb(there)
        return self.rows[name]

    def even(self, *name: object, there: float = 0.0) -> None:
        """A new row that has to come out even, so that its price may be a cost."""
        assert name not in self.rows, name
        self.rows[name] = self.solver.Constraint(there, there)

    def variable(self, objective: float) -> Variable:
        """A new one, from 0 on, and what one of it brings."""
        column = self.solver.NumVar(0, self.solver.infinity(), "")
        self.solver.Objective().SetCoefficient(column, objective)
        return column


def add(row: Constraint, column: Variable, amount: float) -> None:
    """So much more of a variable in a row."""
    row.SetCoefficient(column, row.GetCoefficient(column) + amount)


def solved(solver: Solver, *, going_on: bool = False) -> bool:
    """Whether the programme is solved to the optimum, beginning where the last one ended if it is `going_on`.

    Now and then GLOP gives up on a programme as abnormal after its own simplifications; without them it does not.
    """
    from ortools.linear_solver.pywraplp import MPSolverParameters

    if not going_on and solver.Solve() == solver.OPTIMAL:
        return True
    plainly = MPSolverParameters()
    plainly.SetIntegerParam(plainly.PRESOLVE, plainly.PRESOLVE_OFF)  # which would forget where it was
    done: bool = solver.Solve(plainly) == solver.OPTIMAL
    return done
