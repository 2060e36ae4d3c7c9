"""`clinic solve`: the best play for the cards to come."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from faces.app.answer import Alternative
from faces.app.findings import Plan, clairvoyant, proof_words
from faces.app.question import Source
from faces.app.solve import Solve, Solved, solve
from faces.app.verdicts import status_words
from faces.cli.exits import Command, Exit, InvalidInput, note
from faces.cli.options import FILE, caution, end, file_argument, force_option, json_option, search_options
from faces.cli.progress import watched
from faces.cli.story import plan_text
from tabletop.text import columns, signed


@click.command("solve", cls=Command)
@file_argument
@search_options
@click.option("--gap", type=click.IntRange(0), default=0, help="Good enough: this many points below the bound.")
@click.option("--top", type=click.IntRange(1), metavar="K", help="Also the K best ways to take the decision due.")
@click.option("--save", type=FILE, metavar="FILE", help="Keep what was found, to go on later.")
@click.option("--resume", type=FILE, metavar="FILE", help="Go on from what was kept.")
@click.option("-o", "--output", type=FILE, metavar="FILE", help="Write the game with the plan as its moves.")
@force_option("Overwrite files.")
@json_option
def solve_command(path: Path, deck: str | None, quiet: bool, as_json: bool, **options: Any) -> None:
    """Find the best play from the position of a game file, with all cards to come known.

    The answer is a plan that the referee has replayed, and a bound that no play can beat: docs/solving.md.
    """
    with watched(quiet=quiet) as watch:
        found = solve(Solve(Source(path, deck), **options), watch)
    try:  # the answer comes first, and is in the files even if nobody reads it
        click.echo(found.answer.to_json() if as_json else "\n".join(_text(found)))
    finally:
        faults = found.write(note)
    caution(found.answer.deck)
    if faults:
        raise InvalidInput(faults, answered=True)
    end(_exit_code(found.plan))


def _exit_code(plan: Plan) -> Exit:
    if plan.result.interrupted:
        return Exit.INTERRUPTED
    return Exit.YES if plan.result.best is not None else Exit.UNDECIDED


def _text(found: Solved) -> list[str]:
    plan = found.plan
    lines = [plan.position.header, status_words(plan.result)]
    lines += [clairvoyant(plan.position), *proof_words(plan)]
    lines += plan_text(plan) if plan.result.best is not None else []
    return lines + (_ways_text(plan, found.ways) if found.question.top else [])


def _ways_text(plan: Plan, others: Sequence[Alternative]) -> list[str]:
    rows = [["", "", "value", "at most", "loss"]]
    for rank, way in enumerate(others, 1):
        figures = ["?" if figure is None else str(figure) for figure in (way.value, way.bound)]
        rows.append([str(rank), way.move, *figures, signed(-int(way.loss or 0))])
    lines = ["", f"The best ways to decide now ({plan.position.game.decision(plan.position.state)})"]
    lines += [f"  {line}" for line in columns(rows, numbers=[0, 2, 3, 4])]
    unproven = any(way.value != way.bound for way in others)
    remark = "  where the value is below what it is at most, it is the best found in time, and the loss an estimate"
    return lines + [remark] * unproven
