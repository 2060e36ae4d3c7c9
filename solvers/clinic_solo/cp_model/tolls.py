"""Rules 8.1, 14B2 and 14B3 in the model: how far it is where spaces hold up whoever enters them.

From each place where somebody begins there is a time for each space: the least, over all spaces next to it and all
rides to it, of the time up to there and that step, with the toll of the space itself. What the planner finds in the
clinic with everything there that can be, or with nothing new, bounds each time; where the two agree it is a number.

A ride takes no time, so that stops in a row would explain each other's times, however short. So times are counted in
small parts, of which a ride takes one: then each is above the one it comes from, and there is one solution only.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from ortools.sat.python.cp_model import IntVar

from clinic_solo.movement import OUTSIDE, Ways, hops, ways_of
from clinic_solo.state import State
from clinic_solo.tiles import Tile, Token, is_module
from solvers.clinic_solo.cp_model.distances import Distance, Distances, Path, conditions, counted
from solvers.clinic_solo.cp_model.variables import Draft
from solvers.clinic_solo.kernel.ruleset_tables import extinguishers_of
from solvers.core.cpsat import Number


@dataclass(frozen=True)
class Reached:
    """When a space is reached, in parts."""

    time: Number  # with the toll of the space
    low: int  # of it, in whole times
    high: int
    before: IntVar | None = None  # without the toll; None where the time is certain


class TolledDistances(Distances):
    """Every distance once, made for all spaces together when one is asked for from a place."""

    def __init__(self, draft: Draft) -> None:
        super().__init__(draft)
        numbers = extinguishers_of(draft.game)
        self.toll = numbers.enter_time if numbers else 0
        self._reached: dict[int, dict[int, Reached]] = {}
        self._distances: dict[tuple[int, int], Distance] = {}
        self._between: dict[tuple[int, int], list[Number]] = {}

    def between(self, one: int, other: int) -> Distance:
        return self.from_place(one, other)

    def from_outside(self, space: int) -> Distance:
        return self.from_place(OUTSIDE, space)

    def from_place(self, place: int, space: int) -> Distance:
        if (place, space) not in self._distances:
            self._distances[place, space] = self._distance(place, space)
        return self._distances[place, space]

    def _distance(self, place: int, space: int) -> Distance:
        """In whole times."""
        if place == space:
            return Distance(0, 0, 0)
        if place not in self._reached:
            self._reached[place] = self._spread(place)
        found = self._reached[place][space]
        if found.low == found.high:
            return Distance(found.low, found.low, found.low)
        if self.parts == 1:
            return Distance(found.low, found.high, found.time)
        # From a place that is not there a space may seem further than it ever is.
        value = self.draft.number(found.low, found.high + self.toll, f"{place} to {space}")
        self.draft.cp.add(self.parts * value <= found.time)
        self.draft.cp.add(found.time <= self.parts * value + self.parts - 1)
        return Distance(found.low, found.high, value)

    # --- bounds, by the planner's own ways ---

    @cached_property
    def _spaces(self) -> list[int]:
        """Where one can walk, now or later."""
        board = self.draft.board
        return [s for s in range(board.size) if s < board.ground or self.draft.sites.may_be_module(s)]

    @cached_property
    def parts(self) -> int:
        """Of a time of 1: more than the rides on any way."""
        stops = min(len(self.stops), len(self.draft.state.conveyors) + self.draft.sites.components + 1)
        return 1 + stops if stops > 1 else 1

    @cached_property
    def _hindrances(self) -> int:
        """What is built may put so many tolls more on a way: an extinguisher, or a stop where there is one."""
        sites = self.draft.sites
        held_up = bool(sites.extinguishers) or bool(set(sites.stops) & set(sites.with_extinguisher))
        return sites.components if held_up else 0

    @cached_property
    def _shortest(self) -> Ways:
        """With all modules, stops and ways in that there can be, and rides past any stop."""
        draft, sites = self.draft, self.draft.sites
        grid = tuple(
            int(Tile.SUPPLY) if not tile and sites.may_be_module(space) else tile
            for space, tile in enumerate(draft.state.grid)
        )
        full = draft.state._replace(grid=grid, entrances=tuple(sorted({*draft.state.entrances, *sites.entrances})))
        switches = replace(draft.game.printed.switches, conveyor_hop="any_in_line")
        setting = replace(draft.game, printed=replace(draft.game.printed, switches=switches))
        return ways_of(setting, full.with_tokens(Token.CONVEYOR, self.stops))

    def _least(self, place: int, space: int) -> int:
        if place != OUTSIDE:
            return self._shortest.times(place)[space]
        known = self._shortest.times(OUTSIDE).get(space)
        found = [] if known is None else [known - self.pace.to_entrance]
        for pad in (space for space, tiles in self.draft.sites.tiles.items() if Tile.HELIPAD in tiles):
            for other in self._around(pad):
                entering = self.pace.enter + self.toll * (other in self.draft.sites.with_extinguisher)
                found.append(entering + self._shortest.times(other)[space])
        return min(found)

    def _most(self, place: int, space: int) -> int:
        """With nothing new but the columns of both ends, and every toll there can be."""
        state = self._standing(place, space)
        off = self.pace.to_entrance if place == OUTSIDE else 0
        most = ways_of(self.draft.game, state).times(place)[space] + self.toll * self._hindrances
        if not (self.draft.state.conveyors and self.draft.sites.stops):
            tolls = {*self.draft.sites.with_extinguisher, *self.draft.sites.extinguishers}
            tolled = ways_of(self.draft.game, state.with_tokens(Token.EXTINGUISHER, sorted(tolls)))
            most = min(most, tolled.times(place)[space])
        return most - off

    def _standing(self, *places: int) -> State:
        """The position with modules in the whole columns up to spaces where there may be some."""
        state, ground, grid = self.draft.state, self.draft.board.ground, list(self.draft.state.grid)
        for place in set(self._spaces) & set(places):
            for under in range(place % ground, place + 1, ground) if place >= ground else ():
                grid[under] = grid[under] if is_module(grid[under]) else int(Tile.SUPPLY)
        return state._replace(grid=tuple(grid))

    # --- times from a place ---

    def _spread(self, place: int) -> dict[int, Reached]:
        """When each space is reached from a place."""
        bounds = {s: (self._least(place, s), self._most(place, s)) for s in self._spaces if s != place}
        found = {s: self._made(place, s, *both) for s, both in bounds.items()}
        if place in self._spaces:
            found[place] = Reached(0, 0, 0)
        for space, reached in found.items():
            if reached.before is not None:
                self._equate(place, space, found, reached.before)
        return found

    def _made(self, place: int, space: int, low: int, high: int) -> Reached:
        if low == high:
            return Reached(self.parts * low, low, high)
        there, toll = self.draft.extinguisher(space), self.toll
        least = low - toll * there if isinstance(there, int) else low
        name = f"reaching {space} from {place}"
        begun = self.draft.number(self.parts * least, self.parts * (high + 1) - 1, name)
        return Reached(begun + self.parts * toll * there, low, high, begun)

    def _equate(self, place: int, space: int, found: dict[int, Reached], begun: IntVar) -> None:
        """The least of all ways to a space; one that is not there counts as the longest."""
        _, high = self.draft.range_of(begun)
        ways = [*self._steps(space, found), *self._by_ride(space, found), *self._entries(place, space)]
        self.draft.cp.add_min_equality(begun, [high, *(counted(way, high) for way in ways if way.low < high)])

    def _steps(self, space: int, found: dict[int, Reached]) -> Iterator[Path]:
        """8.1: from an adjacent space; upstairs, and up and down, only between modules."""
        for other in self.draft.board.adjacent[space]:
            if other in found:
                there = 1 if other < self.draft.board.ground else self.draft.module(other)
                yield self._onward(found[other], self.parts * self.pace.adjacent, there)

    def _by_ride(self, space: int, found: dict[int, Reached]) -> Iterator[Path]:
        """14B3: from a stop in line, with no stop in between that holds up."""
        for other in self.stops if space in self.stops else ():
            if self.draft.board.in_line(space, other):
                held_up = self._held_up(min(space, other), max(space, other))
                if not any(isinstance(held, int) for held in held_up):
                    there = [self.stops[space], self.stops[other], *(1 - held for held in held_up)]
                    yield self._onward(found[other], 1, *there)

    def _held_up(self, one: int, other: int) -> list[Number]:
        """Whether there is a stop with an extinguisher, for each space between two where there may be."""
        if (one, other) not in self._between:
            board, hop = self.draft.board, self.draft.game.switches.conveyor_hop
            on_the_way = [
                s for s in self._tolled_stops if (one, other) not in hops(board, (*sorted((one, s, other)),), hop)
            ]
            self._between[one, other] = [self._tolled_stops[stop] for stop in on_the_way]
        return self._between[one, other]

    @cached_property
    def _tolled_stops(self) -> dict[int, Number]:
        """Whether there are a stop and an extinguisher in a space, 1 where there surely are."""
        found: dict[int, Number] = {}
        for stop, there in self.stops.items():
            tolled = self.draft.extinguisher(stop)
            if isinstance(tolled, int):
                both = there if tolled else 0
            else:
                both = self.draft.both(there, tolled, f"{stop} holds up a ride")
            if not isinstance(both, int) or both:
                found[stop] = both
        return found

    def _entries(self, place: int, space: int) -> Iterator[Path]:
        """8.1: through entrances and from helipads, from the one that is meant or from outside."""
        enter = self.parts * self.pace.enter
        for at, there in self._ways_in() if place == OUTSIDE else () if place in self._spaces else [(place, 1)]:
            if space in self._around(at):
                yield Path(enter, enter, enter, conditions(there, self.draft.module(space)))

    def _ways_in(self) -> Iterator[tuple[int, Number]]:
        """Every entrance and helipad, now or later, and whether it is there."""
        state = self.draft.state
        for at in (*map(self.draft.board.at_entrance, state.entrances), *state.helipads()):
            yield at, 1
        yield from self._new_ways_in()

    def _around(self, place: int) -> list[int]:
        """8.1: where one enters from an entrance or helipad."""
        board = self.draft.board
        if place >= board.size:
            return [board.entrance_targets[place - board.size]]
        around = (*board.beside[place], *([] if (below := board.below(place)) is None else [below]))
        return [other for other in around if self.draft.sites.may_be_module(other)]

    def _onward(self, reached: Reached, more: int, *there: Number) -> Path:
        low, high = self.parts * reached.low + more, self.parts * (reached.high + 1) - 1 + more
        return Path(low, high, reached.time + more, conditions(*there))
