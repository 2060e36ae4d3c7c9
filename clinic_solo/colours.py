"""Rule 1.1, 14C: the colours of doctors, one more than those of patients where workaholics play; counts by colour."""

from collections.abc import Iterable

from tabletop.colours import COLOURS, Named
from tabletop.files import Table
from tabletop.moves import BadNotation, suggest

Numbers = tuple[int, ...]  # one for each colour there is


class Skill(Named):
    """A doctor's colour; the first four are those of patients."""

    WHITE = 0
    YELLOW = 1
    ORANGE = 2
    RED = 3
    PURPLE = 4  # a workaholic (14C)


SKILL_BY_WORD = {skill.word: skill for skill in Skill}
_BY_LETTER = {skill.letter: skill for skill in Skill}


def skill_named(word: str) -> int:
    """A doctor's colour by its name or first letter; raises BadNotation.

    >>> skill_named("p")
    4
    """
    if word in _BY_LETTER:
        return int(_BY_LETTER[word])
    if word in SKILL_BY_WORD:
        return int(SKILL_BY_WORD[word])
    raise BadNotation(f"{word!r} is no colour of a doctor, {suggest(word, SKILL_BY_WORD)}")


def added(counts: Numbers, colour: int, amount: int = 1) -> Numbers:
    """The counts with `amount` more of one colour.

    >>> added((1, 0, 0, 0, 0), Skill.PURPLE)
    (1, 0, 0, 0, 1)
    """
    return (*counts[:colour], counts[colour] + amount, *counts[colour + 1 :])


def described(counts: Numbers) -> str:
    """Counts as a player says them.

    >>> described((2, 0, 0, 0, 1))
    '2 white, 1 purple'
    """
    return ", ".join(f"{n} {Skill(colour).word}" for colour, n in enumerate(counts) if n) or "none"


def counted(colours: Iterable[int]) -> Numbers:
    """How many there are of each colour; purple is told only where there is one."""
    found = list(colours)
    kinds = len(Skill) if Skill.PURPLE in found else len(COLOURS)
    return tuple(found.count(colour) for colour in range(kinds))


def read_numbers(table: Table, key: str, kinds: int) -> Numbers:
    """The counts of a table within a table of a file, for the first so many colours; those not named count 0."""
    inner = table.table(key)
    if inner is None:
        return (0,) * kinds
    found = tuple(inner.number(skill.word, 0, required=False) or 0 for skill in tuple(Skill)[:kinds])
    inner.done()
    return found


def format_numbers(counts: Numbers) -> str:
    """Counts as a TOML table.

    >>> format_numbers((2, 0, 0, 0, 1)), format_numbers((0, 0, 0, 0))
    ('{ white = 2, purple = 1 }', '{}')
    """
    shown = ", ".join(f"{Skill(colour).word} = {n}" for colour, n in enumerate(counts) if n)
    return f"{{ {shown} }}" if shown else "{}"
