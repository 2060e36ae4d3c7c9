"""Game and deck files made wrong in every way that comes to mind, for `benchmarks.fuzz_files`."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("clin9ic", "clinic_solo", "dice_hospital")  # their folders
FORGED = "optimal (proven): 9999"  # no output may hold a line that begins so
NASTY = (
    "\u202e", "\u200b", "\u2028", "\x85", "\x9b2J", "\x7f", "\ufeff", "\ud7ff", "\U0001f468\u200d", "é", "\u0661",
)  # fmt: skip
ESCAPED = (
    rf"\n{FORGED}", rf"\r{FORGED}", rf"\t\n\n{FORGED}\n", r"\u001b[2J", r"\u0000", r"\u202e", r"\u2028", r"\"", r"\\",
)  # fmt: skip
NUMBERS = (0, -1, 1, 2, 3, 5, 7, 9, 10, 12, 50, 99, 1000, 9999, 10**6, 10**9, 2**31, 2**63 - 1, -(2**63), 2**63, 10**30)
ODD_VALUES = (
    "true", "[]", "{}", '""', "1.5", "inf", "nan", "-0", "1979-05-27", "07:32:00", "0xff", "[[]]", "[{}]", "[1, 'a']",
    '"?"', "{ a = 1 }", '"""\n\n"""', "1e400", '"none"', '"all"', '"red"', '"white"', '"a"', '"-"', "1_000",
)  # fmt: skip
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?![\w.])")
_STRING = re.compile(r'"[^"\n]*"')
_TOKEN = re.compile(r"[\w-]+|[^\w\s]")
_VALUE = re.compile(r"(?<== )[^\n\"]+$|(?<== )\"[^\n\"]+\"$", re.MULTILINE)

Mutation = Callable[[Random, str, str], str]  # of a text, with another one at hand


def sources() -> list[Path]:
    """All game and deck files that come along."""
    folders = [f"{game}/data" for game in GAMES] + [f"puzzles/{game}" for game in GAMES]
    return [path for folder in folders for path in sorted((ROOT / folder).glob("*.toml"))]


def _replace_one(random: Random, text: str, what: re.Pattern[str], by: str) -> str:
    places = list(what.finditer(text))
    if not places:
        return text + by
    found = random.choice(places)
    return text[: found.start()] + by + text[found.end() :]


def small_number(random: Random, text: str, _other: str) -> str:
    """A number a little more or less: often still a file that can be played."""
    places = list(_NUMBER.finditer(text))
    if not places:
        return text
    for found in sorted(random.sample(places, min(len(places), random.randint(1, 3))), key=lambda one: -one.start()):
        changed = int(found[0]) + random.choice((-3, -2, -1, 1, 1, 2, 3, 10))
        text = text[: found.start()] + str(changed) + text[found.end() :]
    return text


def any_number(random: Random, text: str, _other: str) -> str:
    return _replace_one(random, text, _NUMBER, str(random.choice(NUMBERS)))


def other_value(random: Random, text: str, other: str) -> str:
    """A value of another kind, or from another file."""
    strange = [*ODD_VALUES, *(found[0] for found in _VALUE.finditer(other))]
    return _replace_one(random, text, _VALUE, random.choice(strange))


def other_word(random: Random, text: str, other: str) -> str:
    words = [found[0] for found in _STRING.finditer(text + other)]
    return _replace_one(random, text, _STRING, random.choice(words or ['""']))


def nasty_text(random: Random, text: str, _other: str) -> str:
    """Letters in a text that steer a terminal, forge a line or show others in another order."""
    places = list(_STRING.finditer(text))
    if not places:
        return text
    found, strange = random.choice(places), random.choice(NASTY + ESCAPED)
    at = random.randint(found.start() + 1, found.end() - 1)
    return text[:at] + strange + text[at:]


def byte_flips(random: Random, text: str, _other: str) -> str:
    content = bytearray(text.encode("utf-8", "surrogateescape"))
    for _ in range(random.randint(1, 8)):
        content[random.randrange(len(content))] ^= 1 << random.randrange(8)
    return content.decode("utf-8", "surrogateescape")


def token_swap(random: Random, text: str, _other: str) -> str:
    tokens = list(_TOKEN.finditer(text))
    if len(tokens) < 2:
        return text
    one, other = sorted(random.sample(tokens, 2), key=lambda found: found.start())
    between = text[one.end() : other.start()]
    return text[: one.start()] + other[0] + between + one[0] + text[other.end() :]


def line_changes(random: Random, text: str, other: str) -> str:
    """Lines twice, gone, in another order, or from another file."""
    lines = text.split("\n")
    for _ in range(random.randint(1, 4)):
        at, to = random.randrange(len(lines)), random.randrange(len(lines))
        match random.randrange(4):
            case 0:
                lines.insert(to, lines[at])
            case 1:
                lines[at], lines[to] = lines[to], lines[at]
            case 2:
                lines.insert(at, random.choice(other.split("\n")))
            case _ if len(lines) > 1:
                del lines[at]
    return "\n".join(lines)


def truncation(random: Random, text: str, _other: str) -> str:
    return text[: random.randrange(1, len(text) + 1)]


def two_files(random: Random, text: str, other: str) -> str:
    return text[: random.randrange(len(text))] + other[random.randrange(len(other)) :]


def nesting(random: Random, text: str, _other: str) -> str:
    """Lists, tables and dotted keys in each other, a few or very many."""
    deep = random.choice((1, 3, 9, 11, 19, 25, 900, 40_000))
    monsters = ("[" * deep + "]" * deep, "{a=" * deep + "1" + "}" * deep)
    keys = ("a." * deep + "b = 1\n", "[" + "a." * deep + "b]\n", "[[" + "a." * deep + "b]]\n")
    if random.random() < 0.5:
        return _replace_one(random, text, _VALUE, random.choice(monsters))
    return random.choice((random.choice(keys) + text, text + "\n" + random.choice(keys)))


LONGEST = 2_000_000  # letters and bytes, ten times what is read: making a longer one would cost more than refusing it


def _copies(text: str, times: int) -> list[str]:
    """As many as wanted, or as are beyond the longest file anyway."""
    return [text] * min(times, LONGEST // (len(text) + 1) + 1)


def repetition(random: Random, text: str, _other: str) -> str:
    """A line, a section, a number's digits or a letter many times."""
    times = random.choice((2, 10, 300, 5_000))
    match random.randrange(4):
        case 0:
            lines = text.split("\n")
            at = random.randrange(len(lines))
            return "\n".join([*lines[:at], *_copies(lines[at], times), *lines[at:]])
        case 1:
            parts = re.split(r"(?=^\[)", text, flags=re.MULTILINE)
            at = random.randrange(len(parts))
            return "".join([*parts[:at], *_copies(parts[at], min(times, 300)), *parts[at:]])
        case 2:
            return _replace_one(random, text, _NUMBER, random.choice("19") * times)
        case _:
            at = random.randrange(len(text))
            return text[:at] + text[at] * times + text[at:]


def unknown_keys(random: Random, text: str, _other: str) -> str:
    times = random.choice((1, 30, 2_000, 9_000))
    name = random.choice(("extra", "gaol", "rounds", "a" * 150, "\\n", "\u202e"))
    return "\n".join([*(f'"{name}{index}" = 1' for index in range(times)), text])


MUTATIONS: Sequence[Mutation] = (
    small_number, small_number, any_number, any_number, other_value, other_word, nasty_text, byte_flips, token_swap,
    line_changes, line_changes, truncation, two_files, nesting, repetition, unknown_keys,
)  # fmt: skip


def mutated(random: Random) -> tuple[str, Path, bytes]:
    """What was done to which file, and what came out of it."""
    paths = sources()
    path, other = random.choice(paths), random.choice(paths)
    text = path.read_text("utf-8")
    mutation = random.choice(MUTATIONS)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        text = (mutation(random, text, other.read_text("utf-8")) or text)[:LONGEST]
    return mutation.__name__.replace("_", " "), path, text.encode("utf-8", "surrogateescape")[:LONGEST]
