"""Section 8: the least-time planner and the list of all Moves against trying everything, on random small clinics."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from clinic_solo import ClinicSolo, Need, State
from clinic_solo.board import HOME
from clinic_solo.moves import NO_COLOUR
from clinic_solo.planner import all_people as all_moves
from clinic_solo.state import Phase
from clinic_solo.tiles import Person, Service
from clinic_solo.walk import end_places
from tests.clinic_solo import naive, naive_walk
from tests.clinic_solo.helpers import at, game, play, position, spots
from tests.clinic_solo.test_builds import from_table, random_tables

SERVICE = {"Hp": Service.PSYCHIATRY, "Hc": Service.CARDIOLOGY, "Hm": Service.MEDICINE}
Wish = tuple[str, int | None, naive_walk.Place]  # who, of what colour if that matters, and where
Case = tuple[naive.Table, list[naive_walk.Who], list[naive.Space], State]


def place_number(referee: ClinicSolo, place: naive_walk.Place) -> int:
    board = referee.board
    if place == "home":
        return HOME
    if isinstance(place, str):
        return board.pre_admissions(SERVICE[place])
    if len(place) == 2:
        return board.at_entrance(board.entrance_sides.index(place))
    return board.space(*place)


def random_cases(random: Random) -> Iterator[tuple[ClinicSolo, Case]]:
    """Clinics of both sides at several points of their growth, without end."""
    while True:
        width = random.choice((3, 4))
        referee = game(f"{width}x3")
        for table in random.sample(random_tables(random, width)[8:], 6):
            if case := random_case(referee, random, table):
                yield referee, case


def random_case(referee: ClinicSolo, random: Random, table: naive.Table) -> Case | None:
    """A clinic with a way in and a hub, and up to five people in it."""
    hubs = [space for space, token in table.tiles.items() if token in naive.HUBS]
    entries = naive_walk.ways_in(table)
    if not hubs or not entries:
        return None
    rooms = [space for space, token in table.tiles.items() if token in "TO" and naive_walk.offers(table, space)]
    roomed = [room for room in rooms if random.random() < 0.3]
    people: list[naive_walk.Who] = []
    for _ in range(random.randint(2, 5)):
        kind = random.choice(("doctor", "doctor", "nurse", "orderly", "patient"))
        colour = random.randint(0, 2) if kind in ("doctor", "patient") else 0
        inside = [space for space, token in table.tiles.items() if token in naive_walk.ROOM[kind]]
        held = Counter(place for k, _, place in people if k == kind)
        free = [space for space in inside if held[space] < naive_walk.ROOM[kind][table.tiles[space]]]
        place: naive_walk.Place = random.choice(naive.HUBS) if kind == "patient" else random.choice([*entries, *free])
        people.append((kind, colour, place))
    state = from_table(referee, table)._replace(phase=Phase.MOVE, slot=3, left=0, cars=())
    waiting = [[0, 0, 0, 0], [0, 0, 0, 0]]
    for kind, colour, place in people:
        if kind == "patient":
            waiting[naive.HUBS.index(str(place))][colour] += 1

    def standing(kind: str) -> list[int]:
        return sorted(place_number(referee, place) for k, _, place in people if k == kind)

    state = state._replace(
        doctors=tuple(sorted((place_number(referee, p), c) for k, c, p in people if k == "doctor")),
        nurses=tuple(standing("nurse")),
        orderlies=tuple(standing("orderly")),
        patients=tuple(sorted((referee.board.space(*room), 0) for room in roomed)),
        waiting=tuple((w[0], w[1], w[2], w[3]) for w in waiting),
    )
    return table, people, roomed, state


def test_planner_equals_brute_force_on_400_clinics() -> None:
    random, cases, infeasible, special = Random(8), 0, 0, Counter[str]()
    for referee, (table, people, roomed, state) in random_cases(random):
        best = naive_walk.all_ends(table, people, roomed)
        needs, wanted = random_needs(referee, random, table, people)
        reachable = [time for end, time in best.items() if meets(end, wanted)]
        plan = referee.plan_move(state, needs)
        if not reachable:
            assert plan is None, (table, people, wanted)
            infeasible += 1
        else:
            assert plan is not None, (table, people, wanted)
            after = referee.apply(state, plan)
            triage = 3 if "R" in table.tiles.values() else 0
            assert after.time - state.time == max(0, min(reachable) - triage), (table, people, wanted)
            end = Counter(end_places(referee, state, plan))
            for need in needs:
                there = [s for s in end.elements() if s[0] is need.who and s[2] == need.destination]
                assert any(need.colour in (NO_COLOUR, colour) for _, colour, _ in there)
        special.update(
            {
                "conveyor": bool(table.stops),
                "triage": "R" in table.tiles.values(),
                "helipad": "A" in table.tiles.values(),
                "outpatient": "X" in table.tiles.values(),
            }
        )
        cases += 1
        if cases == 400:
            break
    assert infeasible < cases / 2
    assert min(special.values()) >= 30, special


def random_needs(
    referee: ClinicSolo, random: Random, table: naive.Table, people: list[naive_walk.Who]
) -> tuple[list[Need], list[Wish]]:
    """Up to three wishes who is to end where; a doctor's colour may be left open."""
    needs: list[Need] = []
    wanted: list[Wish] = []
    for kind, colour, _ in random.sample(people, random.randint(0, min(3, len(people)))):
        rooms = [space for space, token in table.tiles.items() if token in naive_walk.ROOM[kind]]
        if not rooms:
            continue
        place = random.choice(rooms)
        open_colour = kind in ("nurse", "orderly") or (kind == "doctor" and random.random() < 0.4)
        wanted.append((kind, None if open_colour else colour, place))
        needs.append(Need(Person(kind), NO_COLOUR if open_colour else colour, place_number(referee, place)))
    return needs, wanted


