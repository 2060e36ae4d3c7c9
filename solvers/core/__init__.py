"""What solvers of all games share."""
