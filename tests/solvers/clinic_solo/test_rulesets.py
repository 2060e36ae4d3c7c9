"""The rulesets of section 14 in the solver: played as the referee plays them, used by the search, and bounded."""

import sys
from collections.abc import Callable
from dataclasses import replace
from random import Random
from types import ModuleType
from typing import Any

import pytest

from clinic_solo import registry
from clinic_solo.colours import Skill
from clinic_solo.deals import Deal
from clinic_solo.moves import BuildExtinguisher, Care, Move
from clinic_solo.referee import ClinicSolo
from clinic_solo.ruleset import Ruleset
from clinic_solo.state import State
from solvers.clinic_solo.bounds.bound import supports as bound_supports
from solvers.clinic_solo.cp_model import schedule_supports
from solvers.clinic_solo.kernel.core import anneal, random_plan
from solvers.clinic_solo.kernel.decode_plan import refereed
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.clinic_solo.kernel.problem import Problem, problem_of
from solvers.clinic_solo.kernel.tables import supports
from solvers.clinic_solo.search.annealing import plan_moves
from solvers.clinic_solo.solve import solve
from solvers.core.budget import Budget
from tests.solvers.clinic_solo.helpers import dealt, played, scores, states_of
from tests.solvers.clinic_solo.odd_decks import HOUSE

ALL = ("extinguishers", "blood", "workaholics", "zombies", "floor4", "round7")
COMBINATIONS = (
    *((name,) for name in ALL),
    ("blood", "zombies"),
    ("blood", "extinguishers", "workaholics", "zombies"),
    ALL,
)
NAMES = ["+".join(rulesets) for rulesets in COMBINATIONS]


def deal_of(rulesets: tuple[str, ...], seed: int) -> Problem:
    return dealt("3x3" if seed % 2 else "4x3", seed, rulesets=rulesets)


def best_moves(problem: Problem, iterations: int, seed: int) -> list[Move]:
    """The best plan of an annealing from the beginning, refereed."""
    start = problem.starts[0]
    plan = random_plan(start, seed)
    best = plan.copy()
    anneal(start, plan, best, iterations, (3.0, 0.4), seed=seed)
    return refereed(problem.known, start.state, plan_moves(problem.game, start, best, 0.0))


@pytest.mark.parametrize("rulesets", COMBINATIONS, ids=NAMES)
def test_the_referee_counts_what_the_core_counts(rulesets: tuple[str, ...]) -> None:
    for seed in range(3):
        problem = deal_of(rulesets, seed)
        start = problem.starts[0]
        for iterations in (0, 2000):
            plan = random_plan(start, seed)
            best = plan.copy()
            promised = anneal(start, plan, best, iterations, (6.0, 1.0), seed=seed).best
            counted, refereed_score = scores(problem, start, best)
            assert promised == counted == refereed_score


def along(rulesets: tuple[str, ...], seed: int) -> None:
    """Plans from positions along a game that is played with some moves at random."""
    random = Random(seed)
    problem = deal_of(rulesets, seed)
    for state in random.sample(states_of(problem, played(problem, random, 0.3))[:-1], 3):
        asked = problem_of(problem.known, state)
        for start in random.sample(asked.starts, min(1, len(asked.starts))):
            if not problem.game.is_over(start.state):
                plan = random_plan(start, seed)
                best = plan.copy()
                anneal(start, plan, best, 300, (6.0, 1.0), seed=seed)
                counted, refereed_score = scores(asked, start, best)
                assert counted == refereed_score


@pytest.mark.parametrize("rulesets", COMBINATIONS, ids=NAMES)
def test_plans_start_anywhere(rulesets: tuple[str, ...]) -> None:
    along(rulesets, 1)


@pytest.mark.slow
@pytest.mark.parametrize("rulesets", COMBINATIONS, ids=NAMES)
def test_plans_start_anywhere_in_many_games(rulesets: tuple[str, ...]) -> None:
    for seed in range(100, 140):
        along(rulesets, seed)


