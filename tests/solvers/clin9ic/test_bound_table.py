"""The tables of the Lagrangian bound: rows at a time, shared actions once, and what rows mean nothing."""

import random
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clin9ic import Clin9ic, Goal, Level, Options, load_deck
from solvers.clin9ic.bounds.lagrangian import actions, trace
from solvers.clin9ic.bounds.lagrangian.bound import lagrangian_bound
from solvers.clin9ic.bounds.lagrangian.bound_table import NO_TABLES, UNKNOWN, BoundTable, tighten
from solvers.clin9ic.bounds.lagrangian.deal import Deal, evaluate, near_to
from solvers.clin9ic.bounds.lagrangian.table import NEVER, NONE, Near
from solvers.clin9ic.kernel import packed
from solvers.clin9ic.kernel.tables import DOCTOR, FAR, PATIENTS
from solvers.clin9ic.kernel.world import World
from solvers.clin9ic.search.branch_and_bound import Search
from solvers.clin9ic.successors.expander import Cutoff, Expander, GivenUp
from solvers.clin9ic.successors.problem import Problem
from tests.solvers.clin9ic.helpers import (
    OTHER_RULES,
    brute_force,
    eager_game,
    lagrangian_at,
    problem_from,
    relax_all,
    small_end_game,
    some_prices,
)
from tests.solvers.clin9ic.native_steps import before_action, upper_bound

Table = NDArray[np.float32]


def some_deal(deck: str, goal: Goal, rng: random.Random) -> Deal:
    game = Clin9ic(load_deck(deck), goal)
    problem = problem_from(game, eager_game(game, rng, 5), 2)
    return problem.lagrangian_deal(0, problem.words, (5, 1, 0), 1)


@pytest.mark.parametrize(
    ("deck", "goal"), [("house", Goal.POPULARITY), ("lean", Goal.POPULARITY), ("house", Goal.TREATED)]
)
def test_every_action_has_the_value_of_its_best_choice(deck: str, goal: Goal) -> None:
    """Compared with the choices one by one, as columns are traced."""
    rng = random.Random(deck + goal)
    deal = some_deal(deck, goal, rng)
    made = evaluate(deal, some_prices(2, rng, goal), False)
    clinics, rates, cards, levels = deal.at(0, made.rates[0]), made.rates[0], deal.cards[0], deal.levels[0]
    near, after = deal.near(0, range(len(deal.purses))), made.tables.after[0]
    compared = 0
    for trio in rng.sample(range(len(cards.actions)), 12):
        out = np.full_like(after, NONE)
        before_action(0, near.starts, clinics, rates, cards, trio, levels, made.dollar, after, out)
        for z in near.starts:
            for d, p, m in np.ndindex(clinics.doctors[z] + 1, clinics.patients[z] + 1, levels + 1):
                row = trace.Row(int(z), d, p, m)
                found, gains = trace.choices(0, clinics, rates, cards, trio, levels, made.dollar, row)
                best = max(
                    after[to, left, d2, p2] + gain for (to, d2, p2, left, _), gain in zip(found, gains, strict=True)
                )
                assert (best > NEVER) == (out[z, m, d, p] > NEVER)
                if best > NEVER:
                    assert out[z, m, d, p] == best  # nothing was rounded
                    compared += 1
    assert compared > 500


def test_what_trios_have_in_common_is_reckoned_once_and_comes_out_the_same() -> None:
    rng = random.Random(3)
    deal = some_deal("lean", Goal.POPULARITY, rng)
    made = evaluate(deal, some_prices(2, rng), False)
    cards = deal.cards[1]
    assert sorted(cards.order) == list(range(len(cards.actions)))
    assert cards.shared.any()
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
        for step in range(3 - cards.shared[i], 3):
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


