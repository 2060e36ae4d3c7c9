"""The rest of the game with much of the trouble left out: one module for each part of the rules that stays."""
