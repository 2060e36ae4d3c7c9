"""The schedule of a solve: plans are improved and proofs tried by turns, as long as something is left to find."""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest

from clin9ic import Clin9ic, Goal, Level, load_deck
from clin9ic.deals import deal_from_seed
from solvers.clin9ic.kernel.known_orders import KnownOrders
from solvers.clin9ic.search.beam_search import OTHER_GUIDES
from solvers.clin9ic.search.branch_and_bound import Conveyors, Search
from solvers.clin9ic.search.position_bounds import NOTHING
from solvers.clin9ic.search.solve_schedule import (
    END_WIDTH,
    FIRST_REOPTIMISED,
    MIDDLING,
    OTHER_BEAM_SHARE,
    TREATED_BEAM_SHARE,
    WIDER,
    SolveSchedule,
)
from solvers.clin9ic.solve import solve
from solvers.core.budget import Budget
from solvers.core.result import Status
from tests.solvers.clin9ic.helpers import AN_HOUR, small_end_game


@dataclass
class Told:
    """A search that finds what it is told to: `better` by the number of the call, the bound kept as it is."""

    better: dict[int, int] = field(default_factory=dict)
    incumbent: int = 20
    bound: int = 23
    conveyors: Conveyors = Conveyors.EXACT
    floor: int = NOTHING
    aim: int = NOTHING
    stop: Callable[[], bool] = lambda: False
    calls: list[tuple[Any, ...]] = field(default_factory=list)
    most_calls: int = 60
    proves: Callable[[int], bool] = lambda aim: aim > NOTHING
    problem: Any = field(default_factory=lambda: SimpleNamespace(rounds=6, game=SimpleNamespace(goal=Goal.STAFF)))

    @property
    def closed(self) -> bool:
        return self.bound <= self.incumbent or len(self.calls) >= self.most_calls

    def _called(self, *call: Any) -> None:
        self.calls.append(call)
        self.incumbent = self.better.get(len(self.calls), self.incumbent)

    def solve_suffix(self, rounds: int, guide: Any = None, width: int = 0) -> None:
        assert self.conveyors is Conveyors.RESTRICTION
        self._called("finish", rounds, guide, width)

    def expand_first_round(self) -> None:
        assert self.conveyors is not Conveyors.RESTRICTION

    def branch_and_bound(self, most: int) -> bool:
        assert most > 0
        self._called("prove", self.aim, self.conveyors)
        return self.proves(self.aim)


def schedule(told: Told, target: int | None = None, seconds: float = 60.0) -> SolveSchedule:
    told.problem.game.counts_popularity = False
    return SolveSchedule(cast(Search, told), Budget(seconds, 1, target=target), lambda: False)


def test_a_better_plan_has_its_last_rounds_improved_first() -> None:
    told = Told(better={2: 21, 3: 22, 5: 23})
    schedule(told).prove_by_turns()
    assert [call[:2] for call in told.calls] == [("finish", n) for n in (4, 5, MIDDLING, 4, 5, MIDDLING)]


