"""The last round by branch and bound: the best final score from a position; compiled.

After the three actions hardly anything is open any more, so a short sum (`upper_bound`) bounds what Business and Admin
can bring; only positions whose bound beats the best score so far are followed.
"""

# mypy: allow-untyped-defs
# Compiled: numba infers the types.

import numpy as np

from solvers.clin9ic.bounds.lagrangian.bound_table import NO_TABLES
from solvers.clin9ic.expansion.rounds import ENDS, act, end_round, run_action
from solvers.clin9ic.kernel.actions import FLOOR, build_component, components
from solvers.clin9ic.kernel.packed import (
    DOCTORS,
    GARDENS,
    NURSES,
    ORDERLIES,
    OUTPATIENT,
    PATIENTS,
    PILLARS,
    POPULARITY,
    POPULARITY_ZERO,
    TIME,
    TREATED,
    UNITS,
    UNUSED,
    field,
)
from solvers.clin9ic.kernel.rule_numbers import (
    ACTIONS,
    DEATH_COST,
    DECAYED,
    GARDEN_COST,
    OUTPATIENT_TIME,
    PAY,
    POINTS,
    POPULARITY_PRICE,
    RED,
    TAUGHT,
    TIME_PER_POINT,
    UNTREATED_COST,
)
from solvers.clin9ic.kernel.rules import ADMIT, BUILD, HIRE, config_of, expenses, of_colour, settle_phase, total_of
from solvers.clin9ic.kernel.score import DOCTORS_GOAL, SKILLED_GOAL, STAFF_GOAL, TREATED_GOAL, best_final
from solvers.clin9ic.kernel.sets import clear, insert
from solvers.clin9ic.value_function.business_guess import TAUGHT_FIRST
from solvers.core.compiled import compiled

NOBODY = -1_000_000  # no play scores this little
FULL = NOBODY - 1  # a set was too small


@compiled
def _beds(tables, w0, w1):
    """The most patients that can be treated, whatever their colours, and how many of them as outpatients."""
    config, doctors, patients = config_of(tables, w0), total_of(w0, DOCTORS), total_of(w1, PATIENTS)
    outpatients = tables.outpatients[config] if field(w0, OUTPATIENT, 2) != UNUSED else 0
    most = 0
    for used in range(2 if outpatients else 1):
        for operating in range(tables.most_operating + 1):
            for others in range((outpatients if used else 0) + 1):
                rooms = tables.most_treated[config, used, doctors, patients, operating, others]
                if rooms >= 0:
                    most = max(most, rooms + operating + others)
    return min(most, doctors, patients), outpatients


