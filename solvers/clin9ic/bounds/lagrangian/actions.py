"""The actions of a round in the dynamic programme: from the values after an action to the values before it.

Doctors and patients of a place are computed as one row, [doctors, patients] flat: whoever is hired or admitted is
the same row a few entries further on. Entries that mean nothing stay far below zero whatever is added to them.
"""

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.bounds.lagrangian.table import NONE
from solvers.clin9ic.kernel.rule_numbers import (
    BOXES,
    LOT_PRICE,
    LOT_SPACES,
    MOST_NURSES,
    SECTION_PRICES,
    TRIAGE_TIME,
)
from solvers.clin9ic.kernel.rules import ADMIT, BUILD, HIRE
from solvers.clin9ic.kernel.tables import DOCTOR, FAR, PATIENTS
from solvers.core.compiled import inlined, swift


def delays(
    times: NDArray[np.int32], triages: NDArray[np.int32], minute: float, doctors: int, patients: int
) -> NDArray[np.float32]:
    """4.9, 4.10: what the way in costs so many newcomers, for each row of a table; far too much where there is no room.

    Of doctors there are `doctors` rows and of patients `patients` in each, the first of both with nobody there.
    """
    configs, cubes, _, most, newcomers = times.shape
    cost = np.full((configs, cubes, 2, newcomers, doctors, patients), -NONE, np.float32)
    spent = np.maximum(0, times - TRIAGE_TIME * triages[:, None, None, None, None]) * minute
    spent = np.where(times < FAR, spent, -NONE).astype(np.float32)
    for present in range(min(most, doctors)):
        cost[:, :, DOCTOR, :, present, :] = spent[:, :, DOCTOR, present, :, None]
    for present in range(min(most, patients)):
        for n in range(min(newcomers, patients - present)):  # no more than the row has entries
            cost[:, :, PATIENTS, n, :, present] = spent[:, :, PATIENTS, present, n, None]
    return cost.reshape(configs, cubes, 2, newcomers, doctors * patients)


@inlined
def raise_row(row, other, gain, zero):
    """Every entry to that of another row and a gain, where that is more.

    The compiler makes a masked store of a bare maximum, which takes several times as long; what it does not know to be
    zero, added to it, keeps it from that.
    """
    for k in range(len(other)):
        row[k] = max(row[k], other[k] + gain) + zero


@inlined
def raise_delayed(row, other, gain, delay, zero):
    """The same with a cost for each entry."""
    for k in range(len(other)):
        row[k] = max(row[k], other[k] + (gain - delay[k])) + zero


@inlined
def flat(table):
    return table.reshape((table.shape[0], table.shape[1], table.shape[2] * table.shape[3]))


