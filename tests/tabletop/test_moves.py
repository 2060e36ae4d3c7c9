"""What is said of words that mean nothing."""

from tabletop.moves import suggest


def test_suggest() -> None:
    assert suggest("gardn", ["garden", "pillar", "floor"]) == "expected garden, pillar or floor; did you mean garden?"
    assert suggest("x", ["garden"]) == "expected garden"
    assert suggest("x", []) == "expected nothing here"
