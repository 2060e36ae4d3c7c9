"""Dice Hospital for commands and pages."""
