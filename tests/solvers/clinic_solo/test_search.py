"""The search: positions to start from, goals, and the bound."""

import time
from dataclasses import replace
from random import Random

import pytest

from clinic_solo.moves import UseTile
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import Phase, State
from solvers.clinic_solo.bounds.bound import Bounds
from solvers.clinic_solo.bounds.relaxation.model import Relaxation
from solvers.clinic_solo.bounds.relaxation.remaining_game import fewest_touched, most_buildings
from solvers.clinic_solo.kernel.problem import Problem
from solvers.clinic_solo.search.annealing import Search
from solvers.clinic_solo.solve import solve
from solvers.core.budget import Budget
from solvers.core.result import Status
from tests.solvers.clinic_solo.helpers import dealt, played, states_of


@pytest.mark.parametrize("seconds", [0.0, 0.3])
def test_a_search_without_time_ends(seconds: float) -> None:
    search = Search(dealt("3x3", 1), workers=1)
    search.warm_up()
    search.run(time.monotonic() + seconds)
    assert search.best is not None


def test_beginners_layouts() -> None:
    file = dealt("4x3", 3, expert=False)
    search = Search(file, workers=1)
    search.warm_up()
    assert search.best is not None


def test_a_forbidden_action_is_not_used() -> None:
    problem = dealt("3x3", 4)
    state = next(state for state in states_of(problem, played(problem, Random(4))) if state.phase is Phase.ACTION)
    moves = [move for move in problem.game.legal_moves(state) if isinstance(move, UseTile)]
    for allowed in moves:
        forbidden = [move for move in moves if move != allowed]
        result = solve(problem.known, state, Budget(0.2, 1), forbidden=forbidden)
        assert result.moves[0] == allowed


def lower_than_reached(problem: Problem, states: list[State]) -> list[str]:
    """The positions of a game whose bound lies below what the game reached."""
    reached, found = problem.game.final_score(states[-1]), list[str]()
    for state in states[:-1]:
        value = Bounds(problem.known, state).value
        if value is None or value < reached:
            found.append(f"{state.phase} in round {state.round}: {value} below {reached}")
    return found


@pytest.mark.parametrize("seed", range(4))
def test_no_game_beats_its_bound(seed: int) -> None:
    random = Random(seed)
    problem = dealt(("3x3", "4x3")[seed % 2], seed)
    search = Search(problem, workers=1)
    search.offer(problem.sensible())
    search.run(time.monotonic() + 1.0)
    for moves in (list(search.moves), played(problem, random, 0.3)):
        states = states_of(problem, moves)
        assert not lower_than_reached(problem, [*random.sample(states[:-1], 3), states[-1]])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 130))
def test_no_game_beats_its_bound_anywhere(seed: int) -> None:
    random = Random(seed)
    problem = dealt(("3x3", "4x3")[seed % 2], seed)
    search = Search(problem, workers=1)
    search.offer(problem.sensible())
    search.run(time.monotonic() + 10.0)
    for moves in (list(search.moves), played(problem, random), played(problem, random, 0.3)):
        states = states_of(problem, moves)
        assert not lower_than_reached(problem, [*random.sample(states[:-1], 12), states[-1]])


@pytest.mark.parametrize("goal", ["throughput", "campus", "spotless"])
def test_a_goal_reached_is_not_ruled_out(goal: str) -> None:
    problem = dealt("4x3", 8, goal)
    result = solve(problem.known, problem.state, Budget(2.0, 1, goal=True))
    if result.best is None:
        pytest.skip("no plan that meets the goal in so little time")
    end = problem.known.play(problem.state, result.moves)
    assert problem.game.goal_met(end)
    assert result.best == problem.game.final_score(end)
    assert result.bound is None or result.bound >= result.best
    bound = Bounds(problem.known, problem.state, problem.game.goal).value
    assert bound is not None
    assert bound >= result.best


def test_a_goal_out_of_reach_is_ruled_out() -> None:
    problem = dealt("3x3", 5)
    goal = replace(problem.game.goal, at_least=30)  # there are 18 patients
    assert Bounds(problem.known, problem.state, goal).value is None


def test_whole_numbers_bound_tighter_than_lines() -> None:
    problem = dealt("3x3", 6)
    state = next(s for s in states_of(problem, played(problem, Random(6))) if s.round == 6)
    lines, items = Relaxation(problem.known, state).linear_bound()
    whole = Relaxation(problem.known, state).integer_bound(Budget(10.0, 1))
    assert lines is not None
    assert whole is not None
    assert whole <= lines + 1e-4
    assert abs(sum(items.values()) - lines) <= len(items)


def test_the_board_as_the_bound_sees_it() -> None:
    boards = {side: dealt(side, 1).game.board for side in ("3x3", "4x3")}
    assert {side: most_buildings(board) for side, board in boards.items()} == {"3x3": 2, "4x3": 3}
    for slope, level in fewest_touched(boards["3x3"]):  # borders touched by 0, 1, 2, 4 and 9 modules
        for modules, touched in ((0, 0), (1, 4), (2, 7), (4, 12), (9, 24)):
            assert slope * modules + level <= 2 * touched


def brute(game: ClinicSolo, state: State, known: object) -> int:
    """The best end of what is left of a round without actions, by trying everything."""
    best = -1000
    waiting = [state]
    while waiting:
        at = waiting.pop()
        if game.is_over(at):
            best = max(best, game.final_score(at))
            continue
        following = [known.play(at, [move]) for move in game.legal_moves(at)]  # type: ignore[attr-defined]
        waiting += list(dict.fromkeys(following)) if at.phase is not Phase.DEPART else following[:1]
    return best


@pytest.mark.parametrize("seed", range(3))
def test_the_last_care_equals_brute_force(seed: int) -> None:
    problem = dealt("3x3", seed)
    states = states_of(problem, played(problem, Random(seed), 0.2))
    last = next(state for state in states if state.round == 6 and state.phase is Phase.CARE)
    result = solve(problem.known, last, Budget(0.5, 1))
    assert result.best == brute(problem.game, last, problem.known)
    assert result.status in (Status.OPTIMAL, Status.FEASIBLE)


def test_the_first_play_that_meets_the_goal_will_do() -> None:
    """Asked for the goal alone, the search does not go on for a higher score."""
    problem = dealt("4x3", 3, "park")
    stopped = solve(problem.known, problem.state, Budget(3600.0, goal=True, first=True))
    assert stopped.best is not None
    assert problem.game.goal_met(problem.known.play(problem.state, stopped.moves))
