"""`clinic new`: deal a game."""

import os
import secrets
import time
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import click

from faces.answer import Answer
from faces.exits import note, write_file
from faces.games import FACES, Face, NewGame, Refusal, face_of
from faces.options import FILE, caution, deck_option, json_option

RANDOM_SEEDS = 1_000_000


def deal_options(command: Any) -> Any:
    """What can be asked of a new deal."""
    for option in (
        click.option("--beginner", is_flag=True, help="Clinic: one of the beginners' layouts instead of your own."),
        click.option("--board", metavar="SIDE", help="Clinic: the side of the board, 3x3 or 4x3."),
        click.option("--level", metavar="LEVEL", help="Clin9ic: easy, medium, difficult; popularity has harder ones."),
        click.option("--goal", metavar="GOAL", help="What to play for, such as popularity or doctors."),
        click.option("--id", "id", metavar="ID", help="Clin9ic: deal the game that this short id stands for."),
        click.option("--seed", type=int, help="The same number always gives the same deal."),
    ):
        command = option(command)
    return deck_option(command)


DEAL_OPTIONS = [f"--{field.name}" for field in fields(NewGame) if field.name != "deck"]


def dealt(face: Face, wish: NewGame) -> tuple[Any, int | None]:
    """A new game as wished, and the seed it came from."""
    if wish.seed is not None and wish.id is not None:
        raise click.UsageError("--seed and --id each choose the deal: give one of them")
    seed = wish.seed if wish.seed is not None or wish.id is not None else secrets.randbelow(RANDOM_SEEDS)
    try:
        return face.new(replace(wish, seed=seed)), seed
    except Refusal as refusal:
        raise click.BadParameter(str(refusal), param_hint=f"--{refusal.option}") from None


def deal_words(face: Face, file: Any, seed: int | None) -> str:
    """How to get the same deal again."""
    known = {"deal": face.deal_id(file), "seed": seed}
    return ", ".join(f"{name} {value}" for name, value in known.items() if value is not None)


def deck_seen_from(face: Face, deck: str, near: Path | None, folder: Path) -> str:
    """The name of a deck for a file in a folder: a deck file is named by its way from there."""
    if deck in face.deck_names():
        return deck
    beside = near.parent / deck if near else Path(deck)
    return os.path.relpath(beside if beside.exists() else Path(deck), folder)


@click.command()
@click.argument("game", type=click.Choice(list(FACES)))
@deal_options
@click.option("-o", "--output", type=FILE, help="Write the game file here instead of printing it.")
@click.option("--force", is_flag=True, help="Overwrite the output file.")
@json_option
def new(
    game: str,
    output: Path | None,
    force: bool,
    as_json: bool,
    **wish: Any,
) -> None:
    """Deal a game and write it as a game file."""
    started = time.monotonic()
    face = face_of(game)
    file, seed = dealt(face, NewGame(**wish))
    if output:
        file = face.with_deck(file, deck_seen_from(face, file.deck, None, output.parent))
    text = face.write(file)
    if output:
        write_file(output, text, force=force)
    source = face.deck_source(file)
    if as_json:
        more = {"seed": seed, "id": face.deal_id(file), "output": None if output is None else str(output), "file": text}
        elapsed = time.monotonic() - started
        click.echo(Answer(game, "feasible", deck=source, elapsed=elapsed, more=more).to_json())
    elif not output:
        click.echo(text, nl=False)
    note(deal_words(face, file, seed) + (f", in {output}" if output else ""))
    caution(source)
