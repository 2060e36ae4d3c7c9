"""How many patients lie there round by round, in the simpler game of `relaxation`."""

from dice_hospital.referee import DiceHospital
from solvers.core.cpsat import ModelBuilder, Number
from solvers.dice_hospital.bounds.flows import total


class Census:
    """How many lie there, as a path through the rounds: points are for how many leave at once, and when nobody stays.

    A path costs nothing that the flows do not say; but split solutions cannot have everybody leave in every round.
    """

    def __init__(self, sheet: ModelBuilder, game: DiceHospital, many: int, gone: int) -> None:
        """`gone`: who has left in this round already."""
        self.sheet, self.game, self.begun, self.most = sheet, game, gone, game.deck.setup.beds
        self.there: dict[int, Number] = {many: 1}
        self.leave: dict[int, list[tuple[int, int]]] = {}  # by round: columns, and how many leave

    def admit(self, number: int, sizes: dict[int, Number]) -> Number:
        """Newcomers, in one of several numbers; how many have to make room (4.3)."""
        sheet, after, dead = self.sheet, dict[int, list[Number]](), list[Number]()
        ways = {
            (many, size): sheet.flag(f"{many} and {size} more {number}") for many in self.there for size in sizes
        }  # fmt: skip
        for many, there in self.there.items():
            sheet.cp.add(total([ways[many, size] for size in sizes]) == there)
        for size, chosen in sizes.items():
            sheet.cp.add(total([ways[many, size] for many in self.there]) == chosen)
        for (many, size), way in ways.items():
            after.setdefault(min(self.most, many + size), []).append(way)
            dead.append(max(0, many + size - self.most) * way)
        self.there = {many: total(flags) for many, flags in after.items()}
        return total(dead)

    def evening(self, number: int, start: Number, leave: Number, dead: Number) -> Number:
        """Some leave and some die; the points for it."""
        sheet, scoring, score = self.sheet, self.game.deck.scoring, list[Number]()
        sheet.cp.add(total([many * way for many, way in self.there.items()]) == start)
        left, gone = dict[int, list[Number]](), list[Number]()
        columns = self.leave.setdefault(number, [])
        for many, there in self.there.items():
            ways = [sheet.flag(f"{k} of {many} leave {number}") for k in range(many + 1)]
            sheet.cp.add(total(ways) == there)
            for k, way in enumerate(ways):
                left.setdefault(many - k, []).append(way)
                gone.append(k * way)
                columns.append((way.index, k))
                score.append(scoring.points(k + self.begun) * way)
        self.begun = 0
        sheet.cp.add(total(gone) == leave)
        deaths, evening = list[Number](), dict[int, Number]()
        further: Number = 0
        for many in range(max(left), -1, -1):
            here = total([*left.get(many, []), further])
            further = sheet.flag(f"one of {many} dies {number}") if many else 0
            deaths.append(further)
            evening[many] = here - further
            if many:
                sheet.cp.add(further <= here)
        sheet.cp.add(total(deaths) == dead)
        if self.game.options.empty_bonus_last_round or number < self.game.deck.rounds:
            score.append(scoring.empty_wards * evening[0])
        self.there = evening
        return total(score)


__all__ = ["Census"]
