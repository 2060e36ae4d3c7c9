"""`clinic advise`: the best play for one who does not know the cards to come."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from faces.app.advise import Advise, Advised, advise
from faces.app.advising import PLAYER, figure
from faces.app.question import Source
from faces.cli.exits import Command, Exit
from faces.cli.options import advice_options, end, file_argument, json_option, tell
from faces.cli.progress import watched
from tabletop.text import columns, signed

COMPARED = 3  # options that --why sets side by side
TOLD = 2  # moves of an option in a line
NOTHING = ("0.0", "0 %")


@click.command("advise", cls=Command)
@file_argument
@advice_options
@click.option("--why", is_flag=True, help="Set the best ways side by side: score by item, and what each keeps open.")
@json_option
def advise_command(path: Path, deck: str | None, quiet: bool, as_json: bool, **options: Any) -> None:
    """Advise on the decision that is due, knowing no more than the player: docs/advice.md."""
    with watched(quiet=quiet) as watch:
        found = advise(Advise(Source(path, deck), **options), watch)
    tell(found, lambda: _text(found), as_json=as_json)
    end(Exit.INTERRUPTED if found.advice.interrupted else Exit.YES)


def _text(found: Advised) -> list[str]:
    lines = [found.position.header, PLAYER, *found.value_words]
    if not found.advice.options:
        return [*lines, "a draw comes next: nothing to decide"]
    return [*lines, *_ways_text(found), *(_why_text(found) if found.question.why else [])]


def _ways_text(found: Advised) -> list[str]:
    game, objective, options = found.position.game, found.objective, found.advice.options
    best = options[0]
    lines = ["", f"Do now ({game.decision(found.position.state)} is due)"]
    lines += [f"  {game.format(move)}" for move in best.moves]
    rows = [["", "", "expected", "goal met", "loss", *["interval"] * (best.interval is not None)]]
    for rank, option in enumerate(options):
        chance = "?" if option.chance is None else figure(option.chance, "goal")
        loss = f"-{figure(option.loss, objective)}" if figure(option.loss, objective) not in NOTHING else ""
        row = [str(rank + 1), _told(found, rank), figure(option.value, objective), chance, loss]
        between = option.interval
        low_to_high = [f"{figure(between.low, objective)} to {figure(between.high, objective)}"] if between else []
        rows.append([*row, *low_to_high])
    return [*lines, "", "The best ways to play on", *(f"  {line}" for line in columns(rows, numbers=[0, 2, 3, 4]))]


def _told(found: Advised, rank: int) -> str:
    """A way in a few words: its first moves, from where it differs from the ways before it."""
    options = found.advice.options
    moves = options[rank].moves
    same = max((_alike(moves, other.moves) for other in options[:rank]), default=0)
    told = [found.position.game.format(move) for move in moves[same : same + TOLD]]
    return "; ".join(["…"] * bool(same) + told)


def _alike(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many moves two ways begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))


def _why_text(found: Advised) -> list[str]:
    options = found.advice.options[:COMPARED]
    numbers = [str(rank) for rank in range(1, len(options) + 1)]
    lines = list[str]()
    for title, tables in (
        ("Score by item, if the game ended there", [found.items(option) for option in options]),
        ("What is open then", [found.open(option) for option in options]),
    ):
        rows = [["", *numbers]]
        for name in tables[0]:
            row = [table[name] for table in tables]
            mark = "" if len(set(row)) == 1 else " *"
            rows.append([f"{name}{mark}", *(signed(value) for value in row)])
        lines += ["", title, *(f"  {line}" for line in columns(rows, numbers=range(1, len(options) + 1)))]
    return [*lines, "  * where they differ"]
