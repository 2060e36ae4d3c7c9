"""The value function: the expected final score of a position before its cards are drawn, fitted once."""
