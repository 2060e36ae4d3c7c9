"""Solving Dice Hospital: exact activations in the compiled core, a value function, and search over the draws."""
