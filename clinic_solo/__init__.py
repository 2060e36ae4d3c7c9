"""Clinic: Deluxe Edition, the solitaire mode. Rules, decks, notation and referee."""

from clinic_solo.deck import Deck
from clinic_solo.decks import load as load_deck
from clinic_solo.planner import Need
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import State

__all__ = ["ClinicSolo", "Deck", "Need", "State", "load_deck"]
