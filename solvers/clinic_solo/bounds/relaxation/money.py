"""Money in a relaxation (9.4, 9.5): savings, expenses and popularity, round by round."""

from clinic_solo.state import State
from solvers.clinic_solo.bounds.relaxation.patients import Patients
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.core.cpsat import Number


class Money(Patients):
    """What is paid, saved and bought.

    With `bankrupt`, for plays in which expenses are forgiven, last in that round; else for those without.
    """

    def __init__(self, known: KnownDeal, state: State, bankrupt: int | None) -> None:
        super().__init__(known, state)
        self.bankrupt = bankrupt
        self._staff()
        self._buildings()
        self._patients()
        self._money()

    def _money(self) -> None:
        money, switches = self.deck.money, self.known.game.switches
        gifts = sum(tile.amount * flag for tile, flag in self.offered if tile.what == "money")
        savings: Number = self.state.money + gifts
        popularity: Number = self.state.popularity
        for r in self.rounds:
            spent = sum(self.spent[r])
            before = self.builder.number(0, max(0, self.builder.spread(savings)[1]), f"savings before business {r}")
            self.cp.add(before == savings - spent)
            known = r == self.remaining.first and not self.remaining.care
            income = self.state.income if known else self.income[r]
            late = self.state.late_income if known else self.late_income[r]
            owed = 0 if known else self._owed(r)
            if switches.popularity_may_be_negative:
                popularity = popularity + money.death * self.victims[r]  # 14D3
            savings, after = self._business(r, before, income, late, owed, popularity)
            popularity = after
            if r < self.deck.rounds or switches.admin_after_last_round:
                popularity = popularity + money.lab_popularity * (self.in_lab[r] - self.curing[r])
                if switches.popularity_may_be_negative:  # 10.7: else a death may cost nothing
                    popularity = popularity + money.death * self.deaths[r]
        self.popularity = popularity

    def _owed(self, r: int) -> Number:
        """9.4."""
        money = self.deck.money
        upkeep = self.builder.at_least(
            money.module_upkeep * self.modules[r]
            + money.garden_upkeep * self.gardens[r]
            + money.operating_upkeep * self.operated_rooms[r]
            - money.orderly_saves * self.orderlies[r],
            f"upkeep {r}",
        )
        helpers = money.nurse_salary * self.nurses[r] + money.orderly_salary * self.orderlies[r]
        return upkeep + self.salaries[r] + helpers

    def _business(
        self, r: int, before: Number, income: Number, late: Number, owed: Number, popularity: Number
    ) -> tuple[Number, Number]:
        """9.4, 9.5, 15.10: savings and popularity after the Business of a round; late income goes to savings."""
        money = self.deck.money
        most_income, most_owed = self.builder.spread(income)[1], self.builder.spread(owed)[1]
        most = self.builder.spread(before)[1] + most_income + self.builder.spread(late)[1]
        left = self.builder.number(0, most, f"savings {r}")
        # Popularity is bought with what is left of this round's income alone.
        bought = self.builder.number(0, most_income // money.popularity_price, f"bought {r}")
        if self.bankrupt is not None and r <= self.bankrupt:
            # Whatever was bought by then is lost; what was owed is taken for forgiven.
            self.cp.add(left <= before + income + late)
            if r == self.bankrupt:
                self.cp.add(left <= late)
            return left, self.builder.number(min(0, self.builder.spread(popularity)[0]), 0, f"popularity {r}")
        self.cp.add(money.popularity_price * bought <= income)
        lost = self.builder.number(0, max(0, most_owed), f"lost {r}")  # dollars that popularity stands in for
        self.cp.add(left + money.popularity_price * bought == before + income + late - owed + lost)
        after = popularity - money.popularity_per_dollar * lost + bought
        return left, self.builder.total(after, f"popularity {r}")
