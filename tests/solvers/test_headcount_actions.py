"""The actions in a headcount's tables: rows at a time, and what trios have in common only once."""

import random
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from clin9ic import Clin9ic, Goal, load_deck
from solvers.clin9ic.headcount import actions, trace
from solvers.clin9ic.headcount.deal import Deal, evaluate
from solvers.clin9ic.headcount.table import NEVER, NONE, Near
from solvers.clin9ic.tables import DOCTOR, FAR, PATIENTS
from tests.solvers.test_headcount import problem_from, some_prices
from tests.solvers.test_kernel import eager_game

Table = NDArray[np.float32]


def some_deal(deck: str, goal: Goal, rng: random.Random) -> Deal:
    game = Clin9ic(load_deck(deck), goal)
    problem = problem_from(game, eager_game(game, rng, 5), 2)
    return problem.headcount_deal(0, problem.words, (5, 1, 0), 1)


@pytest.mark.parametrize(
    ("deck", "goal"), [("house", Goal.POPULARITY), ("lean", Goal.POPULARITY), ("house", Goal.TREATED)]
)
def test_every_action_is_worth_its_best_choice(deck: str, goal: Goal) -> None:
    """Held against the choices one by one, as ways are traced."""
    rng = random.Random(deck + goal)
    deal = some_deal(deck, goal, rng)
    made = evaluate(deal, some_prices(2, rng, goal), False)
    clinics, rates, cards, levels = deal.at(0, made.rates[0]), made.rates[0], deal.cards[0], deal.levels[0]
    near, after = deal.near(0, range(len(deal.purses))), made.tables.after[0]
    found, worth = np.zeros((trace.MOST, trace.FIELDS), np.int64), np.zeros(trace.MOST)
    compared = 0
    for trio in rng.sample(range(len(cards.actions)), 12):
        out = np.full_like(after, NONE)
        actions.before_action(0, near.starts, clinics, rates, cards, trio, levels, made.dollar, after, out)
        for z in near.starts:
            for d, p, m in np.ndindex(clinics.doctors[z] + 1, clinics.patients[z] + 1, levels + 1):
                many = trace.choices(0, clinics, rates, cards, trio, levels, made.dollar, z, d, p, m, found, worth)
                best = max(
                    after[to, left, d2, p2] + gain
                    for (to, d2, p2, left, _), gain in zip(found[:many], worth, strict=False)
                )
                assert (best > NEVER) == (out[z, m, d, p] > NEVER)
                if best > NEVER:
                    assert out[z, m, d, p] == pytest.approx(best, abs=1e-3)
                    compared += 1
    assert compared > 500


def test_what_trios_have_in_common_is_reckoned_once_and_comes_out_the_same() -> None:
    rng = random.Random(3)
    deal = some_deal("lean", Goal.POPULARITY, rng)
    made = evaluate(deal, some_prices(2, rng), False)
    cards = deal.cards[1]
    assert sorted(cards.order) == list(range(len(cards.actions)))
    assert cards.again.any()
    near, many = Near(*[deal.active[1]] * 3), len(cards.order)

    def best(begin: int, end: int) -> Table:
        table: Table = actions.before_trios(
            near, deal.at(1, made.rates[1]), made.rates[1], cards, begin, end, deal.levels[1], made.dollar,
            made.tables.after[1],
        )  # fmt: skip
        return table

    alone = np.max([best(i, i + 1) for i in range(many)], axis=0)
    assert np.allclose(best(0, many), alone, atol=1e-3)
    assert np.allclose(np.maximum(best(0, 7), best(7, many)), alone, atol=1e-3)
    for i, (before, trio) in enumerate(pairwise(cards.order), 1):
        for step in range(3 - cards.again[i], 3):
            assert cards.actions[before, step] == cards.actions[trio, step]


def test_nobody_comes_in_where_there_is_no_room_nor_by_another_row() -> None:
    deal = some_deal("house", Goal.STAFF, random.Random(4))
    doctors, patients = deal.shape(0)[2:]
    delay = deal.clinics.delay.reshape(*deal.clinics.delay.shape[:-1], doctors, patients)
    times = deal.places.times
    for config, cubes, n, d, p in np.ndindex(*times.shape[:2], 4, doctors, patients):
        for kind, present in ((DOCTOR, d), (PATIENTS, p)):
            room = present < times.shape[3] and times[config, cubes, kind, present, n] < FAR
            fits = kind == DOCTOR or p + n < patients
            assert (delay[config, cubes, kind, n, d, p] == 0) == (room and fits)  # time is free for this goal
            assert delay[config, cubes, kind, n, d, p] in (0, -NONE)
