"""How people come to their places: the answer of a movement planner, for every game that moves people."""

from dataclasses import dataclass
from typing import NamedTuple


class Leg(NamedTuple):
    """A step of somebody's way: the place it leads to, and whether a conveyor is ridden."""

    place: str
    ride: bool = False


class Walk(NamedTuple):
    """Where somebody goes, by which way, and how long that takes."""

    who: str
    space: str
    room: str
    floor: int
    way: tuple[Leg, ...]
    time: int


class Charge(NamedTuple):
    """What one action, or one phase, adds to the time spent: what is walked less what triage takes off."""

    name: str
    walked: int
    time: int


@dataclass(frozen=True)
class Movement:
    walks: tuple[Walk, ...]
    charges: tuple[Charge, ...]

    @property
    def time(self) -> int:
        return sum(charge.time for charge in self.charges)


class Variant(NamedTuple):
    """The same people in a clinic that differs in its cubes; time None where they cannot all come in."""

    name: str
    time: int | None
