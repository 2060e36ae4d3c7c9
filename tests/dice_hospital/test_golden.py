"""Recorded games replayed line by line; every variant has one."""

from pathlib import Path

import pytest

from dice_hospital import Variant
from dice_hospital.gamefile import replay
from tests.dice_hospital.golden import FOLDER, positions, read

FILES = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded_game(path: Path) -> None:
    file, expected = read(path)
    lines, found = expected["after"].strip().split("\n"), positions(file)
    for number, (line, after) in enumerate(zip(lines, found, strict=False), 1):
        assert after == line, f"step {number}"
    assert len(lines) == len(found)
    result = replay(file)
    assert result.illegal is None
    assert file.game.is_over(result.state)
    assert file.game.score_items(result.state) == expected["score"]


def test_every_variant_has_a_recorded_game() -> None:
    variants = [read(path)[0].game.variants for path in FILES]
    assert frozenset() in variants
    assert set(Variant) == {variant for some in variants if len(some) <= 2 for variant in some}


def test_every_kind_of_move_is_recorded() -> None:
    kinds = {type(line.move).__name__ for path in FILES for line in read(path)[0].moves}
    assert kinds >= {
        "SetValues", "Keep", "Lose", "Take", "Return", "Consult", "Place", "Bag", "Recolour", "Also", "UpAndDown",
        "Stop", "CompleteReport",
    }  # fmt: skip
    assert kinds & {"SendBack", "CallIn"}
