"""The restricted master problem behind the prices: colours and helpers in fractions, plays by the tables as columns.

Every set of prices gives a bound for every position. The duals of the master, which knows only the columns generated so
far, are the prices to try next for a low bound of one position.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from clin9ic.care import DOCTOR_SALARY, PATIENT_PAY
from solvers.clin9ic.bounds.lagrangian.columns import Column, Stock
from solvers.clin9ic.bounds.lagrangian.deal import Deal
from solvers.clin9ic.bounds.lagrangian.multipliers import COLOURS, Multipliers
from solvers.clin9ic.bounds.lagrangian.table import DOLLAR, LEAST_SALARY
from solvers.clin9ic.kernel.rule_numbers import (
    DECAYED,
    LOT_SPACES,
    MOST_NURSES,
    MOST_ORDERLIES,
    NURSE_SALARY,
    ORDERLY_SALARY,
    ORDERLY_SAVES,
    RED,
    TAUGHT,
    TIME_PER_POINT,
)
from solvers.core.linear import NamedRows, add, solved

if TYPE_CHECKING:
    from ortools.linear_solver.pywraplp import Variable

Rows = dict[Any, float]


def _rows_of(prices: Multipliers) -> Rows:
    """The prices by the rows they are the duals of."""
    rows: Rows = {("pillars",): prices.pillar, ("money",): prices.money}
    for t in range(len(prices.help)):
        for name in ("help", "nurses", "orderlies", "spaces"):
            rows[name, t] = float(getattr(prices, name)[t])
        for name in ("doctors", "work", "pupils", "patients"):
            rows.update({(name, k, t): float(getattr(prices, name)[t, k]) for k in COLOURS})
    return rows


class RestrictedMaster(NamedRows):
    """The linear programme from one position."""

    def __init__(self, deal: Deal, stock: Stock) -> None:
        super().__init__()
        self.deal, self.stock = deal, stock
        self.columns: dict[Any, Variable] = {}
        self.even("one column", there=1.0)
        self._money()
        self._staff()
        self._patients()
        self._helpers()
        self.more = {
            name: self._column(0.0, {name: -1.0}) for name in _rows_of(Multipliers.none(deal.rounds, deal.weights))
        }
        self.less = {name: self._column(0.0, {name: 1.0}) for name in self.more}

    def keep_near(self, prices: Multipliers, radius: float) -> None:
        """A trust region around prices: whatever is short may be had for a little more, or given for less.

        Where popularity counts, a dollar has no higher price than a third, which is what orderlies are credited with
        for each they save.
        """
        dearest = DOLLAR if self.deal.popular else float("inf")
        objective = self.solver.Objective()
        for name, price in _rows_of(prices).items():
            more = min(dearest, price + radius) if name == ("money",) else price + radius
            objective.SetCoefficient(self.more[name], -more)
            objective.SetCoefficient(self.less[name], price - radius)

    def _column(self, objective: float, rows: Mapping[Any, float]) -> Variable:
        column = self.variable(objective)
        for name, amount in rows.items():
            if name[-1] != self.deal.rounds:
                add(self.rows[name], column, amount)
        return column

    def _money(self) -> None:
        """What will be lost and can be spent before; popularity pays debts (5.2)."""
        self.row("money", there=float(max(0, self.stock.popularity)))

    def _staff(self) -> None:
        rounds, stock, weights = self.deal.rounds, self.stock, self.deal.weights
        for t in range(rounds):
            for k in COLOURS:
                self.row("doctors", k, t, there=float(stock.doctors[k] * (t == 0)))
                self.row("work", k, t)
                self.row("pupils", k, t)
            for name in ("newcomers", "paid doctors", "unpaid doctors", "students", "gone"):
                self.even(name, t)
        for t in range(rounds):
            last = t + 1 == rounds
            for k in COLOURS:
                final = weights.doctor[DECAYED[k]] if last else 0.0
                rows: Rows = {("doctors", k, t): 1.0, ("work", k, t): -1.0, ("pupils", k, t): -1.0}
                rows["doctors", DECAYED[k], t + 1] = -1.0
                self._column(
                    final - (DOCTOR_SALARY[k] - LEAST_SALARY) * DOLLAR * weights.point,
                    {**rows, ("paid doctors", t): 1.0},
                )
                self._column(final, {**rows, ("unpaid doctors", t): 1.0})
                self._column(0.0, {("doctors", k, t): -1.0, ("newcomers", t): 1.0})
                self._column(-weights.doctor[k] * last, {("doctors", k, t + 1): 1.0, ("gone", t): 1.0})
                gain = weights.doctor[TAUGHT[k]] - weights.doctor[DECAYED[k]] if last else 0.0
                rows = {("pupils", k, t): 1.0, ("students", t): 1.0, ("doctors", DECAYED[k], t + 1): 1.0}
                rows["doctors", TAUGHT[k], t + 1] = rows.get(("doctors", TAUGHT[k], t + 1), 0.0) - 1.0
                self._column(weights.point + gain, rows)

    def _patients(self) -> None:
        rounds, stock = self.deal.rounds, self.stock
        kinds = (*(f"{whose} {what}" for whose in ("rich", "bankrupt", "free") for what in ("treated", "operated")),)
        kinds += ("outpatients", "waiting", "dying")
        for t in range(rounds):
            for k in COLOURS:
                self.even("patients", k, t, there=float(stock.patients[k] * (t == 0)))
                self.even("treated", k, t)
                self.even("operated", k, t)
            for kind in kinds:
                self.even(kind, t)
            self.row("help", t)
        for t in range(rounds):
            for p in COLOURS:
                for d in COLOURS:
                    both: Rows = {("patients", p, t): 1.0, ("work", d, t): 1.0}
                    for kind, less in (("treated", 0), ("operated", 1)):
                        rows = {**both, ("help", t): float(max(0, abs(d - p) - less))}
                        self._column(PATIENT_PAY[p] * DOLLAR, {**rows, (f"rich {kind}", t): 1.0})
                        self._column(0.0, {**rows, (f"bankrupt {kind}", t): 1.0, ("money",): -float(PATIENT_PAY[p])})
                        self._column(0.0, {**rows, (f"free {kind}", t): 1.0})
                        self._column(0.0, {**rows, (kind, p, t): 1.0})
                    self._column(0.0, {**both, ("outpatients", t): 1.0})
                if p < RED:
                    self._column(0.0, {("patients", p, t): 1.0, ("patients", p + 1, t + 1): -1.0, ("waiting", t): 1.0})
            self._column(0.0, {("patients", RED, t): 1.0, ("dying", t): 1.0})

    def _helpers(self) -> None:
        rounds, stock, weights = self.deal.rounds, self.stock, self.deal.weights
        for t in range(rounds):
            self.row("nurses", t, there=float(stock.nurses * (t == 0)))
            self.row("orderlies", t, there=float(stock.orderlies * (t == 0)))
            self.row("most nurses", t, there=float(MOST_NURSES))
            self.row("most orderlies", t, there=float(MOST_ORDERLIES))
            self.row("spaces", t, there=float(LOT_SPACES * stock.lots))
        self.row("pillars", there=float(stock.pillars))
        for t in range(rounds):
            last = float(t + 1 == rounds)
            rows = {("nurses", t): 1.0, ("nurses", t + 1): -1.0, ("help", t): -1.0, ("most nurses", t): 1.0}
            self._column(last * weights.nurse - NURSE_SALARY * DOLLAR * weights.point, {**rows, ("spaces", t): 1.0})
            rows = {("orderlies", t): 1.0, ("orderlies", t + 1): -1.0, ("most orderlies", t): 1.0}
            net = ORDERLY_SAVES - ORDERLY_SALARY
            saved = {} if self.deal.popular else {("money",): -float(net)}
            self._column(last * weights.orderly + net * DOLLAR * weights.point, {**rows, **saved, ("spaces", t): 1.0})

    def solve(self) -> tuple[float, Multipliers] | None:
        """The optimum of the columns known so far, and its duals as prices; None where rounding spoils them.

        Prices must have been kept near to some.
        """
        if not solved(self.solver):
            return None
        return self.solver.Objective().Value() + (TIME_PER_POINT - 1) * DOLLAR * self.deal.weights.point, self._prices()

    def _prices(self) -> Multipliers:
        """The duals."""
        found = Multipliers.none(self.deal.rounds, self.deal.weights)

        def dual(*name: object) -> float:
            value = float(self.rows[name].dual_value())
            return value if name[0] == "patients" else max(0.0, value)

        for t in range(self.deal.rounds):
            for k in COLOURS:
                found.doctors[t, k], found.work[t, k] = dual("doctors", k, t), dual("work", k, t)
                found.pupils[t, k], found.patients[t, k] = dual("pupils", k, t), dual("patients", k, t)
            found.help[t], found.nurses[t] = dual("help", t), dual("nurses", t)
            found.orderlies[t], found.spaces[t] = dual("orderlies", t), dual("spaces", t)
        found.money = dual("money")
        if self.deal.popular:
            found.pillar, found.money = dual("pillars"), min(DOLLAR, found.money)
        return found

    def add(self, column: Column) -> bool:
        """Add a column; whether it is a new one."""
        key = round(column.objective, 4), frozenset(column.rows.items())
        if key in self.columns:
            return False
        self.columns[key] = self._column(column.objective, column.rows)
        return True
