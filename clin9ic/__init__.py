"""Clin9ic: nine cards, nine dice, nine cubes. Rules, decks, notation and referee."""

from clin9ic.cards import Deck
from clin9ic.decks import load as load_deck
from clin9ic.referee import Clin9ic
from clin9ic.setting import TARGETS, Goal, Level, Options
from clin9ic.state import State

__all__ = ["TARGETS", "Clin9ic", "Deck", "Goal", "Level", "Options", "State", "load_deck"]
