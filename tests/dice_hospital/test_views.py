"""Text, picture and story: what is there is told, and every position of a game can be."""

from xml.etree import ElementTree

import pytest

from dice_hospital.deck_text import deck_text, department_words, worker_words
from dice_hospital.gamefile import replay
from dice_hospital.moves import Rolled
from dice_hospital.patients import parse_patients
from dice_hospital.state import Phase
from dice_hospital.story import effect, hint
from dice_hospital.svg import position_svg
from dice_hospital.text import (
    department_lines,
    position_text,
    report_lines,
    table_lines,
    tracks,
    ward_lines,
    worker_lines,
)
from tabletop.text import Pen, width
from tests.dice_hospital.golden import GAMES
from tests.dice_hospital.helpers import EVERY, do, game, house, placing, position, reports, steps_of_game

G = game()


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").splitlines()]


def test_wards() -> None:
    state = placing(G, "r3 y6 g2t r4g")
    assert ward_lines(G, state) == lines("""
Wards, 4 of 12 beds taken
           ┌───┐┌───┐
untreated  │r3 ││y6 │
           └───┘└───┘
           ┌───┐┌───┐
treated    │r4g││g2t│
           └───┘└───┘
           t: treated; another letter: the colour a die counts as
""")


def test_departments_and_workers_used_and_free() -> None:
    state = placing(G, "r3 r4", "radiology, radiology", "surgeon")
    state = do(G, state, "nurse > imaging: r3", "surgeon > critical care unit: r4; also nobody")
    assert department_lines(G, state) == lines("""
Departments of the board               Department tiles
  ● critical care unit red: +1           ○ radiology 3 of value 1-3: +1
  ○ oncology           yellow: +1        ○ radiology 3 of value 1-3: +1
  ○ pharmacy           green: +1
  ○ intensive care     value 1-2: +1
  ● imaging            value 3-4: +1
  ○ clinic             value 5-6: +1
""")
    assert worker_lines(G, state) == lines("""
Workers (○ free, ● used)
  ○○●  nurse
  ●    surgeon  red healed: one of them +1
""")


def test_reports_and_tracks() -> None:
    state = placing(G, "r3", discharged=(1, 0, 2), bags=2, reports=reports(G, "rr 3,ryg 4", "yyg 4", ""))
    assert report_lines(G, state) == lines("""
Reports, the lower ones open
┌────────┬────────┬────────┐
│ ryg 4  │        │        │
├────────┼────────┼────────┤
│  rr 3  │ yyg 4  │        │
└────────┴────────┴────────┘
    1        2        3
""")
    assert tracks(G, state) == [
        "score 0   reports 0   blood bags 2   fatalities 0",
        "bag: 9 red, 11 yellow, 9 green   discharged this round: 1 red, 2 green",
    ]


def test_what_lies_on_the_table() -> None:
    state = position(G, phase=Phase.SET, dice=parse_patients("r1 g1"))
    assert table_lines(G, state)[1] == "on table   │r ?││g ?│"
    surgeon, radiology = G.deck.worker_named["surgeon"], G.deck.department_named["radiology"]
    assert table_lines(G, position(G, phase=Phase.TAKE, shown=(surgeon, radiology))) == [
        "Turned up",
        "  specialist  surgeon    red healed: one of them +1",
        "  department  radiology  3 of value 1-3: +1",
    ]


def test_the_consultant_is_told_as_whom_he_works() -> None:
    g = game("consultant")
    state = do(g, placing(g, "r3", specialists="consultant, surgeon"), "consultant as surgeon")
    assert any("consultant  as surgeon, red healed: one of them +1" in line for line in worker_lines(g, state))


@pytest.mark.parametrize("seed", range(3))
def test_every_position_of_a_game_can_be_shown_drawn_and_told(seed: int) -> None:
    g = game(*EVERY)
    for before, step, state in steps_of_game(g, seed, "eager"):
        plain, coloured = position_text(g, state), position_text(g, state, Pen(colours=True))
        assert max(map(len, plain.splitlines())) <= 80
        assert [width(line) for line in coloured.splitlines()] == [len(line) for line in plain.splitlines()]
        ElementTree.fromstring(position_svg(g, state, "a < b & c"))
        assert all(effect(g, before, step, state))
        if not g.is_chance(before):
            hint(g, before, step)  # type: ignore[arg-type]


