"""Whole games of the 2014 edition, alone and with mini-expansions, in which everything holds that must."""

import pytest

from clinic_solo.registry import RULESETS
from tests.clinic_solo.edition2014.helpers import game2014
from tests.clinic_solo.helpers import broken, steps_of_game


def finished(side: str, seed: int, player: str, rulesets: tuple[str, ...] = ()) -> int:
    """A game to its end; how many were treated."""
    referee = game2014(side, rulesets=rulesets)
    for before, step, after in steps_of_game(referee, seed, player):
        assert not broken(referee, before, after), referee.format(step)
        assert referee.is_chance(before) or referee.parse(referee.format(step)) == step
    assert after.round == referee.deck.rounds
    return after.treated


@pytest.mark.parametrize("side", ["3x3", "4x3"])
@pytest.mark.parametrize("player", ["random", "sensible"])
def test_games_are_played_to_the_end(side: str, player: str) -> None:
    treated = [finished(side, seed, player) for seed in range(2)]
    assert player == "random" or min(treated) > 5


@pytest.mark.slow
@pytest.mark.parametrize("side", ["3x3", "4x3"])
@pytest.mark.parametrize("player", ["random", "sensible"])
def test_300_games(side: str, player: str) -> None:
    for seed in range(1_000, 1_300):
        finished(side, seed, player)


@pytest.mark.parametrize("name", RULESETS)
def test_with_each_ruleset(name: str) -> None:
    for player in ("random", "sensible"):
        finished("3x3", 1, player, (name,))


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("player", ["random", "sensible"])
def test_300_games_with_each_ruleset(name: str, player: str) -> None:
    for seed in range(300):
        finished("4x3" if seed % 2 else "3x3", seed, player, (name,))
