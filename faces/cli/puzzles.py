"""`clinic puzzles`: the game files that come along."""

import click

from faces.app.puzzles import list_puzzles
from faces.cli.exits import Command
from faces.cli.options import json_option


@click.command("puzzles", cls=Command)
@json_option
def puzzles_command(as_json: bool) -> None:
    """List the game files that come along; every command takes their names for a FILE."""
    found = list_puzzles()
    click.echo(found.answer.to_json() if as_json else found.text())
