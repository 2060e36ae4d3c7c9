"""Rules 4.7-4.10 of Clin9ic: the least time to bring newcomers into a clinic, and the way of each of them.

All walks between any two places are found once for each stack of floors. Where the cubes stand needs no further
search: both cubes are reached at the same time, and from each one walks on. So a table of a few sums holds for every
placement of the cubes, and trying all of them is cheap.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, islice
from typing import NamedTuple

from clin9ic.arrivals import TRIAGE_TIME, held_by, open_to
from clin9ic.cards import FLOOR_LETTERS, FloorSide, Module, Staff
from clin9ic.clinic import HOSTS, PATIENT, clinic_of
from clin9ic.movement import ARRIVAL, HELIPAD, LANDING_TIME, graph, is_helipad, modules
from clin9ic.setting import Setting
from clin9ic.state import MOST_NURSES, MOST_ORDERLIES, Space, State, side_of
from solvers.core.movement import Charge, Leg, Movement, Variant, Walk


class Cubes(NamedTuple):
    """Where the conveyor cubes stand, and at which of them one may land."""

    spaces: tuple[Space, ...] = ()
    helipads: tuple[Space, ...] = ()


class Path(NamedTuple):
    """Compared by time first, then by the number of places passed."""

    time: int
    places: int
    legs: tuple[Leg, ...]


class Opening(NamedTuple):
    """4.7: a place for one more person; without a way no newcomer can take it."""

    space: Space
    way: Path | None


class ShortestPaths:
    """4.9: the quickest ways through a stack of floors. Get it from `shortest_paths`, once for each stack."""

    def __init__(self, sides: tuple[FloorSide, ...], *, empty_spaces: bool = False) -> None:
        import networkx

        self.sides = sides
        self.modules = modules(sides)
        self._helipads = frozenset(space for space in self.modules if is_helipad(sides, space))
        steps = graph(sides, (), empty_spaces=empty_spaces)
        self._walks: dict[Space | str, dict[Space, Path]] = {
            start: {goal: _walked(times[goal], path) for goal, path in paths.items() if isinstance(goal, Space)}
            for start, (times, paths) in networkx.all_pairs_dijkstra(steps)
        }
        self._openings: dict[tuple[Cubes, str, bool], tuple[tuple[Opening, ...], ...]] = {}

    def cubes(self, spaces: Sequence[Space]) -> Cubes:
        """4.9: cubes as the rules have them, helipads where nothing is built above."""
        return Cubes(tuple(spaces), tuple(space for space in spaces if space in self._helipads))

    def way(self, cubes: Cubes, goal: Space) -> Path | None:
        """A way of least time from arrival to a space, None where no way leads."""
        return min(self._candidates(cubes, goal), default=None)

    def _candidates(self, cubes: Cubes, goal: Space) -> Iterator[Path]:
        """On foot; or to a cube, perhaps a ride, and on foot from there. Nobody gains by riding twice."""
        if goal in self._walks[ARRIVAL]:
            yield self._walks[ARRIVAL][goal]
        for first in cubes.spaces:
            for last in cubes.spaces:
                if goal in self._walks[last]:
                    for there in self._paths_to_cube(cubes, first):
                        ride = (Leg(str(last), ride=True),) if last != first else ()
                        after = self._walks[last][goal]
                        legs = there.legs + ride + after.legs[1:]
                        yield Path(there.time + after.time, len(legs), legs)

    def _paths_to_cube(self, cubes: Cubes, cube: Space) -> Iterator[Path]:
        if cube in self._walks[ARRIVAL]:
            yield self._walks[ARRIVAL][cube]
        if cube in cubes.helipads:
            yield Path(LANDING_TIME, 2, (Leg(HELIPAD), Leg(str(cube))))

    def openings(self, cubes: Cubes, kind: str, outpatient: bool) -> tuple[tuple[Opening, ...], ...]:
        """4.7: the openings of a kind of people on each floor, in the order in which newcomers take them (4.9)."""
        key = cubes, kind, outpatient
        if key not in self._openings:
            floors: list[list[Opening]] = [[] for _ in self.sides]
            for space in self.modules:
                module = Module(self.letter(space))
                if module is not Module.OUTPATIENT or outpatient:
                    opening = Opening(space, self.way(cubes, space))
                    floors[space.floor - 1] += [opening] * HOSTS[kind].get(module, 0)
            self._openings[key] = tuple(tuple(sorted(floor, key=_cheapest_first)) for floor in floors)
        return self._openings[key]

    def letter(self, space: Space) -> str:
        return self.sides[space.floor - 1].grid[space.row][space.column]

    def entered(
        self, cubes: Cubes, kind: str, outpatient: bool, present: int, held: Sequence[Space] = ()
    ) -> Iterator[Opening]:
        """4.9: the openings that newcomers take one after the other, up to the first that no way leads to.

        Nobody goes higher before a floor is full. Those present stand wherever the newcomers of their floor do not, but
        for those who keep an opening that they hold.
        """
        kept, present = list(held), present - len(held)
        for floor in self.openings(cubes, kind, outpatient):
            free = [opening for opening in floor if not _struck(kept, opening.space)]
            standing = min(present, len(free))
            present -= standing
            for opening in free[: len(free) - standing]:
                if opening.way is None:
                    return
                yield opening


def _struck(kept: list[Space], space: Space) -> bool:
    """Whether a space was on the list; once it is struck off."""
    if space not in kept:
        return False
    kept.remove(space)
    return True


def _walked(time: float, path: Sequence[Space | str]) -> Path:
    legs = tuple(Leg(str(place)) for place in path if place != ARRIVAL)
    return Path(int(time), len(legs), legs)


def _cheapest_first(opening: Opening) -> tuple[bool, int, Space]:
    return (opening.way is None, opening.way.time if opening.way else 0, opening.space)


@cache
def shortest_paths(sides: tuple[FloorSide, ...], *, empty_spaces: bool = False) -> ShortestPaths:
    """The ways through these floors, always the same object."""
    return ShortestPaths(sides, empty_spaces=empty_spaces)


# --- a position ---------------------------------------------------------------------------------------------------


class Planner:
    """Newcomers in a position of Clin9ic. `outpatient` says whether that module is used (4.8)."""

    def __init__(self, setting: Setting, state: State, *, outpatient: bool | None = None) -> None:
        self.setting = setting
        self.outpatient = bool(state.outpatient if outpatient is None else outpatient)
        self.state = state._replace(outpatient=self.outpatient)
        sides = tuple(side_of(setting, floor) for floor in state.floors)
        self.paths = shortest_paths(sides, empty_spaces=setting.options.walk_empty_spaces)
        self.cubes = self.paths.cubes(state.conveyors)
        self.present: dict[str, int] = {
            Staff.DOCTOR: sum(state.doctors),
            PATIENT: sum(state.patients),
            Staff.NURSE: state.nurses,
            Staff.ORDERLY: state.orderlies,
        }

    def room(self) -> dict[str, int]:
        """How many more of each kind could come in, were there cars, money and dice enough (4.5, 4.7)."""
        room = {kind: sum(1 for _ in self._entered(self.cubes, kind)) for kind in self.present}
        room[Staff.NURSE] = min(room[Staff.NURSE], MOST_NURSES - self.state.nurses)
        room[Staff.ORDERLY] = min(room[Staff.ORDERLY], MOST_ORDERLIES - self.state.orderlies)
        return room

    def out_of_reach(self) -> list[tuple[str, Space]]:
        """4.9: openings that no way leads to, by kind of people."""
        return [
            (kind, space)
            for kind in self.present
            for floor in self.paths.openings(self.cubes, kind, self.outpatient)
            for space in sorted({opening.space for opening in floor if opening.way is None})
        ]

    def plan(self, newcomers: Mapping[str, int]) -> Movement | None:
        """Who goes where by which way, in least time; None where they cannot all come in."""
        walks: list[Walk] = []
        for kind, number in newcomers.items():
            taken = self._taken(self.cubes, kind, number)
            if taken is None:
                return None
            walks += [self._walk(kind, opening) for opening in taken]
        movement = Movement(tuple(walks), self._charges(self.cubes, newcomers))
        self._check(newcomers, sum(walk.time for walk in walks))
        return movement

    def time(self, newcomers: Mapping[str, int], cubes: Cubes) -> int | None:
        """The time that the same newcomers would add to the time spent with these cubes."""
        if any(self._taken(cubes, kind, number) is None for kind, number in newcomers.items()):
            return None
        return sum(charge.time for charge in self._charges(cubes, newcomers))

    def without(self, newcomers: Mapping[str, int]) -> list[Variant]:
        """What the newcomers would take without each cube and without landing on each helipad."""
        spaces, helipads = self.cubes
        variants = [
            (f"without the cube on {cube}", self.paths.cubes([other for other in spaces if other != cube]))
            for cube in spaces
        ]
        if len(spaces) > 1:  # a lone cube is nothing but its helipad
            variants += [
                (f"without landing on {cube}", Cubes(spaces, tuple(other for other in helipads if other != cube)))
                for cube in helipads
            ]
            variants.append(("without both cubes", Cubes()))
        return [Variant(name, self.time(newcomers, cubes)) for name, cubes in variants]

    def placements(self, newcomers: Mapping[str, int], number: int) -> list[tuple[tuple[Space, ...], int]]:
        """Every placement of so many cubes that lets all newcomers in, with their time, the best first."""
        found = []
        for spaces in combinations(self.paths.modules, number):
            time = self.time(newcomers, self.paths.cubes(spaces))
            if time is not None:
                found.append((spaces, time))
        return sorted(found, key=lambda placement: placement[1])

    def _entered(self, cubes: Cubes, kind: str) -> Iterator[Opening]:
        return self.paths.entered(cubes, kind, self.outpatient, self.present[kind], held_by(self.state, kind))

    def _taken(self, cubes: Cubes, kind: str, number: int) -> list[Opening] | None:
        taken = list(islice(self._entered(cubes, kind), number))
        return taken if len(taken) == number else None

    def _walk(self, kind: str, opening: Opening) -> Walk:
        assert opening.way is not None
        space = opening.space
        room = FLOOR_LETTERS[self.paths.letter(space)]
        return Walk(kind, str(space), room, space.floor, opening.way.legs, opening.way.time)

    def _charges(self, cubes: Cubes, newcomers: Mapping[str, int]) -> tuple[Charge, ...]:
        """4.10: triage shortens the Hire of all staff and the Admit of all patients, or the phase, as is agreed."""
        hired = admitted = 0
        for kind, number in newcomers.items():
            walked = sum(opening.way.time for opening in self._taken(cubes, kind, number) or () if opening.way)
            if kind == PATIENT:
                admitted += walked
            else:
                hired += walked
        saved = TRIAGE_TIME * sum(side.count(Module.TRIAGE) for side in self.paths.sides)
        if self.setting.options.triage == "phase":
            before = self.state.phase_time
            time = max(0, before + hired + admitted - saved) - max(0, before - saved)
            return (Charge("Action phase", hired + admitted, time),)
        return tuple(
            Charge(name, walked, max(0, walked - saved)) for name, walked in (("Hire", hired), ("Admit", admitted))
        )

    def _check(self, newcomers: Mapping[str, int], walked: int) -> None:
        """No plan is shown that the referee times otherwise."""
        clinic = clinic_of(self.setting, self.state)
        times = []
        for kind, number in newcomers.items():
            openings, present = open_to(clinic, self.state, kind)
            times.append(openings.time_for(present, number))
        if None in times or walked != sum(time or 0 for time in times):
            raise AssertionError(f"{walked} walked, but the referee says {times}")
