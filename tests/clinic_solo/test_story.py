"""A replay tells what really happened: the changes it names add up to those of the tracks."""

from dataclasses import replace

import pytest

from clinic_solo import ClinicSolo
from clinic_solo.moves import TakeBonus
from clinic_solo.story import effect
from tests.clinic_solo.helpers import house, steps_of_game
from tests.told_changes import money_change, popularity_change


def referee(side: str, *, negative: bool, per_dollar: int = 1) -> ClinicSolo:
    deck = house()
    switches = replace(deck.switches, popularity_may_be_negative=negative)
    money = replace(deck.money, popularity_per_dollar=per_dollar)
    return ClinicSolo(replace(deck, switches=switches, money=money), side, "throughput", True)


@pytest.mark.parametrize("player", ["random", "sensible"])
@pytest.mark.parametrize(
    ("side", "negative", "per_dollar"), [("3x3", True, 1), ("3x3", False, 1), ("4x3", False, 2), ("4x3", True, 3)]
)
def test_told_changes_add_up(player: str, side: str, negative: bool, per_dollar: int) -> None:
    setting = referee(side, negative=negative, per_dollar=per_dollar)
    for seed in range(6):
        for before, step, after in steps_of_game(setting, seed, player):
            told = effect(setting, before, step, after)
            assert popularity_change(told) == after.popularity - before.popularity, (seed, step, told)
            if not isinstance(step, TakeBonus):  # tells what the tile gives
                purse = after.money + after.income - before.money - before.income
                assert money_change(told) == purse, (seed, step, told)