def test_without_a_better_plan_a_proof_is_tried_once_then_other_guides_and_widths() -> None:
    told = Told()
    schedule(told).prove_by_turns()
    kinds = [call[0] for call in told.calls]
    first = kinds.index("prove")
    assert [call[1] for call in told.calls[:first]] == list(range(MIDDLING + 1, FIRST_REOPTIMISED + 1))
    proofs = kinds.count("prove")
    assert kinds[first : first + proofs] == ["prove"] * proofs
    ways = [call[2] for call in told.calls if call[0] == "prove"]
    assert ways == [Conveyors.RELAXATION] * (proofs // 2) + [Conveyors.EXACT] * (proofs // 2)
    turns = [call[2:] for call in told.calls if call[0] == "finish" and call[1] == 4]
    assert turns[0] == turns[1]  # a few rounds before the proof, all of them after it
    assert turns[1:5] == [*((guide, END_WIDTH) for guide in OTHER_GUIDES), (OTHER_GUIDES[0], WIDER * END_WIDTH)]


def test_aims_come_down_to_the_best_and_leave_nothing_behind() -> None:
    told = Told(incumbent=20, bound=30)
    schedule(told).prove(Conveyors.RELAXATION)
    aims = [call[1] for call in told.calls]
    assert aims == sorted(aims, reverse=True)
    assert aims[0] < 30
    assert aims[-1] == told.aim == NOTHING


def test_a_relaxation_that_proves_nothing_is_left_at_once() -> None:
    told = Told(incumbent=20, bound=30, proves=lambda _: False)
    schedule(told).prove(Conveyors.RELAXATION)
    assert len(told.calls) == 1


def test_what_is_too_large_for_an_aim_is_tried_once_more_without() -> None:
    told = Told(incumbent=20, bound=30, proves=lambda _: False)
    schedule(told).prove(Conveyors.EXACT)
    assert [call[1] for call in told.calls] == [26, NOTHING]


@pytest.mark.parametrize(("rounds", "cut_short"), [(MIDDLING, False), (MIDDLING + 1, True)])
def test_short_games_have_all_the_time_for_their_proof(rounds: int, cut_short: bool) -> None:
    told, stopped = Told(), list[bool]()
    told.problem.rounds = rounds
    whole = schedule(told, seconds=1000.0)

    def proves(_: int) -> bool:
        whole.began -= 900.0  # as if that had passed
        stopped.append(told.stop())
        whole.began += 900.0
        return False

    told.proves = proves
    whole.prove_by_turns()
    assert stopped[0] is cut_short


def test_a_proof_that_gets_on_has_all_the_time() -> None:
    told = Told()
    begun = schedule(told)
    begun.until(-1.0, unless_proving=True)
    assert told.stop()
    told.bound -= 1
    assert not told.stop()


def test_a_target_is_all_that_is_asked_for() -> None:
    told = Told(incumbent=20, bound=30)
    schedule(told, target=25).prove(Conveyors.RELAXATION)
    assert told.calls == [("prove", NOTHING, Conveyors.RELAXATION)]
    assert told.floor == 24


@pytest.mark.parametrize("goal", [Goal.DOCTORS, Goal.STAFF])
def test_a_bound_that_is_reached_is_a_proof(goal: Goal) -> None:
    """The house deck has beds for seventeen doctors and room for three nurses and orderlies each."""
    game = Clin9ic(load_deck("house"), goal, Level.EASY)
    deal = deal_from_seed(game.deck, 5)
    state, orders = game.start(deal.floors, deal.faces), dict(enumerate(deal.orders, 1))
    result = solve(KnownOrders(game, orders), state, Budget(AN_HOUR, 2))
    assert result.status is Status.OPTIMAL
    assert result.best == {Goal.DOCTORS: 17, Goal.STAFF: 23}[goal]
    assert game.final_score(KnownOrders(game, orders).play(state, result.moves)) == result.best


def test_plans_are_looked_for_longer_when_a_target_comes_near() -> None:
    told = Told(incumbent=20)
    begun = schedule(told, target=25, seconds=100.0)
    assert begun._beam_seconds() == 100 * OTHER_BEAM_SHARE  # other goals are soon come near to
    told.problem.game.goal = Goal.TREATED
    assert begun._beam_seconds() == 100 * TREATED_BEAM_SHARE
    told.problem.game.counts_popularity = True
    begun.until(begun._beam_seconds)
    begun.began -= 15.0  # as if that had passed
    assert told.stop()
    told.incumbent = 24
    assert not told.stop()
    begun.began -= 17.0
    assert told.stop()


def test_a_relaxation_below_the_plan_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was raised to the plan's score, and the plan called optimal."""
    game, state, deal = small_end_game(1, Goal.POPULARITY, 1)
    relax = Search.solve_relaxation

    def too_low(search: Search) -> None:
        relax(search)
        assert search.incumbent is not None
        search._lower_bound(search.incumbent - 1.0)

    monkeypatch.setattr(Search, "solve_relaxation", too_low)
    result = solve(KnownOrders(game, dict(enumerate(deal.orders, 1))), state, Budget(AN_HOUR))
    assert result.contradiction
    assert (result.status, result.bound) == (Status.FEASIBLE, None)
