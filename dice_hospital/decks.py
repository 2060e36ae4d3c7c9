"""Finding deck files: the one that comes along, a player's own, and a blank one to correct."""

from dice_hospital.deck_reader import check
from tabletop.decks import Shelf

__all__ = ["DEFAULT", "SHELF", "blank", "check", "find", "load", "shipped"]

DEFAULT = "house"
SHELF = Shelf("dice_hospital.data", check)
shipped, find, load = SHELF.shipped, SHELF.find, SHELF.load


def blank() -> str:
    """A deck file to correct from one's own box: the house deck, with what is reconstructed marked."""
    lines = [
        "# A Dice Hospital deck, to be corrected from the game on your table.",
        '# What is marked "<- look it up" is a guess, the report cards above all. Put in what is printed and write',
        '# provenance = "own copy". `clinic deck check` says what is missing.',
        "",
    ]
    body = find(DEFAULT)[0]
    body = body[body.index("[deck]") :]
    for line in body.replace(f'name = "{DEFAULT}"', 'name = "mine"', 1).splitlines():
        lines.append(line + ("   # <- look it up" if line == 'provenance = "reconstructed"' else ""))
    return "\n".join(lines) + "\n"
