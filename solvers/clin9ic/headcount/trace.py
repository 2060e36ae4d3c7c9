"""One best way through a round of the table: what it decides, step by step."""

import numpy as np

from solvers.clin9ic.headcount.actions import entry_time, helpers_worth, spare_lots, spare_worth
from solvers.clin9ic.headcount.table import INCOME_STEP, NEVER, OUTPATIENT, RED_PAY, everybody, expenses, kept
from solvers.clin9ic.kernel.small_rules import ADMIT, BUILD, HIRE
from solvers.clin9ic.tables import DOCTOR, FAR, PATIENTS
from solvers.compiled import compiled

MOST = 400  # choices of an action
FIELDS = 5  # of a choice: place, doctors, patients, money, tag
NORMAL, LAST_LOSS, LOSS = range(3)
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
def choices(step, clinics, rates, cards, trio, levels, dollar, z, d, p, m, found, worth):
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
                worth[many] = (
                    clinics.worth[i] + spare_worth(clinics, rates, dollar, i, d, p) - (cost * dollar if rich else 0.0)
                )
                many += 1
        return many
    _put(found[0], z, d, p, m, 0)
    worth[0] = helpers_worth(clinics, rates, cards, trio, dollar, z) if kind == HIRE else 0.0
    many = 1
    if kind == HIRE:
        for n in range(1, min(6, clinics.doctors[z] - d) + 1):
            cost = cards.doctors[trio, entrances, n]
            time = entry_time(clinics, DOCTOR, config, cubes, d, n)
            if cost >= FAR or time >= FAR:
                break
            if rich or cost <= m:
                _put(found[many], z, d + n, p, m if rich else m - cost, n)
                worth[many] = worth[0] + n * rates.newcomer - time * rates.minute - (cost * dollar if rich else 0.0)
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
            worth[many] = total - time * rates.minute
            many += 1
    return many


@compiled
def best_actions(clinics, rates, cards, trios, levels, dollar, after, z, d, p, m, chosen):
    """The best of some trios and its choices from one row of a round, and its worth; [trio, then each action]."""
    found = np.empty((3, MOST, FIELDS), np.int64)
    worth = np.empty((3, MOST))
    best = -1e9
    for trio in trios:
        for i in range(choices(0, clinics, rates, cards, trio, levels, dollar, z, d, p, m, found[0], worth[0])):
            a = found[0, i]
            for j in range(
                choices(1, clinics, rates, cards, trio, levels, dollar, a[0], a[1], a[2], a[3], found[1], worth[1])
            ):
                b = found[1, j]
                for k in range(
                    choices(2, clinics, rates, cards, trio, levels, dollar, b[0], b[1], b[2], b[3], found[2], worth[2])
                ):
                    c = found[2, k]
                    value = worth[0, i] + worth[1, j] + worth[2, k] + after[c[0], c[3], c[1], c[2]]
                    if value > best:
                        best = value
                        chosen[0] = trio
                        chosen[1:6] = a
                        chosen[6:11] = b
                        chosen[11:16] = c
    return best


@compiled
def care(clinics, rates, settled, fresh, levels, dollar, lossy, may_lose, z, d, p, m, chosen):
    """The best business from one row after the actions, and what it is worth."""
    following = settled.shape[1] - 1
    config, gardens = clinics.config[z], clinics.gardens[z]
    always = everybody(clinics, rates, config, d, p, lossy)
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
                    known = gardens * n + OUTPATIENT * outside
                    lost = unpaid + rates.outpatient * outside + rates.free[operated, n]
                    lost += 0.0 if m == levels else m * dollar
                    if may_lose and lost + fresh[z, 0, d, left] > best:
                        best = lost + fresh[z, 0, d, left]
                        _note(chosen, LAST_LOSS, operated, n, outside, 0, left, 0)
                    if lossy and lost + settled[z, 0, d, left] > best:
                        best = lost + settled[z, 0, d, left]
                        _note(chosen, LOSS, operated, n, outside, 0, left, 0)
                    gain = rates.doomed[operated, n] if lossy else rates.rich[operated, n]
                    full = rest + gain + (known - upkeep - d) * dollar + settled[z, following, d, left]
                    if m == levels and full > best:
                        best = full
                        _note(chosen, NORMAL, operated, n, outside, FULL, left, following)
                    if m == levels:
                        continue
                    spent = known - least - d
                    if m + spent + RED_PAY * n >= following and full + m * dollar > best:
                        best = full + m * dollar
                        _note(chosen, NORMAL, operated, n, outside, FULL, left, following)
                    for step in range(2 * n, 8 * n + 1):
                        money = m + INCOME_STEP * step + spent
                        if money >= following:
                            break
                        if rates.treated[operated, n, step] < NEVER:
                            continue
                        value = rest - (upkeep - least) * dollar + rates.treated[operated, n, step]
                        value += kept(settled, z, d, left, money, lossy)
                        if value > best:
                            best = value
                            _note(chosen, NORMAL, operated, n, outside, step, left, max(money, 0))
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
