"""The dynamic programme of the Lagrangian bound: the value of a clinic by its numbers, computed backwards.

A round's table is [place, money, doctors, patients]. The last money level means *rich*: there every dollar
counts a third of a point whenever it is spent or earned, in either direction, and the money at hand is left out of the
value. Money that will be lost, or that makes no points in the end, counts at a price instead. Colours of people,
nurses, orderlies, parking lots and pillars are not in the table: they are paid for at prices (`Rates`). People who are
there without a place (4.7) count like all others; `Clinics.supply` knows of orderlies beyond the supply rooms.

No play scores more than the value in the table and the prices of what is not in it, as long as no price but those of
patients is below 0 and, where popularity counts, a dollar that will be lost has no higher price than one that makes
points (`Multipliers.on_grid` sees to both):

- What has a price is sold by whoever brings it and bought by whoever uses it: doctors by colour, their work and their
  lessons, patients by colour, the help of nurses, nurses, orderlies, parking spaces, pillars. The rule left out is that
  there must be enough of it. A play by the rules uses no more than there is, so it earns at these prices at least what
  it pays, and its value is not below its score. Patients are all accounted for: each is treated, waits or dies. So
  whatever their prices are, as much is earned by them as is paid.
- Where the table does not tell who it is (which doctor is taught or lost, who treats whom), whoever is best at these
  prices is taken.
- How many nurses and orderlies there are is not in the table: `Multipliers.rest` adds the most that as many as there
  can be are worth above their prices, if that is more than 0. Every orderly is credited with all he can save, and where
  nobody is paid (5.2), the wages of as many nurses as there can be are given back.
- A point costs three dollars, and money is not below 0 in the end. So of the rich who stay solvent every dollar left
  makes at most a third of a point, and to count all that comes in and goes out at a third is enough; a debt that
  popularity pays costs more than that.
- Refusals and deaths cost no popularity here (4.6, 6.2), and `Multipliers.rest` adds the most that can be gained by
  rounding the time (7).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.kernel.rule_numbers import (
    LOT_PRICE,
    LOT_SPACES,
    MOST_NURSES,
    OPERATING_UPKEEP,
    ORDERLY_SALARY,
    ORDERLY_SAVES,
    OUTPATIENT_PAY,
    PAY,
    POPULARITY_PRICE,
    SALARIES,
    SECTION_PRICES,
    TIME_PER_POINT,
    TRIAGE_TIME,
)
from solvers.native.calling import Array, Integer, Real, Row, function, struct

Floats = NDArray[np.float64]
Table = NDArray[np.float32]
NONE = np.float32(-1e6)
NEVER = -1e5  # below this nothing is meant
INCOME_STEP = int(np.gcd.reduce(PAY))  # all pay is a multiple of this
LEAST_STEPS, MOST_STEPS = int(PAY.min()) // INCOME_STEP, int(PAY.max()) // INCOME_STEP  # of a patient
MOST_PAY, LEAST_SALARY = int(PAY.max()), int(SALARIES.min())
# Prices are multiples of GRID and tables hold single-precision numbers: as long as these stay below `EXACT`, no sum of
# them is rounded. A third is no such number, so the value of a dollar is rounded up and the cost of a unit of time is
# rounded down: no play scores more than that says.
STEPS_OF_A_POINT = 8192
GRID = 1.0 / STEPS_OF_A_POINT
EXACT = 1024.0  # of what tables hold; a single step from there has half as much again
MOST_GAIN = EXACT / 2
DOLLAR, MINUTE = -(-STEPS_OF_A_POINT // POPULARITY_PRICE) * GRID, STEPS_OF_A_POINT // TIME_PER_POINT * GRID


class TooLarge(ArithmeticError):
    """Prices that make a table larger than it can be exact."""


class Near(NamedTuple):
    """Some places, and those that can be come to from there by one Build action and by two."""

    starts: NDArray[np.int64]
    first: NDArray[np.int64]
    second: NDArray[np.int64]


class Rates(NamedTuple):
    """The multipliers of a round, worked out for the sweeps over its table."""

    minute: float  # a unit of time
    wages: float  # of as many nurses as there can be
    newcomer: float  # a doctor who is hired
    doctor: float  # a doctor at the end of a round, without the salary that everyone earns
    unpaid: float  # a doctor who is paid nothing
    study: float  # a doctor in a laboratory
    treated: Floats  # [operated, patients, income]: most for so many patients with so much income, in steps
    rich: Floats  # [operated, patients]: most with income at a third
    bankrupt_income: (
        Floats  # [operated, patients]: most with income that will be lost in a bankruptcy to come, at its price
    )
    forgiven: Floats  # [operated, patients]: most if all income is lost
    outpatient: float  # one of them, without pay
    waiting: float
    dying: float
    lost: float  # a doctor whom no die shows any more
    admitted: Floats  # by colour
    space: float  # of parking
    lot: float  # from this round on
    pillar: float
    nurse: float
    orderly: float


class Clinics(NamedTuple):
    """What the sweeps read of the clinics."""

    config: NDArray[np.int32]  # by place
    entrances: NDArray[np.int32]
    gardens: NDArray[np.int32]
    cubes: NDArray[np.int32]
    doctors: NDArray[np.int32]
    patients: NDArray[np.int32]
    first: NDArray[np.int32]
    to: NDArray[np.int32]
    cost: NDArray[np.int32]
    build_value: NDArray[np.float32]  # of a build besides where it leads, by build; of the round at hand
    spare: NDArray[np.int32]
    helpers: int  # nurses and orderlies there can be in the round at hand
    times: NDArray[np.int32]
    delay: Table  # [config, cubes, kind, newcomers, row]: what their time costs doctors or patients; see `delays`
    supply: NDArray[np.int32]  # by config: the most orderlies there can be
    triages: NDArray[np.int32]  # by config
    labs: NDArray[np.int32]
    parking: NDArray[np.int32]
    upkeep: NDArray[np.int32]
    outpatients: NDArray[np.int32]
    operating: NDArray[np.int32]
    beds: NDArray[np.int8]  # Tables.most_treated


class Cards(NamedTuple):
    """The trios of a round, and an order in which they have most in common with those before."""

    actions: NDArray[np.int32]  # [trio, step]
    doctors: NDArray[np.int32]  # [trio, entrances, number]: what so many cost, FAR where there are no more icons
    nurses: NDArray[np.int32]  # [trio, entrances, section] icons
    orderlies: NDArray[np.int32]
    queue: NDArray[np.int32]  # [trio, box]: a colour, or -1
    order: NDArray[np.int64]
    shared: NDArray[np.int64]  # by place in the order: how many of the last actions do the same as before


class SweepNumbers(NamedTuple):
    """The numbers of the rules that the dynamic programme is built of."""

    income_step: int = INCOME_STEP
    least_steps: int = LEAST_STEPS
    most_steps: int = MOST_STEPS
    most_pay: int = MOST_PAY
    least_salary: int = LEAST_SALARY
    outpatient_pay: int = OUTPATIENT_PAY
    operating_upkeep: int = OPERATING_UPKEEP
    orderly_saves: int = ORDERLY_SAVES
    orderly_salary: int = ORDERLY_SALARY
    lot_price: int = LOT_PRICE
    lot_spaces: int = LOT_SPACES
    most_nurses: int = MOST_NURSES
    triage_time: int = TRIAGE_TIME
    section_prices: Sequence[int] = SECTION_PRICES


NUMBERS = SweepNumbers()

# --- the same for the compiled core (native/clin9ic/lagrangian.hpp) ---

_ints, _floats, _longs = Array(np.int32, 1), Array(np.float64, 1), Array(np.int64, 1)
TABLE = Array(np.float32, 4)
SWEEP_NUMBERS = struct(
    "clin9ic_sweep_numbers",
    **{name: Integer if isinstance(value, int) else Row(len(value)) for name, value in NUMBERS._asdict().items()},
)
NEAR = struct("clin9ic_near", **dict.fromkeys(Near._fields, _longs))
_RATE_TABLES = {"treated": 3, "rich": 2, "bankrupt_income": 2, "forgiven": 2, "admitted": 1}
RATES = struct(
    "clin9ic_rates",
    **{name: Array(np.float64, _RATE_TABLES[name]) if name in _RATE_TABLES else Real for name in Rates._fields},
)
_OTHER_CLINICS = {
    "build_value": Array(np.float32, 1), "helpers": Integer, "times": Array(np.int32, 5), "delay": Array(np.float32, 5),
    "beds": Array(np.int8, 6),
}  # fmt: skip
CLINICS = struct("clin9ic_clinics", **{name: _OTHER_CLINICS.get(name, _ints) for name in Clinics._fields})
CARDS = struct(
    "clin9ic_cards", actions=Array(np.int32, 2), doctors=Array(np.int32, 3), nurses=Array(np.int32, 3),
    orderlies=Array(np.int32, 3), queue=Array(np.int32, 2), order=_longs, shared=_longs,
)  # fmt: skip
_largest = function("clin9ic_largest", Real, TABLE)
_settle_people = function("clin9ic_settle_people", None, _longs, CLINICS, RATES, Integer, TABLE, TABLE)
_business = function(
    "clin9ic_business", None, SWEEP_NUMBERS, _longs, CLINICS, RATES, TABLE, TABLE, Integer, Real, Integer, Integer,
    TABLE,
)  # fmt: skip


def largest(table: Table) -> float:
    """The largest number of a table, whatever its sign, that means anything."""
    return float(_largest(table))


def settle_people(
    active: NDArray[np.int64], clinics: Clinics, rates: Rates, dice: int, after: Table, out: Table
) -> None:
    """6.2, 6.3: patients who are left wait or, if red, die; doctors may be lost where the dice may not do."""
    _settle_people(active, clinics, rates, dice, after, out)


def business(
    active: NDArray[np.int64],
    clinics: Clinics,
    rates: Rates,
    settled: Table,
    solvent: Table,
    levels: int,
    dollar: float,
    bankrupt: bool,
    last_bankruptcy: bool,
    out: Table,
) -> None:
    """Sections 5 and 6 from every position after the actions.

    `settled` is what follows, with as many levels as it has. A play that is still to go bankrupt (`bankrupt`) may do so
    now and again later; where now may be the last time (`last_bankruptcy`), `solvent` follows.
    """
    _business(NUMBERS, active, clinics, rates, settled, solvent, levels, dollar, bankrupt, last_bankruptcy, out)
