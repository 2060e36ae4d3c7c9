"""What the hunt asks of a game. A game joins by one object with these methods and one entry in `ADAPTERS`."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from importlib import import_module
from random import Random
from typing import Any, Protocol, TypeVar, cast

ADAPTERS = {
    "clin9ic": "benchmarks.soundness.clin9ic_cases",
    "clinic": "benchmarks.soundness.clinic_cases",
    "dice-hospital": "benchmarks.soundness.dice_hospital_cases",
}
DECK_FILE = "deck.toml"  # a deck of its own lies beside the game file


Move = TypeVar("Move")


class Style(StrEnum):
    """How a position is reached."""

    GOOD = "good"
    GREEDY = "greedy"
    RANDOM = "random"
    ODD = "odd"


class Adapter(Protocol):
    cases_per_deal: int  # how many share deck and deal, where it is much work to prepare for these

    def deck(self, random: Random) -> str:
        """The text of a made-up deck; not every one need pass `deck check`."""

    def new(self, random: Random, deck: str | None) -> Any:
        """A game file before its first draw, with all draws decided; `deck` is the text of `DECK_FILE`, or None."""

    def choose(self, game: Any, state: Any, style: Style, random: Random) -> Any:
        """A legal move."""

    def typed(self, file: Any, state: Any, random: Random) -> Any | None:
        """A file with the position typed in, its numbers twisted, perhaps too far; None where it cannot be typed."""

    def rounds_left(self, game: Any, state: Any) -> int:
        """1 in the last round, 0 when the game is over."""

    def is_certain(self, game: Any, state: Any) -> bool:
        """Whether no draw comes any more, so that advice and search have the same value."""

    def has_goal(self, game: Any) -> bool:
        """Whether `target` may be asked without naming a score."""


def simple(
    moves: Sequence[Move], style: Style, value: Callable[[Move], float], sample: int, random: Random
) -> Move:  # fmt: skip
    """An odd move, or else the best of some."""
    if style is Style.ODD:
        return random.choice((moves[0], moves[-1]))
    return max(moves if len(moves) <= sample else random.sample(moves, sample), key=value)


def adapter_of(game: str) -> Adapter:
    return cast(Adapter, import_module(ADAPTERS[game]).ADAPTER)
