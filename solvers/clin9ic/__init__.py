"""Solving Clin9ic: a compiled kernel of its rules, bounds, and the search over the six rounds of a known deal."""
