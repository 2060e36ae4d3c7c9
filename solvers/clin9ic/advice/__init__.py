"""Play when the cards to come are not known: what a position is worth, what to do in it, and how sure that is."""
