"""Dice Hospital at the command line."""

import tomllib
from pathlib import Path

import pytest

from faces.games.registry import opened
from tests.faces.conftest import PUZZLES, Clinic, Result, refuses

FOLDER = PUZZLES / "dice_hospital"
SHIPPED = sorted(FOLDER.glob("*.toml"))
OPENING = ("set r3 y4 y5", "keep y3 y3 g3", "take virologist", "return nothing")


def deal(clinic: Clinic, *options: str) -> Path:
    assert clinic("new", "dice-hospital", "--seed", 21, *options, "-o", "game.toml", "--force").code == 0
    return Path("game.toml")


def typed(clinic: Clinic, path: Path, *lines: str) -> Result:
    result = clinic("play", path, stdin="\n".join(lines) + "\n")
    assert result.code == 0
    return result


def moves_in(path: Path) -> list[str]:
    adapter, file = opened(path)
    assert adapter.replay(file).illegal is None
    return [file.game.format(line.move) for line in file.moves]


# --- new ---


def test_the_same_seed_or_id_gives_the_same_deal(clinic: Clinic) -> None:
    first = clinic("new", "dice-hospital", "--seed", 5)
    assert first.out == 'game = "dice-hospital"\ndeck = "house"\ndeal = "spwk39"\n'
    assert "deal spwk39, seed 5" in first.err
    assert "the house deck is reconstructed" in first.err
    assert clinic("new", "dice-hospital", "--id", "spwk39").out == first.out
    assert clinic("new", "dice-hospital", "--seed", 6).out != first.out


def test_variants(clinic: Clinic) -> None:
    options = ("--experimental", "--promo", "--crisis", "--epidemic", "--superbug", "--fatality-penalty")
    told = clinic("new", "dice-hospital", "--seed", 5, *options, "--report-penalty").out
    words = ("consultant", "admissions nurse", "experimental", "fatality penalty", "report penalty", "opening crisis")
    assert all(f'"{word}"' in told for word in (*words, "epidemic", "superbug"))
    shown = clinic("show", deal(clinic, "--superbug", "--experimental")).out
    assert "house deck · experimental and superbug" in shown


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--goal", "fame"], 2, "this game does not have it; it has --seed, --id, --deck, --experimental"),
        (["--beginner"], 2, "--fatality-penalty, --report-penalty"),
        (["--id", "spwk38"], 2, "a letter is wrong"),
        (["--deck", "nodeck"], 3, "expected house or the file of a deck"),
    ],
)
def test_wishes_that_cannot_be_met(clinic: Clinic, arguments: list[str], code: int, said: str) -> None:
    result = clinic("new", "dice-hospital", *arguments)
    assert (result.code, result.out) == (code, "")
    assert said in result.err


def test_variants_are_not_for_the_other_games(clinic: Clinic) -> None:
    refused = clinic("new", "clin9ic", "--report-penalty")
    assert refused.code == 2
    assert "--report-penalty" in refused.err


# --- check, show, replay ---


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.stem))
def test_shipped_puzzles_check_show_and_replay(clinic: Clinic, path: Path, tmp_path: Path) -> None:
    assert clinic("check", path).code == 0
    shown = clinic("show", path, "--svg", tmp_path / "table.svg")
    assert shown.code == 0
    assert (tmp_path / "table.svg").read_text().startswith("<svg")
    assert clinic("replay", path).code == 0


def test_a_game_in_words(clinic: Clinic) -> None:
    out = clinic("replay", FOLDER / "complete-game.toml").out
    assert "\nRound 1 of 8: intake: r5 g2 g5 g5\n" in out
    assert "   7  general practitioner > clinic: g5; also g5\n        g5 g5 → g6t g6t\n" in out
    assert "a blood bag for the very ill" in out
    assert "  total                  66\n  no target: the score is what counts\n" in out


