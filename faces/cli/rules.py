"""`clinic rules`: the rules by their numbers, as messages cite them."""

import os
from pathlib import Path

import click

from faces.app.rules import Rules, find_rules
from faces.cli.exits import Command
from faces.cli.options import game_option
from faces.games.data import Misuse


@click.command("rules", cls=Command)
@click.argument("words", metavar="[NUMBER|WORDS] [FILE]", nargs=-1)
@game_option("The game whose rules are meant.")
def rules_command(words: tuple[str, ...], game: str | None) -> None:
    """Print rules: 4.6 is one rule, 4 a section, nothing the headings, words those rules that have them.

    The game is that of --game or of a game FILE; without either, every game answers.
    """
    answers = find_rules(_asked(words, game))
    click.echo("\n\n".join("\n".join(answer) for answer in answers))


def _asked(words: tuple[str, ...], game: str | None) -> Rules:
    """What is asked for, and of which games."""
    files = [word for word in words if word.endswith(".toml") or os.path.isfile(word)]  # a word may be no name at all
    asked = tuple(word for word in words if word not in files)
    if len(files) > 1:
        raise Misuse("one FILE is enough to say which game is meant")
    if files and game:
        raise Misuse("--game and a FILE each say which game is meant: give one of them")
    return Rules(asked, game, Path(files[0]) if files else None)
