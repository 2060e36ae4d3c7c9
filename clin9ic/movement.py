"""Rule 4.9: ways into and through a clinic, as a graph; least times once for each clinic shape."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from clin9ic.cards import EMPTY, SIZE, FloorSide, Module
from clin9ic.state import Space

if TYPE_CHECKING:
    import networkx

    Graph = networkx.DiGraph["Node"]

Node = Space | str
Steps = dict[Node, dict[Node, int]]

ARRIVAL = "arrival"
ENTRANCE = "entrance"
HELIPAD = "helipad"
LANDING_TIME = 1  # to arrive at a helipad


def modules(sides: tuple[FloorSide, ...]) -> tuple[Space, ...]:
    """Every printed module of the clinic."""
    return _showing(sides, "".join(Module))


def _showing(sides: tuple[FloorSide, ...], letters: str) -> tuple[Space, ...]:
    return tuple(Space(floor, r, c) for floor, side in enumerate(sides, 1) for r, c in side.spaces(letters))


def is_helipad(sides: tuple[FloorSide, ...], cube: Space) -> bool:
    """4.9: a cube is a helipad while no printed module stands above it."""
    above = (side.grid[cube.row][cube.column] for side in sides[cube.floor :])
    return all(letter not in list(Module) for letter in above)


def steps(sides: tuple[FloorSide, ...], cubes: tuple[Space, ...], *, empty_spaces: bool = False) -> Steps:
    """The steps anyone may take, with their time; empty spaces upstairs can be walked where it is agreed."""
    ground = (Space(1, r, c) for r in range(SIZE) for c in range(SIZE))  # outdoors can be walked
    found: Steps = {space: {} for space in (*ground, *modules(sides))}
    found.update((space, {}) for space in (_showing(sides, EMPTY) if empty_spaces else ()))
    for space in list(found):
        assert isinstance(space, Space)
        floor, row, column = space
        for near in ((floor, row, column + 1), (floor, row + 1, column), (floor + 1, row, column)):
            neighbour = Space(*near)
            if neighbour in found:
                found[space][neighbour] = found[neighbour][space] = 1
    found[ARRIVAL] = {ENTRANCE: 0}
    found[ENTRANCE] = {Space(1, *sides[0].entrance): 1}
    for cube in cubes:
        if is_helipad(sides, cube):
            found[ARRIVAL][landing := f"{HELIPAD} {cube}"] = LANDING_TIME
            found[landing] = {cube: 0}
    if len(cubes) == 2:
        found[cubes[0]][cubes[1]] = found[cubes[1]][cubes[0]] = 0
    return found


def graph(sides: tuple[FloorSide, ...], cubes: tuple[Space, ...], *, empty_spaces: bool = False) -> Graph:
    """The same steps for whoever wants to know the ways themselves."""
    import networkx

    ways: Graph = networkx.DiGraph()
    for start, onward in steps(sides, cubes, empty_spaces=empty_spaces).items():
        ways.add_node(start)
        ways.add_weighted_edges_from((start, there, time) for there, time in onward.items())
    return ways


def times_from(start: Node, ways: Steps) -> dict[Node, int]:
    """The least time to wherever one can get: Dijkstra's algorithm, where no step takes longer than 1."""
    times: dict[Node, int] = {}
    here, later = [start], list[Node]()
    for now in range(len(ways) + 1):
        while here:
            node = here.pop()
            if node not in times:
                times[node] = now
                for there, time in ways[node].items():
                    (later if time else here).append(there)
        here, later = later, []
    return times


@cache
def least_times(
    sides: tuple[FloorSide, ...], cubes: tuple[Space, ...], *, empty_spaces: bool = False
) -> dict[Space, int]:
    """The least time from arrival to every space that can be reached."""
    times = times_from(ARRIVAL, steps(sides, cubes, empty_spaces=empty_spaces))
    return {node: time for node, time in times.items() if isinstance(node, Space)}
