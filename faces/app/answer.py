"""The one JSON shape of every command that answers a question. What is not known is null, never 0."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from html import escape
from math import isfinite
from typing import Any, Literal

from faces.games.data import DeckSource
from tabletop.files import Fault

SCHEMA = 2
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
    command: str | None = None  # null where none could be made out
    faults: Sequence[Mapping[str, Any]] = ()

    @property
    def gap(self) -> Number | None:
        """How far the bound is from the best found."""
        return None if self.best is None or self.bound is None else self.bound - self.best

    def to_data(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "command": self.command,
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
            "faults": [dict(fault) for fault in self.faults],
            **self.more,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Answer":
        """The opposite of `to_data`; ValueError for an answer of another shape."""
        if data.get("schema") != SCHEMA:
            raise ValueError(f"expected an answer of schema {SCHEMA}, found {data.get('schema')!r}")
        own = {one.name for one in fields(cls)} - {"more"}
        given = {key: value for key, value in data.items() if key in own}
        given["alternatives"] = [Alternative(**one) for one in data["alternatives"]]
        given["deck"] = None if data["deck"] is None else DeckSource(**data["deck"])
        rest = {key: value for key, value in data.items() if key not in {*own, "schema", "gap"}}
        return cls(**given, more=rest)

    def to_json(self) -> str:
        text = json.dumps(finite(self.to_data()), ensure_ascii=False, indent=2, allow_nan=False)
        return "".join(sign if sign.isprintable() or sign == "\n" else _escaped(sign) for sign in text)

    def _repr_html_(self) -> str:
        """How a notebook shows an answer: a line of figures, the moves, and what is wrong."""
        figures = {"game": self.game, "status": self.status, "best": self.best, "bound": self.bound}
        cells = [f"<b>{name}</b> {escape(str(value))}" for name, value in figures.items() if value is not None]
        moves = "".join(f"<li><code>{escape(move)}</code></li>" for move in self.moves)
        faults = "".join(f"<p>{escape(str(fault['message']))}</p>" for fault in self.faults)
        return f"<p>{' · '.join(cells)}</p>{f'<ol>{moves}</ol>' if moves else ''}{faults}"


def _escaped(sign: str) -> str:
    """A letter that a terminal might obey instead of showing it."""
    return json.dumps(sign)[1:-1]


def finite(value: Any) -> Any:
    """JSON has no infinity: what is without limit is not known."""
    if isinstance(value, Mapping):
        return {key: finite(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [finite(one) for one in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def fault_data(fault: Fault) -> dict[str, Any]:
    return asdict(fault)
