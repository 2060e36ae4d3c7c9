"""Trace back one best play through a round of the table: what it decides, step by step."""

import numpy as np

from solvers.clin9ic.bounds.lagrangian.actions import entry_time, helpers_value, spare_lots, spare_value
from solvers.clin9ic.bounds.lagrangian.table import (
    INCOME_STEP,
    LEAST_SALARY,
    LEAST_STEPS,
    MOST_PAY,
    MOST_STEPS,
    NEVER,
    everybody,
    expenses,
    kept,
)
from solvers.clin9ic.kernel.rule_numbers import BOXES, OUTPATIENT_PAY
from solvers.clin9ic.kernel.rules import ADMIT, BUILD, HIRE
from solvers.clin9ic.kernel.tables import DOCTOR, FAR, PATIENTS
from solvers.core.compiled import compiled

MOST = 400  # choices of an action
FIELDS = 5  # of a choice: place, doctors, patients, money, tag
SOLVENT, LAST_BANKRUPTCY, BANKRUPTCY = range(3)
FULL = -1  # the step of whoever has so much that only the most income counts
# of `care`
MODE, OPERATED, TREATED, OUTSIDE, STEP, LEFT, KEPT, CARE_FIELDS = range(8)


@compiled
def _put(row, a, b, c, d, e):
    row[0], row[1], row[2], row[3], row[4] = a, b, c, d, e


@compiled
def _note(row, mode, operated, treated, outside, step, left, kept):
    row[MODE], row[OPERATED], row[TREATED], row[OUTSIDE] = mode, operated, treated, outside
    row[STEP], row[LEFT], row[KEPT] = step, left, kept


@compiled
def choices(step, clinics, rates, cards, trio, levels, dollar, z, d, p, m, found, gains):
    """Every choice of an action from one row, and how many. Tags: the build, the doctors hired, the boxes admitted."""
    kind = cards.actions[trio, step]
    config, cubes, entrances = clinics.config[z], clinics.cubes[z], clinics.entrances[z]
    rich = m == levels
    many = 0
    if kind == BUILD:
        for i in range(clinics.first[z], clinics.first[z + 1]):
            cost = clinics.cost[i]
            if rich or cost <= m:
                _put(found[many], clinics.to[i], d, p, m if rich else m - cost, i)
                gains[many] = (
                    clinics.build_value[i]
                    + spare_value(clinics, rates, dollar, i, d, p)
                    - (cost * dollar if rich else 0.0)
                )
                many += 1
        return many
    _put(found[0], z, d, p, m, 0)
    gains[0] = helpers_value(clinics, rates, cards, trio, dollar, z) if kind == HIRE else 0.0
    many = 1
    if kind == HIRE:
        for n in range(1, min(BOXES, clinics.doctors[z] - d) + 1):
            cost = cards.doctors[trio, entrances, n]
            time = entry_time(clinics, DOCTOR, config, cubes, d, n)
            if cost >= FAR or time >= FAR:
                break
            if rich or cost <= m:
                _put(found[many], z, d + n, p, m if rich else m - cost, n)
                gains[many] = gains[0] + n * rates.newcomer - time * rates.minute - (cost * dollar if rich else 0.0)
                many += 1
    if kind == ADMIT:
        n, total = 0, 0.0
        for box in range(entrances):
            if cards.queue[trio, box] < 0:
                continue
            n += 1
            if p + n > clinics.patients[z]:
                break
            time = entry_time(clinics, PATIENTS, config, cubes, p, n)
            if time >= FAR:
                break
            total += rates.admitted[cards.queue[trio, box]]
            _put(found[many], z, d, p + n, m, box + 1)
            gains[many] = total - time * rates.minute
            many += 1
    return many


@compiled
def best_actions(clinics, rates, cards, trios, levels, dollar, after, z, d, p, m, chosen):
    """The best of some trios and its choices from one row of a round, and its value; [trio, then each action]."""
    found = np.empty((3, MOST, FIELDS), np.int64)
    gains = np.empty((3, MOST))
    best = -1e9
    for trio in trios:
        for i in range(choices(0, clinics, rates, cards, trio, levels, dollar, z, d, p, m, found[0], gains[0])):
            a = found[0, i]
            for j in range(
                choices(1, clinics, rates, cards, trio, levels, dollar, a[0], a[1], a[2], a[3], found[1], gains[1])
            ):
                b = found[1, j]
                for k in range(
                    choices(2, clinics, rates, cards, trio, levels, dollar, b[0], b[1], b[2], b[3], found[2], gains[2])
                ):
                    c = found[2, k]
                    value = gains[0, i] + gains[1, j] + gains[2, k] + after[c[0], c[3], c[1], c[2]]
                    if value > best:
                        best = value
                        chosen[0] = trio
                        chosen[1:6] = a
                        chosen[6:11] = b
                        chosen[11:16] = c
    return best


@compiled
def care(clinics, rates, settled, solvent, levels, dollar, bankrupt, last_bankruptcy, z, d, p, m, chosen):
    """The best Business from one row after the actions, and its value."""
    following = settled.shape[1] - 1
    config, gardens = clinics.config[z], clinics.gardens[z]
    always = everybody(clinics, rates, config, d, p, bankrupt)
    unpaid = everybody(clinics, rates, config, d, p, True)
    best = -1e9
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
                    lost = unpaid + rates.outpatient * outside + rates.forgiven[operated, n]
                    lost += 0.0 if m == levels else m * dollar
                    if last_bankruptcy and lost + solvent[z, 0, d, left] > best:
                        best = lost + solvent[z, 0, d, left]
                        _note(chosen, LAST_BANKRUPTCY, operated, n, outside, 0, left, 0)
                    if bankrupt and lost + settled[z, 0, d, left] > best:
                        best = lost + settled[z, 0, d, left]
                        _note(chosen, BANKRUPTCY, operated, n, outside, 0, left, 0)
                    gain = rates.bankrupt_income[operated, n] if bankrupt else rates.rich[operated, n]
                    full = rest + gain + (known - upkeep - LEAST_SALARY * d) * dollar + settled[z, following, d, left]
                    if m == levels and full > best:
                        best = full
                        _note(chosen, SOLVENT, operated, n, outside, FULL, left, following)
                    if m == levels:
                        continue
                    spent = known - least - LEAST_SALARY * d
                    if m + spent + MOST_PAY * n >= following and full + m * dollar > best:
                        best = full + m * dollar
                        _note(chosen, SOLVENT, operated, n, outside, FULL, left, following)
                    for step in range(LEAST_STEPS * n, MOST_STEPS * n + 1):
                        money = m + INCOME_STEP * step + spent
                        if money >= following:
                            break
                        if rates.treated[operated, n, step] < NEVER:
                            continue
                        value = rest - (upkeep - least) * dollar + rates.treated[operated, n, step]
                        value += kept(settled, z, d, left, money, bankrupt)
                        if value > best:
                            best = value
                            _note(chosen, SOLVENT, operated, n, outside, step, left, max(money, 0))
    return best


@compiled
def time_to_enter(clinics, kind, z, present, newcomers):
    return entry_time(clinics, kind, clinics.config[z], clinics.cubes[z], present, newcomers)


@compiled
def lots_to_spare(clinics, i, doctors, patients):
    return spare_lots(clinics, i, doctors, patients)


@compiled
def upkeep_of(clinics, config, operated):
    return expenses(clinics, config, operated)
