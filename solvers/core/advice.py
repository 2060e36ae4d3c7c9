"""What advice says, whatever the game: options, estimates with their intervals, bounds, and marks for a game played."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import sqrt
from typing import Any, NamedTuple

# Student's t for 95 %, by degrees of freedom; beyond the table they fall to SURE about like this.
SURE = 1.96
STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23)


class Objective(StrEnum):
    """What is to be as high as possible on average."""

    SCORE = "score"
    GOAL = "goal"  # whether the target of the level is met


class Estimate(NamedTuple):
    """A mean over sampled futures, and the interval in which the true mean lies with 95 % confidence."""

    mean: float
    low: float
    high: float
    futures: int


def student(freedom: int) -> float:
    return STUDENT[freedom - 1] if freedom <= len(STUDENT) else SURE + 2.6 / freedom


def estimated(values: Sequence[float]) -> Estimate | None:
    """The mean with its interval; None of fewer than two.

    >>> tuple(round(number, 2) for number in estimated([1.0, 2.0, 3.0]))
    (2.0, -0.48, 4.48, 3)
    """
    if len(values) < 2:
        return None
    mean = sum(values) / len(values)
    spread = sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
    margin = student(len(values) - 1) * spread / sqrt(len(values))
    return Estimate(mean, mean - margin, mean + margin, len(values))


def share(met: Sequence[bool]) -> Estimate | None:
    """The share that is met, with Wilson's interval, which does not shrink to nothing where all or none are.

    >>> tuple(round(number, 2) for number in share([True] * 8))
    (1.0, 0.68, 1.0, 8)
    """
    many = len(met)
    if many < 2:
        return None
    mean, square = sum(met) / many, SURE * SURE
    middle = (mean + square / (2 * many)) / (1 + square / many)
    margin = SURE / (1 + square / many) * sqrt(mean * (1 - mean) / many + square / (4 * many * many))
    return Estimate(mean, max(0.0, middle - margin), min(1.0, middle + margin), many)


class Interval(NamedTuple):
    """What the best play can expect lies between these two; it is known exactly where they are the same."""

    low: float
    high: float

    @property
    def exact(self) -> bool:
        return self.high - self.low < 1e-9


@dataclass(frozen=True)
class Ceiling:
    """A bound on the expected score of any player, over every future or over sampled ones."""

    estimate: Estimate
    every_future: bool
    penalised: bool


@dataclass(frozen=True)
class Option:
    """A way to play on, to the end of the round or to the next thing that chance turns up."""

    moves: tuple[Any, ...]
    value: float  # expected score, or chance to meet the target: by the evaluator; nan where none has looked yet
    loss: float  # against the best
    chance: float | None  # to meet the target, from futures played out
    end: Any  # the position after it
    interval: Estimate | None = None  # of the value, where it comes from sampled futures


@dataclass(frozen=True)
class Advice:
    """The answer. What is not known is None."""

    objective: Objective
    options: tuple[Option, ...]
    within: Interval | None = None  # the last rounds: what the best play can expect lies between
    expected: float | None = None  # what the evaluator expects, where no decision is due yet
    played: Estimate | None = None  # final scores after the best option, futures played out
    chance: Estimate | None = None  # share of them that meets the target
    ceiling: Ceiling | None = None  # what no player can expect to beat
    interrupted: bool = False
    elapsed: float = 0.0
    counts: dict[str, int] = field(default_factory=dict)
    note: str = ""  # why another part than usual answers


class Grade(StrEnum):
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LIMITS = {  # a loss from which on a decision is no longer of the grade before
    Objective.SCORE: ((8.0, Grade.BLUNDER), (3.0, Grade.MISTAKE), (1.0, Grade.INACCURACY)),
    Objective.GOAL: ((0.2, Grade.BLUNDER), (0.1, Grade.MISTAKE), (0.03, Grade.INACCURACY)),
}


def grade(loss: float, objective: Objective) -> Grade:
    """The grade of a decision by what it loses.

    >>> [str(grade(loss, Objective.SCORE)) for loss in (0, 1, 3, 8)]
    ['fine', 'inaccuracy', 'mistake', 'blunder']
    """
    return next((name for limit, name in LIMITS[objective] if loss >= limit), Grade.FINE)


@dataclass(frozen=True)
class Mark:
    """A decision of a game that was played, judged by what could be known then."""

    number: int  # of the move, from 1
    round: int
    move: Any
    value: float  # of the best play known
    loss: float
    grade: Grade
    better: tuple[Any, ...]  # how to go on instead, nothing where the move was the best known


@dataclass(frozen=True)
class Luck:
    """A draw, by what it changed against the mean of all draws."""

    round: int
    drawn: Any
    gain: float


@dataclass(frozen=True)
class Review:
    """Marks of all decisions that were judged, and the luck of all draws."""

    objective: Objective
    marks: tuple[Mark, ...]
    luck: tuple[Luck, ...]
    score: int | None  # of a finished game
    interrupted: bool = False
    elapsed: float = 0.0
    note: str = ""  # why another part than usual answers

    @property
    def loss(self) -> float:
        return sum(mark.loss for mark in self.marks)

    @property
    def mean_loss(self) -> float | None:
        return self.loss / len(self.marks) if self.marks else None
