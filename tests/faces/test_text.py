"""The text view, line by line, where a wrong letter would mislead a player."""

from xml.etree import ElementTree

from clin9ic import gamefile
from clin9ic.notation import parse_space
from clin9ic.state import State
from clin9ic.svg import position_svg
from clin9ic.text import action_row, care_plan, floors, people, position_text, tracks
from tabletop.text import Pen, width
from tests.faces.conftest import PUZZLES

MID_GAME = gamefile.read(PUZZLES / "clin9ic/mid-game.toml")
GAME = MID_GAME.game
STATE: State = gamefile.replay(MID_GAME).state


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").splitlines()]


def test_care_plan() -> None:
    assert care_plan(GAME, STATE) == lines("""
Care plan, 4 of 5 dice (columns: doctors)
               white  yellow  orange  red
  alone        [4]    ·       [3]     ·
  white   ·    ·      ·       ·       ·
  yellow  [1]  ·      ·       ·       ·
  orange  ·    ·      ·       ·       ·
  red     [1]  ·      ·       ·       ·
""")
    seven = STATE._replace(doctors=(7, 0, 0, 0), patients=(0, 0, 0, 0))
    assert "alone      [6][1]" in "\n".join(care_plan(GAME, seven))


def test_people_and_tracks() -> None:
    assert people(GAME, STATE) == lines("""
People
             here  room
  doctors       7     9  4w 3o
  patients      2     6  1y 1r
  nurses        0     3
  orderlies     0     3
""")
    assert tracks(GAME, STATE)[0] == "money $8   popularity 27   time 47   treated 6"


def test_floors_with_a_conveyor_and_a_helipad() -> None:
    cubes = (parse_space("1a3"), parse_space("2b3"))
    drawn = floors(GAME, STATE._replace(conveyors=cubes))
    assert drawn[:9] == lines("""
   Floor-1  f1 a    Floor-2  f2 a    Floor-3  f3 a
     a   b   c        a   b   c        a   b   c
   ┌───┬───┬───┐    ┌───┬───┬───┐    ┌───┬───┬───┐
 1 │   │   │   │  1 │   │   │   │  1 │   │   │   │
   ├───┼───┼───┤    ├───┼───┼───┤    ├───┼───┼───┤
 2 │ T │   │   │  2 │   │ T │   │  2 │   │   │ S │
   ├───┼───┼───┤    ├───┼───┼───┤    ├───┼───┼───┤
 3 │›H▲│ S │   │  3 │   │ H■│ S │  3 │   │ H │ T │
   └───┴───┴───┘    └───┴───┴───┘    └───┴───┴───┘
""")
    assert "▲ conveyor with helipad" in "\n".join(drawn)


def test_the_chosen_trio() -> None:
    chosen = GAME.apply(STATE, GAME.parse("arrange a1 a2r over a3r under, left"))
    assert action_row(GAME, chosen) == lines("""
Chosen actions, 3 boxes within reach of the entrances
         ┌────────────┐ ┌────────────┐ ┌────────────┐
patients │  Ord  wht  │ │  wht (Nur) │ │ (org)(Doc) │
         │   build    │ │   admit    │ │    hire    │
staff    │  Nur  yel  │ │  org (Doc) │ │ (Nur)(wht) │
         └────────────┘ └────────────┘ └────────────┘
          hire for $1    hire for $2    hire for $4
             [now]
""")


def test_colours_do_not_move_anything() -> None:
    plain, coloured = position_text(GAME, STATE), position_text(GAME, STATE, Pen(colours=True))
    assert "\x1b[" in coloured
    assert [width(line) for line in coloured.splitlines()] == [len(line) for line in plain.splitlines()]


def test_every_position_of_a_game_can_be_shown_and_drawn() -> None:
    whole = gamefile.read(PUZZLES / "clin9ic/complete-game.toml")
    for step in gamefile.replay(whole).steps:
        assert max(map(len, position_text(whole.game, step.after).splitlines())) <= 80
        ElementTree.fromstring(position_svg(whole.game, step.after, "a < b & c"))
