"""`clinic move`: who goes where, by which way, in least time, and what conveyors and helipads are good for."""

from collections.abc import Iterable
from pathlib import Path

import click

from faces.app.move import Move, Moved, move
from faces.app.question import Source
from faces.cli.exits import Command, Exit
from faces.cli.options import deck_option, end, file_argument, json_option, tell
from faces.games.data import MoveWish
from tabletop.text import columns, signed

STEP, RIDE = " › ", " » "


@click.command("move", cls=Command)
@file_argument
@deck_option
@click.option("--newcomers", metavar="PEOPLE", help="Clin9ic: who comes, like '2 doctors 1 nurse 3 patients'.")
@click.option("--outpatient", is_flag=True, help="Clin9ic: count outpatient services as used this round.")
@click.option(
    "--need", "needs", metavar="WHO PLACE", multiple=True, help="Clinic: who has to end where, like 'doctor red 0b2'."
)
@json_option
def move_command(
    path: Path, deck: str | None, newcomers: str | None, outpatient: bool, needs: tuple[str, ...], as_json: bool
) -> None:
    """Plan the movement of people in the position that a game file leads to, in least time."""
    found = move(Move(Source(path, deck), MoveWish(newcomers, outpatient, needs)))
    tell(found, lambda: [found.position.header, *_text(found)], as_json=as_json)
    if found.report.movement is None:
        end(Exit.NO)


def _text(found: Moved) -> list[str]:
    report = found.report
    lines = ["", report.question]
    if report.movement is None:
        lines.append(f"  {report.refusal}")
    else:
        lines += _walks(found)
        lines += [f"  as a move: {report.move}"] * (report.move is not None)
        if report.variants:
            now = report.movement.time
            lines += ["", "Comparison", *_table([("as it stands", now), *report.variants], now)]
        for heading, placements in report.placements.items():
            lines += ["", heading, *_table(placements, report.movement.time)]
    return lines + [""] * bool(report.remarks) + list(report.remarks)


def _walks(found: Moved) -> list[str]:
    movement, unit = found.report.movement, found.report.unit
    assert movement is not None
    rows = [[walk.who, walk.space, walk.room, f"{walk.time}{unit}", way_text(walk.way)] for walk in movement.walks]
    lines = [f"  {line}" for line in columns(rows, numbers=[3])] if rows else ["  nobody moves"]
    for charge in movement.charges:
        saved = f", {charge.walked - charge.time}{unit} less by {found.report.triage}"
        lines.append(f"  {charge.name}: {charge.walked}{unit}{saved if charge.time < charge.walked else ''}")
    return [*lines, f"  total time {movement.time}{unit}"]


def way_text(way: Iterable[tuple[str, bool]]) -> str:
    """A way in one line, of places and whether they are reached by conveyor; a ride has its own sign."""
    (first, _), *rest = way
    return first + "".join((RIDE if ride else STEP) + place for place, ride in rest)


def _table(variants: Iterable[tuple[str, int | None]], now: int) -> list[str]:
    rows = []
    for name, spent in variants:
        if spent is None:
            rows.append([name, "–", "not everybody can come in"])
        else:
            more = spent - now
            rows.append([name, str(spent), "" if not more else f"+{more}" if more > 0 else signed(more)])
    return [f"  {line}" for line in columns(rows, numbers=[1])]
