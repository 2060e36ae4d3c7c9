"""Advice for a player: exact where it says so, the same whenever asked, and never above what bounds it."""

import random
from functools import cache
from itertools import count, permutations
from types import SimpleNamespace

import numpy as np
import pytest

from clin9ic import Clin9ic, Goal, Level, State, load_deck
from clin9ic.moves import Move, Outcome
from clin9ic.state import ROUNDS, Phase
from solvers.clin9ic.bounds.lagrangian.table import GRID
from solvers.clin9ic.kernel.packed import pack
from solvers.clin9ic.policy.information_bound import FutureBounds, information_penalties, pilot_futures
from solvers.clin9ic.policy.last_round import NOBODY, last_round
from solvers.clin9ic.policy.last_two import End, Ends, LastTwo, last_two
from solvers.clin9ic.policy.play_evaluator import EvaluatedPlay, PlayEvaluator
from solvers.clin9ic.policy.player_view import PlayerView, hidden, worlds_of
from solvers.clin9ic.policy.review import Reviewer, reviewed
from solvers.clin9ic.successors.expander import Expander
from solvers.clin9ic.value_function import fitted as value_functions
from solvers.clin9ic.value_function.fit import fitted, game_of, text_of
from solvers.clin9ic.value_function.fitted import SETS, weights_in
from solvers.core.advice import Interval, Objective
from solvers.core.expectimax import expectimax
from tabletop.records import Step
from tests.solvers.clin9ic.best_final import best_final
from tests.solvers.clin9ic.helpers import by_hand, eager_game

GAME = Clin9ic(load_deck("house"))


def drawn(state: State, seed: int = 0) -> State:
    """A position with the cards of its round laid out."""
    outcomes = [outcome for outcome, _ in GAME.chance_outcomes(state)]
    return GAME.apply_outcome(state, random.Random(seed).choice(outcomes))


def poor(state: State) -> State:
    """Hardly anybody and hardly any money: a position small enough for the plain rules."""
    nobody = (0, 0, 0, 0)
    return state._replace(money=3, doctors=(1, 0, 0, 0), patients=nobody, nurses=0, orderlies=0, popularity=20, time=0)


def late(number: int, seed: int) -> State:
    """A position of an eager player who has built a second floor, where there was time for that."""
    while True:
        state = eager_game(GAME, random.Random(seed), number)
        if number < 3 or not hidden(state):
            return state
        seed += 100


def small(number: int, seed: int) -> State:
    """A clinic with one entrance, so that few people come."""
    return drawn(poor(late(number, seed))._replace(entrances=1, conveyors=()), seed)


# --- the last rounds ---


@pytest.mark.parametrize("seed", range(3))
def test_last_round_is_as_expectimax_has_it(seed: int) -> None:
    state = small(ROUNDS, seed)
    plain = expectimax(GAME, state)
    found, within = last_round(PlayEvaluator(GAME), state)
    assert within.exact
    assert within.low == plain.value == found[0].value


@pytest.mark.parametrize("seed", range(4))
def test_last_round_is_the_best_of_all_ends(seed: int) -> None:
    state = drawn(late(ROUNDS, seed), seed)
    view = PlayerView(GAME)
    problem, value_function = view.problem(worlds_of(state)[0]), view.value_functions(state)[0]
    ends = Expander(value_function.world).ends(problem.words[0], problem.trios[0])
    _, most = best_final(value_function.world, value_function.goal, ends)
    found, within = last_round(PlayEvaluator(GAME), state)
    assert within.exact
    assert within.low == found[0].value == most


@pytest.mark.parametrize("goal", list(Goal))
def test_last_round_is_the_best_of_all_ends_for_every_goal(goal: Goal) -> None:
    game = Clin9ic(GAME.deck, goal, Level.DIFFICULT)
    state = drawn(late(ROUNDS, 5), 5)
    view = PlayerView(game)
    problem, value_function = view.problem(worlds_of(state)[0]), view.value_functions(state)[0]
    ends = Expander(value_function.world).ends(problem.words[0], problem.trios[0])
    _, most = best_final(value_function.world, value_function.goal, ends)
    assert last_round(PlayEvaluator(game), state)[1] == Interval(most, most)