def test_tables_within_a_round_are_the_same_whatever_trio_came_before() -> None:
    game, rng = Clin9ic(load_deck("lean")), random.Random(8)
    problem = problem_from(game, eager_game(game, rng, 5), 1)
    lagrangian = lagrangian_at(problem, rng, 5)
    near = near_to(lagrangian.deal, 0, problem.lagrangian_places(0, problem.words))
    common, cards = lagrangian.room(0), lagrangian.deal.cards[0]
    assert cards.shared.max() > 1
    for trio, shared in zip(cards.order, cards.shared, strict=True):
        lagrangian.within(0, int(trio), near, common, int(shared))
        alone = lagrangian.room(0)
        lagrangian.within(0, int(trio), near, alone)
        assert all(np.array_equal(one, other) for one, other in zip(common, alone, strict=True))


@pytest.mark.parametrize("goal", [Goal.POPULARITY, Goal.TREATED])
def test_more_people_than_there_ever_was_room_for_are_bounded_by_what_was_made_for_them_only(goal: Goal) -> None:
    """4.7: whoever is there stays. No play leads to such a position, but a file may begin with it."""
    game, state, _ = small_end_game(3, goal, 1)
    few = state._replace(patients=(1, 0, 0, 0))
    crowded = state._replace(patients=(0, 6, 0, 0), doctors=(6, 0, 0, 0), nurses=3, money=9)
    problem = problem_from(game, crowded, 3)
    world, rng = problem.world, random.Random(3)
    poor = problem.lagrangian_deal(0, problem_from(game, few, 3).words, (8, 0), 1)
    made = problem.lagrangian_deal(0, problem.words, (8, 0), 1)
    assert poor.places.patients[0] < 6
    truth = brute_force(problem)
    for deal, known in ((poor, False), (made, True)):
        prices = tuple(some_prices(1, rng, goal) for _ in range(2 if game.counts_popularity else 1))
        found = upper_bound(world, lagrangian_bound(deal, 0, prices).start(0), *problem.words[0])
        assert found == UNKNOWN if not known else truth <= found < UNKNOWN
    search = Search(problem, workers=1)
    relax_all(search)
    assert search.bounds.of(0, problem.words)[0] >= truth


@pytest.mark.parametrize(("looks", "kept"), [(0, 1), (1, 2), (9, 3)])
def test_when_time_is_up_positions_are_covered_at_the_latest_prices_only(looks: int, kept: int) -> None:
    game, state, _ = small_end_game(11, Goal.POPULARITY, 1)
    problem = problem_from(game, state, 11)
    bounds = Search(problem, workers=1).bounds
    for _ in range(3):
        bounds.add_lagrangian(0, problem.words, 0)
    latest = bounds.lagrangian_bounds[-1].prices
    left = iter(range(looks))
    bounds.cover(0, problem.words, lambda: next(left, None) is None)
    assert len(bounds.lagrangian_bounds) == kept
    assert bounds.lagrangian_bounds[-1].prices == latest
    bounds.add_lagrangian(0, problem.words, 0, lambda: True)
    assert len(bounds.lagrangian_bounds) == kept


CROWDED = {"lots": 6, "doctors": (2, 2, 1, 2), "patients": (0, 2, 2, 1)}
CROWDED_TOO = {"lots": 6, "doctors": (2, 1, 2, 2), "patients": (1, 1, 2, 0)}


