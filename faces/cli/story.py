"""Games told on a screen: moves with their effects, plans round by round, the score item by item."""

from collections.abc import Sequence
from typing import Any

from faces.app.findings import Plan
from faces.cli.options import pen
from faces.games.position import AnyPosition
from tabletop.text import columns, signed


def story(position: AnyPosition, steps: Sequence[Any], number: int = 0) -> list[str]:
    """Each move with its effect, round by round; `number` moves were made before."""
    adapter, file, game = position.adapter, position.file, position.game
    lines, ink = list[str](), pen()
    for step in steps:
        drawn = game.is_chance(step.before)
        if chapter := adapter.views.chapter(file, step):
            lines += ["", f"{ink.strong(chapter[0])}: {chapter[1]}"]
            if drawn:
                continue  # the heading has told it
        if not drawn:
            number += 1
            lines.append(f"{number:>4}  {game.format(step.move)}")
        lines += [f"        {ink.faint(line)}" for line in adapter.views.effect(file, step)]
    return lines


def score_table(position: AnyPosition) -> list[str]:
    """The score item by item, and whether the goal is met."""
    game, state = position.game, position.state
    items = game.score_items(state)
    total, over = sum(items.values()), game.is_over(state)
    rows = [[name, signed(points)] for name, points in items.items()]
    table = columns([*rows, ["total", signed(total)]], numbers=[1])
    ruled = [*table[:-1], "─" * max(map(len, table)), table[-1]]
    title = "Final score" if over else "Score if the game ended here"
    lines = [title, *("  " + line for line in ruled)]
    return lines + [f"  {position.adapter.verdict(position.file, state).words}"] * over


def plan_text(plan: Plan) -> list[str]:
    """A plan round by round, each move with its effect, and the score it ends with."""
    adapter, end = plan.position.adapter, plan.end
    before, steps = len(plan.position.steps), end.steps
    headings = [index for index in range(before) if adapter.views.chapter(end.file, steps[index])]
    lines = list[str]()
    if headings and headings[-1] == before - 1:
        before -= 1  # the cards of this round were laid out last: the round begins here
    elif headings and plan.result.moves:
        heading = adapter.views.chapter(end.file, steps[headings[-1]])
        assert heading is not None
        lines = ["", f"{pen().strong(heading[0])}, going on"]
    lines += story(end, steps[before:], len(plan.position.played))
    return [*lines, "", *score_table(end)]
