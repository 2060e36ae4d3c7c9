"""Whole rounds: actions, Business and Admin one after the other, with or without pruning by bounds."""

import numpy as np

from solvers.clin9ic.bounds.dual_bound import bound, keep_best
from solvers.clin9ic.bounds.lagrangian.bound_table import NO_TABLES, fill_row, prune
from solvers.clin9ic.expansion.business import care, taught
from solvers.clin9ic.kernel.actions import admit, build, hire
from solvers.clin9ic.kernel.packed import OUTPATIENT, PATIENTS, TIME, UNDECIDED, UNUSED, USED, field, plus
from solvers.clin9ic.kernel.rule_numbers import ACTIONS
from solvers.clin9ic.kernel.rules import BUILD, DONE, HIRE, config_of, settle_phase, total_of
from solvers.clin9ic.kernel.score import best_final
from solvers.clin9ic.kernel.sets import clear, insert
from solvers.core.compiled import compiled

ENDS = ACTIONS + 1  # the level after the three actions and Business


@compiled
def act(tables, action, bottom, top, full, cubes, scratch, flags, keys, number, to_keys, to_origin, to_slots):
    """One action of a trio, from every position of one set into another, empty one; -1 if that is full."""
    done = 0
    for i in range(number):
        w0, w1 = keys[i, 0], keys[i, 1]
        if action == DONE:
            done = insert(to_keys, to_origin, to_slots, done, w0, w1, i)
        elif action == BUILD:
            done = build(tables, w0, w1, i, full, cubes, to_keys, to_origin, to_slots, done)
        else:
            # 4.8: the choice falls at the first Hire, Admit or Care at which the module stands.
            choose = field(w0, OUTPATIENT, 2) == UNDECIDED and tables.outpatients[config_of(tables, w0)] > 0
            for choice in range(UNUSED, USED + 1) if choose else range(1):
                at0 = plus(w0, OUTPATIENT, choice)
                if action == HIRE:
                    done = hire(tables, bottom, at0, w1, i, full, scratch, flags, to_keys, to_origin, to_slots, done)
                else:
                    done = admit(tables, top, at0, w1, i, to_keys, to_origin, to_slots, done)
                if done < 0:
                    return -1
        if done < 0:
            return -1
    return done


@compiled
def end_round(
    tables, full, reach, rows, round_tables, least, time_before, keys, number, to_keys, to_origin, to_slots, done
):
    """Business and Admin from every position of a set, added to the `done` ends of round found so far.

    Without those that cannot reach `least` by the Lagrangian tables of the next round, as far as that shows early.
    """
    end, ahead = round_tables.end, round_tables.ahead
    most_labs = tables.labs.max()
    room = (most_labs + 1) * (most_labs + 2) * (most_labs + 3) // 6
    all_staff, all_ranks = np.empty(room, np.uint64), np.empty(room, np.int64)
    for i in range(number):
        w0 = keys[i, 0]
        w1 = settle_phase(tables, w0, keys[i, 1], time_before)
        many, patients = taught(tables, w0, all_staff, all_ranks), total_of(w1, PATIENTS)
        staff, ranks = all_staff[:many], all_ranks[:many]
        fill_row(tables, end, staff, patients, rows, 0)
        fill_row(tables, ahead, staff, patients, rows, 1)
        choose = field(w0, OUTPATIENT, 2) == UNDECIDED and tables.outpatients[config_of(tables, w0)] > 0
        for choice in range(UNUSED, USED + 1) if choose else range(1):
            done = care(
                tables, plus(w0, OUTPATIENT, choice), w1, i, full, staff, ranks, reach, rows, least, to_keys,
                to_origin, to_slots, done,
            )  # fmt: skip
            if done < 0:
                return -1
    return done


@compiled
def run_action(tables, trios, trio, step, full, cubes, work, sizes):
    """Every position after one action of a trio, from those before it in the levels of `work`; -1 if full."""
    levels, origins, slots, scratch, flags, _, _ = work
    number = act(
        tables, trios.actions[trio, step], trios.bottom[trio], trios.top[trio], full, cubes, scratch, flags,
        levels[step], sizes[step], levels[step + 1], origins[step + 1], slots[step + 1],
    )  # fmt: skip
    if number < 0:
        slots[step + 1][:] = -1
        return -1
    clear(levels[step + 1], slots[step + 1], number)
    sizes[step + 1] = number
    return number


@compiled
def run_actions(tables, trios, trio, w0, w1, full, cubes, work, sizes):
    """Every position after each action of a trio, in the levels of `work`: how many after the last, -1 if full."""
    work[0][0, 0, 0], work[0][0, 0, 1] = w0, w1
    sizes[0] = 1
    for step in range(ACTIONS):
        if run_action(tables, trios, trio, step, full, cubes, work, sizes) < 0:
            return -1
    return sizes[3]


@compiled
def run_business(tables, w1, full, round_tables, least, work, sizes):
    """The ends of a round that began with `w1`, from the positions after its actions; how many, -1 if full.

    Every end if there are no tables; otherwise those may be missing that cannot reach `least` by them.
    """
    levels, origins, slots, _, _, reach, rows = work
    number = end_round(
        tables, full, reach, rows, round_tables, least, field(w1, TIME, 9), levels[3], sizes[3], levels[ENDS],
        origins[ENDS], slots[ENDS], 0,
    )  # fmt: skip
    if number < 0:
        slots[ENDS][:] = -1
        return -1
    clear(levels[ENDS], slots[ENDS], number)
    sizes[ENDS] = number
    return number


