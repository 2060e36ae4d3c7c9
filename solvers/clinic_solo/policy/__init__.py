"""Play when the draws to come are not known: candidates, compared on the same sampled futures."""
