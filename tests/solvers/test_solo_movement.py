"""The Move of the solitaire game as `clinic move` tells it: its ways, who is brought in, what conveyors save."""

from collections.abc import Iterator
from itertools import islice, pairwise
from random import Random

from clinic_solo import ClinicSolo
from clinic_solo.movement import OUTSIDE, ways_of
from clinic_solo.state import Phase
from clinic_solo.tiles import Person, Tile
from clinic_solo.walk import end_places
from solvers.clinic_solo.movement import everybody_in, plan, without
from tests.clinic_solo import naive_walk
from tests.clinic_solo.helpers import at, game, position
from tests.clinic_solo.test_planner import Case, random_cases


def with_rooms(random: Random) -> Iterator[tuple[ClinicSolo, Case]]:
    """Random clinics in which patients wait and some room treats."""
    for referee, case in random_cases(random):
        table, people, _, _ = case
        rooms = [space for space, token in table.tiles.items() if token in "TO" and naive_walk.offers(table, space)]
        if rooms and any(kind == "patient" for kind, _, _ in people):
            yield referee, case


def test_most_patients_in_least_time_equal_brute_force() -> None:
    entered = stuck = 0
    for referee, (table, people, roomed, state) in islice(with_rooms(Random(11)), 40):
        best: dict[int, int] = {}
        for end, time in naive_walk.all_ends(table, people, roomed).items():
            rooms = sum(n for (kind, _, service, place), n in end if kind == "patient" and place != service)
            best[rooms] = min(time, best.get(rooms, time))
        found = plan(referee, state, everybody_in(referee, state))
        if not best:
            assert found is None
            stuck += 1
            continue
        assert found is not None
        move, movement = found
        end_of = [place for who, _, place in end_places(referee, state, move) if who is Person.PATIENT]
        inside = sum(referee.board.service_waited_for(place) is None for place in end_of)
        assert inside == max(best)
        assert sum(walk.time for walk in movement.walks) == best[inside]
        assert movement.time == referee.apply(state, move).time - state.time
        entered += inside
    assert entered > 10
    assert stuck < 20


def test_every_way_can_be_walked_in_its_time() -> None:
    rides = walks = 0
    for referee, (_, _, _, state) in islice(random_cases(Random(12)), 150):
        found = plan(referee, state, everybody_in(referee, state))
        if found is None:
            continue
        steps, board = ways_of(referee, state).graph, referee.board
        for walk, step in zip(found[1].walks, found[0].steps, strict=True):
            if walk.room == "home" or (
                walk.who.endswith("patient") and state.grid[step.destination] == Tile.OUTPATIENT
            ):
                assert walk.time == 0
                continue
            places = [board.place(leg.place) for leg in walk.way]
            if step.who is Person.PATIENT:
                places[0] = OUTSIDE
            assert sum(steps[one][other]["weight"] for one, other in pairwise(places)) == walk.time
            assert walk.space == board.place_name(step.destination)
            walks += 1
            rides += any(leg.ride for leg in walk.way)
    assert walks > 100
    assert rides > 5


def test_without_each_stop_equals_brute_force() -> None:
    cases = 0
    for referee, (table, people, roomed, state) in islice(random_cases(Random(13)), 150):
        if not state.conveyors or (found := plan(referee, state, ())) is None:
            continue
        stops = sorted(table.stops, key=lambda stop: referee.board.space(*stop))
        triage = 3 if "R" in table.tiles.values() else 0
        variants = {variant.name: variant.time for variant in without(referee, state, ())}
        for stop in stops:
            table.stops = set(stops) - {stop}
            times = naive_walk.all_ends(table, people, roomed).values()
            name = referee.board.space_name(referee.board.space(*stop))
            expected = max(0, min(times) - triage) if times else None
            assert variants[f"without the conveyor stop {name}"] == expected
            assert expected is None or expected >= found[1].time
            cases += 1
    assert cases > 25


def test_without_a_helipad() -> None:
    """A patient of the psychiatry lands on the roof and goes down; by the door it would be further."""
    referee = game()
    floors = [". . . / S . . / Hp T .", ". . . / . . S / . Hp T", ". . . / . . . / . . A"]
    state = position(
        referee,
        floors,
        phase=Phase.MOVE,
        slot=3,
        entrances=(referee.board.entrance("Sa3"),),
        patients=((at(referee, "0b3"), 0), (at(referee, "0b3"), 0)),
        waiting=((1, 0, 0, 0), (0, 0, 0, 0)),
    )
    needs = everybody_in(referee, state)
    found = plan(referee, state, needs)
    assert found is not None
    walk = found[1].walks[0]
    assert [leg.place for leg in walk.way] == ["psychiatry", "2c3", "1c3"]
    assert walk.time == 1
    assert [(variant.name, variant.time) for variant in without(referee, state, needs)] == [
        ("without the helipad 2c3", 4)
    ]
