"""The rules of the game over rows of numbers (`flat`), compiled; held against the referee by the tests.

Functions take the world `w`, a row `s` that they change, and where choices are told a list of `events`.
"""
