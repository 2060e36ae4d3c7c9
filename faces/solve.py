"""`clinic solve`: the best play for the cards to come."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from faces import kept
from faces.answer import Alternative
from faces.exits import IS_FOLDER, note, write_file
from faces.findings import answer, clairvoyant, plan_text, proof_words, status_words
from faces.new import deck_seen_from
from faces.options import FILE, caution, json_option
from faces.progress import Watch, watched
from faces.searching import Question, ask, exit_code, search, search_options
from tabletop.files import Fault, InvalidFile
from tabletop.text import columns, signed

if TYPE_CHECKING:
    from solvers.result import Limits, SolveResult

SHARE_OF_PLAN = 0.5  # of the time, where other ways are asked for, too


@click.command()
@click.argument("path", metavar="FILE", type=FILE)
@search_options
@click.option("--gap", type=click.IntRange(0), default=0, help="Good enough: this many points below the bound.")
@click.option("--top", type=click.IntRange(1), metavar="K", help="Also the K best ways to take the decision due.")
@click.option("--save", type=FILE, metavar="FILE", help="Keep what was found, to go on later.")
@click.option("--resume", type=FILE, metavar="FILE", help="Go on from what was kept.")
@click.option("-o", "--output", type=FILE, metavar="FILE", help="Write the game with the plan as its moves.")
@click.option("--force", is_flag=True, help="Overwrite files.")
@json_option
def solve(
    path: Path,
    deck: str | None,
    goal: str | None,
    level: str | None,
    seconds: float,
    workers: int,
    quiet: bool,
    gap: int,
    top: int | None,
    save: Path | None,
    resume: Path | None,
    output: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Find the best play from the position of a game file, with all cards to come known.

    The answer is a plan that the referee has replayed, and a bound that no play can beat: docs/solving.md.
    """
    started = time.monotonic()
    question = ask(path, deck, goal, level)
    own = [resume] if resume else []  # going on, one writes where one has read
    for target in (save, output):
        if target and target not in own:
            _refuse_existing(target, force=force)
    from solvers.result import Found, Limits

    found = kept.read(question, resume) if resume else Found()
    limits = Limits(seconds, workers, gap)
    with watched(quiet=quiet) as watch:
        share = replace(limits, seconds=seconds * SHARE_OF_PLAN) if top else limits
        result = search(question, share, watch, found=found)
        left = replace(limits, seconds=max(0.0, seconds - result.elapsed))
        others = ways(question, result, top, left, watch) if top else []
        result = replace(result, interrupted=watch.interrupted())
    if save:
        write_file(save, kept.text(question, result), force=True)
        note(f"kept in {save}")
    if output and result.best is not None:
        write_file(output, _game_file(question, result, output, given=deck is not None), force=True)
        note(f"the game with this plan is in {output}")
    if as_json:
        report = answer(question, result, time.monotonic() - started, {"output": output and str(output)})
        click.echo(replace(report, alternatives=others).to_json())
    else:
        lines = [question.face.header(question.file), status_words(result)]
        lines += [clairvoyant(question), *proof_words(question, result)]
        lines += plan_text(question, result.moves) if result.best is not None else []
        lines += _ways_text(question, others) if top else []
        click.echo("\n".join(lines))
    caution(question.face.deck_source(question.file))
    click.get_current_context().exit(exit_code(result))


def _refuse_existing(path: Path, *, force: bool) -> None:
    """Better said before a long search than after it."""
    reason = None
    if path.is_dir():
        reason = IS_FOLDER
    elif path.exists() and not force:
        reason = "exists already; --force overwrites it"
    elif not path.parent.is_dir():
        reason = "cannot be written: no such folder"
    if reason:
        raise InvalidFile([Fault(str(path), None, "", reason)])


def _game_file(question: Question, result: "SolveResult", output: Path, *, given: bool) -> str:
    """The text of the game file with the plan; a deck given on the command line is sought from where the user is."""
    face, file = question.face, question.after(result.moves).file
    near = None if given else question.path
    return face.write(face.with_deck(file, deck_seen_from(face, file.deck, near, output.parent)))


def ways(question: Question, best: "SolveResult", number: int, limits: "Limits", watch: Watch) -> Sequence[Alternative]:
    """The best ways to take the decision that is due, each found by forbidding those before it.

    So each is the best of all that are left, and the bound on what is left is a bound on it.
    """
    from solvers.result import Found

    game, began = question.file.game, time.monotonic()
    number = min(number, len(game.legal_moves(question.state)))
    found = [best]
    while len(found) < number and found[-1].moves and not watch.interrupted():
        left = limits.seconds - (time.monotonic() - began)
        if left <= 0:
            break
        watch.heading = f"way {len(found) + 1}"
        share = replace(limits, seconds=left / (number - len(found)))
        taken = [result.moves[0] for result in found]
        found.append(search(question, share, watch, forbidden=taken, found=Found(bound=found[-1].bound)))
    scores = [(result.best, result) for result in found if result.best is not None and result.moves]
    most = max((score for score, _ in scores), default=0)
    ranked = sorted(scores, key=lambda pair: -pair[0])
    return [Alternative(game.format(one.moves[0]), score, one.bound, most - score) for score, one in ranked]


def _ways_text(question: Question, others: Sequence[Alternative]) -> list[str]:
    rows = [["", "", "value", "at most", "loss"]]
    for rank, way in enumerate(others, 1):
        figures = ["?" if figure is None else str(figure) for figure in (way.value, way.bound)]
        rows.append([str(rank), way.move, *figures, signed(-int(way.loss or 0))])
    lines = ["", f"The best ways to decide now ({question.file.game.decision(question.state)})"]
    lines += [f"  {line}" for line in columns(rows, numbers=[0, 2, 3, 4])]
    unproven = any(way.value != way.bound for way in others)
    remark = "  where the value is below what it is at most, it is the best found in time, and the loss an estimate"
    return lines + [remark] * unproven