def test_a_position_for_programs(clinic: Clinic) -> None:
    data = clinic("show", FOLDER / "last-round.toml", "--json").json
    assert data["position"]["beds"] == ["r5", "r6", "y3", "y4", "y5", "y6", "g5", "g6", "g6"]
    assert data["position"]["bag"] == {"red": 8, "yellow": 6, "green": 6}
    assert data["position"]["dice"] == ["r2", "y3", "g4", "g5"]
    assert data["legal"] == ["keep r2 y3 g4", "keep r2 y3 g5", "keep r2 g4 g5", "keep y3 g4 g5"]
    assert data["deck"]["reconstructed"] is True


def test_a_target_in_the_file(clinic: Clinic, tmp_path: Path) -> None:
    text = (FOLDER / "complete-game.toml").read_text()
    (tmp_path / "aimed.toml").write_text(text.replace("deal =", "target = 70\ndeal ="))
    assert "  target 70: missed\n" in clinic("replay", "aimed.toml").out
    assert clinic("target", FOLDER / "last-round.toml").code == 2
    assert "no goals but a score" in clinic("target", FOLDER / "last-round.toml", "--rank", "Bronze").err
    assert "no goals but a score" in clinic("solve", FOLDER / "last-round.toml", "--goal", "staff").err


# --- play ---


def test_a_game_is_played_by_numbers_and_lines(clinic: Clinic) -> None:
    path = deal(clinic)
    result = typed(clinic, path, "1", "y3 y3 g3", "virologist", "return nothing", "pharmacy?", "nurse > pharmacy: g3",
                   "virologist > oncology: y5", "stop")  # fmt: skip
    assert moves_in(path) == [*OPENING, "nurse > pharmacy: g3", "virologist > oncology: y5", "stop"]
    assert "     > pharmacy:            g3\n" in result.out
    assert "   1  nurse > pharmacy: g3" in result.out
    assert "4 patients neglected" in result.out


def test_illegal_moves_say_why(clinic: Clinic) -> None:
    result = typed(clinic, deal(clinic), *OPENING, "nurse > pharmacy: y4", "nurse > radiology: y4", "bag: y4",
                   "nurse > imaging: y4", "nurse > oncology: y4", "report 1")  # fmt: skip
    assert "illegal: pharmacy is for green patients, not for yellow 4 (rule 6.5)" in result.out
    assert "illegal: radiology is not yours (rule 6.1)" in result.out
    assert "illegal: no blood bag is left (rule 6.10)" in result.out
    assert "illegal: workers are placed, not 'report 1' (rule 6.1)" in result.out


