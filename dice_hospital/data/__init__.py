"""Decks that come along, and the rules."""