@inlined
def spare_lots(clinics, i, doctors, patients):
    """4.4: lots that may have to be bought with an upgrade of Floor-1, for the cars that lose their spaces."""
    missing = doctors + patients + clinics.helpers - clinics.parking[clinics.config[clinics.to[i]]]
    return min(clinics.spare[i], max(0, (missing + LOT_SPACES - 1) // LOT_SPACES))


@inlined
def spare_value(clinics, rates, dollar, i, doctors, patients):
    return max(0.0, rates.lot - LOT_PRICE * dollar) * spare_lots(clinics, i, doctors, patients)


@swift
def before_build(active, clinics, rates, levels, dollar, after, out):
    """4.4."""
    rows, results, zero = flat(after), flat(out), np.float32(clinics.zero)
    for z in active:
        results[z] = NONE
        for i in range(clinics.first[z], clinics.first[z + 1]):
            to, cost, value = clinics.to[i], clinics.cost[i], clinics.build_value[i]
            for m in range(min(cost, levels), levels + 1):
                rich = m == levels
                gain = value - np.float32(cost * dollar) if rich else value
                left = m if rich else m - cost
                if clinics.spare[i] == 0:
                    raise_row(results[z, m], rows[to, left], gain, zero)
                    continue
                for d in range(clinics.doctors[z] + 1):
                    for p in range(clinics.patients[z] + 1):
                        more = gain + np.float32(spare_value(clinics, rates, dollar, i, d, p))
                        out[z, m, d, p] = max(out[z, m, d, p], after[to, left, d, p] + more)


@inlined
def helpers_value(clinics, rates, cards, trio, dollar, z):
    """4.5: the value of all nurses and orderlies whose price is above what they cost."""
    config, cubes, entrances = clinics.config[z], clinics.cubes[z], clinics.entrances[z]
    total = 0.0
    relief = clinics.triages[config] > 0
    for kind in range(2):
        icons = cards.nurses if kind == 0 else cards.orderlies
        way = FAR
        for present in range(MOST_NURSES + 1):
            way = min(way, clinics.times[config, cubes, 2 + kind, present, 1])
        if way >= FAR:
            continue
        price = rates.nurse if kind == 0 else rates.orderly
        for section in range(len(SECTION_PRICES)):
            value = price - SECTION_PRICES[section] * dollar - (0 if relief else way) * rates.minute
            if value > 0:
                total += value * icons[trio, entrances, section]
    return total


@inlined
def entry_time(clinics, kind, config, cubes, present, newcomers):
    """4.9, 4.10: the least time for so many newcomers of a kind, FAR where there is no room."""
    time = clinics.times[config, cubes, kind, present, newcomers]
    return time if time >= FAR else max(0, time - TRIAGE_TIME * clinics.triages[config])


@swift
def before_hire(active, clinics, rates, cards, trio, levels, dollar, after, out):
    """4.5."""
    rows, results, zero = flat(after), flat(out), np.float32(clinics.zero)
    size, patients = rows.shape[2], after.shape[3]
    for z in active:
        delay, entrances = clinics.delay[clinics.config[z], clinics.cubes[z], DOCTOR], clinics.entrances[z]
        helpers = np.float32(helpers_value(clinics, rates, cards, trio, dollar, z))
        for m in range(levels + 1):
            for k in range(size):
                results[z, m, k] = rows[z, m, k] + helpers
        for n in range(1, min(BOXES, clinics.doctors[z]) + 1):
            cost = cards.doctors[trio, entrances, n]
            if cost >= FAR:
                break
            for m in range(min(cost, levels), levels + 1):
                rich = m == levels
                gain = np.float32(helpers + n * rates.newcomer - (cost * dollar if rich else 0.0))
                raise_delayed(results[z, m], rows[z, m if rich else m - cost, n * patients :], gain, delay[n], zero)


@swift
def before_admit(active, clinics, rates, cards, trio, levels, after, out):
    """4.6; refusing is free here."""
    rows, results, zero = flat(after), flat(out), np.float32(clinics.zero)
    for z in active:
        delay = clinics.delay[clinics.config[z], clinics.cubes[z], PATIENTS]
        for m in range(levels + 1):
            results[z, m] = rows[z, m]
        n, total = 0, 0.0
        for box in range(clinics.entrances[z]):
            colour = cards.queue[trio, box]
            if colour < 0 or n == clinics.patients[z]:
                continue
            n += 1
            total += rates.admitted[colour]
            for m in range(levels + 1):
                raise_delayed(results[z, m], rows[z, m, n:], np.float32(total), delay[n], zero)


@swift
def before_action(step, active, clinics, rates, cards, trio, levels, dollar, after, out):
    kind = cards.actions[trio, step]
    if kind == BUILD:
        before_build(active, clinics, rates, levels, dollar, after, out)
    elif kind == HIRE:
        before_hire(active, clinics, rates, cards, trio, levels, dollar, after, out)
    elif kind == ADMIT:
        before_admit(active, clinics, rates, cards, trio, levels, after, out)
    else:
        for z in active:
            out[z] = after[z]


@swift
def raise_to(active, clinics, table, other):
    rows, others, zero = flat(table), flat(other), np.float32(clinics.zero)
    for z in active:
        for m in range(table.shape[1]):
            raise_row(rows[z, m], others[z, m], zero, zero)


@swift
def keep_or_buy(active, clinics, levels, dollar, table):
    """5.3: money may always be turned into points; only the levels below *rich*."""
    rows, zero = flat(table), np.float32(clinics.zero)
    for z in active:
        for m in range(1, levels):
            raise_row(rows[z, m], rows[z, m - 1], np.float32(dollar), zero)


@swift
def before_trios(near, clinics, rates, cards, begin, end, levels, dollar, after):
    """The best of the trios from `begin` to `end` in their order, from the table after a round's actions.

    `near` are the places where the round may begin, and those where its first and its second action may end.
    """
    starts, first, second = near
    table = np.full(after.shape, NONE, np.float32)
    to_build = np.full(after.shape, NONE, np.float32)
    one, two, three = np.full_like(table, NONE), np.full_like(table, NONE), np.full_like(table, NONE)
    for i in range(begin, end):
        trio, shared = cards.order[i], cards.shared[i] if i > begin else 0
        if shared < 1:
            before_action(2, second, clinics, rates, cards, trio, levels, dollar, after, three)
        if shared < 2:
            before_action(1, first, clinics, rates, cards, trio, levels, dollar, three, two)
        if cards.actions[trio, 0] == BUILD:
            raise_to(first, clinics, to_build, two)
        elif shared < 3:
            before_action(0, starts, clinics, rates, cards, trio, levels, dollar, two, one)
            raise_to(starts, clinics, table, one)
    before_build(starts, clinics, rates, levels, dollar, to_build, one)
    raise_to(starts, clinics, table, one)
    keep_or_buy(starts, clinics, levels, dollar, table)
    return table


@swift
def within_trio(near, clinics, rates, cards, trio, shared, levels, dollar, after, first, second):
    """The values of a trio after its first action and after its second, each at some places only.

    The last `shared` actions do the same as those of the trio before: the tables hold their results already.
    """
    if shared < 1:
        before_action(2, near[2], clinics, rates, cards, trio, levels, dollar, after, second)
    if shared < 2:
        before_action(1, near[1], clinics, rates, cards, trio, levels, dollar, second, first)
