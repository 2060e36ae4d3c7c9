"""What lies on every table: colours, moves, checked files and drawing, shared by all games."""
