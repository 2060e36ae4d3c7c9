"""What a search does when: plans are gone over and proofs tried by turns, as long as something is left to find."""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest

from clin9ic import Clin9ic, Goal, Level, load_deck
from clin9ic.deals import deal_from_seed
from solvers.clin9ic.beams import OTHER_GUIDES
from solvers.clin9ic.bounds import NOTHING
from solvers.clin9ic.course import (
    END_WIDTH,
    FIRST_GONE_OVER,
    MIDDLING,
    OTHER_BEAM_SHARE,
    TREATED_BEAM_SHARE,
    WIDER,
    Course,
)
from solvers.clin9ic.search import Search, Ways
from solvers.clin9ic.solve import play_on, solve
from solvers.result import Limits, Status


@dataclass
class Told:
    """A search that finds what it is told to: `better` by the number of the call, the bound kept as it is."""

    better: dict[int, int] = field(default_factory=dict)
    best: int = 20
    bound: int = 23
    ways: Ways = Ways.CONVEYORS
    floor: int = NOTHING
    aim: int = NOTHING
    stop: Callable[[], bool] = lambda: False
    calls: list[tuple[Any, ...]] = field(default_factory=list)
    most_calls: int = 60
    proves: Callable[[int], bool] = lambda aim: aim > NOTHING
    problem: Any = field(default_factory=lambda: SimpleNamespace(rounds=6, game=SimpleNamespace(goal=Goal.STAFF)))

    @property
    def closed(self) -> bool:
        return self.bound <= self.best or len(self.calls) >= self.most_calls

    def _called(self, *call: Any) -> None:
        self.calls.append(call)
        self.best = self.better.get(len(self.calls), self.best)

    def finish(self, rounds: int, guide: Any = None, width: int = 0) -> None:
        assert self.ways is Ways.PLAIN
        self._called("finish", rounds, guide, width)

    def open(self) -> None:
        assert self.ways is not Ways.PLAIN

    def prove(self, most: int) -> bool:
        assert most > 0
        self._called("prove", self.aim, self.ways)
        return self.proves(self.aim)


def course(told: Told, target: int | None = None, seconds: float = 60.0) -> Course:
    told.problem.game.counts_popularity = False
    return Course(cast(Search, told), Limits(seconds, 1, target=target), lambda: False)


def test_a_better_plan_has_its_last_rounds_gone_over_first() -> None:
    told = Told(better={2: 21, 3: 22, 5: 23})
    course(told)._proven_by_turns()
    assert [call[:2] for call in told.calls] == [("finish", n) for n in (4, 5, MIDDLING, 4, 5, MIDDLING)]


def test_without_a_better_plan_a_proof_is_tried_once_then_other_guides_and_widths() -> None:
    told = Told()
    course(told)._proven_by_turns()
    kinds = [call[0] for call in told.calls]
    first = kinds.index("prove")
    assert [call[1] for call in told.calls[:first]] == list(range(MIDDLING + 1, FIRST_GONE_OVER + 1))
    proofs = kinds.count("prove")
    assert kinds[first : first + proofs] == ["prove"] * proofs
    ways = [call[2] for call in told.calls if call[0] == "prove"]
    assert ways == [Ways.FREE] * (proofs // 2) + [Ways.CONVEYORS] * (proofs // 2)
    turns = [call[2:] for call in told.calls if call[0] == "finish" and call[1] == 4]
    assert turns[0] == turns[1]  # a few rounds before the proof, all of them after it
    assert turns[1:5] == [*((guide, END_WIDTH) for guide in OTHER_GUIDES), (OTHER_GUIDES[0], WIDER * END_WIDTH)]


def test_aims_come_down_to_the_best_and_leave_nothing_behind() -> None:
    told = Told(best=20, bound=30)
    course(told)._proven(Ways.FREE)
    aims = [call[1] for call in told.calls]
    assert aims == sorted(aims, reverse=True)
    assert aims[0] < 30
    assert aims[-1] == told.aim == NOTHING


def test_free_ways_that_prove_nothing_are_left_at_once() -> None:
    told = Told(best=20, bound=30, proves=lambda _: False)
    course(told)._proven(Ways.FREE)
    assert len(told.calls) == 1


def test_what_is_too_large_for_an_aim_is_tried_once_more_without() -> None:
    told = Told(best=20, bound=30, proves=lambda _: False)
    course(told)._proven(Ways.CONVEYORS)
    assert [call[1] for call in told.calls] == [26, NOTHING]


@pytest.mark.parametrize(("rounds", "cut_short"), [(MIDDLING, False), (MIDDLING + 1, True)])
def test_short_games_have_all_the_time_for_their_proof(rounds: int, cut_short: bool) -> None:
    told, stopped = Told(), list[bool]()
    told.problem.rounds = rounds
    whole = course(told, seconds=1000.0)

    def proves(_: int) -> bool:
        whole.began -= 900.0  # as if that had passed
        stopped.append(told.stop())
        whole.began += 900.0
        return False

    told.proves = proves
    whole._proven_by_turns()
    assert stopped[0] is cut_short


def test_a_proof_that_gets_on_has_all_the_time() -> None:
    told = Told()
    begun = course(told)
    begun._until(-1.0, unless_proving=True)
    assert told.stop()
    told.bound -= 1
    assert not told.stop()


def test_a_target_is_all_that_is_asked_for() -> None:
    told = Told(best=20, bound=30)
    course(told, target=25)._proven(Ways.FREE)
    assert told.calls == [("prove", NOTHING, Ways.FREE)]
    assert told.floor == 24


@pytest.mark.parametrize("goal", [Goal.DOCTORS, Goal.STAFF])
def test_a_bound_that_is_reached_is_a_proof(goal: Goal) -> None:
    """The house deck has beds for seventeen doctors and room for three nurses and orderlies each."""
    game = Clin9ic(load_deck("house"), goal, Level.EASY)
    deal = deal_from_seed(game.deck, 5)
    state, orders = game.start(deal.floors, deal.faces), dict(enumerate(deal.orders, 1))
    result = solve(game, state, orders, Limits(120.0, 2))
    assert result.status is Status.OPTIMAL
    assert result.best == {Goal.DOCTORS: 17, Goal.STAFF: 23}[goal]
    assert game.final_score(play_on(game, state, orders, result.moves)) == result.best


def test_plans_are_looked_for_longer_when_a_target_comes_near() -> None:
    told = Told(best=20)
    begun = course(told, target=25, seconds=100.0)
    assert begun._beam_seconds() == 100 * OTHER_BEAM_SHARE  # other goals are soon come near to
    told.problem.game.goal = Goal.TREATED
    assert begun._beam_seconds() == 100 * TREATED_BEAM_SHARE
    told.problem.game.counts_popularity = True
    begun._until(begun._beam_seconds)
    begun.began -= 15.0  # as if that had passed
    assert told.stop()
    told.best = 24
    assert not told.stop()
    begun.began -= 17.0
    assert told.stop()
