"""A plan of moves as values for the variables of a model."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ortools.sat.python.cp_model import IntVar

from clinic_solo import State
from clinic_solo.board import HOME
from clinic_solo.moves import (
    BY_BLOOD,
    NO_COLOUR,
    Admit,
    Build,
    BuildConveyor,
    BuildEntrance,
    BuildExtinguisher,
    Buy,
    Care,
    Hire,
    Move,
    MovePeople,
    Park,
    Queue,
    Repark,
    Step,
    UpgradeParking,
    UseTile,
)
from clinic_solo.state import Phase
from clinic_solo.tiles import Person, Tile
from clinic_solo.walk import everybody
from solvers.clinic_solo.cp_model.queues import points_now
from solvers.clinic_solo.cp_model.round_replay import build_first, component_of, steps
from solvers.clinic_solo.cp_model.variables import NEW, Draft, Errands
from solvers.core.cpsat import NotInModel, complete_hint

Decisions = dict[int, tuple[IntVar, int]]  # by the variable's index


def add_hint(draft: Draft, moves: Sequence[Move]) -> int:
    """Hint every variable by a legal plan; the model's own value of the plan."""
    return complete_hint(draft.cp, decisions(draft, moves).values(), draft.value)


def _hires(draft: Draft) -> Iterable[IntVar]:
    hired = draft.hired
    return [*hired.doctors.values(), *hired.nurses.values(), *hired.orderlies.values()]


def decisions(draft: Draft, moves: Sequence[Move]) -> Decisions:
    """The values that a legal plan gives to the decisions of a model; all other variables follow from them."""
    chosen: Counter[int] = Counter()
    variables = {variable.index: variable for variable in _all(draft)}
    played = list(steps(draft.instance, build_first(draft.instance, moves)))
    for state, move, _ in played:
        for variable, value in _decided(draft, state, move):
            chosen[variable.index] += value
        if isinstance(move, MovePeople):
            for variable in _ended(draft, state, move, played):
                chosen[variable.index] += 1
    chosen[_option(draft, played).index] = 1
    return {index: (variable, chosen[index]) for index, variable in variables.items()}


def _all(draft: Draft) -> Iterator[IntVar]:
    for actions in draft.actions:
        yield from actions.values()
    yield from draft.tile.values()
    yield from draft.built.choices
    cars = draft.cars
    for group in (cars.parked, cars.away, cars.into):
        yield from group.values()
    yield from _hires(draft)
    yield from (literal for _, literal in draft.options)
    ends, cared = draft.ends, draft.cared
    yield from (*ends.staff.values(), *ends.newcomers.values())
    yield from ends.treated_in.values()
    yield from (*ends.operated.values(), *ends.outpatients.values())
    yield from cared.pairs.values()
    yield from (*cared.operations.values(), *cared.outpatients.values(), *cared.helped.values(), *ends.lying.values())
    if carrying := ends.errands:
        yield from (*carrying.fetched.values(), *carrying.carried.values())
        yield from (*carrying.back.values(), *carrying.ended.values())
    yield draft.bought


def _find(group: dict, key: object, what: str) -> IntVar:  # type: ignore[type-arg]
    if key not in group:
        raise NotInModel(f"the model leaves out {what}")
    found: IntVar = group[key]
    return found


def _decided(draft: Draft, state: State, move: Move) -> Iterator[tuple[IntVar, int]]:
    slot, c = state.slot - draft.instance.state.slot, component_of(draft.instance, state)
    built, hired = draft.built, draft.hired
    match move:
        case UseTile(action):
            yield draft.actions[slot][action], 1
        case Build(tile, space):
            yield _find(draft.tile, (space, tile), "a tile of the plan"), 1
            group = built.bonus if state.phase is Phase.BONUS_SUPPLY else built.tiles
            yield _find(group, (c, space), "a build of the plan"), 1
        case BuildEntrance(entrance):
            yield _find(built.entrances, (c, entrance), "an entrance of the plan"), 1
        case BuildConveyor(stops):
            yield built.conveyors[c], 1
            yield from ((_find(built.stops, (c, stop), "a stop of the plan"), 1) for stop in stops)
        case BuildExtinguisher(space):
            yield _find(built.extinguishers, (c, space), "an extinguisher of the plan"), 1
        case UpgradeParking(space):
            yield _find(built.upgrades, (c, space), "an upgrade of the plan"), 1
        case Repark(spot):
            yield _find(draft.cars.away, (c, spot), "a car that moves"), 1
            yield _find(draft.cars.into, (c, state.spot), "a car that moves"), 1
        case Hire(who, colour):
            people = {Person.NURSE: hired.nurses, Person.ORDERLY: hired.orderlies}
            newcomer = (
                _find(hired.doctors, (slot, colour), "a hire")
                if who is Person.DOCTOR
                else _find(people[who], slot, "a hire")
            )
            yield newcomer, 1
        case Park(spot):
            yield _find(draft.cars.parked, (slot if draft.sites.cars_move else 0, spot), "a parking place"), 1
        case MovePeople():
            yield from _roomed(draft, state, move)
        case Care(treatments):
            yield from _cared(draft, state, treatments)
        case Buy(points):
            yield draft.bought, points


