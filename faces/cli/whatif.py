"""`clinic whatif`: what a move costs or gains, made or forbidden."""

from pathlib import Path
from typing import Any

import click

from faces.app.findings import clairvoyant
from faces.app.question import Source
from faces.app.verdicts import change, difference_words, status_words
from faces.app.whatif import Compared, WhatIf, compare
from faces.cli.exits import Command, Exit
from faces.cli.options import end, file_argument, json_option, search_options, tell
from faces.cli.progress import watched
from faces.cli.two_lines import side_by_side
from tabletop.text import columns, signed


@click.command("whatif", cls=Command)
@file_argument
@search_options
@click.option("--force", "forced", metavar="MOVE", multiple=True, help="Make this move now; more of them in order.")
@click.option(
    "--forbid",
    "forbidden",
    metavar="MOVE",
    multiple=True,
    help="Not this move, at the decision due after the forced ones.",
)
@json_option
def whatif_command(path: Path, deck: str | None, quiet: bool, as_json: bool, **options: Any) -> None:
    """Compare the best play with the best one that makes some moves, or does not make them."""
    with watched(quiet=quiet) as watch:
        found = compare(WhatIf(Source(path, deck), **options), watch)
    tell(found, lambda: _text(found), as_json=as_json)
    undecided = found.free.result.best is None or found.constrained.result.best is None
    end(Exit.INTERRUPTED if found.constrained.result.interrupted else Exit.UNDECIDED if undecided else Exit.YES)


def _text(found: Compared) -> list[str]:
    free, constrained, told = found.free, found.constrained, found.question
    name = "; ".join([f'with "{move}"' for move in told.forced] + [f'without "{move}"' for move in told.forbidden])
    lines = [free.position.header, f"free choice: {status_words(free.result)}"]
    lines += [f"{name}: {status_words(constrained.result)}", clairvoyant(free.position)]
    lines += [difference_words(free.result, constrained.result), *_difference_table(found)]
    return lines + side_by_side((free, constrained), ("free choice", "what if"), len(found.forced))


def _difference_table(found: Compared) -> list[str]:
    """The difference item by item."""
    free, constrained = found.free.result.best, found.constrained.result.best
    if found.items is None or free is None or constrained is None:
        return []
    rows = [["", "free", "what if", "difference"]]
    for name, row in [*found.items.items(), ("total", (free, constrained, constrained - free))]:
        rows.append([name, signed(row[0]), signed(row[1]), change(row[2]) if row[2] else ""])
    return ["", *(f"  {line}" for line in columns(rows, numbers=[1, 2, 3]))]
