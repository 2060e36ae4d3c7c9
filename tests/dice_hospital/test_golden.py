"""Recorded games replayed line by line; every variant has one."""

from pathlib import Path

import pytest

from dice_hospital import Variant
from tests.dice_hospital.golden import GAMES


@pytest.mark.parametrize("path", GAMES.files, ids=lambda path: path.stem)
def test_recorded_game(path: Path) -> None:
    GAMES.check(path)


def test_every_variant_has_a_recorded_game() -> None:
    variants = [GAMES.read(path)[0].game.variants for path in GAMES.files]
    assert frozenset() in variants
    assert set(Variant) == {variant for some in variants if len(some) <= 2 for variant in some}


def test_every_kind_of_move_is_recorded() -> None:
    kinds = {type(line.move).__name__ for path in GAMES.files for line in GAMES.read(path)[0].moves}
    assert kinds >= {
        "SetValues", "Keep", "Lose", "Take", "Return", "Consult", "Place", "Bag", "Recolour", "Also", "UpAndDown",
        "Stop", "CompleteReport",
    }  # fmt: skip
    assert kinds & {"SendBack", "CallIn"}
