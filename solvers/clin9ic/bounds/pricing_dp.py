"""The pricing problem of the linear relaxation: the best way to build, by dynamic programming.

A *path* is a way to build over points (config, entrances, gardens), three actions a round. Everything the clinic offers
on its way (icons for hiring, patients at the door, beds, room) is paid at the dual prices of the linear programme (see
`linear_relaxation`). The best path from every point is one table, computed backwards from the last round.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.clin9ic.kernel.rule_numbers import (
    ACTIONS,
    BOXES,
    BOXES_PER_SECTION,
    ENTRANCE_PRICE,
    FLOOR_PRICE,
    GARDEN_PRICE,
    LOT_PRICE,
    MOST_ENTRANCES,
    MOST_GARDENS,
    PILLAR_PRICE,
    SECTION_PRICES,
    TRIAGE_TIME,
    UPGRADE_PRICE,
)
from solvers.clin9ic.kernel.rules import ADMIT, BOX_DOCTOR, BUILD, DONE, HIRE
from solvers.clin9ic.kernel.tables import DOCTOR, FAR, KINDS, NURSE, ORDERLY, Tables
from solvers.clin9ic.kernel.tables import PATIENTS as PATIENT
from solvers.clin9ic.kernel.trios import Trios
from solvers.core.compiled import compiled, inlined

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

LEVELS = 1 + max(MOST_ENTRANCES, MOST_GARDENS)  # entrances and gardens run from 0 to one less
SECTIONS = len(SECTION_PRICES)
NO_STEP = -1


class Builds(NamedTuple):
    """Every distinct result of one Build action, for each point: a slice of flat arrays."""

    first: Ints  # by point; the slice of point z is first[z] to first[z + 1]
    to: Ints
    cost: Ints
    pillars: Ints
    lots: Ints
    grounds: Ints  # 1 where Floor-1 is upgraded, which lets any number of lots be bought


def point(config: int, entrances: int, gardens: int) -> int:
    return (config * LEVELS + entrances) * LEVELS + gardens


def pillars_gained(tables: Tables, config: int, new: int) -> int:
    """4.4: what building on does to the pillars, or more.

    Where more may be printed than the die can show, it stops at 6 and at 0: fewer are lost than printed ones go.
    """
    gained = int(tables.printed_pillars[new] - tables.printed_pillars[config])
    return gained if tables.printed_pillars.max() < LEVELS else max(0, gained)


def build_steps(tables: Tables) -> Builds:
    """4.4 without conveyors, whose use the relaxation gives for nothing."""
    configs = len(tables.first_shape)
    single: list[list[tuple[int, ...]]] = []
    for config in range(configs):
        shape = tables.first_shape[config]
        for entrances in range(LEVELS):
            for gardens in range(LEVELS):
                z = point(config, entrances, gardens)
                here: list[tuple[int, ...]] = [(z, PILLAR_PRICE, 1, 0, 0), (z, LOT_PRICE, 0, 1, 0)]
                if entrances < MOST_ENTRANCES:
                    here.append((point(config, entrances + 1, gardens), ENTRANCE_PRICE, 0, 0, 0))
                if gardens < MOST_GARDENS:
                    here.append((point(config, entrances, gardens + 1), GARDEN_PRICE, 0, 0, 0))
                upgrades = [
                    (s, UPGRADE_PRICE, 0, int(floor == 0)) for floor, s in enumerate(tables.after_upgrade[shape])
                ]
                for after, cost, more, grounds in [(tables.after_floor[shape], FLOOR_PRICE, 1, 0), *upgrades]:
                    if after < 0:
                        continue
                    new = int(tables.config[after])
                    grown = gardens + int(tables.printed_gardens[new] - tables.printed_gardens[config])
                    risen = pillars_gained(tables, config, new)
                    z = point(new, min(MOST_ENTRANCES, entrances + more), max(0, min(MOST_GARDENS, grown)))
                    here.append((z, cost, risen, 0, grounds))
                single.append(here)
    first, flat = [0], list[tuple[int, ...]]()
    for z, steps in enumerate(single):
        found: dict[tuple[int, ...], int] = {(z, 0, 0, 0): 0}
        for to, cost, *gains in steps:
            found[(to, *gains)] = min(cost, found.get((to, *gains), FAR))
            for to2, cost2, *gains2 in single[to]:
                key = (to2, *(one + two for one, two in zip(gains, gains2, strict=True)))
                found[key] = min(cost + cost2, found.get(key, FAR))
        flat += [(to, cost, *gains) for (to, *gains), cost in found.items()]
        first.append(len(flat))
    columns = np.array(flat, np.int32).T
    return Builds(np.array(first, np.int32), *(np.ascontiguousarray(column) for column in columns))


class Room(NamedTuple):
    """What a config offers, as the relaxation counts it."""

    doctors: Ints  # most doctors that any clinic on the way here could have taken in
    patients: Ints
    beds: Ints
    entry: Ints  # [config, kind]: least time of a newcomer in any way of placing cubes
    supply: Ints  # the same for orderlies


def rooms(tables: Tables, upgrades: tuple[tuple[bool, ...], ...], people: int = 0, orderlies: int = 0) -> Room:
    """What configs offer to at least so many people and orderlies, who are there already, with a place or not (4.7)."""
    configs = len(upgrades)
    most = np.zeros((configs, len(KINDS)), np.int32)
    entry = np.full((configs, len(KINDS)), FAR, np.int32)
    for shape, config in enumerate(tables.config):
        for kind in range(len(KINDS)):
            times = tables.move_time[shape, :, kind, :, 1]
            open_for = np.argwhere(times >= 0)
            if len(open_for):
                most[config, kind] = max(most[config, kind], 1 + open_for[:, 1].max())
                entry[config, kind] = min(entry[config, kind], times[times >= 0].min())
    beds = tables.most_treated.max(axis=(2, 3))  # [config, used, operating, outpatient]
    before = [[o for o, other in enumerate(upgrades) if leads_to(other, mine)] for mine in upgrades]
    return Room(
        np.array([max(people, most[earlier, DOCTOR].max()) for earlier in before], np.int32),
        np.array([max(people, most[earlier, PATIENT].max()) for earlier in before], np.int32),
        beds[:, 0, 0, 0].astype(np.int32),
        entry,
        np.array([max(orderlies, most[earlier, ORDERLY].max()) for earlier in before], np.int32),
    )


def leads_to(earlier: tuple[bool, ...], later: tuple[bool, ...]) -> bool:
    """Whether building on can make one config of the other."""
    return len(earlier) <= len(later) and all(a <= b for a, b in zip(earlier, later, strict=False))


class Offers(NamedTuple):
    """What each trio offers with each number of entrances: icons by section; and the queue of patients."""

    actions: Ints  # [round, trio, step]
    doctors: Ints  # [round, trio, entrances, section]
    nurses: Ints
    orderlies: Ints
    queue: Ints  # [round, trio, box]: a colour, or -1 for staff
    trios: Ints  # [round]: how many there are


def offers(trios: list[Trios]) -> Offers:
    """Gather the trios of the rounds to come."""
    most = max(len(t.actions) for t in trios)
    shape = (len(trios), most, LEVELS)
    result = Offers(
        actions=np.zeros((len(trios), most, ACTIONS), np.int32),
        doctors=np.zeros((*shape, SECTIONS), np.int32),
        nurses=np.zeros((*shape, SECTIONS), np.int32),
        orderlies=np.zeros((*shape, SECTIONS), np.int32),
        queue=np.full((len(trios), most, BOXES), -1, np.int32),
        trios=np.array([len(t.actions) for t in trios], np.int32),
    )
    for t, round_trios in enumerate(trios):
        for trio in range(len(round_trios.actions)):
            result.actions[t, trio] = round_trios.actions[trio]
            top = round_trios.top[trio]
            result.queue[t, trio] = np.where(top < BOX_DOCTOR, top, -1)
            for entrances in range(1, LEVELS):
                for box in range(entrances):
                    staff = round_trios.bottom[trio, box]
                    for kind, icons in enumerate((result.doctors, result.nurses, result.orderlies)):
                        icons[t, trio, entrances, box // BOXES_PER_SECTION] += staff == BOX_DOCTOR + kind
    return result


class PathPrices(NamedTuple):
    """What the linear programme pays, by round, for what a path offers."""

    money: Floats  # a dollar spent on building
    upkeep: Floats  # a dollar of upkeep
    doctors: Floats  # [round, section] an icon
    nurses: Floats
    orderlies: Floats
    patients: Floats  # [round, colour] a patient let in, who may also cost
    beds: Floats  # [round, gardens]
    operating: Floats
    outpatients: Floats
    doctor_room: Floats
    patient_room: Floats
    labs: Floats
    supply: Floats
    time: Floats  # a unit of time
    parking: Floats  # a parking space
    lots: Floats  # a lot, from this round on
    grounds: Floats  # an upgrade of Floor-1, for the lots that can come with it
    pillar: float


@compiled
def _icons(counts, prices, extra):
    """Value of the icons within reach, each at its price less what the way in costs here."""
    total = 0.0
    for i in range(len(counts)):
        value = prices[i] - extra
        if value > 0:
            total += counts[i] * value
    return total


@compiled
def let_in(queue, entrances, prices, extra):
    """4.6: how far down the queue it pays to admit, nobody skipped, and the value of that."""
    boxes, best, total = 0, 0.0, 0.0
    for box in range(entrances):
        if queue[box] >= 0:
            total += prices[queue[box]] - extra
            if total > best:
                boxes, best = box + 1, total
    return boxes, best


@compiled
def action_values(kind, offers, t, trio, prices, entry, least, triages, values):
    """The value of a Hire or Admit action for each config and number of entrances."""
    for config in range(values.shape[0]):
        for entrances in range(values.shape[1]):
            if kind == DONE:
                values[config, entrances] = 0.0
            elif kind == HIRE:
                e = (entry[config] - least) * prices.time[t]
                a = _icons(offers.doctors[t, trio, entrances], prices.doctors[t], e[DOCTOR])
                b = _icons(offers.nurses[t, trio, entrances], prices.nurses[t], e[NURSE])
                c = _icons(offers.orderlies[t, trio, entrances], prices.orderlies[t], e[ORDERLY])
                values[config, entrances] = a + b + c + TRIAGE_TIME * triages[config] * prices.time[t]
            else:
                extra = entry[config, PATIENT] * prices.time[t]
                _, a = let_in(offers.queue[t, trio], entrances, prices.patients[t], extra)
                values[config, entrances] = a + TRIAGE_TIME * triages[config] * prices.time[t]


@compiled
def best_paths(builds, offers, prices, entry, least, triages, business, terminal):
    """The value of the best path from each point at the beginning of each round, and before each action of a trio.

    The second table is [round, trio, step, point], with the three actions of a round done at its last step.
    """
    rounds, many = offers.actions.shape[0], offers.actions.shape[1]
    points = len(terminal)
    value = np.empty((rounds + 1, points))
    within = np.full((rounds, many, ACTIONS + 1, points), -1e9)
    value[rounds] = terminal
    gains = np.empty((entry.shape[0], LEVELS))
    for t in range(rounds - 1, -1, -1):
        value[t] = -1e9
        for trio in range(offers.trios[t]):
            within[t, trio, ACTIONS] = value[t + 1] + business[t]
            for step in range(ACTIONS - 1, -1, -1):
                kind = offers.actions[t, trio, step]
                if kind == BUILD:
                    _before_build(builds, within[t, trio, step + 1], prices, t, within[t, trio, step])
                else:
                    action_values(kind, offers, t, trio, prices, entry, least, triages, gains)
                    for z in range(points):
                        gain = gains[z // (LEVELS * LEVELS), z // LEVELS % LEVELS]
                        within[t, trio, step, z] = within[t, trio, step + 1, z] + gain
            value[t] = np.maximum(value[t], within[t, trio, 0])
    return value, within


@inlined
def _built(builds, i, prices, t):
    """The value of a build besides where it leads."""
    return (
        prices.pillar * builds.pillars[i]
        + prices.lots[t] * builds.lots[i]
        + prices.grounds[t] * builds.grounds[i]
        - prices.money[t] * builds.cost[i]
    )


@compiled
def _before_build(builds, after, prices, t, before):
    for z in range(len(after)):
        best = -1e9
        for i in range(builds.first[z], builds.first[z + 1]):
            best = max(best, after[builds.to[i]] + _built(builds, i, prices, t))
        before[z] = best


@compiled
def trace(builds, offers, prices, entry, within, z):
    """A best path from a point: the trio of each round, the number of each build, the boxes admitted."""
    rounds = offers.actions.shape[0]
    trios = np.zeros(rounds, np.int32)
    steps = np.full((rounds, ACTIONS), NO_STEP, np.int32)
    for t in range(rounds):
        trio = np.argmax(within[t, :, 0, z])
        trios[t] = trio
        for step in range(ACTIONS):
            kind = offers.actions[t, trio, step]
            if kind == ADMIT:
                extra = entry[z // (LEVELS * LEVELS), PATIENT] * prices.time[t]
                entrances = z // LEVELS % LEVELS
                steps[t, step], _ = let_in(offers.queue[t, trio], entrances, prices.patients[t], extra)
            if kind != BUILD:
                continue
            most = -1e18
            for i in range(builds.first[z], builds.first[z + 1]):
                value = within[t, trio, step + 1, builds.to[i]] + _built(builds, i, prices, t)
                if value > most:
                    most = value
                    steps[t, step] = i
            z = builds.to[steps[t, step]]
    return trios, steps
