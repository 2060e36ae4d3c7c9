"""Plans for known draws."""
