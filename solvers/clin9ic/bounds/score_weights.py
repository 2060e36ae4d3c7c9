"""How much everything counts in the end, goal by goal."""

from typing import NamedTuple

from clin9ic.score import DOCTOR_POINTS
from clin9ic.setting import Goal


class ScoreWeights(NamedTuple):
    """How much everything counts in the end, by victory condition (3.4, section 7)."""

    point: float  # a point of popularity
    doctor: tuple[float, ...]  # by colour after the last Admin
    nurse: float = 0.0
    orderly: float = 0.0
    treated: float = 0.0


# Where popularity is not kept, debts are always forgiven in the end, so expenses are left out there.
SCORE_WEIGHTS = {
    Goal.POPULARITY: ScoreWeights(1.0, tuple(map(float, DOCTOR_POINTS)), nurse=1.0),
    Goal.DOCTORS: ScoreWeights(0.0, (1.0, 1.0, 1.0, 1.0)),
    Goal.SKILLED: ScoreWeights(0.0, (0.0, 1.0, 1.0, 1.0)),
    Goal.STAFF: ScoreWeights(0.0, (1.0, 1.0, 1.0, 1.0), nurse=1.0, orderly=1.0),
    Goal.TREATED: ScoreWeights(0.0, (0.0, 0.0, 0.0, 0.0), treated=1.0),
}
