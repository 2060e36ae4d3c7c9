"""Section 8 of the Clinic solitaire: its exact Move, told person by person, and what conveyors and helipads save."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from clinic_solo import ClinicSolo, Need, State
from clinic_solo.board import HOME
from clinic_solo.colours import Skill
from clinic_solo.movement import OUTSIDE, Ways, hops, ways_of
from clinic_solo.moves import NO_COLOUR, MovePeople, Step, ZombieStep
from clinic_solo.planner import destinations, room_left
from clinic_solo.state import Phase
from clinic_solo.tiles import Person, Tile, Token
from clinic_solo.walk import everybody, time_of
from solvers.core.movement import Charge, Leg, Movement, Variant, Walk

SOURCE, SINK = "waiting", "in a room"


def everybody_in(game: ClinicSolo, state: State) -> list[Need]:
    """8.5: as many waiting patients as the rooms can take, in least time. The staff need no telling: they walk in."""
    found = [_all_into(game, state, rooms) for rooms in game.rules.hosting(game, state)]
    return max(found, key=lambda filled: (len(filled[0]), -filled[1]))[0]


def _all_into(game: ClinicSolo, state: State, rooms: frozenset[int]) -> tuple[list[Need], int]:
    """As many as these rooms can take, outpatient services beside them, and the time they walk."""
    import networkx

    flow: networkx.DiGraph[object] = networkx.DiGraph()
    flow.add_nodes_from((SOURCE, SINK))
    groups = Counter(someone for someone in everybody(game, state) if someone[0] is Person.PATIENT)
    for someone, number in groups.items():
        flow.add_edge(SOURCE, someone, capacity=number, weight=0)
        for place, time in destinations(game, state, someone).items():
            if place != someone[2] and (place in rooms or state.grid[place] == Tile.OUTPATIENT):
                flow.add_edge(someone, place, capacity=number, weight=time)
                flow.add_edge(place, SINK, capacity=room_left(game, state, Person.PATIENT, place), weight=0)
    amounts = networkx.max_flow_min_cost(flow, SOURCE, SINK)
    needs = [
        Need(Person.PATIENT, someone[1], place, game.board.service_waited_for(someone[2]))
        for someone in groups
        for place, amount in amounts[someone].items()
        for _ in range(amount)
    ]
    return needs, int(networkx.cost_of_flow(flow, amounts))


def plan(game: ClinicSolo, state: State, needs: Sequence[Need]) -> tuple[MovePeople, Movement] | None:
    """The Move of least time that meets the needs, refereed, and each person's way; None if there is none."""
    move = game.plan_move(state, needs)
    if move is None:
        return None
    after = game.apply(state._replace(phase=Phase.MOVE), move)
    walks = walks_of(game, state, move)
    charge = Charge("Move", sum(walk.time for walk in walks), after.time - state.time)
    return move, Movement(walks, (charge,))


def walks_of(game: ClinicSolo, state: State, move: MovePeople) -> tuple[Walk, ...]:
    """Each person's way in a Move, once zombies are where they go (14D2)."""
    moved = game.rules.first_moved(game, state, move)
    return (
        *(_of_zombie(game, state, step) for step in move.zombies),
        *(_walk(game, moved, step) for step in move.steps),
    )


def _of_zombie(game: ClinicSolo, state: State, step: ZombieStep) -> Walk:
    """14D2: whichever way it goes, at no time."""
    goal, tile = game.board.space_name(step.destination), Tile(state.grid[step.destination])
    way = (Leg(game.board.space_name(step.origin)), Leg(goal))
    return Walk("zombie", goal, tile.word, game.board.floor(step.destination), way, 0)


def without(game: ClinicSolo, state: State, needs: Sequence[Need]) -> list[Variant]:
    """What the same needs would take without each stop of the conveyor and each helipad."""
    clinics = [
        (
            f"without the conveyor stop {game.board.space_name(stop)}",
            state.with_tokens(Token.CONVEYOR, (other for other in state.conveyors if other != stop)),
        )
        for stop in state.conveyors
    ]
    occupied = {place for _, _, place in everybody(game, state)}
    for helipad in state.helipads():
        if helipad not in occupied:  # whoever stands there has arrived by it
            grid = (*state.grid[:helipad], int(Tile.EMPTY), *state.grid[helipad + 1 :])
            clinics.append((f"without the helipad {game.board.space_name(helipad)}", state._replace(grid=grid)))
    return [Variant(name, _time(game, clinic, needs)) for name, clinic in clinics]


def _time(game: ClinicSolo, state: State, needs: Sequence[Need]) -> int | None:
    move = game.plan_move(state, needs)
    return None if move is None else game.move_time(state, move)


def _walk(game: ClinicSolo, state: State, step: Step) -> Walk:
    who = str(step.who) if step.colour == NO_COLOUR else f"{Skill(step.colour).word} {step.who}"
    time = time_of(game, state, step)
    assert time is not None
    goal = game.board.place_name(step.destination)
    start = Leg(game.board.place_name(step.origin))
    if step.destination == HOME:
        return Walk(who, goal, "home", 0, (start, Leg(goal)), time)
    tile, floor = Tile(state.grid[step.destination]), game.board.floor(step.destination)
    if step.who is Person.PATIENT and tile == Tile.OUTPATIENT:
        return Walk(who, goal, tile.word, floor, (start, Leg(goal)), time)  # 8.4: straight from pre-admissions
    way = _way(game, state, step)
    return Walk(who, goal, tile.word, floor, (start, *way[1:]), time)


def _way(game: ClinicSolo, state: State, step: Step) -> list[Leg]:
    """By way of the hubs and rooms of errands (14A3)."""
    origin = OUTSIDE if step.who is Person.PATIENT else step.origin
    ways, places = ways_of(game, state), [origin]
    for goal in (*(place for errand in step.errands for place in errand), step.destination):
        places += _paths(ways, places[-1])[goal][1:]
    rides = {frozenset(pair) for pair in hops(game.board, state.conveyors, game.switches.conveyor_hop)}
    legs = [Leg("outside" if origin == OUTSIDE else game.board.place_name(origin))]
    for before, place in pairwise(places):
        # Between two stops side by side the ride is taken only where it is quicker than the step.
        on_foot = game.deck.walking.adjacent + game.rules.toll(game, state, place)
        quicker = ways.graph[before][place]["weight"] < on_foot
        legs.append(Leg(game.board.place_name(place), quicker and frozenset((before, place)) in rides))
    return legs


@lru_cache(maxsize=2_000)
def _paths(ways: Ways, origin: int) -> dict[int, list[int]]:
    """One way of least time to each place, for each clinic shape and origin once."""
    import networkx

    found: dict[int, list[int]] = networkx.single_source_dijkstra_path(ways.graph, origin)
    return found
