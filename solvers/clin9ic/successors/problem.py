"""A question to the search: positions to start from, the cards to come, and what counts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from clin9ic.care import POPULARITY_PRICE
from clin9ic.moves import Move, Order
from clin9ic.referee import Clin9ic
from clin9ic.setting import Goal
from clin9ic.state import ROUNDS, Phase, State
from solvers.clin9ic.bounds import pricing_dp
from solvers.clin9ic.bounds.dual_bound import (
    KINDS_OF_DUAL_PRICES,
    DualPrice,
)
from solvers.clin9ic.bounds.dual_feasibility import MINUTE as MINUTE_PRICE
from solvers.clin9ic.bounds.lagrangian.columns import Stock as LagrangianStock
from solvers.clin9ic.bounds.lagrangian.deal import Deal
from solvers.clin9ic.bounds.lagrangian.places import CUBES, Place, places_from
from solvers.clin9ic.bounds.linear_master import Stock
from solvers.clin9ic.bounds.linear_relaxation import DualPrices, LinearRelaxation
from solvers.clin9ic.bounds.score_weights import SCORE_WEIGHTS
from solvers.clin9ic.kernel import packed
from solvers.clin9ic.kernel.codes import DONE
from solvers.clin9ic.kernel.packed import pack, units, unpack
from solvers.clin9ic.kernel.trios import Trios, trios_of, trios_of_sections
from solvers.clin9ic.kernel.world import World, build_world
from solvers.clin9ic.successors.ranges import Ranges
from solvers.core.result import NotSolvable

Floats = NDArray[np.float64]
GOAL_CODES = {goal: code for code, goal in enumerate(Goal)}
EARLY = 2  # rounds before which there can be hardly any popularity to lose


@dataclass(frozen=True)
class Start:
    """A position to start from, and the moves that lead to it from the position that was asked about."""

    moves: tuple[Move, ...]
    state: State
    units: int = 0  # income of the round just played that may be points or money

    def words(self, world: World) -> tuple[int, int]:
        first, second = pack(world, self.state._replace(money=self.state.money - POPULARITY_PRICE * self.units))
        return first, second + (self.units << packed.UNITS.shift)


@dataclass(frozen=True)
class Problem:
    """A known deal, from one or more positions at the same point of a round, to the end of the game."""

    game: Clin9ic
    starts: tuple[Start, ...]
    orders: tuple[tuple[str, ...], ...]  # of the round of the starts and all that follow
    forbidden: tuple[Move, ...] = ()  # arrangements that are not to be used in the first round

    @property
    def state(self) -> State:
        return self.starts[0].state

    @property
    def rounds(self) -> int:
        return len(self.orders)

    @property
    def goal_code(self) -> int:
        return GOAL_CODES[self.game.goal]

    @cached_property
    def world(self) -> World:
        floors = (*(floor.card for floor in self.state.floors), *self.state.stack)
        return build_world(self.game, floors, self._people)

    @property
    def _people(self) -> int:
        """The most doctors or patients of a start: where they are more than ever found room, they stay (4.7)."""
        return max(max(sum(s.state.doctors), sum(s.state.patients)) for s in self.starts)

    @property
    def _orderlies(self) -> int:
        """The same for orderlies, whom nobody sends away for want of supply rooms."""
        return max(start.state.orderlies for start in self.starts)

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """The faces that are up in each round (6.4)."""
        other = self.state.faces.translate(str.maketrans("ab", "ba"))
        return tuple(self.state.faces if t % 2 == 0 else other for t in range(self.rounds))

    @cached_property
    def trios(self) -> tuple[Trios, ...]:
        later = [trios_of(self.game, self.faces[t], self.orders[t]) for t in range(1, self.rounds)]
        return (self._first_trios(), *later)

    def _first_trios(self) -> Trios:
        if self.state.phase is Phase.ORDER:
            return trios_of(self.game, self.faces[0], self.orders[0], self.forbidden)
        trio = trios_of_sections([self.state.trio])
        trio.actions[0, : self.state.step if self.state.phase is Phase.ACT else len(self.state.trio)] = DONE
        return trio

    @cached_property
    def ranges(self) -> Ranges:
        return Ranges.of(self.world)

    @cached_property
    def words(self) -> NDArray[np.uint64]:
        return np.array([start.words(self.world) for start in self.starts], np.uint64)

    @cached_property
    def _parts(self) -> tuple[pricing_dp.Builds, pricing_dp.Room]:
        rooms = pricing_dp.rooms(self.world.tables, self.world.upgrades, self._people, self._orderlies)
        return pricing_dp.build_steps(self.world), rooms

    def relaxation(self, bankrupt_in: int = -1, goal: Goal | None = None) -> LinearRelaxation:
        """The linear relaxation from the first start; or of plays that go bankrupt for the last time in a round."""
        builds, room = self._parts
        offers, stock = pricing_dp.offers(list(self.trios)), self._stock(self.state)
        return LinearRelaxation(self.world.tables, builds, room, offers, stock, goal or self.game.goal, bankrupt_in)

    def lagrangian_stock(self, t: int, words: NDArray[np.uint64]) -> LagrangianStock:
        """A position at the beginning of a round as the Lagrangian bound sees it."""
        position = [int(word) for word in words]
        state = unpack(self.world, position, self.state.round + t, self.faces[t])
        config = self.world.upgrades.index(tuple(floor.upgraded for floor in state.floors))
        cubes = len(state.conveyors) if self.game.counts_popularity else CUBES - 1
        return LagrangianStock(
            (config, state.entrances, state.gardens, cubes), state.doctors, state.patients, state.nurses,
            state.orderlies, state.money + POPULARITY_PRICE * units(position), state.pillars, state.lots,
            state.popularity, state.time, state.treated,
        )  # fmt: skip

    def lagrangian_deal(
        self, t: int, words: NDArray[np.uint64], levels: tuple[int, ...], workers: int, penalties: Floats | None = None
    ) -> Deal:
        """What the Lagrangian bound reads from some positions on; information penalties are by round and point."""
        purses: dict[Place, int] = {}
        for stock in (self.lagrangian_stock(t, one) for one in _one_of_each_place(words)):
            purses[stock.place] = max(stock.money, purses.get(stock.place, 0))
        people = int(max(packed.people_of(words, packed.DOCTORS).max(), packed.people_of(words, packed.PATIENTS).max()))
        orderlies = int(packed.column(words, packed.ORDERLIES).max())
        places = places_from(self.world, tuple(purses), people, orderlies)
        offers = pricing_dp.offers(list(self.trios[t:]))
        helpers = packed.column(words, packed.NURSES) + packed.column(words, packed.ORDERLIES)
        early = self.state.round + t <= EARLY
        weights, most_helpers = SCORE_WEIGHTS[self.game.goal], int(helpers.max())
        if penalties is not None:
            columns = zip(places.config, places.entrances, places.gardens, strict=True)
            penalties = penalties[:, [pricing_dp.point(int(c), int(e), int(g)) for c, e, g in columns]]
        return Deal(
            self.world.tables, places, offers, levels, tuple(purses.values()), weights, most_helpers, workers, early,
            penalties,
        )  # fmt: skip

    def lagrangian_places(self, t: int, words: NDArray[np.uint64]) -> list[Place]:
        """Where some positions are."""
        return [self.lagrangian_stock(t, one).place for one in _one_of_each_place(words)]

    def _stock(self, state: State) -> Stock:
        config = self.world.upgrades.index(tuple(floor.upgraded for floor in state.floors))
        settled = float(state.treated) if self.game.goal is Goal.TREATED else -state.time * MINUTE_PRICE
        return Stock(
            pricing_dp.point(config, state.entrances, state.gardens), state.doctors, state.patients, state.nurses,
            state.orderlies, min(state.money, packed.MOST_MONEY), state.pillars, state.lots, float(state.popularity),
            settled,
        )  # fmt: skip

    def flat(self, values: DualPrices, t: int) -> Floats:
        """Prices at the beginning of a round, in the order the kernel reads them."""
        prices = np.zeros(KINDS_OF_DUAL_PRICES)
        prices[:4], prices[4:8] = values.doctors[t], values.patients[t]
        prices[DualPrice.NURSE], prices[DualPrice.ORDERLY] = values.nurses[t], values.orderlies[t]
        prices[DualPrice.DOLLAR], prices[DualPrice.REST] = values.money[t], values.rest[t]
        prices[DualPrice.PILLAR], prices[DualPrice.LOT] = values.pillar, values.lots[t]
        prices[DualPrice.POINT] = values.point
        prices[DualPrice.MINUTE] = -MINUTE_PRICE if self.game.counts_popularity else 0.0
        prices[DualPrice.CURED] = float(self.game.goal is Goal.TREATED)
        return prices


def problem_of(
    game: Clin9ic, state: State, orders: Mapping[int, tuple[str, ...]], forbidden: Sequence[Move] = ()
) -> Problem | None:
    """The question for a position anywhere in a round; None when the game is over or no choice is left.

    Within Business and Admin the few choices left are tried out, so the question starts with the next round. Forbidden
    moves are those not to be made at the decision that is due.
    """
    if state.unknown:
        raise NotSolvable("the order of the floor cards is not known: name them all in the file")
    if game.is_over(state):
        return None
    if state.phase is Phase.ORDER:
        if state.round not in orders:
            raise NotSolvable(f"the card order of round {state.round} is not known: add it to the file")
        state = game.apply_outcome(state, Order(orders[state.round]))
    starts = starts_of(game, Start((), state), forbidden)
    starts = [start for start in starts if not game.is_over(start.state)] or starts
    if not starts or game.is_over(starts[0].state):
        return None
    first = starts[0].state
    known = {**orders, state.round: state.order}
    missing = [number for number in range(first.round, ROUNDS + 1) if number not in known]
    if missing:
        raise NotSolvable(
            f"the card orders of rounds {', '.join(map(str, missing))} are not known: add them to the file"
        )
    laid = tuple(known[number] for number in range(first.round, ROUNDS + 1))
    arrangements = tuple(forbidden) if state.phase is Phase.ARRANGE else ()
    return Problem(game, tuple(starts), laid, arrangements)


def starts_of(game: Clin9ic, start: Start, forbidden: Sequence[Move] = ()) -> list[Start]:
    """Where the search can begin: the position itself before or between actions, or what the choices of now lead to."""
    state = start.state
    if state.phase is Phase.ARRANGE:
        return [Start(start.moves, state._replace(phase=Phase.ORDER, order=()), start.units)]
    if state.phase is Phase.ORDER or game.is_over(state):
        return [start]
    if game.decision(state) == "outpatient" or state.built or forbidden:
        tried = _tried(game, start, forbidden)
        return [more for one in tried for more in starts_of(game, one)]
    if state.phase in (Phase.ACT, Phase.CARE):
        return [start]
    if state.phase is Phase.BUY:  # whatever is bought now may be decided later
        units = state.earned // POPULARITY_PRICE
        kept = game.apply(state, game.parse("buy 0"))
        return starts_of(game, replace(start, moves=(*start.moves, game.parse("buy 0")), state=kept, units=units))
    return [more for one in _tried(game, start, ()) for more in starts_of(game, one)]


def _tried(game: Clin9ic, start: Start, forbidden: Sequence[Move]) -> Iterable[Start]:
    """After each legal move that is not forbidden, by what it leads to."""
    banned = {game.apply(start.state, move) for move in forbidden}
    for move in game.legal_moves(start.state):
        after = game.apply(start.state, move)
        if after not in banned:
            yield replace(start, moves=(*start.moves, move), state=after)


def spread(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A few of many positions, whose Lagrangian tables are complete for all of them."""
    people = [packed.people_of(words, packed.DOCTORS), packed.people_of(words, packed.PATIENTS)]
    orderlies = packed.column(words, packed.ORDERLIES)
    kinds = (*people, orderlies, orderlies + packed.column(words, packed.NURSES))
    return np.concatenate([_one_of_each_place(words), words[[int(most.argmax()) for most in kinds]]])


def _one_of_each_place(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Of positions whose clinics are alike in shape, entrances and gardens, the one with the fullest purse."""
    clinic = words[:, 0] & np.uint64((1 << packed.PILLARS.shift) - 1)
    money = packed.column(words, packed.MONEY) + POPULARITY_PRICE * packed.column(words, packed.UNITS)
    order = np.lexsort((-money, clinic))
    first = np.ones(len(order), bool)
    first[1:] = clinic[order][1:] != clinic[order][:-1]
    return words[order[first]]
