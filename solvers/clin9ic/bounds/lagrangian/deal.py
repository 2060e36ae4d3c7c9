"""A deal for the Lagrangian bound: its clinics and cards, and the tables of all its rounds at some prices."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clin9ic.score import pillar_cost
from solvers.clin9ic.bounds.lagrangian import actions
from solvers.clin9ic.bounds.lagrangian.multipliers import Multipliers, rates_of
from solvers.clin9ic.bounds.lagrangian.places import CUBES, Place, Places, index_of
from solvers.clin9ic.bounds.lagrangian.table import (
    EXACT,
    MINUTE,
    MOST_GAIN,
    NONE,
    Cards,
    Clinics,
    Near,
    Rates,
    TooLarge,
    business,
    largest,
    settle_people,
)
from solvers.clin9ic.bounds.pricing_dp import LEVELS, SECTIONS, Offers
from solvers.clin9ic.bounds.score_weights import ScoreWeights
from solvers.clin9ic.kernel.codes import ADMIT, BUILD, DICE, HIRE, TRIAGE_PHASE
from solvers.clin9ic.kernel.packed import MOST_MONEY
from solvers.clin9ic.kernel.rule_numbers import (
    BOXES,
    GARDEN_COST,
    MOST_NURSES,
    MOST_ORDERLIES,
    MOST_PILLARS,
    SECTION_PRICES,
    UNTREATED_COST,
)
from solvers.clin9ic.kernel.tables import FAR, Tables

Floats = NDArray[np.float64]
Table = NDArray[np.float32]
Ints = NDArray[np.int32]
MOST_HELPERS = MOST_NURSES + MOST_ORDERLIES


@dataclass
class Deal:
    """What stays the same whatever the prices: the clinics, the cards of each round, the levels of the purse."""

    tables: Tables
    places: Places
    offers: Offers
    levels: tuple[int, ...]  # money levels below *rich*, by round; one more at the end
    purses: tuple[int, ...]  # of the first places, those to start from: the fullest purse there is
    weights: ScoreWeights
    helpers: int = MOST_HELPERS  # nurses and orderlies that there are at the beginning, at most
    workers: int = 1
    # Whether plays that go bankrupt in the first round only are among the solvent ones, as if they kept their
    # popularity: sharp enough while there is hardly any.
    early_bankruptcy: bool = False
    penalties: Floats | None = None  # [round, place]: what is paid at the beginning of each round but the first

    def __post_init__(self) -> None:
        self.rounds = len(self.offers.actions)
        places, tables = self.places, self.tables
        self.most = int(tables.most_treated.max()) + tables.most_treated.shape[4] - 1
        self.operating = tables.most_treated.shape[4] - 1
        self.cards = [self._cards(t) for t in range(self.rounds)]
        self.clinics = Clinics(
            places.config, places.entrances, places.gardens, places.cubes, places.doctors, places.patients,
            places.first, places.to, places.cost, np.zeros(len(places.to), np.float32), places.spare, 0, places.times,
            self._delays(), places.supply, self._triages(), tables.labs, tables.parking, tables.upkeep,
            tables.outpatients, tables.operating, tables.most_treated,
        )  # fmt: skip
        self.left = list(self._purses())
        self.active = [np.flatnonzero(left[-1] >= 0) for left in self.left]
        self.most_helpers = [
            min(MOST_HELPERS, self.helpers + sum(self._offered(s) for s in range(t + 1))) for t in range(self.rounds)
        ]

    def _triages(self) -> NDArray[np.int32]:
        """4.10, by config; where triage counts for a whole phase, as it stands at its end, any there can be."""
        triages = self.tables.triages
        return np.full_like(triages, triages.max()) if self.tables.rules[TRIAGE_PHASE] else triages

    def _delays(self) -> NDArray[np.float32]:
        return actions.delays(self.places.times, self._triages(), MINUTE * self.weights.point, *self.shape(0)[2:])

    def _cards(self, t: int) -> Cards:
        offers, many = self.offers, int(self.offers.trios[t])
        doctors = np.full((many, LEVELS, BOXES + 1), FAR, np.int32)
        doctors[:, :, 0] = 0
        for trio in range(many):
            for entrances in range(LEVELS):
                icons = offers.doctors[t, trio, entrances]
                prices = [SECTION_PRICES[s] for s in range(SECTIONS) for _ in range(icons[s])]
                for n in range(1, min(BOXES, len(prices)) + 1):
                    doctors[trio, entrances, n] = sum(prices[:n])
        kinds, nurses, orderlies = offers.actions[t, :many], offers.nurses[t, :many], offers.orderlies[t, :many]
        queue = offers.queue[t, :many]
        hires = [np.concatenate([doctors[i].ravel(), nurses[i].ravel(), orderlies[i].ravel()]) for i in range(many)]
        order, shared = _in_order([_effects(kinds[i], hires[i], queue[i]) for i in range(many)])
        return Cards(kinds, doctors, nurses, orderlies, queue, order, shared)

    def _offered(self, t: int) -> int:
        """Nurses and orderlies whom a trio of a round offers at most."""
        cards = self.cards[t]
        hires = (cards.actions == HIRE).sum(axis=1)
        icons = cards.nurses[:, -1].sum(axis=1) + cards.orderlies[:, -1].sum(axis=1)
        return int((hires * icons).max())

    def _purses(self) -> Iterable[list[Ints]]:
        """For each round what is left at most of the fullest purse after so many builds, -1 where nobody can be.

        Only in the first round the purse sets limits.
        """
        places = self.places
        left = np.full(len(places.config), -1, np.int32)
        left[: len(self.purses)] = self.purses
        for t in range(self.rounds):
            after = [left]
            for _ in range(int((self.cards[t].actions == BUILD).sum(axis=1).max())):
                left = left.copy()
                for z in np.flatnonzero(after[-1] >= 0):
                    builds = slice(places.first[z], places.first[z + 1])
                    np.maximum.at(left, places.to[builds], after[-1][z] - places.cost[builds])
                after.append(left)
            yield after if t == 0 else [np.where(one >= 0, MOST_MONEY, -1).astype(np.int32) for one in after]
            left = np.where(left >= 0, MOST_MONEY, -1).astype(np.int32)

    def near(self, t: int, starts: Iterable[int]) -> Near:
        """What is near to some places at the beginning of a round."""
        places, known = self.places, self.left[t][-1] >= 0
        found = [np.array(list(starts), np.int64)]
        for _ in range(2):
            there = np.zeros(len(known), bool)
            for z in found[-1]:
                there[places.to[places.first[z] : places.first[z + 1]]] = True
            found.append(np.flatnonzero(there & known))
        return Near(*found)

    def last_bankruptcy(self, t: int, bankrupt: bool) -> bool:
        """Whether plays of a kind may go bankrupt in a round for the last time."""
        return self.popular and bankrupt != (self.early_bankruptcy and t == 0)

    @property
    def popular(self) -> bool:
        """Whether popularity counts; if not, whoever is bankrupt loses only money, and may do so at any time."""
        return self.weights.point > 0

    def shape(self, t: int) -> tuple[int, ...]:
        places = self.places
        return len(places.config), self.levels[t] + 1, int(places.doctors.max()) + 1, int(places.patients.max()) + 1

    def at(self, t: int, rates: Rates) -> Clinics:
        """The clinics with the values of a round's builds."""
        places = self.places
        value = rates.pillar * places.pillars + rates.lot * places.lots
        return self.clinics._replace(build_value=value.astype(np.float32), helpers=self.most_helpers[t])

    def most_gain(self, rates: Rates) -> float:
        """The most that one action can bring besides where it leads, or cost."""
        places, icons = self.places, BOXES
        lots = rates.lot * (places.lots + np.minimum(places.spare, self.tables.most_treated.shape[2] + MOST_NURSES))
        build = float((lots + rates.pillar * np.abs(places.pillars)).max(initial=0.0))
        person = max(rates.newcomer, rates.nurse, rates.orderly, float(np.abs(rates.admitted).max()))
        return max(build, icons * person)

    def terminal(self, prices: Multipliers) -> tuple[Table, NDArray[np.int64]]:
        """Section 7: the value of the end, and how many pillars it asks for; the other goals ask for no clinic."""
        places, tables = self.places, self.tables
        if not self.popular:
            return np.zeros(self.shape(self.rounds), np.float32), np.zeros(len(places.config), np.int64)
        config = places.config
        pillars = np.arange(MOST_PILLARS + 1)
        missing = np.maximum(0, tables.pillars_needed[config][:, None] - pillars)
        costs = np.array([pillar_cost(number) for number in range(int(missing.max()) + 1)])
        value = -costs[missing] - prices.pillar * pillars
        gardens = np.maximum(0, tables.gardens_needed[config] - places.gardens)
        by_place = tables.room_points[config] - GARDEN_COST * gardens + value.max(axis=1)
        result = np.empty(self.shape(self.rounds), np.float32)
        result[:] = by_place[:, None, None, None] - UNTREATED_COST * np.arange(result.shape[3])
        return result, value.argmax(axis=1)


