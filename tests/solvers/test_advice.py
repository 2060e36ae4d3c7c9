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
from solvers.advice import Objective, Within
from solvers.clin9ic.advice.bound import Ceilings, fees_of, pilots_of
from solvers.clin9ic.advice.features import settle
from solvers.clin9ic.advice.finale import NOBODY
from solvers.clin9ic.advice.fit import fitted, text_of
from solvers.clin9ic.advice.judge import Judge, Judged
from solvers.clin9ic.advice.last_round import last_round
from solvers.clin9ic.advice.last_two import LastTwo, last_two
from solvers.clin9ic.advice.outlook import weights_in
from solvers.clin9ic.advice.plays import Sight, hidden, worlds_of
from solvers.clin9ic.advice.review import Reviewer, reviewed
from solvers.clin9ic.expander import Expander, pack, units
from solvers.clin9ic.values import best_final
from solvers.expectimax import expectimax, reaching
from tabletop.records import Step
from tests.solvers.test_kernel import eager_game

GAME = Clin9ic(load_deck("house"))


def drawn(state: State, seed: int = 0) -> State:
    """A position with the cards of its round laid out."""
    outcomes = [outcome for outcome, _ in GAME.chance_outcomes(state)]
    return GAME.apply_outcome(state, random.Random(seed).choice(outcomes))


def poor(state: State) -> State:
    """Hardly anybody and hardly any money: a position that plain rules can go through."""
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
    found, within = last_round(Judge(GAME), state)
    assert within.exact
    assert within.low == plain.value == found[0].value


@pytest.mark.parametrize("seed", range(4))
def test_last_round_is_the_best_of_all_ends(seed: int) -> None:
    state = drawn(late(ROUNDS, seed), seed)
    sight = Sight(GAME)
    problem, outlook = sight.problem(worlds_of(state)[0]), sight.outlooks(state)[0]
    ends = Expander(outlook.world).ends(problem.words[0], problem.trios[0])
    _, most = best_final(outlook.world.record[0], outlook.goal, ends, len(ends))
    found, within = last_round(Judge(GAME), state)
    assert within.exact
    assert within.low == found[0].value == most


@pytest.mark.parametrize("goal", list(Goal))
def test_last_round_is_the_best_of_all_ends_for_every_goal(goal: Goal) -> None:
    game = Clin9ic(GAME.deck, goal, Level.DIFFICULT)
    state = drawn(late(ROUNDS, 5), 5)
    sight = Sight(game)
    problem, outlook = sight.problem(worlds_of(state)[0]), sight.outlooks(state)[0]
    ends = Expander(outlook.world).ends(problem.words[0], problem.trios[0])
    _, most = best_final(outlook.world.record[0], outlook.goal, ends, len(ends))
    assert last_round(Judge(game), state)[1] == Within(most, most)


def one_floor(seed: int, money: int) -> tuple[State, list[Judged]]:
    """The last round of a clinic with one floor and nobody in it, its actions chosen; and what is found there."""
    rng = random.Random(seed)
    floors = [card.id for card in GAME.deck.floors]
    rng.shuffle(floors)
    empty = GAME.start(floors, "".join(rng.choice("ab") for _ in range(3)), unknown=True)
    nobody = (0, 0, 0, 0)
    state = empty._replace(round=ROUNDS, money=money, doctors=nobody, patients=nobody, popularity=50)
    state = GAME.apply_outcome(state, rng.choice(GAME.chance_outcomes(state))[0])
    judge = Judge(GAME)
    best = last_round(judge, state)[0][0]
    state = GAME.apply(state, judge.sight.moves(state, best.play)[0])
    found, within = last_round(judge, state)
    assert within == Within(best.value, best.value)
    return state, found


@pytest.mark.parametrize(("seed", "money"), [(20, 13), (28, 14)])
def test_a_card_that_is_turned_up_in_the_last_round_is_as_expectimax_has_it(seed: int, money: int) -> None:
    """3.1: what comes after the top card depends on the card below it, what comes before does not."""
    state, found = one_floor(seed, money)
    play = found[0].play
    assert len(set(play.scores)) == 2, "an order that does not matter would show nothing"
    assert found[0].value == expectimax(GAME, state).value
    more = state._replace(popularity=state.popularity + GAME.target - int(max(play.scores)))
    judge = Judge(GAME, Objective.GOAL)
    assert last_round(judge, more)[1].low == expectimax(GAME, more, utility=reaching(GAME.target)).value == 0.5