def _ended(
    draft: Draft, state: State, move: MovePeople, played: Sequence[tuple[State, Move, State]]
) -> Iterator[IntVar]:
    """Who of the staff goes from where to where; of those of a kind at one place the newcomers come last."""
    ways: dict[tuple[str, int], list[Step]] = {}
    staying = Counter(everybody(draft.game, state))
    for step in move.steps:
        ways.setdefault((_kind(step.who, step.colour), step.origin), []).append(step)
        staying[step.who, step.colour, step.origin] -= 1
    for who, colour, place in staying.elements():
        ways.setdefault((_kind(who, colour), place), []).append(Step(who, colour, place, place))
    sources: dict[tuple[str, int], list[bool]] = {}
    for who, colour, place in everybody(draft.game, draft.instance.state):
        sources.setdefault((_kind(who, colour), place), []).append(False)
    for _, hire, _ in played:
        if isinstance(hire, Hire):
            sources.setdefault((_kind(hire.who, hire.colour), hire.place), []).append(True)
    for (kind, place), steps_from in ways.items():
        if kind.startswith(Person.PATIENT):
            continue
        for new, step in zip(sources[kind, place], steps_from, strict=True):
            goal = step.destination
            if step.lies:
                yield _find(draft.ends.lying, (kind, goal), "somebody who lies")
            if step.errands:
                yield from _errands(draft, NEW if new else place, step)
            elif goal != HOME and new:
                yield _find(draft.ends.newcomers, (kind, goal), "an end of a way")
            elif goal != HOME:
                yield _find(draft.ends.staff, (kind, place, goal), "an end of a way")


def _errands(draft: Draft, place: int, step: Step) -> Iterator[IntVar]:
    """14A3: the parts of a way on which blood is carried."""
    carrying = draft.ends.errands or Errands()
    for number, (hub, room) in enumerate(step.errands):
        if not number:
            yield _find(carrying.fetched, (place, hub), "an errand")
        else:
            yield _find(carrying.back, (number - 1, step.errands[number - 1].room, hub), "an errand")
        yield _find(carrying.carried, (number, hub, room), "an errand")
    yield _find(carrying.ended, (step.errands[-1].room, step.destination), "an errand")


def _kind(who: Person, colour: int) -> str:
    return str(who) if colour == NO_COLOUR else f"{who} {colour}"


def _roomed(draft: Draft, state: State, move: MovePeople) -> Iterator[tuple[IntVar, int]]:
    board, ends = draft.board, draft.ends
    for step in move.steps:
        service = board.service_waited_for(step.origin)
        if step.who is Person.PATIENT and service is not None:
            row = draft.game.services.index(service)
            tile = state.grid[step.destination]
            if tile == Tile.OPERATING:
                yield _find(ends.operated, (row, step.colour), "an operation"), 1
            elif tile == Tile.OUTPATIENT:
                yield _find(ends.outpatients, (row, step.colour), "an outpatient"), 1
            else:
                yield _find(ends.treated_in, (step.destination, row, step.colour), "a patient's room"), 1


def _cared(draft: Draft, state: State, treatments: Sequence[tuple[int, int, int]]) -> Iterator[tuple[IntVar, int]]:
    cared = draft.cared
    for space, patient, doctor in treatments:
        tile = state.grid[space]
        if tile == Tile.OPERATING:
            yield _find(cared.operations, (patient, doctor), "an operation"), 1
        elif tile == Tile.OUTPATIENT:
            yield _find(cared.outpatients, patient, "an outpatient"), 1
        elif doctor == BY_BLOOD:
            yield _find(cared.helped, (space, patient), "help with blood"), 1
        else:
            yield _find(cared.pairs, (space, patient, doctor), "a treatment"), 1


def _option(draft: Draft, played: Sequence[tuple[State, Move, State]]) -> IntVar:
    """The way of admitting that brings in the same patients in the same actions, at no more points."""
    slots, rows = len(draft.slots), len(draft.game.services)
    points, numbers, who = [0] * slots, [0] * slots, Counter[tuple[int, int]]()
    queueing, now = draft.game.deck.queueing, points_now(draft.instance)
    for state, move, _ in played:
        slot = state.slot - draft.instance.state.slot
        if isinstance(move, Admit):
            row = draft.game.services.index(move.service)
            who[row, state.notepad[row][0]] += 1
            points[slot] += queueing.admit_cost
            numbers[slot] += 1
        elif isinstance(move, Queue):
            points[slot] += queueing.move_cost
    for option, literal in draft.options:
        same = all(option.of(r, c) == who[r, c] for r in range(rows) for c in range(len(draft.state.bag)))
        fits = all(option.points(slot) <= max(points[slot], now) * (points[slot] > 0) for slot in draft.slots)
        at_once = not draft.sites.cars_move or all(option.number(slot) == numbers[slot] for slot in draft.slots)
        if same and fits and at_once:
            return literal
    raise NotInModel("the model leaves out the admissions of the plan")
