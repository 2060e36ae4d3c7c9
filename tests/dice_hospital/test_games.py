"""Whole games: nothing that must hold is ever broken, and some sense beats chance."""

from random import Random
from statistics import mean

import pytest

from dice_hospital import DiceHospital, Options, State, Variant
from dice_hospital.state import Phase
from tests.dice_hospital.helpers import EVERY, game, house, steps_of_game
from tests.dice_hospital.invariants import faults

OTHERWISE = Options(**{name: not value for name, value in vars(Options()).items()})
GAMES = [
    game(),
    game("experimental"),
    game("consultant", "admissions nurse"),
    game("opening crisis", "epidemic", "superbug"),
    game("fatality penalty", "report penalty"),
    game(*EVERY),
    DiceHospital(house(), EVERY, OTHERWISE),
]


def final_score(g: DiceHospital, seed: int, player: str) -> int:
    """Play a game with every position checked."""
    state, stops = g.start(), 0
    assert faults(g, state) == []
    for before, step, state in steps_of_game(g, seed, player):
        assert faults(g, state) == [], (faults(g, state), before, step)
        stops += before.phase is Phase.PLACE and state.round != before.round
    assert g.is_over(state)
    assert state.round == g.deck.rounds
    assert g.final_score(state) == sum(g.score_items(state).values())
    return g.final_score(state)


@pytest.mark.parametrize("g", GAMES, ids=range(len(GAMES)))
def test_games_of_all_players(g: DiceHospital) -> None:
    for seed in range(4):
        for player in ("random", "eager", "sensible"):
            final_score(g, seed, player)


def compare(games: int) -> None:
    g = game()
    sensible = [final_score(g, seed, "sensible") for seed in range(games)]
    random = [final_score(g, seed, "random") for seed in range(games)]
    assert mean(sensible) > mean(random) + 40
    assert sorted(sensible)[games // 20] > sorted(random)[-1 - games // 20]


def test_sense_beats_chance() -> None:
    compare(25)


@pytest.mark.slow
def test_500_games_of_both_players() -> None:
    compare(500)


@pytest.mark.slow
def test_500_games_of_every_kind() -> None:
    for seed in range(500):
        final_score(GAMES[seed % len(GAMES)], seed, ("random", "eager", "sensible")[seed % 3])


def check_choices(g: DiceHospital, state: State) -> None:
    """Every listed move is legal, reads back, and leads to a place of its own."""
    assert hash(state) == hash(State(*state))
    if g.is_chance(state):
        assert g.legal_moves(state) == []
        for outcome, _ in g.chances(state)[::20]:
            assert faults(g, g.apply_outcome(state, outcome)) == []
        return
    moves = g.legal_moves(state)
    assert moves
    results = set()
    for move in moves:
        assert g.parse(g.format(move)) == move
        after = g.apply(state, move)
        assert faults(g, after) == [], g.format(move)
        results.add(after)
    assert len(results) == len(moves), "two listed moves lead to the same position"


def test_every_choice_on_the_way() -> None:
    """Every kind of decision and chance is met, some of them often."""
    random, seen = Random(5), set[Phase]()
    for seed in range(100, 124):
        g, player = GAMES[seed % len(GAMES)], ("random", "eager", "sensible")[seed % 3]
        for before, _, _ in steps_of_game(g, seed, player):
            if before.phase not in seen or random.random() < 0.15:
                check_choices(g, before)
                seen.add(before.phase)
    for seed in range(200):
        if seen == set(Phase) - {Phase.OVER}:
            return
        for before, _, _ in steps_of_game(GAMES[2], seed, "eager"):
            if before.phase not in seen:
                check_choices(GAMES[2], before)
                seen.add(before.phase)
    raise AssertionError(f"never met: {set(Phase) - seen}")


def test_every_variant_changes_something() -> None:
    """The same deal is played or scored otherwise with each variant."""
    plain = [after for _, _, after in steps_of_game(game(), 5, "sensible")]
    for variant in Variant:
        g = game(variant)
        played = [after for _, _, after in steps_of_game(g, 5, "sensible")]
        assert (played, g.final_score(plain[-1])) != (plain, game().final_score(plain[-1]))
