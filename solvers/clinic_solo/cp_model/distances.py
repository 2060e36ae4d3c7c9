"""Rule 8.1 in the model: how far it is from one space to another in the clinic that is being built.

On the ground everybody walks everywhere, and every module stands on a column of modules: one way always leads down,
across and up. Only where both ends are upstairs, or a conveyor stops, may what is built make the way shorter. So most
distances are plain numbers, and the others lie between the way down and the way through a clinic built full.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from ortools.sat.python.cp_model import IntVar

from clinic_solo.tiles import Tile
from solvers.clinic_solo.cp_model.variables import Draft
from solvers.core.cpsat import Number


@dataclass
class Distance:
    """A time between two bounds; `value` is a variable where they differ."""

    low: int
    high: int
    value: Number
    steps: list[IntVar] = field(default_factory=list)  # the first holds when it is above `low`, the next by 2 …


@dataclass(frozen=True)
class Path:
    """One way, taken if the condition holds."""

    low: int
    high: int
    value: Number
    there: tuple[Number, ...] = ()  # conditions; without any it certainly is

    @classmethod
    def over(cls, distance: Distance, more: int = 0, *there: Number) -> "Path":
        return cls(distance.low + more, distance.high + more, distance.value + more, conditions(*there))


def conditions(*there: Number) -> tuple[Number, ...]:
    """Those that are not met for certain."""
    return tuple(condition for condition in there if not isinstance(condition, int))


class Distances:
    """Every distance once, made when it is asked for."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.pace = draft.game.deck.walking
        self._walks: dict[tuple[int, int], Distance] = {}
        self._rides: dict[int, Distance | None] = {}
        self._known: dict[tuple[int, int], Distance] = {}
        self._outside: dict[int, Distance] = {}

    # --- on foot ---

    def _across(self, one: int, other: int) -> int:
        (ax, ay, _), (bx, by, _) = self.draft.board.where(one), self.draft.board.where(other)
        return abs(ax - bx) + abs(ay - by)

    @cached_property
    def _full(self) -> dict[int, dict[int, int]]:
        """Steps between spaces upstairs and all others in the clinic with everything built that can be."""
        board, may = self.draft.board, self.draft.sites.may_be_module
        spaces = {s for s in range(board.size) if s < board.ground or may(s)}
        found: dict[int, dict[int, int]] = {}
        for start in spaces:
            reached, waiting = {start: 0}, deque([start])
            while waiting:
                space = waiting.popleft()
                for other in board.adjacent[space]:
                    upright = other not in board.beside[space]
                    if other in spaces and other not in reached and (not upright or (may(space) and may(other))):
                        reached[other] = reached[space] + 1
                        waiting.append(other)
            found[start] = reached
        return found

    def walk(self, one: int, other: int) -> Distance:
        """Between two spaces that are both there, without conveyors."""
        key = (min(one, other), max(one, other))
        if key not in self._walks:
            self._walks[key] = self._walk(*key)
        return self._walks[key]

    def _walk(self, one: int, other: int) -> Distance:
        board, adjacent = self.draft.board, self.pace.adjacent
        floors, across = (board.floor(one), board.floor(other)), self._across(one, other)
        if not across or not min(floors):
            steps = across + abs(floors[0] - floors[1])
            return Distance(adjacent * steps, adjacent * steps, adjacent * steps)
        low, high = adjacent * self._full[one][other], adjacent * (across + sum(floors))
        if low == high:
            return Distance(low, high, low)
        name = f"{board.space_name(one)} to {board.space_name(other)}"
        found = Distance(low, high, self.draft.number(low, high, name))
        self._walks[one, other] = found  # its neighbours ask for it in turn
        ways: list[Number] = [high]
        for n in board.adjacent[other]:
            if board.floor(n) and self.draft.sites.may_be_module(n):
                step = self.walk(one, n)
                if step.low + adjacent < high:
                    ways.append(counted(Path.over(step, adjacent, self.draft.module(n)), high))
        self.draft.cp.add_min_equality(found.value, ways)
        return found

    # --- with the conveyor ---

    @cached_property
    def stops(self) -> dict[int, Number]:
        """5.11: where the conveyor stops, or may stop."""
        built = self.draft.built
        found: dict[int, Number] = dict.fromkeys(self.draft.state.conveyors, 1)
        for stop in self.draft.sites.stops:
            found[stop] = sum(v for (_, s), v in built.stops.items() if s == stop)
        return found

    def _to_stop(self, space: int) -> Distance | None:
        """How far it is to the nearest stop; None where there can be none."""
        if space not in self._rides:
            ways = [Path.over(self.walk(space, stop), 0, there) for stop, there in self.stops.items()]
            far = self.pace.adjacent * 4 * (self.draft.board.columns + self.draft.board.rows + self.draft.board.levels)
            self._rides[space] = self.nearest([*ways, Path(far, far, far)], f"{space} to a stop") if ways else None
        return self._rides[space]

    def between(self, one: int, other: int) -> Distance:
        """Between two spaces that are both there."""
        key = (min(one, other), max(one, other))
        if key not in self._known:
            on_foot, on, off = self.walk(*key), self._to_stop(one), self._to_stop(other)
            if on is None or off is None:
                self._known[key] = on_foot
            else:
                ride = Path(on.low + off.low, on.high + off.high, on.value + off.value)
                self._known[key] = self.nearest([Path.over(on_foot), ride], f"{one} to {other}")
        return self._known[key]

    # --- from outside ---

    def from_place(self, place: int, space: int) -> Distance:
        """From a module, or from the entrance or helipad where somebody still stands."""
        if place < self.draft.board.size and self.draft.instance.has_module(place):
            return self.between(place, space)
        return self.nearest(self.from_way_in(place, space), f"{place} to {space}")

    def from_way_in(self, place: int, space: int, there: Number = 1, below: int | None = None) -> list[Path]:
        """8.1: the ways from an entrance, or from the space of a helipad, there on a condition; none longer than so."""
        board, sites, enter = self.draft.board, self.draft.sites, self.pace.enter
        if place >= board.size:
            entered: dict[int, Number] = {board.entrance_targets[place - board.size]: 1}
        else:
            under = board.below(place)
            around = [n for n in board.beside[place] if sites.may_be_module(n)]
            entered = {n: self.draft.module(n) for n in around} | ({} if under is None else {under: 1})
        return [
            Path.over(self.between(n, space), enter, there, module)
            for n, module in entered.items()
            if below is None or enter + self._least(n, space) < below
        ]

    def _least(self, one: int, other: int) -> int:
        """A bound on a distance, without a variable for it."""
        on_foot = self.pace.adjacent * self._full[one][other]
        rides = [min((self._full[s][stop] for stop in self.stops), default=on_foot) for s in (one, other)]
        return min(on_foot, self.pace.adjacent * sum(rides))

    def from_outside(self, space: int) -> Distance:
        """8.1: from any entrance or helipad to a space, when all is built."""
        if space not in self._outside:
            board, draft = self.draft.board, self.draft
            ways: list[Path] = []
            for place in (*map(board.at_entrance, draft.state.entrances), *draft.state.helipads()):
                ways += self.from_way_in(place, space)
            high = min(way.high for way in ways if not way.there)
            for place, there in self._new_ways_in():
                ways += self.from_way_in(place, space, there, high)
            self._outside[space] = self.nearest(ways, f"outside to {space}")
        return self._outside[space]

    def _new_ways_in(self) -> Iterator[tuple[int, Number]]:
        draft = self.draft
        for entrance in draft.sites.entrances:
            yield draft.board.at_entrance(entrance), draft.entrance_before(len(draft.slots), entrance)
        for space, tiles in draft.sites.tiles.items():
            if Tile.HELIPAD in tiles:
                yield space, draft.tile[space, Tile.HELIPAD]

    # --- the nearest of several ---

    def nearest(self, ways: list[Path], name: str) -> Distance:
        """The least of the ways that are there; one of them certainly is."""
        high = min(way.high for way in ways if not way.there)
        ways = [way for way in ways if way.low < high]
        if not ways:
            return Distance(high, high, high)
        low = min(way.low for way in ways)
        value = self.draft.number(low, high, name)
        self.draft.cp.add_min_equality(value, [high, *(counted(way, high) for way in ways)])
        return Distance(low, high, value)


def counted(way: Path, high: int) -> Number:
    """A way that counts as the longest one while it is not there."""
    return way.value + (high - way.low) * sum(1 - condition for condition in way.there)


def cost(draft: Draft, distance: Distance, people: Number, most: int, name: str) -> Number:
    """What so many people take for a distance: every step of it counts for all of them."""
    if distance.low == distance.high:
        return distance.low * people
    total: Number = distance.low * people
    if not distance.steps:
        for number in range(distance.low + 1, distance.high + 1):
            step = draft.flag(f"at least {number}: {name}")
            draft.cp.add(distance.value >= number).only_enforce_if(step)
            draft.cp.add(distance.value < number).only_enforce_if(step.Not())
            distance.steps.append(step)
    for step in distance.steps:
        extra = draft.number(0, most, f"extra {name}")
        draft.cp.add(extra >= people - most * (1 - step))
        total = total + extra
    return total