@compiled
def run_trio(tables, trios, trio, w0, w1, full, cubes, work, sizes):
    """Every position after each action of a trio, and every end of round, in the levels of `work`; -1 if full."""
    if run_actions(tables, trios, trio, w0, w1, full, cubes, work, sizes) < 0:
        return -1
    return run_business(tables, w1, full, NO_TABLES, 0.0, work, sizes)


@compiled
def all_ends(tables, trios, w0, w1, full, cubes, work, sizes, out, out_trio, out_slots):
    """Every distinct end of round from a position: how many (-1 if a set is full), and how many were generated."""
    levels = work[0]
    done = generated = 0
    for trio in range(len(trios.actions)):
        number = run_trio(tables, trios, trio, w0, w1, full, cubes, work, sizes)
        if number < 0:
            return -1, generated
        generated += sizes[1] + sizes[2] + sizes[3] + number
        for i in range(number):
            done = insert(out, out_trio, out_slots, done, levels[ENDS, i, 0], levels[ENDS, i, 1], trio)
            if done < 0:
                return -1, generated
    return done, generated


@compiled
def best_ends(
    tables, trios, w0, w1, cubes, now, after, round_tables, least, most_mid, most_ends, goal, last, work, values, out,
    out_trio, out_values, out_slots,
):  # fmt: skip
    """The ends of round whose bound is at least `least`; in the last round only the best one, `least` rising with it.

    `now` and `after` are the values of paths and the prices within this round and at its end (see `bound`), and
    `round_tables` the tables of Lagrangian bounds after each action and at the end.
    With `most_mid` or `most_ends` above 0, no more positions than that are kept after each action of a trio, or of
    its ends. Returns how many there are (-1 if a set is full), how many were generated, and the best bound among those
    dropped for want of space.
    """
    within, prices = now
    done = generated = 0
    dropped = -1e9
    many = len(trios.actions)
    bounds = np.empty(many)
    for trio in range(many):
        bounds[trio] = bound(tables, within[:, trio, 0], prices[:, trio], w0, w1)
    for trio in np.argsort(-bounds):
        if bounds[trio] < least:
            break
        done, made, lost, least = ends_of_trio(
            tables, trios, trio, w0, w1, trio, cubes, now, after, round_tables, least, most_mid, most_ends, goal, last,
            work, values, out, out_trio, out_values, out_slots, done,
        )  # fmt: skip
        generated += made
        dropped = max(dropped, lost)
        if done < 0:
            break
    return done, generated, dropped


@compiled
def ends_from_many(
    tables, trios, trio, words, cubes, now, after, round_tables, least, goal, last, work, values, out, out_parent,
    out_values, out_slots,
):  # fmt: skip
    """The same for one trio from many positions; how many ends there are, and how many were generated."""
    done = generated = 0
    for i in range(len(words)):
        done, made, _, least = ends_of_trio(
            tables, trios, trio, words[i, 0], words[i, 1], i, cubes, now, after, round_tables, least, 0, 0, goal, last,
            work, values, out, out_parent, out_values, out_slots, done,
        )  # fmt: skip
        generated += made
        if done < 0:
            break
    return done, generated


@compiled
def ends_of_trio(
    tables, trios, trio, w0, w1, source, cubes, now, after, round_tables, least, most_mid, most_ends, goal, last, work,
    values, out, out_source, out_values, out_slots, done,
):  # fmt: skip
    """Add the ends of round by one trio to the `done` ones found so far: how many there are, `least` and the rest."""
    levels, origins = work[0], work[1]
    within, prices = now
    paths, next_prices = after
    sizes = np.zeros(ENDS + 1, np.int64)
    generated, dropped = 0, -1e9
    levels[0, 0, 0], levels[0, 0, 1] = w0, w1
    sizes[0] = 1
    for step in range(ACTIONS):
        number = run_action(tables, trios, trio, step, False, cubes, work, sizes)
        if number < 0:
            return -1, generated, dropped, least
        generated += number
        bound_table = round_tables.first if step == 0 else round_tables.second if step == 1 else round_tables.third
        number = prune(tables, bound_table, levels[step + 1], origins[step + 1], number, least)
        if step == 2:
            number = prune(tables, round_tables.after, levels[step + 1], origins[step + 1], number, least)
        sizes[step + 1], lost = keep_best(
            tables, within[:, trio, step + 1], prices[:, trio], levels[step + 1], origins[step + 1], number, least,
            most_mid, values,
        )  # fmt: skip
        dropped = max(dropped, lost)
    number = run_business(tables, w1, False, round_tables, least, work, sizes)
    if number < 0:
        return -1, generated, dropped, least
    generated += number
    if last:
        at, score = best_final(tables, goal, levels[ENDS], number)
        if at >= 0 and score >= least:
            out[0, 0], out[0, 1], out_source[0], out_values[0] = levels[ENDS, at, 0], levels[ENDS, at, 1], source, score
            return 1, generated, dropped, float(score + 1)
        return done, generated, dropped, least
    number = prune(tables, round_tables.end, levels[ENDS], origins[ENDS], number, least)
    number = prune(tables, round_tables.ahead, levels[ENDS], origins[ENDS], number, least)
    number, lost = keep_best(tables, paths, next_prices, levels[ENDS], origins[ENDS], number, least, most_ends, values)
    for i in range(number):
        before = done
        done = insert(out, out_source, out_slots, done, levels[ENDS, i, 0], levels[ENDS, i, 1], source)
        if done < 0:
            break
        if done > before:
            out_values[before] = values[i]
    return done, generated, max(dropped, lost), least
