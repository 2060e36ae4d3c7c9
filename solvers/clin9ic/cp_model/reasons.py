"""Why a target is out of reach: which rules of which rounds stand against it, by a game with fewer rules."""

from clin9ic.referee import Clin9ic
from clin9ic.state import ROUNDS, Phase, State
from solvers.clin9ic.cp_model import BOUND, EXACT, Explanation, Instance, Switches, explain
from solvers.clin9ic.cp_model.switches import Group
from solvers.core.budget import Budget
from solvers.core.result import Status

# What holds against fewer rules holds against all. Each model is nearer to the game than the one before it, and slower.
MODELS = (BOUND, Switches(conveyors=False, without=frozenset({Group.TIME})))
OF_ONE_ROUND = (*MODELS, EXACT)


def reasons_against_target(
    game: Clin9ic, state: State, orders: dict[int, tuple[str, ...]], target: int, seconds: float
) -> Explanation | None:
    """The reasons, where they are found in time and the position is at the beginning of a round."""
    if state.phase is Phase.ARRANGE:
        orders = {**orders, state.round: state.order}
        state = state._replace(phase=Phase.ORDER, order=())
    if state.phase is not Phase.ORDER:
        return None
    return reasons_against(
        Instance(game, state, tuple(orders[number] for number in range(state.round, ROUNDS + 1))), target, seconds
    )


def reasons_against(instance: Instance, target: int, seconds: float) -> Explanation | None:
    """The reasons by the first model that they are found with."""
    models = OF_ONE_ROUND if len(instance.orders) == 1 else MODELS
    for switches in models:
        found = explain(instance, target, switches, Budget(seconds / len(models), 1))
        if found.status is Status.INFEASIBLE:
            return found
    return None
