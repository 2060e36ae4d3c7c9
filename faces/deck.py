"""`clinic deck`: check, show, list and begin decks."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from faces.answer import Answer, DeckSource
from faces.check import report
from faces.exits import note, write_file
from faces.games import FACES, Face, deck_face, face_of
from faces.options import FILE, caution, json_option, pen
from tabletop import files
from tabletop.files import Document, Fault, InvalidFile
from tabletop.text import columns

DECK = "deck"


@click.group()
def deck() -> None:
    """Decks of cards: the shipped ones and your own."""


def game_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--game", type=click.Choice(list(FACES)), help="Whose shipped deck is meant.")(command)


def found(name: str, game: str | None) -> tuple[Face, Document]:
    """A deck by the name of a shipped one or by file, and the face of its game."""
    shipping = [game] if game else [game for game in FACES if name in face_of(game).deck_names()]
    if not shipping:
        document = files.read(Path(name))
        return deck_face(document), document
    first, *others = shipping
    for other in others:
        note(f"note: this is the deck of {first}; {other} has one of this name, too: --game {other}")
    return face_of(first), files.parse(*face_of(first).find_deck(name))


@deck.command("check")
@click.argument("names", metavar="NAME|FILE...", nargs=-1, required=True)
@game_option
@json_option
def check_decks(names: tuple[str, ...], game: str | None, as_json: bool) -> None:
    """Check deck files: every fault with its line, and what looks odd."""
    started = time.monotonic()
    report({name: (DECK, faults_of(name, game)) for name in names}, started, as_json=as_json)


def faults_of(name: str, game: str | None) -> list[Fault]:
    try:
        face, document = found(name, game)
        return list(face.check_deck(document.text, document.file)[1])
    except InvalidFile as error:
        return list(error.faults)


@deck.command("new")
@click.argument("path", metavar="FILE", type=FILE)
@click.option("--game", type=click.Choice(list(FACES)), default=next(iter(FACES)))
@click.option("--force", is_flag=True, help="Overwrite the file.")
def new_deck(path: Path, game: str, force: bool) -> None:
    """Write a blank deck with comments, to fill in from your own cards."""
    write_file(path, face_of(game).blank_deck(), force=force)
    note(f"fill in {path}, then: clinic deck check {path}")


@deck.command("show")
@click.argument("name", metavar="NAME|FILE")
@game_option
@json_option
def show_deck(name: str, game: str | None, as_json: bool) -> None:
    """Draw all cards of a deck, to compare them with the cardboard."""
    started = time.monotonic()
    face, document = found(name, game)
    source, warnings = face.check_deck(document.text, document.file)
    if as_json:
        more = {"cards": document.data}
        click.echo(Answer(face.name, deck=source, elapsed=time.monotonic() - started, more=more).to_json())
    else:
        click.echo(face.deck_text(document.text, document.file, pen()))
    for warning in warnings:
        note(str(warning))
    caution(source)


@deck.command("list")
@json_option
def list_decks(as_json: bool) -> None:
    """List the decks that come along."""
    listed = [(game, name, _source(face_of(game), name)) for game in FACES for name in face_of(game).deck_names()]
    if as_json:
        decks: list[dict[str, Any]] = [
            {"game": game, "name": name, "sha256": source.sha256, "reconstructed": source.reconstructed}
            for game, name, source in listed
        ]
        click.echo(Answer(more={"decks": decks}).to_json())
        return
    rows = [
        [game, name, "reconstructed" if source.reconstructed else "read off cards"] for game, name, source in listed
    ]
    click.echo("\n".join(columns(rows)))


def _source(face: Face, name: str) -> DeckSource:
    return face.check_deck(*face.find_deck(name))[0]
