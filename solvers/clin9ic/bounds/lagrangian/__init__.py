"""The Lagrangian bound: a dynamic programme over the clinic and the number of its doctors and patients.

What the programme leaves out (colours, nurses, orderlies, parking, pillars) is relaxed: it has prices, the Lagrange
multipliers. Any prices not below 0 give a bound, and those of patients may be below (`table` says why). Column
generation looks for prices that give a low one.
"""
