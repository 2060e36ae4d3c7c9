"""Whole games of each ruleset and each pair of them: nothing that must hold is broken, and recorded games replay."""

from itertools import combinations
from pathlib import Path

import pytest

from clinic_solo import ClinicSolo, State
from clinic_solo.deals import Deal
from clinic_solo.gamefile import GameFile, parse, write
from clinic_solo.moves import Build, Care, MovePeople
from clinic_solo.position import DUE
from clinic_solo.registry import RULESETS
from tabletop import files
from tests.clinic_solo.helpers import broken, house, steps_of_game
from tests.clinic_solo.rulesets.golden import GAMES

SIDES = ("3x3", "4x3")
PLAYED: list[tuple[str, ...]] = [(name,) for name in RULESETS] + list(combinations(RULESETS, 2)) + [RULESETS]


def play(played: tuple[str, ...], side: str, seed: int, player: str) -> list[State]:
    """A game with every position and every line of notation checked."""
    game = ClinicSolo(house(), side, "throughput", True, played)
    states, state = list[State](), game.start()
    for before, step, state in steps_of_game(game, seed, player):
        assert not (found := broken(game, before, state)), (found, before, step)
        if isinstance(step, Build | Care | MovePeople):
            assert game.parse(game.format(step)) == step
        states.append(state)
    assert game.is_over(state)
    assert state.round == (7 if "round7" in played else 6)
    return states


@pytest.mark.parametrize("played", PLAYED, ids="-".join)
def test_a_game_of_each_ruleset_and_each_pair(played: tuple[str, ...]) -> None:
    seed = PLAYED.index(played)
    play(played, SIDES[seed % 2], seed, ("curious", "curious", "random", "sensible")[seed % 4])


@pytest.mark.slow
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("played", PLAYED, ids="-".join)
def test_300_games_of_each_ruleset_and_each_pair(played: tuple[str, ...], side: str) -> None:
    for seed in range(300):
        play(played, side, seed, ("random", "sensible", "curious")[seed % 3])


def test_positions_of_rulesets_are_written_and_read_back() -> None:
    game, written = ClinicSolo(house(), "3x3", "throughput", True, RULESETS), 0
    for _, _, state in steps_of_game(game, 0, "curious"):
        marked = state.zombies or state.lying or len(state.tokens) > len(state.conveyors)
        if state.phase in DUE.values() and state.round and marked:
            file = GameFile(game, "house", state, Deal(0), entered=True)
            again = parse(files.parse(write(file), "game.toml"))
            assert (again.start, again.game.rulesets) == (state, tuple(sorted(RULESETS)))
            written += 1
    assert written > 5


@pytest.mark.parametrize("path", GAMES.files, ids=lambda path: path.stem)
def test_recorded_game(path: Path) -> None:
    GAMES.check(path)


def test_every_ruleset_and_three_of_their_combinations_have_a_recorded_game() -> None:
    recorded = {GAMES.read(path)[0].game.rulesets for path in GAMES.files}
    assert {(name,) for name in RULESETS} <= recorded
    assert sum(len(played) > 1 for played in recorded) >= 3


def test_the_recorded_games_use_what_the_rulesets_offer() -> None:
    told = "\n".join(GAMES.read(path)[1]["after"] for path in GAMES.files)
    assert all(f" {word} " in told for word in ("zombies", "lying", "helped", "extinguisher", "blood"))
    assert any(line.split("doctors ")[1].split()[0].count("/") == 4 for line in told.split("\n") if line)
