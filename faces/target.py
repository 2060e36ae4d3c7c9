"""`clinic target`: whether a score can be reached with the cards to come."""

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from faces.answer import Status
from faces.exits import Exit
from faces.findings import answer, clairvoyant, gap_words, plan_text, proof_words
from faces.options import FILE, caution, json_option
from faces.progress import watched
from faces.searching import Question, Target, ask, search, search_options

if TYPE_CHECKING:
    from solvers.result import SolveResult

VERDICTS = {"reachable": Exit.YES, "unreachable": Exit.NO, "undecided": Exit.UNDECIDED}
STATUS: dict[str, Status] = {"reachable": "feasible", "unreachable": "infeasible", "undecided": "unknown"}


@click.command()
@click.argument("path", metavar="FILE", type=FILE)
@search_options
@click.option("--score", type=int, help="Ask for this score instead.")
@click.option("--rank", metavar="NAME", help="Ask for a rank in the Hall of Fame: the goal met, and its score.")
@click.option(
    "--why", is_flag=True, help="If it is out of reach, name the rules that put it there: half as long again."
)
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
    rank: str | None,
    why: bool,
    as_json: bool,
) -> None:
    """Decide whether the goal of a game file can be met from its position, with all cards to come known."""
    if sum(asked is not None for asked in (score, level, rank)) > 1:
        raise click.UsageError("--level, --score and --rank each say what is to be reached: give one of them")
    started = time.monotonic()
    question = ask(path, deck, goal, level)
    if why and not question.searcher.explains:
        raise click.UsageError("--why: no reasons are told for this game")
    wanted = question.searcher.target(question, score, rank, goal_asked=goal is not None)
    from solvers.result import Limits

    with watched(quiet=quiet) as watch:
        result = search(question, Limits(seconds, workers, target=wanted.score, goal=wanted.goal), watch)
    verdict = _verdict(result, wanted)
    asked_why = why and verdict == "unreachable"
    reasons = _reasons(question, wanted, seconds) if asked_why else None
    if as_json:
        more = {"target": wanted.score, "goal_asked": wanted.goal, "rank": rank, "verdict": verdict, "because": reasons}
        report = answer(question, result, time.monotonic() - started, more)
        click.echo(replace(report, status=STATUS[verdict]).to_json())  # of the question, not of the plan
    else:
        lines = [question.face.header(question.file), _words(result, verdict, wanted), clairvoyant(question)]
        lines += [_why_words(reasons)] * asked_why
        lines += proof_words(question, result)
        lines += plan_text(question, result.moves) if result.best is not None and verdict != "unreachable" else []
        click.echo("\n".join(lines))
    caution(question.face.deck_source(question.file))
    undecided = verdict == "undecided" and result.interrupted
    click.get_current_context().exit(Exit.INTERRUPTED if undecided else VERDICTS[verdict])


def _reasons(question: Question, wanted: Target, seconds: float) -> tuple[str, ...] | None:
    """Whoever interrupts this has the verdict all the same."""
    try:
        return question.searcher.reasons(question, wanted, seconds / 2)
    except KeyboardInterrupt:
        return None


def _why_words(reasons: tuple[str, ...] | None) -> str:
    if reasons is None:
        return "why: no few rules were found in time that put it out of reach"
    return f"unreachable because: {', '.join(reasons)}"


def _verdict(result: "SolveResult", wanted: Target) -> str:
    if result.best is not None and (wanted.score is None or result.best >= wanted.score):
        return "reachable"
    return "unreachable" if result.status == "infeasible" else "undecided"


def _words(result: "SolveResult", verdict: str, wanted: Target) -> str:
    best, bound = result.best, result.bound
    if verdict == "reachable":
        return f"reachable: {wanted.words} is asked for, the plan scores {best}"
    if verdict == "unreachable":
        limit = "no play meets the goal" if bound is None else f"no play can beat {bound}"
        return f"unreachable (proven): {wanted.words} is asked for, {limit}"
    found = "no plan was found in time" if best is None else f"the best plan found scores {best}"
    limit = "no bound was found in time" if bound is None else f"no play can beat {bound}"
    gap = "" if best is None or bound is None else f", {gap_words(best, bound)}"
    return f"undecided: {wanted.words} is asked for, {found}, {limit}{gap}"
