"""What there is to begin with, in plain values: games with what can be asked of a new deal, decks, puzzles."""

import re
from dataclasses import asdict
from functools import cache
from typing import Any

from faces.app.asking import ANSWERS
from faces.app.question import Source
from faces.app.rulebook import rulebook_of
from faces.app.show import Show, show
from faces.games.adapter import AnyAdapter
from faces.games.data import VARIANTS
from faces.games.registry import GAMES, adapter_of
from puzzles import FOLDER, all_puzzles, difficulty

SWITCHES = {"beginner": "the beginners' set-up", **VARIANTS}
WORDS = ("goal", "level", "board", "edition")
PICTURES = {  # of a puzzle, the part that shows at a glance which game it is: left, top, width, height
    "clin9ic": ("clin9ic/worked-deal", (12, 72, 584, 292)),
    "clinic": ("clinic_solo/worked-deal", (12, 92, 700, 350)),
    "dice-hospital": ("dice_hospital/mid-game", (12, 72, 690, 345)),
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
                "rulesets": [*adapter.words_for("ruleset")] if "ruleset" in options else [],
                "decks": [*adapter.words_for("deck")],
                "variants": {option: SWITCHES[option] for option in options if option in SWITCHES},
                "moves": adapter.mover is not None,
            }
        )
    return found


def puzzles() -> list[dict[str, Any]]:
    """Every puzzle, with how hard it is."""
    return [{**asdict(puzzle), "difficulty": difficulty(puzzle.name)} for puzzle in all_puzzles()]


def questions_about(adapter: AnyAdapter) -> dict[str, Any]:
    """What can be asked about a game: the commands, the words of its options, and whether reasons are told."""
    refused = {"move": adapter.mover is None, "schedule": adapter.scheduler is None}
    return {
        "commands": [kind.command for kind in ANSWERS if not refused.get(kind.command)],
        "words": {option: [*map(str, adapter.words_for(option))] for option in ("goal", "level")},
        "explains": adapter.solver.explains,
    }


@cache
def picture(game: str) -> str | None:
    """Part of a table of a game, as SVG; None where there is no such game."""
    if game not in PICTURES:
        return None
    puzzle, (left, top, width, height) = PICTURES[game]
    whole = show(Show(Source(FOLDER / f"{puzzle}.toml"))).svg
    size = f'width="{width}" height="{height}" viewBox="{left} {top} {width} {height}"'
    return re.sub(r'width="[^"]*" height="[^"]*" viewBox="[^"]*"', size, whole, count=1)