def _effects(kinds: Ints, hires: Ints, queue: Ints) -> tuple[tuple[int, bytes], ...]:
    """What the actions of a trio do, the last one first."""
    does = {BUILD: b"", HIRE: hires.tobytes(), ADMIT: queue.tobytes()}
    return tuple((int(kind), does.get(int(kind), b"")) for kind in kinds[::-1])


def _in_order(effects: list[tuple[tuple[int, bytes], ...]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The trios in an order in which neighbours end alike, and with how many actions each ends like the one before."""
    order = sorted(range(len(effects)), key=lambda trio: effects[trio])
    shared = [0]
    for before, trio in pairwise(order):
        alike = [a == b for a, b in zip(effects[before], effects[trio], strict=True)]
        shared.append(next((n for n, same in enumerate(alike) if not same), len(alike)))
    return np.array(order, np.int64), np.array(shared, np.int64)


class BackwardTables(NamedTuple):
    """Tables of plays that stay solvent (or, the other ones, go bankrupt in some round to come)."""

    start: list[Table | None]  # at the beginning of each round but the first, and at the end
    settled: list[Table]
    after: list[Table]


class Evaluation(NamedTuple):
    """Tables at some prices: of plays that stay solvent, or of those that go bankrupt."""

    prices: Multipliers
    rates: list[Rates]
    bankrupt: bool
    tables: BackwardTables
    solvent: BackwardTables  # what follows the last bankruptcy
    pillars: NDArray[np.int64]

    @property
    def dollar(self) -> float:
        """The value of a dollar beyond the last money level (see `table`)."""
        return self.prices.money if self.bankrupt else self.prices.dollar

    def for_positions(self) -> Evaluation:
        """The same without what only columns are looked up in."""
        tables = self.tables._replace(settled=[])
        return self._replace(tables=tables, solvent=tables)


def evaluate(deal: Deal, prices: Multipliers, bankrupt: bool) -> Evaluation:
    """Round the prices to the grid and fill every table but that of the first round's beginning, of which one row is
    wanted (`first_table` makes all of it)."""
    prices = prices.on_grid()
    ending, pillars = deal.terminal(prices)
    rates = [rates_of(prices, t, deal.most, deal.operating) for t in range(deal.rounds)]
    if max(deal.most_gain(one) for one in rates) > MOST_GAIN:
        raise TooLarge
    solvent = tables = _tables(deal, rates, ending, None, prices.dollar)
    if bankrupt:
        tables = _tables(deal, rates, np.full_like(ending, NONE), solvent, prices.money)
    return Evaluation(prices, rates, bankrupt, tables, solvent, pillars)


def _tables(
    deal: Deal, rates: list[Rates], following: Table, solvent: BackwardTables | None, dollar: float
) -> BackwardTables:
    start: list[Table | None] = [None] * deal.rounds + [following]
    after: list[Table] = []
    settled: list[Table] = []
    for t in range(deal.rounds - 1, -1, -1):
        left, done = _after_actions(deal, t, rates[t], following, solvent, dollar)
        settled.insert(0, left)
        after.insert(0, done)
        _keep_exact(left, done)
        if t:
            following = _before_round(deal, t, rates[t], dollar, done)
            _keep_exact(following)
            if deal.penalties is not None:
                following -= deal.penalties[t, :, None, None, None].astype(np.float32)
            _keep_exact(following)
            start[t] = following
    return BackwardTables(start, settled, after)


def _keep_exact(*tables: Table) -> None:
    """TooLarge above EXACT: below 2048 every number on the grid is a float of 32 bits, and EXACT with one more step
    (MOST_GAIN) stays below that, so that no sum was rounded."""
    if any(largest(table) > EXACT for table in tables):
        raise TooLarge


def _after_actions(
    deal: Deal, t: int, rates: Rates, following: Table, solvent: BackwardTables | None, dollar: float
) -> tuple[Table, Table]:
    """The tables of the time before Admin and before Business, places shared out among the workers."""
    clinics, dice = deal.at(t, rates), int(deal.tables.rules[DICE])
    left = np.full(following.shape, NONE, np.float32)
    done = np.full(deal.shape(t), NONE, np.float32)
    bankrupt = solvent is not None or not deal.popular
    last = deal.last_bankruptcy(t, bankrupt=solvent is not None)
    afterwards = solvent.settled[t] if solvent else left

    def part(worker: int) -> None:
        active = np.ascontiguousarray(deal.active[t][worker :: deal.workers])
        settle_people(active, clinics, rates, dice, following, left)
        business(active, clinics, rates, left, afterwards, deal.levels[t], dollar, bankrupt, last, done)

    with ThreadPoolExecutor(deal.workers) as pool:
        list(pool.map(part, range(deal.workers)))
    return left, done


def _before_round(deal: Deal, t: int, rates: Rates, dollar: float, after: Table) -> Table:
    """The table of a round's beginning, its trios shared out among the workers."""
    clinics, cards = deal.at(t, rates), deal.cards[t]
    near = Near(*[deal.active[t]] * 3) if t else deal.near(0, range(len(deal.purses)))

    def part(worker: int) -> Table:
        begin, end = (len(cards.order) * n // deal.workers for n in (worker, worker + 1))
        table: Table = actions.before_trios(near, clinics, rates, cards, begin, end, deal.levels[t], dollar, after)
        return table

    with ThreadPoolExecutor(deal.workers) as pool:
        first, *others = pool.map(part, range(deal.workers))
    for other in others:
        np.maximum(first, other, out=first)
    return first


def first_table(deal: Deal, evaluation: Evaluation) -> Table:
    """The table of the beginning of the first round as well, for those who want more than one row."""
    return _before_round(deal, 0, evaluation.rates[0], evaluation.dollar, evaluation.tables.after[0])


def near_to(deal: Deal, at: int, starts: list[Place]) -> Near:
    """What is near to some places at the beginning of a round, and to the same with more cubes.

    The core's `upper_bound` may look a position up as if it had more cubes than it has.
    """
    number = deal.places.number
    found = [number[index_of(config, e, g, more)] for config, e, g, cubes in starts for more in range(cubes, CUBES)]
    return deal.near(at, sorted({int(z) for z in found if z >= 0}))


def within_tables(
    deal: Deal, evaluation: Evaluation, at: int, trio: int, shared: int, near: Near, first: Table, second: Table
) -> None:
    """Put the values of a round by one of its trios into two tables: after its first action and after its second.

    The last `shared` actions do the same as those of the trio before, so their values are there already.
    """
    rates, after = evaluation.rates[at], evaluation.tables.after[at]
    # Whoever has more helpers than the deal knows of may be looked up here, and needs room for their cars.
    clinics = deal.at(at, rates)._replace(helpers=MOST_HELPERS)
    cards, levels = deal.cards[at], deal.levels[at]
    actions.within_trio(near, clinics, rates, cards, trio, shared, levels, evaluation.dollar, after, first, second)
