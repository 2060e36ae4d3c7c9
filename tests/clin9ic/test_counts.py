"""The numbers of legal outcomes in counts/*.toml."""

from pathlib import Path

import pytest

from tests.clin9ic.counts import FOLDER, count, differences, read
from tests.clin9ic.helpers import DECKS

FILES = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts(path: Path) -> None:
    game, expected = read(path)
    found = count(game)
    assert expected
    assert not differences(expected, found), "\n".join(differences(expected, found))


def test_a_difference_says_where() -> None:
    expected = {"all": {"trios": 2}, "arrange x": {"build": 3, "ends": 5}, "arrange y": {"hire": 1}}
    found = {"all": {"trios": 2}, "arrange x": {"build": 4, "ends": 5}, "arrange z": {"hire": 1}}
    assert differences(expected, found) == [
        "arrange x: build: expected 3, found 4",
        "arrange y: hire: expected 1, found None",
        "arrange z: hire: expected None, found 1",
    ]


def test_every_deck_round_and_decision_is_there() -> None:
    games = [read(path) for path in FILES]
    for name in DECKS:
        rounds = {game.start.round for game, _ in games if game.deck == name}
        assert len(rounds) >= 3, name
        assert any(game.start.conveyors for game, _ in games if game.deck == name), name
    kinds = {kind for _, counts in games for line in counts.values() for kind in line}
    assert kinds == {"trios", "outpatient", "build", "hire", "admit", "care", "buy", "lab", "ends"}
