"""A relaxation of the rest of the game: one module for each part of the rules that it keeps."""
