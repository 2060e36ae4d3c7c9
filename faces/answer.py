"""The one JSON shape of every command that answers a question. What is not known is null, never 0."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

SCHEMA = 1
Status = Literal["optimal", "feasible", "infeasible", "unknown"]
Information = Literal["clairvoyant", "player"]
Number = int | float


@dataclass(frozen=True)
class Alternative:
    """Another move in the same place, and what it costs to prefer it."""

    move: str
    value: Number | None = None
    bound: Number | None = None
    loss: Number | None = None


@dataclass(frozen=True)
class DeckSource:
    """Which cards an answer rests on."""

    name: str
    sha256: str
    reconstructed: bool

    @property
    def caution(self) -> str | None:
        if not self.reconstructed:
            return None
        return f"the {self.name} deck is reconstructed: what is printed on real cards may differ"


@dataclass(frozen=True)
class Answer:
    """An answer and what it is worth. A command's own findings go into `more`."""

    game: str | None = None
    status: Status = "unknown"
    information: Information | None = None  # whether future draws were known; null where nothing was searched
    best: Number | None = None
    bound: Number | None = None
    moves: Sequence[str] = ()
    alternatives: Sequence[Alternative] = ()
    interrupted: bool = False
    deck: DeckSource | None = None
    elapsed: float | None = None
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def gap(self) -> Number | None:
        """How far the bound is from the best found."""
        return None if self.best is None or self.bound is None else self.bound - self.best

    def to_data(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "game": self.game,
            "status": self.status,
            "information": self.information,
            "best": self.best,
            "bound": self.bound,
            "gap": self.gap,
            "moves": list(self.moves),
            "alternatives": [asdict(alternative) for alternative in self.alternatives],
            "interrupted": self.interrupted,
            "deck": None if self.deck is None else asdict(self.deck),
            "elapsed": self.elapsed,
            **self.more,
        }

    def to_json(self) -> str:
        return json.dumps(self.to_data(), ensure_ascii=False, indent=2)
