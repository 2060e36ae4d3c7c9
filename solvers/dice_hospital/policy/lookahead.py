"""Ways compared over sampled draws: the same for all, more of them and further ahead for those that lead."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from dice_hospital.referee import DiceHospital
from dice_hospital.state import Phase, State
from solvers.dice_hospital.value_function.player import BEFORE_ACTIVATION, NARROW, Player, Way

FIRST = 4  # futures of every way
SOON = 32  # futures of a round, until those who are left are looked at two rounds ahead
FINALISTS = 4  # that are looked at two rounds ahead, if there is time
ENOUGH = 16  # futures two rounds ahead before they count
FEWEST = 2  # ways that are looked at to the end
MOST = 256  # futures of a way
WITHOUT_ROLLS = (Phase.INTAKE, Phase.KEEP, *BEFORE_ACTIVATION)  # from which a round is played out


@dataclass
class Contest:
    """Successive halving: whoever is behind after some futures gets no more of them."""

    player: Player
    ways: list[Way]
    seed: int = 0
    most: int = MOST
    values: list[list[float]] = field(init=False)
    ahead: list[int] = field(init=False)  # rounds that each way was looked ahead

    def __post_init__(self) -> None:
        self.values = [[] for _ in self.ways]
        self.ahead = [0 for _ in self.ways]

    @property
    def game(self) -> DiceHospital:
        return self.player.game

    def run(self, stop: Callable[[], bool]) -> None:
        """Until one is told to stop, or everybody who is left has had all futures."""
        left = list(range(len(self.ways)))
        if not left or self._settled(left):
            return
        if self.ways[0].end.round >= self.game.deck.rounds:  # the next round is the last
            self._halve(left, 1, FIRST, self.most, FEWEST, stop)
            return
        left = self._halve(left, 1, FIRST, min(SOON, self.most), FINALISTS, stop)
        if self.most > SOON and not stop():
            self._halve(left, 2, ENOUGH, self.most, FEWEST, stop)

    def _halve(
        self, left: list[int], rounds: int, futures: int, most: int, fewest: int, stop: Callable[[], bool]
    ) -> list[int]:
        """Futures for all, twice as many for the better half, and so on; who is left."""
        seen: dict[int, list[float]] = {at: [] for at in left}
        while True:
            late = self._look(left, seen, rounds, futures, stop)
            many = min(len(seen[at]) for at in left)
            if many >= min(ENOUGH if rounds > 1 else 1, futures):  # the same for all
                for at in left:
                    self.values[at], self.ahead[at] = seen[at][:many], rounds
            if late or futures >= most:
                return left
            left = sorted(left, key=lambda at: -self.mean(at))[: max(fewest, (len(left) + 1) // 2)]
            futures = min(most, 2 * futures)

    def _look(
        self, left: list[int], seen: dict[int, list[float]], rounds: int, futures: int, stop: Callable[[], bool]
    ) -> bool:
        """So many futures for each; whether there was no time for that."""
        for number in range(futures):
            for at in left:
                if number >= len(seen[at]):
                    seen[at].append(self._future(self.ways[at].end, number, rounds))
                if stop():
                    return True
        return False

    def _settled(self, left: list[int]) -> bool:
        """Whether the game is over after all that is left: then there is no chance any more."""
        if not all(self.game.is_over(self.ways[at].end) for at in left):
            return False
        for at in left:
            self.values[at] = [float(self.game.final_score(self.ways[at].end))]
        return True

    def _future(self, state: State, number: int, rounds: int) -> float:
        random = Random(f"{self.seed} {number}")
        if rounds > 1 and state.phase in WITHOUT_ROLLS:
            state = self.player.sampled_round(state, random, NARROW)
        return self.player.sampled_value(state, random, NARROW)

    def mean(self, at: int) -> float:
        """By the futures seen; the value function's word where there are none."""
        return sum(self.values[at]) / len(self.values[at]) if self.values[at] else self.ways[at].value

    def ranking(self) -> list[int]:
        """The best first. Who was looked at further and longer goes before those left behind."""
        return sorted(range(len(self.ways)), key=lambda at: (-self.ahead[at], -len(self.values[at]), -self.mean(at)))


__all__ = ["Contest"]
