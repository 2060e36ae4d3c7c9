"""A first plan of CP-SAT for several rounds, each for itself by a rough value of clinics: a hint for the whole game."""

from clin9ic import Goal
from clin9ic.moves import Move
from clin9ic.state import ROUNDS
from solvers.clin9ic.cp_model.instance import EndValue, Instance
from solvers.clin9ic.cp_model.plan import replay
from solvers.clin9ic.cp_model.solve import solve
from solvers.clin9ic.cp_model.switches import SIX_ROUNDS, Switches
from solvers.core.budget import Budget
from tabletop.colours import Counts

TEN_SECONDS = Budget(seconds=10)  # for each round


def rough_value(goal: Goal, rounds_left: int) -> EndValue:
    """A rough value of positions with so many rounds to come; a point of the final score counts three."""
    left = rounds_left
    by_goal: dict[Goal, Counts] = {
        Goal.POPULARITY: (6, 9, 12, 15),
        Goal.DOCTORS: (15, 15, 15, 15),
        Goal.SKILLED: (6, 15, 15, 15),
        Goal.STAFF: (15, 15, 15, 15),
        Goal.TREATED: (6, 8, 9, 9),
    }
    doctors = by_goal[goal]
    return EndValue(
        entrances=4 * left,
        gardens=2 + left,
        pillars=2,
        lots=left,
        nurses=(12 if goal is Goal.STAFF else 4) + left,
        orderlies=12 if goal is Goal.STAFF else left,
        money=2,
        popularity=3,
        time=-1,
        treated=12 if goal is Goal.TREATED else 0,
        floors=12 + 4 * left,
        upgrades=2 + 3 * left,
        doctors=(doctors[0] + left, doctors[1] + left, doctors[2] + left, doctors[3] + left),
        patients=(0, 8, 10, 8),
    )


def round_by_round(
    instance: Instance, switches: Switches = SIX_ROUNDS, budget: Budget = TEN_SECONDS
) -> tuple[Move, ...] | None:
    """A legal plan of all rounds, each scheduled alone within this budget; None if a round finds none in time.

    The last round of a game is scheduled for the goal itself, and so is the last one of an end value.
    """
    moves: tuple[Move, ...] = ()
    state = instance.state
    for number, order in enumerate(instance.orders, 1):
        last = number == len(instance.orders)
        value = instance.value if last else rough_value(instance.game.goal, ROUNDS - state.round)
        alone = Instance(instance.game, state, (order,), value)
        result = solve(alone, switches, budget).result
        if result.best is None:
            return None
        moves += result.moves
        state = replay(alone, result.moves)
    return moves
