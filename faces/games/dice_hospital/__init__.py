"""Dice Hospital: its adapter."""
