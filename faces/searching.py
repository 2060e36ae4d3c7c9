"""What solve, target and whatif have in common: the question a file asks, the options, and the search itself."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

import click

from faces.exits import Exit
from faces.games import Face, face_of, game_in
from faces.options import deck_option
from faces.progress import Watch
from faces.replay import refereed
from tabletop import files
from tabletop.files import Document, Fault, InvalidFile

if TYPE_CHECKING:
    from solvers.result import Found, Limits, SolveResult

SEARCHERS = {"clin9ic": "faces.clin9ic_search", "clinic": "faces.clinic_search"}  # by game
SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}


def _seconds(_ctx: click.Context, _parameter: click.Parameter, value: str) -> float:
    """A time as people write it: 60, 60s, 5m, 1h."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smh]?)", value.strip().lower())
    seconds = float(found[1]) * SECONDS[found[2]] if found else 0.0
    if not seconds:
        raise click.BadParameter(f"{value!r} is no time, expected something like 60, 60s or 5m")
    return seconds


def search_options(command: Callable[..., Any], seconds: str = "60s") -> Callable[..., Any]:
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
            default=seconds,
            show_default=True,
            metavar="TIME",
            help="How long to search, like 60s or 5m.",
        ),
        click.option("--level", metavar="LEVEL", help="Ask for this level instead of the file's."),
        click.option("--goal", metavar="GOAL", help="Ask for this goal instead of the file's."),
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
    file: Any
    path: Path

    @cached_property
    def replay(self) -> Any:
        return refereed(self.face, self.file, self.path)

    @property
    def state(self) -> Any:
        return self.replay.state

    @property
    def searcher(self) -> "Searcher":
        return searcher_of(self.face)

    @property
    def played(self) -> tuple[Any, ...]:
        """The moves that lead to the position."""
        return tuple(line.move for line in self.file.moves)

    def after(self, moves: Sequence[Any]) -> "Question":
        """The same game some moves later."""
        return replace(self, file=self.face.with_moves(self.file, [*self.played, *moves]))

    def refused(self, key: str, reason: str) -> InvalidFile:
        return InvalidFile([Fault(str(self.path), None, key, reason)])


class Target(NamedTuple):
    """What is to be reached: a score, the goal of the game, or both."""

    score: int | None
    goal: bool
    words: str  # as in: ... is asked for


class Searcher(Protocol):
    """All that is particular to searching for the best play of one game."""

    draws: str  # what is drawn: cards, or the like
    explains: bool  # whether reasons are told why a target is out of reach

    def bend(self, document: Document, goal: str | None, level: str | None) -> None:
        """Ask for another goal or level than a file does; click.BadParameter where there is no such thing."""

    def target(self, question: Question, score: int | None, rank: str | None, *, goal_asked: bool) -> Target: ...
    def rounds(self, question: Question) -> int: ...
    def search(
        self, question: Question, limits: "Limits", watch: Watch, forbidden: Sequence[Any], found: "Found"
    ) -> "SolveResult":
        """The best play; NotSolvable where too little is known for that, LostPlan for a defect."""

    def reasons(self, question: Question, target: Target, seconds: float) -> tuple[str, ...] | None:
        """Rules that put a target out of reach; None where they are not found in time."""

    def asked(self, question: Question) -> dict[str, str | int]:
        """All that an answer depends on, so that it is not taken for the answer to another question."""

    def details(self, question: Question) -> dict[str, Any]:
        """What was asked for, in JSON."""


def searcher_of(face: Face) -> Searcher:
    return cast(Searcher, import_module(SEARCHERS[face.name]).SEARCHER)


def one_of(option: str, value: str | None, allowed: Sequence[str]) -> None:
    """Refuse a word that an option of this game does not know."""
    if value is not None and value not in allowed:
        listed = ", ".join(repr(word) for word in allowed)
        raise click.BadParameter(f"{value!r} is not one of {listed}.", param_hint=f"'{option}'")


def ask(path: Path, deck: str | None, goal: str | None, level: str | None) -> Question:
    """The question of a game file, perhaps for another goal or level; InvalidFile with every fault."""
    document = files.read(path)
    played_for = document.data.get("goal")
    if document.data.get("game") in SEARCHERS:
        searcher_of(face_of(document.data["game"])).bend(document, goal, level)
    face, file = game_in(document, path, deck)
    question = Question(face, file, path)
    if goal not in (None, played_for) and face.replay(file).illegal:
        # Clin9ic 3.4, 5.3: popularity is bought for the popularity condition alone, so that even the decisions differ.
        reason = f"made for {played_for}, these moves cannot be replayed for {goal}; ask from a [position] instead"
        raise question.refused("play.moves", reason)
    return question


def search(
    question: Question,
    limits: "Limits",
    watch: Watch,
    *,
    forbidden: Sequence[Any] = (),
    found: "Found | None" = None,
) -> "SolveResult":
    """Search for the best play; InvalidFile where too little is known for that."""
    from solvers.result import Found

    with answerable(question):
        return question.searcher.search(question, limits, watch, forbidden, found or Found())


@contextmanager
def answerable(question: Question) -> Iterator[None]:
    """Refuse what a solver cannot take up, and give no answer that the referee does not confirm."""
    from solvers.result import LostPlan, NotSolvable

    try:
        yield
    except NotSolvable as reason:
        raise question.refused("", str(reason)) from None
    except LostPlan as reason:
        raise Defect(f"a defect of the search, please report it with this file: {reason}") from None


def exit_code(result: "SolveResult") -> Exit:
    """How a command ends that looked for the best play."""
    if result.interrupted:
        return Exit.INTERRUPTED
    return Exit.YES if result.best is not None else Exit.UNDECIDED
