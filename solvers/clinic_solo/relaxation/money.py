"""Money in a relaxation (9.4, 9.5): savings, expenses and popularity, round by round."""

from clinic_solo.state import State
from solvers.clinic_solo.problem import Known
from solvers.clinic_solo.relaxation.patients import Patients
from solvers.cpsat import Number

MOST_MONEY, MOST_POPULARITY = 1000, 1000


class Money(Patients):
    """What is paid, kept and bought.

    With `broke`, for plays in which expenses are forgiven, last in that round; else for those without.
    """

    def __init__(self, known: Known, state: State, broke: int | None) -> None:
        super().__init__(known, state)
        self.broke = broke
        self._staff()
        self._buildings()
        self._patients()
        self._money()

    def _money(self) -> None:
        money = self.deck.money
        savings: Number = self.state.money + self.bonus["money"]
        popularity: Number = self.state.popularity
        for r in self.rounds:
            after_actions = self.sheet.number(0, MOST_MONEY, f"savings before business {r}")
            self.cp.add(after_actions == savings - sum(self.spent[r]))
            known = r == self.ahead.first and not self.ahead.care
            income = self.state.income if known else self.income[r]
            owed: Number = 0
            if not known:
                upkeep = self.sheet.number(0, MOST_MONEY, f"upkeep {r}")
                self.cp.add(
                    upkeep
                    >= money.module_upkeep * self.modules[r]
                    + money.garden_upkeep * self.gardens[r]
                    + money.operating_upkeep * self.operations[r]
                    - money.orderly_saves * self.orderlies[r]
                )
                owed = (
                    upkeep
                    + self.salaries[r]
                    + money.nurse_salary * self.nurses[r]
                    + money.orderly_salary * self.orderlies[r]
                )
            kept, bought, lost = (
                self.sheet.number(0, MOST_MONEY, f"{name} {r}") for name in ("kept", "bought", "lost")
            )
            after = self.sheet.number(-MOST_POPULARITY, MOST_POPULARITY, f"popularity {r}")
            # Popularity is bought with what is left of this round's income alone.
            self.cp.add(money.popularity_price * bought <= income)
            if self.broke is not None and r <= self.broke:
                # Whatever was bought by then is lost; what was owed is taken for forgiven.
                self.cp.add(kept <= after_actions + income)
                self.cp.add(bought == 0)
                self.cp.add(after <= 0)
                if r == self.broke:
                    self.cp.add(kept == 0)
            else:
                self.cp.add(kept + money.popularity_price * bought == after_actions + income - owed + lost)
                self.cp.add(after == popularity - money.popularity_per_dollar * lost + bought)
            popularity = after + money.lab_popularity * self.in_lab[r] + money.death * self.deaths[r]
            if r == self.deck.rounds and not self.known.game.switches.admin_after_last_round:
                popularity = after
            savings = kept
        self.popularity = popularity
