"""A hunt for contradictions: random positions of every game, asked in many ways, every answer held against the others.

Everything a command prints is either a play, which the referee replays here, or a bound, which no play may beat. So one
ledger per position suffices: the best play known and the lowest bound told, whatever question they come from.
"""
