"""The JSON shape that every answer has."""

import json

from faces.app.answer import Alternative, Answer
from faces.games.data import DeckSource


def test_what_is_not_known_is_null() -> None:
    data = json.loads(Answer("clin9ic").to_json())
    assert data["status"] == "unknown"
    for key in ("information", "best", "bound", "gap", "deck", "elapsed"):
        assert data[key] is None


def test_gap_and_alternatives() -> None:
    deck = DeckSource("house", "0" * 64, reconstructed=True)
    answer = Answer("clin9ic", "feasible", "player", 50, 62, ["buy 9"], [Alternative("buy 8", 49, None, 1)], deck=deck)
    data = answer.to_data()
    assert data["gap"] == 12
    assert data["alternatives"] == [{"move": "buy 8", "value": 49, "bound": None, "loss": 1}]
    assert data["deck"] == {"name": "house", "sha256": "0" * 64, "reconstructed": True}
    assert deck.caution is not None
    assert DeckSource("mine", "1" * 64, reconstructed=False).caution is None
