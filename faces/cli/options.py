"""Options and small habits that commands share."""

import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import click

from faces.app.advising import OBJECTIVES, AdviceQuestion
from faces.app.answer import Answer
from faces.app.searching import SearchQuestion
from faces.cli.completion import complete_decks, complete_files, complete_goals, complete_levels
from faces.cli.exits import note
from faces.games.data import DeckSource
from faces.games.registry import GAMES
from puzzles import located
from tabletop.text import Pen

FILE = click.Path(path_type=Path)  # existence is checked on reading, so that all faults look alike


class GamePath(click.Path):
    """A game file, by its path or by the name of a puzzle that comes along."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        return located(Path(os.fsdecode(super().convert(value, param, ctx))))


GAME_FILE = GamePath(path_type=Path)
SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}
Decorated = Callable[..., Any]


def decorated(command: Decorated, *options: Decorated) -> Decorated:
    """A command with options, in the order they are told of."""
    for option in reversed(options):
        command = option(command)
    return command


file_argument = click.argument("path", metavar="FILE", type=GAME_FILE, shell_complete=complete_files)
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
deck_option = click.option(
    "--deck", metavar="NAME|FILE", help="Use this deck instead of the one named.", shell_complete=complete_decks
)


def game_option(help_text: str, **more: Any) -> Decorated:
    return click.option("--game", type=click.Choice(list(GAMES)), help=help_text, **more)


def force_option(help_text: str) -> Decorated:
    return click.option("--force", is_flag=True, help=help_text)


def _seconds(_ctx: click.Context, _parameter: click.Parameter, value: str) -> float:
    """A time as people write it: 60, 60s, 5m, 1h."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smh]?)", value.strip().lower())
    seconds = float(found[1]) * SECONDS[found[2]] if found else 0.0
    if not seconds:
        raise click.BadParameter(f"{value!r} is no time, expected something like 60, 60s or 5m")
    return seconds


def effort_options(command: Decorated, seconds: float) -> Decorated:
    """How long and how hard to search, and whether to tell of it."""
    return decorated(
        command,
        click.option(
            "--time",
            "seconds",
            callback=_seconds,
            default=f"{seconds:.0f}s",
            show_default=True,
            metavar="TIME",
            help="How long to search, like 60s or 5m.",
        ),
        click.option(
            "--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Threads to search with."
        ),
        click.option("--quiet", is_flag=True, help="Tell nothing while searching."),
    )


def asked_options(command: Decorated) -> Decorated:
    """What is asked of a file, perhaps otherwise than it says."""
    return decorated(
        command,
        deck_option,
        click.option(
            "--goal", metavar="GOAL", help="Ask for this goal instead of the file's.", shell_complete=complete_goals
        ),
        click.option(
            "--level", metavar="LEVEL", help="Ask for this level instead of the file's.", shell_complete=complete_levels
        ),
    )


def search_options(command: Decorated) -> Decorated:
    """Options of every command that searches."""
    return asked_options(effort_options(command, SearchQuestion.seconds))


def choice_options(command: Decorated, seconds: float = AdviceQuestion.seconds) -> Decorated:
    """Options that decide what is chosen: the same ones give the same choice."""
    return effort_options(
        decorated(
            command,
            click.option(
                "--objective",
                type=click.Choice(OBJECTIVES),
                default=OBJECTIVES[0],
                show_default=True,
                help="A high score on average, or meeting the goal as often as possible.",
            ),
            click.option("--seed", type=int, default=0, show_default=True, help="Which futures are looked at."),
        ),
        seconds,
    )


def advice_options(command: Decorated, seconds: float = AdviceQuestion.seconds) -> Decorated:
    """Options of every command that tells how good play is."""
    return asked_options(choice_options(command, seconds))


class Found(Protocol):
    @property
    def answer(self) -> Answer: ...


def tell(found: Found, text: Callable[[], Sequence[str]], *, as_json: bool) -> None:
    """Print what was found, as text or in JSON, and say so where it rests on reconstructed cards."""
    answer = found.answer
    click.echo(answer.to_json() if as_json else "\n".join(text()))
    caution(answer.deck)


def end(code: int) -> None:
    """End the command with an exit code."""
    click.get_current_context().exit(code)


def pen() -> Pen:
    """Colours for a terminal; click takes them out again where they are not wanted."""
    return Pen(colours=sys.stdout.isatty())


def caution(deck: DeckSource | None) -> None:
    """Say so where a result rests on reconstructed cards."""
    if deck and deck.caution:
        note(f"note: {deck.caution}")
