"""Two ways to play on from the same position, side by side."""

import textwrap
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

from faces.searching import Question
from tabletop.text import left

COLUMN = 54
DIFFERENT = "≠"
FORCED = " (forced)"


def side_by_side(
    question: Question, plans: tuple[Sequence[Any], Sequence[Any]], names: tuple[str, str], forced: int
) -> list[str]:
    """Moves round by round, the same kind of decision level; the first `forced` of the second plan are marked."""
    first, second = _by_round(question, plans[0]), _by_round(question, plans[1], forced)
    lines = ["", *_row("", *names)]
    for number in sorted(first.keys() | second.keys()):
        lines.append(f"Round {number} of {question.searcher.rounds(question)}")
        for one, other in _level(first.get(number, []), second.get(number, [])):
            lines += _row("" if one == other.removesuffix(FORCED) else DIFFERENT, one, other)
    return lines


def _by_round(question: Question, moves: Sequence[Any], forced: int = 0) -> dict[int, list[str]]:
    """The moves of a plan as they are written, by the round they are made in."""
    game, rounds = question.file.game, dict[int, list[str]]()
    steps = question.after(moves).replay.steps[len(question.replay.steps) :]
    made = [step for step in steps if not game.is_chance(step.before)]
    for at, step in enumerate(made):
        rounds.setdefault(step.before.round, []).append(game.format(step.move) + FORCED * (at < forced))
    return rounds


def _level(first: Sequence[str], second: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of lines, paired by their first words; what has no partner stands alone."""
    kinds, others = [line.split()[0] for line in first], [line.split()[0] for line in second]
    pairs = list[tuple[str, str]]()
    for kind, a, b, c, d in SequenceMatcher(None, kinds, others, autojunk=False).get_opcodes():
        if kind == "equal":
            pairs += zip(first[a:b], second[c:d], strict=True)
        else:
            pairs += [(line, "") for line in first[a:b]] + [("", line) for line in second[c:d]]
    return pairs


def _row(mark: str, one: str, other: str) -> list[str]:
    """Two texts next to each other, in as many lines as the longer one needs."""
    cells = [textwrap.wrap(text, COLUMN, subsequent_indent="  ") for text in (one, other)]
    rows = zip_longest(*cells, fillvalue="")
    return [f"{mark if at == 0 else '':<2}{left(a, COLUMN)}  {b}".rstrip() for at, (a, b) in enumerate(rows)]
