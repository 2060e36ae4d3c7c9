"""Two ways to play on from the same position, side by side."""

import textwrap
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from faces.app.findings import Plan
from tabletop.text import left

COLUMN = 54
DIFFERENT = "≠"
FORCED = " (forced)"


def side_by_side(plans: tuple[Plan, Plan], names: tuple[str, str], forced: int) -> list[str]:
    """Moves round by round, the same kind of decision level; the first `forced` of the second plan are marked."""
    first, second = _by_round(plans[0]), _by_round(plans[1], forced)
    lines = ["", *_row("", *names)]
    for title in dict.fromkeys([*first, *second]):
        lines.append(title)
        for one, other in _level(first.get(title, []), second.get(title, [])):
            lines += _row("" if one == other.removesuffix(FORCED) else DIFFERENT, one, other)
    return lines


def _by_round(plan: Plan, forced: int = 0) -> dict[str, list[str]]:
    """The moves of a plan as they are written, by the round they are made in."""
    position, game, rounds = plan.position, plan.position.game, dict[str, list[str]]()
    steps = plan.end.steps[len(position.steps) :]
    made = [step for step in steps if not game.is_chance(step.before)]
    for at, step in enumerate(made):
        title = position.adapter.views.round_words(position.file, step.before)
        rounds.setdefault(title, []).append(game.format(step.move) + FORCED * (at < forced))
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
