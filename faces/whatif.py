"""`clinic whatif`: what a move costs or gains, made or forbidden."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faces.exits import Exit
from faces.findings import answer, clairvoyant, result_data, score_items, status_words
from faces.options import FILE, caution, json_option
from faces.progress import Watch, watched
from faces.replay import instead
from faces.searching import Question, ask, search, search_options
from faces.two_lines import side_by_side
from tabletop.moves import BadNotation, IllegalMove
from tabletop.text import columns, signed

if TYPE_CHECKING:
    from solvers.result import Limits, SolveResult


@click.command()
@click.argument("path", metavar="FILE", type=FILE)
@search_options
@click.option("--force", "forced", metavar="MOVE", multiple=True, help="Make this move now; more of them in order.")
@click.option(
    "--forbid", metavar="MOVE", multiple=True, help="Not this move, at the decision due after the forced ones."
)
@json_option
def whatif(
    path: Path,
    deck: str | None,
    goal: str | None,
    level: str | None,
    seconds: float,
    workers: int,
    quiet: bool,
    forced: tuple[str, ...],
    forbid: tuple[str, ...],
    as_json: bool,
) -> None:
    """Compare the best play with the best one that makes some moves, or does not make them."""
    if not forced and not forbid:
        raise click.UsageError("what if what? Give --force MOVE or --forbid MOVE, each as often as needed")
    started = time.monotonic()
    question = ask(path, deck, goal, level)
    moves = _made(question, forced)
    changed = question.after(moves)
    forbidden = _forbidden(changed, forbid)
    from solvers.result import Limits

    with watched(quiet=quiet) as watch:
        free, bent = _both(question, moves, forbidden, Limits(seconds, workers), watch)
    bent = replace(bent, interrupted=watch.interrupted())
    items = _by_item(question, free, bent)
    if as_json:
        difference = None if items is None else sum(change for _, _, change in items.values())
        more: dict[str, Any] = {
            "forced": [question.file.game.format(move) for move in moves],
            "forbidden": [question.file.game.format(move) for move in forbidden],
            "free": result_data(question, free),
            "difference": difference,
            "difference_proven": _proven(free) and _proven(bent),
            "difference_by_item": None if items is None else {name: row[2] for name, row in items.items()},
        }
        click.echo(answer(question, bent, time.monotonic() - started, more).to_json())
    else:
        name = "; ".join([f'with "{move}"' for move in forced] + [f'without "{move}"' for move in forbid])
        lines = [question.face.header(question.file), f"free choice: {status_words(free)}"]
        lines += [f"{name}: {status_words(bent)}", clairvoyant(question)]
        lines += difference_text(free, bent, items)
        lines += side_by_side(question, (free.moves, bent.moves), ("free choice", "what if"), len(moves))
        click.echo("\n".join(lines))
    caution(question.face.deck_source(question.file))
    undecided = free.best is None or bent.best is None
    code = Exit.INTERRUPTED if bent.interrupted else Exit.UNDECIDED if undecided else Exit.YES
    click.get_current_context().exit(code)


def _parsed(question: Question, option: str, line: str) -> Any:
    try:
        return question.file.game.parse(line)
    except BadNotation as error:
        raise question.refused(option, str(error)) from None


def _refereed(question: Question, option: str, line: str) -> Any:
    """A move that is legal in the position, or InvalidFile with the reason and the legal choices."""
    move, game = _parsed(question, option, line), question.file.game
    try:
        game.apply(question.state, move)
    except IllegalMove as reason:
        said = f"{line!r} is illegal: {reason}\n{instead(question.file, question.state, line)}"
        raise question.refused(option, said) from None
    return move


def _made(question: Question, lines: Sequence[str]) -> tuple[Any, ...]:
    moves: tuple[Any, ...] = ()
    for line in lines:
        moves = (*moves, _refereed(question.after(moves), "--force", line))
    return moves


def _forbidden(question: Question, lines: Sequence[str]) -> tuple[Any, ...]:
    game, state = question.file.game, question.state
    moves = tuple(_refereed(question, "--forbid", line) for line in lines)
    banned = {game.apply(state, move) for move in moves}
    if moves and all(game.apply(state, move) in banned for move in game.legal_moves(state)):
        raise question.refused("--forbid", "these are all the legal choices: nothing is left to play")
    return moves


def _both(
    question: Question, forced: tuple[Any, ...], forbidden: tuple[Any, ...], limits: "Limits", watch: Watch
) -> "tuple[SolveResult, SolveResult]":
    """The best free play, and the best one that does as it is told, both told from the position of the question."""
    from solvers.result import Found, Status

    half = replace(limits, seconds=limits.seconds / 2)
    changed = question.after(forced)
    watch.heading = "free choice"
    free = search(question, half, watch)
    rest = free.moves[len(forced) :]
    obeys = free.moves and _obeys(question, free.moves, forced, forbidden)
    watch.heading = "what if"
    # Whatever is told, play cannot become better: the bound of free play holds for it, too.
    found = Found(rest if obeys else (), free.bound)
    bent = search(changed, half, watch, forbidden=forbidden, found=found)
    bent = replace(bent, moves=(*forced, *bent.moves))
    if bent.best is not None and (free.best is None or bent.best > free.best):
        # Free play may do the same; its own search was not as lucky.
        free = replace(free, status=Status.FEASIBLE, best=bent.best, moves=bent.moves)
    return free, bent


def _obeys(question: Question, plan: Sequence[Any], forced: tuple[Any, ...], forbidden: tuple[Any, ...]) -> bool:
    """Whether a plan does as it is told anyway."""
    game, here, there = question.file.game, question.after(plan[: len(forced)]).state, question.after(forced).state
    if here != there:
        return False
    following = plan[len(forced) : len(forced) + 1]
    return all(game.apply(here, move) not in [game.apply(here, one) for one in forbidden] for move in following)


def _proven(result: "SolveResult") -> bool:
    return result.best is not None and result.best == result.bound


Items = dict[str, tuple[int, int, int]]  # by name: free, as told, difference


def _by_item(question: Question, free: "SolveResult", bent: "SolveResult") -> Items | None:
    one, other = score_items(question, free), score_items(question, bent)
    if one is None or other is None:
        return None
    return {name: (one[name], other[name], other[name] - one[name]) for name in one}


def difference_text(free: "SolveResult", bent: "SolveResult", items: Items | None) -> list[str]:
    """The difference in all and by item, and how sure it is."""
    if items is None or free.best is None or bent.best is None:
        return ["no comparison: a plan is missing"]
    change = bent.best - free.best
    if _proven(free) and _proven(bent):
        lines = [f"difference: {_change(change)} (proven)"]
    else:
        least = None if free.bound is None else bent.best - free.bound
        most = 0 if bent.bound is None else min(0, bent.bound - free.best)
        sure = f"at most {_change(most)}" if least is None else f"between {_change(least)} and {_change(most)}"
        lines = [f"difference: about {_change(change)}, an estimate from plans not proven best; surely {sure}"]
    rows = [["", "free", "what if", "difference"]]
    totals = (free.best, bent.best, change)
    for name, row in [*items.items(), ("total", totals)]:
        rows.append([name, signed(row[0]), signed(row[1]), _change(row[2]) if row[2] else ""])
    return [*lines, "", *(f"  {line}" for line in columns(rows, numbers=[1, 2, 3]))]


def _change(points: int) -> str:
    return f"+{points}" if points > 0 else signed(points)
