"""`clinic advise`: the best play for one who does not know the cards to come."""

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faces.advising import (
    PLAYER,
    Adviser,
    Wish,
    advice_options,
    adviser_of,
    ceiling_words,
    estimate_data,
    estimate_words,
    exit_code,
    figure,
    within_words,
)
from faces.answer import Alternative, Answer, Status
from faces.options import FILE, caution, json_option
from faces.progress import watched
from faces.searching import Question, answerable, ask
from tabletop.text import columns, signed

if TYPE_CHECKING:
    from solvers.advice import Advice, Option

COMPARED = 3  # options that --why sets side by side
TOLD = 2  # moves of an option in a line
NOTHING = ("0.0", "0 %")


@click.command()
@click.argument("path", metavar="FILE", type=FILE)
@partial(advice_options, seconds="25s")
@click.option("--why", is_flag=True, help="Set the best ways side by side: score by item, and what each keeps open.")
@json_option
def advise(
    path: Path,
    deck: str | None,
    goal: str | None,
    level: str | None,
    seconds: float,
    workers: int,
    quiet: bool,
    objective: str,
    seed: int,
    why: bool,
    as_json: bool,
) -> None:
    """Advise on the decision that is due, knowing no more than the player: docs/advice.md."""
    started = time.monotonic()
    question = ask(path, deck, goal, level)
    if question.file.game.is_over(question.state):
        raise question.refused("", "the game is over: no decision is due")
    adviser = adviser_of(question)
    with watched(quiet=quiet) as watch, answerable(question):
        found = adviser.advise(question, Wish(seconds, workers, objective, seed), watch)
    if as_json:
        click.echo(_answer(question, adviser, found, why, time.monotonic() - started).to_json())
    else:
        lines = [question.face.header(question.file), PLAYER, *value_lines(question, adviser, found)]
        lines += _ways_text(question, found) if found.options else ["a draw comes next: nothing to decide"]
        lines += _why_text(question, adviser, found.options[:COMPARED]) if why and found.options else []
        click.echo("\n".join(lines))
    caution(question.face.deck_source(question.file))
    click.get_current_context().exit(exit_code(found))


def value_lines(question: Question, adviser: Adviser, found: "Advice") -> list[str]:
    """What can be expected, how sure that is, and what nobody can beat."""
    objective = str(found.objective)
    lines = []
    if found.within is not None:
        lines.append(within_words(found.within, objective))
    if found.expected is not None:
        lines.append(f"expected: {figure(found.expected, objective)} by the evaluator, whatever is drawn")
    if found.within is None or not found.within.exact:
        if found.played is not None:
            lines.append(f"value: {estimate_words(found.played, 'score')} {adviser.means}")
        if found.chance is not None:
            lines.append(f"{adviser.target(question)[0]}: {estimate_words(found.chance, 'goal')}")
        if found.ceiling is not None:
            lines.append(ceiling_words(found.ceiling))
        elif found.options:
            lines.append("bound: none was found in time")
    return [*lines, *adviser.remarks(found)]


def _ways_text(question: Question, found: "Advice") -> list[str]:
    game, objective = question.file.game, str(found.objective)
    best = found.options[0]
    lines = ["", f"Do now ({game.decision(question.state)} is due)"]
    lines += [f"  {game.format(move)}" for move in best.moves]
    rows = [["", "", "expected", "goal met", "loss", *["interval"] * (best.interval is not None)]]
    for rank, option in enumerate(found.options):
        chance = "?" if option.chance is None else figure(option.chance, "goal")
        loss = f"-{figure(option.loss, objective)}" if figure(option.loss, objective) not in NOTHING else ""
        way = _told(question, found.options, rank)
        row = [str(rank + 1), way, figure(option.value, objective), chance, loss]
        rows.append([*row, _interval(option, objective)] if option.interval else row)
    lines += ["", "The best ways to play on", *(f"  {line}" for line in columns(rows, numbers=[0, 2, 3, 4]))]
    return lines


def _interval(option: "Option", objective: str) -> str:
    assert option.interval is not None
    return f"{figure(option.interval.low, objective)} to {figure(option.interval.high, objective)}"


def _told(question: Question, options: Sequence["Option"], rank: int) -> str:
    """A way in a few words: its first moves, from where it differs from the ways before it."""
    moves = options[rank].moves
    same = max((_alike(moves, other.moves) for other in options[:rank]), default=0)
    told = [question.file.game.format(move) for move in moves[same : same + TOLD]]
    return "; ".join(["…"] * bool(same) + told)


def _alike(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many moves two ways begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))


def _why_text(question: Question, adviser: Adviser, options: Sequence["Option"]) -> list[str]:
    numbers = [str(rank) for rank in range(1, len(options) + 1)]
    lines = list[str]()
    for title, tables in (
        ("Score by item, if the game ended there", _items(question, options)),
        ("What is open then", [adviser.open(question, option.end) for option in options]),
    ):
        rows = [["", *numbers]]
        for name in tables[0]:
            row = [table[name] for table in tables]
            mark = "" if len(set(row)) == 1 else " *"
            rows.append([f"{name}{mark}", *(signed(value) for value in row)])
        lines += ["", title, *(f"  {line}" for line in columns(rows, numbers=range(1, len(options) + 1)))]
    return [*lines, "  * where they differ"]


def _items(question: Question, options: Sequence["Option"]) -> list[dict[str, int]]:
    return [question.file.game.score_items(option.end) for option in options]


def _bound(found: "Advice") -> float | None:
    """What is certain: no sampled figure."""
    if found.within is not None:
        return found.within.high
    certain = found.ceiling is not None and found.ceiling.every_future and found.objective == "score"
    return found.ceiling.estimate.mean if certain and found.ceiling else None


def _answer(question: Question, adviser: Adviser, found: "Advice", why: bool, elapsed: float) -> Answer:
    game = question.file.game
    exact = found.within is not None and found.within.exact
    status: Status = "optimal" if exact else "feasible" if found.options or found.expected is not None else "unknown"
    best = found.options[0].value if found.options else found.within.low if found.within else found.expected
    ceiling = found.ceiling
    more: dict[str, Any] = {
        **adviser.target(question)[1],
        "objective": str(found.objective),
        "within": None if found.within is None else {"low": found.within.low, "high": found.within.high},
        "played": estimate_data(found.played),
        "goal_met": estimate_data(found.chance),
        "ceiling": None
        if ceiling is None
        else {
            **(estimate_data(ceiling.estimate) or {}),
            "every_future": ceiling.every_future,
            "penalised": ceiling.penalised,
        },
        "options": [
            {
                "moves": [game.format(move) for move in option.moves],
                "value": option.value,
                "loss": option.loss,
                "goal_met": option.chance,
                "interval": estimate_data(option.interval),
                **({"score": _items(question, [option])[0], "open": adviser.open(question, option.end)} if why else {}),
            }
            for option in found.options
        ],
    }
    return Answer(
        question.face.name,
        status,
        "player",
        best,
        _bound(found),
        [game.format(move) for move in found.options[0].moves] if found.options else [],
        [Alternative(game.format(one.moves[0]), one.value, None, one.loss) for one in found.options],
        found.interrupted,
        question.face.deck_source(question.file),
        elapsed,
        more,
    )
