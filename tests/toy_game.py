"""A game a page long that offers the Game protocol and nothing else: what serves it serves any game.

The night ward. Each round two dice are rolled: two patients, a 6 being the most severe. A patient who is treated takes
as many hours as the die shows; both can be, or one, or nobody. The score is what the treated patients bring, less a
point for everybody who is sent away.
"""

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import NamedTuple

from tabletop.moves import BadNotation, IllegalMove, suggest

POINTS = (1, 2, 4, 6, 9, 12)  # by severity, from 1
SIDES = range(1, 7)


class Ward(NamedTuple):
    """A position: who waits (nobody before the dice are rolled), the hours left, and what was done so far."""

    round: int
    waiting: tuple[int, ...]
    hours: int
    points: int = 0
    sent_away: int = 0


class Treat(NamedTuple):
    patients: tuple[int, ...]  # the milder one first


class Roll(NamedTuple):
    patients: tuple[int, int]


@dataclass(frozen=True)
class NightWard:
    rounds: int = 3
    hours: int = 12
    target: int = 20

    def start(self) -> Ward:
        return Ward(1, (), self.hours)

    def decision(self, state: Ward) -> str:
        return "over" if self.is_over(state) else "roll" if self.is_chance(state) else "treat"

    def round_of(self, state: Ward) -> int:
        return state.round

    def is_over(self, state: Ward) -> bool:
        return state.round > self.rounds

    def is_chance(self, state: Ward) -> bool:
        return not self.is_over(state) and not state.waiting

    def legal_moves(self, state: Ward) -> list[Treat]:
        if not state.waiting:
            return []
        choices = dict.fromkeys([(), *((one,) for one in state.waiting), state.waiting])
        return [Treat(chosen) for chosen in choices if sum(chosen) <= state.hours]

    def apply(self, state: Ward, move: Treat) -> Ward:
        if not state.waiting:
            raise IllegalMove("1.1", "the night is over" if self.is_over(state) else "the dice have to be rolled first")
        if any(move.patients.count(one) > state.waiting.count(one) for one in move.patients):
            raise IllegalMove("2.1", f"{self.format(move)}: {state.waiting[0]} and {state.waiting[1]} are waiting")
        if sum(move.patients) > state.hours:
            raise IllegalMove("2.2", f"{self.format(move)} takes {sum(move.patients)} hours, {state.hours} are left")
        points = state.points + sum(POINTS[one - 1] for one in move.patients)
        sent_away = state.sent_away + len(state.waiting) - len(move.patients)
        return Ward(state.round + 1, (), state.hours - sum(move.patients), points, sent_away)

    def chance_outcomes(self, state: Ward) -> list[tuple[Roll, float]]:
        if not self.is_chance(state):
            return []
        pairs = combinations_with_replacement(SIDES, 2)
        return [(Roll((one, two)), (1 if one == two else 2) / 36) for one, two in pairs]

    def apply_outcome(self, state: Ward, outcome: Roll) -> Ward:
        if outcome not in [possible for possible, _ in self.chance_outcomes(state)]:
            raise IllegalMove("1.2", f"{self.format(outcome)} cannot come: {self.decision(state)} is due")
        return state._replace(waiting=outcome.patients)

    def format(self, move: Treat | Roll) -> str:
        verb = "roll" if isinstance(move, Roll) else "treat"
        return " ".join([verb, *map(str, move.patients)]) if move.patients else f"{verb} nobody"

    def parse(self, text: str) -> Treat:
        verb, *words = text.split() or [""]
        if verb != "treat":
            raise BadNotation(suggest(verb, ["treat"]))
        if words == ["nobody"]:
            return Treat(())
        if not 1 <= len(words) <= 2 or not all(word in map(str, SIDES) for word in words):
            raise BadNotation(f"{text!r}: expected one or two patients from 1 to 6, or nobody")
        return Treat(tuple(sorted(map(int, words))))

    def score_items(self, state: Ward) -> dict[str, int]:
        return {"treated": state.points, "sent away": -state.sent_away}

    def final_score(self, state: Ward) -> int:
        return sum(self.score_items(state).values())

    def goal_met(self, state: Ward) -> bool:
        return self.final_score(state) >= self.target
