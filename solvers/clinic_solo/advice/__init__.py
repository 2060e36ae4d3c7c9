"""Play when the draws to come are not known: ways to go on, compared on the same imagined futures."""