def test_moves_go_as_far_as_the_card_that_is_turned_up() -> None:
    state, found = one_floor(20, 13)
    judge, play = Judge(GAME), found[0].play
    assert found[0].value > max(one.value for one in found if not one.play.scores)
    turned = state
    for move in judge.sight.moves(state, play):
        turned = GAME.apply(turned, move)
    assert turned.phase is Phase.REVEAL
    after = [GAME.apply_outcome(turned, outcome) for outcome, _ in GAME.chance_outcomes(turned)]
    assert sorted(last_round(judge, one)[1].low for one in after) == sorted(play.scores)
    futures = judge.futures(state, 4, seed=0)
    assert sorted(judge.played_out(state, play, futures)) == sorted(2 * play.scores)


def test_moves_of_the_last_round_score_what_is_said() -> None:
    state = drawn(late(ROUNDS, 1), 1)
    judge = Judge(GAME)
    found, _ = last_round(judge, state)
    for one in found[:4]:
        end = worlds_of(state)[0]
        for move in judge.sight.moves(end, one.play):
            end = GAME.apply(end, move)
        assert GAME.is_over(end)
        assert GAME.final_score(end) == one.value


def by_hand(judge: Judge, state: State) -> float:
    """The last two rounds without a bound: every end, every purchase, every order, every end again."""
    sight = judge.sight
    problem, outlook = sight.problem(state), sight.outlooks(state)[0]
    record, expander = outlook.world.record[0], Expander(outlook.world)
    faces = state.faces.translate(str.maketrans("ab", "ba"))
    best = -np.inf
    for end in expander.ends(problem.words[0], problem.trios[0]):
        for points in range(units((int(end[0]), int(end[1]))) + 1):
            words = settle(end[None], np.array([points]))[0]
            scores = []
            for order in judge.orders:
                ends = expander.ends(words, outlook.trios(faces, order))
                scores.append(best_final(record, outlook.goal, ends, len(ends))[1])
            best = max(best, sum(judge.utility(score, ROUNDS) for score in scores) / len(scores))
    return float(best)


@cache
def small_two(objective: Objective = Objective.SCORE) -> tuple[Judge, State, list[Judged], Within]:
    """A small round before the last, looked through."""
    state = small(ROUNDS - 1, 5)._replace(money=0)
    judge = Judge(GAME, objective)
    found, within = last_two(judge, state, lambda: False)
    assert within is not None
    return judge, state, found, within


@pytest.mark.parametrize("objective", list(Objective))
def test_last_two_rounds_are_exact_where_they_are_small(objective: Objective) -> None:
    judge, state, found, within = small_two(objective)
    assert within.exact
    assert within.low == pytest.approx(by_hand(judge, state), abs=1e-12)
    assert found[0].value == within.low


def test_the_best_end_of_all_is_told_as_a_play() -> None:
    judge, state, _, within = small_two()
    two = LastTwo(judge, state, lambda: False)
    near = np.array(judge.best(state)[-1].play.words, np.uint64)
    best, high, play = two.run(near, round(within.low * len(judge.orders)) - 1)
    assert best == high == round(within.low * len(judge.orders))
    assert play is not None
    end = worlds_of(state)[0]
    for move in judge.sight.moves(state, play):
        end = GAME.apply(end, move)
    assert pack(two.outlook.world, end) == play.words


