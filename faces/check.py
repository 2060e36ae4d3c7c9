"""`clinic check`: everything that is wrong with game files and decks."""

import time
from pathlib import Path

import click

from faces.answer import Answer, Status
from faces.exits import Exit, InvalidInput, fault_data
from faces.games import deck_face, game_in, is_deck
from faces.options import FILE, deck_option, json_option
from tabletop import files
from tabletop.files import Fault, InvalidFile


@click.command()
@click.argument("paths", metavar="FILE...", nargs=-1, required=True, type=FILE)
@deck_option
@json_option
def check(paths: tuple[Path, ...], deck: str | None, as_json: bool) -> None:
    """Check game files and deck files: every fault of every file, with its line."""
    started = time.monotonic()
    findings = [checked(path, deck) for path in paths]
    faults = [fault for _, found in findings for fault in found]
    wrong = [fault for fault in faults if not fault.warning]
    if as_json:
        more = {
            "files": [
                {"file": str(path), "kind": kind, "valid": all(fault.warning for fault in found)}
                for path, (kind, found) in zip(paths, findings, strict=True)
            ],
            "faults": [fault_data(fault) for fault in faults],
        }
        status: Status = "infeasible" if wrong else "feasible"
        click.echo(Answer(None, status, elapsed=time.monotonic() - started, more=more).to_json())
    else:
        for path, (kind, found) in zip(paths, findings, strict=True):
            if all(fault.warning for fault in found):
                click.echo(f"{path}: {kind}, valid")
    for fault in faults:
        if fault.warning:
            click.echo(str(fault), err=True)
    if wrong:
        raise InvalidInput(wrong)
    raise click.exceptions.Exit(Exit.YES)


def checked(path: Path, deck: str | None = None) -> tuple[str, list[Fault]]:
    """What kind of file it is, and its faults and warnings."""
    try:
        document = files.read(path)
    except InvalidFile as error:
        return "file", list(error.faults)
    kind = "deck" if is_deck(document) else "game"
    try:
        if kind == "deck":
            _, warnings = deck_face(document).check_deck(document.text, document.file)
            return kind, list(warnings)
        face, file = game_in(document, path, deck)
        illegal = face.replay(file).illegal
    except InvalidFile as error:
        return kind, list(error.faults)
    if illegal is None:
        return kind, []
    said = f"move {illegal.number}, {file.game.format(illegal.line.move)!r}, is illegal: {illegal.reason}"
    return kind, [Fault(str(path), illegal.line.line, "play.moves", said)]
