"""A position of the solitaire game as a model, to be asked what it allows."""

from collections.abc import Iterable
from typing import Any

from ortools.sat.python.cp_model import FEASIBLE, OPTIMAL, CpSolver

from clinic_solo import ClinicSolo
from clinic_solo.deals import Deal
from clinic_solo.state import Phase
from clinic_solo.tiles import TILE_BY_TOKEN, Action, Tile
from solvers.core.cpsat import Number
from tests.clinic_solo.helpers import position, spots
from tests.solvers.clinic_scheduler.aims import Aimed, EndValue, model_of
from tests.solvers.clinic_scheduler.brute import small_game

SCORE = EndValue(score=1)


class Bench:
    """The model of one position; conditions are added to a copy of it."""

    def __init__(self, instance: Aimed) -> None:
        self.instance = instance
        self.game, self.board = instance.game, instance.game.board
        self.draft = model_of(instance)
        self.solver = CpSolver()
        self.solver.parameters.num_workers = 1

    def most(self, value: Number, *conditions: Any) -> int | None:
        """The greatest value with these conditions besides, or None if they cannot be met."""
        cp = self.draft.cp.clone()
        for condition in conditions:
            cp.add(condition)
        cp.maximize(value)
        if self.solver.solve(cp) not in (OPTIMAL, FEASIBLE):
            return None
        return round(self.solver.objective_value)

    def best(self, *conditions: Any) -> int | None:
        """The best value of the round with these conditions."""
        return self.most(self.draft.value, *conditions)

    def possible(self, *conditions: Any) -> bool:
        return self.most(0, *conditions) is not None

    def use(self, *actions: Action) -> list[Any]:
        return [chosen[action] == 1 for chosen, action in zip(self.draft.actions, actions, strict=False)]

    def can_build(self, *components: tuple[str, str], more: Iterable[Any] = ()) -> bool:
        """Whether these components can be built one by one: a plan's token with a space, or another word with a place.

        `bonus` is a supply room straight after the component before it.
        """
        built, conditions, number = self.draft.built, list(more), 0
        for token, place in components:
            try:
                if token == "bonus":
                    conditions.append(built.bonus[number - 1, self.board.place(place)] == 1)
                    continue
                if token == "entrance":
                    conditions.append(built.entrances[number, self.board.entrance(place)] == 1)
                elif token == "upgrade":
                    conditions.append(built.upgrades[number, self.board.ground_space(place)] == 1)
                elif token == "extinguisher":
                    conditions.append(built.extinguishers[number, self.board.place(place)] == 1)
                elif token == "conveyor":
                    conditions += [built.stops[number, self.board.place(stop)] == 1 for stop in place.split()]
                    conditions.append(sum(v for (c, _), v in built.stops.items() if c == number) == len(place.split()))
                else:
                    space = self.board.place(place)
                    conditions.append(built.tiles[number, space] == 1)
                    conditions.append(self.draft.tile[space, TILE_BY_TOKEN[token]] == 1)
            except KeyError:  # no candidate, so that the model knows without asking
                return False
            number += 1
        return self.possible(*conditions)


def bench(
    *floors: str,
    side: str = "3x2",
    cars: str = "",
    value: EndValue = SCORE,
    leave_out: Iterable[str] = (),
    rulesets: Iterable[str] = (),
    referee: ClinicSolo | None = None,
    **fields: Any,
) -> Bench:
    """A model of the last action of a round: a clinic with money, entrances west of a1 unless told otherwise."""
    game = referee or small_game(side, *rulesets)
    names = [name.strip() for name in cars.split(",") if name.strip()]
    standard = {
        "phase": Phase.ACTION, "round": 2, "slot": 3, "tiles": (2, 2, 2), "left": 0, "money": 30, "entrances": (0,),
        "specials": (Tile.OPERATING, Tile.LAB), "cars": spots(game, *names),
    }  # fmt: skip
    state = position(game, list(floors), **{**standard, **fields})
    return Bench(Aimed(game, state, Deal(1), value=value, leave_out=frozenset(leave_out)))


def at(name: str, side: str = "3x2") -> int:
    return small_game(side).board.place(name)
