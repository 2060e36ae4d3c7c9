"""The Lagrangian bound: a dynamic programme over the clinic and the number of its doctors and patients.

What the programme leaves out (colours, nurses, orderlies, parking, pillars) is relaxed: it has prices, the Lagrange
multipliers. Any prices give a bound. Column generation looks for those that give a low one.
"""
