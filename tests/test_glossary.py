"""Every place that the glossary names exists."""

import re
from itertools import takewhile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LINES = (ROOT / "docs/glossary.md").read_text("utf-8").splitlines()
LAST = -2  # column, before what is behind the last line
ROWS = [line for line in LINES if line.startswith("| **")]


def rows_below(head: str) -> list[str]:
    """The rows of a table."""
    return list(takewhile(lambda line: line.startswith("| "), LINES[LINES.index(head) + 2 :]))


FROM_ELSEWHERE = rows_below("| There | Here | Where |") + rows_below("| Looked for | Steps | Seconds | Where |")


def places(row: str, column: int = 3) -> list[str]:
    """The paths in a column."""
    where = row.split("|")[column]
    return [place for place in re.findall(r"`([^`]+)`", where) if "/" in place or place.endswith(".py")]


@pytest.mark.parametrize("row", ROWS, ids=[row.split("**")[1] for row in ROWS])
def test_terms_live_where_the_glossary_says(row: str) -> None:
    for place in places(row):
        assert (ROOT / place).exists() or (ROOT / "solvers/clin9ic" / place).exists(), place


@pytest.mark.parametrize("row", FROM_ELSEWHERE, ids=[row.split("|")[1].strip() for row in FROM_ELSEWHERE])
def test_what_others_call_it_is_where_the_glossary_says(row: str) -> None:
    assert places(row, LAST)
    assert [place for place in places(row, LAST) if not (ROOT / place).exists()] == []


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
