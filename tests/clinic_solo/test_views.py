"""Text and SVG views: what is there is drawn, and every position of a game can be."""

from dataclasses import fields, replace
from typing import cast
from xml.etree import ElementTree

import pytest

from clinic_solo.clinic import clinic_of
from clinic_solo.deck import Deck
from clinic_solo.deck_text import deck_text
from clinic_solo.plan_text import CAR, floor_lines
from clinic_solo.registry import RULESETS
from clinic_solo.ruleset_text import ruleset_tables
from clinic_solo.rulesets.edition2014.numbers import TABLE, Numbers2014
from clinic_solo.state import Phase
from clinic_solo.story import effect
from clinic_solo.svg import CAR as CAR_COLOUR
from clinic_solo.svg import position_svg
from clinic_solo.text import position_text
from tabletop.colours import Colour
from tabletop.text import Pen, width
from tests.clinic_solo.helpers import at, game, play, position, spots, steps_of_game

W, Y, O, R = Colour.WHITE, Colour.YELLOW, Colour.ORANGE, Colour.RED  # noqa: E741


def test_a_ground_floor_line_by_line() -> None:
    referee = game()
    hub, room = at(referee, "0a3", "0a2")
    state = position(
        referee,
        ["S . G / T . . / Hp P3 ."],
        entrances=(referee.board.entrance("Sa3"), referee.board.entrance("Wa2")),
        tokens=tuple((stop, 0) for stop in at(referee, "0a1", "0a3")),
        doctors=((room, W), (room, W), (hub, O)),
        patients=((room, R),),
        nurses=(room, room),
        cars=spots(referee, "c1-N", "c2-E", "b1-c1", "lot b3", "lot b3", "b2-c2"),
    )
    assert floor_lines(referee, state, 0) == [
        "Floor 0 (ground)",
        "      a        b        c",
        "  +────────+╌╌╌╌╌╌╌╌+╌╌╌■╌╌╌╌+",
        "  │supply ◊│        ╎ garden ╎",
        "1 │        │        ■        ╎",
        "  │        │        ╎        ╎",
        "  +────────+╌╌╌╌╌╌╌╌+╌╌╌╌╌╌╌╌+",
        "  │room psy│        ╎        ╎",
        "2►│  Dww   │        ■        ■",
        "  │ pr NN  │        ╎        ╎",
        "  +────────+╌╌╌╌╌╌╌╌+╌╌╌╌╌╌╌╌+",
        "  │hub psy◊│parking ╎        ╎",
        "3 │   Do   │        ╎        ╎",
        "  │        │  ■■╌   ╎        ╎",
        "  +────────+╌╌╌╌╌╌╌╌+╌╌╌╌╌╌╌╌+",
        "      ▲",
    ]


@pytest.mark.parametrize("side", ["3x3", "4x3"])
def test_every_position_of_a_game_can_be_drawn(side: str) -> None:
    referee = game(side)
    for number, (before, step, state) in enumerate(steps_of_game(referee, 12, "random")):
        assert all(isinstance(line, str) and line for line in effect(referee, before, step, state))
        if number % 5:
            continue
        plain, coloured = position_text(referee, state), position_text(referee, state, Pen(colours=True))
        assert [width(line) for line in plain.splitlines()] == [width(line) for line in coloured.splitlines()]
        assert max(map(len, plain.splitlines())) <= 80
        floors = plain.split(CAR + " car")[0]
        assert floors.count(CAR) == len(state.cars)
        root = ElementTree.fromstring(position_svg(referee, state, "A <test> & more"))
        cars = [part for part in root.iter("{http://www.w3.org/2000/svg}rect") if part.get("fill") == CAR_COLOUR]
        assert len(cars) == len(state.cars)


def test_views_of_a_tower_show_all_floors() -> None:
    referee = game()
    tower = position(referee, [f"{token} . . / . . . / . . ." for token in ("T", "S", "Hp", "T")])
    assert len(clinic_of(referee.board, tower.grid).modules) == 4
    text = position_text(referee, tower)
    assert all(f"Floor {floor}" in text for floor in range(4))
    assert "Floor 3" in position_svg(referee, tower, "tower")
    flat = position(referee, ["T . . / . . . / . . ."])
    assert "Floor 2" not in position_text(referee, flat)


def numbers_told(deck: Deck) -> dict[str, dict[str, str]]:
    return {title: dict(rows) for title, rows in ruleset_tables(deck)}


def test_the_deck_as_text() -> None:
    text = deck_text(game().deck)
    for part in ("supply", "$3", "patient pays", "throughput", "CEO", "reconstructed"):
        assert part in text


def test_the_deck_as_text_tells_the_numbers_of_rulesets_and_editions() -> None:
    deck, told = game().deck, numbers_told(game().deck)
    assert set(told) == {"2014 edition", *(f"Ruleset {name}" for name in RULESETS)}
    assert set(told) <= set(deck_text(deck).splitlines())
    for name, numbers in deck.expansions.items():
        rows = told["2014 edition" if name == TABLE else f"Ruleset {name}"]
        assert len(rows) == len(fields(numbers))  # type: ignore[arg-type]
    edition = told["2014 edition"]
    assert edition["service hubs"].startswith("medicine 4, psychiatric 3")
    assert (edition["doctors per hire"], edition["death"]) == ("any number", "−3")
    assert (edition["more entrance spaces"], edition["office needs staff"]) == ("3x3 N0 N1 N2, 4x3 N0 N1 N2 N3", "yes")
    assert told["Ruleset workaholics"]["doctor bag"] == "white 3, yellow 2, orange 1, red 0, purple 1"


def test_the_numbers_told_are_those_of_the_deck() -> None:
    numbers = replace(cast(Numbers2014, game().deck.expansions[TABLE]), offices=15, doctors_per_hire=1)
    deck = replace(game().deck, expansions={TABLE: numbers})
    edition = numbers_told(deck)["2014 edition"]
    assert (edition["offices"], edition["doctors per hire"]) == ("15", "1")
    assert "Ruleset" not in deck_text(deck)


def test_the_story_of_a_round() -> None:
    referee = game()
    room = at(referee, "0a2")
    state = position(
        referee,
        ["S . . / T . . / Hp . ."],
        phase=Phase.CARE,
        slot=3,
        left=0,
        doctors=((room, W),),
        patients=((room, W),),
        cars=spots(referee, "c1-N", "c1-E"),
        money=5,
    )
    after = play(referee, state, "treat white by white at 0a2")
    move = referee.parse("treat white by white at 0a2")
    told = effect(referee, state, move, after)
    assert told == ["1 patient treated for $8; expenses $4 (salaries 1, upkeep 3); $4 left over"]
    nobody = referee.parse("treat nobody")
    told = effect(referee, state, nobody, referee.apply(state, nobody))
    assert told == ["nobody is treated; expenses $4 (salaries 1, upkeep 3), $4 of it from savings"]
