"""Play when the cards to come are not known: the value of a position, what to do in it, and how sure that is."""
