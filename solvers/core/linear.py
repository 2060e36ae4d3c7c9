"""Linear programmes solved by GLOP, once more another way where its first try goes wrong."""

from typing import Any

Solver = Any  # pywraplp.Solver, which has no types


def solved(solver: Solver) -> bool:
    """Whether the programme is solved to the optimum.

    Now and then GLOP gives up on a programme as abnormal after its own simplifications; without them it does not.
    """
    from ortools.linear_solver.pywraplp import MPSolverParameters

    if solver.Solve() == solver.OPTIMAL:
        return True
    plainly = MPSolverParameters()
    plainly.SetIntegerParam(plainly.PRESOLVE, plainly.PRESOLVE_OFF)
    done: bool = solver.Solve(plainly) == solver.OPTIMAL
    return done
