"""The Lagrange multipliers: prices of what the tables do not count, from colours to parking lots."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clin9ic.care import DOCTOR_SALARY, PATIENT_PAY
from solvers.clin9ic.bounds.lagrangian.table import (
    DOLLAR,
    GRID,
    INCOME_STEP,
    LEAST_SALARY,
    MINUTE,
    MOST_STEPS,
    Rates,
    TooLarge,
)
from solvers.clin9ic.bounds.score_weights import ScoreWeights
from solvers.clin9ic.kernel.rule_numbers import (
    DECAYED,
    LOT_SPACES,
    MOST_NURSES,
    MOST_ORDERLIES,
    NURSE_SALARY,
    ORDERLY_SALARY,
    ORDERLY_SAVES,
    OUTPATIENT_TIME,
    RED,
    TAUGHT,
    TIME_PER_POINT,
)

Floats = NDArray[np.float64]
COLOURS = range(4)
STEPS = [pay // INCOME_STEP for pay in PATIENT_PAY]


@dataclass
class Multipliers:
    """What the tables do not count, priced by round; past the last round the price is the score."""

    doctors: Floats  # [round, colour]
    work: Floats
    pupils: Floats
    patients: Floats
    help: Floats
    nurses: Floats
    orderlies: Floats
    spaces: Floats
    weights: ScoreWeights
    pillar: float = 0.0
    money: float = 0.0  # a dollar that will be lost, or that makes no points in the end

    @classmethod
    def none(cls, rounds: int, weights: ScoreWeights) -> Multipliers:
        def zero(*shape: int) -> Floats:
            return np.zeros(shape)

        prices = cls(
            zero(rounds + 1, 4), zero(rounds, 4), zero(rounds, 4), zero(rounds + 1, 4), zero(rounds),
            zero(rounds + 1), zero(rounds + 1), zero(rounds), weights,
        )  # fmt: skip
        prices.doctors[rounds] = weights.doctor
        prices.nurses[rounds], prices.orderlies[rounds] = weights.nurse, weights.orderly
        return prices

    @property
    def minute(self) -> float:
        """What a unit of time costs."""
        return MINUTE * self.weights.point

    @property
    def wage(self) -> float:
        """The value of a dollar to whoever makes points of it."""
        return DOLLAR * self.weights.point

    @property
    def dollar(self) -> float:
        """The value of one to the rich who stay solvent."""
        return self.wage or self.money

    @property
    def saved(self) -> float:
        """What an orderly saves in a round, less the salary."""
        return (ORDERLY_SAVES - ORDERLY_SALARY) * self.dollar

    @property
    def lots(self) -> Floats:
        """The price of a lot from each round on."""
        lots: Floats = float(LOT_SPACES) * np.cumsum(np.append(self.spaces, 0.0)[::-1])[::-1]
        return lots

    def rest(self) -> Floats:
        """The constant of the bound from each round on: the most that nurses and orderlies gain above their prices, and
        the rounding of the time score (7)."""
        nurse = -self.nurses[:-1] + self.help - NURSE_SALARY * self.wage - self.spaces + self.nurses[1:]
        orderly = -self.orderlies[:-1] + self.saved - self.spaces + self.orderlies[1:]
        each = MOST_NURSES * np.maximum(0, nurse) + MOST_ORDERLIES * np.maximum(0, orderly)
        rest: Floats = np.cumsum(np.append(each, 0.0)[::-1])[::-1] + (TIME_PER_POINT - 1) * self.wage
        return rest

    def on_grid(self) -> Multipliers:
        """The nearest prices that tables add up exactly.

        No price is below zero, since whatever would cost may be left unused, except those of patients, who have to be
        somewhere. A dollar that is lost in the end counts no more than one that makes points.
        """

        def nearest(name: str) -> Any:
            near = np.round(np.asarray(getattr(self, name)) / GRID) * GRID
            if not np.isfinite(near).all():
                raise TooLarge
            near = near if name == "patients" else np.maximum(0.0, near)
            return near if near.ndim else float(near)

        found = replace(self, **{name: nearest(name) for name in self._names})
        found = replace(found, money=min(found.money, self.wage)) if self.wage else found
        there = all(np.array_equal(getattr(found, name), getattr(self, name)) for name in self._names)
        return self if there else found

    def since(self, rounds: int) -> Multipliers:
        """The same prices without those of the first rounds; or, below 0, with the first ones for more rounds."""

        def shifted(prices: Floats) -> Floats:
            return prices[rounds:] if rounds >= 0 else np.concatenate([prices[:1].repeat(-rounds, axis=0), prices])

        rows: dict[str, Any] = {
            name: shifted(getattr(self, name)) for name in self._names if name not in ("pillar", "money")
        }
        return replace(self, **rows)

    def towards(self, other: Multipliers, share: float) -> Multipliers:
        """Prices between these and others."""
        between = {n: share * getattr(other, n) + (1 - share) * getattr(self, n) for n in self._names}
        return replace(self, **between)

    @property
    def _names(self) -> list[str]:
        return [field.name for field in fields(self) if field.name != "weights"]


def pair_value(prices: Multipliers, t: int, less: int) -> list[float]:
    """The value of treating a patient of each colour without the pay, by the best doctor, with so many nurses less."""
    return [
        prices.weights.treated
        + max(
            float(-prices.work[t, d] - prices.patients[t, p] - prices.help[t] * max(0, abs(d - p) - less))
            for d in COLOURS
        )
        for p in COLOURS
    ]


def rates_of(prices: Multipliers, t: int, most: int, operating: int) -> Rates:
    """The prices of a round as the sweeps read them."""
    now, later = prices.doctors[t], prices.doctors[t + 1]
    stay = [-now[k] + prices.work[t, k] + prices.pupils[t, k] + later[DECAYED[k]] for k in COLOURS]
    study = [prices.weights.point - prices.pupils[t, k] + later[TAUGHT[k]] - later[DECAYED[k]] for k in COLOURS]

    room, operated = (pair_value(prices, t, less) for less in (0, 1))
    treated = np.full((operating + 1, most + 1, MOST_STEPS * most + 1), -1e6)
    treated[0, 0, 0] = 0.0
    for o in range(operating + 1):
        if o:
            _add_one(treated[o - 1], operated, treated[o])
        for n in range(1, most + 1):
            _add_one(treated[o, n - 1], room, treated[o, n], flat=True)
    income = INCOME_STEP * np.arange(MOST_STEPS * most + 1)
    last = t + 1 == len(prices.doctors) - 1
    later_patients = prices.patients[t + 1]
    return Rates(
        minute=prices.minute,
        wages=MOST_NURSES * NURSE_SALARY * prices.wage,
        newcomer=float(max(now)),
        doctor=max(stay[k] - (DOCTOR_SALARY[k] - LEAST_SALARY) * prices.wage for k in COLOURS),
        unpaid=max(stay),
        study=max(study),
        treated=treated,
        rich=(treated + DOLLAR * income).max(axis=2),
        bankrupt_income=(treated + prices.money * income).max(axis=2),
        forgiven=treated.max(axis=2),
        outpatient=max(-prices.work[t, d] for d in COLOURS)
        + max(-prices.patients[t, p] for p in COLOURS)
        + OUTPATIENT_TIME * prices.minute
        + prices.weights.treated,
        waiting=max(-prices.patients[t, p] + (0.0 if last else later_patients[p + 1]) for p in range(RED)),
        dying=-float(prices.patients[t, RED]),
        lost=-float(min(later)),
        admitted=prices.patients[t].copy(),
        space=float(prices.spaces[t]),
        lot=float(prices.lots[t]),
        pillar=prices.pillar,
        nurse=float(prices.nurses[t]),
        orderly=float(prices.orderlies[t]),
    )


def _add_one(before: Floats, gains: list[float], after: Floats, flat: bool = False) -> None:
    """One more patient of any colour."""
    for step, gain in zip(STEPS, gains, strict=True):
        if flat:
            np.maximum(after[step:], before[:-step] + gain, out=after[step:])
        else:
            np.maximum(after[1:, step:], before[:-1, :-step] + gain, out=after[1:, step:])
