"""Activations in the compiled core, and what it supports."""
