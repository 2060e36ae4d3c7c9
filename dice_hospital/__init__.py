"""Dice Hospital for one player. Rules, decks, notation and referee."""

from dice_hospital.deck import Deck
from dice_hospital.decks import load as load_deck
from dice_hospital.referee import DiceHospital
from dice_hospital.setting import Options, Variant
from dice_hospital.state import Phase, State

__all__ = ["Deck", "DiceHospital", "Options", "Phase", "State", "Variant", "load_deck"]