@pytest.mark.parametrize(
    ("deck", "goal", "level", "options", "people"),
    [
        ("house", Goal.POPULARITY, Level.EASY, Options(), {}),
        ("house", Goal.POPULARITY, Level.EASY, OTHER_RULES, {}),
        ("house", Goal.TREATED, Level.EASY, Options(), {}),
        ("lean", Goal.POPULARITY, Level.DIFFICULT, Options(), CROWDED),
        ("house", Goal.SKILLED, Level.DIFFICULT, Options(), CROWDED_TOO),
    ],
)
def test_what_is_left_out_within_business_is_what_would_be_left_out_after_it(
    deck: str, goal: Goal, level: Level, options: Options, people: dict[str, Any]
) -> None:
    """5.1 to 6.3: every end that two tables let reach an aim is still there, and none that they do not.

    Where it is crowded there are too few dice for some of them, so that people are lost.
    """
    rng, game = random.Random(f"{goal}"), Clin9ic(load_deck(deck), goal, level, options)
    left_out = lost = 0
    for seed in range(6):
        state = eager_game(game, rng, 5)._replace(entrances=2, money=rng.choice((0, 4, 30)), **people)
        problem = problem_from(game, state, seed)
        world, trios, words = problem.world, problem.trios[0], problem.words[0]
        bound_tables = [lagrangian_at(problem, rng, purse).start(1) for purse in (0, 7)]
        if people:  # as if everybody were a burden: who loses people has more hope than who does not
            for prices in (prices for table in bound_tables for prices in (table.prices, table.bankrupt_prices)):
                prices[:8] -= 30
        expander, cut = Expander(problem.world), _open_cutoff(problem)
        for trio, share in product(rng.sample(range(len(trios.actions)), 3), (0.2, 0.5, 0.9)):
            only = type(trios)(*(part[trio : trio + 1] for part in trios))
            full = expander.ends(words, only, full=True, cubes=False)
            before = expander.generated
            ends = expander.ends(words, only, cubes=False)
            bounds = _bounds(world, bound_tables, ends)
            least = float(np.quantile(bounds, share)) - 1e-5  # sums in another order may differ by less
            all_made, before = expander.generated - before, expander.generated
            found, _, _ = expander.best_from_many(
                problem.words, trios, trio, cut._replace(least=least),
                NO_TABLES._replace(end=bound_tables[0], ahead=bound_tables[1]), cubes=False,
            )  # fmt: skip
            left_out += expander.generated - before < all_made
            kept, wanted = {tuple(one) for one in found}, ends[bounds >= least]
            assert {tuple(one) for one in wanted} <= kept
            assert kept <= {tuple(one) for one in np.concatenate([ends, full])}
            assert (_bounds(world, bound_tables, found) >= least).all()
            lost += int((packed.people_of(wanted, packed.DOCTORS) < sum(state.doctors)).sum())
    assert left_out > 0
    assert bool(lost) is bool(people)


def test_a_round_that_outgrows_its_room_when_time_is_up_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing of it is left behind for the next one."""
    game, rng = Clin9ic(load_deck("house")), random.Random(3)
    problem = problem_from(game, eager_game(game, rng, 5)._replace(entrances=2, money=30), 2)
    with monkeypatch.context() as patch:
        for name in ("BITS", "ASKED_BITS"):
            patch.setattr(f"solvers.clin9ic.successors.expander.{name}", 6)
        small, trios = Expander(problem.world), problem.trios[0]
    cut = _open_cutoff(problem)._replace(least=-1e6)

    def asked(expander: Expander, trio: int, *, stop: bool) -> set[tuple[int, ...]]:
        found = expander.best_from_many(problem.words, trios, trio, cut, NO_TABLES, cubes=False, stop=lambda: stop)
        return {tuple(one) for one in found[0]}

    given_up = 0
    for trio in range(len(trios.actions)):
        expected = asked(Expander(problem.world), trio, stop=False)
        if len(expected) <= 1 << 5:
            assert asked(small, trio, stop=False) == expected
            continue
        with pytest.raises(GivenUp):
            asked(small, trio, stop=True)
        given_up += 1
    assert 0 < given_up < len(trios.actions)
    search = Search(problem, workers=1)
    search.solve_relaxation()
    search.expanders = [small]
    first = search._first()._replace(value=np.array([400.0]))
    looks = iter([False, True])  # when it begins, and when there is no room; later there would be time again
    search.stop = lambda: next(looks, False)
    following, left = search._expand_layer(first, 0)
    assert not len(following.words)
    assert left == 400.0
    assert next(looks, None) is None


def _bounds(world: World, bound_tables: list[BoundTable], words: NDArray[np.uint64]) -> NDArray[np.float64]:
    found = np.full(len(words), np.inf)
    for table in bound_tables:
        tighten(world, table, words, found)
    return found


def _open_cutoff(problem: Problem) -> Cutoff:
    """A cutoff whose prices prune nothing."""
    search = Search(problem, workers=1)
    search.solve_relaxation()
    assert search.bounds.solvent is not None
    free = search.bounds.solvent._replace(rest=search.bounds.solvent.rest + 1e9)
    return search.bounds.guided(0, free)
