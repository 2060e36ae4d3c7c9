"""Solvers for the solitaire of Clinic: Deluxe Edition."""