def test_draws_of_ones_own_table(clinic: Clinic, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('game = "dice-hospital"\ndeck = "house"\n')
    lines = ["rr 3", "yy 3", "gg 3", "rgy 4", "yyy 5", "zzz", "rrr 5", "r y g", "set r3 y4 g5", "r9", "r2 y3 y5 g4",
             "keep r2 y3 y5", "surgeon, radiology", "take surgeon", "return nothing", "stop"]  # fmt: skip
    for line in lines:  # the game is left after every line, and goes on there
        result = typed(clinic, path, line)
    assert "To be drawn: the dice as they were rolled, such as r2 y3 y5 g4" in result.out
    assert moves_in(path) == ["set r3 y4 g5", "keep r2 y3 y5", "take surgeon", "return nothing", "stop"]
    text = path.read_text()
    assert '"report 4" = "ryg 4"\n' in text
    assert '"1 cards" = "surgeon, radiology"\n' in text


def test_draws_that_cannot_be_say_why(clinic: Clinic, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('game = "dice-hospital"\ndeck = "house"\n')
    cards = ["yxy", "yy", "yrg", "ggy", "yyr", "yyg", "rrr"]
    dice = ["r y g", "set r3 y4 g5", "r1 r2 y3 g4", "r2 y3 g4", "r2t r2 y3 g4", "g2 r2 y3 g4", "keep r2 g2 y3"]
    result = typed(clinic, path, *cards, *dice, "surgeon, oncology", "surgeon, radiology")
    assert "'yxy' is no report card, expected rr 3" in result.out
    assert "'r1 r2 y3 g4' cannot be drawn here, a 1 is rolled again (rule 4.1); expected the dice" in result.out
    assert "'r2 y3 g4' cannot be drawn here, 4 dice are drawn, not 3 (rule 4.1)" in result.out
    assert "r2t: a die just drawn is untreated and has its own colour (rule 4.1)" in result.out
    assert "no oncology is left in the stack of departments (rule 5.1)" in result.out
    assert {f"report {at}" for at in range(1, 7)} <= set(tomllib.loads(path.read_text())["draws"])
    assert tomllib.loads(path.read_text())["draws"]["report 2"] == "ryg 4"  # in any order, without the points
    assert '"1 cards" = "surgeon, radiology"\n' in path.read_text()


def test_draws_can_be_made_here(clinic: Clinic, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('game = "dice-hospital"\ndeck = "house"\nvariants = ["consultant", "experimental"]\n')
    typed(clinic, path, *[""] * 8, "1", "", "1", "", "1", "1", "undo", "1")
    assert len(moves_in(path)) == 4


# --- decks and rules ---


def test_decks(clinic: Clinic, tmp_path: Path) -> None:
    assert "dice-hospital" in clinic("deck", "list").out
    assert "Report cards" in clinic("deck", "show", "house", "--game", "dice-hospital").out
    assert clinic("deck", "new", "mine.toml", "--game", "dice-hospital").code == 0
    assert clinic("deck", "check", "mine.toml").out == "mine.toml: deck, valid\n"
    text = (tmp_path / "mine.toml").read_text()
    own = text.replace('"reconstructed"', '"own copy"').replace("points = 5", "points = 6")
    (tmp_path / "mine.toml").write_text(own)
    dealt = clinic("new", "dice-hospital", "--deck", "mine.toml", "-o", "own.toml", "--seed", 5)
    assert dealt.code == 0
    assert "reconstructed" not in dealt.err
    assert "rrr 6" in clinic("show", "own.toml").out


def test_rules(clinic: Clinic) -> None:
    asked = clinic("rules", "6.7", "--game", "dice-hospital")
    assert asked.out.startswith("Dice Hospital · Activation\n6.7  A specialist's own effect")


# --- bad files ---

BAD_FILES = {
    "unknown key": ('game = "dice-hospital"\ndekc = "house"\n', ":2: dekc: unknown key"),
    "illegal move": (
        'game = "dice-hospital"\ndeck = "house"\ndeal = "spwk39"\n[play]\nmoves = "keep r3"\n',
        ":5: play.moves: move 1, 'keep r3', is illegal: the first patients get their values, not 'keep r3' (rule 2.2)",
    ),
    "no move": ('game = "dice-hospital"\ndeck = "house"\n[play]\nmoves = "kepe r3"\n', ":4: play.moves: 'kepe r3' is"),
    "a move before its draw": (
        'game = "dice-hospital"\ndeck = "house"\n[play]\nmoves = "keep r3"\n',
        ":4: play.moves: move 1, 'keep r3', is illegal: a report card is dealt: no decision is due (rule 3)",
    ),
    "impossible draw": (
        'game = "dice-hospital"\ndeck = "house"\ndeal = "spwk39"\n[draws]\nfirst = "r r r r"\n',
        ":4: draws: at the beginning: 'first patients: r r r r' cannot happen here",
    ),
}


@pytest.mark.parametrize("command", ["check", "show", "replay", "play"])
@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_file(clinic: Clinic, command: str, name: str) -> None:
    refuses(clinic, command, *BAD_FILES[name])


def test_a_draw_that_is_missing_is_told_in_a_line(clinic: Clinic, tmp_path: Path) -> None:
    adapter, file = opened(FOLDER / "mid-game.toml")
    (tmp_path / "open.toml").write_text(
        adapter.write(file).replace(f'deal = "{file.id}"\n', "") + '\n[play]\nmoves = "keep r3 y3 g3"\n'
    )
    result = clinic("replay", "open.toml")
    assert result.code == 3
    assert "the file does not say what was drawn here; possible: intake: r2 r2 r2 r2 / " in result.err
    assert " more\n" in result.err
    assert len(result.err) < 2000
