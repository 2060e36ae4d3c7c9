"""No play can beat this: the optimum of a relaxation of the rest of the game, bounded by GLOP and CP-SAT."""

import math
from collections.abc import Callable

from clinic_solo.deck import Goal
from clinic_solo.score import meets
from clinic_solo.setting import Setting
from clinic_solo.state import State
from solvers.clinic_solo.bounds.relaxation.model import Relaxation
from solvers.clinic_solo.bounds.relaxation.remaining_game import remaining_game
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.clinic_solo.kernel.tables import largest
from solvers.core.budget import Budget
from solvers.core.cpsat import never
from tabletop.text import listed

MOST_ROUNDS = 12  # beyond that it takes too long to be of use
LARGEST, FAR = 10**6, 10**9  # of the numbers of a deck and of a position: what follows from them fits into 64 bits

# Others may score in ways that no relaxation allows for, so that a play could beat its bound.
KNOWN_RULESETS = {"floor4", "round7", "extinguishers", "blood", "workaholics", "zombies"}


def supports(setting: Setting) -> str | None:
    """Why the relaxation gives no bound for a deck, None where it does: all switches and numbers are provided for."""
    if unknown := sorted(set(setting.rulesets) - KNOWN_RULESETS):
        return f"the relaxation does not know the rules of {listed(unknown)}"
    if setting.deck.rounds > MOST_ROUNDS:
        return f"the relaxation does not know games of more than {MOST_ROUNDS} rounds"
    if largest(setting.deck) > LARGEST:
        return f"the relaxation does not know decks with numbers above {LARGEST:,}"
    return None


class Bounds:
    """What no play from a position can beat, or with a goal none that meets it; it gets better with time.

    Expenses are forgiven, if ever, last in one of the rounds (9.4): each of these cases is a relaxation of its own.
    A case is dropped only where it is proven that no play belongs to it.
    """

    def __init__(
        self,
        known: KnownDeal,
        state: State,
        goal: Goal | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.known, self.state, self.goal = known, state, goal
        self.complete = True  # whether every case was looked at; if not, there is no bound
        self.cases: dict[int | None, int] = {}
        self.items: dict[str, int] = {}  # of the optimum of the weakest linear relaxation
        counted = (state.money, abs(state.popularity), state.time, state.treated, state.deaths, state.income)
        if max(*counted, state.late_income) > FAR:
            self.complete = False
            return
        remaining = remaining_game(known, state)
        if remaining.first > known.game.deck.rounds:  # the last Admin is done, and only cars leave
            if goal is None or meets(known.game, state, goal):
                self.cases[None] = known.game.final_score(state)
            return
        business = (
            remaining.first if remaining.care else remaining.first + 1
        )  # the first round whose expenses are still to be paid
        for bankrupt in (None, *range(business, known.game.deck.rounds + 1)):
            if stop():
                self.complete = False
                return
            value, items = Relaxation(known, state, goal, bankrupt).linear_bound()
            if value is not None:
                if not self.cases or value > max(self.cases.values()):
                    self.items = items
                self.cases[bankrupt] = value

    @property
    def value(self) -> int | None:
        """None when there is no such play at all, or when there was no time to find a bound."""
        return max(self.cases.values()) if self.cases and self.complete else None

    @property
    def impossible(self) -> bool:
        """Whether it is proven that there is no such play."""
        return self.complete and not self.cases

    def improve(self, budget: Budget, cutoff: float = -math.inf, stop: Callable[[], bool] = never) -> bool:
        """Solve the weakest case in whole numbers; False when the bound is at the cutoff, or there is none."""
        if self.value is None or self.value <= cutoff:
            return False
        worst = max(self.cases, key=lambda case: self.cases[case])
        value = Relaxation(self.known, self.state, self.goal, worst).integer_bound(budget, stop)
        if value is None:
            del self.cases[worst]
        elif value < self.cases[worst]:
            self.cases[worst] = int(value)
        return True
