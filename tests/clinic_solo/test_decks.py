"""Deck files: what the house deck says, and that any file is either a deck or a list of faults."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from clinic_solo import ClinicSolo, decks
from clinic_solo.deck import ANY, Deck
from clinic_solo.setting import Setting
from clinic_solo.tiles import HUBS, Person, Service, Tile
from tabletop.files import InvalidFile
from tests.clinic_solo.helpers import house, spoiled_files, steps_of_game

TEXT = decks.find("house")[0]


def complaints(text: str) -> list[str]:
    with pytest.raises(InvalidFile) as caught:
        decks.check(text, "deck.toml")
    return [str(fault) for fault in caught.value.faults]


def test_the_figures_of_the_rules() -> None:
    """The defaults that the rules repeat, section by section."""
    deck = house()
    assert (deck.rounds, deck.actions_per_round, deck.floors) == (6, 3, 4)
    assert deck.services == (Service.PSYCHIATRY, Service.CARDIOLOGY)
    assert (deck.start.money, deck.bonus_shown, len(deck.bonus_tiles), len(deck.layouts)) == (15, 2, 7, 4)
    assert (deck.bags.patients, deck.bags.doctors) == ((9, 6, 3, 0), (3, 2, 1, 0))
    assert (deck.special_kinds, deck.special_copies, len(deck.specials)) == (2, 1, 4)
    assert deck.limits.tiles[Tile.SUPPLY] == 4
    assert [deck.limits.tiles[HUBS[service]] for service in deck.services] == [4, 3]
    assert deck.building.cost["supply"] == (0, 1, 2, 3)
    assert deck.building.cost["helipad"] == (None, 3, 4, 5)
    assert {deck.building.cost[word] for word in ("hub", "treatment", "special", "garden")} == {(2, 3, 4, 5)}
    assert (deck.hiring.university_spaces, deck.hiring.nurses, deck.hiring.orderlies) == (1, (1,) * 6, 2)
    assert deck.walking.capacity[Tile.TREATMENT] == {
        Person.DOCTOR: 2,
        Person.NURSE: ANY,
        Person.ORDERLY: 0,
        Person.PATIENT: 2,
    }
    assert deck.money.patient_pay == (8, 12, 20, 32)
    assert deck.money.death == -5
    assert deck.points.doctor == (2, 3, 4, 5)
    assert deck.points.patient == (-2, -4, -6, -8)
    assert [name for name, _ in deck.ranks][-1] == "CEO"
    assert deck.reconstructed


def test_the_blank_deck_is_a_deck_with_its_guesses_marked() -> None:
    deck, document = decks.check(decks.blank(), "mine.toml")
    assert deck.name == "mine"
    assert not document.faults
    guesses = [line for line in decks.blank().splitlines() if line.startswith('provenance = "reconstructed"')]
    assert guesses
    assert all("look it up" in line for line in guesses)


def test_decks_by_name_by_file_and_near_another_file(tmp_path: Path) -> None:
    assert decks.shipped() == ["house"]
    mine = tmp_path / "mine.toml"
    mine.write_text(decks.blank(), encoding="utf-8")
    assert decks.load(str(mine)).name == "mine"
    assert decks.load("mine.toml", tmp_path / "game.toml").name == "mine"
    with pytest.raises(InvalidFile, match="no such file"):
        decks.load("nowhere.toml")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("rounds = 6", "rounds = 0", "deck.rounds: expected 1 or more, found 0"),
        ("rounds = 6", "rounds = 5", "expected 5 columns, one for each round, found 6"),
        ("rounds = 6", 'rounds = "six"', "expected a whole number, found 'six'"),
        ("rounds = 6\n", "", "rounds is missing"),
        ("players = 1", "players = 2", "deck.players: expected 1 to 1"),
        ("players = 1", "players = 1\nplaces = 2", "deck.places: unknown key"),
        ('ruleset = "deluxe"', 'ruleset = "2014"', "'2014' is unknown, expected deluxe"),
        ('"3x3" = 24', '"3x3" = 25', "a board of 3 x 3 spaces has 24 borders"),
        ('"W0", "W1"', '"N0", "W1"', "'N0': expected W, E and a row or S and a column"),
        ("hub = [1, 2, 0]", "hub = [1, 1, 0]", "the entrance does not point at the hub"),
        ("hub = [1, 2, 0]", "hub = [9, 2, 0]", "is outside the board"),
        ("supply_room = [2, 1, 0]", "supply_room = [2, 1, 1]", "has no module below it"),
        ("cost = [0, 1, 2, 3]", "cost = [0, 1, 2]", "expected 4 or more whole numbers, found 3"),
        ("cost = [0, 1, 2, 3]", "cost = [0, 1, 2, -3]", "expected numbers of -1 or more, found -3"),
        ('provenance = "2014"', 'provenance = "hearsay"', "'hearsay' is unknown"),
        ('kind = "gardens"', 'kind = "flowers"', "'flowers' is unknown"),
        ("at_least = 5", "at_least = 5\nat_most = 9", "expected either at_least or at_most"),
        (
            '"time_spent"\nat_most',
            '"time_spent"\nat_least',
            "expected at_most: whoever walks a longer",
        ),
        ("psychiatry = 4", "psychiatry = 5", "the box holds 16 hubs, but these are 17"),
        ('gives = "money:5"', 'gives = "money"', "'money' with 0 cars is unknown"),
        ('gives = "parking:2"', 'gives = "parking:5"', "a parking tile has 2 or 3 places"),
        ("min = 95", "min = 5", "expected ranks from the lowest min to the highest"),
        ('conveyor_hop = "nearest"', 'conveyor_hop = "far"', "expected nearest or any_in_line"),
        ("helipad_above_top_floor = false", "helipad_above_top_floor = true", "expected 5 or more whole numbers"),
        ("kinds_in_play = [2, 4, 4, 4]", "kinds_in_play = [5, 4, 4, 4]", "5 kinds are drawn, but only 4 named"),
        ('id = "park"', 'id = "quick"', "two goals have the same id"),
        ("stops_first = 2", "stops_first = 3", "expected 2 to 2, found 3"),
        ("rounds = 6", "rounds = 10000", "deck.rounds: expected at most 9999, found 10000"),
        ("spaces = [1, 2,", "spaces = [9223372036854775807, 2,", "expected numbers of at most 9999"),
        ("cost = [0, 1, 2, 3]", "cost = [0, 1, 2, 10000]", "expected numbers of at most 9999, found 10000"),
        ('gives = "money:5"', 'gives = ""', "'' with 0 cars is unknown"),
        ('gives = "money:5"', f'gives = "money:{"5" * 50}"', "with 0 cars is unknown"),
        ('entrance = "', 'entrance = "" # "', "'' is no entrance space of the widest side"),
        ("floors = 4", "floors = 3", "top_floor: the board has floors 0 to 2"),
        ("floor = 3", "floor = 4", "top_floor: the board has floors 0 to 3"),
        ("actions_per_round = 3", "actions_per_round = 7", "there are no tiles for 7 actions in a round"),
        ("hub = { doctors = -1", "hub = { doctors = 2", "a hub takes any number of doctors and nurses"),
        ("upgrade_places = 3", "upgrade_places = 1", "has fewer places than before"),
        ("patient:white:psychiatry", "patient:white:neurology", "neurology is not in play"),
        ("gardens = 12", "gardens = 0", "there is no garden tile in the box"),
        ("parking_tiles = 24", "parking_tiles = 0", "there is no parking tile in the box"),
        ('"3x3" = ["W0", "W1", "W2", "S0", "S1", "S2", "E0", "E1", "E2"]', '"3x3" = []', "has no entrance space"),
    ],
)
def test_faults_of_decks(old: str, new: str, message: str) -> None:
    assert old in TEXT
    found = complaints(TEXT.replace(old, new, 1))
    assert any(message in fault for fault in found), found


def test_all_faults_at_once() -> None:
    text = (
        TEXT.replace("rounds = 6", "rounds = 0")
        .replace("death = -5", "death = 5")
        .replace("money = 15", "money = true")
    )
    found = complaints(text)
    assert {"deck.rounds", "popularity.death", "setup.money"} <= {fault.split(": ")[1] for fault in found}
    assert all(fault.startswith("deck.toml:") for fault in found)


def test_any_spoiled_deck_gives_faults_and_never_another_error() -> None:
    """One value or table after the other is dropped or replaced by something of another kind."""
    tried = refused = 0
    for text in spoiled_files(TEXT, Random(1)):
        tried += 1
        try:
            decks.check(text, "deck.toml")
        except InvalidFile:
            refused += 1
    assert tried > 100
    assert refused > 0.6 * tried


@pytest.mark.parametrize("switch", ["popularity_may_be_negative", "admit_needs_hub", "admin_after_last_round"])
def test_a_deck_with_another_switch_plays_on(switch: str) -> None:
    flipped = TEXT.replace(f"{switch} = true", f"{switch} = TRUE").replace(f"{switch} = false", f"{switch} = true")
    deck: Deck = decks.check(flipped.replace(f"{switch} = TRUE", f"{switch} = false"), "deck.toml")[0]
    assert getattr(deck.switches, switch) != getattr(house().switches, switch)
    referee = ClinicSolo(deck, "4x3", "quick")
    *_, (_, _, last) = steps_of_game(referee, 1, "sensible")
    assert referee.is_over(last)


def test_beginners_play_one_side_only() -> None:
    """3.6: their layouts were checked on the first of the widest sides; another one may be too low for them."""
    deck = house()
    wide = next(side for side in deck.sides if side.columns == 4)
    low = replace(wide, name="4x2", rows=2)
    both = replace(deck, sides=(*deck.sides, low))
    assert Setting(both, wide.name, expert=False).beginners_allowed
    with pytest.raises(ValueError, match="beginners play the 4x3 side"):
        Setting(both, low.name, expert=False)
