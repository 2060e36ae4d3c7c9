"""Where time does not count, proofs relax conveyors: as if they stood wherever they let somebody in (4.9)."""

import numpy as np
import pytest

from clin9ic import Clin9ic, Goal, Level, State, load_deck
from clin9ic.clinic import Clinic
from clin9ic.state import Floor, side_of
from solvers.clin9ic.kernel.known_orders import KnownOrders
from solvers.clin9ic.kernel.world import build_world, relax_conveyors
from solvers.clin9ic.search.branch_and_bound import Conveyors, Search
from solvers.clin9ic.search.decode_plan import decode_plan
from solvers.clin9ic.solve import solve
from solvers.clin9ic.successors.expander import Expander
from solvers.clin9ic.successors.layers import Layer
from solvers.clin9ic.successors.problem import problem_of
from solvers.core.budget import Budget
from solvers.core.result import Status
from tests.solvers.clin9ic.best_final import best_final
from tests.solvers.clin9ic.helpers import AN_HOUR, brute_force, small_end_game

HOUSE = load_deck("house")
ORDERS: dict[int, tuple[str, ...]] = {6: ("a2", "a3", "a1")}


def upstairs(money: int) -> tuple[Clin9ic, State]:
    """The last round: two floors are full of doctors, outpatients included, and no way leads to the third."""
    game = Clin9ic(HOUSE, Goal.STAFF, Level.EASY)
    state = game.start(("f1", "f2", "f3", "f4"), "aba")
    floors = (Floor("f1", False), Floor("f2", True), Floor("f3", False))
    return game, state._replace(
        round=6, floors=floors, stack=("f4",), doctors=(6, 0, 0, 0), patients=(0, 0, 0, 0),
        nurses=3, orderlies=3, entrances=6, money=money,
    )  # fmt: skip


def test_nobody_is_kept_away_who_gets_in_by_conveyors() -> None:
    world = build_world(Clin9ic(HOUSE, Goal.STAFF, Level.EASY), ("f1", "f2", "f3", "f4"))
    let_in = world.tables.move_time >= 0
    free = relax_conveyors(world).tables.move_time >= 0
    assert (free >= let_in).all()
    plain = let_in[world.tables.first_shape]
    assert (free[world.tables.first_shape] > plain).any()
    for shape in range(0, len(free), 97):
        same = world.tables.config == world.tables.config[shape]
        assert (free[shape] == let_in[same].any(axis=0)).all()


def test_a_plan_by_conveyors_that_are_not_there_is_not_believed() -> None:
    game, state = upstairs(money=1)
    problem = problem_of(game, state, ORDERS)
    assert problem is not None
    truth = brute_force(problem)
    search = Search(problem, workers=1)
    search.solve_relaxation()
    search.conveyors = Conveyors.RELAXATION
    assert not search.branch_and_bound(1000)
    assert search.incumbent is None or search.incumbent <= truth
    assert search.bound is not None
    assert search.bound > truth
    search.conveyors = Conveyors.EXACT
    assert search.branch_and_bound(1000)
    assert search.incumbent == search.bound == truth


def test_of_several_ends_the_best_that_is_legal_is_kept() -> None:
    game, state = upstairs(money=1)
    problem = problem_of(game, state, ORDERS)
    assert problem is not None
    search = Search(problem, workers=1, conveyors=Conveyors.RELAXATION)
    search.solve_relaxation()
    words, trios, values = [], [], []
    for expander in (Expander(relax_conveyors(problem.world)), Expander(problem.world)):
        ends, by = expander.ends_by_trio(problem.words[0], problem.trios[0], cubes=False)
        at, score = best_final(problem.world, problem.goal_code, ends)
        words.append(ends[at])
        trios.append(by[at])
        values.append(float(score))
    assert values[0] > values[1]
    found = Layer(np.array(words), np.zeros(2, np.int32), np.array(trios, np.int32), np.array(values))
    search._keep_legal([search._first(), found])
    assert search.plan is not None
    assert search.incumbent == search.plan.score == values[1]
    assert (search.plan.layers[-1].words[0] == words[1]).all()
    assert game.final_score(KnownOrders(game, ORDERS).play(state, decode_plan(search))) == values[1]


@pytest.mark.parametrize("money", [1, 3, 6])
def test_the_proof_falls_back_on_conveyors_that_are_built(money: int) -> None:
    game, state = upstairs(money)
    problem = problem_of(game, state, ORDERS)
    assert problem is not None
    result = solve(KnownOrders(game, ORDERS), state, Budget(AN_HOUR, 1))
    assert result.status is Status.OPTIMAL
    assert result.best == brute_force(problem)


@pytest.mark.parametrize("cubes", [0, 1, 2])
@pytest.mark.parametrize("goal", [goal for goal in Goal if goal is not Goal.POPULARITY])
def test_the_relaxation_is_searched_to_its_optimum(goal: Goal, cubes: int) -> None:
    game, state, deal = small_end_game(11, goal, 1)
    clinic = Clinic(tuple(side_of(game, floor) for floor in state.floors), ())
    state = state._replace(conveyors=clinic.modules[:cubes])
    problem = problem_of(game, state, dict(enumerate(deal.orders, 1)))
    assert problem is not None
    expander = Expander(relax_conveyors(problem.world))
    ends = expander.ends(problem.words[0], problem.trios[0], full=True)
    freest = int(best_final(problem.world, problem.goal_code, ends)[1])
    search = Search(problem, workers=1, conveyors=Conveyors.RELAXATION)
    search.solve_relaxation()
    search.branch_and_bound(100_000)
    assert freest >= brute_force(problem)
    assert search.bound == freest
    assert search.incumbent is None or search.incumbent <= brute_force(problem)
