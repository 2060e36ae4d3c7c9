"""Rule 8.2: the Move as an assignment. Who goes where at least total time, by networkx's network simplex.

Capacities hold for each kind of people apart (8.5), so doctors, nurses, orderlies and patients are four assignments.
People of the same kind, colour and place are interchangeable, and so are all ways of reaching the same end: of those
only one of least time is offered. Patients whom no need names stay in pre-admissions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from clinic_solo.board import HOME
from clinic_solo.clinic import clinic_of
from clinic_solo.moves import NO_COLOUR, Errand, MovePeople, Step
from clinic_solo.setting import Setting
from clinic_solo.state import Someone, State
from clinic_solo.tiles import Person, Service, Thing
from clinic_solo.walk import everybody, patient_may_end_in, printed_capacity, surplus_orderlies, time_of, way_time

if TYPE_CHECKING:
    import networkx

    Node = tuple[str, int]
    Flow = networkx.DiGraph[Node]

REST = ("rest", 0)


class Need(NamedTuple):
    """Somebody is to end at a place: a kind, a colour (NO_COLOUR: any), for patients also a service (None: any).

    A zombie may be wanted somewhere, and blood in a treatment room (14A3, 14D2); somebody may be wanted in a hub to lie
    down there (14A1).
    """

    who: Person | Thing
    colour: int
    destination: int
    service: Service | None = None
    lies: bool = False

    def met_by(self, setting: Setting, someone: Someone) -> bool:
        who, colour, place = someone
        same_service = self.service is None or setting.board.service_waited_for(place) == self.service
        return who is self.who and self.colour in (NO_COLOUR, colour) and same_service


Group = tuple[Someone, tuple[Errand, ...]]  # people who are alike, and what they do on the way


class Busy(NamedTuple):
    """What is settled of a Move before people are assigned to places."""

    kept: frozenset[int] = frozenset()  # hubs where somebody lies, and nobody else may end (14A1)
    errands: tuple[Group, ...] = ()  # a nurse each, and what she carries (14A3)
    room: tuple[tuple[Person, int, int], ...] = ()  # where there is other than the printed room for a kind
    shunned: frozenset[int] = frozenset()  # spaces where nobody ends who can end anywhere else (14D3)


NOT_BUSY = Busy()
SHUNNED = 10_000  # more than any way takes


def plan_people(setting: Setting, state: State, needs: Sequence[Need], busy: Busy = NOT_BUSY) -> MovePeople | None:
    """A Move of least total time that meets all needs and leaves everybody in a legal place; None if there is none."""
    steps: list[Step] = []
    for who in Person:
        found = assign(setting, state, who, [need for need in needs if need.who is who], busy)
        if found is None:
            return None
        steps += found
    return MovePeople(tuple(sorted(steps)))


def destinations(setting: Setting, state: State, someone: Someone, busy: Busy = NOT_BUSY) -> dict[int, int]:
    """8.1, 8.4–8.6: where somebody may end, with the time it takes."""
    who, _, origin = someone
    service = setting.board.service_waited_for(origin)
    found = {}
    for space in clinic_of(setting.board, state.grid).modules:
        if space in busy.kept or not _places(setting, state, who, space, busy):
            continue
        if service is not None and not patient_may_end_in(setting, state, service, space):
            continue
        time = way_time(setting, state, who, origin, space)
        if time is not None:
            found[space] = time
    if service is not None:
        found[origin] = 0
    if who is Person.ORDERLY and surplus_orderlies(setting, state) and not _has_a_place(setting, state, origin):
        found[HOME] = 0
    return found


def _has_a_place(setting: Setting, state: State, place: int) -> bool:
    return place < setting.board.size and printed_capacity(setting, state, Person.ORDERLY, place) > 0


def _places(setting: Setting, state: State, who: Person, place: int, busy: Busy) -> int:
    """8.5: how many of a kind may end in a space."""
    printed = printed_capacity(setting, state, who, place)
    return next((room for kind, space, room in busy.room if (kind, space) == (who, place)), printed)


def room_left(setting: Setting, state: State, who: Person, place: int, busy: Busy = NOT_BUSY) -> int:
    """8.5: how many people of a kind may end at a place, beside the patients who are there for good."""
    if place == HOME:
        return surplus_orderlies(setting, state)
    if place >= setting.board.size:
        return state.people
    there = sum(space == place for space, _ in state.patients) if who is Person.PATIENT else 0
    return _places(setting, state, who, place, busy) - there


def assign(
    setting: Setting, state: State, who: Person, needs: Sequence[Need], busy: Busy = NOT_BUSY
) -> list[Step] | None:
    """The steps of least time of one kind of people."""
    import networkx

    people = _groups(setting, state, who, busy)
    groups, wanted = list(people), Counter(needs)
    if len(needs) > people.total():
        return None
    if not groups:
        return []
    flow = _flow(setting, state, people, wanted, busy)
    if flow is None:
        return None
    try:
        _, amounts = networkx.network_simplex(flow)
    except networkx.NetworkXUnfeasible:
        return None
    kinds = list(wanted)
    steps = []
    for index, ((_, colour, origin), errands) in enumerate(groups):
        for (kind, number), amount in amounts["from", index].items():
            lies = kind == "need" and kinds[number].lies
            destination = kinds[number].destination if kind == "need" else number
            if destination != origin or errands or lies:
                steps += [Step(who, colour, origin, destination, errands, lies)] * amount
    return steps


def _groups(setting: Setting, state: State, who: Person, busy: Busy) -> Counter[Group]:
    """The people of a kind who are alike, each nurse with errands for herself."""
    free = Counter(someone for someone in everybody(setting, state) if someone[0] is who)
    carrying = Counter(group for group in busy.errands if group[0][0] is who)
    for (someone, _), number in carrying.items():
        free[someone] -= number
    groups: Counter[Group] = Counter({(someone, ()): number for someone, number in free.items() if number > 0})
    return groups + carrying


def _flow(setting: Setting, state: State, people: Counter[Group], wanted: Counter[Need], busy: Busy) -> Flow | None:
    """People flow from where they are to the needs, the others to any place with room left."""
    import networkx

    flow: Flow = networkx.DiGraph()
    kinds = list(wanted)
    flow.add_node(REST, demand=people.total() - wanted.total())
    for number, need in enumerate(kinds):
        flow.add_node(("need", number), demand=wanted[need])
    taken = Counter(need.destination for need in wanted.elements() if not need.lies)
    for index, ((someone, errands), number) in enumerate(people.items()):
        start = ("from", index)
        flow.add_node(start, demand=-number)
        who, colour, origin = someone
        for place, direct in destinations(setting, state, someone, busy).items():
            step = Step(who, colour, origin, place, errands)
            time = time_of(setting, state, step) if errands else direct
            if time is None:
                continue
            for other, need in enumerate(kinds):
                if place in busy.shunned or need.lies:
                    continue
                if need.destination == place and need.met_by(setting, someone):
                    flow.add_edge(start, ("need", other), weight=time, capacity=number)
            if who is not Person.PATIENT or place == origin:
                shunned = SHUNNED * (place in busy.shunned)
                flow.add_edge(start, ("at", place), weight=time + shunned, capacity=number)
        for other, need in enumerate(kinds):
            if need.lies and need.met_by(setting, someone):
                time = time_of(setting, state, Step(who, colour, origin, need.destination, errands, lies=True))
                if time is not None:
                    flow.add_edge(start, ("need", other), weight=time, capacity=number)
    kind = next(iter(people))[0][0]
    for node in [node for node in flow if node[0] == "at"]:
        room = room_left(setting, state, kind, node[1], busy) - taken[node[1]]
        room -= sum(need.lies for need in wanted.elements()) if node[1] == HOME else 0  # 14A1: they have a place
        if room < 0:
            return None
        flow.add_edge(node, REST, weight=0, capacity=room)
    if any(room_left(setting, state, kind, place, busy) < number for place, number in taken.items()):
        return None
    return flow


Assigner = Callable[[Setting, State, Person, Sequence[Need], Busy], list[Step] | None]


class Ends(NamedTuple):
    """Which ends of a Move are asked for: those that hold what is fixed, and that fit for each kind of people."""

    fixed: tuple[Need, ...] = ()
    busy: Busy = NOT_BUSY
    fits: tuple[Callable[[Person, Sequence[Need]], bool], ...] = ()
    assigner: Assigner = assign


ALL_ENDS = Ends()


def all_people(setting: Setting, state: State, ends: Ends = ALL_ENDS) -> Iterator[MovePeople]:
    """Every different end of a Move, each reached in one way of least time; made one by one, as there may be many."""

    def steps_of(who: Person) -> Iterator[list[Step]]:
        own = [need for need in ends.fixed if need.who is who]
        for needs in _every_end(setting, state, who, own, ends.busy):
            if all(fit(who, needs) for fit in ends.fits):
                steps = ends.assigner(setting, state, who, needs, ends.busy)
                if steps is not None:
                    yield steps

    nurses, orderlies, patients = (_Remembered(steps_of(who)) for who in (Person.NURSE, Person.ORDERLY, Person.PATIENT))
    for doctor_steps in steps_of(Person.DOCTOR):
        for nurse_steps in nurses:
            for orderly_steps in orderlies:
                for patient_steps in patients:
                    yield MovePeople(tuple(sorted([*doctor_steps, *nurse_steps, *orderly_steps, *patient_steps])))


class _Remembered:
    """What an iterator gives, worked out once and only as far as somebody asked."""

    def __init__(self, source: Iterator[list[Step]]) -> None:
        self.source = source
        self.known: list[list[Step]] = []

    def __iter__(self) -> Iterator[list[Step]]:
        yield from self.known
        for item in self.source:
            self.known.append(item)
            yield item


def _every_end(setting: Setting, state: State, who: Person, fixed: Sequence[Need], busy: Busy) -> Iterator[list[Need]]:
    """Every end of one kind of people, whether or not they can all get there, as needs; those fixed come first."""
    classes: Counter[tuple[int, Service | None]] = Counter()
    reach: dict[tuple[int, Service | None], set[int]] = {}
    for someone in everybody(setting, state):
        if someone[0] is who:
            label = (someone[1], setting.board.service_waited_for(someone[2]))
            classes[label] += 1
            reach.setdefault(label, set()).update(destinations(setting, state, someone, busy))
    room = {place: room_left(setting, state, who, place, busy) for places in reach.values() for place in places}
    if HOME in room:
        room[HOME] -= sum(need.lies for need in fixed)
    classes.subtract((need.colour, need.service) for need in fixed)
    if min(classes.values(), default=0) < 0:
        return
    for needs in _placements(who, list(classes.items()), reach, room):
        yield [*fixed, *needs]


def _placements(
    who: Person,
    classes: list[tuple[tuple[int, Service | None], int]],
    reach: dict[tuple[int, Service | None], set[int]],
    room: dict[int, int],
) -> Iterator[list[Need]]:
    """Every way to spread classes of like people over places with room."""
    if not classes:
        yield []
        return
    (label, number), *others = classes
    colour, service = label
    for places in combinations_with_replacement(sorted(reach[label]), number):
        used = Counter(places)
        if all(room[place] >= count for place, count in used.items()):
            less = {place: count - used[place] for place, count in room.items()}
            for rest in _placements(who, others, reach, less):
                yield [Need(who, colour, place, service) for place in places] + rest
