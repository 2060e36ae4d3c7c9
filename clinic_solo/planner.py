"""Rule 8.2: the Move as an assignment. Who goes where at least total time, by networkx's network simplex.

Capacities hold for each kind of people apart (8.5), so doctors, nurses, orderlies and patients are four assignments.
People of the same kind, colour and place are interchangeable, and so are all ways of reaching the same end: of those
only one of least time is offered. Patients whom no need names stay in pre-admissions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from clinic_solo.board import HOME
from clinic_solo.clinic import clinic_of
from clinic_solo.moves import NO_COLOUR, MovePeople, Step
from clinic_solo.setting import Setting
from clinic_solo.state import State
from clinic_solo.tiles import Person, Service, is_module
from clinic_solo.walk import Someone, admits, capacity, everybody, surplus_orderlies, time_of

if TYPE_CHECKING:
    import networkx

    Node = tuple[str, int]
    Flow = networkx.DiGraph[Node]

REST = ("rest", 0)


class Need(NamedTuple):
    """Somebody is to end at a place: a kind, a colour (NO_COLOUR: any), for patients also a service (None: any)."""

    who: Person
    colour: int
    destination: int
    service: Service | None = None

    def met_by(self, setting: Setting, someone: Someone) -> bool:
        who, colour, place = someone
        same_service = self.service is None or setting.board.service_waited_for(place) == self.service
        return who is self.who and self.colour in (NO_COLOUR, colour) and same_service


def plan(setting: Setting, state: State, needs: Iterable[Need] = ()) -> MovePeople | None:
    """A Move of least total time that meets all needs and leaves everybody in a legal place; None if there is none."""
    wanted = list(needs)
    steps: list[Step] = []
    for who in Person:
        found = _assign(setting, state, who, [need for need in wanted if need.who is who])
        if found is None:
            return None
        steps += found
    return MovePeople(tuple(sorted(steps)))


def destinations(setting: Setting, state: State, someone: Someone) -> dict[int, int]:
    """8.1, 8.4–8.6: where somebody may end, with the time it takes."""
    who, _, origin = someone
    service = setting.board.service_waited_for(origin)
    found = {}
    for space in clinic_of(setting.board, state.grid).modules:
        if not capacity(setting, state, who, space):
            continue
        if service is not None and not admits(setting, state, service, space):
            continue
        time = time_of(setting, state, who, origin, space)
        if time is not None:
            found[space] = time
    if service is not None:
        found[origin] = 0
    if who is Person.ORDERLY and surplus_orderlies(setting, state) and not _inside(setting, state, origin):
        found[HOME] = 0
    return found


def _inside(setting: Setting, state: State, place: int) -> bool:
    return place < setting.board.size and is_module(state.grid[place])


def room_left(setting: Setting, state: State, who: Person, place: int) -> int:
    """8.5: how many people of a kind may end at a place, beside the patients who are there for good."""
    if place == HOME:
        return surplus_orderlies(setting, state)
    if place >= setting.board.size:
        return state.people
    there = sum(space == place for space, _ in state.patients) if who is Person.PATIENT else 0
    return capacity(setting, state, who, place) - there


def _assign(setting: Setting, state: State, who: Person, needs: list[Need]) -> list[Step] | None:
    """The steps of least time of one kind of people."""
    import networkx

    people = Counter(someone for someone in everybody(setting, state) if someone[0] is who)
    groups, wanted = list(people), Counter(needs)
    if len(needs) > people.total():
        return None
    if not groups:
        return []
    flow = _flow(setting, state, people, wanted)
    if flow is None:
        return None
    try:
        _, amounts = networkx.network_simplex(flow)
    except networkx.NetworkXUnfeasible:
        return None
    kinds = list(wanted)
    steps = []
    for index, (_, colour, origin) in enumerate(groups):
        for (kind, number), amount in amounts["from", index].items():
            destination = kinds[number].destination if kind == "need" else number
            if destination != origin:
                steps += [Step(who, colour, origin, destination)] * amount
    return steps


def _flow(setting: Setting, state: State, people: Counter[Someone], wanted: Counter[Need]) -> Flow | None:
    """People flow from where they are to the needs, the others to any place with room left."""
    import networkx

    flow: Flow = networkx.DiGraph()
    kinds = list(wanted)
    flow.add_node(REST, demand=people.total() - wanted.total())
    for number, need in enumerate(kinds):
        flow.add_node(("need", number), demand=wanted[need])
    taken = Counter(need.destination for need in wanted.elements())
    for index, (someone, number) in enumerate(people.items()):
        start = ("from", index)
        flow.add_node(start, demand=-number)
        for place, time in destinations(setting, state, someone).items():
            for other, need in enumerate(kinds):
                if need.destination == place and need.met_by(setting, someone):
                    flow.add_edge(start, ("need", other), weight=time, capacity=number)
            if someone[0] is not Person.PATIENT or place == someone[2]:
                flow.add_edge(start, ("at", place), weight=time, capacity=number)
    for node in [node for node in flow if node[0] == "at"]:
        room = room_left(setting, state, next(iter(people))[0], node[1]) - taken[node[1]]
        if room < 0:
            return None
        flow.add_edge(node, REST, weight=0, capacity=room)
    if any(room_left(setting, state, need.who, need.destination) < taken[need.destination] for need in kinds):
        return None
    return flow


def all_moves(setting: Setting, state: State) -> Iterator[MovePeople]:
    """Every different end of a Move, each reached in one way of least time; made one by one, as there may be many."""
    nurses, orderlies, patients = (
        _Remembered(_ends(setting, state, who)) for who in (Person.NURSE, Person.ORDERLY, Person.PATIENT)
    )
    for doctor_steps in _ends(setting, state, Person.DOCTOR):
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


def _ends(setting: Setting, state: State, who: Person) -> Iterator[list[Step]]:
    """Every different end of one kind of people."""
    classes: Counter[tuple[int, Service | None]] = Counter()
    reach: dict[tuple[int, Service | None], set[int]] = {}
    for someone in everybody(setting, state):
        if someone[0] is who:
            label = (someone[1], setting.board.service_waited_for(someone[2]))
            classes[label] += 1
            reach.setdefault(label, set()).update(destinations(setting, state, someone))
    room = {place: room_left(setting, state, who, place) for places in reach.values() for place in places}
    for needs in _placements(who, list(classes.items()), reach, room):
        steps = _assign(setting, state, who, needs)
        if steps is not None:
            yield steps


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
