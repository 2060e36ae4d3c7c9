"""What every solver answers: how good, how sure, and by which moves."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from html import escape
from typing import Any


class Status(StrEnum):
    OPTIMAL = "optimal"  # proven
    FEASIBLE = "feasible"  # a plan, and a bound it may fall short of
    INFEASIBLE = "infeasible"  # proven: there is no such plan
    UNKNOWN = "unknown"


def believed(best: int | None, bound: int | None) -> bool:
    """Whether what an earlier search called a bound may be one: no plan is above it."""
    return best is None or bound is None or bound >= best


def status_of(best: int | None, bound: int | None, target: int | None) -> Status:
    """What a plan and a bound amount to, where only a target may be asked for."""
    if target is not None and bound is not None and bound < target:
        return Status.INFEASIBLE
    if best is None:
        return Status.UNKNOWN
    return Status.OPTIMAL if bound is not None and bound <= best else Status.FEASIBLE


@dataclass(frozen=True)
class SolveResult:
    """The answer of a solver. `best` is the referee's score of `moves`; what is not known is None.

    No answer contradicts itself: a proof that the plan beside it refutes is dropped as the answer is made, and
    `contradiction` says so. That is always a defect of the solver.
    """

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
    contradiction: str = ""  # a proof that was found and is false
    note: str = ""  # why another part than usual answers
    notation: Callable[[Any], str] = field(default=str, compare=False, repr=False)  # how the game writes a move

    def __post_init__(self) -> None:
        refuted = self._refuted()
        if refuted:
            self._mend(status=Status.FEASIBLE, bound=None, proof="", relaxed={}, contradiction=refuted)
        elif self.status is Status.OPTIMAL and (self.best is None or self.bound != self.best):
            bound = "none" if self.bound is None else self.bound
            said = f"called optimal, with a best of {self.best} and a bound of {bound}"
            self._mend(status=Status.UNKNOWN if self.best is None else Status.FEASIBLE, contradiction=said)

    def _refuted(self) -> str:
        """What the plan proves to be false, nothing where it is consistent with the rest."""
        if self.best is not None and self.bound is not None and self.bound < self.best:
            return f"a bound of {self.bound} below a play of {self.best}"
        if self.best is not None and self.bound is None and self.status is Status.INFEASIBLE:
            return f"no play at all, beside a play of {self.best}"
        return ""

    def _mend(self, **changes: Any) -> None:
        for name, value in changes.items():
            object.__setattr__(self, name, value)

    @property
    def gap(self) -> float | None:
        """How far the bound lies above the best, as a share of the best."""
        if self.best is None or self.bound is None or self.best <= 0:
            return None
        return (self.bound - self.best) / self.best

    def _repr_html_(self) -> str:
        """How a notebook shows an answer: a line of figures, and the moves in the game's notation."""
        figures = {"status": self.status, "best": self.best, "bound": self.bound, "rests on": self.proof}
        cells = [f"<b>{name}</b> {escape(str(value))}" for name, value in figures.items() if value not in (None, "")]
        moves = "".join(f"<li><code>{escape(self.notation(move))}</code></li>" for move in self.moves)
        return f"<p>{' · '.join(cells)}</p><ol>{moves}</ol>"


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
class Found:
    """What an earlier solve of the same question found."""

    moves: tuple[Any, ...] = ()
    bound: int | None = None


class NotSolvable(ValueError):
    """A question the search cannot take up, with the reason."""


class LostPlan(RuntimeError):
    """The referee does not confirm a plan: a defect of the search, never an answer."""
