"""Recorded games replayed line by line; every shipped deck has one."""

from pathlib import Path

import pytest

from clin9ic import Goal, decks
from clin9ic.gamefile import replay
from tests.clin9ic.golden import FOLDER, positions, read

FILES = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded_game(path: Path) -> None:
    game, expected = read(path)
    lines = expected["after"].strip().split("\n")
    found = positions(game)
    assert len(lines) == len(game.moves)
    for number, (line, after, move) in enumerate(zip(lines, found, game.moves, strict=False), 1):
        assert after == line, f"move {number}, {game.game.format(move.move)}"
    result = replay(game)
    assert result.illegal is None
    assert game.game.is_over(result.state)
    assert game.game.score_items(result.state) == expected["score"]


def test_every_shipped_deck_has_a_recorded_game() -> None:
    recorded = {read(path)[0].deck for path in FILES}
    assert recorded == set(decks.shipped())


def test_the_whole_score_is_recorded_for_every_deck() -> None:
    recorded = {game.deck for game, _ in map(read, FILES) if game.game.goal is Goal.POPULARITY}
    assert recorded == set(decks.shipped())