@compiled
def _care(w0, w1, due, most, unlike):
    """5.1-5.3, 6.2 and section 7: income left over as points, less what patients who are not treated cost, at most.

    So many can be treated, and so many of them by doctors of another colour. Severe patients pay most, unless all
    income goes into expenses: then it is best to treat the mild ones, who cost more when they stay.
    """
    gardens, left, income, staying = field(w0, GARDENS, 3), most, 0, 0
    for colour in range(3, -1, -1):
        patients = of_colour(w1, PATIENTS, colour)
        like = min(left, patients, of_colour(w0, DOCTORS, colour))
        others = min(left - like, patients - like, unlike)
        left, unlike, treated = left - like - others, unlike - others, like + others
        income += treated * (PAY[colour] + gardens)
        staying += (DEATH_COST if colour == RED else UNTREATED_COST) * (patients - treated)
    dying = of_colour(w1, PATIENTS, RED)
    mild = total_of(w1, PATIENTS) - dying
    least = UNTREATED_COST * max(0, mild - most) + DEATH_COST * max(0, dying - max(0, most - mild))
    return max((income - due) // POPULARITY_PRICE - staying, -least)


@compiled
def _teaching(tables, w0):
    """6.1 and section 7: points of all doctors after Admin, and of the popularity that laboratories give."""
    labs, points = tables.labs[config_of(tables, w0)], 0
    for colour in range(4):
        points += POINTS[DECAYED[colour]] * of_colour(w0, DOCTORS, colour)
    for colour in TAUGHT_FIRST:
        taught = min(labs, of_colour(w0, DOCTORS, colour))
        points += taught * (1 + POINTS[TAUGHT[colour]] - POINTS[DECAYED[colour]])
        labs -= taught
    return points


@compiled
def upper_bound(tables, goal, w0, w1):
    """No play scores more from a position after the three actions of the last round."""
    config, doctors = config_of(tables, w0), total_of(w0, DOCTORS)
    if goal == DOCTORS_GOAL:
        return float(doctors)
    if goal == STAFF_GOAL:
        return float(doctors + field(w0, NURSES, 2) + field(w0, ORDERLIES, 2))
    if goal == SKILLED_GOAL:
        skilled = of_colour(w0, DOCTORS, 2) + of_colour(w0, DOCTORS, 3)
        return float(min(doctors, skilled + tables.labs[config]))
    most, outpatients = _beds(tables, w0, w1)
    if goal == TREATED_GOAL:
        return float(field(w1, TREATED, 7) + most)
    nurses = field(w0, NURSES, 2)
    pillars = max(0, tables.pillars_needed[config] - field(w0, PILLARS, 3))
    gardens = max(0, tables.gardens_needed[config] - field(w0, GARDENS, 3))
    kept = (
        _teaching(tables, w0)
        + nurses
        + tables.room_points[config]
        - pillars * (pillars + 1) // 2
        - GARDEN_COST * gardens
    )
    kept -= max(0, field(w1, TIME, 9) - OUTPATIENT_TIME * outpatients) // TIME_PER_POINT
    unlike = nurses + tables.operating[config] + outpatients
    popularity = field(w1, POPULARITY, 10) - POPULARITY_ZERO + field(w1, UNITS, 9)
    care = _care(w0, w1, expenses(tables, w0, 0), most, unlike)
    # Who loses all popularity (4.6) has nothing more to lose: patients who stay or go cost them nothing.
    return float(kept + max(popularity + care, 0))


@compiled
def _followed(tables, goal, trios, trio, number, before, least, work):
    """The last action from the positions of level 2 into level 3, if their bound is high enough; how many, or FULL."""
    levels, origins, slots, scratch, flags, _, _ = work
    done = 0
    for i in range(number):
        many = act(
            tables, trios.actions[trio, 2], trios.bottom[trio], trios.top[trio], False, False, scratch, flags,
            levels[2, i : i + 1], 1, levels[ENDS], origins[ENDS], slots[ENDS],
        )  # fmt: skip
        if many < 0:
            slots[ENDS][:] = -1
            slots[3][:] = -1
            return FULL
        clear(levels[ENDS], slots[ENDS], many)
        for k in range(many):
            a0, a1 = levels[ENDS, k, 0], levels[ENDS, k, 1]
            if upper_bound(tables, goal, a0, settle_phase(tables, a0, a1, before)) >= least:
                done = insert(levels[3], origins[3], slots[3], done, a0, a1, i)
                if done < 0:
                    slots[3][:] = -1
                    return FULL
    clear(levels[3], slots[3], done)
    return done


@compiled
def best_from(tables, goal, trios, trio, first, number, before, cubes, least, work, out):
    """The best final score by the actions of a trio from number `first` on, if at least `least`; its end in `out`.

    Starts from the positions in that level of `work`; `before` is the time at the beginning of the round. NOBODY where
    nothing is as good, FULL if a set is full. Conveyors (`cubes`) are not built when nobody comes after that.
    """
    levels, origins, slots, scratch, flags, reach, rows = work
    for step in range(first, 2):
        coming = False
        for later in range(step + 1, ACTIONS):
            coming |= trios.actions[trio, later] == HIRE or trios.actions[trio, later] == ADMIT
        number = act(
            tables, trios.actions[trio, step], trios.bottom[trio], trios.top[trio], False, cubes and coming, scratch,
            flags, levels[step], number, levels[step + 1], origins[step + 1], slots[step + 1],
        )  # fmt: skip
        if number < 0:
            slots[step + 1][:] = -1
            return FULL
        clear(levels[step + 1], slots[step + 1], number)
    if first < ACTIONS:
        number = _followed(tables, goal, trios, trio, number, before, least, work)
        if number < 0:
            return FULL
    bounds = np.empty(number)
    for i in range(number):
        w0, w1 = levels[3, i, 0], levels[3, i, 1]
        bounds[i] = upper_bound(tables, goal, w0, settle_phase(tables, w0, w1, before))
    best = NOBODY
    for i in np.argsort(-bounds):
        if bounds[i] < least:
            break
        many = end_round(
            tables, False, reach, rows, NO_TABLES, 0.0, before, levels[3, i : i + 1], 1, levels[ENDS], origins[ENDS],
            slots[ENDS], 0,
        )  # fmt: skip
        if many < 0:
            slots[ENDS][:] = -1
            return FULL
        clear(levels[ENDS], slots[ENDS], many)
        at, score = best_final(tables, goal, levels[ENDS], many)
        if at >= 0 and score >= least:
            out[0], out[1] = levels[ENDS, at, 0], levels[ENDS, at, 1]
            best, least = score, score + 1
    return best


@compiled
def best_last(tables, goal, trios, w0, w1, cubes, least, work, out):
    """The best final score of a last round that is at least `least`, and its trio; NOBODY and -1 if there is none."""
    best, chosen = NOBODY, -1
    for trio in range(len(trios.actions)):
        work[0][0, 0, 0], work[0][0, 0, 1] = w0, w1
        score = best_from(tables, goal, trios, trio, 0, 1, field(w1, TIME, 9), cubes, least, work, out)
        if score == FULL:
            return FULL, -1
        if score >= least:
            best, chosen, least = score, trio, score + 1
    return best, chosen


# --- 3.1: a card that is turned up when the top floor card is built -------------------------------------------------


@compiled
def turning_points(tables, closed, trios, trio, w0, w1, cubes, work, sizes, points, about):
    """Every way to build the top floor card in a round: positions right after it in `points`.

    `about` has the action, whether the Build action has a component left, and where in its level of `work` the position
    before that action is. `closed` are tables with no floor to build. How many there are, or FULL.
    """
    levels = work[0]
    levels[0, 0, 0], levels[0, 0, 1] = w0, w1
    sizes[0] = 1
    done = 0
    for step in range(ACTIONS):
        if trios.actions[trio, step] == BUILD:
            for i in range(sizes[step]):
                b0, b1 = levels[step, i, 0], levels[step, i, 1]
                for code in range(-1, components(tables, b0)):
                    legal, a0, a1 = code != FLOOR, b0, b1
                    if code >= 0 and legal:
                        legal, a0, a1 = build_component(closed, b0, b1, code)
                    if legal:
                        legal, a0, a1 = build_component(tables, a0, a1, FLOOR)
                    if not legal:
                        continue
                    if done == len(points):
                        return FULL
                    points[done, 0], points[done, 1] = a0, a1
                    about[done, 0], about[done, 1], about[done, 2] = step, code < 0, i
                    done += 1
        if run_action(closed, trios, trio, step, False, cubes, work, sizes) < 0:
            return FULL
    return done


@compiled
def best_turned(tables, goal, trios, trio, before, cubes, point, step, more, least, work, out):
    """The best final score once the next card is known, from right after a floor; as `best_from` has it."""
    levels, origins, slots = work[0], work[1], work[2]
    keys, origin, slot = levels[step + 1], origins[step + 1], slots[step + 1]
    number = insert(keys, origin, slot, 0, point[0], point[1], 0)
    if more:
        for code in range(components(tables, point[0])):
            legal, a0, a1 = build_component(tables, point[0], point[1], code)
            if legal and number >= 0:
                number = insert(keys, origin, slot, number, a0, a1, 0)
    if number < 0:
        slot[:] = -1
        return FULL
    clear(keys, slot, number)
    return best_from(tables, goal, trios, trio, step + 1, number, before, cubes, least, work, out)


@compiled
def best_point(both, goal, trios, trio, before, cubes, points, about, target, beat, works, ends, scores):
    """The turning point with the best sum over both orders of the hidden cards, if it beats a number; -1, or FULL.

    With a target above NOBODY orders that reach it are counted, otherwise scores. `ends` and `scores` are those of the
    best point in each order.
    """
    best = -1
    found, tried = np.empty((2, 2), np.uint64), np.empty(2, np.int64)
    for i in range(len(points)):
        step, more = about[i, 0], about[i, 1] > 0
        total = 0
        for order in range(2):
            least = NOBODY + 1
            if order and target == NOBODY:
                least = beat + 1 - tried[0]
            score = best_turned(
                both[order], goal, trios, trio, before, cubes, points[i], step, more, least, works[order], found[order]
            )
            if score == FULL:
                return FULL
            tried[order] = score
            total += score if target == NOBODY else int(score >= target)
        if total > beat:
            best, beat = i, total
            ends[:], scores[:] = found, tried
    return best
