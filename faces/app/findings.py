"""What a search found: a plan that the referee goes over once, as data and in the words that belong to its figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from faces.app.answer import Answer
from faces.games.position import AnyPosition

if TYPE_CHECKING:
    from solvers.core.result import SolveResult


def formatted(position: AnyPosition, moves: Sequence[Any]) -> list[str]:
    return [position.game.format(move) for move in moves]


@dataclass(frozen=True)
class Plan:
    """The result of a search, and the position it was searched from."""

    position: AnyPosition
    result: "SolveResult"

    @cached_property
    def end(self) -> AnyPosition:
        """Where the plan leads."""
        return self.position.after(self.result.moves)

    @cached_property
    def score(self) -> Mapping[str, int] | None:
        """The final score by item; None without a plan."""
        return None if self.result.best is None else self.position.game.score_items(self.end.state)

    @property
    def proven(self) -> bool:
        return self.result.best is not None and self.result.best == self.result.bound

    def with_interrupted(self, interrupted: bool) -> "Plan":
        return Plan(self.position, replace(self.result, interrupted=interrupted))

    def to_data(self) -> dict[str, Any]:
        """The plan as a part of a larger answer."""
        result = self.result
        return {
            "status": str(result.status),
            "best": result.best,
            "bound": result.bound,
            "gap": None if result.best is None or result.bound is None else result.bound - result.best,
            "moves": formatted(self.position, result.moves),
            "score": self.score,
        }

    def answer(self, command: str, elapsed: float, more: Mapping[str, Any]) -> Answer:
        position, result = self.position, self.result
        return Answer(
            position.adapter.name,
            result.status.value,
            "clairvoyant",
            result.best,
            result.bound,
            formatted(position, result.moves),
            interrupted=result.interrupted,
            deck=position.deck_source,
            elapsed=elapsed,
            command=command,
            more={
                **position.adapter.solver.details(position),
                "proof": result.proof or None,
                "note": result.note or None,
                "counts": dict(result.counts),
                "score": self.score,
                **more,
            },
        )


def clairvoyant(position: AnyPosition) -> str:
    return f"clairvoyant: the search knew every {position.adapter.views.draw_word} to come, as no player does"


def proof_words(plan: Plan) -> list[str]:
    """What the bound rests on, where it is above the plan, and how much was looked at."""
    result = plan.result
    looked = "".join(f"{number:,} {unit}, " for unit, number in result.counts.items() if number)
    lines = [f"bound: {result.proof}"] * bool(result.proof) + _gap_by_item(plan)
    note = [f"note: {result.note}"] * bool(result.note)
    return [*lines, f"search: {looked}{result.elapsed:.0f} s", *note]


def _gap_by_item(plan: Plan) -> list[str]:
    """The items in which the simpler game of the bound is ahead of the plan, the largest part first."""
    result = plan.result
    if not result.relaxed or result.bound in (None, result.best) or plan.score is None:
        return []
    ahead = sorted(((result.relaxed[name] - points, name) for name, points in plan.score.items()), reverse=True)
    parts = [f"{name} +{more}" for more, name in ahead if more > 0]
    return [f"gap: not ruled out are {', '.join(parts)}"] if parts else []
