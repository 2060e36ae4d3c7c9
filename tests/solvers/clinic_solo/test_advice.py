"""Advice for Clinic's solitaire: nothing hidden is used, bags stay right, the same answer whenever asked."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from clinic_solo import gamefile
from clinic_solo.deals import Deal
from clinic_solo.gamefile import GameFile, Step
from clinic_solo.invariants import faults
from clinic_solo.players import random_move
from clinic_solo.state import Phase, State
from solvers.clinic_solo.policy import advise as advising
from solvers.clinic_solo.policy.advise import advise, ceiling
from solvers.clinic_solo.policy.candidates import CandidateGenerator, resting
from solvers.clinic_solo.policy.exact import exact_values
from solvers.clinic_solo.policy.future_evaluator import Comparison, FutureEvaluator
from solvers.clinic_solo.policy.futures import futures_of
from solvers.clinic_solo.policy.review import Reviewer, parts_of
from solvers.core.advice import Advice, Objective
from solvers.core.budget import Budget
from tests.solvers.clinic_solo.helpers import dealt, played, states_of

PUZZLES = Path(__file__).parents[3] / "puzzles/clinic_solo"


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few changes of a plan: what is tested holds for any number of them."""
    for name, iterations in (("OPENING", 300), ("FIRST_OPENING", 300), ("IDEA", 100), ("FIRST_ITERATIONS", 50)):
        monkeypatch.setattr(advising, name, iterations)


@cache
def puzzle(name: str) -> tuple[GameFile, tuple[Step, ...], State]:
    file = gamefile.read(PUZZLES / f"{name}.toml")
    replayed = gamefile.replay(file)
    return file, replayed.steps, replayed.state


def glance(
    state: State, file: GameFile, objective: Objective = Objective.SCORE, *, workers: int = 1, seed: int = 0
) -> Advice:
    return advise(file.game, state, Budget(60, workers, seed=seed, bound=False, thorough=False), objective)


# --- futures ---


@pytest.mark.parametrize("seed", range(3))
def test_futures_keep_the_table_and_the_bags(seed: int) -> None:
    """Whatever is played, every draw comes out of the bag, and nobody appears or gets lost."""
    file, _, state = puzzle("mid-game")
    game, random = file.game, Random(seed)
    for future in futures_of(game, state, 3, seed):
        assert future.known.next_decision(state) == state
        now = state
        while not game.is_over(now):
            now = future.known.next_decision(game.apply(now, random_move(game, now, random)))
            assert min(*now.bag, *now.doctor_bag) >= 0
            assert not faults(game, now)


def test_futures_differ_and_draw_as_the_bag_says() -> None:
    file, _, state = puzzle("mid-game")
    due = state._replace(phase=Phase.DRAW, left=0)
    chances = dict(file.game.chance_outcomes(due))
    draws = [future.known.draw(due) for future in futures_of(file.game, state, 2_000, 0)]
    for outcome, chance in chances.items():
        assert draws.count(outcome) / len(draws) == pytest.approx(chance, abs=0.05)


def test_what_is_to_come_is_not_used() -> None:
    """A file with another seed, and so with other draws to come, is given the same answer."""
    file, _, state = puzzle("mid-game")
    other = replace(file, deal=Deal(seed=999))
    first, second = glance(state, file), glance(gamefile.replay(other).state, other)
    assert first.options == second.options


# --- answers ---


def test_the_same_for_a_seed_with_any_number_of_workers() -> None:
    file, _, state = puzzle("mid-game")
    one, two, other = glance(state, file), glance(state, file, workers=2), glance(state, file, seed=1)
    assert (one.options, one.played) == (two.options, two.played)
    assert one.played != other.played


@pytest.mark.parametrize(("name", "every"), [("complete-game", 9)])
def test_every_decision_is_answered_by_legal_moves(name: str, every: int) -> None:
    file, steps, _ = puzzle(name)
    for step in steps[::every]:
        advice = glance(step.before, file)
        if file.game.is_chance(step.before):
            assert advice.options == ()
            assert advice.expected is not None
            continue
        assert [option.loss for option in advice.options] == sorted(option.loss for option in advice.options)
        for option in advice.options:
            end = step.before
            for move in option.moves:
                assert end == step.before or not resting(file.game, end)
                end = file.game.apply(end, move)
            assert end == option.end
            assert resting(file.game, end)


