"""The numbers of activations and of their ends in counts/*.toml."""

from pathlib import Path

import pytest

from dice_hospital.gamefile import replay
from tests.dice_hospital.counts import FOLDER, count, differences, read

FILES = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts(path: Path) -> None:
    file, expected = read(path)
    found = count(file)
    assert expected
    assert not differences(expected, found), "\n".join(differences(expected, found))
    wasted = found["ends"] - found["ends by lean moves"]  # on colours for nothing, where dice may be rolled after it
    assert wasted == 0 or (wasted > 0 and file.game.variants)


def test_a_difference_says_where() -> None:
    assert differences({"ends": 2, "bag: r3": 5}, {"ends": 2, "bag: r3": 4, "stop": 1}) == [
        "bag: r3: expected 5, found 4",
        "stop: expected None, found 1",
    ]


def test_bags_groups_rolls_and_specialists_are_there() -> None:
    starts = [replay(read(path)[0]).state for path in FILES]
    assert {state.blood_bags for state in starts} >= {0, 1, 2}
    assert sum(bool(state.departments) for state in starts) >= 3
    assert sum(bool(state.specialists) for state in starts) >= 5
    assert len({read(path)[0].game.variants for path in FILES}) >= 3
