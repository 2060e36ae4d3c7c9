"""The plain rules answer where nothing faster does: honestly, for any game."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from clin9ic import Clin9ic, Goal, Level, Options, State
from clin9ic.deals import deal_from_seed
from clin9ic.moves import Order
from solvers.clin9ic import solve as front
from solvers.clin9ic.kernel.known_orders import KnownOrders
from solvers.clin9ic.kernel.packed import Beyond
from solvers.clin9ic.kernel.tables import TooRich
from solvers.clin9ic.kernel.world import build_world
from solvers.clin9ic.policy.advise import advise
from solvers.clin9ic.search.beam_search import BoundSource
from solvers.clin9ic.search.branch_and_bound import Search
from solvers.clin9ic.solve import solve
from solvers.clin9ic.successors.supports import supports
from solvers.core import plain_search
from solvers.core.budget import Budget
from solvers.core.plain_search import BY_ENUMERATION, BY_KEPT, everything, search
from solvers.core.replay import KnownDraws
from solvers.core.result import Found, Status, status_of
from tests.clin9ic.helpers import HOUSE, deck, opening, position, side
from tests.sketches import Sketch

AT_ONCE = Budget(0.0, 1)
AN_HOUR = 3600.0  # nothing here takes a minute; what is proven does not depend on it


class Ladder(NamedTuple):
    """A toy game: climb one or two rungs, `long` times, then a known die is added."""

    rung: int = 0
    climbed: int = 0
    rolled: int = -1


@dataclass
class Ladders(Sketch):
    long: int

    def is_over(self, state: Ladder) -> bool:
        return state.rolled >= 0

    def is_chance(self, state: Ladder) -> bool:
        return state.climbed == self.long and not self.is_over(state)

    def legal_moves(self, state: Ladder) -> list[int]:
        return [0, 1, 2] if state.climbed < self.long else []

    def apply(self, state: Ladder, move: int) -> Ladder:
        return Ladder(3 * state.rung + move, state.climbed + 1)

    def chance_outcomes(self, state: Ladder) -> list[tuple[int, float]]:
        return [(die, 1 / 6) for die in range(1, 7)] if self.is_chance(state) else []

    def apply_outcome(self, state: Ladder, outcome: int) -> Ladder:
        return state._replace(rolled=outcome)

    def final_score(self, state: Ladder) -> int:
        return state.rung + max(0, state.rolled)


def test_small_games_are_gone_through_and_large_ones_played() -> None:
    small = search(KnownDraws(Ladders(4), lambda _: 6), Ladder(), AT_ONCE)
    assert (small.status, small.best, small.bound) == (Status.OPTIMAL, 3**4 - 1 + 6, 3**4 - 1 + 6)
    assert small.moves == (2, 2, 2, 2)
    assert small.proof == BY_ENUMERATION
    large = search(KnownDraws(Ladders(12), lambda _: 6), Ladder(), AT_ONCE)
    assert (large.status, large.bound, large.proof) == (Status.FEASIBLE, None, "")
    assert large.best == 3**12 - 1 + 6


def test_what_is_forbidden_is_not_played() -> None:
    for long in (4, 12):
        known = KnownDraws(Ladders(long), lambda _: 0)
        found = search(known, Ladder(), AT_ONCE, forbidden=[2])
        assert found.moves[0] == 1
        assert search(known, Ladder(), AT_ONCE, forbidden=[0, 1, 2]).status in (Status.INFEASIBLE, Status.UNKNOWN)


def test_a_known_plan_and_its_bound_are_kept() -> None:
    known = KnownDraws(Ladders(12), lambda _: 0)
    found = search(known, Ladder(), AT_ONCE, found=Found((2,) * 12, 3**12))
    assert (found.best, found.bound, found.status) == (3**12 - 1, 3**12, Status.FEASIBLE)


def test_a_target_stops_the_plays() -> None:
    known = KnownDraws(Ladders(12), lambda _: 0)
    assert search(known, Ladder(), Budget(600.0, 1, target=1)).counts == {"plays": 1}
    assert (
        search(KnownDraws(Ladders(3), lambda _: 0), Ladder(), Budget(AN_HOUR, 1, target=99)).status is Status.INFEASIBLE
    )


def test_too_many_positions_are_not_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    known = KnownDraws(Ladders(5), lambda _: 0)
    assert everything(known, Ladder()) is not None
    monkeypatch.setattr(plain_search, "MOST_POSITIONS", 100)
    assert everything(known, Ladder()) is None


@pytest.mark.parametrize(
    ("best", "bound", "target", "status"),
    [
        (5, 5, None, Status.OPTIMAL),
        (5, 6, None, Status.FEASIBLE),
        (5, None, None, Status.FEASIBLE),
        (None, 6, None, Status.UNKNOWN),
        (5, 5, 6, Status.INFEASIBLE),
        (None, 5, 6, Status.INFEASIBLE),
        (6, 9, 6, Status.FEASIBLE),
    ],
)
def test_what_a_plan_and_a_bound_amount_to(best: int | None, bound: int, target: int | None, status: Status) -> None:
    assert status_of(best, bound, target) is status


# --- Clin9ic ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MoreOptions(Options):
    """As another version of the rules may have them."""

    walk_empty_spaces: bool = False


def test_options_that_the_search_does_not_know_are_told_by_name() -> None:
    assert supports(Clin9ic(HOUSE, options=MoreOptions())) is None
    other = Clin9ic(HOUSE, options=MoreOptions(walk_empty_spaces=True))
    reason = supports(other)
    assert reason is not None
    assert "walk_empty_spaces = true" in reason
    told = advise(other, opening(other, 1)._replace(round=6), Budget(1.0, 1))
    assert "walk_empty_spaces = true" in told.note
    assert told.expected is not None  # cards are drawn first


def known_orders(game: Clin9ic) -> dict[int, tuple[str, ...]]:
    return dict(enumerate(deal_from_seed(game.deck, 3).orders, 1))


def last(game: Clin9ic, **fields: Any) -> State:
    return opening(game, 3)._replace(round=6, patients=(0, 1, 0, 0), **fields)


def test_what_the_fast_search_refuses_is_played_by_the_plain_rules() -> None:
    game = Clin9ic(HOUSE, Goal.STAFF, Level.EASY, MoreOptions(walk_empty_spaces=True))
    state, orders = last(game, money=2), known_orders(game)
    plain = Clin9ic(HOUSE, Goal.STAFF, Level.EASY)
    result = solve(KnownOrders(game, orders), state, Budget(AN_HOUR, 1))
    assert game.final_score(KnownOrders(game, orders).play(state, result.moves)) == result.best
    assert (result.status, result.best) == (
        Status.OPTIMAL,
        solve(KnownOrders(plain, orders), state, Budget(AN_HOUR, 1)).best,
    )


def test_a_plan_for_a_whole_game_by_the_plain_rules() -> None:
    game = Clin9ic(HOUSE, Goal.DOCTORS, Level.EASY, MoreOptions(walk_empty_spaces=True))
    state, orders = opening(game, 3)._replace(round=5, patients=(0, 0, 0, 0)), known_orders(game)
    result = solve(KnownOrders(game, orders), state, Budget(0.0, 1))
    assert (result.status, result.bound) == (Status.FEASIBLE, None)
    assert game.final_score(KnownOrders(game, orders).play(state, result.moves)) == result.best


@pytest.mark.parametrize(
    "fields",
    [
        {"popularity": 10_000},
        {"time": 10_000},
        {"treated": 10_000},
        {"popularity": 800},
        {"time": 505},
        {"treated": 120},
    ],
)
def test_numbers_that_do_not_fit_are_refused_and_answered_otherwise(fields: dict[str, int]) -> None:
    game = Clin9ic(HOUSE)
    state, orders = last(game, money=0, **fields), known_orders(game)
    reason = supports(game, [state])
    assert reason is not None
    assert "too large" in reason
    result = solve(KnownOrders(game, orders), state, Budget(AN_HOUR, 1))
    assert result.status is Status.OPTIMAL
    assert result.proof == BY_ENUMERATION
    assert game.final_score(KnownOrders(game, orders).play(state, result.moves)) == result.best


def test_popularity_far_below_zero_is_refused_where_the_table_plays_so() -> None:
    game = Clin9ic(HOUSE, options=Options(popularity_below_zero=True))
    assert supports(game, [last(game, popularity=-100)]) is None
    assert supports(game, [last(game, popularity=-199)]) is not None
    assert supports(game, [last(game, popularity=-10_000)]) is not None


def test_more_lots_and_money_than_anybody_needs_are_no_trouble() -> None:
    game = Clin9ic(HOUSE, Goal.STAFF, Level.EASY)
    orders = known_orders(game)
    rich = [last(game, lots=lots, money=money) for lots, money in ((31, 511), (50, 10_000))]
    assert [supports(game, [state]) for state in rich] == [None, None]
    assert len({solve(KnownOrders(game, orders), state, Budget(AN_HOUR, 1)).best for state in rich}) == 1
    early = opening(game, 3)._replace(money=10_000)
    assert supports(game, [early]) is not None  # it might all be spent


def test_decks_with_too_many_rooms_are_refused_before_any_table_is_made() -> None:
    game = Clin9ic(deck(*[side("TTT TTT TTT")] * 4), Goal.DOCTORS, Level.EASY)
    with pytest.raises(TooRich, match="there may be 24"):
        build_world(game, ["f1", "f2", "f3", "f4"])
    state = position(game, "f1", round=6, money=0, doctors=(1, 0, 0, 0), patients=(0, 0, 0, 0))
    assert supports(game, [state]) is not None
    result = solve(KnownOrders(game, known_orders(game)), state, Budget(0.0, 1))
    assert result.best is not None


def test_a_search_that_meets_numbers_too_large_on_its_way_still_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    def beyond(*_: object) -> None:
        raise Beyond("too much")

    game = Clin9ic(HOUSE, Goal.STAFF, Level.EASY)
    state, orders = last(game, money=2), known_orders(game)
    monkeypatch.setattr(Search, "_check", beyond)
    result = solve(KnownOrders(game, orders), state, Budget(AN_HOUR, 1))
    assert result.proof == BY_ENUMERATION
    assert game.final_score(KnownOrders(game, orders).play(state, result.moves)) == result.best


@pytest.mark.parametrize(("target", "status"), [(150, Status.INFEASIBLE), (-50, Status.OPTIMAL)])
def test_a_finished_game_decides_every_target(target: int, status: Status) -> None:
    game = Clin9ic(HOUSE)
    state = opening(game, 3)
    orders = known_orders(game)
    before_last = state
    while not game.is_over(state):
        before_last = state if game.decision(state) == "buy" else before_last
        if game.is_chance(state):
            state = game.apply_outcome(state, Order(orders[state.round]))
        else:
            state = game.apply(state, game.legal_moves(state)[-1])
    over = solve(KnownOrders(game, orders), state, Budget(AN_HOUR, 1, target=target))
    assert (over.status, over.best, over.bound, over.moves) == (status, over.best, game.final_score(state), ())
    assert over.best == game.final_score(state)


def test_with_only_buying_left_a_target_is_decided() -> None:
    game = Clin9ic(HOUSE)
    state = last(game, doctors=(0, 0, 0, 1), money=0)._replace(patients=(0, 0, 0, 1))
    orders = known_orders(game)
    at = game.apply_outcome(state, Order(orders[6]))
    while game.decision(at) != "buy":
        moves = game.legal_moves(at)
        at = game.apply(
            at, max(moves, key=lambda move: len(game.format(move))) if game.decision(at) == "care" else moves[0]
        )
    best = solve(KnownOrders(game, orders), at, Budget(AN_HOUR, 1)).best
    assert best is not None
    assert solve(KnownOrders(game, orders), at, Budget(AN_HOUR, 1, target=best + 1)).status is Status.INFEASIBLE
    assert solve(KnownOrders(game, orders), at, Budget(AN_HOUR, 1, target=best)).status is Status.OPTIMAL


def test_a_kept_bound_below_a_plan_is_not_believed() -> None:
    game = Clin9ic(HOUSE, Goal.STAFF, Level.EASY)
    state, orders = last(game, money=2), known_orders(game)
    best = solve(KnownOrders(game, orders), state, Budget(AN_HOUR, 1))
    assert best.best is not None
    for moves in (best.moves, ()):
        again = solve(KnownOrders(game, orders), state, Budget(AN_HOUR, 1), found=Found(moves, best.best - 1))
        assert again.best == best.best
        assert again.bound in (None, best.best)


def test_words_of_a_proof_fit_to_its_numbers() -> None:
    assert front.proof_of(10, 10, BoundSource.SEARCH) == front.BY_SEARCH
    assert front.proof_of(10, 12, BoundSource.SEARCH) == front.ABOVE_BY_SEARCH
    assert front.proof_of(None, 12, BoundSource.SEARCH) == front.ABOVE_BY_SEARCH
    assert front.proof_of(10, 10, BoundSource.RELAXATION) == front.BY_RELAXATION
    assert front.proof_of(10, 12, BoundSource.WARM_START) == BY_KEPT
    assert front.proof_of(10, None, BoundSource.WARM_START) == ""


def test_triage_by_the_phase_is_retold_and_half_a_phase_is_played_by_the_rules() -> None:
    """4.10: the referee shortens the time at once after the last action, the kernel with Business."""
    cards = deck(side("TR. THS ..."), side("T.. .S. ..."))
    game = Clin9ic(cards, Goal.POPULARITY, Level.EASY, Options(triage="phase"))
    state = position(game, "f1 f2", round=6, entrances=3, money=4, patients=(0, 1, 0, 0), doctors=(0, 2, 0, 0))
    orders = known_orders(game)
    result = solve(KnownOrders(game, orders), state, Budget(AN_HOUR, 1))
    assert result.status is Status.OPTIMAL
    for number in range(1, len(result.moves)):
        later = KnownOrders(game, orders).play(state, result.moves[:number])
        if later.phase_time:
            assert "half-way" in (supports(game, [later]) or "")
            again = solve(KnownOrders(game, orders), later, Budget(AN_HOUR, 1))
            assert again.best is not None
            assert again.best <= (result.best or 0)
            break


def test_an_error_of_a_game_is_no_proof() -> None:
    """A draw that nobody knows was taken for a position without moves."""

    def unknown(_: Ladder) -> int:
        raise KeyError

    with pytest.raises(KeyError):
        search(KnownDraws(Ladders(4), unknown), Ladder(), AT_ONCE)
