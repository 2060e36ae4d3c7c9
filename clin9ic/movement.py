"""Rule 4.9: ways into and through a clinic, as a graph; shortest ones by networkx, once for each clinic shape."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from clin9ic.cards import EMPTY, SIZE, FloorSide, Module
from clin9ic.state import Space

if TYPE_CHECKING:
    import networkx

    Node = Space | str
    Graph = networkx.DiGraph[Node]

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


def graph(sides: tuple[FloorSide, ...], cubes: tuple[Space, ...], *, empty_spaces: bool = False) -> Graph:
    """The steps anyone may take, with their time; empty spaces upstairs can be walked where it is agreed."""
    import networkx

    ground = (Space(1, r, c) for r in range(SIZE) for c in range(SIZE))  # outdoors can be walked
    spaces = {*ground, *modules(sides), *(_showing(sides, EMPTY) if empty_spaces else ())}
    ways: Graph = networkx.DiGraph()
    ways.add_nodes_from(spaces)
    ways.add_edge(ARRIVAL, ENTRANCE, weight=0)
    ways.add_edge(ENTRANCE, Space(1, *sides[0].entrance), weight=1)
    for space in spaces:
        for step in ((0, 0, 1), (0, 1, 0), (1, 0, 0)):
            neighbour = Space(space.floor + step[0], space.row + step[1], space.column + step[2])
            if neighbour in spaces:
                ways.add_edge(space, neighbour, weight=1)
                ways.add_edge(neighbour, space, weight=1)
    for cube in cubes:
        if is_helipad(sides, cube):
            ways.add_edge(ARRIVAL, f"{HELIPAD} {cube}", weight=LANDING_TIME)
            ways.add_edge(f"{HELIPAD} {cube}", cube, weight=0)
    if len(cubes) == 2:
        ways.add_edge(cubes[0], cubes[1], weight=0)
        ways.add_edge(cubes[1], cubes[0], weight=0)
    return ways


@cache
def least_times(
    sides: tuple[FloorSide, ...], cubes: tuple[Space, ...], *, empty_spaces: bool = False
) -> dict[Space, int]:
    """The least time from arrival to every space that can be reached."""
    import networkx

    times = networkx.single_source_dijkstra_path_length(graph(sides, cubes, empty_spaces=empty_spaces), ARRIVAL)
    return {node: int(time) for node, time in times.items() if isinstance(node, Space)}
