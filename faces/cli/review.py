"""`clinic review`: what each decision of a game cost, and what luck did."""

from functools import partial
from pathlib import Path
from typing import Any

import click

from faces.app.advising import PLAYER, figure
from faces.app.question import Source
from faces.app.review import Reviewed, ReviewGame, review
from faces.cli.completion import complete_files
from faces.cli.exits import Command, Exit
from faces.cli.options import GAME_FILE, advice_options, end, json_option, tell
from faces.cli.progress import watched
from tabletop.text import columns

COSTLIEST = 3


@click.command("review", cls=Command)
@click.argument("path", metavar="GAME", type=GAME_FILE, shell_complete=complete_files)
@partial(advice_options, seconds=ReviewGame.seconds)
@json_option
def review_command(path: Path, deck: str | None, quiet: bool, as_json: bool, **options: Any) -> None:
    """Judge every decision of a game by what could be known then: what it lost, and what luck did: docs/advice.md."""
    with watched(quiet=quiet) as watch:
        found = review(ReviewGame(Source(path, deck), **options), watch)
    tell(found, lambda: _text(found), as_json=as_json)
    end(Exit.INTERRUPTED if found.review.interrupted else Exit.YES)


def _text(found: Reviewed) -> list[str]:
    return [found.position.header, PLAYER, *_summary(found), *_costliest(found), *_table(found)]


def _summary(found: Reviewed) -> list[str]:
    review, objective, judged = found.review, found.objective, len(found.review.marks)
    lines = [] if review.score is None else [f"final score: {review.score}"]
    mean = "?" if review.mean_loss is None else figure(review.mean_loss, objective)
    lines.append(f"lost by decisions: {figure(review.loss, objective)}, {mean} on average over {judged} decisions")
    lines.append(f"luck of the draws: {_gain(sum(one.gain for one in review.luck), objective)}")
    grades = [str(mark.grade) for mark in review.marks]
    lines.append(", ".join(f"{name} {grades.count(name)}" for name in ("fine", "inaccuracy", "mistake", "blunder")))
    missing = len(found.position.played) - judged
    lines += [f"time was up: {missing} decisions are not judged"] * (missing > 0)
    return lines + [f"note: {review.note}"] * bool(review.note)


def _gain(value: float, objective: str) -> str:
    return f"{'+' if value > 0 else ''}{figure(value, objective)}"


def _costliest(found: Reviewed) -> list[str]:
    game, lines = found.position.game, ["", "The costliest decisions"]
    costly = sorted((mark for mark in found.review.marks if mark.better), key=lambda mark: -mark.loss)[:COSTLIEST]
    for mark in costly:
        told = f"move {mark.number} (round {mark.round}), {game.format(mark.move)}"
        lines.append(f"  {told}: {mark.grade}, lost {figure(mark.loss, found.objective)}")
        lines.append("    better: " + "; ".join(game.format(move) for move in mark.better))
    return lines if costly else [*lines, "  none: no better play is known"]


def _table(found: Reviewed) -> list[str]:
    game, objective = found.position.game, found.objective
    rows = [["move", "", "lost", ""]]
    for mark in found.review.marks:
        lost = figure(mark.loss, objective) if mark.loss else ""
        rows.append([str(mark.number), game.format(mark.move), lost, str(mark.grade)])
    lines = ["", "All decisions", *(f"  {line}" for line in columns(rows, numbers=[0, 2]))]
    drawn = [[f"round {one.round}", game.format(one.drawn), _gain(one.gain, objective)] for one in found.review.luck]
    return [*lines, "", "Luck", *(f"  {line}" for line in columns(drawn, numbers=[2]))]
