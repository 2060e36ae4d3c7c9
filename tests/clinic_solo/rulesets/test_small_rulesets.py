"""Floor 4, the seventh round, and the switches that came with the rulesets."""

from dataclasses import replace

import pytest

from clinic_solo import ClinicSolo
from clinic_solo.hire import price
from clinic_solo.moves import NO_COLOUR
from clinic_solo.state import Phase
from clinic_solo.tiles import Person
from tabletop.moves import IllegalMove
from tests.clinic_solo.helpers import at, door, house, moving, play, position
from tests.clinic_solo.rulesets.test_rules import DEAD, FLOOR, R, W, having


def test_floor_4() -> None:
    game = having("floor4")
    tower = ["Hp S . / . . . / . . .", "S Hp . / . . . / . . .", "Hp T . / . . . / . . .", "L Hp . / . . . / . . ."]
    state = position(game, tower, money=50, left=9)
    bill = {"supply 4b1": 4, "treatment 4a1": 6, "hub cardiology 4a1": 6, "helipad 4a1": 6}
    assert {what: 50 - play(game, state, f"build {what}").money for what in bill} == bill
    assert game.goal.floor == 4
    top = position(game, [*tower[:3], "Hp S . / . . . / . . .", "T Hp . / . . . / . . ."])
    assert not game.goal_met(top)  # the supply room is not beside it
    good = position(game, [*tower[:3], "S Hp . / . . . / . . .", "T Hp . / . . . / . . ."])
    assert game.goal_met(good)
    assert game.score_items(good)["treatment rooms"] == 8
    assert having().deck.floors == 4


def test_round_7() -> None:
    game = having("round7")
    assert game.deck.rounds == 7
    state = position(game, ["S . . / T . . / Hp . ."], phase=Phase.POPULARITY, round=6, slot=3, university=(R,))
    after = play(game, state, "buy 0")
    assert (after.round, after.phase, after.nurses_offered) == (7, Phase.ACTION, 1)  # [decision r7-nurses]
    hiring = after._replace(phase=Phase.HIRE, helper_due=True)
    assert price(game, hiring, Person.NURSE, NO_COLOUR) == 2
    assert game.is_over(play(game, state._replace(round=7), "buy 0"))


def test_free_entrance_change() -> None:
    free = having(free_entrance_change=True)
    floors = ["S T . / Hp . . / Hc . ."]
    fields = {"entrances": door(free, "Wa2", "Wa3"), "doctors": ((at(free, "Wa3"), W),)}
    state = moving(free, floors, **fields)
    assert play(free, state, "move doctor white Wa3 > 0a2").time == 1
    assert play(having(), state, "move doctor white Wa3 > 0a2").time == 2


def test_second_building_scores_by_the_switch() -> None:
    floors = ["Hp . Hc / . . T / . . S"]
    lenient = having(second_building=True)
    state = position(lenient, floors)
    assert lenient.score_items(state)["buildings"] == 8
    assert having().score_items(state)["buildings"] == 0
    one = position(lenient, ["Hp T S / . . . / . . ."])
    assert lenient.score_items(one)["buildings"] == 0


def test_a_deck_without_the_numbers_is_refused() -> None:
    bare = replace(house(), expansions={})
    with pytest.raises(ValueError, match=r"no table \[expansion.zombies\]"):
        ClinicSolo(bare, "3x3", "throughput", True, ("zombies",))
    with pytest.raises(ValueError, match="ruleset 'ghosts' is unknown"):
        ClinicSolo(house(), "3x3", "throughput", True, ("ghosts",))
    with pytest.raises(IllegalMove):
        having().apply(
            moving(having(), FLOOR, doctors=((at(having(), "Sa3"), W),)), DEAD.parse("move zombie 0a1 > 0a2")
        )
