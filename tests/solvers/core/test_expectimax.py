"""Expectimax against plain recursion, to the last digit, on made-up games and on the last rounds of small clinics."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import fsum, inf
from random import Random
from typing import Any, NamedTuple
from zlib import crc32

import pytest

from clin9ic import Clin9ic, Goal
from clin9ic.cards import ActionCard, ActionSide
from clin9ic.state import Phase
from solvers.core.expectimax import ChanceNotListed, Expectation, Search, Valued, expectimax
from solvers.core.result import Status
from tests.clin9ic.helpers import deck, game, position, section, side
from tests.sketches import Sketch
from tests.toy_game import NightWard, Roll, Ward

Utility = Callable[[float], float]


def reaching(target: float) -> Utility:
    """The utility whose expectation is the probability of scoring at least so much."""
    return lambda score: float(score >= target)


def at_the_end(rules: Any, utility: Utility) -> Callable[[Any], float]:
    return lambda state: utility(rules.final_score(state))


def plain(
    rules: Any,
    state: Any,
    utility: Utility = float,
    depth: int | None = None,
    leaf: Callable[[Any], float] | None = None,
) -> float:
    """Expectimax as a textbook has it."""
    if rules.is_over(state):
        return utility(rules.final_score(state))
    if rules.is_chance(state):
        if depth == 0:
            assert leaf is not None
            return leaf(state)
        less = None if depth is None else depth - 1
        return fsum(
            chance * plain(rules, rules.apply_outcome(state, outcome), utility, less, leaf)
            for outcome, chance in rules.chance_outcomes(state)
        )
    return max(plain(rules, rules.apply(state, move), utility, depth, leaf) for move in rules.legal_moves(state))


def remembered(rules: Any, utility: Utility = float) -> Callable[[Any], float]:
    """The same, each position once, where trying everything anew would take too long."""

    @cache
    def value(state: Any) -> float:
        if rules.is_over(state):
            return utility(rules.final_score(state))
        if rules.is_chance(state):
            drawn = [(rules.apply_outcome(state, outcome), chance) for outcome, chance in rules.chance_outcomes(state)]
            return fsum(chance * value(after) for after, chance in drawn)
        return max(value(rules.apply(state, move)) for move in rules.legal_moves(state))

    return value


def loosened(value: Callable[[Any], float], most: float) -> Callable[[Any], tuple[float, float]]:
    """True bounds of random looseness, from the value itself."""

    def bounds(state: Any) -> tuple[float, float]:
        random = Random(crc32(repr(state).encode()))  # a hash would differ from run to run
        return value(state) - most * random.random(), value(state) + most * random.random()

    return bounds


# --- made-up games ------------------------------------------------------------------------------------------------


class Spot(NamedTuple):
    level: int
    number: int


class Ways(NamedTuple):
    chance: bool
    ways: tuple[int, ...]
    weights: tuple[float, ...]
    score: int


@cache
def ways(seed: int, width: int, state: Spot) -> Ways:
    random = Random(f"{seed} {state.level} {state.number}")
    number = random.randint(1, 4)
    found = tuple(random.randrange(width) for _ in range(number))
    # Every other game begins with a decision.
    chance = random.random() < 0.5 and (state.level > 0 or seed % 2 == 1)
    return Ways(chance, found, tuple(random.random() for _ in found), random.randint(-20, 60))


@dataclass(frozen=True)
class Maze(Sketch):
    """Decisions and draws at random, with ways that join again; the score is that of the last spot."""

    seed: int
    levels: int = 7
    width: int = 6

    def _ways(self, state: Spot) -> Ways:
        return ways(self.seed, self.width, state)

    def is_over(self, state: Spot) -> bool:
        return state.level == self.levels

    def is_chance(self, state: Spot) -> bool:
        return not self.is_over(state) and self._ways(state).chance

    def legal_moves(self, state: Spot) -> Sequence[int]:
        return self._ways(state).ways

    def apply(self, state: Spot, move: int) -> Spot:
        return Spot(state.level + 1, move)

    def chance_outcomes(self, state: Spot) -> list[tuple[int, float]]:
        _, found, weights, _ = self._ways(state)
        return [(way, weight / sum(weights)) for way, weight in zip(found, weights, strict=True)]

    def apply_outcome(self, state: Spot, outcome: int) -> Spot:
        return Spot(state.level + 1, outcome)

    def final_score(self, state: Spot) -> int:
        return self._ways(state).score


@pytest.mark.parametrize("utility", [float, reaching(25)], ids=["score", "target"])
def test_equal_to_plain_recursion_on_made_up_games(utility: Utility) -> None:
    saved = 0
    for seed in range(40):
        rules, start = Maze(seed), Spot(0, 0)
        expected, value = plain(rules, start, utility), remembered(rules, utility)
        full = expectimax(rules, start, utility=at_the_end(rules, utility))
        assert full.value == expected
        assert full.status is Status.OPTIMAL
        for most in (0.0, 0.3, 10.0, 1000.0):
            pruned = expectimax(rules, start, utility=at_the_end(rules, utility), bounds=loosened(value, most))
            assert pruned.value == expected
            saved += full.positions - pruned.positions
    assert saved > 0


def knows_some(value: Callable[[Any], float]) -> Callable[[Any, float], Valued | None]:
    """Another engine, which knows some positions, and of others that they do not matter."""

    def solved(state: Any, floor: float) -> Valued | None:
        kind = crc32(repr(state).encode()) % 3
        if kind == 0:
            return None
        if kind == 1 or value(state) > floor:
            return Valued(value(state))
        return Valued((value(state) + floor) / 2 if floor < inf else value(state), exact=False)

    return solved


@pytest.mark.parametrize("bounded", [True, False])
def test_what_another_engine_knows_changes_nothing(bounded: bool) -> None:
    saved = 0
    for seed in range(40):
        rules, start = Maze(seed), Spot(0, 0)
        expected, value = plain(rules, start), remembered(rules)
        bounds = loosened(value, 5.0) if bounded else None
        alone = expectimax(rules, start, bounds=bounds)
        found = expectimax(rules, start, bounds=bounds, solved=knows_some(value))
        assert found.value == pytest.approx(expected, abs=1e-9)
        saved += alone.positions - found.positions
    assert saved > 0


def test_only_what_exceeds_the_floor_is_looked_for() -> None:
    below = 0
    for seed in range(40):
        rules, start = Maze(seed), Spot(0, 0)
        expected, value = plain(rules, start), remembered(rules)
        for floor in (expected - 1, expected, expected + 3):
            found = expectimax(
                rules, start, bounds=loosened(value, 5.0), solved=knows_some(value), floor=floor
            )  # fmt: skip
            assert found.at_most is not None
            assert found.at_most >= expected - 1e-9
            if floor < expected:
                assert found.value == pytest.approx(expected, abs=1e-9)
            if floor > expected:
                assert found.value is None or found.value == pytest.approx(expected, abs=1e-9)
                below += found.status is Status.UNKNOWN
    assert below > 20


@dataclass(frozen=True)
class Fair(Maze):
    """A maze of three levels in which everything is as likely: values are multiples of 1/12³."""

    levels: int = 3
    width: int = 3

    def chance_outcomes(self, state: Spot) -> list[tuple[int, float]]:
        found = self._ways(state).ways
        return [(way, 1 / len(found)) for way in found]


def test_moves_that_are_no_better_are_given_up_where_values_lie_apart() -> None:
    saved = 0
    for seed in range(200):
        rules, start = Fair(seed), Spot(0, 0)
        value = remembered(rules)
        loose = loosened(value, 0.0)
        every = expectimax(rules, start, bounds=loose)
        fewer = expectimax(rules, start, bounds=loose, gain=0.5 / 12**3)
        assert every.value == pytest.approx(value(start), abs=1e-9)
        assert fewer.value == pytest.approx(value(start), abs=1e-9)
        saved += every.positions - fewer.positions
    assert saved > 0


@pytest.mark.parametrize("bounded", [True, False])
def test_every_move_has_its_value_and_the_best_is_best(bounded: bool) -> None:
    moves = 0
    for seed in range(0, 60, 2):
        rules, start = Maze(seed), Spot(0, 0)
        bounds = loosened(remembered(rules), 5.0) if bounded else None
        found = expectimax(rules, start, bounds=bounds, every_move=True)
        values = {move: plain(rules, rules.apply(start, move)) for move in rules.legal_moves(start)}
        assert [(each.move, each.value) for each in found.moves] == [
            (move, values[move]) for move in rules.legal_moves(start)
        ]
        assert found.best is not None
        assert values[found.best] == found.value == max(values.values())
        only_best = expectimax(rules, start, bounds=bounds)
        assert only_best.best is not None
        assert values[only_best.best] == only_best.value == found.value
        moves += len(values)
    assert moves > 30


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_a_horizon_in_draws(depth: int) -> None:
    def leaf(state: Spot) -> float:
        return state.number * 3 - state.level

    for seed in range(40):
        rules = Maze(seed)
        found = expectimax(rules, Spot(0, 0), depth=depth, leaf=leaf)
        assert found.value == plain(rules, Spot(0, 0), depth=depth, leaf=leaf)
        assert found.value == expectimax(rules, Spot(0, 0), depth=depth, leaf=leaf).value
        loose = expectimax(rules, Spot(0, 0), depth=depth, leaf=leaf, bounds=lambda _: (-100, 100))
        assert found.value == loose.value
        assert found.status is (Status.FEASIBLE if found.estimates else Status.OPTIMAL)
        assert (found.at_most is None) == (found.estimates > 0)  # an estimate bounds nothing
    with pytest.raises(ValueError, match="needs a value"):
        expectimax(Maze(3), Spot(0, 0), depth=0)


def test_a_horizon_by_position() -> None:
    """The value of the positions at the horizon being exact, the value is too, but it is not called so."""
    for seed in range(20):
        rules = Maze(seed)
        found = expectimax(
            rules,
            Spot(0, 0),
            horizon=lambda state: state.level == 4,
            leaf=lambda state, r=rules: plain(r, state),  # type: ignore[misc]
        )
        assert found.value == plain(rules, Spot(0, 0))
        assert found.status is Status.FEASIBLE


def test_values_in_fractions_are_exact() -> None:
    ward = NightWard(rounds=1)

    def chances(state: Ward) -> list[tuple[Roll, Fraction]]:
        alike = {True: Fraction(1, 36), False: Fraction(2, 36)}
        return [(roll, alike[len(set(roll.patients)) == 1]) for roll, _ in ward.chance_outcomes(state)]

    def pips(state: Ward) -> Any:
        return Fraction(sum(state.waiting), 5)

    def rolled(state: Ward) -> bool:
        return bool(state.waiting)

    exact = Search(ward, leaf=pips, horizon=rolled, chances=chances).value(ward.start()).value
    assert isinstance(exact, Fraction)
    assert exact == Fraction(7, 5)
    assert Search(ward, leaf=pips, horizon=rolled).value(ward.start()).value == pytest.approx(7 / 5)


def test_bounds_save_most_of_a_wide_game() -> None:
    """With true bounds a move is dropped without a look into it, and a draw as soon as it cannot recover."""
    rules = Maze(4, levels=9, width=40)
    full = expectimax(rules, Spot(0, 0))
    pruned = expectimax(rules, Spot(0, 0), bounds=loosened(remembered(rules), 1.0))
    assert pruned.value == full.value
    assert pruned.positions < full.positions / 2


@dataclass(frozen=True)
class Queue(Sketch):
    """One decision after the other, far more than Python's stack holds, and a draw at the end."""

    length: int

    def is_over(self, state: tuple[int, int]) -> bool:
        return state[0] > self.length

    def is_chance(self, state: tuple[int, int]) -> bool:
        return state[0] == self.length

    def legal_moves(self, state: tuple[int, int]) -> Sequence[int]:
        return (0, 1) if state[1] < 3 else (0,)

    def apply(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (state[0] + 1, state[1] + move)

    def chance_outcomes(self, state: tuple[int, int]) -> Any:  # noqa: ARG002
        return [(0, 0.5), (2, 0.5)]

    def apply_outcome(self, state: tuple[int, int], outcome: int) -> tuple[int, int]:
        return (state[0] + 1, state[1] + outcome)

    def final_score(self, state: tuple[int, int]) -> int:
        return state[1]


def test_long_rounds_do_not_exhaust_the_stack() -> None:
    found = expectimax(Queue(5 * sys.getrecursionlimit()), (0, 0))
    assert found.value == 4.0


# --- limits and refusals ------------------------------------------------------------------------------------------


def test_a_search_that_meets_its_limit_says_unknown() -> None:
    rules = Maze(4, levels=9, width=40)
    value = plain(rules, Spot(0, 0))
    answers: list[Expectation[int]] = []
    for positions in (1, 20, 100, 400):
        for bounds in (None, loosened(remembered(rules), 5.0)):
            answers.append(expectimax(rules, Spot(0, 0), positions=positions, bounds=bounds, every_move=True))
    for answer in answers:
        if answer.status is Status.UNKNOWN:
            assert answer.value is None
            assert answer.at_least is None or answer.at_least <= value
            assert answer.at_most is None or answer.at_most >= value
        else:
            assert answer.value == value
    assert answers[0].status is Status.UNKNOWN
    assert answers[0].best is None
    assert answers[1].at_most is not None
    assert expectimax(Queue(5_000), (0, 0), stop=lambda: True).status is Status.UNKNOWN
    drawn = expectimax(Maze(1), Spot(0, 0), positions=1, bounds=lambda _: (-20, 60))
    assert (drawn.status, drawn.at_least, drawn.at_most) == (Status.UNKNOWN, -20, 60)


class Silent(Queue):
    def chance_outcomes(self, state: tuple[int, int]) -> Any:  # noqa: ARG002
        return None


class Lopsided(Queue):
    def chance_outcomes(self, state: tuple[int, int]) -> Any:  # noqa: ARG002
        return [(0, 0.5), (2, 0.4)]


class Empty(Queue):
    def chance_outcomes(self, state: tuple[int, int]) -> Any:  # noqa: ARG002
        return []


class Mute(Sketch):
    """A game that is played, but draws behind a curtain."""

    def is_over(self, state: int) -> bool:
        return state > 3

    def is_chance(self, state: int) -> bool:
        return state == 3

    def legal_moves(self, state: int) -> list[int]:  # noqa: ARG002
        return [1]

    def apply(self, state: int, move: int) -> int:
        return state + move


def test_games_without_listed_chance_are_refused() -> None:
    with pytest.raises(ChanceNotListed, match="Mute does not list its chance outcomes"):
        expectimax(Mute(), 0)  # type: ignore[arg-type]
    with pytest.raises(ChanceNotListed, match="Silent does not list"):
        expectimax(Silent(2), (0, 0))
    with pytest.raises(ChanceNotListed, match=r"sum to 0\.9, not to 1"):
        expectimax(Lopsided(2), (0, 0))
    with pytest.raises(ChanceNotListed, match="not to 1"):
        expectimax(Empty(2), (0, 0))


def test_a_position_without_moves_is_a_fault_of_the_game() -> None:
    class Stuck(Queue):
        def legal_moves(self, state: tuple[int, int]) -> Sequence[int]:  # noqa: ARG002
            return ()

    with pytest.raises(ValueError, match="no legal move"):
        expectimax(Stuck(2), (0, 0))


def test_a_finished_game_is_worth_its_score() -> None:
    assert expectimax(Queue(0), (1, 3)) == Expectation(Status.OPTIMAL, 3.0, None, (), 3.0, 3.0, 1, 0)


# --- reduced games of Clin9ic -------------------------------------------------------------------------------------

CARDS = ("admit y o / y o", "hire N D / D N", "build w O / O w")
NO_BUILDING = ("hire D D / D D", "admit y y / y y", "admit o o / o o")  # a doctor comes only through the first section


def plain_cards(*sections: str) -> tuple[ActionCard, ...]:
    """Three action cards with the same section on all their halves: a round has 7 different trios, not 40."""
    sides = [ActionSide(section(text), section(text)) for text in sections]
    return tuple(ActionCard(f"a{number}", one, one) for number, one in enumerate(sides, 1))


def small_game(grid: str, goal: Goal = Goal.POPULARITY, cards: Sequence[str] = CARDS) -> Clin9ic:
    floors = deck(side(grid))
    return game(replace(floors, actions=plain_cards(*cards), sha256=f"{grid} {cards}"), goal)


LAST_ROUNDS: dict[str, tuple[str, Goal, dict[str, Any]]] = {
    "one bed": ("... T.. HS.", Goal.POPULARITY, {"money": 1, "entrances": 2}),
    "laboratory": ("... TL. HS.", Goal.POPULARITY, {"money": 1, "entrances": 2, "doctors": (1, 1, 0, 0)}),
    "outpatients": ("... TX. HO.", Goal.POPULARITY, {"patients": (0, 1, 0, 0), "doctors": (1, 1, 0, 0)}),
    "garden": ("... T.. H.G", Goal.POPULARITY, {"money": 2}),
    "doctors": ("... T.. HS.", Goal.DOCTORS, {"money": 1, "entrances": 2}),
    "treated": ("... T.. HS.", Goal.TREATED, {"entrances": 2, "doctors": (1, 1, 0, 0)}),
}


@pytest.mark.parametrize("name", LAST_ROUNDS)
def test_the_last_round_of_a_small_clinic(name: str) -> None:
    grid, goal, fields = LAST_ROUNDS[name]
    rules = small_game(grid, goal)
    start = position(rules, "f1", round=6, **{"money": 0, **fields})
    score = plain(rules, start)
    for utility, expected in ((float, score), (reaching(score), plain(rules, start, reaching(score)))):
        bounds = loosened(remembered(rules, utility), 2.0)
        for limits in (None, bounds):
            found = expectimax(rules, start, utility=at_the_end(rules, utility), bounds=limits)
            assert found.value == expected
            assert found.status is Status.OPTIMAL
    assert 0 < expected <= 1


@pytest.mark.parametrize("utility", [float, reaching(11)], ids=["score", "target"])
def test_the_last_two_rounds_of_a_tiny_clinic(utility: Utility) -> None:
    """One floor, a dollar, nothing to build, a patient, and a doctor who comes in two of three orders of the cards."""
    rules = small_game("... T.. H..", cards=NO_BUILDING)
    start = position(rules, "f1", round=5, money=1, patients=(0, 1, 0, 0), nurses=1)
    value = remembered(rules, utility)
    full = expectimax(rules, start, utility=at_the_end(rules, utility))
    pruned = expectimax(rules, start, utility=at_the_end(rules, utility), bounds=loosened(value, 0.5))
    assert full.value == pruned.value == value(start)
    assert pruned.positions < full.positions / 2
    assert utility is float or full.value == pytest.approx(2 / 3)


def test_the_decision_of_the_last_round_but_one() -> None:
    """From a decision on: all moves are valued, and to look one draw ahead with the true value is the same."""
    rules = small_game("... T.. H..", cards=NO_BUILDING)
    start = position(rules, "f1", round=5, money=0, phase=Phase.CARE, nurses=1)
    value = remembered(rules)
    found = expectimax(rules, start, every_move=True)
    assert [(each.move, each.value) for each in found.moves] == [
        (move, value(rules.apply(start, move))) for move in rules.legal_moves(start)
    ]
    assert len(found.moves) > 1
    assert found.value == value(start)
    near = expectimax(rules, start, depth=0, leaf=value)
    assert (near.value, near.status) == (found.value, Status.FEASIBLE)


def test_the_hidden_floor_card_is_a_draw() -> None:
    """3.1: who builds a floor now does not know which of two cards comes next, and each may come."""
    floors = deck(side("... T.. H.."), side("... ... ..."), side("... ... T.."), side("... ... .O."))
    rules = game(replace(floors, actions=plain_cards("build N N / N N", "admit N N / N N", "admit N N / N N")))
    start = position(rules, "f1", round=6, money=6, unknown=True, stack=("f2", "f3", "f4"))
    value = remembered(rules)
    assert expectimax(rules, start).value == value(start)
    assert expectimax(rules, start, bounds=loosened(value, 1.0)).value == value(start)
    known = [value(start._replace(stack=("f2", *order), unknown=False)) for order in (("f3", "f4"), ("f4", "f3"))]
    assert value(start) <= fsum(known) / 2  # knowing more never hurts