def one_floor(seed: int, money: int) -> tuple[State, list[EvaluatedPlay]]:
    """The last round of a clinic with one floor and nobody in it, its actions chosen; and what is found there."""
    rng = random.Random(seed)
    floors = [card.id for card in GAME.deck.floors]
    rng.shuffle(floors)
    empty = GAME.start(floors, "".join(rng.choice("ab") for _ in range(3)), unknown=True)
    nobody = (0, 0, 0, 0)
    state = empty._replace(round=ROUNDS, money=money, doctors=nobody, patients=nobody, popularity=50)
    state = GAME.apply_outcome(state, rng.choice(GAME.chance_outcomes(state))[0])
    evaluator = PlayEvaluator(GAME)
    best = last_round(evaluator, state)[0][0]
    state = GAME.apply(state, evaluator.view.moves(state, best.play)[0])
    found, within = last_round(evaluator, state)
    assert within == Interval(best.value, best.value)
    return state, found


@pytest.mark.parametrize(("seed", "money"), [(20, 13), (28, 14)])
def test_a_card_that_is_turned_up_in_the_last_round_is_as_expectimax_has_it(seed: int, money: int) -> None:
    """3.1: what comes after the top card depends on the card below it, what comes before does not."""
    state, found = one_floor(seed, money)
    play = found[0].play
    assert len(set(play.scores)) == 2, "an order that does not matter would show nothing"
    assert found[0].value == expectimax(GAME, state).value
    more = state._replace(popularity=state.popularity + GAME.target - int(max(play.scores)))
    evaluator = PlayEvaluator(GAME, Objective.GOAL)
    assert last_round(evaluator, more)[1].low == expectimax(GAME, more, utility=GAME.goal_met).value == 0.5


def test_moves_go_as_far_as_the_card_that_is_turned_up() -> None:
    state, found = one_floor(20, 13)
    evaluator, play = PlayEvaluator(GAME), found[0].play
    assert found[0].value > max(one.value for one in found if not one.play.scores)
    turned = state
    for move in evaluator.view.moves(state, play):
        turned = GAME.apply(turned, move)
    assert turned.phase is Phase.REVEAL
    after = [GAME.apply_outcome(turned, outcome) for outcome, _ in GAME.chance_outcomes(turned)]
    assert sorted(last_round(evaluator, one)[1].low for one in after) == sorted(play.scores)
    futures = evaluator.futures(state, 4, seed=0)
    assert sorted(evaluator.rollouts(state, play, futures)) == sorted(2 * play.scores)


def test_moves_of_the_last_round_score_what_is_said() -> None:
    state = drawn(late(ROUNDS, 1), 1)
    evaluator = PlayEvaluator(GAME)
    found, _ = last_round(evaluator, state)
    for one in found[:4]:
        end = worlds_of(state)[0]
        for move in evaluator.view.moves(end, one.play):
            end = GAME.apply(end, move)
        assert GAME.is_over(end)
        assert GAME.final_score(end) == one.value


@cache
def small_two(objective: Objective = Objective.SCORE) -> tuple[PlayEvaluator, State, list[EvaluatedPlay], Interval]:
    """A small round before the last, looked through."""
    state = small(ROUNDS - 1, 5)._replace(money=0)
    evaluator = PlayEvaluator(GAME, objective)
    found, within = last_two(evaluator, state, lambda: False)
    assert within is not None
    return evaluator, state, found, within


@pytest.mark.parametrize("objective", list(Objective))
def test_last_two_rounds_are_exact_where_they_are_small(objective: Objective) -> None:
    evaluator, state, found, within = small_two(objective)
    assert within.exact
    assert within.low == pytest.approx(by_hand(evaluator, state), abs=1e-12)
    assert found[0].value == within.low


