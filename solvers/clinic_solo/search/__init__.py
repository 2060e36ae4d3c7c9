"""The search for the best play of a known deal."""