def test_colour_is_never_the_only_sign() -> None:
    """Letters say what the picture says in colours: of dice, of reports, of the bag, and of what is used."""
    state = do(G, placing(G, "r3 y4 g5"), "nurse > imaging: y4")
    picture = position_svg(G, state, "t")
    for words in (">r3<", ">y5t<", ">g5<", ">R<", ">Y<", ">G<", ">used<", ">nurse · used<"):
        assert words in picture


def test_deck_text() -> None:
    text = deck_text(house())
    for name in (*house().department_named, *house().worker_named):
        assert name in text
    assert "reports               reconstructed" in text
    assert max(map(len, text.splitlines())) <= 80


def test_every_card_has_words() -> None:
    assert all(map(department_words, house().departments))
    assert all(map(worker_words, house().workers[1:]))


# --- story ---


@pytest.mark.parametrize(
    ("patients", "fields", "line", "told"),
    [
        ("g4", {}, "nurse > pharmacy: g4", "g4 → g5t"),
        ("r6", {}, "nurse > clinic: r6", "r6 → discharged"),
        ("r5 y1", {"specialists": "paramedic"}, "paramedic > clinic: r5; also y1", "r5 y1 → r6t y3t"),
        ("r6 y1", {"specialists": "paramedic"}, "paramedic > clinic: r6; also y1", "r6 y1 → y3t; 1 is discharged"),
        ("y3", {"bags": 1}, "bag: y3", "y3 → y4t"),
        ("y3", {"bags": 1}, "bag: y3 as red", "y3 → y3r"),
    ],
)
def test_what_a_move_did(patients: str, fields: dict[str, object], line: str, told: str) -> None:
    state = placing(G, patients, **fields)  # type: ignore[arg-type]
    move = G.parse(line)
    assert effect(G, state, move, G.apply(state, move)) == [told]
    assert hint(G, state, move).startswith(told)


def test_the_end_of_a_round_in_words() -> None:
    state = placing(G, "r1 y3", discharged=(2, 0, 0), for_reports=(2, 0, 0))
    assert effect(G, state, G.parse("stop"), do(G, state, "stop")) == [
        "2 patients neglected, 1 dies: red 1",
        "2 patients discharged: 3 points; score 3",
    ]
    empty = placing(G, "r1")
    assert effect(G, empty, G.parse("stop"), do(G, empty, "stop"))[-1] == (
        "nobody is discharged; the wards are empty: 5 points; score 5"
    )


def test_hints() -> None:
    state = placing(G, "r3 y4", specialists="surgeon")
    assert hint(G, state, G.parse("surgeon > imaging: r3")) == "r3 → r4t; then one of them +1"
    assert hint(G, state, G.parse("stop")) == "no more placements; 2 patients would be neglected"
    keep = position(G, phase=Phase.KEEP, dice=parse_patients("r2 r2 y4 g5"))
    assert hint(G, keep, G.parse("keep r2 r2 y4")) == (
        "g5 goes back into the bag; the sum is 8; a blood bag for the very ill"
    )


def test_rolls_in_words() -> None:
    g = game("experimental")
    state = do(g, placing(g, "r3 y4", "drug trial centre"), "nurse > drug trial centre: r3 y4")
    after = g.apply_outcome(state, Rolled((6, 1)))
    assert effect(g, state, Rolled((6, 1)), after) == ["rolled: r3 → 6 and y4 → 1"]


@pytest.mark.parametrize("path", GAMES.files, ids=lambda path: path.stem)
def test_recorded_games_can_be_told(path: object) -> None:
    file, _ = GAMES.read(path)  # type: ignore[arg-type]
    for step in replay(file).steps:
        assert all(effect(file.game, step.before, step.move, step.after))
