"""Clin9ic with known draws as a CP-SAT model: one round, or several up to the whole game.

instance = Instance(game, state, orders, EndValue(money=1))
schedule = solve(instance)
schedule.result.best, schedule.result.bound, schedule.exactness
"""

from solvers.clin9ic.cp_model.explain import Explanation, explain
from solvers.clin9ic.cp_model.instance import EndValue, Instance
from solvers.clin9ic.cp_model.solve import Schedule, solve
from solvers.clin9ic.cp_model.switches import BOUND, EXACT, SIX_ROUNDS, Exactness, Group, Switches
from solvers.core.cpsat import Disagreement, NotInModel

__all__ = [
    "BOUND", "EXACT", "SIX_ROUNDS", "Disagreement", "EndValue", "Exactness", "Explanation", "Group",
    "Instance", "NotInModel", "Schedule", "Switches", "explain", "solve",
]  # fmt: skip