def test_an_order_that_cannot_be_won_does_not_rule_an_end_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of six orders can be won, which beats two."""
    judge, state = Judge(GAME, Objective.GOAL), small(ROUNDS - 1, 5)
    monkeypatch.setattr(
        "solvers.clin9ic.advice.last_two.best_score",
        lambda _outlook, _record, _words, trios, _least, _end: (GAME.target if trios % 2 else NOBODY, 0),
    )
    two = LastTwo(judge, state, lambda: False)
    numbers = iter(range(6))
    two.__dict__["outlook"] = SimpleNamespace(
        trios=lambda _faces, _order: next(numbers), world=SimpleNamespace(record=0)
    )
    assert two.total(np.zeros(2, np.uint64), np.ones(6, np.int64), 2) == 3


def test_last_two_rounds_are_certified_when_time_is_up() -> None:
    _, state, _, exact = small_two()
    _, early = last_two(Judge(GAME), state, lambda: True)
    assert early is not None
    assert early.low <= exact.low <= early.high


# --- plays ---


@pytest.mark.parametrize("number", [1, 2, 4])
def test_moves_lead_where_a_play_ends(number: int) -> None:
    state = drawn(late(number, number), 2)
    sight = Sight(GAME)
    for play in sight.plays(state, each=2)[:6]:
        end = state
        moves = sight.moves(state, play)
        for move in moves:
            end = GAME.apply(end, move)
        if GAME.is_over(end) or end.phase is Phase.ORDER:
            assert pack(sight.outlooks(state)[0].world, end) == play.words


def test_what_is_hidden_is_not_used() -> None:
    deck = GAME.deck
    floors = [card.id for card in deck.floors]
    one = drawn(GAME.start(floors, "aba"))
    other = drawn(GAME.start([*floors[:2], *floors[:1:-1]], "aba"))
    assert one.stack != other.stack
    answers = []
    for state in (one, other):
        judge = Judge(GAME)
        best = judge.best(state, candidates=4)
        answers.append([(round(each.value, 9), judge.sight.moves(state, each.play)) for each in best])
    assert answers[0] == answers[1]


def test_advice_goes_on_after_a_card_was_turned_up() -> None:
    floors = [card.id for card in GAME.deck.floors]
    state = GAME.start(floors, "aab", unknown=True)._replace(money=40)
    sight = Sight(GAME)
    for _ in range(40):
        if GAME.is_over(state) or state.round > 1:
            break
        if GAME.is_chance(state):
            state = GAME.apply_outcome(state, GAME.chance_outcomes(state)[0][0])
            continue
        for move in sight.moves(state, sight.plays(state)[0]):
            state = GAME.apply(state, move)
    assert state.round == 2


def test_narrow_looks_miss_little() -> None:
    state = drawn(late(3, 4), 1)
    sight = Sight(GAME)
    narrow, wide = sight.plays(state)[0].worth, sight.plays(state, most=0)[0].worth
    assert narrow <= wide + 1e-9
    assert narrow >= wide - 1.0


# --- the judge ---


def test_the_same_whenever_asked_and_with_any_number_of_workers() -> None:
    state = drawn(late(4, 3), 3)
    answers = []
    for workers in (1, 1, 2):
        judge = Judge(GAME, workers=workers)
        best = judge.best(state, candidates=4, seed=7)
        scores = judge.played_out(state, best[0].play, judge.futures(state, 3, seed=7))
        answers.append(([(one.play.words, one.value) for one in best], scores))
    assert answers[0] == answers[1] == answers[2]


def test_little_time_decides_among_what_was_tried() -> None:
    """Three plays on one order, and then it is time to stop: they come first, the others as they looked."""
    state = drawn(late(5, 3), 3)
    judge = Judge(GAME)
    plays = judge.sight.plays(state, each=3)[:6]
    looks = iter([False] * 3 + [True] * 100)
    judge.stop = lambda: next(looks)
    found = judge.thinned(state, plays, seed=7)
    assert {one.play for one in found[:3]} == set(plays[:3])
    assert [one.value for one in found[:3]] == sorted((one.value for one in found[:3]), reverse=True)
    assert [one.play for one in found[3:]] == plays[3:]


def test_weights_are_the_same_for_a_seed() -> None:
    texts = [text_of({Goal.STAFF: fitted(Goal.STAFF, games=1, turns=1, draws=1, seed=1)}) for _ in range(2)]
    assert texts[0] == texts[1]
    assert set(weights_in(texts[0], Goal.STAFF)) == set(range(2, ROUNDS + 1))


def test_the_chance_of_the_goal_is_a_chance_and_grows_with_worth() -> None:
    judge = Judge(GAME, Objective.GOAL)
    chances = [judge.utility(worth, 3) for worth in range(0, 160, 20)]
    assert chances == sorted(chances)
    assert 0 <= chances[0] < chances[-1] <= 1
    assert [judge.utility(worth, ROUNDS) for worth in (59, 60)] == [0.0, 1.0]


# --- bounds ---


def test_fees_are_nothing_on_average() -> None:
    orders = list(permutations(card.id for card in GAME.deck.actions))
    state = drawn(late(4, 3), 3)
    pilots = pilots_of(state, orders, 0, seed=1)
    for number in (5, 6):
        assert sorted(pilot.orders[number] for pilot in pilots) == sorted(orders)
    rng = np.random.default_rng(1)

    class Prices:
        def __init__(self) -> None:
            self.path = rng.normal(size=(4, 50))

    fees = fees_of([Prices() for _ in pilots], pilots, orders, 4)  # type: ignore[misc]
    assert set(fees) == {5, 6}
    for table in fees.values():
        assert np.abs(table.sum(axis=0)).max() < 1e-9
        assert np.abs(table).max() > 0.1


def test_penalised_bounds_hold() -> None:
    """The mean over every future of the bound, fees and all, is no less than what the best player can expect."""
    judge, state, _, within = small_two()
    ceilings = Ceilings(judge, state)
    assert ceilings.learn(1)
    bounds = ceilings.bounds(pilots_of(state, judge.orders, 0, 1))
    assert len(bounds) == len(judge.orders)
    assert sum(bounds) / len(bounds) >= within.low - 1e-6


def test_bounds_of_futures_are_the_same_side_by_side() -> None:
    state = drawn(late(ROUNDS - 1, 2), 2)
    judges = Judge(GAME), Judge(GAME, workers=2)
    futures = judges[0].futures(state, 4, 1)
    ceilings = [Ceilings(judge, state) for judge in judges]
    assert ceilings[0].bounds(futures) == ceilings[1].bounds(futures)
    assert all(one.learn(1) for one in ceilings)
    for world, fees in ceilings[0].fees.items():
        for number, table in fees.items():
            assert np.array_equal(table, ceilings[1].fees[world][number])


def test_futures_that_were_bounded_count_up_to_the_first_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    state = drawn(late(ROUNDS - 1, 2), 2)
    judge = Judge(GAME)
    ceilings, futures = Ceilings(judge, state), judge.futures(state, 4, 1)
    found = iter([3.0, 2.0, None, 4.0])
    monkeypatch.setattr(ceilings, "bound", lambda _future: next(found))
    assert ceilings.bounds(futures) == [3.0, 2.0]
    asked = count()
    assert Ceilings(judge, state, lambda: next(asked) > 1).bounds(futures) == []


# --- review ---


def test_a_review_finds_a_blunder_and_nothing_wrong_with_the_best_moves() -> None:
    state = drawn(late(ROUNDS, 2), 2)
    judge = Judge(GAME)
    best = worlds_of(state)[0]
    good: list[Step[State, Move | Outcome]] = []
    for move in judge.sight.moves(best, judge.sight.plays(best, each=3)[0]):
        after = GAME.apply(best, move)
        good.append(Step(best, move, after))
        best = after
    marks, _ = reviewed(Reviewer(judge), good, lambda _: None, lambda: False)
    assert [mark.number for mark in marks] == list(range(1, len(good) + 1))
    assert sum(mark.loss for mark in marks) == pytest.approx(0.0)
    bad = good[:-1] if GAME.decision(good[-1].before) == "lab" else good
    at = next(number for number, step in enumerate(bad) if GAME.decision(step.before) == "buy")
    lazy = GAME.apply(bad[at].before, GAME.parse("buy 0"))
    marks, _ = reviewed(
        Reviewer(judge), [*bad[:at], Step(bad[at].before, GAME.parse("buy 0"), lazy)], lambda _: None, lambda: False
    )
    assert marks[-1].loss > 0
    assert marks[-1].better


def test_the_luck_of_all_draws_is_nothing_on_average() -> None:
    state = late(5, 3)
    reviewer = Reviewer(Judge(GAME))
    gains = [
        reviewer.luck(Step(state, outcome, GAME.apply_outcome(state, outcome))).gain
        for outcome, _ in GAME.chance_outcomes(state)
    ]
    assert sum(gains) == pytest.approx(0.0, abs=1e-9)
    assert max(gains) > 0
