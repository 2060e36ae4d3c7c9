"""What is printed, as plain data: departments, workers, report cards and the numbers of the set-up and the score."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from dice_hospital.patients import BEST, COLOURS, Colour, Counts

ALL_VALUES = tuple(range(1, BEST + 1))
NURSE = 0  # the first kind of worker


class Treatment(StrEnum):
    """6.5, 6.6, 7.2: what a department does to its patients."""

    HEAL = "heal"
    REROLL = "reroll"
    RECOLOUR = "recolour"
    FLIP = "flip"


class Group(StrEnum):
    """6.6: what the patients of one placement have to have in common."""

    SINGLE = "single"
    EQUAL = "equal"
    CONSECUTIVE = "consecutive"
    FREE = "free"


@dataclass(frozen=True)
class Department:
    id: str
    treatment: Treatment
    patients: int  # exactly so many; to be recoloured, at most so many
    steps: int = 0
    colour: Colour | None = None
    values: tuple[int, ...] = ALL_VALUES
    group: Group = Group.SINGLE

    @property
    def name(self) -> str:
        return self.id.replace("_", " ")


class Ability(StrEnum):
    """6.7, 6.11, 7.3: what a worker may do after the department's effect."""

    NONE = "none"
    EXTRA = "extra"
    OTHER = "other"
    SAME_VALUE = "same_value"
    COPY = "copy"
    ADMIT_OR_RETURN = "admit_or_return"
    FATALITY_TO_BLOOD_BAG = "fatality_to_blood_bag"
    REROLL_OTHER = "reroll_other"
    POINTS = "points"
    UP_AND_DOWN = "up_and_down"
    RECOLOUR_ONE = "recolour_one"
    BLOOD_BAG = "blood_bag"


GAINS = (Ability.POINTS, Ability.BLOOD_BAG, Ability.FATALITY_TO_BLOOD_BAG)  # that happen by themselves


@dataclass(frozen=True)
class Worker:
    id: str
    ability: Ability = Ability.NONE
    on_discharge: bool = False  # whether the department must have discharged somebody, or healed somebody
    colour: Colour | None = None  # of whom it must have healed
    patients: int = 1
    steps: int = 0
    target: Colour | None = None
    values: tuple[int, ...] = ALL_VALUES
    amount: int = 0
    meeple: str = ""

    @property
    def name(self) -> str:
        return self.id.replace("_", " ")


@dataclass(frozen=True)
class Report:
    """8.2: a medical report card."""

    needs: Counts
    points: int

    @property
    def letters(self) -> str:
        return "".join(colour.letter * self.needs[colour] for colour in COLOURS)

    @property
    def name(self) -> str:
        """
        >>> Report((0, 2, 1), 4).name
        'yyg 4'
        """
        return f"{self.letters} {self.points}"


@dataclass(frozen=True)
class Dice:
    per_colour: int  # 1.2: in the bag of a solo game
    intake_values: tuple[int, ...]  # 4.1


@dataclass(frozen=True)
class SetUp:
    """1.3, 1.4, 2.1, 2.2."""

    nurses: int
    beds: int
    wards: int
    start_values: tuple[int, ...]
    report_columns: int
    report_rows: int


@dataclass(frozen=True)
class Intake:
    """4.1, 4.2."""

    drawn: int
    kept: int
    bag_below: int  # the sum below which a blood bag is taken


@dataclass(frozen=True)
class Tokens:
    """1.5."""

    blood_bags: int
    fatalities: int


@dataclass(frozen=True)
class Scoring:
    """8.3, 8.4, 10.1."""

    discharged: tuple[int, ...]
    empty_wards: int
    fatality: int
    blood_bag: int
    report_completed: int
    report_uncompleted: int

    def points(self, patients: int) -> int:
        """8.3 [decision over-twelve]: for so many discharged in a round."""
        return self.discharged[min(patients, len(self.discharged)) - 1] if patients else 0


@dataclass(frozen=True)
class Hard:
    """10.2, 10.3."""

    fatality_factor: int
    report_factor: int
    start_values: tuple[int, ...]
    neglect_steps: int


@dataclass(frozen=True)
class Copies:
    """1.5, 6.11, 7.1: how often each kind is in its stack."""

    departments: int
    specialists: int
    promo: int
    base: int  # with experimental medicine
    experimental_departments: int
    experimental_specialists: int


@dataclass(frozen=True)
class Deck:
    """A whole box. Kinds of departments, of workers and of reports are numbered by their place in it."""

    name: str
    rounds: int
    dice: Dice
    setup: SetUp
    intake: Intake
    tokens: Tokens
    scoring: Scoring
    neglect_steps: int
    hard: Hard
    copies: Copies
    starting: tuple[Department, ...]
    tiles: tuple[Department, ...]
    experimental_tiles: tuple[Department, ...]
    specialists: tuple[Worker, ...]
    promo: tuple[Worker, ...]
    experimental_specialists: tuple[Worker, ...]
    reports: tuple[Report, ...]  # the different ones
    report_copies: tuple[int, ...]  # of each
    provenance: tuple[tuple[str, str], ...]
    sha256: str  # of what is printed

    def __hash__(self) -> int:
        return hash(self.sha256)

    @cached_property
    def departments(self) -> tuple[Department, ...]:
        return (*self.starting, *self.tiles, *self.experimental_tiles)

    @cached_property
    def workers(self) -> tuple[Worker, ...]:
        return (Worker("nurse"), *self.specialists, *self.promo, *self.experimental_specialists)

    @cached_property
    def department_named(self) -> Mapping[str, int]:
        return {department.name: kind for kind, department in enumerate(self.departments)}

    @cached_property
    def worker_named(self) -> Mapping[str, int]:
        return {worker.name: kind for kind, worker in enumerate(self.workers)}

    @cached_property
    def report_named(self) -> Mapping[str, int]:
        return {report.name: kind for kind, report in enumerate(self.reports)}

    def is_tile(self, department: int) -> bool:
        """5.2: whether a department is an improvement, and not the board's own."""
        return department >= len(self.starting)

    def rule_of(self, department: int) -> str:
        """The rule that tells what a department does."""
        tiles = len(self.starting)
        return "6.5" if department < tiles else "6.6" if department < tiles + len(self.tiles) else "7.2"

    @cached_property
    def reconstructed(self) -> bool:
        """Whether any part of the deck was not read off the real game."""
        return any("reconstructed" in source for _, source in self.provenance)
