"""Recorded games replayed line by line; every shipped deck has one."""

from pathlib import Path

import pytest

from clin9ic import Goal, decks
from tests.clin9ic.golden import GAMES


@pytest.mark.parametrize("path", GAMES.files, ids=lambda path: path.stem)
def test_recorded_game(path: Path) -> None:
    GAMES.check(path)


def test_every_shipped_deck_has_a_recorded_game() -> None:
    recorded = {GAMES.read(path)[0].deck for path in GAMES.files}
    assert recorded == set(decks.shipped())


def test_the_whole_score_is_recorded_for_every_deck() -> None:
    recorded = {game.deck for game, _ in map(GAMES.read, GAMES.files) if game.game.goal is Goal.POPULARITY}
    assert recorded == set(decks.shipped())
