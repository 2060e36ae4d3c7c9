"""Rules 4.7-4.10: least times and ways against the referee, against trying everything, and as the rulebook has them."""

from itertools import combinations, pairwise
from random import Random
from typing import Any

import networkx
import pytest

from clin9ic import Clin9ic, Goal, State
from clin9ic.cards import Action, Staff
from clin9ic.clinic import HOSTS, PATIENT, clinic_of
from clin9ic.movement import ARRIVAL, ENTRANCE, graph, least_times
from clin9ic.moves import Admit, Hire
from clin9ic.notation import parse_space
from clin9ic.state import Phase, Space
from solvers.clin9ic.movement import Planner, shortest_paths
from solvers.core.movement import Charge, Walk
from tests.clin9ic import naive
from tests.clin9ic.helpers import (
    DECKS,
    acting,
    clinic,
    do,
    game,
    position,
    random_clinic,
    random_positions,
    random_trio,
    spaces,
    with_boxes,
)

CHAIN = "... T.. HS."


def random_clinics(number: int, seed: int) -> list[tuple[Clin9ic, State]]:
    """Clinics of both decks, outpatient services used in half of them."""
    rng = Random(seed)
    tables = [game(deck) for deck in DECKS.values()]
    found = []
    for _ in range(number):
        table = rng.choice(tables)
        found.append((table, random_clinic(rng, table, outpatient=rng.random() < 0.5)))
    return found


# --- times --------------------------------------------------------------------------------------------------------


def test_times_equal_the_referees_for_every_placement_of_cubes() -> None:
    compared = 0
    for table, state in random_clinics(40, seed=1):
        shape = clinic_of(table, state)
        ways = shortest_paths(shape.sides)
        for number in (0, 1, 2):
            for cubes in combinations(shape.modules, number):
                times = least_times(shape.sides, cubes)
                for goal in shape.modules:
                    way = ways.way(ways.cubes(cubes), goal)
                    assert (way and way.time) == times.get(goal)
                    compared += 1
    assert compared > 10_000


def test_totals_equal_the_referees_openings_and_trying_everything() -> None:
    """For every number of newcomers of each kind, up to one more than there is room for."""
    unreachable = 0
    for table, state in random_clinics(300, seed=2):
        planner = Planner(table, state)
        for kind in HOSTS:
            openings = clinic_of(table, state).openings(kind, bool(state.outpatient))
            present = planner.present[kind]
            for newcomers in range(max(0, openings.capacity - present) + 2):
                expected = openings.time_for(present, newcomers)
                movement = planner.plan({kind: newcomers})
                walked = None if movement is None else sum(walk.time for walk in movement.walks)
                assert walked == expected
                if newcomers:
                    assert walked == naive.entry_time(table, state, naive.HOSTS[kind], present, newcomers)
                unreachable += expected is None and present + newcomers <= openings.capacity
    assert unreachable > 20


@pytest.mark.parametrize("triage", ["action", "phase"])
def test_the_time_of_hires_and_admissions_is_the_referees(triage: str) -> None:
    """Through Clin9ic.apply, as the last action of a round, so that triage of the whole phase is settled too."""
    rng, compared, shortened = Random(3), 0, 0
    tables = [game(deck, triage=triage) for deck in DECKS.values()]
    for _ in range(200):
        table, action = rng.choice(tables), rng.choice((Action.HIRE, Action.ADMIT))
        state = random_clinic(rng, table, outpatient=rng.random() < 0.5, money=30)._replace(
            phase=Phase.ACT,
            trio=random_trio(rng, table, action),
            step=2,
            phase_time=rng.choice([0, 1, 2, 7]) if triage == "phase" else 0,
        )
        before = table.apply(state, Hire(()) if action is Action.HIRE else Admit(0))
        for move in rng.sample(moves := table.legal_moves(state), min(8, len(moves))):
            if isinstance(move, Hire):
                newcomers = {str(kind): sum(hired.staff == kind for hired in move.people) for kind in Staff}
            else:
                assert isinstance(move, Admit)
                newcomers = {PATIENT: move.patients}
            movement = Planner(table, state).plan(newcomers)
            assert movement is not None
            assert movement.time == table.apply(state, move).time - before.time
            compared += 1
            shortened += movement.time < sum(walk.time for walk in movement.walks)
    assert compared > 600
    assert shortened > 20


