"""Options and small habits that commands share."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from faces.answer import DeckSource
from faces.exits import JSON_WANTED, note
from tabletop.text import Pen

FILE = click.Path(path_type=Path)  # existence is checked on reading, so that all faults look alike


def _remember_json(ctx: click.Context, _parameter: click.Parameter, value: bool) -> bool:
    ctx.meta[JSON_WANTED] = value
    return value


def json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--json", "as_json", is_flag=True, is_eager=True, callback=_remember_json, help="Answer in JSON."
    )(command)


def deck_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--deck", metavar="NAME|FILE", help="Use this deck instead of the one named.")(command)


def pen() -> Pen:
    """Colours for a terminal; click takes them out again where they are not wanted."""
    return Pen(colours=sys.stdout.isatty())


def caution(deck: DeckSource) -> None:
    """Say so where a result rests on reconstructed cards."""
    if deck.caution:
        note(f"note: {deck.caution}")
