"""Every clinic a schedule may come to: its rooms, its needs, and the ways through it as small numbers."""

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import combinations, pairwise, product

from clin9ic import Clin9ic, State
from clin9ic.build import PRICES
from clin9ic.cards import FloorSide
from clin9ic.clinic import HOSTS, Clinic, Openings
from clin9ic.moves import Kind
from clin9ic.state import Space

Config = tuple[int, ...]  # for each floor card 0 not built, 1 side A, 2 side B
SHORTEST = 1  # nobody gets anywhere in less


def code_of(config: Config) -> int:
    """A number for the floors and their sides, so that tables can be indexed by it."""
    return sum(state * 3**floor for floor, state in enumerate(config))


def cube_code(places: tuple[int, ...]) -> int:
    """A number for the places where cubes stand."""
    return sum(1 << place for place in places)


class Clinics:
    """The clinics that can be reached from a position, floors only ever being added and upgraded."""

    def __init__(self, game: Clin9ic, state: State, budget: int | None = None) -> None:
        """With a budget, just those that it pays for."""
        self.game = game
        self.budget = budget
        self.cards = (*(floor.card for floor in state.floors), *state.stack)
        self.standing = state.conveyors
        first = tuple(1 + floor.upgraded for floor in state.floors) + (0,) * len(state.stack)
        self.first: Config = first
        self.configs = [
            config
            for config in product((0, 1, 2), repeat=len(first))
            if all(now >= before for now, before in zip(config, first, strict=True))
            and all(low or not high for low, high in pairwise(config))
            and self._affordable(config)
        ]

    def _affordable(self, config: Config, cubes: int = 0) -> bool:
        """Whether the budget can pay for these floors and sides, and for as many cubes as stand."""
        if self.budget is None:
            return True
        floors = sum(now > 0 and not before for now, before in zip(config, self.first, strict=True))
        upgrades = sum(now == 2 and before < 2 for now, before in zip(config, self.first, strict=True))
        placed = max(0, cubes - len(self.standing))
        return (
            floors * PRICES[Kind.FLOOR] + upgrades * PRICES[Kind.UPGRADE] + placed * PRICES[Kind.CONVEYOR]
            <= self.budget
        )

    @property
    def floors(self) -> range:
        return range(len(self.cards))

    def side(self, floor: int, upgraded: bool) -> FloorSide:
        card = self.game.deck.floor[self.cards[floor]]
        return card.b if upgraded else card.a

    def sides(self, config: Config) -> tuple[FloorSide, ...]:
        return tuple(self.side(floor, state == 2) for floor, state in enumerate(config) if state)

    @cached_property
    def plain(self) -> dict[Config, Clinic]:
        """The clinics without cubes."""
        return {config: Clinic(self.sides(config), ()) for config in self.configs}

    def most(self, number: Callable[[Clinic], int]) -> int:
        return max(map(number, self.plain.values()))

    @cached_property
    def spaces(self) -> tuple[Space, ...]:
        """Every space that is a module in some clinic."""
        return tuple(sorted({space for clinic in self.plain.values() for space in clinic.modules}))

    def is_module(self, space: Space, upgraded: bool) -> bool:
        """Whether a space is a module of its floor once that stands, with this side up."""
        config = tuple(2 if floor == space.floor - 1 and upgraded else 1 for floor in self.floors)
        return space in Clinic(self.sides(config), ()).modules

    def _cubes(self, clinic: Clinic, free: bool) -> Iterator[tuple[Space, ...]]:
        """Where cubes may stand: anywhere, or just those that stood before and whose module is still there."""
        if not free:
            yield tuple(cube for cube in self.standing if cube in clinic.modules)
            return
        for number in range(3):
            yield from combinations(clinic.modules, number)

    def ways(self, *, cubes: bool, shortest: bool) -> "WalkingTimes":
        """4.9: the openings of all clinics; with `shortest`, as if each were next to the entrance."""
        rows = []
        numbers: dict[str, dict[Openings, int]] = {kind: {} for kind in HOSTS}
        for config, clinic in self.plain.items():
            for stand in self._cubes(clinic, cubes):
                if not self._affordable(config, len(stand)):
                    continue
                code = cube_code(tuple(map(self.spaces.index, stand)))
                shaped = Clinic(clinic.sides, stand)
                for used in (False, True):
                    row = [code_of(config), code, int(used)]
                    for kind in HOSTS:
                        openings = shaped.openings(kind, used)
                        if shortest:
                            openings = Openings(tuple(tuple(SHORTEST for _ in floor) for floor in openings.times))
                        row.append(numbers[kind].setdefault(openings, len(numbers[kind])))
                    rows.append(tuple(row))
        return WalkingTimes(rows, {kind: list(found) for kind, found in numbers.items()})


class WalkingTimes:
    """4.9: for each kind of people the different openings there are, and which of them a clinic has.

    A row is: floors and sides, cubes, outpatients used, then the number of the openings for each kind.
    """

    def __init__(self, rows: list[tuple[int, ...]], openings: dict[str, list[Openings]]) -> None:
        self.rows = rows
        self.openings = openings

    def times(self, kind: str, present: int, newcomers: int) -> list[tuple[int, int, int, int]]:
        """Rows of openings, present, newcomers, least time, as far as there is room."""
        return [
            (number, there, new, time)
            for number, openings in enumerate(self.openings[kind])
            for there in range(present + 1)
            for new in range(newcomers + 1)
            if (time := openings.time_for(there, new)) is not None
        ]

    def room(self, kind: str, present: int, newcomers: int) -> list[tuple[int, int, int]]:
        """Rows of openings, present, and how many newcomers there is room for."""
        return [
            (number, there, max(n for n in range(newcomers + 1) if openings.time_for(there, n) is not None))
            for number, openings in enumerate(self.openings[kind])
            for there in range(present + 1)
        ]
