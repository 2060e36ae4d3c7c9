"""`clinic target`: whether a score can be reached with the cards to come."""

from pathlib import Path
from typing import Any

import click

from faces.app.findings import clairvoyant, proof_words
from faces.app.question import Source
from faces.app.target import Decided, Target, decide
from faces.app.verdicts import Verdict, verdict_words
from faces.cli.exits import Command, Exit
from faces.cli.options import end, file_argument, json_option, search_options, tell
from faces.cli.progress import watched
from faces.cli.story import plan_text

EXITS = {Verdict.REACHABLE: Exit.YES, Verdict.UNREACHABLE: Exit.NO, Verdict.UNDECIDED: Exit.UNDECIDED}


@click.command("target", cls=Command)
@file_argument
@search_options
@click.option("--score", type=int, help="Ask for this score instead.")
@click.option("--rank", metavar="NAME", help="Ask for a rank in the Hall of Fame: the goal met, and its score.")
@click.option(
    "--why", is_flag=True, help="If it is out of reach, name the rules that put it there: half as long again."
)
@json_option
def target_command(path: Path, deck: str | None, quiet: bool, as_json: bool, **options: Any) -> None:
    """Decide whether the goal of a game file can be met from its position, with all cards to come known."""
    with watched(quiet=quiet) as watch:
        found = decide(Target(Source(path, deck), **options), watch)
    tell(found, lambda: _text(found), as_json=as_json)
    end(Exit.INTERRUPTED if found.plan.result.interrupted else EXITS[found.verdict])


def _text(found: Decided) -> list[str]:
    plan = found.plan
    lines = [plan.position.header, verdict_words(plan.result, found.aim), clairvoyant(plan.position)]
    lines += [_why_words(found.reasons)] * found.asked_why
    lines += proof_words(plan)
    shown = plan.result.best is not None and found.verdict is not Verdict.UNREACHABLE
    return lines + (plan_text(plan) if shown else [])


def _why_words(reasons: tuple[str, ...] | None) -> str:
    if reasons is None:
        return "why: no few rules were found in time that put it out of reach"
    return f"unreachable because: {', '.join(reasons)}"
