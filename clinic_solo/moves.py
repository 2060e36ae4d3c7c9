"""The player's decisions as frozen data, in the order of the rules; places and spots are the numbers of `board`."""

from dataclasses import dataclass
from typing import NamedTuple

from clinic_solo.tiles import Action, Person, Service, Tile

NO_COLOUR = -1
NO_SPACE = -1
ZOMBIE = -2  # in place of a patient's colour (14D4)
BY_BLOOD = -2  # in place of a doctor's (14A4)


@dataclass(frozen=True)
class TakeBonus:
    """3.5."""

    number: int


@dataclass(frozen=True)
class UseTile:
    """4.2: the action of this slot."""

    action: Action


@dataclass(frozen=True)
class Build:
    """5.2–5.9, 5.12: a tile in a space; also the free ones of the set-up (3.5, 3.6)."""

    tile: Tile
    space: int


@dataclass(frozen=True)
class BuildEntrance:
    """5.10."""

    entrance: int


@dataclass(frozen=True)
class BuildConveyor:
    """5.11: two stops the first time, then one; in ascending order."""

    stops: tuple[int, ...]


@dataclass(frozen=True)
class BuildExtinguisher:
    """14B1: on a module."""

    space: int


@dataclass(frozen=True)
class UpgradeParking:
    """5.12."""

    space: int


@dataclass(frozen=True)
class Repark:
    """5.12: a car moves from this spot into the tile just built."""

    spot: int


@dataclass(frozen=True)
class Hire:
    """6.1: who, of what colour if a doctor, and at which entrance or helipad the newcomer stands."""

    who: Person
    colour: int
    place: int


@dataclass(frozen=True)
class Park:
    """6.5: where the car of a newcomer is parked."""

    spot: int


@dataclass(frozen=True)
class Depart:
    """6.5: which car goes when somebody has left."""

    spot: int


@dataclass(frozen=True)
class Queue:
    """7.3: move the patient at a position of a row one space: up, down, left or right."""

    service: Service
    position: int
    direction: str


@dataclass(frozen=True)
class Admit:
    """7.4: the patient at position 1 goes into pre-admissions, or straight into a space (15.15)."""

    service: Service
    space: int = NO_SPACE


class Errand(NamedTuple):
    """14A3: a nurse takes a blood token from a hub to a treatment room."""

    hub: int
    room: int


class Step(NamedTuple):
    """Section 8: one person's way; colour is NO_COLOUR for nurses and orderlies.

    With errands, or to lie down, somebody may be named who ends where the way began.
    """

    who: Person
    colour: int
    origin: int
    destination: int
    errands: tuple[Errand, ...] = ()  # on the way, one after the other
    lies: bool = False  # to give blood at the end (14A1)


class ZombieStep(NamedTuple):
    """14D2."""

    origin: int
    destination: int


@dataclass(frozen=True)
class MovePeople:
    """Section 8: everybody who does not stay, in sorted order; before them every zombie (14D2)."""

    steps: tuple[Step, ...]
    zombies: tuple[ZombieStep, ...] = ()


class Treatment(NamedTuple):
    """9.1: in a room, a doctor of one colour treats a patient of one colour, with as few nurses as needed.

    A nurse with blood helps instead of a doctor where the doctor's colour is BY_BLOOD (14A4); a doctor cures a zombie
    where the patient's is ZOMBIE (14D4).
    """

    space: int
    patient: int
    doctor: int


@dataclass(frozen=True)
class Care:
    """9.1: all treatments of a round, in sorted order, and the hubs where blood is given (14A2)."""

    treatments: tuple[Treatment, ...]
    donations: tuple[int, ...] = ()


@dataclass(frozen=True)
class Buy:
    """9.5: points of popularity bought."""

    points: int


@dataclass(frozen=True)
class Pass:
    """4.2: no more of the action under way."""


Move = (
    TakeBonus
    | UseTile
    | Build
    | BuildEntrance
    | BuildConveyor
    | BuildExtinguisher
    | UpgradeParking
    | Repark
    | Hire
    | Park
    | Depart
    | Queue
    | Admit
    | MovePeople
    | Care
    | Buy
    | Pass
)


@dataclass(frozen=True)
class SpecialsDrawn:
    """3.3: the kinds of special modules of this game."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class BonusShown:
    """3.5: the bonus tiles turned up."""

    numbers: tuple[int, ...]


@dataclass(frozen=True)
class LayoutDrawn:
    """3.6: the beginner's layout, by its place in the deck."""

    index: int


@dataclass(frozen=True)
class DoctorDrawn:
    """3.8, 10.3: a doctor comes to the university."""

    colour: int


@dataclass(frozen=True)
class PatientDrawn:
    """3.10, 7.6: a patient comes to the end of a row."""

    colour: int


Outcome = SpecialsDrawn | BonusShown | LayoutDrawn | DoctorDrawn | PatientDrawn
