"""Every place that the glossary names exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROWS = [line for line in (ROOT / "docs/glossary.md").read_text("utf-8").splitlines() if line.startswith("| **")]


def places(row: str) -> list[str]:
    """The paths in the third column."""
    where = row.split("|")[3]
    return [place for place in re.findall(r"`([^`]+)`", where) if "/" in place or place.endswith(".py")]


@pytest.mark.parametrize("row", ROWS, ids=[row.split("**")[1] for row in ROWS])
def test_terms_live_where_the_glossary_says(row: str) -> None:
    for place in places(row):
        assert (ROOT / place).exists() or (ROOT / "solvers/clin9ic" / place).exists(), place


@pytest.mark.parametrize("row", ROWS, ids=[row.split("**")[1] for row in ROWS])
def test_names_of_the_code_stand_where_the_glossary_says(row: str) -> None:
    texts = [
        path.read_text("utf-8")
        for place in places(row)
        for root in (ROOT, ROOT / "solvers/clin9ic")
        for path in [root / place, *sorted((root / place).rglob("*.py"))]
        if path.is_file()
    ]
    named = [name for part in row.split("|")[2:4] for name in re.findall(r"`(\w+)`", part)]
    assert [name for name in named if not any(re.search(rf"\b{name}\b", text) for text in texts)] == []


def test_terms_are_in_alphabetical_order() -> None:
    terms = [row.split("**")[1].lower() for row in ROWS]
    assert terms == sorted(terms)
    assert len(terms) > 40
