"""Deck files: what they hold, and every fault with its place."""

import pytest

from dice_hospital import decks
from tabletop.files import InvalidFile
from tests.dice_hospital.helpers import house

TEXT = decks.find("house")[0]


def deck_faults(text: str) -> list[str]:
    with pytest.raises(InvalidFile) as caught:
        decks.check(text, "d.toml")
    return [str(fault) for fault in caught.value.faults]


def test_the_house_deck() -> None:
    deck, document = decks.check(TEXT, "house.toml")
    assert deck.reconstructed
    assert [key for key, source in deck.provenance if source == "reconstructed"] == ["reports"]
    assert not document.faults
    assert (len(deck.starting), len(deck.tiles), len(deck.specialists)) == (6, 12, 12)
    assert (len(deck.experimental_tiles), len(deck.promo), len(deck.experimental_specialists)) == (4, 2, 6)
    assert sum(deck.report_copies) == 15
    assert decks.shipped() == ["house"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "house"', "name = 1", "deck.name: expected a text"),
        ('game = "dice-hospital"', 'game = "clinic"', "deck.game: 'clinic' is unknown, expected dice-hospital"),
        ("rounds = 8", "rounds = 0", "deck.rounds: expected 1 to 20, found 0"),
        ("removed_per_colour = 10", "removed_per_colour = 21", "no dice are left in the bag (1.2)"),
        ("removed_per_colour = 10", "removed_per_colour = 15", "the bag could run out"),
        ("kept = 3", "kept = 5", "5 dice cannot be kept of 4 (4.2)"),
        ("beds = 12", "beds = 3", "3 beds in 4 wards"),
        ("beds = 12", "beds = 13", "13 beds in 4 wards"),
        ("start_values = [3, 4, 5]", "start_values = [3, 4, 7]", "expected whole numbers from 1 to 6"),
        ("start_values = [3, 4, 5]", "start_values = []", "expected whole numbers from 1 to 6"),
        ("fatality = -2", "fatality = 2", "scoring.fatality: expected -99 to 0, found 2"),
        ('id = "oncology"', 'id = "Oncology"', "expected small letters, with _ between words"),
        ('id = "oncology"', 'id = "pharmacy"', "the card 'pharmacy' is there twice"),
        ('id = "oncology"', 'id = "nurse"', "the card 'nurse' is there twice"),
        ('id = "oncology"\n', "", "id is missing"),
        ('colour = "red"', 'colour = "pink"', "'pink' is unknown, expected any, red, yellow or green"),
        ('group = "equal"', 'group = "single"', "'single' is unknown, expected equal, consecutive or free"),
        ("values = [1, 2]", "values = [0, 2]", "expected whole numbers from 1 to 6"),
        ('effect = "extra"', 'effect = "extar"', "did you mean extra?"),
        ('effect = "extra"', 'effect = "points"', "'points' is unknown"),
        ('when = "healed"', 'when = "sometimes"', "'sometimes' is unknown, expected healed or discharged"),
        ('when = "healed"', 'when = "discharged"', "extra follows a healing, expected healed"),
        ("needs = { red = 2 }", "needs = { red = 0 }", "expected at least one die"),
        ("needs = { red = 2 }", "needs = { blue = 2 }", "unknown key"),
        ("count = 15", "count = 16", "16 cards are announced, found 15"),
        ("report_columns = 3", "report_columns = 9", "15 cards cannot fill the display"),
        ("rounds = 8", "rounds = 20", ""),
        ('provenance = "reconstructed"', 'provenance = "a friend"', "'a friend' is unknown"),
        ("[tokens]", "[tokns]", "tokens is missing"),
        ("[tokens]", "[tokns]", "unknown key"),
        ("[hard]", "[hrad]", "hard is missing, expected a table"),
    ],
)
def test_faults_of_a_deck(old: str, new: str, message: str) -> None:
    assert old in TEXT
    text = TEXT.replace(old, new, 1)
    if not message:
        decks.check(text, "d.toml")  # as many rounds as cards are just enough
        return
    found = deck_faults(text)
    assert any(message in fault for fault in found), found


def test_stacks_that_are_too_small() -> None:
    text = TEXT.replace("copies = 2", "copies = 1").replace("rounds = 8", "rounds = 13")
    assert any("12 cards in a stack, expected one for each of 13 rounds (5.3)" in fault for fault in deck_faults(text))


def test_all_faults_at_once_with_their_lines() -> None:
    text = TEXT.replace("rounds = 8", "rounds = 99").replace("drawn = 4", "drawn = true")
    lines = text.split("\n")
    assert deck_faults(text) == [
        f"d.toml:{lines.index('rounds = 99') + 1}: deck.rounds: expected 1 to 20, found 99",
        f"d.toml:{lines.index('drawn = true') + 1}: intake.drawn: expected a whole number, found True",
    ]


@pytest.mark.parametrize("value", ["5", "true", '"x"', "[]", "[1]", "{}"])
@pytest.mark.parametrize("key", ["deck", "dice", "departments", "specialists", "experimental", "reports"])
def test_values_in_place_of_tables(key: str, value: str) -> None:
    kept = [
        part for part in TEXT.split("\n\n") if not part.lstrip("#").startswith((f"[{key}]", f"[[{key}."))
        and f"\n[{key}]" not in part and f"\n[[{key}." not in part
    ]  # fmt: skip
    assert deck_faults("\n\n".join([f"{key} = {value}", *kept]))


def test_a_game_file_is_no_deck() -> None:
    text = 'game = "dice-hospital"\ndeck = "house"\n'
    assert deck_faults(text) == ["d.toml:2: deck: this is a game with the deck 'house', expected a deck"]


def test_a_blank_deck_is_the_house_deck_with_its_guesses_marked() -> None:
    text = decks.blank()
    deck, _ = decks.check(text, "mine.toml")
    assert (deck.name, deck.sha256) == ("mine", house().sha256)
    assert text.count("<- look it up\n") == 1
    own = text.replace('provenance = "reconstructed"', 'provenance = "own copy"')
    assert not decks.check(own, "mine.toml")[0].reconstructed


def test_fingerprint_is_of_what_is_printed_alone() -> None:
    other = TEXT.replace('name = "house"', 'name = "other"').replace('"reconstructed"', '"own copy"')
    assert decks.check(other, "x")[0].sha256 == house().sha256
    assert decks.check(TEXT.replace("points = 5", "points = 6", 1), "x")[0].sha256 != house().sha256


def test_another_deck_is_played_by() -> None:
    """Numbers stand in the deck alone."""
    from dice_hospital import DiceHospital
    from tests.dice_hospital.helpers import do, placing

    text = TEXT.replace("discharged = [1, 3,", "discharged = [2, 3,").replace("empty_wards = 5", "empty_wards = 9")
    g = DiceHospital(decks.check(text.replace("nurses = 3", "nurses = 4"), "d.toml")[0])
    state = placing(g, "r6")
    assert state.free_workers == (0, 0, 0, 0)
    assert do(g, state, "nurse > clinic: r6", "stop").score == 2 + 9