def test_room_is_what_the_referee_lets_in() -> None:
    for table in (game(deck) for deck in DECKS.values()):
        for state in random_positions(table, "care", 60, seed=4):
            room = Planner(table, state).room()
            for kind, number in room.items():
                present = Planner(table, state).present[kind]
                openings = clinic_of(table, state).openings(kind, bool(state.outpatient))
                assert openings.time_for(present, number) is not None
                full = kind in (Staff.NURSE, Staff.ORDERLY) and present + number == 3
                assert full or openings.time_for(present, number + 1) is None


# --- ways ---------------------------------------------------------------------------------------------------------


def walked_time(table: Clin9ic, state: State, walk: Walk) -> int:
    """The time of a way, step by step along the referee's graph."""
    sides = clinic_of(table, state).sides
    steps = graph(sides, state.conveyors)
    nodes = {str(node): node for node in steps}
    first, *rest = [leg.place for leg in walk.way]
    start = first if first == ENTRANCE else f"{first} {rest[0]}"  # a helipad's node has the name of its space
    path = [ARRIVAL, start, *(nodes[place] for place in rest)]
    for (before, after), leg in zip(pairwise(path[1:]), walk.way[1:], strict=True):
        assert leg.ride == (set(state.conveyors) == {before, after} and len(state.conveyors) == 2)
    assert str(path[-1]) == walk.space
    return sum(int(steps[before][after]["weight"]) for before, after in pairwise(path))


def test_every_way_can_be_walked_in_its_time() -> None:
    walks = rides = landings = 0
    for table, state in random_clinics(250, seed=5):
        planner = Planner(table, state)
        movement = planner.plan(planner.room())
        assert movement is not None
        for walk in movement.walks:
            assert walked_time(table, state, walk) == walk.time
            space = parse_space(walk.space)
            assert walk.floor == space.floor
            assert planner.paths.letter(space) in HOSTS[walk.who]
            walks += 1
            rides += any(leg.ride for leg in walk.way)
            landings += walk.way[0].place == "helipad"
    assert min(walks, rides, landings) > 50


def test_nobody_stands_twice_in_the_same_opening() -> None:
    for table, state in random_clinics(100, seed=6):
        planner = Planner(table, state)
        movement = planner.plan(planner.room())
        assert movement is not None
        for kind, hosts in HOSTS.items():
            taken = [walk.space for walk in movement.walks if walk.who == kind]
            for space in set(taken):
                assert taken.count(space) <= hosts[clinic_of(table, state).letter(parse_space(space))]  # type: ignore[index]


def test_walks_are_searched_once_for_all_cubes(monkeypatch: pytest.MonkeyPatch) -> None:
    search, searches = networkx.all_pairs_dijkstra, list[object]()

    def counted(steps: Any) -> Any:
        searches.append(steps)
        return search(steps)

    monkeypatch.setattr(networkx, "all_pairs_dijkstra", counted)
    table = clinic("... T.. HSO", "... ..S ..T", "... .TS .H.")  # a stack no other test has
    state = position(table, "f1 f2 f3")
    for cubes in ((), spaces("1a3"), spaces("1a3", "3b2")):
        planner = Planner(table, state._replace(conveyors=cubes))
        planner.placements(planner.room(), 2)
    assert len(searches) == 1


# --- cubes --------------------------------------------------------------------------------------------------------


def test_comparisons_and_best_places_equal_clinics_with_the_cubes_so_placed() -> None:
    rng, better = Random(7), 0
    for table, state in random_clinics(25, seed=7):
        planner = Planner(table, state)
        newcomers = {kind: rng.randint(0, number) for kind, number in planner.room().items()}

        def time(
            cubes: tuple[Space, ...],
            table: Clin9ic = table,
            state: State = state,
            newcomers: dict[str, int] = newcomers,
        ) -> int | None:
            movement = Planner(table, state._replace(conveyors=cubes)).plan(newcomers)
            return None if movement is None else movement.time

        found = {variant.name: variant.time for variant in planner.without(newcomers)}
        for cube in state.conveyors:
            others = tuple(other for other in state.conveyors if other != cube)
            assert found[f"without the cube on {cube}"] == time(others)
        if len(state.conveyors) == 2:
            assert found["without both cubes"] == time(())
        for number in (1, 2):
            every = {cubes: time(cubes) for cubes in combinations(clinic_of(table, state).modules, number)}
            placements = planner.placements(newcomers, number)
            assert dict(placements) == {cubes: spent for cubes, spent in every.items() if spent is not None}
            assert [spent for _, spent in placements] == sorted(spent for _, spent in placements)
        now = time(state.conveyors)
        assert now is not None
        if len(state.conveyors) == 2:
            assert placements[0][1] <= now
            better += placements[0][1] < now
    assert better > 0


