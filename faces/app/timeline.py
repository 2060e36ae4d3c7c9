"""A timeline as a picture: a column for each part of a round, a row for everybody, and what they do there."""

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from tabletop.colours import COLOURS
from tabletop.svg import LINE, MUTED, PAPER, PEOPLE, Canvas

if TYPE_CHECKING:
    from solvers.core.schedule import Task

MARGIN, NAMES, COLUMN, LINE_HEIGHT, PADDING = 16, 150, 190, 16, 6
LETTERS = 26  # of a task in a line
TICK, BELOW = 7, 4  # for each unit of time that is walked, and its distance from the text
BY_COLOUR = {colour.word: PEOPLE[colour] for colour in COLOURS}


def timeline_svg(tasks: "Sequence[Task]", title: str, time_words: Callable[[int], str] = str) -> str:
    """Who does what when; ticks below a task are the time walked for it."""
    canvas, phases = Canvas(), list(dict.fromkeys(task.phase for task in tasks))
    people = list(dict.fromkeys(task.who for task in tasks))
    canvas.text(MARGIN, MARGIN + 12, title, size=15, bold=True)
    top = MARGIN + 36
    for number, phase in enumerate(phases):
        canvas.text(_left(number) + PADDING, top, phase, bold=True)
    y = top + PADDING
    for who in people:
        cells = [[task for task in tasks if (task.phase, task.who) == (phase, who)] for phase in phases]
        height = max(sum(map(_height, cell)) for cell in cells) + PADDING
        canvas.rect(MARGIN, y, NAMES + COLUMN * len(phases), height, fill=PAPER, line=LINE)
        canvas.text(MARGIN + PADDING, y + LINE_HEIGHT + 4, who)
        for number, cell in enumerate(cells):
            at = y + PADDING
            for task in cell:
                _draw(canvas, task, _left(number) + PADDING, at)
                at += _height(task)
        y += height
    width = 2 * MARGIN + NAMES + COLUMN * max(1, len(phases))
    walked = sum(task.time for task in tasks)
    canvas.text(MARGIN, y + 20, f"ticks: time walked, {time_words(walked)} in all", size=11, fill=MUTED)
    return canvas.document(width, y + 20 + MARGIN, title)


def _left(column: int) -> int:
    return MARGIN + NAMES + COLUMN * column


def _lines(task: "Task") -> list[str]:
    return wrap(task.what, LETTERS) or [""]


def _height(task: "Task") -> int:
    return LINE_HEIGHT * len(_lines(task)) + (TICK + BELOW if task.time else 0) + 2 * PADDING


def _draw(canvas: Canvas, task: "Task", x: float, y: float) -> None:
    fill = BY_COLOUR.get(task.who.split()[0], "#dfe8ee")
    canvas.rect(x, y, COLUMN - 2 * PADDING, _height(task) - PADDING, fill=fill, round=4)
    for number, line in enumerate(_lines(task), 1):
        canvas.text(x + PADDING, y + LINE_HEIGHT * number - 2, line, size=11)
    for tick in range(task.time):
        across = x + PADDING + tick * (TICK + 2)
        canvas.rect(across, y + LINE_HEIGHT * len(_lines(task)) + BELOW, TICK, TICK - 2, fill=MUTED, line=MUTED)
