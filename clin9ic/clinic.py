"""All that the floors and cubes of a clinic determine: rooms, openings and their times, needs, upkeep.

Computed once for each shape and shared by every rule.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import product

from clin9ic.cards import EMPTY, GARDEN, SIZE, FloorSide, Module, Staff
from clin9ic.movement import least_times, modules
from clin9ic.setting import Setting
from clin9ic.state import Space, State, side_of

PATIENT = "patient"  # beside the kinds of staff, whoever comes into the clinic

# 4.7: how many of each kind a module hosts; outpatient services only in a round in which they are used.
HOSTS: dict[str, dict[Module, int]] = {
    Staff.DOCTOR: {Module.TREATMENT: 2, Module.OPERATING: 1, Module.HUB: 1, Module.OUTPATIENT: 1},
    PATIENT: {Module.TREATMENT: 2, Module.OPERATING: 1, Module.OUTPATIENT: 1},
    Staff.NURSE: {Module.TREATMENT: 1, Module.OPERATING: 1},
    Staff.ORDERLY: {Module.SUPPLY: 1},
}
ROOM_POINTS = (0, 4, 6, 8)  # section 7: a treatment room by floor


@dataclass(frozen=True)
class Openings:
    """The openings for one kind of people, floor by floor from the ground, in the order newcomers take them."""

    times: tuple[tuple[int | None, ...], ...]  # ascending on each floor; None where no path leads
    spaces: tuple[tuple[Space, ...], ...] = field(default=(), compare=False)  # where each of them is

    @cached_property
    def capacity(self) -> int:
        return sum(len(floor) for floor in self.times)

    def on_floors(self, people: int) -> tuple[int, ...]:
        """4.9: how many stand on each floor when that many fill the openings from Floor-1 up."""
        standing = []
        for floor in self.times:
            standing.append(min(people, len(floor)))
            people -= standing[-1]
        return tuple(standing)

    def time_for(self, present: int, newcomers: int) -> int | None:
        """4.9: the least time to bring newcomers in, or None where there is no room or no way for them all.

        They take the lowest free openings, and on each floor the cheapest ones, whichever those are. An opening
        without a path is no room: it is not skipped, since nobody goes higher before a floor is full.
        """
        total = 0
        for floor, standing in zip(self.times, self.on_floors(present), strict=True):
            entering = min(newcomers, len(floor) - standing)
            newcomers -= entering
            for time in floor[:entering]:
                if time is None:
                    return None
                total += time
        return None if newcomers else total

    def taken(self, present: int, newcomers: int) -> tuple[Space, ...]:
        """4.9: the openings that these newcomers take, as far as there are any."""
        found: list[Space] = []
        for floor, standing in zip(self.spaces, self.on_floors(present), strict=True):
            found += floor[: min(newcomers - len(found), len(floor) - standing)]
        return tuple(found)

    def without(self, held: Sequence[Space]) -> "Openings":
        """The same but for openings that are held, with all who hold them: what is left for the others."""
        left = Counter(held)
        kept: list[list[tuple[int | None, Space]]] = []
        for times, spaces in zip(self.times, self.spaces, strict=True):
            kept.append([])
            for time, space in zip(times, spaces, strict=True):
                if left[space]:
                    left[space] -= 1
                else:
                    kept[-1].append((time, space))
        return openings_in_order(kept)


def openings_in_order(floors: Sequence[Sequence[tuple[int | None, Space]]]) -> Openings:
    """4.9: the cheapest first; of those that take the same time the one further north, then further west."""
    ordered = [sorted(floor, key=lambda opening: (opening[0] is None, opening)) for floor in floors]
    times, spaces = (tuple(tuple(opening[part] for opening in floor) for floor in ordered) for part in (0, 1))
    return Openings(times, spaces)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Clinic:
    """A clinic's shape: the sides of its floors from Floor-1 up, where conveyor cubes stand, and how both are read."""

    sides: tuple[FloorSide, ...]
    cubes: tuple[Space, ...]
    gardens_over_modules: bool = True
    walk_empty_spaces: bool = False

    @cached_property
    def modules(self) -> tuple[Space, ...]:
        return modules(self.sides)

    def letter(self, space: Space) -> str:
        return self.sides[space.floor - 1].grid[space.row][space.column]

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(letter for side in self.sides for row in side.grid for letter in row)

    def count(self, module: Module) -> int:
        return self._counts[module]

    @cached_property
    def _openings(self) -> dict[tuple[str, bool], Openings]:
        return {(kind, used): self._find_openings(kind, used) for kind in HOSTS for used in (False, True)}

    def openings(self, kind: str, outpatient: bool) -> Openings:
        """4.7: where people of a kind may stand; `outpatient` tells whether that module is used."""
        return self._openings[kind, outpatient]

    def _find_openings(self, kind: str, outpatient: bool) -> Openings:
        times = least_times(self.sides, self.cubes, empty_spaces=self.walk_empty_spaces)
        floors: list[list[tuple[int | None, Space]]] = [[] for _ in self.sides]
        for space in self.modules:
            module = Module(self.letter(space))
            if module is not Module.OUTPATIENT or outpatient:
                floors[space.floor - 1] += [(times.get(space), space)] * HOSTS[kind].get(module, 0)
        return openings_in_order(floors)

    @cached_property
    def upkeep(self) -> int:
        """5.2: what the printed modules and gardens cost a round, before operating rooms and orderlies."""
        return len(self.modules) + sum(side.count(GARDEN) for side in self.sides)

    @cached_property
    def pillars_needed(self) -> int:
        """7.1: spaces without a module below the highest module of their column."""
        needed = 0
        for row in range(SIZE):
            for column in range(SIZE):
                floors = [space.floor for space in self.modules if space[1:] == (row, column)]
                needed += max(floors, default=0) - len(floors)
        return needed

    @cached_property
    def gardens_needed(self) -> int:
        """7.2: the space of each printed garden and all spaces below it, each once.

        Where gardens do not stand over modules, only those that are empty or a garden.
        """
        highest: dict[tuple[int, int], int] = {}
        for floor, side in enumerate(self.sides, 1):
            highest.update(dict.fromkeys(side.spaces(GARDEN), floor))
        if self.gardens_over_modules:
            return sum(highest.values())
        columns = (self.sides[:floor] for floor in highest.values())
        below = zip(highest, columns, strict=True)
        return sum(side.grid[row][column] in (GARDEN, EMPTY) for (row, column), sides in below for side in sides)

    @cached_property
    def room_points(self) -> int:
        """Section 7: points for treatment rooms on higher floors."""
        return sum(points * side.count(Module.TREATMENT) for points, side in zip(ROOM_POINTS, self.sides, strict=False))

    @cached_property
    def beds(self) -> tuple[tuple[int, int, int], ...]:
        """5.1: beds for treatment, operations and outpatients, floor by floor."""
        return tuple(
            (2 * side.count(Module.TREATMENT), side.count(Module.OPERATING), side.count(Module.OUTPATIENT))
            for side in self.sides
        )

    def bed_choices(self, outpatient: bool, doctors: int, patients: int) -> frozenset[tuple[int, int, int]]:
        """5.1: every (treatment, operating, outpatient) number of beds that can hold a doctor and a patient at once."""
        standing_doctors = self.openings(Staff.DOCTOR, outpatient).on_floors(doctors)
        standing_patients = self.openings(PATIENT, outpatient).on_floors(patients)
        return self.beds_for(outpatient, tuple(map(min, standing_doctors, standing_patients)))

    def beds_for(self, outpatient: bool, pairs: Sequence[int]) -> frozenset[tuple[int, int, int]]:
        """5.1: the same for so many pairs of a doctor and a patient on each floor."""
        return _beds_in_use(
            tuple((t, o, x * outpatient, most) for (t, o, x), most in zip(self.beds, pairs, strict=True))
        )


@cache
def _beds_in_use(floors: tuple[tuple[int, int, int, int], ...]) -> frozenset[tuple[int, int, int]]:
    """Every number of beds of each kind, where a floor has so many of each and so many pairs of people stand on it."""
    choices = {(0, 0, 0)}
    for *beds, pairs in floors:
        here = [few for few in product(*(range(number + 1) for number in beds)) if sum(few) <= pairs]
        choices = {(t + t2, o + o2, x + x2) for t, o, x in choices for t2, o2, x2 in here}
    return frozenset(choices)


_clinic = cache(Clinic)


def clinic_of(setting: Setting, state: State) -> Clinic:
    """The clinic of a position."""
    shape = state.floors, state.conveyors
    if (known := setting.clinics.get(shape)) is not None:
        return known
    sides, options = tuple(side_of(setting, floor) for floor in state.floors), setting.options
    clinic = _clinic(sides, state.conveyors, options.gardens_over_modules, options.walk_empty_spaces)
    return setting.clinics.setdefault(shape, clinic)
