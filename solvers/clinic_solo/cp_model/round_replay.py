"""A plan of a round played by the referee, move by move."""

from collections.abc import Iterator, Sequence
from functools import partial

from clinic_solo import State
from clinic_solo.deals import next_outcome
from clinic_solo.moves import Move, MovePeople, UseTile
from clinic_solo.state import Phase
from clinic_solo.tiles import Action
from solvers.clinic_solo.cp_model.instance import Instance
from solvers.core.cpsat import NotInModel
from solvers.core.replay import steps_to
from tabletop.moves import IllegalMove


def is_over(instance: Instance, state: State) -> bool:
    """Whether the round that the instance began in has ended."""
    return state.phase is Phase.OVER or state.round != instance.state.round


def after_chance(instance: Instance, state: State) -> State:
    """The position once chance has done what the deal says.

    Who comes to the university is no part of any end value: where the deal leaves it open, the first possible comes.
    """
    game = instance.game
    while not is_over(instance, state) and game.is_chance(state):
        outcome = next_outcome(game, instance.deal, state, instance.start)
        if outcome is None and state.phase is not Phase.UNIVERSITY:
            raise ValueError(f"the {state.phase} drawn in round {state.round} after action {state.slot} is not known")
        state = game.apply_outcome(state, outcome or game.chance_outcomes(state)[0][0])
    return state


def steps(instance: Instance, moves: Sequence[Move]) -> Iterator[tuple[State, Move, State]]:
    """Every move of a plan with the positions before and after it; raises ValueError where the plan does not fit."""
    follow, is_end = partial(after_chance, instance), partial(is_over, instance)
    return steps_to(instance.game, instance.state, moves, follow, is_end)


def replay(instance: Instance, moves: Sequence[Move]) -> State:
    """The referee's position after a plan of the round."""
    state = instance.state
    for _, _, state in steps(instance, moves):  # noqa: B007
        pass
    return state


def build_first(instance: Instance, moves: Sequence[Move]) -> list[Move]:
    """The plan with its Build actions before its Hire actions, as the model has it; raises NotInModel if it breaks."""
    actions: list[list[Move]] = []
    for state, move, _ in steps(instance, moves):
        if state.phase is Phase.ACTION:
            actions.append([])
        actions[-1].append(move)
    end = next((i for i, move in enumerate(actions[-1]) if isinstance(move, MovePeople)), 0)
    actions, rest = [*actions[:-1], actions[-1][:end]], actions[-1][end:]
    places = [i for i, action in enumerate(actions) if action[0] != UseTile(Action.ADMIT)]
    ordered = sorted((actions[i] for i in places), key=lambda action: action[0] != UseTile(Action.BUILD))
    for place, action in zip(places, ordered, strict=True):
        actions[place] = action
    again = [move for action in (*actions, rest) for move in action]
    try:
        replay(instance, again)
    except (IllegalMove, ValueError) as refused:
        raise NotInModel(f"the plan hires before it builds, and not the other way round: {refused}") from refused
    return again


def component_of(instance: Instance, state: State) -> int:
    """The number of the component that is due in a Build action, or was built last where something follows it."""
    per_action = instance.game.deck.building.components_per_action
    number = (state.slot - instance.state.slot + 1) * per_action - state.left
    return number if state.phase is Phase.BUILD else number - 1
