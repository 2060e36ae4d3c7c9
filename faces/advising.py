"""What advise, hint and review have in common: the game's adviser, the options, and how figures are told."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

import click

from faces.exits import Exit
from faces.progress import Watch
from faces.searching import Question, search_options

if TYPE_CHECKING:
    from solvers.advice import Advice, Ceiling, Estimate, Review, Within

ADVISERS = {"clin9ic": "faces.clin9ic_advice", "clinic": "faces.clinic_advice"}  # by game
OBJECTIVES = ("score", "goal")
PLAYER = "player: nothing is used that a player could not know"


@dataclass(frozen=True)
class Wish:
    """How long to look, at what, and for what."""

    seconds: float
    workers: int
    objective: str
    seed: int
    shown: int = 5
    bound: bool = True
    thorough: bool = True


class Adviser(Protocol):
    """All that is particular to one game."""

    means: str  # how the futures behind a value were played

    def advise(self, question: Question, wish: Wish, watch: Watch) -> "Advice": ...
    def review(self, question: Question, wish: Wish, watch: Watch) -> "Review": ...
    def target(self, question: Question) -> tuple[str, Mapping[str, str | int]]:
        """What is to be reached, in words and in JSON."""

    def remarks(self, found: "Advice") -> list[str]:
        """What else has to be said of an answer."""

    def hints(self, question: Question, moves: Sequence[Any]) -> tuple[str, str, str]:
        """Where to look, what kind of move, and the move itself."""

    def open(self, question: Question, state: Any) -> Mapping[str, int]:
        """What a position leaves open for the rounds to come."""


def adviser_of(question: Question) -> Adviser:
    return cast(Adviser, import_module(ADVISERS[question.face.name]).ADVISER)


def advice_options(command: Callable[..., Any], seconds: str) -> Callable[..., Any]:
    """Options of every command that advises."""
    for option in (
        click.option("--seed", type=int, default=0, show_default=True, help="Which futures are looked at."),
        click.option(
            "--objective",
            type=click.Choice(OBJECTIVES),
            default=OBJECTIVES[0],
            show_default=True,
            help="A high score on average, or meeting the goal as often as possible.",
        ),
    ):
        command = option(command)
    return search_options(command, seconds)


def figure(value: float, objective: str) -> str:
    """A value as it is told: points, or a chance."""
    return f"{100 * value:.0f} %" if objective == "goal" else f"{value:.1f}"


def estimate_words(estimate: "Estimate", objective: str) -> str:
    low, high = figure(estimate.low, objective), figure(estimate.high, objective)
    return f"{figure(estimate.mean, objective)}, 95 % interval {low} to {high}, {estimate.futures} futures"


def within_words(within: "Within", objective: str) -> str:
    if within.exact:
        return f"exact: the best play can expect {figure(within.low, objective)}"
    low, high = figure(within.low, objective), figure(within.high, objective)
    return f"between {low} and {high} (certified): that much the best play can expect"


def ceiling_words(ceiling: "Ceiling") -> str:
    kind = "knowing the draws, less a penalty for it" if ceiling.penalised else "even knowing the draws"
    if ceiling.every_future:
        return f"bound: {ceiling.estimate.mean:.1f} is the most any player can expect, {kind}; every future is in it"
    return f"bound: {estimate_words(ceiling.estimate, 'score')}: the most any player can expect, {kind}"


def estimate_data(estimate: "Estimate | None") -> dict[str, Any] | None:
    if estimate is None:
        return None
    return {"mean": estimate.mean, "low": estimate.low, "high": estimate.high, "futures": estimate.futures}


def exit_code(found: "Advice | Review") -> Exit:
    return Exit.INTERRUPTED if found.interrupted else Exit.YES
