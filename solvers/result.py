"""What every solver answers: how good, how sure, and by which moves."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Status(StrEnum):
    OPTIMAL = "optimal"  # proven
    FEASIBLE = "feasible"  # a plan, and a bound it may fall short of
    INFEASIBLE = "infeasible"  # proven: there is no such plan
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class SolveResult:
    """The answer of a solver. `best` is the referee's score of `moves`; what is not known is None."""

    status: Status
    best: int | None
    bound: int | None
    moves: tuple[Any, ...]
    information: str = "clairvoyant"
    proof: str = ""  # what the bound rests on, in a few words
    interrupted: bool = False
    elapsed: float = 0.0
    counts: dict[str, int] = field(default_factory=dict)  # positions generated, kept, …
    relaxed: dict[str, int] = field(default_factory=dict)  # what the bound counts, item by item, where that is known

    @property
    def gap(self) -> float | None:
        """How far the bound lies above the best, as a share of the best."""
        if self.best is None or self.bound is None or self.best <= 0:
            return None
        return (self.bound - self.best) / self.best


@dataclass(frozen=True)
class Progress:
    """A line about a search that is under way."""

    stage: str
    round: int
    positions: int  # looked at so far, or plans played
    best: int | None
    bound: int | None
    elapsed: float
    unit: str = "positions"


@dataclass(frozen=True)
class Limits:
    """How long and how far a solve may go."""

    seconds: float = 60.0
    workers: int = 2
    gap: int = 0  # good enough: the bound is at most this much above the best
    target: int | None = None  # only whether this score can be reached
    goal: bool = False  # only plays that meet the goal of the game count, where goal and score are two things


@dataclass(frozen=True)
class Found:
    """What an earlier solve of the same question found."""

    moves: tuple[Any, ...] = ()
    bound: int | None = None


class NotSolvable(ValueError):
    """A question the search cannot take up, with the reason."""


class LostPlan(RuntimeError):
    """The referee does not confirm a plan: a defect of the search, never an answer."""
