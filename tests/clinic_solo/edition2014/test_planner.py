"""8.2, 15.6, 15.14: the least-time planner against trying everything, on random small clinics with staff."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from clinic_solo import ClinicSolo, Need, State
from clinic_solo.moves import NO_COLOUR
from clinic_solo.state import Phase
from clinic_solo.tiles import Person
from tests.clinic_solo.edition2014 import naive, naive_walk
from tests.clinic_solo.edition2014.helpers import game2014
from tests.clinic_solo.edition2014.test_naive import random_tables, state_of
from tests.clinic_solo.test_planner import SERVICE, place_number

KIND = {"doctor": Person.DOCTOR, "nurse": Person.NURSE, "staff": Person.ORDERLY, "patient": Person.PATIENT}
Wish = tuple[int, naive_walk.Place]  # which of the people, and where
Case = tuple[naive.Table, list[naive_walk.Who], list[naive.Space]]


def random_cases(random: Random) -> Iterator[tuple[ClinicSolo, Case]]:
    """Clinics of both sides that have grown for a while, each with up to five people, staff and patients among them."""
    while True:
        width = random.choice((3, 4))
        for grown, (table, _) in enumerate(random_tables(random, width)):
            for _ in range(2 if grown > 5 else 0):
                yield game2014(f"{width}x3"), random_case(random, table)


def random_case(random: Random, table: naive.Table) -> Case:
    people: list[naive_walk.Who] = []
    for kind in ("staff", "patient", *random.choices(("doctor", "nurse", "staff", "patient"), k=random.randint(0, 2))):
        colour = random.randint(0, 2) if kind in ("doctor", "patient") else 0
        held = Counter(place for k, _, place in people if k == kind)
        inside = [space for space, token in sorted(table.tiles.items()) if token in naive_walk.ROOM[kind]]
        free = [space for space in inside if held[space] < naive_walk.ROOM[kind][table.tiles[space]]]
        entries = sorted(naive_walk.ways_in(table), key=repr)
        place: naive_walk.Place = random.choice(naive.HUBS) if kind == "patient" else random.choice([*entries, *free])
        people.append((kind, colour, place))
    working = [s for s, token in sorted(table.tiles.items()) if token == "T" and any(
        table.tiles.get(other) in naive.HUBS for other in naive.near(s, naive.SIDES))]  # fmt: skip
    return table, people, [room for room in working if random.random() < 0.3]


def state_with(referee: ClinicSolo, case: Case) -> State:
    table, people, roomed = case
    waiting = [[0, 0, 0, 0], [0, 0, 0, 0]]
    for kind, colour, place in people:
        if kind == "patient":
            waiting[naive.HUBS.index(str(place))][colour] += 1
    places = {kind: sorted((place_number(referee, p), c) for k, c, p in people if k == kind) for kind in KIND}
    return state_of(referee, table)._replace(
        phase=Phase.MOVE,
        slot=3,
        left=0,
        cars=(),
        doctors=tuple(places["doctor"]),
        nurses=tuple(place for place, _ in places["nurse"]),
        orderlies=tuple(place for place, _ in places["staff"]),
        patients=tuple(sorted((referee.board.space(*room), 0) for room in roomed)),
        waiting=tuple((w[0], w[1], w[2], w[3]) for w in waiting),
    )


def test_planner_equals_brute_force_on_200_clinics() -> None:
    random, cases, infeasible, entering = Random(4), 0, 0, 0
    for referee, case in random_cases(random):
        table, people, roomed = case
        wanted = list[Wish]()
        for index in random.sample(range(len(people)), random.randint(0, 2)):
            rooms = [s for s, token in sorted(table.tiles.items()) if token in naive_walk.ROOM[people[index][0]]]
            if rooms and all(people[other] != people[index] for other, _ in wanted):
                wanted.append((index, random.choice(rooms)))
        state = state_with(referee, case)
        needs = [
            Need(
                KIND[people[index][0]],
                people[index][1] if people[index][0] in ("doctor", "patient") else NO_COLOUR,
                place_number(referee, place),
                SERVICE[str(people[index][2])] if people[index][0] == "patient" else None,
            )
            for index, place in wanted
        ]
        best = least_of_like_people(table, people, roomed, wanted)
        plan = referee.plan_move(state, needs)
        if best is None:
            assert plan is None, (table, people, wanted)
            infeasible += 1
        else:
            assert plan is not None, (table, people, roomed, wanted)
            off = 3 * sum(token == "R" for token in table.tiles.values())
            assert referee.apply(state, plan).time == max(0, best - off), (table, people, wanted)
            entering += any(step.who is Person.PATIENT for step in plan.steps)
        cases += 1
        if cases == 200:
            break
    assert infeasible < cases / 2
    assert entering >= 20


def least_of_like_people(
    table: naive.Table,
    people: list[naive_walk.Who],
    roomed: list[naive.Space],
    wanted: list[Wish],
) -> int | None:
    """A need names a kind and a colour, not one of several people: any of them may meet it, whoever stands where."""
    found = []
    for swapped in assignments(people, wanted):
        time = naive_walk.least_time(table, people, roomed, swapped)
        found += [] if time is None else [time]
    return min(found, default=None)


def assignments(people: list[naive_walk.Who], wanted: list[Wish], taken: tuple[int, ...] = ()) -> Iterator[list[Wish]]:
    if not wanted:
        yield []
        return
    (index, place), *rest = wanted
    kind, colour, start = people[index]
    for other, (k, c, s) in enumerate(people):
        if k == kind and c == colour and other not in taken and (kind != "patient" or s == start):
            for more in assignments(people, rest, (*taken, other)):
                yield [(other, place), *more]
