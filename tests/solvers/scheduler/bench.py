"""One builder of the scheduler on a bench: a position, the builder, and what the solver makes of it."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from ortools.sat.python.cp_model import FEASIBLE, OPTIMAL, CpSolver, IntVar

from clin9ic import Clin9ic, State
from clin9ic.cards import Action
from clin9ic.dice import trackable
from clin9ic.moves import Arrange
from solvers.clin9ic.cp_model import EXACT, EndValue, Group, Instance, Switches
from solvers.clin9ic.cp_model.admit import admit
from solvers.clin9ic.cp_model.arrange import Laid
from solvers.clin9ic.cp_model.hire import boxes_in_reach, hire
from solvers.clin9ic.cp_model.instance import Trio
from solvers.clin9ic.cp_model.move import Move
from solvers.clin9ic.cp_model.variables import Draft, Position, SlotVars, first_position
from solvers.core.cpsat import Number
from tabletop.colours import Counts
from tests.clin9ic.helpers import clinic, game, position, random_counts, section, with_boxes

ORDER = ("a1", "a2", "a3")


class Bench:
    """A draft that begins at a position, before any rule is written."""

    def __init__(self, game: Clin9ic, state: State, switches: Switches = EXACT, *, in_turn: bool = False) -> None:
        self.game, self.state = game, state
        self.draft = Draft(Instance(game, state, (ORDER,), EndValue()), switches, in_turn=in_turn)
        self.position = first_position(self.draft)
        self.solver = CpSolver()
        self.solver.parameters.num_workers = 1

    def most(self, value: Number, *fixed: Any) -> int | None:
        """The greatest value with these conditions besides, or None if they cannot be met."""
        cp = self.draft.cp.clone()
        for condition in fixed:
            cp.add(condition)
        cp.maximize(value)
        if self.solver.solve(cp) not in (OPTIMAL, FEASIBLE):
            return None
        return round(self.solver.objective_value)

    def least(self, value: Number, *fixed: Any) -> int | None:
        negative = self.most(-1 * value, *fixed)
        return None if negative is None else -negative

    def only(self, value: Number, *fixed: Any) -> int:
        """The value, which the conditions leave no choice about."""
        low, high = self.least(value, *fixed), self.most(value, *fixed)
        assert low == high
        assert low is not None
        return low

    def possible(self, *fixed: Any) -> bool:
        return self.most(0, *fixed) is not None

    # --- an action of a given trio ---

    def newcomers(
        self, action: Action, boxes: str, *, outpatient: bool = False
    ) -> tuple[SlotVars, Position, list[IntVar]]:
        """A first Hire or Admit action with these six boxes; its decisions, the position after it, and times."""
        below = action is Action.HIRE
        lines = with_boxes(action, bottom=boxes) if below else with_boxes(action, top=boxes)
        trio = Trio(Arrange(ORDER, (False,) * 3, (True, True), True), tuple(map(section, lines)))
        laid = Laid(self.draft, [trio], [self.draft.constant(1)], "test")
        slot = laid.slot(0)
        number = self.state.round
        move = Move(self.draft, number, self.position, self.draft.constant(int(outpatient)), "test")
        reach = boxes_in_reach(self.draft, number, self.position, "test")
        take = hire if below else admit
        after, times = take(self.draft, number, laid, slot, self.position, move, reach)
        return slot, after, times


def total(numbers: Sequence[IntVar]) -> Number:
    return sum(numbers)


HOUSE = game()
VAST = clinic("TTT TTT TTT")  # f1 has room for everybody, and no hub
ROOMY = clinic("TTT TTT HHS", "TTT SSS ...")


def bench(floors: str = "f1", setting: Any = HOUSE, switches: Switches = EXACT, **fields: Any) -> Bench:
    return Bench(setting, position(setting, floors, **fields), switches)


def without(*groups: Group) -> Switches:
    return Switches(without=frozenset(groups))


def counts_that(test: Callable[[Counts, Counts], bool]) -> tuple[Counts, Counts]:
    """Doctors and patients that five dice show, and that pass a test."""
    for seed in range(100_000):
        rng = random.Random(seed)
        doctors, patients = random_counts(rng, 11), random_counts(rng, 11)
        if trackable(doctors, patients, 5) and test(doctors, patients):
            return doctors, patients
    raise AssertionError("no such counts")
