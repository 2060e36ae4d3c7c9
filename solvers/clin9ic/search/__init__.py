"""The search for the best play of a known deal: beam search for plans, branch and bound for proofs."""
