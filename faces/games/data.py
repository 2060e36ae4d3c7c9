"""What adapters take and give: plain data that means the same in every game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from solvers.core.movement import Movement, Variant

Move = TypeVar("Move")


class Misuse(Exception):
    """A question that this game does not know, or that contradicts itself."""


class Refusal(Exception):
    """A wish that a game does not know; the option it came with, and why."""

    def __init__(self, option: str, reason: str) -> None:
        super().__init__(reason)
        self.option = option


class NotAChoice(Refusal):
    """A word that an option of this game does not know."""

    def __init__(self, option: str, value: str, allowed: Sequence[str]) -> None:
        super().__init__(option, f"{value!r} is not one of {', '.join(repr(word) for word in allowed)}.")


def option_name(field_name: str) -> str:
    """An option as it is typed.

    >>> option_name("report_penalty")
    '--report-penalty'
    """
    return "--" + field_name.replace("_", "-")


def one_of(option: str, value: str | None, allowed: Sequence[str]) -> None:
    """Refuse a word that an option of this game does not know."""
    if value is not None and value not in allowed:
        raise NotAChoice(option, value, allowed)


VARIANTS = {  # of Dice Hospital, and what each means
    "experimental": "experimental medicine",
    "promo": "the two promo specialists",
    "crisis": "opening crisis: five patients to begin with",
    "epidemic": "nationwide epidemic: one more patient each round",
    "superbug": "resistant superbug: neglect costs two steps",
    "fatality_penalty": "fatalities count double",
    "report_penalty": "reports not completed count double",
}


@dataclass(frozen=True)
class NewGame:
    """What a player asks of a new deal; None leaves it to the game or to chance."""

    seed: int | None = None
    id: str | None = None
    deck: str | None = None
    goal: str | None = None
    level: str | None = None
    board: str | None = None
    beginner: bool = False
    experimental: bool = False
    promo: bool = False
    crisis: bool = False
    epidemic: bool = False
    superbug: bool = False
    fatality_penalty: bool = False
    report_penalty: bool = False
    ruleset: tuple[str, ...] = ()
    edition: str | None = None

    def only(self, *options: str) -> None:
        """Refuse what a game has no such thing as."""
        for field_ in fields(self):
            if field_.name not in options and getattr(self, field_.name) not in (None, False, ()):
                listed = ", ".join(map(option_name, options))
                raise Refusal(field_.name, f"this game does not have it; it has {listed}")


class Verdict(NamedTuple):
    """Whether a finished game has met its goal."""

    met: bool
    words: str
    details: Mapping[str, Any]  # what the game has to add in JSON


class Choices(NamedTuple, Generic[Move]):
    """What to offer a player who has to decide."""

    moves: Sequence[Move]
    complete: bool = True  # whether there are no others
    summary: Sequence[Sequence[str]] = ()  # rows to print instead, where the list would be long
    remark: str = ""  # how to get at the others


@dataclass(frozen=True)
class Part:
    """A part of the table that can be pointed at: a space, a person, a card."""

    id: str  # of the part of the picture
    name: str  # as the lines of moves have it
    label: str  # what is there, for one who cannot see it
    group: str  # what it belongs to, such as a floor
    row: int = 0
    person: bool = False  # somebody who may be sent somewhere


@dataclass(frozen=True)
class DeckSource:
    """Which cards an answer rests on."""

    name: str
    sha256: str
    reconstructed: bool

    @property
    def caution(self) -> str | None:
        if not self.reconstructed:
            return None
        return f"the {self.name} deck is reconstructed: what is printed on real cards may differ"


class Target(NamedTuple):
    """What is to be reached: a score, the goal of the game, or both."""

    score: int | None
    goal: bool
    words: str  # as in: ... is asked for


@dataclass(frozen=True)
class MoveWish:
    """What is asked about the movement of people; each game knows some of it."""

    newcomers: str | None = None
    outpatient: bool = False
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class MoveReport:
    """What a game answers. Without a movement the question cannot be met, and `question` is followed by why."""

    question: str
    movement: "Movement | None"
    refusal: str = ""
    move: str | None = None  # as it is played, in a game where moving is a decision
    variants: "Sequence[Variant]" = ()
    placements: "Mapping[str, Sequence[Variant]]" = field(default_factory=dict)  # by heading, the best first
    remarks: Sequence[str] = ()
    unit: str = ""  # what is told behind a time
    triage: str = "triage"  # what the game calls it
