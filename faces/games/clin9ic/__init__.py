"""Clin9ic for commands and pages."""
