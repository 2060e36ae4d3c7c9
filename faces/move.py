"""`clinic move`: who goes where, by which way, in least time, and what conveyors and helipads are good for."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faces.answer import Answer
from faces.exits import Exit
from faces.games import Refusal, opened
from faces.options import FILE, caution, deck_option, json_option
from faces.replay import refereed
from tabletop.text import columns, signed

if TYPE_CHECKING:
    from solvers.movement import Leg, Movement, Variant

PLANNERS = {"clin9ic": "faces.clin9ic_move", "clinic": "faces.clinic_move"}
STEP, RIDE = " › ", " » "


@dataclass(frozen=True)
class MoveWish:
    """What is asked; each game knows some of it."""

    newcomers: str | None = None
    outpatient: bool = False
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class MoveReport:
    """What a game answers. Without a movement the question cannot be met, and `question` is followed by why."""

    question: str
    movement: "Movement | None"
    refusal: str = ""
    move: str | None = None  # as it is played, in a game where moving is a decision
    variants: "Sequence[Variant]" = ()
    placements: "Mapping[str, Sequence[Variant]]" = field(default_factory=dict)  # by heading, the best first
    remarks: Sequence[str] = ()


@click.command()
@click.argument("path", metavar="FILE", type=FILE)
@deck_option
@click.option("--newcomers", metavar="PEOPLE", help="Clin9ic: who comes, like '2 doctors 1 nurse 3 patients'.")
@click.option("--outpatient", is_flag=True, help="Clin9ic: count outpatient services as used this round.")
@click.option(
    "--need", "needs", metavar="WHO PLACE", multiple=True, help="Clinic: who has to end where, like 'doctor red 0b2'."
)
@json_option
def move(
    path: Path, deck: str | None, newcomers: str | None, outpatient: bool, needs: tuple[str, ...], as_json: bool
) -> None:
    """Plan the movement of people in the position that a game file leads to, in least time."""
    started = time.monotonic()
    face, file = opened(path, deck)
    state = face.seen(file, refereed(face, file, path).state)
    try:
        report: MoveReport = import_module(PLANNERS[face.name]).report(
            file.game, state, MoveWish(newcomers, outpatient, needs)
        )
    except Refusal as refusal:
        raise click.BadParameter(str(refusal), param_hint=f"--{refusal.option}") from None
    source = face.deck_source(file)
    if as_json:
        least = None if report.movement is None else report.movement.time
        answer = Answer(
            face.name,
            "infeasible" if least is None else "optimal",
            best=least,
            bound=least,
            moves=[] if report.move is None else [report.move],
            deck=source,
            elapsed=time.monotonic() - started,
            more=_data(report),
        )
        click.echo(answer.to_json())
    else:
        click.echo("\n".join([face.header(file), *_text(report)]))
    caution(source)
    if report.movement is None:
        click.get_current_context().exit(Exit.NO)


def _text(report: MoveReport) -> list[str]:
    lines = ["", report.question]
    if report.movement is None:
        lines.append(f"  {report.refusal}")
    else:
        lines += _walks(report.movement)
        lines += [f"  as a move: {report.move}"] * (report.move is not None)
        if report.variants:
            now = report.movement.time
            lines += ["", "Comparison", *_table([("as it stands", now), *report.variants], now)]
        for heading, placements in report.placements.items():
            lines += ["", heading, *_table(placements, report.movement.time)]
    return lines + [""] * bool(report.remarks) + list(report.remarks)


def _walks(movement: "Movement") -> list[str]:
    rows = [[walk.who, walk.space, walk.room, str(walk.time), way_text(walk.way)] for walk in movement.walks]
    lines = [f"  {line}" for line in columns(rows, numbers=[3])] if rows else ["  nobody moves"]
    for charge in movement.charges:
        less = f", {charge.walked - charge.time} less by triage" if charge.time < charge.walked else ""
        lines.append(f"  {charge.name}: {charge.walked}{less}")
    return [*lines, f"  total time {movement.time}"]


def way_text(way: "Sequence[Leg]") -> str:
    """A way in one line; a ride by conveyor has its own sign."""
    first, *rest = way
    return first.place + "".join((RIDE if leg.ride else STEP) + leg.place for leg in rest)


def _table(variants: "Sequence[Variant | tuple[str, int | None]]", now: int) -> list[str]:
    rows = []
    for name, spent in variants:
        if spent is None:
            rows.append([name, "–", "not everybody can come in"])
        else:
            more = spent - now
            rows.append([name, str(spent), "" if not more else f"+{more}" if more > 0 else signed(more)])
    return [f"  {line}" for line in columns(rows, numbers=[1])]


def _data(report: MoveReport) -> dict[str, Any]:
    walks = report.movement.walks if report.movement else ()
    charges = report.movement.charges if report.movement else ()
    return {
        "question": report.question,
        "refusal": report.refusal or None,
        "walks": [
            {**walk._asdict(), "way": [{"place": leg.place, "conveyor": leg.ride} for leg in walk.way]}
            for walk in walks
        ],
        "charges": [charge._asdict() for charge in charges],
        "comparison": [variant._asdict() for variant in report.variants],
        "placements": {
            heading: [variant._asdict() for variant in found] for heading, found in report.placements.items()
        },
        "remarks": list(report.remarks),
    }
