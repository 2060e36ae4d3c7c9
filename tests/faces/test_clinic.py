"""The Clinic solitaire through the command line: new, check, show, replay, play and deck."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from clinic_solo.gamefile import read, replay
from tests.faces.conftest import PUZZLES, Clinic, Result

SHIPPED = sorted(PUZZLES.glob("clinic_solo/*.toml"))
COMPLETE = PUZZLES / "clinic_solo/complete-game.toml"
GOALS = ["quick", "staff_room", "top_floor", "throughput", "campus", "specialists", "payroll", "park", "spotless"]
SET_UP = ("take bonus 6", "build hub psychiatry 0c3", "build entrance Sc3", "build treatment 0c2", "build supply 1c2")


def moves_of(path: Path) -> list[str]:
    file = read(path)
    return [file.game.format(line.move) for line in file.moves]


def deal(clinic: Clinic, *options: object) -> None:
    assert clinic("new", "clinic", "--seed", 23, *options, "-o", "game.toml", "--force").code == 0


def typed(clinic: Clinic, *lines: str, file: str = "game.toml") -> Result:
    result = clinic("play", file, stdin="\n".join(lines) + "\n")
    assert result.code == 0
    return result


# --- new ---


def test_the_same_seed_gives_the_same_game(clinic: Clinic) -> None:
    first = clinic("new", "clinic", "--seed", 5)
    assert first.code == 0
    assert first.out == clinic("new", "clinic", "--seed", 5).out
    assert first.err.startswith("seed 5\n")
    assert first.out == 'game = "clinic"\ndeck = "house"\nboard = "3x3"\ngoal = "throughput"\nseed = 5\n'


@pytest.mark.parametrize("board", ["3x3", "4x3"])
@pytest.mark.parametrize("goal", GOALS)
def test_every_goal_can_be_dealt_and_shown(clinic: Clinic, goal: str, board: str) -> None:
    deal(clinic, "--goal", goal, "--board", board)
    shown = clinic("show", "game.toml")
    assert shown.code == 0
    assert f"{board} board · house deck · goal: {goal}, at " in shown.out
    assert "2 legal choices (bonus tile)" in shown.out


def test_beginners_get_a_layout_on_the_large_board(clinic: Clinic) -> None:
    deal(clinic, "--beginner")
    assert 'board = "4x3"' in Path("game.toml").read_text()
    assert 'setup = "beginner"' in Path("game.toml").read_text()
    result = typed(clinic, "1")
    assert "beginner's layout: " in result.out
    assert "place what the bonus tile gives" in result.out


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--goal", "fame"], 2, "expected quick, staff_room"),
        (["--board", "5x5"], 2, "expected 4x3 or 3x3"),
        (["--board", "3x3", "--beginner"], 2, "beginners play the 4x3 side"),
        (["--level", "easy"], 2, "this game does not have it"),
        (["--id", "50pgfc"], 2, "this game does not have it"),
        (["--seed", "-1"], 2, "expected 0 or more"),
        (["--seed", str(2**70)], 2, "within 63 bits"),
        (["--deck", "nodeck"], 3, "expected house or the file of a deck"),
        (["-o", "nowhere/game.toml"], 3, "no such folder"),
    ],
)
def test_wishes_that_cannot_be_met(clinic: Clinic, arguments: list[str], code: int, said: str) -> None:
    result = clinic("new", "clinic", *arguments)
    assert (result.code, result.out) == (code, "")
    assert said in result.err


def test_wishes_for_the_other_game(clinic: Clinic) -> None:
    assert "it has --seed, --id, --deck, --goal, --level" in clinic("new", "clin9ic", "--board", "3x3").err
    assert clinic("new", "clin9ic", "--beginner").code == 2


# --- check, show, replay ---


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.stem))
def test_shipped_puzzles_check_show_and_replay(clinic: Clinic, path: Path, tmp_path: Path) -> None:
    checked = clinic("check", path)
    assert (checked.code, checked.out, checked.err) == (0, f"{path}: game, valid\n", "")
    shown = clinic("show", path, "--svg", "table.svg")
    assert shown.code == 0
    assert max(map(len, shown.out.splitlines()[1:])) <= 80
    assert ElementTree.parse(tmp_path / "table.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert clinic("replay", path).code == 0


def test_there_is_an_opening_a_mid_game_and_a_last_round(clinic: Clinic) -> None:
    names = ("opening", "mid-game", "last-round")
    shown = [clinic("show", PUZZLES / f"clinic_solo/{name}.toml", "--json").json for name in names]
    assert [data["position"]["round"] for data in shown] == [0, 4, 6]
    assert all(data["legal_complete"] for data in shown)
    assert shown[0]["legal"] == ["take bonus 1", "take bonus 5"]


def test_the_table_of_a_puzzle(clinic: Clinic) -> None:
    golden = Path(__file__).parent / "data/clinic-last-round.txt"
    assert clinic("show", PUZZLES / "clinic_solo/last-round.toml").out == golden.read_text("utf-8")


def test_replay_ends_with_the_goal_and_the_rank(clinic: Clinic) -> None:
    result = clinic("replay", COMPLETE)
    met = "  goal: spotless, at most 0 patients dead or left: met (0), rank in the Hall of Fame: nurse\n"
    assert result.out.count("\nRound ") == 6
    assert result.out.endswith("  total             26\n" + met)
    data = clinic("replay", COMPLETE, "--json").json
    assert (data["best"], data["goal_met"], data["rank"], data["counted"]) == (26, True, "nurse", 0)
    assert len(data["moves"]) == sum(not step["chance"] for step in data["steps"])
    assert json.dumps(data["position"])


def test_a_missed_goal_has_no_rank(clinic: Clinic) -> None:
    text = COMPLETE.read_text("utf-8").replace('goal = "spotless"', 'goal = "quick"')
    Path("missed.toml").write_text(text)
    assert clinic("replay", "missed.toml").out.endswith("  goal: quick, at most 12 time spent: missed (43)\n")
    data = clinic("replay", "missed.toml", "--json").json
    assert (data["goal_met"], data["rank"]) == (False, None)
    unfinished = clinic("replay", PUZZLES / "clinic_solo/mid-game.toml", "--json").json
    assert (unfinished["best"], unfinished["goal_met"], unfinished["rank"]) == (None, None, None)


# --- play ---


def test_a_game_played_in_two_sittings_has_the_same_score(clinic: Clinic) -> None:
    """new, play, save, resume, save, show and replay."""
    moves = moves_of(COMPLETE)
    deal(clinic, "--goal", "spotless")
    half = typed(clinic, *moves[:50], "save half.toml")
    assert "illegal" not in half.out
    assert "the game is not saved" not in half.err
    whole = typed(clinic, *moves[50:], "save whole.toml", "quit", file="half.toml")
    assert "  total             26\n" in whole.out
    assert clinic("check", "whole.toml").code == 0
    assert clinic("replay", "whole.toml", "--json").json["best"] == 26
    assert "The game is over" in clinic("show", "whole.toml").out
    assert moves_of(Path("whole.toml")) == moves


def test_a_game_by_numbers(clinic: Clinic, tmp_path: Path) -> None:
    """Somebody who always takes the first choice ends up with a legal, complete game."""
    deal(clinic)
    result = typed(clinic, *["moves", "1"] * 160, "save first.toml")
    assert "Final score" in result.out
    game = read(tmp_path / "first.toml")
    assert replay(game).illegal is None
    assert game.game.is_over(replay(game).state)
    assert max(map(len, result.out.splitlines()[1:])) <= 160


def test_draws_of_a_seed_happen_by_themselves_and_are_told(clinic: Clinic) -> None:
    deal(clinic)
    before, after = typed(clinic, *SET_UP, "show").out.split("> build supply 1c2")
    for told in ("doctor at the university: white", "new patient for psychiatry: yellow"):
        assert told not in before
        assert told in after
    assert "To be drawn" not in before + after


def test_draws_that_the_file_does_not_know_are_asked_for(clinic: Clinic, tmp_path: Path) -> None:
    deal(clinic)
    text = (tmp_path / "game.toml").read_text().replace("seed = 23\n", "")
    (tmp_path / "game.toml").write_text(text)
    lines = ("operating, lab", "3, 9", "3, 6", *SET_UP, "white", "red", "yellow", "orange", "save known.toml")
    result = typed(clinic, *lines)
    assert "'3, 9' cannot be drawn here" in result.out
    assert "'red' cannot be drawn here, expected one of: white / yellow / orange" in result.out
    assert "saved in known.toml" in result.out
    saved = read(tmp_path / "known.toml")
    assert saved.deal.patients == (1, 2)
    assert replay(saved).illegal is None
    assert typed(clinic, "show", file="known.toml").out.count("To be drawn") == 0


def test_a_draw_made_impossible_by_undo_is_asked_for_again(clinic: Clinic) -> None:
    """The three orange patients are drawn; then, taken back, one of them comes earlier."""
    deal(clinic)
    text = Path("game.toml").read_text().replace("seed = 23\n", "")
    patients = "orange orange - orange"
    Path("game.toml").write_text(f'{text}[draws]\nspecial_modules = ["operating", "lab"]\nbonus_tiles = [3, 6]\n'
                                 f'doctors = "white"\npatients = "{patients}"\n')  # fmt: skip
    result = typed(clinic, *SET_UP, "park a1-N", "use build", "pass", "orange", "yellow", "save after.toml")
    assert result.out.count("To be drawn") == 2  # the third patient, and the fourth who is no longer in the bag
    assert clinic("check", "after.toml").code == 0


def test_moves_are_proposed_and_can_be_typed_by_wish(clinic: Clinic) -> None:
    moves = moves_of(COMPLETE)
    first = next(number for number, move in enumerate(moves) if move.startswith("move "))
    deal(clinic, "--goal", "spotless")
    result = typed(clinic, *moves[:first], "doctor white > 0c2; patient yellow > 0c2", "undo", "doctor red > 0c2",
                   "patient white > 0a1", "move nobody", "1")  # fmt: skip
    offered = result.out.split(f"> {moves[first - 1]}")[-1].split("> doctor white")[0]
    assert "   1  time +9 = 9; 2 patients can be treated for $20\n        move doctor white" in offered
    assert "or type any Move, or only who has to be where" in offered
    assert len(offered.splitlines()) < 60
    assert "  move doctor white Sc3 > 0c2; doctor yellow Sc3 > 0c3; nurse" in result.out  # the planner's completion
    assert result.out.count("no Move brings all of them there") == 2
    assert "illegal: the white doctor at Sc3 must walk in (rule 8.6)" in result.out
    assert "2 patients treated for $20" in result.out


def test_long_lists_are_shown_by_kind(clinic: Clinic) -> None:
    deal(clinic)
    result = typed(clinic, *SET_UP, "park a1-N", "build", "treatment?", "garden b1")
    listed = result.out.split("> build\n")[1].split("> treatment?")[0]
    assert "\n     build garden          $2: 0a1" in listed
    assert "choices: type one, such as build " in listed
    assert len(listed.splitlines()) < 20
    assert max(map(len, listed.splitlines())) <= 90
    assert "$2 paid, $13 left" in result.out.split("> treatment?")[1]
    assert "   1  build garden 0b1  $2 paid, $13 left" in result.out  # near enough to be found


def test_undo_and_illegal_moves(clinic: Clinic) -> None:
    deal(clinic)
    result = typed(clinic, *SET_UP, "park a1-N", "use hire", "hire doctor red at Sc3", "use build", "undo", "use admit",
                   "save x.toml")  # fmt: skip
    assert "illegal: " in result.out
    assert "hire is due, not 'use build'" in result.out
    assert moves_of(Path("x.toml"))[-1] == "use admit"
    assert "> undo\nthis is the beginning" in typed(clinic, *["undo"] * 9, file="x.toml").out


def test_play_deals_by_itself(clinic: Clinic) -> None:
    result = clinic("play", "--game", "clinic", "--seed", 5, "--board", "4x3", "--goal", "park", stdin="quit\n")
    assert result.code == 0
    assert "4x3 board · house deck · goal: park" in result.out
    assert "take bonus" in result.out
    assert clinic("play", COMPLETE, "--board", "4x3").code == 2


# --- decks ---


def test_decks(clinic: Clinic) -> None:
    assert ["clinic", "house", "reconstructed"] in map(str.split, clinic("deck", "list").out.splitlines())
    shown = clinic("deck", "show", "house", "--game", "clinic")
    assert shown.code == 0
    assert "Hall of Fame" in shown.out
    assert "clinic has one of this name, too: --game clinic" in clinic("deck", "show", "house").err
    assert clinic("deck", "check", "house", "--game", "clinic").out == "house: deck, valid\n"
    assert clinic("deck", "show", "lean", "--game", "clinic").code == 3
    assert clinic("deck", "show", "house", "--game", "clinic", "--json").json["game"] == "clinic"


def test_a_deck_of_ones_own(clinic: Clinic, tmp_path: Path) -> None:
    assert clinic("deck", "new", "mine.toml", "--game", "clinic").code == 0
    assert clinic("deck", "check", "mine.toml").code == 0
    text = (tmp_path / "mine.toml").read_text()
    (tmp_path / "mine.toml").write_text(text.replace('game = "clinic"', 'game = "clinic-deluxe"'))
    assert clinic("deck", "show", "mine.toml").code == 0
    (tmp_path / "games").mkdir()
    assert clinic("new", "clinic", "--seed", 5, "--deck", "mine.toml", "-o", "games/game.toml").code == 0
    assert 'deck = "../mine.toml"' in (tmp_path / "games/game.toml").read_text()
    assert clinic("show", "games/game.toml", "--json").json["deck"]["name"] == "mine"
    assert clinic("show", "games/game.toml", "--deck", "house", "--json").json["deck"]["name"] == "house"
    (tmp_path / "mine.toml").write_text(text.replace('"throughput"', '"busy"'))
    assert 'goal = "quick"' in clinic("new", "clinic", "--seed", 5, "--deck", "mine.toml").out  # its first goal
    broken = text.replace("money = 15", 'money = "much"')
    (tmp_path / "mine.toml").write_text(broken)
    checked = clinic("deck", "check", "mine.toml")
    assert checked.code == 3
    assert f"mine.toml:{broken[: broken.index('much')].count(chr(10)) + 1}: setup.money: expected" in checked.err
    assert clinic("check", "games/game.toml").code == 3
