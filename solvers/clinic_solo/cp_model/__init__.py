"""What is left of a round of the Clinic solitaire, with known draws, as a CP-SAT model.

instance = Instance(game, state, deal)
result = solve_round(instance, Budget(seconds=10, workers=1), hint=moves)
result.status, result.best, result.bound, result.moves
"""

from solvers.clinic_solo.cp_model.instance import Instance
from solvers.clinic_solo.cp_model.instance import supports as schedule_supports
from solvers.clinic_solo.cp_model.round_replay import replay
from solvers.clinic_solo.cp_model.solve import solve_round
from solvers.core.cpsat import Disagreement, NotInModel

__all__ = [
    "Disagreement",
    "Instance",
    "NotInModel",
    "replay",
    "schedule_supports",
    "solve_round",
]
