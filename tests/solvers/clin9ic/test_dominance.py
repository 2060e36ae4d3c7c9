"""A position that dominates another never does worse, and leaving the others out changes no answer."""

import random

import numpy as np
import pytest

from clin9ic import Clin9ic, Goal, Level, State, load_deck
from clin9ic.deals import deal_from_seed
from solvers.clin9ic.kernel.packed import pack
from solvers.clin9ic.search.branch_and_bound import Search
from solvers.clin9ic.successors.dominance import undominated
from solvers.clin9ic.successors.expander import Expander
from solvers.clin9ic.successors.problem import Problem, problem_of
from tests.solvers.clin9ic.best_final import best_final
from tests.solvers.clin9ic.helpers import eager_game, relax_all, small_end_game


def packed(problem: Problem, state: State) -> tuple[np.uint64, np.uint64]:
    first, second = pack(problem.world, state)
    return np.uint64(first), np.uint64(second)


def dominating(goal: Goal, **more: int) -> bool:
    """Whether a position with so much more of each dominates the same one without, bought popularity as units."""
    game = Clin9ic(load_deck("house"), goal, Level.EASY)
    deal = deal_from_seed(game.deck, 0)
    start = game.start(deal.floors, deal.faces)._replace(
        entrances=2, lots=2, gardens=2, pillars=2, money=20, popularity=20, time=20, treated=5
    )
    problem = problem_of(game, start, dict(enumerate(deal.orders, 1)))
    assert problem is not None
    units = np.uint64(more.pop("units", 0) << 29)
    other = start._replace(**{name: getattr(start, name) + amount for name, amount in more.items()})
    first, second = packed(problem, other)
    words = np.array([(first, second + units), packed(problem, start)], np.uint64)
    return bool(undominated(words, goal).tolist() == [True, False])


@pytest.mark.parametrize("name", ["money", "popularity", "gardens", "pillars"])
def test_more_is_better(name: str) -> None:
    assert dominating(Goal.POPULARITY, **{name: 1})
    assert not dominating(Goal.POPULARITY, **{name: -1})


@pytest.mark.parametrize("goal", [goal for goal in Goal if goal is not Goal.POPULARITY])
@pytest.mark.parametrize("name", ["money", "gardens", "entrances", "lots"])
def test_more_is_better_where_popularity_does_not_count(goal: Goal, name: str) -> None:
    assert dominating(goal, **{name: 1})
    assert not dominating(goal, **{name: -1})
    assert dominating(goal, pillars=-1, **{name: 1})


@pytest.mark.parametrize("name", ["entrances", "lots"])
def test_more_ways_in_are_not_better_where_refusing_costs_popularity(name: str) -> None:
    assert not dominating(Goal.POPULARITY, **{name: 1})
    assert not dominating(Goal.POPULARITY, **{name: -1})


@pytest.mark.parametrize("goal", list(Goal))
def test_patients_treated_are_compared_where_they_count(goal: Goal) -> None:
    assert dominating(goal, money=1, treated=-1) is (goal is not Goal.TREATED)
    assert dominating(goal, money=1, treated=1)


def test_less_time_is_better() -> None:
    assert dominating(Goal.POPULARITY, time=-1)
    assert not dominating(Goal.POPULARITY, time=1)


@pytest.mark.parametrize(
    ("more", "better"),
    [
        ({"money": -3, "units": 1}, True),
        ({"money": -4, "units": 1}, False),  # two units would have to become money
        ({"money": -4, "units": 2}, True),
        ({"popularity": -1, "units": 1}, True),
        ({"money": -3, "popularity": -1, "units": 1}, False),
        ({"money": -3, "popularity": -1, "units": 2}, True),
        ({"money": 30, "popularity": -1}, False),  # money alone buys nothing
    ],
)
def test_units_are_points_or_money(more: dict[str, int], better: bool) -> None:
    assert dominating(Goal.POPULARITY, **more) is better


@pytest.mark.parametrize("goal", list(Goal))
def test_the_dominated_never_do_better(goal: Goal) -> None:
    rng = random.Random(goal)
    game = Clin9ic(load_deck("house"), goal, Level.EASY)
    deal = deal_from_seed(game.deck, 1)
    compared = 0
    for _ in range(5):
        state = eager_game(game, rng, 6)
        if state.entrances > 3 or sum(state.patients) > 4:
            continue
        state = state._replace(money=min(state.money, 8))
        more = {name: getattr(state, name) + rng.randint(0, 2) for name in ("money", "popularity")}
        dice = {name: min(6, getattr(state, name) + rng.randint(0, 1)) for name in ("gardens", "pillars")}
        if goal is not Goal.POPULARITY:
            more |= {name: getattr(state, name) + rng.randint(0, 1) for name in ("entrances", "lots")}
            dice["pillars"] = rng.randint(0, 6)
            more["popularity"] = 0
        values = []
        for one in (state, state._replace(**more, **dice, time=max(0, state.time - rng.randint(0, 4)))):
            problem = problem_of(game, one, dict(enumerate(deal.orders, 1)))
            assert problem is not None
            ends = Expander(problem.world).ends(problem.words[0], problem.trios[0], full=True)
            values.append(best_final(problem.world, problem.goal_code, ends)[1])
        assert values[0] <= values[1], state
        compared += 1
    assert compared


@pytest.mark.parametrize("goal", list(Goal))
def test_no_answer_changes_without_it(goal: Goal) -> None:
    game, state, deal = small_end_game(11, goal, 2)
    problem = problem_of(game, state, dict(enumerate(deal.orders, 1)))
    assert problem is not None
    found = []
    for dominance in (True, False):
        search = Search(problem, workers=1, dominance=dominance)
        relax_all(search)
        assert search.branch_and_bound(100_000)
        found.append((search.incumbent, search.bound))
    assert found[0] == found[1]


def test_it_leaves_something_out() -> None:
    game = Clin9ic(load_deck("house"))
    deal = deal_from_seed(game.deck, 0)
    problem = problem_of(game, game.start(deal.floors, deal.faces), dict(enumerate(deal.orders, 1)))
    assert problem is not None
    ends = Expander(problem.world).ends(problem.words[0], problem.trios[0], cubes=False)
    kept = undominated(ends, game.goal)
    assert 0 < kept.sum() < len(ends)
    best = [int(best_final(problem.world, 0, some)[1]) for some in (ends, ends[kept])]
    assert best[0] == best[1]
