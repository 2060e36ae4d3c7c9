"""`clinic check`: everything that is wrong with game files and decks."""

from pathlib import Path

import click

from faces.app.check import Check, Checked, check
from faces.cli.completion import complete_files
from faces.cli.exits import Command, InvalidInput, note
from faces.cli.options import GAME_FILE, deck_option, json_option
from tabletop.plain import plain


@click.command("check", cls=Command)
@click.argument("paths", metavar="FILE...", nargs=-1, required=True, type=GAME_FILE, shell_complete=complete_files)
@deck_option
@json_option
def check_command(paths: tuple[Path, ...], deck: str | None, as_json: bool) -> None:
    """Check game files and deck files: every fault of every file, with its line."""
    report(check(Check(paths, deck)), as_json=as_json)


def report(found: Checked, *, as_json: bool) -> None:
    """Say of each file what kind it is and what is wrong with it."""
    if as_json:
        click.echo(found.answer.to_json())
    else:
        for file, one in found.files.items():
            if one.valid:
                click.echo(f"{plain(file)}: {one.kind}, valid")
    for fault in found.faults:
        if fault.warning:
            note(str(fault))
    if found.wrong:
        raise InvalidInput(found.wrong, answered=as_json)
