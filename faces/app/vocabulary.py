"""The words that questions are asked with: goals, levels, decks and puzzles that there are."""

from pathlib import Path

from faces.games.registry import GAMES, adapter_of
from puzzles import ABOUT, FOLDER


def _words(option: str, game: str | None) -> list[str]:
    games = [game] if game else GAMES
    return list(dict.fromkeys(word for name in games for word in adapter_of(name).words_for(option)))


def goals(game: str | None = None) -> list[str]:
    """What can be played for, in one game or in any."""
    return _words("goal", game)


def levels(game: str | None = None) -> list[str]:
    return _words("level", game)


def deck_names(game: str | None = None) -> list[str]:
    """The decks that come along."""
    return _words("deck", game)


def puzzles() -> list[Path]:
    """The game files that come along."""
    return sorted(FOLDER.glob("*/*.toml"))


def puzzle_names() -> list[str]:
    """As commands take them."""
    return list(ABOUT)
