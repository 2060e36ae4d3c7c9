"""What is agreed before a game (3.1): the deck, the board side, the goal, expert or beginner, rulesets and edition."""

import hashlib
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from clinic_solo.board import Board, board_for
from clinic_solo.deck import Deck, Goal, Side, Switches, widest
from clinic_solo.names import translated
from clinic_solo.tiles import Service

if TYPE_CHECKING:
    from clinic_solo.ruleset import Ruleset

DELUXE = "deluxe"


@dataclass(frozen=True)
class Setting:
    printed: Deck
    side_name: str = "3x3"
    goal_name: str = "throughput"
    expert: bool = True
    rulesets: tuple[str, ...] = ()  # sections 14 and 16, in any order
    edition: str = DELUXE  # or "2014" (section 15)

    def __post_init__(self) -> None:
        sides = [side.name for side in self.printed.sides]
        goals = [goal.name for goal in self.printed.goals]
        if self.side_name not in sides:
            raise ValueError(f"board {self.side_name!r} is unknown, expected one of {', '.join(sides)}")
        if self.goal_name not in goals:
            raise ValueError(f"goal {self.goal_name!r} is unknown, expected one of {', '.join(goals)}")
        if not self.expert and not self.beginners_allowed:
            raise ValueError(f"beginners play the {widest(self.printed.sides).name} side, not {self.side_name} (3.6)")
        object.__setattr__(self, "rulesets", tuple(sorted(set(self.rulesets))))
        if missing := self.rules.missing(self.printed):
            raise ValueError(f"the deck {self.printed.name!r} has no table {missing}")

    @property
    def beginners_allowed(self) -> bool:
        """3.6: the fixed layouts are drawn on the larger side."""
        return self.side_name == widest(self.printed.sides).name

    @cached_property
    def rules(self) -> "Ruleset":
        """The rulesets played, as one; ValueError for one that there is not."""
        from clinic_solo.registry import rules_of  # they are rules of this setting, and know it

        return rules_of(self.rulesets, self.edition)

    @cached_property
    def deck(self) -> Deck:
        """The deck as it is played: the printed one with what the rulesets change."""
        if self.is_base:
            return self.printed
        told = " ".join((self.printed.sha256, self.edition, *self.rulesets))
        return replace(self.rules.deck(self.printed), sha256=hashlib.sha256(told.encode()).hexdigest())

    @cached_property
    def is_base(self) -> bool:
        """Whether this is the base game of the Deluxe Edition."""
        return not self.rulesets and self.edition == DELUXE

    def called(self, text: str) -> str:
        """A text of the base game in the words of the edition (15.1)."""
        return translated(text, self.rules.names)

    def understood(self, text: str) -> str:
        """What is typed in the words of the edition, in those of the base game."""
        return translated(text, self.rules.typed)

    def told_time(self, time: int) -> int:
        """Time in the edition's own measure."""
        return time * (self.rules.minutes(self) or 1)

    def time_words(self, time: int) -> str:
        """Time as the edition tells it."""
        return f"{self.told_time(time)}{' min' * (self.rules.minutes(self) > 0)}"

    @cached_property
    def side(self) -> Side:
        return self.deck.side(self.side_name)

    @cached_property
    def goal(self) -> Goal:
        return self.deck.goal(self.goal_name)

    @cached_property
    def board(self) -> Board:
        """5.9 [decision helipad-top]: with the switch, one more level, for helipads only."""
        levels = self.deck.floors + self.switches.helipad_above_top_floor
        return board_for(self.side.columns, self.side.rows, levels, self.side.entrance_spaces)

    @property
    def services(self) -> tuple[Service, ...]:
        """3.2: the services in play, from the top of the notepad."""
        return self.deck.services

    @property
    def switches(self) -> Switches:
        return self.deck.switches
