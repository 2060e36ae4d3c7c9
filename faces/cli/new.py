"""`clinic new`: deal a game."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import click

from faces.app.new import New, new
from faces.cli.completion import complete_goals, complete_levels
from faces.cli.exits import Command, note
from faces.cli.options import FILE, Decorated, caution, deck_option, decorated, force_option, json_option
from faces.games.data import VARIANTS, NewGame, option_name
from faces.games.registry import GAMES
from tabletop.plain import plain

DEAL_OPTIONS = [option_name(field.name) for field in fields(NewGame) if field.name != "deck"]


def deal_options(command: Decorated) -> Decorated:
    """What can be asked of a new deal."""
    return decorated(
        command,
        deck_option,
        click.option("--seed", type=int, help="The same number always gives the same deal."),
        click.option("--id", "id", metavar="ID", help="Deal the game that this short id stands for."),
        click.option(
            "--goal",
            metavar="GOAL",
            help="What to play for, such as popularity or doctors.",
            shell_complete=complete_goals,
        ),
        click.option(
            "--level",
            metavar="LEVEL",
            help="Clin9ic: easy, medium, difficult; popularity has harder ones.",
            shell_complete=complete_levels,
        ),
        click.option("--board", metavar="SIDE", help="Clinic: the side of the board, 3x3 or 4x3."),
        click.option("--beginner", is_flag=True, help="Clinic: one of the beginners' layouts instead of your own."),
        click.option(
            "--ruleset",
            metavar="NAME",
            multiple=True,
            help="Clinic: a mini-expansion, such as zombies or blood; may be given several times.",
        ),
        click.option("--edition", metavar="NAME", help="Clinic: the edition, 2014; deluxe if nothing is said."),
        *(
            click.option(option_name(name), is_flag=True, help=f"Dice Hospital: {words}.")
            for name, words in VARIANTS.items()
        ),
    )


@click.command("new", cls=Command)
@click.argument("game", type=click.Choice(list(GAMES)))
@deal_options
@click.option("-o", "--output", type=FILE, help="Write the game file here instead of printing it.")
@force_option("Overwrite the output file.")
@json_option
def new_command(game: str, output: Path | None, force: bool, as_json: bool, **wish: Any) -> None:
    """Deal a game and write it as a game file."""
    found = new(New(game, NewGame(**wish), output, force))
    if as_json:
        click.echo(found.answer.to_json())
    elif not output:
        click.echo(found.text, nl=False)
    note(found.deal.words + (f", in {plain(str(output))}" if output else ""))
    caution(found.answer.deck)