def test_the_best_end_of_all_is_told_as_a_play() -> None:
    evaluator, state, _, within = small_two()
    two = LastTwo(evaluator, state, lambda: False)
    near = np.array(evaluator.best(state)[-1].play.words, np.uint64)
    best, high, play = two.run(near, within.low - 1 / len(evaluator.orders))
    assert best == high == within.low
    assert play is not None
    end = worlds_of(state)[0]
    for move in evaluator.view.moves(state, play):
        end = GAME.apply(end, move)
    assert pack(two.value_function.world, end) == play.words


def test_ends_that_are_not_searched_stay_in_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluator, state, _, within = small_two()
    monkeypatch.setattr("solvers.clin9ic.policy.last_two.MOST_ENDS", 1)
    two = LastTwo(evaluator, state, lambda: False)
    near = np.array(evaluator.best(state)[-1].play.words, np.uint64)
    best, high, _ = two.run(near, 0.0)
    assert best <= within.low <= high
    assert best < high


def test_an_order_that_cannot_be_won_does_not_rule_an_end_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of six orders can be won, which beats two."""
    evaluator, state = PlayEvaluator(GAME, Objective.GOAL), small(ROUNDS - 1, 5)
    monkeypatch.setattr(
        "solvers.clin9ic.policy.last_two.best_score",
        lambda _values, _words, trios, _least, _end, _expander: (GAME.target if trios % 2 else NOBODY, 0),
    )
    two = LastTwo(evaluator, state, lambda: False)
    numbers = iter(range(6))
    two.__dict__["value_function"] = SimpleNamespace(trios=lambda _faces, _order: next(numbers), expander=None)
    end = End((0, 0), (1.0,) * 6)
    assert Ends(two, [end]).search(None, 2 / 6 + two.gain).value == pytest.approx(3 / 6)


def test_an_order_whose_bound_misses_the_goal_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bounds leave only the last of six orders, which is won: nothing else has to be asked."""
    evaluator, state = PlayEvaluator(GAME, Objective.GOAL), small(ROUNDS - 1, 5)
    asked: list[int] = []

    def played(_values: object, _words: object, trios: int, *_: object) -> tuple[int, int]:
        asked.append(trios)
        return GAME.target, 0

    monkeypatch.setattr("solvers.clin9ic.policy.last_two.best_score", played)
    two = LastTwo(evaluator, state, lambda: False)
    numbers = iter(range(6))
    two.__dict__["value_function"] = SimpleNamespace(trios=lambda _faces, _order: next(numbers), expander=None)
    end = End((0, 0), (0.0,) * 5 + (1.0,))
    assert Ends(two, [end]).search(None, two.gain).value == pytest.approx(1 / 6)
    assert len(asked) == 1


def test_last_two_rounds_are_certified_when_time_is_up() -> None:
    _, state, _, exact = small_two()
    _, early = last_two(PlayEvaluator(GAME), state, lambda: True)
    assert early is not None
    assert early.low <= exact.low <= early.high


# --- plays ---


@pytest.mark.parametrize("number", [1, 2, 4])
def test_moves_lead_where_a_play_ends(number: int) -> None:
    state = drawn(late(number, number), 2)
    view = PlayerView(GAME)
    for play in view.plays(state, each=2)[:6]:
        end = state
        moves = view.moves(state, play)
        for move in moves:
            end = GAME.apply(end, move)
        if GAME.is_over(end) or end.phase is Phase.ORDER:
            assert pack(view.value_functions(state)[0].world, end) == play.words


