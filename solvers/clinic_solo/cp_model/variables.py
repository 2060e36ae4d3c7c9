"""The variables of a schedule, and what the builders of the rules ask of them.

Components are numbered through the round: with two to an action, 0 and 1 belong to the first action, 2 and 3 to the
second, and so on; moments lie before, between and after them, two for each component: the component itself, and
the supply room that may come along with a treatment room (5.5).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from ortools.sat.python.cp_model import IntVar

from clinic_solo.tiles import Action, Tile, is_module
from solvers.clinic_solo.cp_model.instance import Instance
from solvers.clinic_solo.cp_model.queues import Option
from solvers.clinic_solo.cp_model.sites import Sites
from solvers.core.cpsat import ModelBuilder, Number


class Rule(StrEnum):
    """Rules that can be dropped, to find out whether they forbid a better schedule."""

    MONEY = "money"  # 5.2, 6.2: what is built and hired is paid for
    PARKING = "parking"  # 6.5: a place for every newcomer's car
    NURSES = "nurses"  # 9.1: nurses between colours
    TIME = "walking time"  # 8.1
    EXPENSES = "expenses"  # 9.4


@dataclass
class Built:
    """Section 5: what is built, by component and place."""

    tiles: dict[tuple[int, int], IntVar] = field(default_factory=dict)  # component, space
    bonus: dict[tuple[int, int], IntVar] = field(default_factory=dict)
    entrances: dict[tuple[int, int], IntVar] = field(default_factory=dict)
    stops: dict[tuple[int, int], IntVar] = field(default_factory=dict)
    conveyors: dict[int, IntVar] = field(default_factory=dict)
    upgrades: dict[tuple[int, int], IntVar] = field(default_factory=dict)
    extinguishers: dict[tuple[int, int], IntVar] = field(default_factory=dict)

    @property
    def choices(self) -> list[IntVar]:
        groups: Iterable[dict[tuple[int, int], IntVar]] = (self.tiles, self.bonus, self.entrances, self.stops)
        groups = (*groups, self.upgrades, self.extinguishers)
        return [v for group in groups for v in group.values()] + list(self.conveyors.values())


@dataclass
class Cars:
    """6.5: cars that come to a spot in an action, and with a component those that leave a spot for its tile.

    Where cars never move it makes no difference when they come, and all count for the first action.
    """

    parked: dict[tuple[int, int], IntVar] = field(default_factory=dict)  # action, spot
    away: dict[tuple[int, int], IntVar] = field(default_factory=dict)  # component, spot
    into: dict[tuple[int, int], IntVar] = field(default_factory=dict)  # component, ground space of the tile


@dataclass
class Hired:
    """Section 6: newcomers by action."""

    doctors: dict[tuple[int, int], IntVar] = field(default_factory=dict)  # action, colour: how many (15.3)
    nurses: dict[int, IntVar] = field(default_factory=dict)
    orderlies: dict[int, IntVar] = field(default_factory=dict)
    spent: Number = 0


NEW = -1  # where newcomers come from


@dataclass
class Errands:
    """14A3: how many nurses go on each part of the ways on which they carry blood."""

    fetched: dict[tuple[int, int], IntVar] = field(default_factory=dict)  # place they come from or NEW, hub
    carried: dict[tuple[int, int, int], IntVar] = field(default_factory=dict)  # errands run before, hub, room
    back: dict[tuple[int, int, int], IntVar] = field(default_factory=dict)  # errands run before the last, room, hub
    ended: dict[tuple[int, int], IntVar] = field(default_factory=dict)  # last room, space

    def brought(self, room: int) -> Number:
        return sum(number for (_, _, r), number in self.carried.items() if r == room)


@dataclass
class Ends:
    """8.5: how many of each kind of staff end in a space, and which patients go into rooms."""

    staff: dict[tuple[str, int, int], IntVar] = field(default_factory=dict)  # kind, place they come from, space
    newcomers: dict[tuple[str, int], IntVar] = field(default_factory=dict)  # kind, space
    treated_in: dict[tuple[int, int, int], IntVar] = field(default_factory=dict)  # space, row, colour
    operated: dict[tuple[int, int], IntVar] = field(default_factory=dict)  # row, colour
    outpatients: dict[tuple[int, int], IntVar] = field(default_factory=dict)
    home: Number = 0  # orderlies who leave (8.6)
    leaving: dict[int, IntVar] = field(default_factory=dict)  # of them, by place
    lying: dict[tuple[str, int], IntVar] = field(default_factory=dict)  # kind, hub: counted among those who end there
    errands: Errands | None = None
    _by_space: dict[tuple[str, int], list[IntVar]] = field(default_factory=dict)

    def of(self, kind: str, space: int) -> Number:
        """How many of a kind end in a space."""
        return sum(self._by_space.get((kind, space), []))

    def note(self, kind: str, space: int, number: IntVar) -> IntVar:
        """Count somebody who ends in a space."""
        self._by_space.setdefault((kind, space), []).append(number)
        return number


@dataclass
class Cared:
    """9.1: pairs by colour of patient and doctor."""

    pairs: dict[tuple[int, int, int], IntVar] = field(default_factory=dict)  # space, patient, doctor
    operations: dict[tuple[int, int], IntVar] = field(default_factory=dict)
    outpatients: dict[int, IntVar] = field(default_factory=dict)
    helped: dict[tuple[int, int], IntVar] = field(default_factory=dict)  # space, patient: with blood (14A4)


@dataclass(frozen=True)
class Staff:
    """The staff after Move, as they are paid."""

    doctors: dict[int, Number]  # by colour
    nurses: Number
    orderlies: Number


class Draft(ModelBuilder):
    """A schedule while it is written."""

    def __init__(self, instance: Instance, sites: Sites, without: frozenset[Rule] = frozenset()) -> None:
        super().__init__()
        self.without = without
        self.instance = instance
        self.sites = sites
        self.game, self.state, self.board = instance.game, instance.state, instance.game.board
        self.per_action = instance.game.deck.building.components_per_action
        self.actions: list[dict[Action, IntVar]] = []
        self.tile: dict[tuple[int, Tile], IntVar] = {}
        self.hubs_beside: dict[tuple[int, int], Number] = {}  # space, row
        self.built = Built()
        self.helipads: dict[tuple[int, int], IntVar] = {}  # space, slot that they are there before
        self.moments: dict[int, list[tuple[int, IntVar]]] = {}  # of what may come to a space
        self.cars = Cars()
        self.hired = Hired()
        self.options: list[tuple[Option, IntVar]] = []
        self.ends = Ends()
        self.cared = Cared()
        self.staffed: dict[int, IntVar] = {}  # by room (15.6)
        self.late_income: Number = 0  # that comes when popularity has been bought (15.10)
        self.bought: IntVar = self.constant(0)
        self.value: Number = 0

    @property
    def slots(self) -> range:
        return range(self.instance.slots)

    @property
    def components(self) -> range:
        """All components of the round; none where nothing can be built."""
        return range(self.instance.slots * self.per_action if self.instance.builds else 0)

    @property
    def most_hired(self) -> int:
        """Newcomers among the staff at most."""
        hired = self.hired
        groups = (hired.doctors.values(), hired.nurses.values(), hired.orderlies.values())
        return sum(self.range_of(variable)[1] for group in groups for variable in group)

    @property
    def most_doctors_hired(self) -> int:
        """Those at the university, as others come in Admin."""
        return len(self.state.university) if self.hired.doctors else 0

    @property
    def rooms_with_patients(self) -> list[int]:
        """Treatment rooms, now or later, in which patients are or may come to be."""
        there = {space for space, _ in self.state.patients if self.state.grid[space] == Tile.TREATMENT}
        return sorted(there | {space for space, _, _ in self.ends.treated_in})

    def slot_of(self, component: int) -> int:
        return component // self.per_action

    # --- as linear programs see it: minima and maxima by sums and big numbers ---

    def any_of(self, flags: Sequence[Number], name: str) -> IntVar:
        found = self.flag(name)
        self.cp.add(sum(flags) >= found)
        for flag in flags:
            self.cp.add(flag <= found)
        return found

    def all_of(self, flags: Sequence[Number], name: str) -> IntVar:
        found = self.flag(name)
        self.cp.add(sum(flags) <= found + len(flags) - 1)
        for flag in flags:
            self.cp.add(found <= flag)
        return found

    def lesser(self, one: tuple[Number, int], other: tuple[Number, int], name: str) -> IntVar:
        """The lesser of two numbers that are not negative, each with its upper bound."""
        found = self.number(0, min(one[1], other[1]), name)
        first = self.flag(f"{name}: the first")
        self.cp.add(found <= one[0])
        self.cp.add(found <= other[0])
        self.cp.add(found >= one[0] - one[1] * (1 - first))
        self.cp.add(found >= other[0] - other[1] * first)
        return found

    # --- tiles ---

    def there(self, space: int, *tiles: int) -> Number:
        """Whether one of the tiles stands in a space when all is built."""
        if self.state.grid[space] in tiles:
            return 1
        return sum(self.tile[space, tile] for tile in self.sites.tiles.get(space, ()) if tile in tiles)

    def module(self, space: int) -> Number:
        if self.instance.has_module(space):
            return 1
        return sum(self.tile[space, tile] for tile in self.sites.tiles.get(space, ()) if is_module(tile))

    def extinguisher(self, space: int) -> Number:
        """14B1: whether one is on a module when all is built."""
        if space in self.sites.with_extinguisher:
            return 1
        return sum(v for (_, s), v in self.built.extinguishers.items() if s == space)

    def number_of(self, *tiles: int) -> Number:
        """How many of these tiles there are when all is built."""
        return sum(self.there(space, *tiles) for space in range(self.board.size))

    def before(self, moment: int, space: int) -> Number:
        """Whether anything stands in a space before a moment: 2 c for component c, 2 c + 1 for what comes with it."""
        if self.state.grid[space] != Tile.EMPTY:
            return 1
        return sum(variable for at, variable in self.moments.get(space, ()) if at < moment)

    def before_slot(self, slot: int, space: int) -> Number:
        return self.before(2 * slot * self.per_action, space)

    def entrance_before(self, slot: int, entrance: int) -> Number:
        if entrance in self.state.entrances:
            return 1
        first = slot * self.per_action
        return sum(v for (c, e), v in self.built.entrances.items() if e == entrance and c < first)

    def helipad_before(self, slot: int, space: int) -> Number:
        """Whether a helipad is there before an action."""
        if self.state.grid[space] != Tile.EMPTY or not slot:
            return int(self.state.grid[space] == Tile.HELIPAD)
        if slot == len(self.slots):
            return self.there(space, Tile.HELIPAD)
        if (space, slot) not in self.helipads:
            name = f"helipad {self.board.space_name(space)} before slot {slot}"
            there = [self.before_slot(slot, space), self.tile[space, Tile.HELIPAD]]
            self.helipads[space, slot] = self.all_of(there, name)
        return self.helipads[space, slot]

    def newcomers(self, slot: int) -> Number:
        """6.5: how many cars come in an action."""
        hired = [v for (s, _), v in self.hired.doctors.items() if s == slot]
        hired += [people[slot] for people in (self.hired.nurses, self.hired.orderlies) if slot in people]
        return sum(hired) + sum(option.number(slot) * literal for option, literal in self.options)
