"""What is agreed before a game: the deck, the victory condition and its level (3.4), and the open rules."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from clin9ic.cards import Deck


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
    """Decisions on which tables reasonably differ; the defaults are ours."""

    triage: Literal["action", "phase"] = "action"  # 4.10: what a triage module shortens
    popularity_below_zero: bool = False  # 4.6, 6.1
    lots_kept_on_upgrade: bool = True  # 1.4


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
