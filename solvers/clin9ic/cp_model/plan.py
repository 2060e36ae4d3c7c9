"""From the values of a model to a plan of moves that the referee has played."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, permutations

from ortools.sat.python.cp_model import IntVar

from clin9ic import State
from clin9ic.cards import Staff
from clin9ic.care import leaving_order
from clin9ic.dice import trackable
from clin9ic.moves import (
    Admit,
    Build,
    Buy,
    Care,
    Component,
    Hire,
    Hired,
    Kind,
    Lab,
    Move,
    Order,
    Outpatient,
    Place,
    Treatment,
)
from clin9ic.state import Phase
from solvers.clin9ic.cp_model.instance import Instance
from solvers.clin9ic.cp_model.variables import PLAIN, ComponentVars, Draft, RoundVars, SlotVars
from solvers.core.cpsat import Disagreement
from solvers.core.replay import steps_to
from tabletop.colours import COLOURS, Colour, Counts, add
from tabletop.moves import IllegalMove

Values = Callable[[IntVar], int]


class OutOfTurn(Exception):
    """A plan of a model that does not look at the dice in turn, and that has no legal order."""


def replay(instance: Instance, moves: Sequence[Move]) -> State:
    """The referee's position after a plan of all the rounds."""
    game, orders = instance.game, dict(zip(instance.rounds, instance.orders, strict=True))

    def follow(state: State) -> State:
        due = state.phase is Phase.ORDER and state.round in orders
        return game.apply_outcome(state, Order(orders[state.round])) if due else state

    def is_end(state: State) -> bool:
        return state.phase in (Phase.ORDER, Phase.OVER)  # the order of a later round is not known

    end = instance.state
    for _, _, end in steps_to(game, instance.state, moves, follow, is_end):  # noqa: B007
        pass
    return end


def read_plan(draft: Draft, value_of: Values, claimed: int) -> tuple[tuple[Move, ...], int]:
    """The moves that the model chose and their value, both confirmed by the referee."""
    instance = draft.instance
    game, state = instance.game, instance.state
    moves: list[Move] = []
    try:
        for order, round_vars in zip(instance.orders, draft.rounds, strict=True):
            state = game.apply_outcome(state, Order(order))
            while state.phase not in (Phase.ORDER, Phase.OVER):
                moves.append(_next_move(draft, round_vars, state, value_of))
                state = game.apply(state, moves[-1])
            _compare(round_vars, state, value_of)
    except IllegalMove as refused:
        raise Disagreement(f"round {state.round}, {game.format(moves[-1])}: {refused}") from refused
    value = instance.value_of(state)
    if value != claimed:
        raise Disagreement(f"the model claims {claimed}, the referee counts {value}")
    return tuple(moves), value


def _compare(round_vars: RoundVars, state: State, value_of: Values) -> None:
    """Every field of the position after a round."""
    end = round_vars.end
    claimed: dict[str, object] = {name: value_of(getattr(end, name)) for name in PLAIN}
    claimed |= {"doctors": tuple(map(value_of, end.doctors)), "patients": tuple(map(value_of, end.patients))}
    wrong = [
        f"{name} {value}, not {getattr(state, name)}"
        for name, value in claimed.items()
        if getattr(state, name) != value
    ]
    if wrong:
        raise Disagreement(f"after round {round_vars.number} the model claims {', '.join(wrong)}")


def _next_move(draft: Draft, round_vars: RoundVars, state: State, value_of: Values) -> Move:
    match draft.instance.game.decision(state):
        case "arrange":
            trios = draft.instance.trios[draft.index(round_vars.number)]
            return next(trio.move for trio, chosen in zip(trios, round_vars.trios, strict=True) if value_of(chosen))
        case "outpatient":
            return Outpatient(bool(value_of(round_vars.outpatient)))
        case "build":
            slot = round_vars.slots[state.step]
            return Build(tuple(c for built in slot.components for c in _component(draft, built, value_of)))
        case "hire":
            return _hire(draft, round_vars.slots[state.step], state, value_of)
        case "admit":
            return Admit(value_of(round_vars.slots[state.step].admitted))
        case "care":
            return _care(draft, round_vars, state, value_of)
        case "buy":
            return Buy(value_of(round_vars.bought))
        case "lab":
            return Lab(tuple(colour for colour in COLOURS for _ in range(value_of(round_vars.lab[colour]))))
    raise AssertionError(state.phase)


def _component(draft: Draft, built: ComponentVars, value_of: Values) -> Iterator[Component]:
    """The component built, if any."""
    spaces = draft.clinics.spaces
    now = {space for space, cube in zip(spaces, built.after.cubes, strict=True) if value_of(cube)}
    before = {space for space, cube in zip(spaces, built.before.cubes, strict=True) if value_of(cube)}
    for kind, literal in built.kinds.items():
        if value_of(literal):
            placed = {Kind.CONVEYOR: now - before, Kind.CONVEYORS: now}.get(kind, set())
            yield Component(kind, spaces=tuple(sorted(placed)))
    if any(map(value_of, built.floors)):
        yield Component(Kind.FLOOR)
    for floor, literal in enumerate(built.upgrades, 1):
        if value_of(literal):
            yield Component(Kind.UPGRADE, floor=floor)


def _hire(draft: Draft, slot: SlotVars, state: State, value_of: Values) -> Hire:
    colours = list(_joining_order(state, _each(slot.doctors, value_of), draft.instance.game.dice))
    people = []
    for (box, staff), hired in sorted(slot.hired.items()):
        if value_of(hired):
            people.append(Hired(staff, colours.pop(0) if staff is Staff.DOCTOR else None, box))
    return Hire(tuple(people))


def _joining_order(state: State, colours: list[Colour], dice: int) -> tuple[Colour, ...]:
    """2.3: an order in which doctors can come one by one."""
    for order in permutations(colours):
        doctors = list(accumulate(order, add, initial=state.doctors))
        if all(trackable(counts, state.patients, dice) for counts in doctors):
            return order
    raise OutOfTurn(f"round {state.round}: doctors are hired in no order that the dice can show")


def _care(draft: Draft, round_vars: RoundVars, state: State, value_of: Values) -> Care:
    """The pairs, in an order in which the patients can leave."""
    vars_ = round_vars.care
    waiting = [
        Treatment(COLOURS[p], COLOURS[d], place)
        for place, pairs in ((Place.TREATMENT, vars_.treatment), (Place.OPERATING, vars_.operating))
        for (p, d), number in pairs.items()
        for _ in range(value_of(number))
    ]
    out, doctors = (_each(people, value_of) for people in (vars_.outpatients, vars_.outpatient_doctors))
    waiting += [Treatment(p, d, Place.OUTPATIENT) for p, d in zip(out, doctors, strict=True)]
    leaving = _counted(treatment.patient for treatment in waiting)
    order = leaving_order(state.doctors, state.patients, leaving, draft.instance.game.dice)
    if order is None:
        raise OutOfTurn(f"round {state.round}: patients leave in no order that the dice can show")
    treatments = []
    for colour in order:
        treatments.append(next(treatment for treatment in waiting if treatment.patient is colour))
        waiting.remove(treatments[-1])
    return Care(tuple(treatments))


def _counted(colours: Iterable[Colour]) -> Counts:
    counts: Counts = (0, 0, 0, 0)
    for colour in colours:
        counts = add(counts, colour)
    return counts


def _each(people: Sequence[IntVar], value_of: Values) -> list[Colour]:
    return [colour for colour in COLOURS for _ in range(value_of(people[colour]))]
