"""The games that commands and pages know. A game is added by one entry in `GAMES`."""

from importlib import import_module
from pathlib import Path
from typing import Any, cast

from faces.games.adapter import AnyAdapter
from faces.games.decks import Decks
from tabletop import files
from tabletop.decks import refuse_game
from tabletop.files import Document, Fault, InvalidFile
from tabletop.moves import suggest

# The module of each game, loaded when the game is asked for. It has the adapter as ADAPTER.
GAMES = {
    "clin9ic": "faces.games.clin9ic.adapter",
    "clinic": "faces.games.clinic_solo.adapter",
    "dice-hospital": "faces.games.dice_hospital.adapter",
}
OTHER_NAMES = {"clinic-deluxe": "clinic"}  # as decks may call a game, too


def adapter_of(name: str) -> AnyAdapter:
    return cast(AnyAdapter, import_module(GAMES[name]).ADAPTER)


def opened(path: Path) -> tuple[AnyAdapter, Any]:
    """The game in a file and its adapter; InvalidFile with every fault."""
    return game_in(files.read(path), path, None)


def game_in(document: Document, path: Path, deck: str | None) -> tuple[AnyAdapter, Any]:
    name = document.data.get("game")
    if not isinstance(name, str) or name not in GAMES:
        found = f"{name!r} is unknown" if "game" in document.data else "is missing"
        reason = f"{found}, {suggest(str(name), GAMES)}"
        raise InvalidFile([Fault(document.file, document.line_of(("game",)), "game", reason)])
    adapter = adapter_of(name)
    return adapter, adapter.parse(document, path, deck)


# --- decks ---


def decks_of(game: str) -> Decks | None:
    return adapter_of(game).decks


def is_deck(document: Document) -> bool:
    return isinstance(document.data.get("deck"), dict)


def game_of_deck(document: Document) -> str:
    """The game a deck file belongs to."""
    refuse_game(document)
    header = document.data.get("deck")
    name = header.get("game") if isinstance(header, dict) else None
    name = OTHER_NAMES.get(name, name) if isinstance(name, str) else None
    if name not in GAMES or decks_of(name) is None:
        line = document.line_of(("deck", "game"))
        listed = " or ".join(f'"{known}"' for known in GAMES)
        raise InvalidFile(
            [Fault(document.file, line, "deck.game", f"expected {listed}, so that the cards can be read")]
        )
    return name
