"""Prices of what a headcount table does not count: colours, nurses, orderlies, parking lots and pillars."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.headcount.table import INCOME_STEP, MOST_NURSES, THIRD, Rates
from solvers.clin9ic.worth import Worth
from tabletop.colours import PATIENT_PAY

Floats = NDArray[np.float64]
COLOURS = range(4)
MOST_HELPERS = MOST_NURSES  # and as many orderlies
SAFETY = 0.02  # for sums of single-precision numbers
STEPS = [pay // INCOME_STEP for pay in PATIENT_PAY]


@dataclass
class Prices:
    """What the table does not count, priced by round; rows past the last round are worth what they score."""

    doctors: Floats  # [round, colour]
    work: Floats
    pupils: Floats
    patients: Floats
    help: Floats
    nurses: Floats
    orderlies: Floats
    spaces: Floats
    worth: Worth
    pillar: float = 0.0
    money: float = 0.0  # a dollar that will be lost, or that makes no points in the end

    @classmethod
    def none(cls, rounds: int, worth: Worth) -> Prices:
        def zero(*shape: int) -> Floats:
            return np.zeros(shape)

        prices = cls(
            zero(rounds + 1, 4), zero(rounds, 4), zero(rounds, 4), zero(rounds + 1, 4), zero(rounds),
            zero(rounds + 1), zero(rounds + 1), zero(rounds), worth,
        )  # fmt: skip
        prices.doctors[rounds] = worth.doctor
        prices.nurses[rounds], prices.orderlies[rounds] = worth.nurse, worth.orderly
        return prices

    @property
    def third(self) -> float:
        """What a unit of time costs and a dollar buys."""
        return THIRD * self.worth.point

    @property
    def dollar(self) -> float:
        """What one is worth to the rich who lose nothing."""
        return self.third or self.money

    @property
    def saved(self) -> float:
        """What an orderly saves in a round: two dollars net."""
        return 2 * self.dollar

    @property
    def lots(self) -> Floats:
        """What a lot is worth from each round on."""
        worth: Floats = 2.0 * np.cumsum(np.append(self.spaces, 0.0)[::-1])[::-1]
        return worth

    def rest(self) -> Floats:
        """From each round on: nurses and orderlies who are worth more than their price, and what rounding may hide."""
        nurse = -self.nurses[:-1] + self.help - self.third - self.spaces + self.nurses[1:]
        orderly = -self.orderlies[:-1] + self.saved - self.spaces + self.orderlies[1:]
        each = MOST_HELPERS * (np.maximum(0, nurse) + np.maximum(0, orderly))
        rest: Floats = np.cumsum(np.append(each, 0.0)[::-1])[::-1] + 2 * self.third + SAFETY
        return rest

    def since(self, rounds: int) -> Prices:
        """The same prices without those of the first rounds; or, below 0, with the first ones for more rounds."""

        def shifted(prices: Floats) -> Floats:
            return prices[rounds:] if rounds >= 0 else np.concatenate([prices[:1].repeat(-rounds, axis=0), prices])

        rows: dict[str, Any] = {
            name: shifted(getattr(self, name)) for name in self._names if name not in ("pillar", "money")
        }
        return replace(self, **rows)

    def towards(self, other: Prices, share: float) -> Prices:
        """Prices between these and others."""
        between = {n: share * getattr(other, n) + (1 - share) * getattr(self, n) for n in self._names}
        return replace(self, **between)

    @property
    def _names(self) -> list[str]:
        return [field.name for field in fields(self) if field.name != "worth"]


def decayed(colour: int) -> int:
    return max(0, colour - 1)


def taught(colour: int) -> int:
    return min(3, colour + 2)


def pair_worth(prices: Prices, t: int, less: int) -> list[float]:
    """What treating a patient of each colour is worth without the pay, by the doctor who is best, with fewer nurses."""
    return [
        prices.worth.treated
        + max(
            float(-prices.work[t, d] - prices.patients[t, p] - prices.help[t] * max(0, abs(d - p) - less))
            for d in COLOURS
        )
        for p in COLOURS
    ]


def rates_of(prices: Prices, t: int, most: int, operating: int) -> Rates:
    """The prices of a round as the sweeps read them."""
    now, later = prices.doctors[t], prices.doctors[t + 1]
    stay = [-now[k] + prices.work[t, k] + prices.pupils[t, k] + later[decayed(k)] for k in COLOURS]
    study = [prices.worth.point - prices.pupils[t, k] + later[taught(k)] - later[decayed(k)] for k in COLOURS]

    room, operated = (pair_worth(prices, t, less) for less in (0, 1))
    treated = np.full((operating + 1, most + 1, 8 * most + 1), -1e6)
    treated[0, 0, 0] = 0.0
    for o in range(operating + 1):
        if o:
            _add_one(treated[o - 1], operated, treated[o])
        for n in range(1, most + 1):
            _add_one(treated[o, n - 1], room, treated[o, n], flat=True)
    income = INCOME_STEP * np.arange(8 * most + 1)
    last = t + 1 == len(prices.doctors) - 1
    later_patients = prices.patients[t + 1]
    return Rates(
        minute=prices.third,
        wages=MOST_HELPERS * prices.third,
        newcomer=float(max(now)),
        doctor=max(stay[k] - k * prices.third for k in COLOURS),
        unpaid=max(stay),
        study=max(study),
        treated=treated,
        rich=(treated + THIRD * income).max(axis=2),
        doomed=(treated + prices.money * income).max(axis=2),
        free=treated.max(axis=2),
        outpatient=max(-prices.work[t, d] for d in COLOURS)
        + max(-prices.patients[t, p] for p in COLOURS)
        + prices.third
        + prices.worth.treated,
        waiting=max(-prices.patients[t, p] + (0.0 if last else later_patients[p + 1]) for p in range(3)),
        dying=-float(prices.patients[t, 3]),
        lost=-float(min(later)),
        admitted=prices.patients[t].copy(),
        space=float(prices.spaces[t]),
        lot=float(prices.lots[t]),
        pillar=prices.pillar,
        nurse=float(prices.nurses[t]),
        orderly=float(prices.orderlies[t]),
    )


def _add_one(before: Floats, worth: list[float], after: Floats, flat: bool = False) -> None:
    """One more patient of any colour."""
    for step, value in zip(STEPS, worth, strict=True):
        if flat:
            np.maximum(after[step:], before[:-step] + value, out=after[step:])
        else:
            np.maximum(after[1:, step:], before[:-1, :-step] + value, out=after[1:, step:])
