"""Finding deck files: the one that comes along, a player's own, and a blank one to fill in."""

from clinic_solo.deck_reader import check
from tabletop.decks import Shelf, to_correct

__all__ = ["SHELF", "blank", "check", "find", "load", "shipped"]


SHELF = Shelf("clinic_solo.data", check)
shipped, find, load = SHELF.shipped, SHELF.find, SHELF.load


def blank() -> str:
    """A deck file to correct from one's own box."""
    comments = [
        "# A Clinic: Deluxe Edition deck, to be corrected from the game on your table.",
        '# Numbers marked "<- look it up" are guesses. Put in what is printed and write provenance = "own copy".',
        "# `clinic deck check` says what is missing.",
    ]
    return to_correct(find("house")[0], "house", comments)
