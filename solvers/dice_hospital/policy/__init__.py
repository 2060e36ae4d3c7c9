"""Play without knowing the draws to come: advice, look-ahead and review."""
