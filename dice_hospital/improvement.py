"""Section 5: improvement. A specialist and a department are turned up, and one of them is taken."""

from dice_hospital import activation
from dice_hospital.moves import NONE, CardsShown, Return, Take
from dice_hospital.setting import Setting
from dice_hospital.state import Phase, State
from tabletop.moves import IllegalMove


def show(state: State, outcome: CardsShown) -> State:
    """5.1, 5.3: what is turned up never comes back into its stack in time."""
    return state._replace(
        phase=Phase.TAKE,
        shown=(outcome.specialist, outcome.department),
        specialist_stack=_one_less(state.specialist_stack, outcome.specialist),
        department_stack=_one_less(state.department_stack, outcome.department),
    )


def _one_less(stack: tuple[int, ...], kind: int) -> tuple[int, ...]:
    return (*stack[:kind], stack[kind] - 1, *stack[kind + 1 :])


def ways_to_take(setting: Setting, state: State) -> list[Take]:
    """5.1 [decision must-take]."""
    specialist, department = state.shown
    ways = [Take(specialist=specialist), Take(department=department)]
    return ways if setting.options.must_take else [*ways, Take()]


def take(setting: Setting, state: State, move: Take) -> State:
    """5.1: one is taken, the other goes to the bottom of its stack."""
    if move not in ways_to_take(setting, state):
        specialist, department = state.shown
        shown = f"{setting.deck.workers[specialist].name} and {setting.deck.departments[department].name}"
        raise IllegalMove("5.1", f"one of the two turned up has to be taken: {shown}")
    if move.specialist != NONE:
        state = state._replace(specialists=tuple(sorted((*state.specialists, move.specialist))))
    if move.department != NONE:
        state = state._replace(departments=tuple(sorted((*state.departments, move.department))))
    state = state._replace(phase=Phase.RETURN, shown=())
    if setting.options.return_for_bag and (state.specialists or state.departments):
        return state
    return activation.begin(setting, state)


def ways_to_return(state: State) -> list[Return]:
    """5.2: any improvement, or none."""
    ways = [Return(specialist=kind) for kind in dict.fromkeys(state.specialists)]
    ways += [Return(department=kind) for kind in dict.fromkeys(state.departments)]
    return [*ways, Return()]


def give_back(setting: Setting, state: State, move: Return) -> State:
    """5.2: an improvement is out of the game, and a blood bag comes for it [decision solo-return]."""
    if move not in ways_to_return(state):
        raise IllegalMove("5.2", _not_returned(setting, move))
    if move == Return():
        return activation.begin(setting, state)
    specialists, departments = list(state.specialists), list(state.departments)
    if move.specialist != NONE:
        specialists.remove(move.specialist)
    if move.department != NONE:
        departments.remove(move.department)
    bags = setting.limited(state.blood_bags + 1)
    state = state._replace(specialists=tuple(specialists), departments=tuple(departments), blood_bags=bags)
    return activation.begin(setting, state)


def _not_returned(setting: Setting, move: Return) -> str:
    if NONE not in (move.specialist, move.department):
        return "one improvement is returned, not two"
    if move.department != NONE:
        name = setting.deck.departments[move.department].name
        return f"{name} is {'not yours' if setting.deck.is_tile(move.department) else 'part of the board'}"
    return f"{setting.deck.workers[move.specialist].name} is no specialist of yours"