def test_without_landing_the_cube_is_still_ridden() -> None:
    """The pair joins 1b3, on foot 2 away, with 3a2; landing on 3a2 takes 1."""
    table = clinic(CHAIN, "... S.. TH.", CHAIN)
    state = position(table, "f1 f2 f3", orderlies=1, conveyors=spaces("1b3", "3a2"))
    planner = Planner(table, state)
    orderly = {"orderly": 1}
    movement = planner.plan(orderly)
    assert movement is not None
    assert [(walk.space, walk.time) for walk in movement.walks] == [("2a2", 2)]
    assert dict(planner.without(orderly)) == {
        "without the cube on 1b3": 2,  # by helipad
        "without the cube on 3a2": 3,
        "without landing on 3a2": 3,
        "without both cubes": 3,
    }


def test_a_cube_may_open_the_only_way() -> None:
    """Floor-3 touches no module below it: without the helipad there is no room within reach (4.9)."""
    table = clinic("... ... H..", "... ... S..", "..T ... ...")
    state = position(table, "f1 f2 f3", conveyors=spaces("3c1"))
    planner = Planner(table, state)
    assert planner.room()["doctor"] == 2
    assert planner.without({"doctor": 1}) == [("without the cube on 3c1", None)]
    blocked = Planner(table, state._replace(conveyors=()))
    assert blocked.room()["doctor"] == 0
    assert blocked.plan({"doctor": 1}) is None
    assert {(kind, str(space)) for kind, space in blocked.out_of_reach()} == {
        ("doctor", "3c1"),
        ("patient", "3c1"),
        ("nurse", "3c1"),
    }
    assert blocked.placements({"doctor": 1}, 1) == [(spaces("3c1"), 1)]


# --- the rulebook's examples, and triage --------------------------------------------------------------------------


def test_the_rulebooks_orderly_and_nurse() -> None:
    table = clinic(CHAIN, "... S.. TH.", CHAIN)
    helipad = Planner(table, position(table, "f1 f2 f3", orderlies=1, nurses=1, conveyors=spaces("3a2")))
    movement = helipad.plan({"orderly": 1})
    assert movement is not None
    assert movement.time == 2
    assert [leg.place for leg in movement.walks[0].way] == ["helipad", "3a2", "2a2"]
    assert helipad.without({"orderly": 1}) == [("without the cube on 3a2", 3)]
    table = clinic(CHAIN, "... ..S ..T", "... .TS .H.")
    conveyor = Planner(table, position(table, "f1 f2 f3", nurses=1, orderlies=1, conveyors=spaces("1b3", "2c2")))
    movement = conveyor.plan({"nurse": 1})
    assert movement is not None
    assert movement.time == 3
    assert [leg.place for leg in movement.walks[0].way if leg.ride] == ["2c2"]


def test_triage_shortens_each_action_apart() -> None:
    table = clinic("... TR. HS.")
    state = position(table, doctors=(0, 0, 0, 0), patients=(0, 0, 0, 0))
    movement = Planner(table, state).plan({"doctor": 3, "patient": 1})
    assert movement is not None
    assert movement.charges == (Charge("Hire", 1 + 2 + 2, 2), Charge("Admit", 2, 0))
    assert movement.time == 2


def test_a_goal_that_keeps_no_time_is_planned_all_the_same() -> None:
    table = Clin9ic(DECKS["house"], Goal.DOCTORS)
    state = acting(table, with_boxes("hire", bottom="D w w w w w"), "f1")
    movement = Planner(table, state).plan({"doctor": 1})
    assert movement is not None
    assert movement.time > 0
    assert do(table, state, "hire doctor:red").time == 0
