"""Which weights a game is played by: those of the deck most like its own, with the nearest number of dice."""

from dataclasses import replace

import pytest

from clin9ic import Clin9ic, Deck, Goal, Level, load_deck
from clin9ic.cards import FloorCard
from clin9ic.state import ROUNDS
from solvers.clin9ic.value_function.features import COLUMNS
from solvers.clin9ic.value_function.fit import game_of
from solvers.clin9ic.value_function.fitted import SETS, WeightSet, set_for, shipped, spread_of, unlike


@pytest.mark.parametrize(
    ("deck", "level", "expected"),
    [
        ("rulebook", Level.MEDIUM, WeightSet("rulebook", 5)),
        ("rulebook", Level.DIFFICULT, WeightSet("rulebook", 4)),
        ("house", Level.GRANDMASTER, WeightSet("house", 5)),
        ("house", Level.DIFFICULT, WeightSet("house", 5)),  # there is none with four dice
        ("lean", Level.EASY, WeightSet("rulebook", 5)),
        ("lean", Level.DIFFICULT, WeightSet("rulebook", 4)),
    ],
)
def test_the_set_of_a_shipped_deck(deck: str, level: Level, expected: WeightSet) -> None:
    assert set_for(Clin9ic(load_deck(deck), level=level)) == expected


def own(deck: Deck) -> Deck:
    """The same cards as somebody else may type them in: other names, another order, one room seen otherwise."""
    first, *others = deck.floors
    a = replace(first.a, grid=("...", "TR.", "HS."))
    floors = (*others, FloorCard("mine", a, first.b))
    return Deck("mine", floors, deck.actions[::-1], (("all", "read off my own cards"),), "mine")


@pytest.mark.parametrize("name", ["house", "rulebook"])
def test_an_owners_deck_has_the_weights_of_the_deck_most_like_it(name: str) -> None:
    deck = load_deck(name)
    assert (unlike(deck, deck), unlike(deck, own(deck))) == (0, 2)  # an empty space less, a triage more
    assert set_for(Clin9ic(own(deck))).deck == name


def test_likeness_is_mutual() -> None:
    decks = [load_deck(name) for name in ("house", "lean", "rulebook")]
    for one in decks:
        for other in decks:
            assert unlike(one, other) == unlike(other, one)
            assert (unlike(one, other) == 0) is (one is other)


@pytest.mark.parametrize("which", SETS, ids=lambda which: which.file)
@pytest.mark.parametrize("goal", Goal)
def test_every_set_has_every_goal_and_round(which: WeightSet, goal: Goal) -> None:
    game = game_of(which, goal)
    assert (game.deck.name, game.dice, game.goal) == (which.deck, which.dice, goal)
    assert set_for(game) == which
    weights, spread = shipped(game), spread_of(game)
    assert set(weights) == set(spread) == set(range(2, ROUNDS + 1))
    assert all(row.shape == (COLUMNS,) for row in weights.values())
    assert all(deviation > 0 for _, deviation in spread.values())
