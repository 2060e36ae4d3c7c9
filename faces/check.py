"""`clinic check`: everything that is wrong with game files and decks."""

import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import click

from faces.answer import Answer, Status
from faces.exits import InvalidInput, fault_data, note
from faces.games import deck_face, game_in, is_deck
from faces.options import FILE, deck_option, json_option
from faces.replay import illegal_fault
from tabletop import files
from tabletop.files import Fault, InvalidFile


@click.command()
@click.argument("paths", metavar="FILE...", nargs=-1, required=True, type=FILE)
@deck_option
@json_option
def check(paths: tuple[Path, ...], deck: str | None, as_json: bool) -> None:
    """Check game files and deck files: every fault of every file, with its line."""
    started = time.monotonic()
    report({str(path): checked(path, deck) for path in paths}, started, as_json=as_json)


def report(findings: Mapping[str, tuple[str, list[Fault]]], started: float, *, as_json: bool) -> None:
    """Say of each file what kind it is and what is wrong with it."""
    faults = [fault for _, found in findings.values() for fault in found]
    wrong = [fault for fault in faults if not fault.warning]
    valid = {file: all(fault.warning for fault in found) for file, (_, found) in findings.items()}
    if as_json:
        more = {
            "files": [{"file": file, "kind": kind, "valid": valid[file]} for file, (kind, _) in findings.items()],
            "faults": [fault_data(fault) for fault in faults],
        }
        status: Status = "infeasible" if wrong else "feasible"
        click.echo(Answer(None, status, elapsed=time.monotonic() - started, more=more).to_json())
    else:
        for file, (kind, _) in findings.items():
            if valid[file]:
                click.echo(f"{file}: {kind}, valid")
    for fault in faults:
        if fault.warning:
            note(str(fault))
    if wrong:
        raise InvalidInput(wrong)


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
    fault = illegal_fault(face, file, path, illegal)
    return kind, [replace(fault, message=fault.message.splitlines()[0])]  # `replay` lists the legal choices
