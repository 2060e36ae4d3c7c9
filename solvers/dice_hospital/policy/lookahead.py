"""Ways compared over sampled draws of the next round: the same draws for all, more of them for those that lead."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from dice_hospital.referee import DiceHospital
from solvers.dice_hospital.value_function.player import NARROW, Player, Way

FIRST = 2  # futures of every way
FEWEST = 2  # ways that are looked at to the end
MOST = 256  # futures of a way


@dataclass
class Contest:
    """Successive halving: whoever is behind after some futures gets no more of them."""

    player: Player
    ways: list[Way]
    seed: int = 0
    most: int = MOST
    values: list[list[float]] = field(init=False)

    def __post_init__(self) -> None:
        self.values = [[] for _ in self.ways]

    @property
    def game(self) -> DiceHospital:
        return self.player.game

    def run(self, stop: Callable[[], bool]) -> None:
        """Until one is told to stop, or everybody who is left has had all futures."""
        left, futures = list(range(len(self.ways))), FIRST
        while left and not self._settled(left):
            for number in range(futures):
                for at in left:
                    if number >= len(self.values[at]):
                        self.values[at].append(self._future(self.ways[at], number))
                    if stop():
                        return
            if futures >= self.most:
                return
            left = sorted(left, key=lambda at: -self.mean(at))[: max(FEWEST, (len(left) + 1) // 2)]
            futures = min(self.most, 2 * futures)

    def _settled(self, left: list[int]) -> bool:
        """Whether the game is over after all that is left: then there is no chance any more."""
        if not all(self.game.is_over(self.ways[at].end) for at in left):
            return False
        for at in left:
            self.values[at] = [float(self.game.final_score(self.ways[at].end))]
        return True

    def _future(self, way: Way, number: int) -> float:
        random = Random(f"{self.seed} {number}")
        return self.player.sampled_value(way.end, random, NARROW)

    def mean(self, at: int) -> float:
        """By the futures seen; the value function's word where there are none."""
        return sum(self.values[at]) / len(self.values[at]) if self.values[at] else self.ways[at].value

    def ranking(self) -> list[int]:
        """The best first. Who was looked at longer goes before those left behind."""
        return sorted(range(len(self.ways)), key=lambda at: (-len(self.values[at]), -self.mean(at)))


__all__ = ["Contest"]
