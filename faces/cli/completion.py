"""What the shell completes: goals, levels and decks of the games, and the puzzles that came along."""

import os
from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

from faces.app.vocabulary import deck_names, goals, levels, puzzle_names, puzzles
from faces.games.registry import GAMES

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _game(ctx: click.Context) -> str | None:
    """The game that a line names; while an option is completed, click has not taken up the arguments before it."""
    named = [ctx.params.get("game"), *ctx.args]
    return next((name for name in named if name in GAMES), None)


def _words(found: Callable[[str | None], Iterable[str]]) -> Complete:
    """Completes one of some words; those of one game, where the line says which."""

    def complete(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        words = found(_game(ctx))
        return [CompletionItem(word) for word in words if word.startswith(incomplete)]

    return complete


complete_goals = _words(goals)
complete_levels = _words(levels)


def complete_decks(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """A shipped deck, or a file."""
    names = [name for name in deck_names(_game(ctx)) if name.startswith(incomplete)]
    return [*map(CompletionItem, names), CompletionItem(incomplete, type="file")]


def complete_files(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """A file, a puzzle by its name, or by its path where only the end of its name is typed."""
    named = [name for name in puzzle_names() if incomplete and name.startswith(incomplete)]
    shipped = [path for path in puzzles() if incomplete and path.name.startswith(incomplete)]
    words = [*named, *map(os.path.relpath, shipped)]
    return [*map(CompletionItem, words), CompletionItem(incomplete, type="file")]
