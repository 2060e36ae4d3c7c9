"""What no play can beat."""
