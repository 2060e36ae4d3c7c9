"""`clinic replay`: referee a whole game, move by move."""

import time
from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import click

from faces.answer import Answer
from faces.exits import InvalidInput, fault_data
from faces.games import Choices, Face, opened
from faces.options import FILE, caution, deck_option, json_option, pen
from tabletop.files import Fault, InvalidFile
from tabletop.text import columns, plural, signed

SHOWN_CHOICES = 8


@click.command()
@click.argument("path", metavar="FILE", type=FILE)
@deck_option
@json_option
def replay(path: Path, deck: str | None, as_json: bool) -> None:
    """Referee the moves of a game file: what each one does, and the score."""
    started = time.monotonic()
    face, file = opened(path, deck)
    result = face.replay(file)
    wrong = None if result.illegal is None else illegal_fault(face, file, path, result.illegal)
    source = face.deck_source(file)
    if as_json:
        answer = _answer(face, file, result, wrong, time.monotonic() - started)
        click.echo(answer.to_json())
    else:
        click.echo("\n".join([face.header(file), *story(face, file, result.steps)]))
        if wrong is None:
            click.echo("\n".join(["", *score_table(face, file, result.state)]))
    caution(source)
    if wrong is not None:
        raise InvalidInput([wrong])


def refereed(face: Face, file: Any, path: Path) -> Any:
    """The replay of a game that has to be legal; InvalidFile with the first move that is not."""
    result = face.replay(file)
    if result.illegal is not None:
        raise InvalidFile([illegal_fault(face, file, path, result.illegal)])
    return result


def illegal_fault(face: Face, file: Any, path: Path, illegal: Any) -> Fault:
    """The first illegal move: its number, line, rule and reason, and what could be played instead."""
    if illegal.line is None:
        when = f"after move {illegal.number}" if illegal.number else "at the beginning"
        return Fault(str(path), file.draws_line or None, "draws", f"{when}: {illegal.reason}")
    typed = file.game.format(illegal.line.move)
    said = f"move {illegal.number}, {typed!r}, is illegal: {illegal.reason}"
    choices = instead(file, illegal.before, typed, face.choices(file, illegal.before))
    return Fault(str(path), illegal.line.line, "play.moves", f"{said}\n{choices}")


def instead(file: Any, state: Any, typed: str, offered: Choices | None = None) -> str:
    """The legal choices, or those offered, the ones most like what was typed first."""
    game = file.game
    if game.is_over(state):
        return "  the game is over: no move is left"
    if game.is_chance(state):
        expected = " / ".join(game.format(outcome) for outcome, _ in game.chance_outcomes(state))
        return f"  the file does not say what was drawn here; possible: {expected}"
    offered = offered or Choices(game.legal_moves(state))
    choices = [game.format(move) for move in offered.moves]
    nearest = sorted(choices, key=lambda choice: -SequenceMatcher(None, typed, choice).ratio())[:SHOWN_CHOICES]
    more = len(choices) - len(nearest)
    title = plural(len(choices), "legal choice") if offered.complete else "some of the legal choices"
    lines = [f"  {title}:", *(f"    {choice}" for choice in nearest)]
    return "\n".join(lines + [f"    … and {more} more"] * (more > 0))


def story(face: Face, file: Any, steps: Sequence[Any], number: int = 0) -> list[str]:
    """Each move with its effect, round by round; `number` moves were made before."""
    lines, ink = list[str](), pen()
    for step in steps:
        drawn = file.game.is_chance(step.before)
        if chapter := face.chapter(file, step):
            lines += ["", f"{ink.strong(chapter[0])}: {chapter[1]}"]
            if drawn:
                continue  # the heading has told it
        if not drawn:
            number += 1
            lines.append(f"{number:>4}  {file.game.format(step.move)}")
        lines += [f"        {ink.faint(line)}" for line in face.effect(file, step)]
    return lines


def score_table(face: Face, file: Any, state: Any) -> list[str]:
    """The score item by item, and whether the goal is met."""
    items = file.game.score_items(state)
    total, over = sum(items.values()), file.game.is_over(state)
    rows = [[name, signed(points)] for name, points in items.items()]
    table = columns([*rows, ["total", signed(total)]], numbers=[1])
    ruled = [*table[:-1], "─" * max(map(len, table)), table[-1]]
    title = "Final score" if over else "Score if the game ended here"
    lines = [title, *("  " + line for line in ruled)]
    return lines + [f"  {face.verdict(file, state).words}"] * over


def _answer(face: Face, file: Any, result: Any, wrong: Fault | None, elapsed: float) -> Answer:
    game, over = file.game, file.game.is_over(result.state)
    items = game.score_items(result.state)
    total, verdict = sum(items.values()), face.verdict(file, result.state)
    more = {
        "over": over,
        "score": items,
        "goal_met": verdict.met if over else None,
        **verdict.details,
        "steps": [
            {"move": game.format(step.move), "effect": face.effect(file, step), "chance": game.is_chance(step.before)}
            for step in result.steps
        ],
        "position": face.position(file, result.state),
        "faults": [] if wrong is None else [fault_data(wrong)],
    }
    return Answer(
        face.name,
        "feasible" if wrong is None else "infeasible",
        best=total if over else None,
        moves=[game.format(line.move) for line in file.moves],
        deck=face.deck_source(file),
        elapsed=elapsed,
        more=more,
    )