def test_what_is_hidden_is_not_used() -> None:
    deck = GAME.deck
    floors = [card.id for card in deck.floors]
    one = drawn(GAME.start(floors, "aba"))
    other = drawn(GAME.start([*floors[:2], *floors[:1:-1]], "aba"))
    assert one.stack != other.stack
    answers = []
    for state in (one, other):
        evaluator = PlayEvaluator(GAME)
        best = evaluator.best(state, candidates=4)
        answers.append([(round(each.value, 9), evaluator.view.moves(state, each.play)) for each in best])
    assert answers[0] == answers[1]


def test_advice_goes_on_after_a_card_was_turned_up() -> None:
    floors = [card.id for card in GAME.deck.floors]
    state = GAME.start(floors, "aab", unknown=True)._replace(money=40)
    view = PlayerView(GAME)
    for _ in range(40):
        if GAME.is_over(state) or state.round > 1:
            break
        if GAME.is_chance(state):
            state = GAME.apply_outcome(state, GAME.chance_outcomes(state)[0][0])
            continue
        for move in view.moves(state, view.plays(state)[0]):
            state = GAME.apply(state, move)
    assert state.round == 2


def test_narrow_looks_miss_little(monkeypatch: pytest.MonkeyPatch) -> None:
    state = drawn(late(3, 4), 1)
    view = PlayerView(GAME)
    narrow = view.plays(state)[0].value
    monkeypatch.setattr(value_functions, "NARROW", 0)
    wide = view.plays(state)[0].value
    assert narrow <= wide + 1e-9
    assert narrow >= wide - 1.0


# --- the evaluator ---


def test_the_same_whenever_asked_and_with_any_number_of_workers() -> None:
    state = drawn(late(4, 3), 3)
    answers = []
    for workers in (1, 1, 2):
        evaluator = PlayEvaluator(GAME, workers=workers)
        best = evaluator.best(state, candidates=4, seed=7)
        scores = evaluator.rollouts(state, best[0].play, evaluator.futures(state, 3, seed=7))
        answers.append(([(one.play.words, one.value) for one in best], scores))
    assert answers[0] == answers[1] == answers[2]


def test_little_time_decides_among_what_was_tried() -> None:
    """Three plays on one order, and then it is time to stop: they come first, the others as they looked."""
    state = drawn(late(5, 3), 3)
    evaluator = PlayEvaluator(GAME)
    plays = evaluator.view.plays(state, each=3)[:6]
    looks = iter([False] * 3 + [True] * 100)
    evaluator.stop = lambda: next(looks)
    found = evaluator.successive_halving(state, plays, seed=7)
    assert {one.play for one in found[:3]} == set(plays[:3])
    assert [one.value for one in found[:3]] == sorted((one.value for one in found[:3]), reverse=True)
    assert [one.play for one in found[3:]] == plays[3:]


def test_weights_are_the_same_for_a_seed() -> None:
    game = game_of(SETS[0], Goal.STAFF)
    texts = [text_of({Goal.STAFF: fitted(game, games=1, turns=1, draws=1, seed=1)}) for _ in range(2)]
    assert texts[0] == texts[1]
    assert set(weights_in(texts[0], Goal.STAFF)) == set(range(2, ROUNDS + 1))


def test_the_chance_of_the_goal_is_a_chance_and_grows_with_the_value() -> None:
    evaluator = PlayEvaluator(GAME, Objective.GOAL)
    chances = [evaluator.utility(value, 3) for value in range(0, 160, 20)]
    assert chances == sorted(chances)
    assert 0 <= chances[0] < chances[-1] <= 1
    assert [evaluator.utility(value, ROUNDS) for value in (59, 60)] == [0.0, 1.0]


# --- bounds ---


def test_penalties_are_nothing_on_average() -> None:
    orders = list(permutations(card.id for card in GAME.deck.actions))
    state = drawn(late(4, 3), 3)
    pilots = pilot_futures(state, orders, 0, seed=1)
    for number in (5, 6):
        assert sorted(pilot.orders[number] for pilot in pilots) == sorted(orders)
    rng = np.random.default_rng(1)

    class Prices:
        def __init__(self) -> None:
            self.path = rng.normal(size=(4, 50))

    penalties = information_penalties([Prices() for _ in pilots], pilots, orders, 4)  # type: ignore[misc]
    assert set(penalties) == {5, 6}
    for table in penalties.values():
        assert table.sum(axis=0).max() <= 0  # whoever does not know the draws pays nothing
        assert table.sum(axis=0).min() >= -len(orders) * GRID
        assert np.abs(table).max() > 0.1


