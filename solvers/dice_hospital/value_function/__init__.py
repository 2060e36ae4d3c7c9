"""What a position between rounds is worth, the player that plays by it, and how it is fitted."""
