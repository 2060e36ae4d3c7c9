"""`clinic review`: what each decision of a game cost, and what luck did."""

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faces.advising import PLAYER, Wish, advice_options, adviser_of, exit_code, figure
from faces.answer import Answer
from faces.options import FILE, caution, json_option
from faces.progress import watched
from faces.searching import Question, answerable, ask
from tabletop.text import columns

if TYPE_CHECKING:
    from solvers.advice import Mark, Review

COSTLIEST = 3


@click.command()
@click.argument("path", metavar="GAME", type=FILE)
@partial(advice_options, seconds="120s")
@json_option
def review(
    path: Path,
    deck: str | None,
    goal: str | None,
    level: str | None,
    seconds: float,
    workers: int,
    quiet: bool,
    objective: str,
    seed: int,
    as_json: bool,
) -> None:
    """Judge every decision of a game by what could be known then: what it lost, and what luck did: docs/advice.md."""
    started = time.monotonic()
    question = ask(path, deck, goal, level)
    if not question.played:
        raise question.refused("play.moves", "there are no moves to review")
    with watched(quiet=quiet) as watch, answerable(question):
        found = adviser_of(question).review(question, Wish(seconds, workers, objective, seed), watch)
    if as_json:
        click.echo(_answer(question, found, time.monotonic() - started).to_json())
    else:
        lines = [question.face.header(question.file), PLAYER, *_summary(question, found), *_costliest(question, found)]
        click.echo("\n".join([*lines, *_table(question, found)]))
    caution(question.face.deck_source(question.file))
    click.get_current_context().exit(exit_code(found))


def _summary(question: Question, found: "Review") -> list[str]:
    objective, judged = str(found.objective), len(found.marks)
    lines = [] if found.score is None else [f"final score: {found.score}"]
    mean = "?" if found.mean_loss is None else figure(found.mean_loss, objective)
    lines.append(f"lost by decisions: {figure(found.loss, objective)}, {mean} on average over {judged} decisions")
    lines.append(f"luck of the draws: {_gain(sum(one.gain for one in found.luck), objective)}")
    grades = [str(mark.grade) for mark in found.marks]
    lines.append(", ".join(f"{name} {grades.count(name)}" for name in ("fine", "inaccuracy", "mistake", "blunder")))
    if judged < len(question.played):
        lines.append(f"time was up: {len(question.played) - judged} decisions are not judged")
    return lines


def _gain(value: float, objective: str) -> str:
    return f"{'+' if value > 0 else ''}{figure(value, objective)}"


def _costliest(question: Question, found: "Review") -> list[str]:
    lines = ["", "The costliest decisions"]
    costly = sorted((mark for mark in found.marks if mark.better), key=lambda mark: -mark.loss)[:COSTLIEST]
    for mark in costly:
        lines.append(f"  {_told(question, mark)}: {mark.grade}, lost {figure(mark.loss, str(found.objective))}")
        lines.append("    better: " + "; ".join(question.file.game.format(move) for move in mark.better))
    return lines if costly else [*lines, "  none: no better play is known"]


def _told(question: Question, mark: "Mark") -> str:
    return f"move {mark.number} (round {mark.round}), {question.file.game.format(mark.move)}"


def _table(question: Question, found: "Review") -> list[str]:
    game, objective = question.file.game, str(found.objective)
    rows = [["move", "", "lost", ""]]
    for mark in found.marks:
        lost = figure(mark.loss, objective) if mark.loss else ""
        rows.append([str(mark.number), game.format(mark.move), lost, str(mark.grade)])
    lines = ["", "All decisions", *(f"  {line}" for line in columns(rows, numbers=[0, 2]))]
    drawn = [[f"round {one.round}", game.format(one.drawn), _gain(one.gain, objective)] for one in found.luck]
    return [*lines, "", "Luck", *(f"  {line}" for line in columns(drawn, numbers=[2]))]


def _answer(question: Question, found: "Review", elapsed: float) -> Answer:
    game = question.file.game

    def data(mark: "Mark") -> dict[str, Any]:
        return {
            "number": mark.number,
            "round": mark.round,
            "move": game.format(mark.move),
            "value": mark.value,
            "loss": mark.loss,
            "grade": str(mark.grade),
            "better": [game.format(move) for move in mark.better],
        }

    more = {
        **adviser_of(question).target(question)[1],
        "objective": str(found.objective),
        "score": found.score,
        "loss": found.loss,
        "mean_loss": found.mean_loss,
        "marks": [data(mark) for mark in found.marks],
        "luck": [{"round": one.round, "drawn": game.format(one.drawn), "gain": one.gain} for one in found.luck],
    }
    moves = [game.format(move) for move in question.played]
    return Answer(
        question.face.name, "feasible", "player", moves=moves, interrupted=found.interrupted,
        deck=question.face.deck_source(question.file), elapsed=elapsed, more=more,
    )  # fmt: skip