def test_penalised_bounds_hold() -> None:
    """The mean over every future of the bound, penalties and all, is no less than what the best player can expect."""
    evaluator, state, _, within = small_two()
    future_bounds = FutureBounds(evaluator, state)
    assert future_bounds.learn(1)
    bounds = future_bounds.bounds(pilot_futures(state, evaluator.orders, 0, 1))
    assert len(bounds) == len(evaluator.orders)
    assert sum(bounds) / len(bounds) >= within.low


def test_bounds_of_futures_are_the_same_side_by_side() -> None:
    state = drawn(late(ROUNDS - 1, 2), 2)
    evaluators = PlayEvaluator(GAME), PlayEvaluator(GAME, workers=2)
    futures = evaluators[0].futures(state, 4, 1)
    future_bounds = [FutureBounds(evaluator, state) for evaluator in evaluators]
    assert future_bounds[0].bounds(futures) == future_bounds[1].bounds(futures)
    assert all(one.learn(1) for one in future_bounds)
    for world, penalties in future_bounds[0].penalties.items():
        for number, table in penalties.items():
            assert np.array_equal(table, future_bounds[1].penalties[world][number])


def test_futures_that_were_bounded_count_up_to_the_first_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    state = drawn(late(ROUNDS - 1, 2), 2)
    evaluator = PlayEvaluator(GAME)
    future_bounds, futures = FutureBounds(evaluator, state), evaluator.futures(state, 4, 1)
    found = iter([3.0, 2.0, None, 4.0])
    monkeypatch.setattr(future_bounds, "bound", lambda _future: next(found))
    assert future_bounds.bounds(futures) == [3.0, 2.0]
    asked = count()
    assert FutureBounds(evaluator, state, lambda: next(asked) > 1).bounds(futures) == []


# --- review ---


def test_a_review_finds_a_blunder_and_nothing_wrong_with_the_best_moves() -> None:
    state = drawn(late(ROUNDS, 2), 2)
    evaluator = PlayEvaluator(GAME)
    best = worlds_of(state)[0]
    good: list[Step[State, Move | Outcome]] = []
    for move in evaluator.view.moves(best, evaluator.view.plays(best, each=3)[0]):
        after = GAME.apply(best, move)
        good.append(Step(best, move, after))
        best = after
    marks, _ = reviewed(Reviewer(evaluator), good, lambda _: None, lambda: False)
    assert [mark.number for mark in marks] == list(range(1, len(good) + 1))
    assert sum(mark.loss for mark in marks) == pytest.approx(0.0)
    bad = good[:-1] if GAME.decision(good[-1].before) == "lab" else good
    at = next(number for number, step in enumerate(bad) if GAME.decision(step.before) == "buy")
    lazy = GAME.apply(bad[at].before, GAME.parse("buy 0"))
    marks, _ = reviewed(
        Reviewer(evaluator), [*bad[:at], Step(bad[at].before, GAME.parse("buy 0"), lazy)], lambda _: None, lambda: False
    )
    assert marks[-1].loss > 0
    assert marks[-1].better


def test_the_luck_of_all_draws_is_nothing_on_average() -> None:
    state = late(5, 3)
    reviewer = Reviewer(PlayEvaluator(GAME))
    gains = [
        reviewer.luck(Step(state, outcome, GAME.apply_outcome(state, outcome))).gain
        for outcome, _ in GAME.chance_outcomes(state)
    ]
    assert sum(gains) == pytest.approx(0.0, abs=1e-9)
    assert max(gains) > 0
