"""The bound against games with rulesets and of the 2014 edition, on both boards: no game beats it."""

from itertools import combinations
from random import Random

import pytest

from clinic_solo.state import Phase
from solvers.clinic_solo.bounds.bound import Bounds
from tests.solvers.clinic_solo.helpers import dealt, played, states_of
from tests.solvers.clinic_solo.test_bounds import check_odd_games, too_low
from tests.solvers.clinic_solo.test_rulesets import ALL, best_moves

Played = tuple[str, ...]
SINGLE: list[Played] = [(name,) for name in ALL]
TESTED: list[tuple[str, Played]] = [
    *(("deluxe", rulesets) for rulesets in (*SINGLE, *combinations(ALL, 2), ALL)),
    *(("2014", rulesets) for rulesets in ((), *SINGLE, ALL)),
]
QUICK = [one for one in TESTED if len(one[1]) != 2]
SIDES = ("3x3", "4x3")


def name_of(tested: tuple[str, Played]) -> str:
    return "+".join((tested[0], *tested[1]))


def check(tested: tuple[str, Played], side: str, seed: int, plans: int, positions: int) -> None:
    """At positions along the best plan of a short search, and along a game with some moves at random."""
    edition, rulesets = tested
    random = Random(seed)
    problem = dealt(side, seed, rulesets=rulesets, edition=edition)
    careless = played(problem, random, random.choice((0.1, 0.3, 1.0)))
    for moves in (best_moves(problem, plans, seed), careless):
        states = states_of(problem, moves)
        late = [state for state in states[:-1] if state.round >= problem.game.deck.rounds - 1]
        some = random.sample(late if positions < 4 else states[:-1], positions)
        assert not too_low(problem, [*some, states[-1]], random), seed


@pytest.mark.parametrize("tested", QUICK, ids=name_of)
def test_no_game_beats_its_bound(tested: tuple[str, Played]) -> None:
    check(tested, SIDES[QUICK.index(tested) % 2], 7, 8_000, 2)


@pytest.mark.slow
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("tested", TESTED, ids=name_of)
def test_no_game_of_many_beats_its_bound(tested: tuple[str, Played], side: str) -> None:
    for seed in range(200, 210):
        check(tested, side, seed, 50_000, 8)


def test_no_game_of_an_odd_deck_of_2014_beats_its_bound() -> None:
    check_odd_games(range(8), 2, "2014")


@pytest.mark.slow
def test_no_game_of_many_odd_decks_of_2014_beats_its_bound() -> None:
    check_odd_games(range(1_000, 1_200), 6, "2014")


def test_late_income_is_counted_when_nothing_else_is_left() -> None:
    """15.10: after care it is known what comes in when popularity has been bought, even where expenses are forgiven."""
    problem = dealt("3x3", 1, edition="2014")
    states = states_of(problem, best_moves(problem, 8_000, 1))
    paid = [state for state in states if state.phase is Phase.POPULARITY and state.round < problem.game.deck.rounds]
    assert paid
    poor = paid[-1]._replace(money=0, popularity=0, income=0)
    less, more = (Bounds(problem.known, poor._replace(late_income=income)).value for income in (0, 300))
    assert less is not None
    assert more is not None
    assert more > less
