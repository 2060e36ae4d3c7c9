"""What is agreed before a game (3.1): the deck, the board side, the goal, expert or beginner."""

from dataclasses import dataclass
from functools import cached_property

from clinic_solo.board import Board, board_for
from clinic_solo.deck import Deck, Goal, Side, Switches, widest
from clinic_solo.tiles import Service


@dataclass(frozen=True)
class Setting:
    deck: Deck
    side_name: str = "3x3"
    goal_name: str = "throughput"
    expert: bool = True

    def __post_init__(self) -> None:
        sides = [side.name for side in self.deck.sides]
        goals = [goal.name for goal in self.deck.goals]
        if self.side_name not in sides:
            raise ValueError(f"board {self.side_name!r} is unknown, expected one of {', '.join(sides)}")
        if self.goal_name not in goals:
            raise ValueError(f"goal {self.goal_name!r} is unknown, expected one of {', '.join(goals)}")
        if not self.expert and not self.beginners_allowed:
            raise ValueError(f"beginners play the {widest(self.deck.sides).name} side, not {self.side_name} (3.6)")

    @property
    def beginners_allowed(self) -> bool:
        """3.6: the fixed layouts are drawn on the larger side."""
        return self.side == widest(self.deck.sides)

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