def meets(end: naive_walk.End, wanted: list[Wish]) -> bool:
    """Whether an end meets all wishes at once: those with a colour take their people first."""
    there: Counter[tuple[str, int, naive_walk.Place]] = Counter()
    for (who, shade, _, where), number in end:
        there[who, shade, where] += number
    for kind, colour, place in wanted:
        if colour is not None:
            there[kind, colour, place] -= 1
    if min(there.values(), default=0) < 0:
        return False
    for kind, place in {(kind, place) for kind, colour, place in wanted if colour is None}:
        open_wishes = sum(wish == (kind, None, place) for wish in wanted)
        if sum(n for (k, _, p), n in there.items() if (k, p) == (kind, place)) < open_wishes:
            return False
    return True


def test_all_moves_equal_brute_force_on_100_clinics() -> None:
    random, cases = Random(9), 0
    for referee, (table, people, roomed, state) in random_cases(random):
        expected = naive_walk.all_ends(table, people, roomed)
        if len(expected) > 150:
            continue
        triage = 3 if "R" in table.tiles.values() else 0
        found: dict[State, int] = {}
        for move in all_moves(referee, state):
            after = referee.apply(state, move)
            key = after._replace(time=0)
            assert key not in found, "an end is listed twice"
            found[key] = after.time - state.time
        assert len(found) == len(expected)
        assert sorted(found.values()) == sorted(max(0, time - triage) for time in expected.values())
        cases += 1
        if cases == 100:
            break


def test_the_planner_says_no_to_what_cannot_be() -> None:
    referee = game()
    state = position(
        referee,
        ["S . . / T . . / Hp L ."],
        phase=Phase.MOVE,
        slot=3,
        entrances=(referee.board.entrance("Sa3"),),
        doctors=tuple((at(referee, "0a3"), 0) for _ in range(3)),
        cars=spots(referee, "c1-N", "c1-E", "b1-N"),
    )
    room, lab = at(referee, "0a2"), at(referee, "0b3")
    assert referee.plan_move(state, [Need(Person.DOCTOR, 0, room)] * 2) is not None
    assert referee.plan_move(state, [Need(Person.DOCTOR, 0, room)] * 3) is None  # room for two
    assert referee.plan_move(state, [Need(Person.DOCTOR, 1, room)]) is None  # no yellow doctor
    assert referee.plan_move(state, [Need(Person.NURSE, NO_COLOUR, room)]) is None  # no nurse
    assert referee.plan_move(state, [Need(Person.DOCTOR, 0, lab)] * 2) is None
    plan = referee.plan_move(state, [Need(Person.DOCTOR, NO_COLOUR, lab)])
    assert plan is not None
    assert referee.format(plan) == "move doctor white 0a3 > 0b3"
    assert play(referee, state, referee.format(plan)).time == 1
