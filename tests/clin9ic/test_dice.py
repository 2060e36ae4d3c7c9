"""Section 2 against dice laid one after the other."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clin9ic import Clin9ic, Level, State
from clin9ic.care import care
from clin9ic.dice import least_dice, least_layout, trackable
from clin9ic.moves import Care
from clin9ic.notation import parse_move
from tabletop.colours import COLOURS, Counts
from tests.clin9ic import naive
from tests.clin9ic.helpers import caring, clinic, game, refused

few = st.tuples(*[st.integers(0, 9)] * 4)


def four(numbers: tuple[int, ...]) -> Counts:
    a, b, c, d = numbers
    return (a, b, c, d)


def test_least_dice_of_all_small_counts() -> None:
    table = naive.dice_needed(10)
    assert len(table) == 94**2  # 94 ways to split up to 10 people into four colours, for each side
    wrong = {pair: dice for pair, dice in table.items() if least_dice(four(pair[0]), four(pair[1])) != dice}
    assert not wrong


def test_trackable_is_least_dice_within_reach() -> None:
    for (doctors, patients), dice in naive.dice_needed(8).items():
        for at_hand in (4, 5):
            assert trackable(four(doctors), four(patients), at_hand) == (dice <= at_hand), (doctors, patients)


@pytest.mark.parametrize("doctors", set(permutations((3, 1, 1, 0))))
def test_colours_do_not_matter(doctors: tuple[int, ...]) -> None:
    for patients in set(permutations((2, 2, 1, 0))):
        assert least_dice(four(doctors), four(patients)) == least_dice((3, 1, 1, 0), (2, 2, 1, 0))


@given(few, few)
def test_layout_shows_the_counts_with_the_least_dice(doctors: Counts, patients: Counts) -> None:
    layout = least_layout(doctors, patients)
    assert len(layout) == least_dice(doctors, patients)
    assert all(1 <= die.value <= 6 for die in layout)
    assert all(die.doctor is not None or die.patient is not None for die in layout)
    assert tuple(sum(d.value for d in layout if d.doctor is colour) for colour in COLOURS) == doctors
    assert tuple(sum(d.value for d in layout if d.patient is colour) for colour in COLOURS) == patients
    crossings = [die.doctor is not None and die.patient is not None for die in layout]
    assert crossings == sorted(crossings, reverse=True)


def test_fewer_people_may_need_more_dice() -> None:
    """Why the order of treatments matters: the counts in between must be shown too."""
    assert least_dice((2, 2, 2, 2), (2, 2, 2, 2)) == 4
    assert least_dice((2, 2, 2, 2), (2, 2, 2, 1)) == 5


def test_difficult_has_four_dice() -> None:
    rooms = clinic("TTT T.. ...").deck
    for level, dice in ((Level.EASY, 5), (Level.MEDIUM, 5), (Level.DIFFICULT, 4), (Level.GRANDMASTER, 5)):
        assert game(rooms, level=level).dice == dice
    five, four_dice = game(rooms), game(rooms, level=Level.DIFFICULT)
    people = (2, 2, 2, 2)
    with_five = caring(five, doctors=people, patients=people)
    with_four = caring(four_dice, doctors=people, patients=people)
    assert after_care(five, with_five) == (2, 2, 2, 1)
    refused(four_dice, with_four, "care red by red", "2.3")
    assert [four_dice.format(move) for move in four_dice.legal_moves(with_four)] == ["care nobody"]


def after_care(g: Clin9ic, state: State) -> Counts:
    move = parse_move("care red by red")
    assert isinstance(move, Care)
    return care(g, state, move).patients
