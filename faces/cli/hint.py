"""`clinic hint`: as much help as one wants, and no more."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from faces.app.hint import LEVELS, NUMBERS, Hint, hint
from faces.app.question import Source
from faces.cli.exits import Command, Exit
from faces.cli.options import choice_options, deck_option, end, file_argument, json_option, tell
from faces.cli.progress import watched


@click.command("hint", cls=Command)
@file_argument
@deck_option
@click.option(
    "--level", type=click.Choice(NUMBERS), default=NUMBERS[0], show_default=True,
    help="1: where to look; 2: what kind of move; 3: the move.",
)  # fmt: skip
@choice_options
@json_option
def hint_command(path: Path, deck: str | None, level: str, quiet: bool, as_json: bool, **options: Any) -> None:
    """Give a hint for the decision that is due: `advise`, for the same time and seed, would have chosen the same."""
    with watched(quiet=quiet, secret=True) as watch:
        found = hint(Hint(Source(path, deck), level=int(level), **options), watch)
    tell(found, lambda: hint_lines(found.hints), as_json=as_json)
    end(Exit.INTERRUPTED if found.interrupted else Exit.YES)


def hint_lines(hints: Sequence[str]) -> list[str]:
    return [f"{name.replace('_', ' ')}: {words}" for name, words in zip(LEVELS, hints, strict=False)]
