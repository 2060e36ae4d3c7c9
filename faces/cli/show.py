"""`clinic show`: the table as it stands after the moves of a file."""

from pathlib import Path

import click

from faces.app.question import Source
from faces.app.show import Show, Shown, show
from faces.cli.exits import Command, note
from faces.cli.options import FILE, caution, deck_option, file_argument, force_option, json_option, pen
from tabletop.plain import plain
from tabletop.text import plural
from tabletop.writing import write_file


@click.command("show", cls=Command)
@file_argument
@deck_option
@click.option("--svg", "picture", metavar="OUT", type=FILE, help="Draw the table into this SVG file.")
@force_option("Overwrite the picture.")
@json_option
def show_command(path: Path, deck: str | None, picture: Path | None, force: bool, as_json: bool) -> None:
    """Show the position that a game file leads to."""
    found = show(Show(Source(path, deck)))
    if picture:
        write_file(picture, found.svg, force=force)
    answer = found.answer
    click.echo(answer.to_json() if as_json else "\n".join(_text(found)))
    if picture:
        note(f"drawn in {plain(str(picture))}")
    caution(answer.deck)


def _text(found: Shown) -> list[str]:
    """The table in text, with how many choices there are."""
    position, choices = found.position, found.choices
    lines = [position.header, position.adapter.views.text(position.file, found.state, pen())]
    if choices.moves:
        count = plural(len(choices.moves), "legal choice") if choices.complete else "more legal choices than are listed"
        lines += ["", f"{count} ({position.game.decision(found.state)})"]
    return lines
