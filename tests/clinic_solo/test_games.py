"""Whole games: nothing that must hold is ever broken, and some sense beats chance."""

from itertools import islice
from random import Random
from statistics import mean

import pytest

from clinic_solo import ClinicSolo, State
from clinic_solo.invariants import faults
from clinic_solo.state import Phase
from clinic_solo.tiles import ACTIONS
from tests.clinic_solo.helpers import broken, game, steps_of_game

SIDES = ("3x3", "4x3")


def referee_for(side: str, seed: int) -> ClinicSolo:
    """On the large side every other game is a beginner's."""
    return game(side, expert=side == "3x3" or seed % 2 == 0)


def final_score(side: str, seed: int, player: str) -> int:
    """Play a game with every position checked."""
    referee = referee_for(side, seed)
    state, slots = referee.start(), set[tuple[int, int]]()
    for before, step, state in steps_of_game(referee, seed, player):
        assert not (found := broken(referee, before, state)), (found, before, step)
        if before.phase is Phase.ACTION:
            slots.add((before.round, before.slot))
    assert referee.is_over(state)
    assert len(slots) == 18  # 13.6
    assert state.round == 6
    return referee.final_score(state)


def compare(side: str, games: int) -> None:
    sensible = [final_score(side, seed, "sensible") for seed in range(games)]
    random = [final_score(side, seed, "random") for seed in range(games)]
    assert mean(sensible) > mean(random) + 20
    assert sorted(sensible)[games // 20] > sorted(random)[-1 - games // 20]


@pytest.mark.parametrize("side", SIDES)
def test_both_players_finish_and_sense_beats_chance(side: str) -> None:
    compare(side, 25)


@pytest.mark.slow
@pytest.mark.parametrize("side", SIDES)
def test_500_games_of_both_players(side: str) -> None:
    compare(side, 500)


def check_choices(referee: ClinicSolo, state: State) -> None:
    """Chance sums to 1, every listed move is legal, reads back, and leads to a place of its own."""
    chances = referee.chance_outcomes(state)
    if referee.is_chance(state):
        assert sum(chance for _, chance in chances) == pytest.approx(1)
        assert all(chance > 0 for _, chance in chances)
        for outcome, _ in chances:
            assert not faults(referee, referee.apply_outcome(state, outcome))
        assert not referee.legal_moves(state)
        return
    assert not chances
    listed = list(islice(referee.iter_moves(state), 60))
    assert listed or referee.is_over(state)
    results = set()
    for move in listed:
        assert referee.parse(referee.format(move)) == move
        after = referee.apply(state, move)
        assert not broken(referee, state, after), referee.format(move)
        results.add(after)
    assert len(results) == len(listed), "two listed moves lead to the same position"


def test_every_choice_on_the_way() -> None:
    """Every kind of decision and chance is met, some of them often."""
    random, seen = Random(5), set[Phase]()
    for seed in range(100, 120):
        side, player = SIDES[seed % 4 // 2], ("random", "random", "sensible")[seed % 3]
        referee = referee_for(side, seed)
        for before, _, _ in steps_of_game(referee, seed, player):
            if before.phase not in seen or random.random() < 0.2:
                check_choices(referee, before)
                seen.add(before.phase)
    assert seen == set(Phase) - {Phase.OVER}


def test_an_action_tile_is_used_twice_at_most() -> None:
    referee = game()
    for seed in range(10):
        used: dict[tuple[int, int], int] = {}
        for before, _, after in steps_of_game(referee, seed, "random"):
            if before.phase is Phase.ACTION:
                index = next(i for i in range(len(ACTIONS)) if before.tiles[i] != after.tiles[i])
                used[before.round, index] = used.get((before.round, index), 0) + 1
        assert max(used.values()) == 2


def test_the_same_seed_gives_the_same_game() -> None:
    referee = game()
    one, other = ([after for _, _, after in steps_of_game(referee, 3, "sensible")] for _ in range(2))
    assert one == other
    assert one != [after for _, _, after in steps_of_game(referee, 4, "sensible")]
