"""Rule 1.1: the cards of Clin9ic as data. What they show comes from a deck file."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from tabletop.colours import BY_LETTER, Colour

SIZE = 3  # spaces along a side of a floor card


class Module(StrEnum):
    """What a space of a floor card may show; gardens and pillars are no modules (7.1)."""

    TREATMENT = "T"
    HUB = "H"
    SUPPLY = "S"
    OPERATING = "O"
    LABORATORY = "L"
    TRIAGE = "R"
    OUTPATIENT = "X"


GARDEN, PILLAR, EMPTY = "G", "P", "."
FLOOR_LETTERS = {
    "T": "treatment room",
    "H": "service hub",
    "S": "supply room",
    "O": "operating room",
    "L": "laboratory",
    "R": "triage",
    "X": "outpatient services",
    "G": "garden",
    "P": "pillar",
    ".": "empty space",
}


class Action(StrEnum):
    BUILD = "build"
    HIRE = "hire"
    ADMIT = "admit"


class Staff(StrEnum):
    DOCTOR = "doctor"
    NURSE = "nurse"
    ORDERLY = "orderly"


Box = Staff | Colour  # a colour stands for a patient
BOXES_PER_SECTION = 2  # in its upper and in its lower half
BOX_LETTERS: dict[str, Box] = {"D": Staff.DOCTOR, "N": Staff.NURSE, "O": Staff.ORDERLY, **BY_LETTER}


@dataclass(frozen=True)
class FloorSide:
    parking: int
    entrance: tuple[int, int]  # row, column of the space it points into
    grid: tuple[str, ...]

    def spaces(self, letters: str) -> tuple[tuple[int, int], ...]:
        """Row and column of every space that shows one of the letters."""
        return tuple((r, c) for r in range(SIZE) for c in range(SIZE) if self.grid[r][c] in letters)

    def count(self, letter: str) -> int:
        return sum(row.count(letter) for row in self.grid)


@dataclass(frozen=True)
class FloorCard:
    id: str
    a: FloorSide
    b: FloorSide


@dataclass(frozen=True)
class Section:
    """Half an action card: its action, and the boxes of its upper and lower half from left to right."""

    action: Action
    top: tuple[Box, Box]
    bottom: tuple[Box, Box]

    def turned(self) -> "Section":
        """4.3: turned by 180 degrees."""
        return Section(self.action, self.bottom[::-1], self.top[::-1])


@dataclass(frozen=True)
class ActionSide:
    left: Section
    right: Section

    def turned(self) -> "ActionSide":
        """4.3: turned by 180 degrees."""
        return ActionSide(self.right.turned(), self.left.turned())


@dataclass(frozen=True)
class ActionCard:
    id: str
    a: ActionSide
    b: ActionSide


@dataclass(frozen=True)
class Deck:
    """A whole set of cards. Decks are compared by what is printed on the cards, which the fingerprint sums up."""

    name: str
    floors: tuple[FloorCard, ...]
    actions: tuple[ActionCard, ...]
    provenance: tuple[tuple[str, str], ...]
    sha256: str

    def __hash__(self) -> int:
        return hash(self.sha256)

    @cached_property
    def floor(self) -> dict[str, FloorCard]:
        return {card.id: card for card in self.floors}

    @cached_property
    def action(self) -> dict[str, ActionCard]:
        return {card.id: card for card in self.actions}

    @cached_property
    def reconstructed(self) -> bool:
        """Whether any part of the deck was not read off the real cards."""
        return any(word in source for _, source in self.provenance for word in ("reconstructed", "inferred"))
