"""The plain engines on a game that offers the Game protocol alone, against going through it by hand."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import count
from math import fsum

import pytest

from solvers.core.advice import Advice, Grade, Objective, Review
from solvers.core.budget import Budget
from solvers.core.generic import PositionEvaluator, advise, review, solve
from solvers.core.plain_search import BY_ENUMERATION
from solvers.core.replay import KnownDraws
from solvers.core.result import Found, NotSolvable, Progress, SolveResult, Status
from tabletop.records import Line, Replay, replay
from tests.toy_game import NightWard, Roll, Treat, Ward

AN_HOUR = 3600.0  # nothing here takes a minute; what is found does not depend on it
ROLLS = [Roll((2, 6)), Roll((5, 5)), Roll((1, 4)), Roll((6, 6)), Roll((3, 4))]
SHORT, LONG = NightWard(), NightWard(rounds=40, hours=150, target=400)


def known(game: NightWard) -> KnownDraws[Ward, Treat, Roll]:
    return KnownDraws(game, lambda state: ROLLS[state.round % len(ROLLS)])


def expected(game: NightWard, state: Ward, *, goal: bool = False) -> float:
    """Expectimax as a textbook has it."""

    @cache
    def value(at: Ward) -> float:
        if game.is_over(at):
            return float(game.goal_met(at) if goal else game.final_score(at))
        if game.is_chance(at):
            return fsum(chance * value(game.apply_outcome(at, roll)) for roll, chance in game.chance_outcomes(at))
        return max(value(game.apply(at, move)) for move in game.legal_moves(at))

    return value(state)


def best(game: NightWard, state: Ward) -> int:
    """The best of all plays with the rolls known."""
    rules = known(game)
    state = rules.next_decision(state)
    if game.is_over(state):
        return game.final_score(state)
    return max(best(game, rules.after(state, move)) for move in game.legal_moves(state))


# --- solve --------------------------------------------------------------------------------------------------------


def test_a_short_night_is_solved_and_proven() -> None:
    result = solve(known(SHORT), SHORT.start(), Budget(AN_HOUR))
    assert (result.status, result.best, result.bound) == (Status.OPTIMAL, best(SHORT, SHORT.start()), result.best)
    assert result.proof == BY_ENUMERATION
    assert SHORT.final_score(known(SHORT).play(SHORT.start(), result.moves)) == result.best


def test_a_long_night_has_a_plan_and_no_bound() -> None:
    told: list[Progress] = []
    offered: list[Found] = []
    result = solve(known(LONG), LONG.start(), Budget(AN_HOUR, target=200), report=told.append, offer=offered.append)
    assert (result.status, result.bound) == (Status.FEASIBLE, None)
    assert LONG.final_score(known(LONG).play(LONG.start(), result.moves)) == result.best
    assert result.best is not None
    assert result.best >= 200
    assert (told[-1].best, offered[-1].moves) == (result.best, result.moves)


def solved_for_goal(game: NightWard) -> SolveResult:
    return solve(known(game), game.start(), Budget(AN_HOUR, goal=True, first=True))


def test_only_plays_that_meet_the_goal_count_where_it_is_asked_for() -> None:
    most = best(SHORT, SHORT.start())
    assert solved_for_goal(NightWard(target=most)).best == most
    beyond = solved_for_goal(NightWard(target=most + 1))
    assert (beyond.status, beyond.best, beyond.proof) == (Status.INFEASIBLE, None, BY_ENUMERATION)
    long = solved_for_goal(NightWard(40, 150, target=150))
    assert long.best is not None
    assert long.best >= 150
    missed = solve(known(LONG), LONG.start(), Budget(0.0, goal=True))
    assert (missed.status, missed.best, missed.moves) == (Status.UNKNOWN, None, ())


def test_what_is_forbidden_is_not_played() -> None:
    first = solve(known(SHORT), SHORT.start(), Budget(AN_HOUR)).moves[0]
    other = solve(known(SHORT), SHORT.start(), Budget(AN_HOUR), forbidden=[first])
    assert other.moves[0] != first
    state = known(SHORT).next_decision(SHORT.start())
    none = solve(known(SHORT), state, Budget(AN_HOUR), forbidden=SHORT.legal_moves(state))
    assert (none.status, none.proof) == (Status.INFEASIBLE, "no move is left")


def test_draws_that_are_not_known_are_refused() -> None:
    with pytest.raises(NotSolvable, match="a draw to come is not known"):
        solve(KnownDraws(SHORT, lambda state: ROLLS[0] if state.round == 1 else None), SHORT.start())


# --- advise -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("goal", [False, True])
def test_advice_is_exact_where_the_tree_is_small(goal: bool) -> None:
    state = SHORT.apply_outcome(SHORT.start(), Roll((4, 5)))
    objective = Objective.GOAL if goal else Objective.SCORE
    advice = advise(SHORT, state, Budget(AN_HOUR), objective)
    values = {move: expected(SHORT, SHORT.apply(state, move), goal=goal) for move in SHORT.legal_moves(state)}
    assert [option.value for option in advice.options] == sorted(values.values(), reverse=True)
    for option in advice.options:
        assert option.value == values[option.moves[0]]
        assert option.loss == max(values.values()) - option.value
        assert option.end == SHORT.apply(state, option.moves[0])
        assert option.chance == (option.value if goal else None)
    assert advice.within is not None
    assert advice.within.exact
    assert advice.within.low == expected(SHORT, state, goal=goal)
    assert advice.counts["depth"] == 2


def test_advice_before_a_draw_says_what_can_be_expected() -> None:
    advice = advise(SHORT, SHORT.start(), Budget(AN_HOUR))
    assert (advice.options, advice.expected) == ((), expected(SHORT, SHORT.start()))
    assert advice.within is not None
    assert advice.within.exact


def test_a_long_night_is_not_called_exact() -> None:
    state = LONG.apply_outcome(LONG.start(), Roll((4, 5)))
    offered: list[Advice] = []
    advice = advise(LONG, state, Budget(AN_HOUR, thorough=False, shown=2), offer=offered.append)
    assert advice.within is None
    assert 0 < advice.counts["depth"] < LONG.rounds - 1
    assert [len(one.options) for one in offered] == [2] * len(offered)
    assert offered[-1].options == advice.options
    assert PositionEvaluator(LONG, Objective.SCORE).look(state, advice.counts["depth"]) is not None


def test_a_leaf_value_of_the_caller_is_used_where_the_search_ends() -> None:
    """Whoever knows that hours are worth more than points sends everybody away."""
    state = LONG.apply_outcome(LONG.start(), Roll((4, 5)))
    budget = Budget(AN_HOUR, thorough=False)
    assert advise(LONG, state, budget).options[0].moves == (Treat((4, 5)),)
    thrifty = advise(LONG, state, budget, leaf=lambda at: 100.0 * at.hours)
    assert thrifty.options[0].moves == (Treat(()),)


def test_advice_that_is_interrupted_has_a_first_look() -> None:
    state = SHORT.apply_outcome(SHORT.start(), Roll((4, 5)))
    advice = advise(SHORT, state, Budget(AN_HOUR), interrupted=lambda: True)
    assert advice.interrupted
    assert advice.within is None
    assert advice.options[0].moves == (Treat((4, 5)),)


# --- review -------------------------------------------------------------------------------------------------------


def night(moves: list[Treat]) -> Replay[Ward, Treat, Roll]:
    rolls = iter(ROLLS)
    return replay(SHORT, SHORT.start(), map(Line, moves), lambda at: next(rolls) if SHORT.is_chance(at) else None)


def test_decisions_lose_what_the_best_move_would_have_kept() -> None:
    record = night([Treat((2,)), Treat(()), Treat((1, 4))])
    assert record.illegal is None
    told: list[Review] = []
    found = review(SHORT, record.steps, Budget(AN_HOUR), offer=told.append)
    decisions = [step for step in record.steps if isinstance(step.move, Treat)]
    for mark, step in zip(found.marks, decisions, strict=True):
        lost = expected(SHORT, step.before) - expected(SHORT, step.after)
        assert mark.loss == pytest.approx(max(0.0, lost), abs=1e-9)
        assert (mark.move, mark.round) == (step.move, step.before.round)
        if mark.better:
            after = SHORT.apply(step.before, mark.better[0])
            assert expected(SHORT, after) == pytest.approx(mark.value)
    assert [mark.grade for mark in found.marks] == [Grade.MISTAKE, Grade.MISTAKE, Grade.FINE]
    drawn = [step for step in record.steps if isinstance(step.move, Roll)]
    for one, step in zip(found.luck, drawn, strict=True):
        assert one.gain == pytest.approx(expected(SHORT, step.after) - expected(SHORT, step.before))
    # What was expected, and what luck and decisions made of it, is the score.
    assert found.score == SHORT.final_score(record.state)
    gains = sum(one.gain for one in found.luck) - found.loss
    assert expected(SHORT, SHORT.start()) + gains == pytest.approx(found.score)
    assert told[-1].marks == found.marks


def test_a_review_out_of_time_keeps_only_what_was_judged() -> None:
    record = night([Treat((2,)), Treat(()), Treat((1, 4))])
    assert review(SHORT, record.steps, Budget(0.0)).marks == ()
    whole, judged = review(SHORT, record.steps, Budget(AN_HOUR)), set()
    for patience in range(0, 400, 20):
        asked = count()
        part = review(SHORT, record.steps, Budget(AN_HOUR), interrupted=partial(_tired, asked, patience))
        assert part.marks == whole.marks[: len(part.marks)]
        judged.add(len(part.marks))
        if next(asked) <= patience:  # it was not interrupted, and nor is who has more patience
            assert part == replace(whole, elapsed=part.elapsed)
            break
    else:
        pytest.fail("no review came to its end")
    assert len(judged) > 2


def _tired(asked: Iterator[int], patience: int) -> bool:
    return next(asked) > patience
