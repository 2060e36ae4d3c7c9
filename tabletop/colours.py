"""The four colours of skill and illness."""

from enum import IntEnum

from tabletop.moves import BadNotation, suggest


class Named(IntEnum):
    """Whole numbers that have a name, such as colours: as it is typed, and its first letter."""

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def letter(self) -> str:
        return self.word[0]


class Colour(Named):
    """From mild to severe; the distance of two colours is the number of nurses that bridge it."""

    WHITE = 0
    YELLOW = 1
    ORANGE = 2
    RED = 3


COLOURS = tuple(Colour)
BY_WORD = {colour.word: colour for colour in Colour}
BY_LETTER = {colour.letter: colour for colour in Colour}


def colour_named(word: str) -> Colour:
    """A colour by its name or first letter; raises BadNotation.

    >>> colour_named("y").word
    'yellow'
    """
    if word in BY_WORD:
        return BY_WORD[word]
    if word in BY_LETTER:
        return BY_LETTER[word]
    raise BadNotation(f"{word!r} is no colour, {suggest(word, BY_WORD)}")


Counts = tuple[int, int, int, int]


def add(counts: Counts, colour: int, amount: int = 1) -> Counts:
    """The counts with `amount` more of one colour.

    >>> add((1, 0, 0, 0), Colour.RED)
    (1, 0, 0, 1)
    """
    changed = list(counts)
    changed[colour] += amount
    return (changed[0], changed[1], changed[2], changed[3])


def describe(counts: Counts) -> str:
    """Counts as a player says them.

    >>> describe((2, 0, 0, 1))
    '2 white, 1 red'
    """
    return ", ".join(f"{n} {colour.word}" for colour, n in zip(COLOURS, counts, strict=True) if n) or "none"
