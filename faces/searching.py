"""What solve, target and whatif have in common: the question a file asks, the options, and the search itself."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clin9ic.gamefile import GAME, GameFile, Replay
from clin9ic.moves import Move
from clin9ic.setting import Goal, Level
from clin9ic.state import State
from faces.exits import Exit
from faces.games import Face, game_in
from faces.options import deck_option
from faces.progress import Watch
from faces.replay import refereed
from tabletop import files
from tabletop.files import Fault, InvalidFile

if TYPE_CHECKING:
    from solvers.clin9ic.solve import Known, Limits
    from solvers.result import SolveResult

GOALS, LEVELS = [goal.value for goal in Goal], [level.value for level in Level]
SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}


def _seconds(_ctx: click.Context, _parameter: click.Parameter, value: str) -> float:
    """A time as people write it: 60, 60s, 5m, 1h."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smh]?)", value.strip().lower())
    seconds = float(found[1]) * SECONDS[found[2]] if found else 0.0
    if not seconds:
        raise click.BadParameter(f"{value!r} is no time, expected something like 60, 60s or 5m")
    return seconds


def search_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Options of every command that searches."""
    for option in (
        click.option("--quiet", is_flag=True, help="Tell nothing while searching."),
        click.option(
            "--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Threads to search with."
        ),
        click.option(
            "--time",
            "seconds",
            callback=_seconds,
            default="60s",
            show_default=True,
            metavar="TIME",
            help="How long to search, like 60s or 5m.",
        ),
        click.option("--level", type=click.Choice(LEVELS), help="Ask for this level instead of the file's."),
        click.option("--goal", type=click.Choice(GOALS), help="Ask for this goal instead of the file's."),
    ):
        command = option(command)
    return deck_option(command)


class Defect(click.ClickException):
    """The search and the referee disagree: no answer at all."""

    exit_code = Exit.UNDECIDED


@dataclass(frozen=True)
class Question:
    """A position with all that is known of the cards to come."""

    face: Face
    file: GameFile
    path: Path

    @cached_property
    def replay(self) -> Replay:
        replayed: Replay = refereed(self.face, self.file, self.path)
        return replayed

    @property
    def state(self) -> State:
        return self.replay.state

    @property
    def played(self) -> tuple[Move, ...]:
        """The moves that lead to the position."""
        return tuple(line.move for line in self.file.moves)

    def after(self, moves: Sequence[Move]) -> "Question":
        """The same game some moves later."""
        return replace(self, file=self.face.with_moves(self.file, [*self.played, *moves]))

    def refused(self, key: str, reason: str) -> InvalidFile:
        return InvalidFile([Fault(str(self.path), None, key, reason)])


def ask(path: Path, deck: str | None, goal: str | None, level: str | None) -> Question:
    """The question of a game file, perhaps for another goal or level; InvalidFile with every fault."""
    document = files.read(path)
    played_for = document.data.get("goal")
    wishes = {"goal": goal, "level": level}
    document.data.update({key: wish for key, wish in wishes.items() if wish is not None})
    position = document.data.get("position")
    if goal not in (None, Goal.POPULARITY) and isinstance(position, dict):
        position.update(popularity=0, time=0)  # 3.4: not kept then
    face, file = game_in(document, path, deck)
    if face.name != GAME:
        reason = f"only {GAME} can be solved so far, not {face.name}"
        raise InvalidFile([Fault(str(path), document.line_of(("game",)), "game", reason)])
    question = Question(face, file, path)
    if goal not in (None, played_for) and face.replay(file).illegal:
        # 3.4, 5.3: popularity is bought for the popularity condition alone, so that even the decisions differ.
        reason = f"made for {played_for}, these moves cannot be replayed for {goal}; ask from a [position] instead"
        raise question.refused("play.moves", reason)
    return question


def search(
    question: Question,
    limits: "Limits",
    watch: Watch,
    *,
    forbidden: Sequence[Move] = (),
    known: "Known | None" = None,
) -> "SolveResult":
    """Search for the best play; InvalidFile where too little is known for that."""
    from solvers.clin9ic.plan import LostPlan
    from solvers.clin9ic.problem import NotSolvable
    from solvers.clin9ic.solve import Known, solve

    game, state, orders = question.file.game, question.state, question.file.orders
    try:
        return solve(
            game, state, orders, limits,
            forbidden=forbidden, known=known or Known(), report=watch.report, interrupted=watch.interrupted,
        )  # fmt: skip
    except NotSolvable as reason:
        raise question.refused("", str(reason)) from None
    except LostPlan as reason:
        raise Defect(f"a defect of the search, please report it with this file: {reason}") from None


def exit_code(result: "SolveResult") -> Exit:
    """How a command ends that looked for the best play."""
    if result.interrupted:
        return Exit.INTERRUPTED
    return Exit.YES if result.best is not None else Exit.UNDECIDED
