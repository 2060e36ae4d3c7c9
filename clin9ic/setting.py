"""What is agreed before a game: the deck, the victory condition and its level (3.4), and the open rules."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from clin9ic.cards import Deck

if TYPE_CHECKING:
    from clin9ic.clinic import Clinic


class Goal(StrEnum):
    POPULARITY = "popularity"
    DOCTORS = "doctors"
    SKILLED = "skilled"
    STAFF = "staff"
    TREATED = "treated"


class Level(StrEnum):
    EASY = "easy"
    MEDIUM = "medium"
    DIFFICULT = "difficult"
    EXPERT = "expert"
    MASTER = "master"
    GRANDMASTER = "grandmaster"


# 3.4; the last three popularity levels are ours.
TARGETS: dict[Goal, dict[Level, int]] = {
    Goal.POPULARITY: dict(zip(Level, (45, 60, 75, 100, 120, 140), strict=True)),
    Goal.DOCTORS: dict(zip(Level, (8, 10, 12), strict=False)),
    Goal.SKILLED: dict(zip(Level, (6, 8, 10), strict=False)),
    Goal.STAFF: dict(zip(Level, (12, 14, 16), strict=False)),
    Goal.TREATED: dict(zip(Level, (14, 16, 18), strict=False)),
}


@dataclass(frozen=True)
class Options:
    """Decisions on which tables reasonably differ; the defaults are ours.

    triage                 4.10: what a triage module shortens, each Hire and Admit or the Action phase as a whole
    popularity_below_zero  4.6, 6.1: whether popularity in play may fall below 0
    lots_kept_on_upgrade   1.4: whether parking lots stay when Floor-1 is upgraded, or the printed number alone counts
    gardens_over_modules   7.2: whether a printed garden asks for one on every lower floor at its place, modules and
                           pillars or not; otherwise only where that place is empty or a garden
    walk_empty_spaces      4.9: whether people upstairs walk over empty spaces, too; gardens and pillars stay closed
    reopen_within_round    4.9: whether the openings of a floor are chosen anew for every action; otherwise those who
                           come in keep theirs to the end of the Action phase (`arrivals` tells how)
    """

    triage: Literal["action", "phase"] = "action"
    popularity_below_zero: bool = False
    lots_kept_on_upgrade: bool = False
    gardens_over_modules: bool = True
    walk_empty_spaces: bool = False
    reopen_within_round: bool = True


@dataclass(frozen=True)
class Setting:
    deck: Deck
    goal: Goal = Goal.POPULARITY
    level: Level = Level.MEDIUM
    options: Options = Options()

    @property
    def dice(self) -> int:
        """2.1: the brown dice at hand."""
        return 4 if self.level is Level.DIFFICULT else 5

    @property
    def target(self) -> int:
        return TARGETS[self.goal][self.level]

    @property
    def counts_popularity(self) -> bool:
        """3.4: popularity and time are kept for the popularity condition alone."""
        return self.goal is Goal.POPULARITY

    @cached_property
    def clinics(self) -> "dict[tuple[object, object], Clinic]":
        """The clinics met so far, by floors and cubes: sides of cards take long to compare, and every rule asks."""
        return {}