def test_each_action_is_among_the_ways() -> None:
    file, _, state = puzzle("mid-game")
    comparison = Comparison(FutureEvaluator(file.game), futures_of(file.game, state, 2, 0))
    ways = CandidateGenerator(comparison, state, 24).candidates(range(2), 100)
    assert {file.game.format(way.moves[0]) for way in ways} == {"use build", "use hire", "use admit"}


def test_the_goal_is_met_as_often_at_least_when_it_is_asked_for() -> None:
    file, _, state = puzzle("last-round")
    score, goal = glance(state, file), glance(state, file, Objective.GOAL)
    assert 0 <= goal.options[0].value <= 1
    assert goal.options[0].value == goal.options[0].chance
    assert goal.options[0].value >= (score.options[0].chance or 0)


def test_the_bound_is_above_the_value() -> None:
    file, _, state = puzzle("last-round")
    futures = futures_of(file.game, state, 3, 0)
    bound = ceiling(futures, lambda: False)
    value = glance(state, file).played
    assert bound is not None
    assert value is not None
    assert bound.estimate.mean >= value.mean
    assert ceiling(futures, lambda: True) is None


def by_hand(file: GameFile, state: State) -> float:
    """What the best play can expect, by plain recursion."""
    game = file.game
    if game.is_over(state):
        return game.final_score(state)
    if game.is_chance(state):
        return sum(
            chance * by_hand(file, game.apply_outcome(state, one)) for one, chance in game.chance_outcomes(state)
        )
    return max(by_hand(file, game.apply(state, move)) for move in game.legal_moves(state))


@pytest.mark.parametrize("seed", range(2))
def test_the_last_decisions_are_exact(seed: int) -> None:
    problem = dealt("3x3", seed)
    states = states_of(problem, played(problem, Random(seed), 0.2))
    file = GameFile(problem.game, "house", problem.state, problem.known.deal)
    last = [state for state in states if state.phase is Phase.POPULARITY][-1]
    advice = glance(last, file)
    assert advice.within is not None
    assert advice.within.exact
    assert advice.within.low == advice.options[0].value == pytest.approx(by_hand(file, last))


def test_a_move_with_too_many_choices_is_not_gone_through() -> None:
    file, steps, _ = puzzle("complete-game")
    moves = [step.before for step in steps if step.before.phase is Phase.MOVE and step.before.round == 6]
    crowd = moves[-1]._replace(nurses=(moves[-1].nurses or (0,)) * 12)
    assert exact_values(file.game, crowd, Objective.SCORE) is None


# --- review ---


def test_parts_of_a_game_are_all_of_it_in_order() -> None:
    file, steps, _ = puzzle("complete-game")
    parts = list(parts_of(file.game, steps))
    assert [step for part in parts for step in part] == list(steps)
    assert all(len(part) == 1 for part in parts if file.game.is_chance(part[0].before))
    for part in parts:
        assert not any(step.before.phase in (Phase.ACTION, Phase.MOVE) for step in part[1:])


def test_a_purchase_left_out_is_what_it_costs() -> None:
    file, steps, _ = puzzle("complete-game")
    game = file.game
    before = [step.before for step in steps if step.before.phase is Phase.POPULARITY][-1]
    most = len(game.legal_moves(before)) - 1
    lazy = game.parse("buy 0")
    marks = Reviewer(FutureEvaluator(game)).marks([Step(before, lazy, game.apply(before, lazy))], 7)
    assert marks is not None
    assert most > 0
    assert [(mark.number, mark.loss) for mark in marks] == [(7, most)]
    assert game.format(marks[0].better[0]) == f"buy {most}"


def test_the_luck_of_all_draws_is_nothing_on_average() -> None:
    file, steps, _ = puzzle("complete-game")
    game = file.game
    state = next(step.before for step in steps if step.before.phase is Phase.DRAW and step.before.round == 5)
    reviewer = Reviewer(FutureEvaluator(game))
    gains = []
    for outcome, chance in game.chance_outcomes(state):
        luck = reviewer.luck(Step(state, outcome, game.apply_outcome(state, outcome)))
        assert luck is not None
        gains.append(chance * luck.gain)
    assert sum(gains) == pytest.approx(0.0, abs=1e-9)
