"""Rule 1.3: a position, frozen and its own key, and the set-up it starts from (section 3)."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from clin9ic.cards import GARDEN as PRINTED_GARDEN
from clin9ic.cards import PILLAR, FloorSide, Section
from clin9ic.setting import Setting
from tabletop.colours import Counts

ROUNDS = 6
MOST_ENTRANCES = MOST_GARDENS = MOST_PILLARS = 6  # one die each
MOST_NURSES = MOST_ORDERLIES = 3
LOT_SPACES = 2
START_MONEY = 15


class Phase(StrEnum):
    """Whose turn it is within a round: chance at ORDER and REVEAL, nobody at OVER, the player elsewhere."""

    ORDER = "order"
    ARRANGE = "arrange"
    ACT = "act"
    REVEAL = "reveal"
    CARE = "care"
    BUY = "buy"
    LAB = "lab"
    OVER = "over"


class Space(NamedTuple):
    """A place in the clinic: floor from 1, row from the north, column from the west; written like 2b3."""

    floor: int
    row: int
    column: int

    def __str__(self) -> str:
        return f"{self.floor}{'abc'[self.column]}{self.row + 1}"


class Floor(NamedTuple):
    card: str
    upgraded: bool = False


class Held(NamedTuple):
    """4.9: an opening that somebody who came in this round keeps; the kind of staff, or a patient."""

    kind: str
    space: Space


class State(NamedTuple):
    """A position. Fields after `treated` live within a round and are back at their defaults between rounds."""

    round: int
    phase: Phase
    floors: tuple[Floor, ...]
    stack: tuple[str, ...]  # floor cards to come, the visible one first
    unknown: bool  # whether the order of the stack below its top card is open (3.1)
    faces: str  # the side that is up, a letter for each action card of the deck
    entrances: int
    gardens: int
    pillars: int
    lots: int
    conveyors: tuple[Space, ...]
    doctors: Counts
    patients: Counts
    nurses: int
    orderlies: int
    money: int
    popularity: int
    time: int
    treated: int
    order: tuple[str, ...] = ()
    trio: tuple[Section, ...] = ()
    step: int = 0  # actions of the trio done
    built: int = 0  # components of a Build action done before a card was revealed
    outpatient: bool | None = None  # 4.8: used this round?
    earned: int = 0  # income left after expenses
    phase_time: int = 0  # time of this Action phase, where triage shortens the phase
    held: tuple[Held, ...] = ()  # 4.9: in order; empty wherever openings are chosen anew for every action

    @property
    def staff(self) -> int:
        return sum(self.doctors) + self.nurses + self.orderlies

    @property
    def cars(self) -> int:
        """1.3: everybody comes by car."""
        return self.staff + sum(self.patients)


def side_of(setting: Setting, floor: Floor) -> FloorSide:
    card = setting.deck.floor[floor.card]
    return card.b if floor.upgraded else card.a


def parking(setting: Setting, state: State) -> int:
    """1.4: the parking spaces of the clinic."""
    return side_of(setting, state.floors[0]).parking + LOT_SPACES * state.lots


def start(setting: Setting, floors: Sequence[str], faces: str, *, unknown: bool = False) -> State:
    """Section 3: the position before round 1. With `unknown`, only the first two floor cards are seen (3.1)."""
    first = Floor(floors[0])
    side = side_of(setting, first)
    stack = tuple(floors[1:2]) + tuple(sorted(floors[2:]) if unknown else floors[2:])
    return State(
        round=1,
        phase=Phase.ORDER,
        floors=(first,),
        stack=stack,
        unknown=unknown,
        faces=faces,
        entrances=1,
        gardens=side.count(PRINTED_GARDEN),
        pillars=side.count(PILLAR),
        lots=0,
        conveyors=(),
        doctors=(1, 0, 0, 0),
        patients=(1, 0, 0, 0),
        nurses=0,
        orderlies=0,
        money=START_MONEY,
        popularity=0,
        time=0,
        treated=0,
    )
