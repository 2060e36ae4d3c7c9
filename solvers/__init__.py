"""Solvers: engines shared by the games, and a folder for what only one game needs."""
