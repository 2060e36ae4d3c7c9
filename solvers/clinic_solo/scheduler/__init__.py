"""What is left of a round of the Clinic solitaire, with known draws, as a CP-SAT model.

instance = Instance(game, state, deal, EndValue(score=3, money=1))
result = solve_round(instance, Effort(seconds=10, workers=1), hint=moves)
result.status, result.best, result.bound, result.moves
"""

from solvers.clinic_solo.scheduler.instance import QUICK, EndValue, Instance
from solvers.clinic_solo.scheduler.kept import replay
from solvers.clinic_solo.scheduler.solve import solve_round
from solvers.cpsat import Disagreement, Effort, NotInModel

__all__ = ["QUICK", "Disagreement", "Effort", "EndValue", "Instance", "NotInModel", "replay", "solve_round"]
