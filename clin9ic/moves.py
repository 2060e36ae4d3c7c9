"""Every decision of a player, and every outcome of chance, as plain data."""

from enum import StrEnum
from typing import NamedTuple

from clin9ic.cards import Staff
from clin9ic.state import Space
from tabletop.colours import Colour


class Arrange(NamedTuple):
    """4.1, 4.2: how the three cards are laid, and which three of the four visible sections are used."""

    cards: tuple[str, str, str]
    turned: tuple[bool, bool, bool]
    over: tuple[bool, bool]  # card 2 over card 1, card 3 over card 2
    left: bool


class Outpatient(NamedTuple):
    """4.8: whether outpatient services are used this round."""

    used: bool


class Kind(StrEnum):
    """4.4: what a Build action offers."""

    ENTRANCE = "entrance"
    PARKING = "parking"
    GARDEN = "garden"
    PILLAR = "pillar"
    CONVEYOR = "conveyor"
    CONVEYORS = "conveyors"
    FLOOR = "floor"
    UPGRADE = "upgrade"


class Component(NamedTuple):
    kind: Kind
    floor: int = 0  # the one to upgrade
    spaces: tuple[Space, ...] = ()  # for conveyor cubes


class Build(NamedTuple):
    components: tuple[Component, ...]


class Hired(NamedTuple):
    """4.5: a newcomer; without a box it is the next icon of that staff, from left to right."""

    staff: Staff
    colour: Colour | None = None  # for doctors
    box: int | None = None


class Hire(NamedTuple):
    people: tuple[Hired, ...]


class Admit(NamedTuple):
    """4.6: how many patients, in the order shown."""

    patients: int


class Place(StrEnum):
    TREATMENT = "treatment"
    OPERATING = "operating"
    OUTPATIENT = "outpatient"


class Treatment(NamedTuple):
    patient: Colour
    doctor: Colour
    place: Place = Place.TREATMENT


class Care(NamedTuple):
    """5.1: who is treated, in this order, by whom and where."""

    treatments: tuple[Treatment, ...]


class Buy(NamedTuple):
    """5.3: popularity bought."""

    points: int


class Lab(NamedTuple):
    """6.1: the colour of the doctor in each laboratory, mild to severe."""

    doctors: tuple[Colour, ...]


Move = Arrange | Outpatient | Build | Hire | Admit | Care | Buy | Lab


class Order(NamedTuple):
    """4.1: chance lays the action cards in this order."""

    cards: tuple[str, ...]


class Reveal(NamedTuple):
    """3.1: chance turns out to have this floor card next."""

    card: str


Outcome = Order | Reveal
