"""Expand a position: all ends of a round, pruned by bounds while they are made."""
