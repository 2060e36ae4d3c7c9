"""The rules of the game as compiled functions over vectors of whole numbers; tests hold them against the referee.

Arguments have the same names everywhere: `t` the tables of a game (`tables`), `s` a position (`state_encoding`), which
is changed in place, `g` or `h` a plan (`plan_encoding`), `reserved` the ground spaces that cars keep clear of, and
`events` the log from which `decode_plan` reads the moves.
"""
