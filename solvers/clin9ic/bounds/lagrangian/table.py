"""The dynamic programme of the Lagrangian bound: the value of a clinic by its numbers, computed backwards.

A round's table is [place, money, doctors, patients]. The last money level means *rich*: there every dollar
counts a third of a point whenever it is spent or earned, in either direction, and the money at hand is left out of the
value. Money that will be lost, or that makes no points in the end, counts at a price instead. Colours of people,
nurses, orderlies, parking lots and pillars are not in the table: they are paid for at prices (`Rates`). Whatever these
are, no play scores more than the value in the table and the prices of what is not in it. People who are there without
a place (4.7) count like all others; `Clinics.supply` knows of orderlies who are more than the supply rooms.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.kernel.rule_numbers import (
    ORDERLY_SALARY,
    OUTPATIENT_PAY,
    PAY,
    POPULARITY_PRICE,
    SALARIES,
    TIME_PER_POINT,
)
from solvers.clin9ic.kernel.rules import upkeep_due
from solvers.core.compiled import inlined, swift

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
    """What a round pays for whatever the table does not know, at some prices."""

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
    zero: float = 0.0  # see `raise_row`


class Cards(NamedTuple):
    """The trios of a round, and an order in which they have most in common with those before."""

    actions: NDArray[np.int32]  # [trio, step]
    doctors: NDArray[np.int32]  # [trio, entrances, number]: what so many cost, FAR where there are no more icons
    nurses: NDArray[np.int32]  # [trio, entrances, section] icons
    orderlies: NDArray[np.int32]
    queue: NDArray[np.int32]  # [trio, box]: a colour, or -1
    order: NDArray[np.int64]
    shared: NDArray[np.int64]  # by place in the order: how many of the last actions do the same as before


@inlined
def expenses(clinics, config, operated):
    """5.2 but for salaries of doctors and nurses: with no orderlies, and with as many as save most.

    Orderlies are not in the table: the price of each is what he saves net, wherever that is the least he can save. The
    purse has the other figure, and the difference is a loan at the rate of the rich.
    """
    upkeep = upkeep_due(clinics.upkeep[config], operated, 0)
    least = upkeep
    for orderlies in range(1, clinics.supply[config] + 1):
        least = min(least, upkeep_due(clinics.upkeep[config], operated, orderlies) + ORDERLY_SALARY * orderlies)
    return upkeep, least


@swift
def largest(table):
    """The largest number of a table, whatever its sign, that means anything."""
    flat, most = table.ravel(), np.float32(0.0)
    for k in range(len(flat)):
        if flat[k] > NEVER:
            most = max(most, abs(flat[k]))
    return most


@swift
def settle_people(active, clinics, rates, dice, after, out):
    """6.2, 6.3: patients who are left wait or, if red, die; doctors may be lost where the dice may not do.

    Patients are never lost for want of dice: their dice were enough before they worsened, and doctors go first.
    """
    for z in active:
        for m in range(after.shape[1]):
            for d in range(clinics.doctors[z] + 1):
                for p in range(clinics.patients[z] + 1):
                    best = NONE
                    for dead in range(p + 1):
                        there = p - dead
                        gain = rates.waiting * there + rates.dying * dead
                        for gone in range(d + 1 if d + there > dice else 1):
                            value = after[z, m, d - gone, there] + np.float32(gain + rates.lost * gone)
                            best = value if value > best else best
                    out[z, m, d, p] = best


@swift
def business(active, clinics, rates, settled, solvent, levels, dollar, bankrupt, last_bankruptcy, out):
    """Sections 5 and 6 from every position after the actions.

    `settled` is what follows, with as many levels as it has. A play that is still to go
    bankrupt (`bankrupt`) may do so now and again later; where now may be the last time (`last_bankruptcy`), `solvent`
    follows.
    """
    following = settled.shape[1] - 1
    for z in active:
        config, gardens = clinics.config[z], clinics.gardens[z]
        for d in range(clinics.doctors[z] + 1):
            for p in range(clinics.patients[z] + 1):
                out[z, :, d, p] = NONE
                always = everybody(clinics, rates, config, d, p, bankrupt)
                unpaid = everybody(clinics, rates, config, d, p, True)
                for used in range(1 + min(1, clinics.outpatients[config])):
                    for operated in range(clinics.operating[config] + 1):
                        upkeep, least = expenses(clinics, config, operated)
                        for outside in range(clinics.outpatients[config] * used + 1):
                            beds = clinics.beds[config, used, d, p, operated, outside]
                            if beds < 0 or operated + outside > min(d, p):
                                continue
                            for n in range(operated, min(beds + operated, min(d, p) - outside) + 1):
                                left = p - n - outside
                                rest = always + rates.outpatient * outside
                                known = gardens * n + OUTPATIENT_PAY * outside
                                gain = rates.bankrupt_income[operated, n] if bankrupt else rates.rich[operated, n]
                                value = (
                                    rest
                                    + gain
                                    + (known - upkeep - LEAST_SALARY * d) * dollar
                                    + settled[z, following, d, left]
                                )
                                out[z, levels, d, p] = max(out[z, levels, d, p], np.float32(value))
                                if bankrupt or last_bankruptcy:
                                    value = unpaid + rates.outpatient * outside + rates.forgiven[operated, n]
                                    value += after_bankruptcy(settled, solvent, bankrupt, last_bankruptcy, z, d, left)
                                    out[z, levels, d, p] = max(out[z, levels, d, p], np.float32(value))
                                    # Helpers are paid for as if by the rich: whoever kept the money has it back.
                                    for m in range(levels):
                                        out[z, m, d, p] = max(out[z, m, d, p], np.float32(value + m * dollar))
                                if levels == 0:
                                    continue
                                # With so much income that the purse is full afterwards, all that counts is the most.
                                rest -= (upkeep - least) * dollar
                                spent = known - least - LEAST_SALARY * d
                                full = rest + gain + spent * dollar + settled[z, following, d, left]
                                for m in range(max(0, following - spent - MOST_PAY * n), levels):
                                    value = np.float32(full + m * dollar)
                                    out[z, m, d, p] = value if value > out[z, m, d, p] else out[z, m, d, p]
                                for step in range(LEAST_STEPS * n, MOST_STEPS * n + 1):
                                    more = INCOME_STEP * step + spent
                                    if more >= following:
                                        break
                                    if rates.treated[operated, n, step] > NEVER:
                                        base = np.float32(rest + rates.treated[operated, n, step])
                                        for m in range(min(levels, following - more)):
                                            value = base + kept(settled, z, d, left, m + more, bankrupt)
                                            out[z, m, d, p] = value if value > out[z, m, d, p] else out[z, m, d, p]


@inlined
def everybody(clinics, rates, config, doctors, patients, bankrupt):
    """The value of Business whoever is treated: doctors, laboratories and parking."""
    each = rates.unpaid if bankrupt else rates.doctor
    salaries = rates.wages if bankrupt else 0.0  # nurses' wages are among what is not paid
    study = rates.study * min(clinics.labs[config], doctors)
    return each * doctors + salaries + study + rates.space * (clinics.parking[config] - doctors - patients)


@inlined
def after_bankruptcy(settled, solvent, bankrupt, last_bankruptcy, z, doctors, patients):
    """5.2: what follows when all money and popularity are gone, for the last time or not."""
    if bankrupt and last_bankruptcy:
        return max(solvent[z, 0, doctors, patients], settled[z, 0, doctors, patients])
    return solvent[z, 0, doctors, patients] if last_bankruptcy else settled[z, 0, doctors, patients]


@inlined
def kept(settled, z, doctors, patients, money, bankrupt):
    """5.2: what follows with a purse that is not full, or with a debt that popularity pays one to one."""
    if money < 0:
        return settled[z, 0, doctors, patients] + np.float32(0.0 if bankrupt else money)
    return settled[z, money, doctors, patients]
