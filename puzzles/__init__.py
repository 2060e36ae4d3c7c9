"""Game files to try, by the folder of their game. `clinic puzzles` lists them; any command takes their names."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

FOLDER = Path(__file__).parent
LIKE_A_FOLDER, LIKE_A_PUZZLE = 0.6, 0.75  # from which likeness on a name may be a mistyped one
# What each is good for.
ABOUT = {
    "clin9ic/opening": "a deal from the first round on: play it, or solve it for some minutes",
    "clin9ic/mid-game": "three rounds to go: solve it, or ask for advice",
    "clin9ic/last-round": "one round to go: the optimum is proven in seconds",
    "clin9ic/complete-game": "a whole game: replay it, or review where it lost points",
    "clin9ic/worked-deal": "a deal as `clinic solve` played it: replay it",
    "clin9ic/rulebook-opening": "the same kind of deal with the deck of new games",
    "clin9ic/rulebook-mid-game": "three rounds to go with the deck of new games",
    "clin9ic/rulebook-last-round": "one round to go with the deck of new games",
    "clinic_solo/opening": "the set-up is still to be chosen, and every hour counts",
    "clinic_solo/mid-game": "three rounds to go: is the goal of two buildings safe?",
    "clinic_solo/last-round": "one round to go: three actions, a Move and Care",
    "clinic_solo/complete-game": "a whole game that meets its goal: replay or review it",
    "clinic_solo/worked-deal": "a deal as `clinic solve` played it: replay it",
    "clinic_solo/extinguishers-last-round": "one round to go with extinguishers: who walks past them?",
    "clinic_solo/extinguishers-mid-game": "three rounds to go: rooms that pay more, corridors that take longer",
    "clinic_solo/blood-last-round": "one round to go: blood is at hand, and somebody to help",
    "clinic_solo/blood-mid-game": "three rounds to go: who gives blood, and who brings it where?",
    "clinic_solo/workaholics-last-round": "one round to go: is a workaholic worth $8 and a salary?",
    "clinic_solo/workaholics-mid-game": "three rounds to go with a workaholic",
    "clinic_solo/zombies-last-round": "one round to go: nine points for each zombie that is left",
    "clinic_solo/zombies-mid-game": "three rounds to go: a zombie, and a lab that could cure it",
    "clinic_solo/floor4-last-round": "one round to go on five floors",
    "clinic_solo/floor4-mid-game": "three rounds to go, and one floor more above them",
    "clinic_solo/round7-last-round": "the seventh round",
    "clinic_solo/round7-mid-game": "four rounds to go instead of three",
    "clinic_solo/2014-mid-game": "the 2014 edition, three rounds to go: where is the staff needed most?",
    "clinic_solo/2014-last-round": "the 2014 edition, one round to go: who comes in has to be treated",
    "dice_hospital/opening": "a deal from the set-up on: play it",
    "dice_hospital/mid-game": "four rounds to go, a blood bag at hand: play on, or ask for advice",
    "dice_hospital/last-round": "one round to go: who can still be discharged, and for which report?",
    "dice_hospital/complete-game": "a whole game with good use of the last round: replay it",
}


@dataclass(frozen=True)
class Puzzle:
    """A game file that comes along; its name is its folder and file."""

    name: str
    game: str
    title: str
    about: str
    file: str


def all_puzzles() -> list[Puzzle]:
    """Every puzzle, by game."""
    found = []
    for name, about in ABOUT.items():
        path = FOLDER / f"{name}.toml"
        data = tomllib.loads(path.read_text("utf-8"))
        found.append(Puzzle(name, data["game"], data["title"], about, str(path)))
    return found


def difficulty(name: str) -> str:
    """How much there is to think about, by how far a puzzle's game has gone.

    >>> difficulty("clin9ic/last-round")
    'easy'
    """
    parts = {"last-round": "easy", "mid-game": "medium", "opening": "hard"}
    return next((word for part, word in parts.items() if name.endswith(part)), "to look at")


def located(path: Path) -> Path:
    """The file that is meant: the one at this path, or else the puzzle of this name.

    >>> located(Path("clin9ic/last-round")).name
    'last-round.toml'
    >>> located(Path("mine.toml")).as_posix()
    'mine.toml'
    """
    name = _name(path)
    return FOLDER / f"{name}.toml" if name in ABOUT and not path.exists() else path


def alike(path: Path) -> list[str]:
    """The puzzles whose name may have been meant by a path where there is no file.

    >>> alike(Path("clin9ic/last-rond")), alike(Path("clinic/mid"))
    (['clin9ic/last-round'], ['clinic_solo/mid-game'])
    >>> alike(Path("mine.toml")), alike(Path("games/last-round.toml"))
    ([], [])
    """
    if path.is_absolute():
        return []
    folder, _, last = _name(path).rpartition("/")
    folders = list(dict.fromkeys(name.split("/")[0] for name in ABOUT))
    if folder in folders:
        folders = [folder]
    elif folder or path.suffix:  # a name alone may be meant for any game, a file alone is the player's
        folders = _like(folder, folders, LIKE_A_FOLDER)
    there = [name for folder in folders for name in ABOUT if name.startswith(f"{folder}/")]
    close = _like(last, [name.split("/")[1] for name in there], LIKE_A_PUZZLE)
    return [name for name in there if name.split("/")[1] in close]


def _like(word: str, words: Sequence[str], likeness: float) -> list[str]:
    """The words that begin like this one, or else the one most like it."""
    return [one for one in words if word and one.startswith(word)] or get_close_matches(word, words, 1, likeness)


def _name(path: Path) -> str:
    """What would be the name of a puzzle."""
    return path.as_posix().removeprefix("puzzles/").removesuffix(".toml")
