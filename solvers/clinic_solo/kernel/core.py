"""Plans in the compiled core: made at random, played, and annealed. No call changes what another one finds."""

from typing import NamedTuple

import numpy as np

from solvers.clinic_solo.kernel.codes import EVENT_WIDTH, MOST_EVENTS
from solvers.clinic_solo.kernel.plan_encoding import PLAN
from solvers.clinic_solo.kernel.problem import Start
from solvers.clinic_solo.kernel.state_encoding import STATE, Encoded, Ints
from solvers.clinic_solo.kernel.table_layout import TABLES
from solvers.native.calling import Array, Integer, Real, Record, Unsigned, function

IMPOSSIBLE = -1_000_000.0  # of a plan that needs a draw which is not known

_TABLES, _STATE, _PLAN = (
    Record(f"clinic_solo_{name}", dtype) for name, dtype in (("tables", TABLES), ("state", STATE), ("plan", PLAN))
)
_VALUES = Array(np.float64, 1)
_random_plan = function("clinic_solo_random_plan", None, _TABLES, Unsigned, _PLAN)
_rollout = function(
    "clinic_solo_rollout", None,
    _TABLES, _STATE, Integer, Real, Unsigned, _PLAN, _STATE, Array(np.int32, 2), _VALUES,
)  # fmt: skip
_anneal = function(
    "clinic_solo_anneal", None,
    _TABLES, _STATE, Integer, Integer, Integer, Real, Real, Real, Unsigned, _PLAN, _PLAN, _VALUES,
)  # fmt: skip
_SILENT = np.zeros((0, EVENT_WIDTH), np.int32)


class PlanValue(NamedTuple):
    """The value of a plan: as the referee counts it, and for the search."""

    score: float
    value: float


class Played(NamedTuple):
    """A plan that was played: its value, the position at its end, and the events on the way if they were asked for."""

    plan_value: PlanValue
    end: Encoded
    events: Ints


class Annealed(NamedTuple):
    """The best score and its value, and the value of the plan that the annealing ended with."""

    best: float
    best_value: float
    value: float


def random_plan(start: Start, seed: int) -> Encoded:
    plan = np.zeros((), PLAN)
    _random_plan(start.tables, seed, plan)
    return plan


def rollout(start: Start, plan: Encoded, goal_weight: float = 0.0, seed: int = 0, *, tell: bool = False) -> Played:
    """Play a plan from a position; with `tell` there are events.

    What the plan leaves to chance is chosen by the seed and written into it, so that playing it again gives the same
    game.
    """
    end, values = np.zeros((), STATE), np.zeros(2)
    events = np.zeros((MOST_EVENTS, EVENT_WIDTH), np.int32) if tell else _SILENT
    _rollout(start.tables, start.row, start.fresh, goal_weight, seed, plan, end, events, values)
    return Played(PlanValue(*values.tolist()), end, events)


def anneal(
    start: Start,
    plan: Encoded,
    best_plan: Encoded,
    iterations: int,
    temperatures: tuple[float, float],
    goal_weight: float = 0.0,
    seed: int = 0,
) -> Annealed:
    """Anneal a plan while the temperature falls from the first to the second; the best one goes into `best_plan`."""
    values = np.zeros(3)
    _anneal(
        start.tables, start.row, start.fresh, start.first_slot, iterations, *temperatures, goal_weight, seed, plan,
        best_plan, values,
    )  # fmt: skip
    return Annealed(*values.tolist())
