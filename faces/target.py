"""`clinic target`: whether a score can be reached with the cards to come."""

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from faces.answer import Status
from faces.exits import Exit
from faces.findings import CLAIRVOYANT, answer, gap_words, plan_text, proof_words
from faces.options import FILE, caution, json_option
from faces.progress import watched
from faces.searching import ask, search, search_options

if TYPE_CHECKING:
    from solvers.result import SolveResult

VERDICTS = {"reachable": Exit.YES, "unreachable": Exit.NO, "undecided": Exit.UNDECIDED}
STATUS: dict[str, Status] = {"reachable": "feasible", "unreachable": "infeasible", "undecided": "unknown"}


@click.command()
@click.argument("path", metavar="FILE", type=FILE)
@search_options
@click.option("--score", type=int, help="Ask for this score instead of that of a level.")
@json_option
def target(
    path: Path,
    deck: str | None,
    goal: str | None,
    level: str | None,
    seconds: float,
    workers: int,
    quiet: bool,
    score: int | None,
    as_json: bool,
) -> None:
    """Decide whether the goal of a game file can be met from its position, with all cards to come known."""
    if score is not None and level is not None:
        raise click.UsageError("--level and --score each say what is to be reached: give one of them")
    started = time.monotonic()
    question = ask(path, deck, goal, level)
    wanted = question.file.game.target if score is None else score
    from solvers.clin9ic.solve import Limits

    with watched(quiet=quiet) as watch:
        result = search(question, Limits(seconds, workers, target=wanted), watch)
    verdict = _verdict(result, wanted)
    if as_json:
        more = {"target": wanted, "verdict": verdict}
        report = answer(question, result, time.monotonic() - started, more)
        click.echo(replace(report, status=STATUS[verdict]).to_json())  # of the question, not of the plan
    else:
        lines = [question.face.header(question.file), _words(result, verdict, wanted), CLAIRVOYANT]
        lines += proof_words(result)
        lines += plan_text(question, result.moves) if result.best is not None and verdict != "unreachable" else []
        click.echo("\n".join(lines))
    caution(question.face.deck_source(question.file))
    undecided = verdict == "undecided" and result.interrupted
    click.get_current_context().exit(Exit.INTERRUPTED if undecided else VERDICTS[verdict])


def _verdict(result: "SolveResult", wanted: int) -> str:
    if result.best is not None and result.best >= wanted:
        return "reachable"
    return "unreachable" if result.bound is not None and result.bound < wanted else "undecided"


def _words(result: "SolveResult", verdict: str, wanted: int) -> str:
    best, bound = result.best, result.bound
    if verdict == "reachable":
        return f"reachable: {wanted} is asked for, the plan scores {best}"
    if verdict == "unreachable":
        return f"unreachable (proven): {wanted} is asked for, no play can beat {bound}"
    found = "no plan was found in time" if best is None else f"the best plan found scores {best}"
    limit = "no bound was found in time" if bound is None else f"no play can beat {bound}"
    gap = "" if best is None or bound is None else f", {gap_words(best, bound)}"
    return f"undecided: {wanted} is asked for, {found}, {limit}{gap}"
