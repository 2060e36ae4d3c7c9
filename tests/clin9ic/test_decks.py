"""Deck files: what they hold, and every fault with its place."""

import re

import pytest

from clin9ic import decks
from tabletop.files import InvalidFile
from tests.clin9ic.helpers import DECK_TEXTS, DECKS, HEAD, HOUSE, line_of


@pytest.mark.parametrize("name", DECKS)
def test_shipped_decks(name: str) -> None:
    deck, document = decks.check(*decks.find(name))
    assert deck.name == name
    assert deck.reconstructed
    assert not document.faults, "no warnings either"
    for card in deck.floors:
        assert decks.free_borders(card.a) == card.a.parking
        assert decks.free_borders(card.b) == card.b.parking


def deck_faults(text: str) -> list[str]:
    with pytest.raises(InvalidFile) as caught:
        decks.check(text, "d.toml")
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "house"', "name = 1", "deck.name: expected a text"),
        ('game = "clin9ic"', 'game = "clinic"', "did you mean clin9ic?"),
        ('id = "f2"', 'id = "f1"', "card 'f1' is there twice"),
        ('id = "f2"', 'id = "F2"', "expected small letters and digits only"),
        ('id = "f2"', 'id = "f 2"', "expected small letters and digits only"),
        ('id = "f2"', 'id = ""', "expected small letters and digits only"),
        ('id = "a2"', 'id = "ar"', "the last letter r means a turned card"),
        ('id = "f2"\n', "", "id is missing"),
        ("parking = 11", "parking = -1", "expected 0 to 50, found -1"),
        ("parking = 11", "parking = true", "expected a whole number"),
        ("entrance = [2, 0]", "entrance = [3, 0]", "expected [row, column]"),
        ("entrance = [2, 0]", "entrance = [2]", "expected [row, column]"),
        ('"HS."]', '"HS"]', "expected 3 letters"),
        ('"HS."]', '"HQ."]', "'Q' is unknown"),
        ('"HS."]', '"HS.", "..."]', "expected 3 rows, found 4"),
        ("| ", "  ", "expected two sections split by |"),
        ('a = "build ', 'a = "biuld ', "did you mean build?"),
        ("O w / N y", "O w / N z", "box 'z' is unknown"),
        ("O w / N y", "O w N y", "expected 'action box box / box box'"),
        ("[[action]]", "[[actoin]]", "unknown key"),
        ("[[action]]\nid", "action = 5\nid", "not valid TOML"),
    ],
)
def test_faults_of_a_deck(old: str, new: str, message: str) -> None:
    text = DECK_TEXTS["house"]
    assert old in text
    found = deck_faults(text.replace(old, new, 1))
    assert any(message in fault for fault in found), found


def test_a_game_file_is_no_deck() -> None:
    with pytest.raises(InvalidFile) as caught:
        decks.check(HEAD, "game.toml")
    assert [str(fault) for fault in caught.value.faults] == [
        f"game.toml:{line_of(HEAD, 'deck')}: deck: this is a game with the deck 'house', expected a deck"
    ]


def test_all_faults_of_a_deck_at_once_with_their_lines() -> None:
    text = DECK_TEXTS["house"].replace("parking = 11", "parking = 99").replace('id = "a3"', 'id = "a1"')
    lines = text.split("\n")
    where = [next(n for n, line in enumerate(lines, 1) if "parking = 99" in line), lines.index('id = "a1"') + 1]
    second = lines.index('id = "a1"', where[1]) + 1
    assert deck_faults(text) == [
        f"d.toml:{where[0]}: floor[1].b.parking: expected 0 to 50, found 99",
        f"d.toml:{second}: action[3].id: card 'a1' is there twice",
    ]


@pytest.mark.parametrize("value", ["5", "true", "1.5", '"x"', "[]", "[1]", "{}", "1979-05-27"])
@pytest.mark.parametrize("key", ["floor", "action", "deck", "provenance"])
def test_values_in_place_of_tables(key: str, value: str) -> None:
    kept = [part for part in DECK_TEXTS["house"].split("\n\n") if not part.startswith((f"[{key}]", f"[[{key}]]"))]
    assert deck_faults("\n\n".join([f"{key} = {value}", *kept]))


def test_too_few_cards() -> None:
    text = DECK_TEXTS["house"]
    start = text.index("[[floor]]")
    assert any(
        "expected 4 [[floor]] cards, found 3" in f
        for f in deck_faults(text[:start] + text[text.index("[[floor]]", start + 1) :])
    )


def test_warnings_of_a_deck() -> None:
    text = DECK_TEXTS["house"].replace("parking = 11", "parking = 12").replace("entrance = [2, 1]", "entrance = [0, 0]")
    _, document = decks.check(text, "d.toml")
    assert ["12 is printed, but the modules leave 11" in f.message for f in document.faults].count(True) == 1
    assert any("points at no module" in f.message for f in document.faults)
    assert not document.errors


def test_blank_deck_lacks_only_what_must_be_filled_in() -> None:
    found = deck_faults(decks.blank())
    sides_of_floors, sections = 4 * 2, 3 * 2 * 2
    assert len(found) == 6 * sides_of_floors + sections  # parking, entrance and grid have a ? in six places
    assert all("'?'" in fault for fault in found)


def test_the_examples_of_a_blank_deck_can_be_filled_in() -> None:
    floor, action = [line.removeprefix("#   a = ") for line in decks.blank().split("\n") if line.startswith("#   a = ")]
    filled = re.sub(r"^([ab]) = \{.*$", rf"\1 = {floor}", decks.blank(), flags=re.MULTILINE)
    filled = re.sub(r'^([ab]) = ".*$', rf"\1 = {action}", filled, flags=re.MULTILINE)
    deck, document = decks.check(filled, "mine.toml")
    assert not document.faults  # and no warning
    assert not deck.reconstructed


def test_fingerprint_is_of_the_cards_alone() -> None:
    text = DECK_TEXTS["house"]
    assert decks.check(text.replace("reconstructed", "guessed"), "x")[0].sha256 == HOUSE.sha256
    assert decks.check(text.replace("parking = 11", "parking = 12"), "x")[0].sha256 != HOUSE.sha256
