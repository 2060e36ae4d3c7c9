"""Rule 8.1: ways through a clinic as a graph, and the least time of each by networkx, once for each clinic shape."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations, permutations
from typing import TYPE_CHECKING, NamedTuple

from clinic_solo.board import Board
from clinic_solo.setting import Setting
from clinic_solo.state import State
from clinic_solo.tiles import Tile, is_module

if TYPE_CHECKING:
    import networkx

    Graph = networkx.DiGraph[int]

OUTSIDE = -2  # the node before all entrances and helipads, where patients come from


class Pace(NamedTuple):
    """8.1: the time of each kind of step, how conveyors are ridden, and what hinders."""

    enter: int
    adjacent: int
    conveyor: int
    to_entrance: int
    hop: str
    tolls: tuple[tuple[int, int], ...] = ()  # spaces that take more time to enter, and how much
    closed: frozenset[int] = frozenset()  # spaces that nobody may enter
    free_change: bool = False  # [decision free-entrance-change]


class Ways:
    """The steps anyone may take in a clinic of one shape, and the least times between places."""

    def __init__(
        self, board: Board, pace: Pace, grid: tuple[int, ...], entrances: tuple[int, ...], stops: tuple[int, ...]
    ) -> None:
        self.graph = _graph(board, pace, grid, entrances)
        if pace.free_change:
            doors = [board.at_entrance(entrance) for entrance in entrances]
            doors += [space for space, tile in enumerate(grid) if tile == Tile.HELIPAD]
            self.graph.add_edges_from(permutations(doors, 2), weight=0)
        for one, other in hops(board, stops, pace.hop):
            _both_ways(self.graph, one, other, pace.conveyor)
        tolls = dict(pace.tolls)
        for one, other in list(self.graph.edges):
            if other in pace.closed:
                self.graph.remove_edge(one, other)
            elif other in tolls:
                self.graph[one][other]["weight"] += tolls[other]
        self._times: dict[int, Mapping[int, int]] = {}

    def times(self, origin: int) -> Mapping[int, int]:
        """The least time from a place, or from OUTSIDE, to every place that can be reached."""
        import networkx

        if origin not in self._times:
            found = networkx.single_source_dijkstra_path_length(self.graph, origin)
            self._times[origin] = {place: int(time) for place, time in found.items()}
        return self._times[origin]

    def path(self, origin: int, destination: int) -> list[int]:
        """One way of least time."""
        import networkx

        found: list[int] = networkx.dijkstra_path(self.graph, origin, destination)
        return found


def hops(board: Board, stops: tuple[int, ...], hop: str) -> list[tuple[int, int]]:
    """8.1 [decision conveyor-hop]: from stop to stop in line, either to the nearest only or to any.

    As every ride is free the two give the same times; they part ways only where entering a stop costs time.
    """
    pairs = [pair for pair in combinations(stops, 2) if board.in_line(*pair)]
    if hop == "any_in_line":
        return pairs

    def between(one: int, other: int, stop: int) -> bool:
        spans = zip(board.where(one), board.where(stop), board.where(other), strict=True)
        return all(min(a, b) <= s <= max(a, b) for a, s, b in spans)

    return [
        (one, other)
        for one, other in pairs
        if not any(between(one, other, stop) for stop in stops if stop not in (one, other))
    ]


def _graph(board: Board, pace: Pace, grid: tuple[int, ...], entrances: tuple[int, ...]) -> Graph:
    import networkx

    graph: Graph = networkx.DiGraph()
    graph.add_node(OUTSIDE)
    # Outdoors can be walked on the ground; upstairs only modules, and up and down only between modules.
    walkable = {space for space, tile in enumerate(grid) if space < board.ground or is_module(tile)}
    graph.add_nodes_from(walkable)
    for space in walkable:
        above = board.above(space)
        neighbours = [other for other in board.beside[space] if other in walkable]
        if above is not None and is_module(grid[space]) and is_module(grid[above]):
            neighbours.append(above)
        for other in neighbours:
            _both_ways(graph, space, other, pace.adjacent)
    # [decision helipad-entry] Entrances and helipads are ways in only.
    for entrance in entrances:
        graph.add_edge(board.at_entrance(entrance), board.entrance_targets[entrance], weight=pace.enter)
        graph.add_edge(OUTSIDE, board.at_entrance(entrance), weight=pace.to_entrance)
    for space, tile in enumerate(grid):
        if tile == Tile.HELIPAD:
            below = board.below(space)
            for other in (*board.beside[space], *([] if below is None else [below])):
                if is_module(grid[other]):
                    graph.add_edge(space, other, weight=pace.enter)
            graph.add_edge(OUTSIDE, space, weight=pace.to_entrance)
    return graph


def _both_ways(graph: Graph, one: int, other: int, time: int) -> None:
    """A step in both directions; a ride beside a walk keeps the shorter time."""
    for start, end in ((one, other), (other, one)):
        known = graph.get_edge_data(start, end, {}).get("weight", time)
        graph.add_edge(start, end, weight=min(time, known))


@lru_cache(maxsize=2_000)
def _ways(board: Board, pace: Pace, grid: tuple[int, ...], entrances: tuple[int, ...], stops: tuple[int, ...]) -> Ways:
    return Ways(board, pace, grid, entrances, stops)


def ways_of(setting: Setting, state: State) -> Ways:
    """The ways of a position's clinic."""
    walking = setting.deck.walking
    hop = setting.switches.conveyor_hop
    rules, ground = setting.rules, setting.board.ground
    spaces = (space for space, tile in enumerate(state.grid) if space < ground or is_module(tile))
    tolls = tuple((space, toll) for space in spaces if (toll := rules.toll(setting, state, space)))
    closed, free = rules.closed(setting, state), setting.switches.free_entrance_change
    pace = Pace(walking.enter, walking.adjacent, walking.conveyor, walking.to_entrance, hop, tolls, closed, free)
    return _ways(setting.board, pace, state.grid, state.entrances, state.conveyors)