Use = Callable[[ClinicSolo, State, Move, State], bool]
USES: dict[str, Use] = {
    "extinguishers": lambda _game, _before, move, _after: isinstance(move, BuildExtinguisher),
    "blood": lambda _game, _before, move, _after: isinstance(move, Care) and bool(move.donations),
    "workaholics": lambda _game, _before, move, _after: (
        isinstance(move, Care) and any(one.doctor == Skill.PURPLE for one in move.treatments)
    ),
    "zombies": lambda _game, before, _move, after: after.zombies_made > before.zombies_made,
    "floor4": lambda game, _before, _move, after: any(after.grid[4 * game.board.ground :]),
    "round7": lambda _game, before, _move, _after: before.round == 7,
}


@pytest.mark.parametrize("name", ALL)
def test_the_search_uses_each_ruleset(name: str) -> None:
    used = 0
    for seed in (1, 2, 3):
        problem = deal_of((name,), seed)
        moves = best_moves(problem, 150_000 if name in ("floor4", "workaholics") else 20_000, seed)
        states = states_of(problem, moves)
        played_through = zip(states, moves, states[1:], strict=False)
        used += any(USES[name](problem.game, before, move, after) for before, move, after in played_through)
    assert used >= 1


@pytest.mark.parametrize(
    ("name", "changes", "words"),
    [
        ("extinguishers", {"enter_time": 2}, "other than the time of a step"),
        ("blood", {"donations_per_round": 2}, "several donors"),
        ("zombies", {"patients": 3}, "other than two yellow patients"),
    ],
)
def test_what_the_core_does_not_know_of_a_ruleset_is_refused(name: str, changes: dict[str, Any], words: str) -> None:
    numbers: Any = HOUSE.expansions[name]
    expansions = {**HOUSE.expansions, name: replace(numbers, **changes)}
    deck = replace(HOUSE, sha256=repr(changes), expansions=expansions)
    assert words in (supports(ClinicSolo(deck, rulesets=(name,))) or "")
    assert supports(ClinicSolo(deck)) is None


def test_a_ruleset_that_the_engines_do_not_know_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever adds one gets plans of simple players and no bound, until the core and the relaxation know it."""
    game = with_made_up_ruleset(monkeypatch)
    told = {
        supports: "the search by changing plans does not know decks with the rules of ambulances",
        bound_supports: "the relaxation does not know the rules of ambulances",
        schedule_supports: "the exact model of a round does not know decks with the rules of ambulances",
    }
    for refuses, words in told.items():
        assert refuses(game) == words
        assert refuses(ClinicSolo(HOUSE, rulesets=("blood",))) is None


def test_a_game_of_a_ruleset_that_the_engines_do_not_know_has_a_plan_and_no_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = with_made_up_ruleset(monkeypatch)
    known = KnownDeal(game, Deal(3), game.start())
    result = solve(known, known.start, Budget(0.5, 1))
    assert result.best == game.final_score(known.play(known.start, result.moves))
    assert result.bound is None


def with_made_up_ruleset(monkeypatch: pytest.MonkeyPatch) -> ClinicSolo:
    """A game with one that a later version might have, beside one of those that there are."""
    monkeypatch.setattr(registry, "RULESETS", (*registry.RULESETS, "ambulances"))
    made_up = ModuleType("clinic_solo.rulesets.ambulances")
    made_up.RULESET = type("Ambulances", (Ruleset,), {})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, made_up.__name__, made_up)
    return ClinicSolo(HOUSE, rulesets=("ambulances", "blood"))


def test_every_part_knows_the_rules_of_2014() -> None:
    game = ClinicSolo(HOUSE, edition="2014")
    assert supports(game) is None
    assert bound_supports(game) is None
    assert schedule_supports(game) is None


def test_the_exact_model_of_a_round_knows_all_but_workaholics_and_zombies() -> None:
    known = {name for name in ALL if schedule_supports(ClinicSolo(HOUSE, rulesets=(name,))) is None}
    assert known == {"floor4", "round7", "extinguishers", "blood"}
    assert schedule_supports(ClinicSolo(HOUSE, rulesets=tuple(known))) is None
    for rulesets, told in (
        (("zombies", "blood"), "the rules of zombies"),
        (ALL, "the rules of workaholics and zombies"),
    ):
        assert (schedule_supports(ClinicSolo(HOUSE, rulesets=rulesets)) or "").endswith(told)
