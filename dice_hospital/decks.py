"""Finding deck files: the one that comes along, a player's own, and a blank one to correct."""

from dice_hospital.deck_reader import check
from tabletop.decks import Shelf, to_correct

__all__ = ["DEFAULT", "SHELF", "blank", "check", "find", "load", "shipped"]

DEFAULT = "house"
SHELF = Shelf("dice_hospital.data", check)
shipped, find, load = SHELF.shipped, SHELF.find, SHELF.load


def blank() -> str:
    """A deck file to correct from one's own box."""
    comments = [
        "# A Dice Hospital deck, to be corrected from the game on your table.",
        '# What is marked "<- look it up" is a guess, the report cards above all. Put in what is printed and write',
        '# provenance = "own copy". `clinic deck check` says what is missing.',
    ]
    return to_correct(find(DEFAULT)[0], DEFAULT, comments)
