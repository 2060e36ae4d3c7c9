"""What there is to begin with, in plain values: games with what can be asked of a new deal, decks, puzzles."""

from dataclasses import asdict
from functools import cache
from typing import Any

from faces.app.asking import ANSWERS
from faces.app.question import Source
from faces.app.rulebook import rulebook_of
from faces.app.show import Show, show
from faces.games.data import VARIANTS
from faces.games.registry import GAMES, adapter_of
from puzzles import FOLDER, all_puzzles, difficulty

SWITCHES = {"beginner": "the beginners' set-up", **VARIANTS}
WORDS = ("goal", "level", "board")
PICTURES = {
    "clin9ic": "clin9ic/worked-deal",
    "clinic": "clinic_solo/complete-game",
    "dice-hospital": "dice_hospital/mid-game",
}


def games() -> list[dict[str, Any]]:
    """Every game: its name, and what can be asked of a new deal, with the words there are for it."""
    found = []
    for name in GAMES:
        adapter = adapter_of(name)
        options = adapter.deal_options
        words = {option: [*map(str, adapter.words_for(option))] for option in WORDS if option in options}
        found.append(
            {
                "name": name,
                "title": rulebook_of(adapter).game,
                "options": list(options),
                "words": words,
                "decks": adapter.deck_names(),
                "variants": {option: SWITCHES[option] for option in options if option in SWITCHES},
                "moves": adapter.mover is not None,
            }
        )
    return found


def puzzles() -> list[dict[str, Any]]:
    """Every puzzle, with how hard it is."""
    return [{**asdict(puzzle), "difficulty": difficulty(puzzle.name)} for puzzle in all_puzzles()]


def questions() -> list[str]:
    """The commands that can be asked."""
    return [kind.command for kind in ANSWERS]


@cache
def picture(game: str) -> str | None:
    """A table of a game, as SVG; None where there is no such game."""
    return show(Show(Source(FOLDER / f"{PICTURES[game]}.toml"))).svg if game in PICTURES else None
