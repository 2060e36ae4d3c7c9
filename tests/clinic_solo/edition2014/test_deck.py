"""The table [ruleset_2014] of a deck: its numbers, its switches, and what is wrong with it."""

from dataclasses import replace

import pytest

from clinic_solo import ClinicSolo, decks
from clinic_solo.deck import ANY
from clinic_solo.moves import Build
from clinic_solo.state import Phase
from clinic_solo.tiles import HUBS, Service, Tile
from tabletop.files import InvalidFile
from tests.clinic_solo.edition2014.helpers import game2014
from tests.clinic_solo.edition2014.test_examples import FIRST, W, building, moving
from tests.clinic_solo.helpers import at, house, play, position, rule

TEXT = decks.find("house")[0]
G = game2014()


def complaints(text: str) -> list[str]:
    with pytest.raises(InvalidFile) as caught:
        decks.check(text, "deck.toml")
    return [str(fault) for fault in caught.value.faults]


def test_the_deck_as_it_is_played() -> None:
    deck, printed = G.deck, house()
    assert deck.services == (Service.MEDICINE, Service.PSYCHIATRY)
    assert deck.first_hub is Tile.MEDICINE_HUB
    assert (deck.hiring.university_spaces, deck.hiring.doctors_per_action) == (2, ANY)
    assert (deck.money.death, deck.points.building) == (-3, 5)
    assert [deck.limits.tiles[tile] for tile in (*(HUBS[s] for s in deck.services), Tile.SUPPLY)] == [4, 3, 16]
    assert [tile.service for tile in deck.bonus_tiles if tile.what == "patient"] == [Service.MEDICINE]
    assert (deck.bags, deck.building, deck.start) == (printed.bags, printed.building, printed.start)
    assert deck.sha256 != printed.sha256


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("copies_by_players = [1,", "copies_by_players = [2,", "expected 1 for one player, found 2"),
        (
            'services = ["medicine", "psychiatric"',
            'services = ["psychiatric", "medicine"',
            "the starting service first",
        ),
        ("university_spaces = [2,", "university_spaces = [9,", "no price for each of 9 spaces"),
        ('"3x3" = ["N0", "N1", "N2"]', '"3x3" = ["N0", "N1", "N7"]', "has 3 columns"),
        ('"3x3" = ["N0", "N1", "N2"]', '"3x3" = ["S0"]', "expected N and a column"),
        ("doctors_per_hire = -1", "doctors_per_hire = 2", "doctors_per_hire"),
        ("score_needs_staff = false", "score_needs_staff = 3", "score_needs_staff"),
        ("minutes_per_time = 5", "minutes = 5", "minutes_per_time"),
    ],
)
def test_what_is_wrong_is_said(before: str, after: str, fault: str) -> None:
    assert before in TEXT
    assert any(fault in complaint for complaint in complaints(TEXT.replace(before, after)))


def test_a_deck_without_the_table_plays_the_deluxe_edition_only() -> None:
    text = TEXT[: TEXT.index("[ruleset_2014]")]
    deck, _ = decks.check(text, "deck.toml")
    assert ClinicSolo(deck).is_base
    with pytest.raises(ValueError, match="ruleset_2014"):
        ClinicSolo(deck, edition="2014")


def test_switches() -> None:
    above = building(FIRST)
    assert rule(game2014(hub_above_other_service=False), above, "build hub psychiatric 1a3") == "5.2c"
    assert rule(game2014(gardens_on_modules=False), above, "build garden 1a2") == "5.8"
    nobody = moving(orderlies=(at(G, "0a2"),), doctors=())
    line = "move patient orange medicine > 0b1"
    assert rule(G, nobody, line) == "15.6"
    assert rule(game2014(office_needs_staff=False), nobody, line) is None
    score = moving(phase=Phase.OVER, orderlies=(at(G, "0c1"),))
    assert [game.score_items(score)["rooms"] for game in (G, game2014(score_needs_staff=True))] == [2, 0]
    consulting = position(G, ["S . . / T X . / Hm . ."], phase=Phase.CARE, slot=3, cars=(0, 1), money=9)
    consulting = consulting._replace(doctors=((at(G, "0b2"), W),), patients=((at(G, "0b2"), W),))
    at_once = play(
        game2014(consultation_after_popularity=False), consulting, "treat white by white at 0b2", "depart a1-N"
    )
    assert (at_once.income, at_once.late_income) == (1, 0)
    later = play(G, consulting, "treat white by white at 0b2", "depart a1-N")
    assert (later.income, later.late_income) == (0, 6)


def test_third_building() -> None:
    numbers = house().expansions["ruleset_2014"]
    deck = replace(house(), expansions={"ruleset_2014": replace(numbers, third_building=7)})  # type: ignore[type-var]
    referee = ClinicSolo(deck, "4x3", edition="2014")
    floors = ["Hm T . Hm / . . . T / Hm T . S", ". S . . / . . . . / . {} . ."]
    two, three = (position(referee, [floors[0], floors[1].format(tile)], phase=Phase.OVER) for tile in (".", "S"))
    assert [referee.score_items(state)["buildings"] for state in (two, three)] == [5, 5 + 7]


def test_the_office_of_the_set_up_leaves_a_place_for_its_room() -> None:
    """15.6: with two floors nothing can stand above an office on the upper one, and beside it there is nothing."""
    floors = {2: True, 4: False}
    for number, refused in floors.items():
        deck = replace(house(), sha256=f"{number} floors", floors=number)
        referee = ClinicSolo(deck, edition="2014")
        board = ["Hm . . / . . . / . . ."]
        state = position(referee, board, phase=Phase.FIRST_ROOMS, slot=0, round=0, entrances=(0,))
        moves = referee.legal_moves(state)
        offices = {move.space for move in moves if isinstance(move, Build) and move.tile == Tile.SUPPLY}
        assert (at(referee, "1a1") not in offices) is refused
        assert at(referee, "0a2") in offices
