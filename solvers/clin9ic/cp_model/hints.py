"""A plan of moves as values for the variables of a model."""

from collections.abc import Iterator, Sequence

from ortools.sat.python.cp_model import IntVar

from clin9ic import State
from clin9ic.cards import Staff
from clin9ic.hire import staff_icons
from clin9ic.moves import Admit, Arrange, Build, Buy, Care, Hire, Kind, Lab, Move, Order, Outpatient, Place
from clin9ic.state import Phase
from solvers.clin9ic.cp_model.plan import replay
from solvers.clin9ic.cp_model.variables import Draft, RoundVars, SlotVars
from solvers.core.cpsat import NotInModel, complete_hint
from tabletop.colours import COLOURS

Decisions = dict[int, tuple[IntVar, int]]  # by the variable's index


def add_hint(draft: Draft, moves: Sequence[Move]) -> int:
    """Hint every variable by a legal plan; the model's own value of the plan."""
    return complete_hint(draft.cp, decisions(draft, moves).values(), draft.value)


def decisions(draft: Draft, moves: Sequence[Move]) -> Decisions:
    """The values that a legal plan gives to the decisions of a model; all other variables follow from them."""
    instance = draft.instance
    replay(instance, moves)
    game, state, left = instance.game, instance.state, list(moves)
    found: Decisions = {}
    for order, round_vars in zip(instance.orders, draft.rounds, strict=True):
        state = game.apply_outcome(state, Order(order))
        _put(found, ((variable, 0) for variable in _unasked(round_vars)))
        while state.phase not in (Phase.ORDER, Phase.OVER):
            move = left.pop(0)
            _put(found, _decided(draft, round_vars, state, move))
            state = game.apply(state, move)
    return found


def _put(found: Decisions, values: Iterator[tuple[IntVar, int]]) -> None:
    found.update({variable.index: (variable, value) for variable, value in values})


def _unasked(round_vars: RoundVars) -> Iterator[IntVar]:
    """Decisions that stay at nothing unless a move says otherwise: nothing is built in a Hire action."""
    for slot in round_vars.slots:
        for built in slot.components:
            yield from built.choices
        yield from slot.hired.values()
        for doctors in (slot.doctors, *slot.joins):
            yield from doctors
        yield slot.admitted
    yield round_vars.bought
    yield from round_vars.lab


def _decided(draft: Draft, round_vars: RoundVars, state: State, move: Move) -> Iterator[tuple[IntVar, int]]:
    match move:
        case Arrange():
            trios = draft.instance.trios[draft.index(round_vars.number)]
            trio = draft.instance.game.apply(state, move).trio
            yield from ((c, int(t.sections == trio)) for t, c in zip(trios, round_vars.trios, strict=True))
        case Outpatient():
            yield round_vars.outpatient, int(move.used)
        case Build():
            yield from _built(draft, round_vars.slots[state.step], state, move)
        case Hire():
            yield from _hired(round_vars.slots[state.step], state, move)
        case Admit():
            yield round_vars.slots[state.step].admitted, move.patients
        case Care():
            yield from _cared(round_vars, move)
        case Buy():
            yield round_vars.bought, move.points
        case Lab():
            yield from ((round_vars.lab[colour], move.doctors.count(colour)) for colour in COLOURS)


def _built(draft: Draft, slot: SlotVars, state: State, move: Build) -> Iterator[tuple[IntVar, int]]:
    spaces = draft.clinics.spaces
    floors = len(state.floors)
    for component, built in zip(move.components, slot.components, strict=False):
        match component.kind:
            case Kind.FLOOR:
                yield built.floors[floors], 1
                floors += 1
            case Kind.UPGRADE:
                yield built.upgrades[component.floor - 1], 1
            case kind:
                if kind not in built.kinds:
                    raise NotInModel("the plan places or moves conveyor cubes, which this model leaves out")
                yield built.kinds[kind], 1
                yield from ((built.after.cubes[spaces.index(space)], 1) for space in component.spaces)


def _hired(slot: SlotVars, state: State, move: Hire) -> Iterator[tuple[IntVar, int]]:
    icons = staff_icons(state)
    colours = []
    last = 0
    for hired in move.people:
        box = next(i.box for i in icons if i.box > last and i.staff is hired.staff and hired.box in (None, i.box))
        last = box
        yield slot.hired[box, hired.staff], 1
        if hired.staff is Staff.DOCTOR and hired.colour is not None:
            colours.append(hired.colour)
    yield from ((slot.doctors[colour], colours.count(colour)) for colour in COLOURS)
    yield from ((joins[colour], 1) for joins, colour in zip(slot.joins, colours, strict=False))


def _cared(round_vars: RoundVars, move: Care) -> Iterator[tuple[IntVar, int]]:
    vars_ = round_vars.care
    done = move.treatments
    for place, pairs in ((Place.TREATMENT, vars_.treatment), (Place.OPERATING, vars_.operating)):
        for (p, d), variable in pairs.items():
            yield variable, sum((t.patient, t.doctor, t.place) == (p, d, place) for t in done)
    out = [t for t in done if t.place is Place.OUTPATIENT]
    for colour in COLOURS:
        yield vars_.outpatients[colour], sum(t.patient is colour for t in out)
        yield vars_.outpatient_doctors[colour], sum(t.doctor is colour for t in out)
    for step, leaves in enumerate(vars_.leaves):
        for colour in COLOURS:
            yield leaves[colour], int(step < len(done) and done[step].patient is colour)
