"""The rules of the game in the compiled core (`solvers/native/clinic_solo`), and what is passed to it and comes back.

Its tables, positions and plans are numpy records with the fields of the structs in C++; `core` has its functions. Tests
hold it against the referee.
"""
