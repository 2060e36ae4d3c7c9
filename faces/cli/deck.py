"""`clinic deck`: check, show, list and begin decks."""

from pathlib import Path

import click

from faces.app.deck import DeckCheck, DeckShow, check_decks, list_decks, new_deck, show_deck
from faces.cli.check import report
from faces.cli.completion import complete_decks
from faces.cli.exits import Command, Group, note
from faces.cli.options import FILE, caution, force_option, game_option, json_option, pen
from faces.games.registry import GAMES
from tabletop.plain import plain
from tabletop.text import columns

whose_deck = game_option("Whose shipped deck is meant.")


@click.group("deck", cls=Group)
def deck_commands() -> None:
    """Decks of cards: the shipped ones and your own."""


@deck_commands.command("check", cls=Command)
@click.argument("names", metavar="NAME|FILE...", nargs=-1, required=True, shell_complete=complete_decks)
@whose_deck
@json_option
def check_command(names: tuple[str, ...], game: str | None, as_json: bool) -> None:
    """Check deck files: every fault with its line, and what looks odd."""
    report(check_decks(DeckCheck(names, game), note), as_json=as_json)


@deck_commands.command("new", cls=Command)
@click.argument("path", metavar="FILE", type=FILE)
@click.option("--game", type=click.Choice(list(GAMES)), default=next(iter(GAMES)))
@force_option("Overwrite the file.")
def new_command(path: Path, game: str, force: bool) -> None:
    """Write a blank deck with comments, to fill in from your own cards."""
    new_deck(path, game, force=force)
    note(f"fill in {plain(str(path))}, then: clinic deck check {plain(str(path))}")


@deck_commands.command("show", cls=Command)
@click.argument("name", metavar="NAME|FILE", shell_complete=complete_decks)
@whose_deck
@json_option
def show_command(name: str, game: str | None, as_json: bool) -> None:
    """Draw all cards of a deck, to compare them with the cardboard."""
    found = show_deck(DeckShow(name, game), note)
    click.echo(found.answer.to_json() if as_json else found.text(pen()))
    for warning in found.warnings:
        note(str(warning))
    caution(found.source)


@deck_commands.command("list", cls=Command)
@json_option
def list_command(as_json: bool) -> None:
    """List the decks that come along."""
    found = list_decks()
    rows = [
        [deck.game, deck.name, "reconstructed" if deck.source.reconstructed else "read off cards"]
        for deck in found.decks
    ]
    click.echo(found.answer.to_json() if as_json else "\n".join(columns(rows)))
