"""One adapter per game, and the one registry of them. Nothing here knows of a command line or of a page."""
