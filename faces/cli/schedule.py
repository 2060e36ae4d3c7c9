"""`clinic schedule`: the best builds, hires and admissions of this round, and who does what when."""

from pathlib import Path
from typing import Any

import click

from faces.app.findings import clairvoyant, proof_words
from faces.app.question import Source
from faces.app.schedule import RoundPlan, Schedule, Scheduled, schedule
from faces.app.verdicts import status_words
from faces.cli.exits import Command, Exit, note
from faces.cli.options import FILE, end, file_argument, force_option, json_option, search_options, tell
from faces.cli.progress import watched
from tabletop.plain import plain
from tabletop.text import columns
from tabletop.writing import refuse_unwritable, write_file


@click.command("schedule", cls=Command)
@file_argument
@search_options
@click.option("--count", type=click.IntRange(1), default=1, metavar="N", help="The N best schedules.")
@click.option("--why", is_flag=True, help="Name the rules that forbid a better schedule: half as long again.")
@click.option("--alone", is_flag=True, help="By the exact model alone: a second opinion on `solve`.")
@click.option("--svg", "picture", metavar="OUT", type=FILE, help="Draw the timeline of the best into this SVG file.")
@force_option("Overwrite the picture.")
@json_option
def schedule_command(
    path: Path, deck: str | None, picture: Path | None, force: bool, quiet: bool, as_json: bool, **options: Any
) -> None:
    """Schedule this round: builds, hires and admissions for the best score at its end.

    For Clin9ic and Clinic, with the cards of the round known: docs/solving.md.
    """
    if picture:
        refuse_unwritable(picture, force=force)
    with watched(quiet=quiet) as watch:
        found = schedule(Schedule(Source(path, deck), **options), watch)
    if picture and found.plans:
        write_file(picture, found.svg, force=force)
    tell(found, lambda: _text(found), as_json=as_json)
    if picture and found.plans:
        note(f"drawn in {plain(str(picture))}")
    end(_exit_code(found))


def _exit_code(found: Scheduled) -> Exit:
    if found.best.result.interrupted:
        return Exit.INTERRUPTED
    return Exit.YES if found.plans else Exit.UNDECIDED


def _text(found: Scheduled) -> list[str]:
    best = found.best
    lines = [best.position.header, f"{status_words(best.result)} at the end of round {found.round}"]
    lines += ["value: the score as if the game ended after this round", clairvoyant(best.position), *proof_words(best)]
    if found.question.why and found.plans:
        lines.append(_why_words(found.reasons))
    for rank, plan in enumerate(found.plans, 1):
        lines += ["", _heading(rank, plan), *_tasks(plan)]
    if found.plans and len(found.plans) < found.question.count:
        lines += ["", "no other schedule was found in time, or there is none"]
    return lines


def _why_words(reasons: tuple[str, ...] | None) -> str:
    if reasons is None:
        return "why: no rules were found in time that forbid a better one"
    return f"a better one is forbidden by: {', '.join(reasons)}"


def _heading(rank: int, plan: RoundPlan) -> str:
    result = plan.plan.result
    sure = "" if result.best == result.bound else f", at most {'?' if result.bound is None else result.bound}"
    return f"Schedule {rank}: {result.best}{sure}"


def _tasks(plan: RoundPlan) -> list[str]:
    rows, phase, position = [["", "", "", "time"]], "", plan.plan.position
    for task in plan.tasks:
        time = position.adapter.views.time_words(position.file, task.time) if task.time else ""
        rows.append([task.phase if task.phase != phase else "", task.who, task.what, time])
        phase = task.phase
    return [f"  {line}" for line in columns(rows, numbers=[3])] + _moves(plan)


def _moves(plan: RoundPlan) -> list[str]:
    game = plan.plan.position.game
    return ["  as moves:", *(f"    {game.format(move)}" for move in plan.plan.result.moves)]
