"""A replay tells what really happened: the changes it names add up to those of the tracks."""

import pytest

from clin9ic import Clin9ic, Goal
from clin9ic.moves import Buy, Care
from clin9ic.state import Phase
from clin9ic.story import effect
from tests.clin9ic.helpers import clinic, game, position, random_game
from tests.told_changes import money_change, popularity_change

SETTINGS = {
    "floor at 0": game(),
    "below zero": game(popularity_below_zero=True),
    "another goal": game(goal=Goal.DOCTORS),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_told_changes_add_up(name: str) -> None:
    setting = SETTINGS[name]
    for seed in range(12):
        for turn in random_game(setting, seed, eager=seed % 2 == 0):
            told = effect(setting, turn.before, turn.move, turn.after)
            assert popularity_change(told) == turn.after.popularity - turn.before.popularity, (seed, told)
            purse = turn.after.money + turn.after.earned - turn.before.money - turn.before.earned
            assert money_change(told) == purse, (seed, told)


def end_of_round(setting: Clin9ic, popularity: int, patients: tuple[int, int, int, int], move: Buy | Care) -> list[str]:
    phase = Phase.BUY if isinstance(move, Buy) else Phase.CARE
    before = position(setting, phase=phase, popularity=popularity, patients=patients, money=0, round=3)
    return effect(setting, before, move, setting.apply(before, move))


@pytest.mark.parametrize(("popularity", "cost"), [(9, " (−6 popularity)"), (4, " (−4 popularity)"), (0, "")])
def test_deaths_cost_no_more_than_there_is(popularity: int, cost: str) -> None:
    """6.2 with 4.6: three patients die, for two points each as long as there are any."""
    told = end_of_round(clinic("... ... ..."), popularity, (0, 0, 0, 3), Buy(0))
    assert told[-1].endswith(f"3 patients die{cost}")


def test_games_that_lose_what_they_do_not_have_are_among_them() -> None:
    """Otherwise the test above would say little: refusals, deaths and expenses on a track near 0."""
    setting, told = SETTINGS["floor at 0"], list[str]()
    for seed in range(12):
        for turn in random_game(setting, seed, eager=seed % 2 == 0):
            told += effect(setting, turn.before, turn.move, turn.after)
    for words in ("refusing costs", "for the rest", "forgiven", "die"):
        assert any(words in line for line in told), words
