"""The printed numbers of the game as plain data. What each is for is in the rule named beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from clinic_solo.colours import Numbers
from clinic_solo.tiles import HUBS, Person, Service, Tile
from tabletop.colours import Colour, Counts

ANY = 99  # a capacity without limit


@dataclass(frozen=True)
class Side:
    """2.1: a side of the player board."""

    name: str
    columns: int
    rows: int
    # 2.5 [decision entrance-spaces]: side letter, row or column counted from 0
    entrance_spaces: tuple[tuple[str, int], ...]


def widest(sides: Sequence[Side]) -> Side:
    """3.6: the side that beginners play, the first of those with most columns."""
    return max(sides, key=lambda side: side.columns)


@dataclass(frozen=True)
class BonusTile:
    """3.5: a bonus tile; `what` is the first word of what it gives, `amount` or `colour` the rest."""

    number: int
    what: str  # nurse, orderly, garden, patient, parking, doctor_colour or money
    cars: int
    amount: int = 0
    colour: Colour = Colour.WHITE
    service: Service = Service.PSYCHIATRY


@dataclass(frozen=True)
class Layout:
    """3.6: a beginner's clinic; places are (x, y, floor)."""

    colour: Colour
    hub: tuple[int, int, int]
    treatment: tuple[int, int, int]
    supply: tuple[int, int, int]
    entrance: tuple[str, int]


@dataclass(frozen=True)
class Start:
    """3.4: what a player begins with."""

    money: int
    popularity: int
    time: int
    doctor: Colour


@dataclass(frozen=True)
class Bags:
    """3.7: what the two bags hold at the start, a number for each colour there is."""

    patients: Counts
    doctors: Numbers


@dataclass(frozen=True)
class Limits:
    """1.3, 3.3: how many there are of what is built.

    [decision supply-count] The starting supply room is one of those counted.
    [decision hub-count] So is the starting hub; how many there are of each service is the deck's.
    """

    tiles: Mapping[Tile, int]
    entrances: int
    conveyors: int
    hubs_per_round: int  # 5.4: of each service
    specials_per_round: int  # 5.7


@dataclass(frozen=True)
class Building:
    """Section 5: costs by floor, None where the component cannot be built."""

    components_per_action: int
    cost: Mapping[str, tuple[int | None, ...]]
    parking_places: int
    upgrade_cost: int
    upgrade_places: int


@dataclass(frozen=True)
class Hiring:
    """Section 6."""

    university_spaces: int
    doctors_per_action: int  # 0, 1 or ANY
    helpers_per_action: int  # nurses and orderlies together
    price_mode: str  # by_space or by_colour [decision doctor-price]
    price_by_space: tuple[int, ...]
    price_by_colour: Numbers
    orderly_price: int
    orderlies: int
    nurses: tuple[int, ...]  # by round
    nurse_price: tuple[tuple[int, ...], ...]  # by round, then for the first, second, ... of a full column


@dataclass(frozen=True)
class Queueing:
    """Section 7."""

    columns: int  # 3.10 [decision notepad-columns]
    filled_at_setup: int
    new_per_action: int
    pre_admissions: int
    points: int
    points_per_entrance: int
    points_per_helipad: int
    move_cost: int
    admit_cost: int


@dataclass(frozen=True)
class Walking:
    """Section 8: times and capacities."""

    enter: int
    adjacent: int
    conveyor: int
    to_entrance: int
    to_outpatient: int
    triage: int
    capacity: Mapping[Tile, Mapping[Person, int]]


@dataclass(frozen=True)
class Money:
    """Section 9: income, expenses, popularity; and what a death costs (10.7)."""

    patient_pay: Counts
    outpatient_pay: int
    garden_pay: int
    operating_nurses: int
    doctor_salary: Numbers
    nurse_salary: int
    orderly_salary: int
    module_upkeep: int
    garden_upkeep: int
    operating_upkeep: int
    orderly_saves: int
    popularity_price: int
    popularity_per_dollar: int
    lab_popularity: int
    death: int


@dataclass(frozen=True)
class Points:
    """Section 11."""

    doctor: Numbers
    nurse: int
    treatment_by_floor: tuple[int, ...]
    building: int
    patient: Counts
    time_per: int
    time: int


@dataclass(frozen=True)
class Goal:
    """12.1: a goal; `floor` matters for the top-floor one only."""

    name: str
    measure: str
    at_least: int | None
    at_most: int | None
    floor: int | None


@dataclass(frozen=True)
class Switches:
    """The decisions on which tables reasonably differ."""

    popularity_may_be_negative: bool  # 10.7 [decision popularity-floor]
    admit_needs_hub: bool  # 7.5 [decision admit-without-hub]
    admin_after_last_round: bool  # 10 [decision last-admin]
    building_needs_hub: bool  # 2.3 [decision building]
    helipad_above_top_floor: bool  # 5.9 [decision helipad-top]
    conveyor_hop: str  # 8.1, nearest or any_in_line
    surplus_orderly: str  # 8.6, removed or hire_refused
    free_entrance_change: bool = False  # 8.1 [decision free-entrance-change]
    second_building: bool = False  # 11.4 [decision second-building]


@dataclass(frozen=True)
class Deck:
    name: str
    rounds: int
    actions_per_round: int
    tiles_per_action: int
    floors: int
    sides: tuple[Side, ...]
    services: tuple[Service, ...]  # 3.2, from the top of the notepad
    specials: tuple[Tile, ...]  # 3.3: the kinds there are
    special_kinds: int  # drawn of them
    special_copies: int  # tiles of each kind drawn
    bonus_tiles: tuple[BonusTile, ...]
    bonus_shown: int
    layouts: tuple[Layout, ...]
    start: Start
    bags: Bags
    limits: Limits
    building: Building
    hiring: Hiring
    queueing: Queueing
    walking: Walking
    money: Money
    points: Points
    goals: tuple[Goal, ...]
    ranks: tuple[tuple[str, int], ...]  # 12.3: name and least score, lowest first
    switches: Switches
    reconstructed: bool  # whether any number was not read off the real game
    sha256: str  # of the text it was read from, and the rulesets it is played with
    expansions: Mapping[str, object] = field(default_factory=dict)  # the numbers of rulesets, by the table's name
    start_service: Service = Service.PSYCHIATRY  # 3.4: the service of the first hub

    def __hash__(self) -> int:
        return hash(self.sha256)

    @property
    def doctor_colours(self) -> int:
        """1.1: how many colours doctors have; patients have the first four of them."""
        return len(self.bags.doctors)

    @property
    def first_hub(self) -> Tile:
        """3.4: the hub of the set-up."""
        return HUBS[self.start_service]

    def side(self, name: str) -> Side:
        return next(side for side in self.sides if side.name == name)

    def goal(self, name: str) -> Goal:
        return next(goal for goal in self.goals if goal.name == name)

    def bonus_tile(self, number: int) -> BonusTile:
        return next(tile for tile in self.bonus_tiles if tile.number == number)
