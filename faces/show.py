"""`clinic show`: the table as it stands after the moves of a file."""

import time
from pathlib import Path
from typing import Any

import click

from faces.answer import Answer
from faces.exits import note, write_file
from faces.games import Choices, Face, opened
from faces.options import FILE, caution, deck_option, json_option, pen
from faces.replay import refereed
from tabletop.text import plural


@click.command()
@click.argument("path", metavar="FILE", type=FILE)
@deck_option
@click.option("--svg", "picture", metavar="OUT", type=FILE, help="Draw the table into this SVG file.")
@click.option("--force", is_flag=True, help="Overwrite the picture.")
@json_option
def show(path: Path, deck: str | None, picture: Path | None, force: bool, as_json: bool) -> None:
    """Show the position that a game file leads to."""
    started = time.monotonic()
    face, file = opened(path, deck)
    state = face.seen(file, refereed(face, file, path).state)
    if picture:
        write_file(picture, face.svg(file, state), force=force)
    choices = face.choices(file, state)
    source = face.deck_source(file)
    if as_json:
        more = {
            "position": face.position(file, state),
            "legal": [file.game.format(move) for move in choices.moves],
            "legal_complete": choices.complete,
        }
        moves = [file.game.format(line.move) for line in file.moves]
        elapsed = time.monotonic() - started
        click.echo(Answer(face.name, moves=moves, deck=source, elapsed=elapsed, more=more).to_json())
    else:
        click.echo(shown(face, file, state, choices))
    if picture:
        note(f"drawn in {picture}")
    caution(source)


def shown(face: Face, file: Any, state: Any, choices: Choices) -> str:
    """The table in text, with how many choices there are."""
    lines = [face.header(file), face.text(file, state, pen())]
    if choices.moves:
        count = plural(len(choices.moves), "legal choice") if choices.complete else "more legal choices than are listed"
        lines += ["", f"{count} ({file.game.decision(state)})"]
    return "\n".join(lines)
