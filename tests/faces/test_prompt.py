"""The prompt of clinic play: lists and their numbers, the draw prompt, hints, rules, undo by steps."""

import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from faces.app.session import by_chance
from faces.games.registry import opened
from tabletop.text import PLAIN
from tests.faces.conftest import PUZZLES, Clinic, Result
from tests.faces.endgame import played
from tests.faces.test_keeping import FIRST, SET_UP, deal, moves_in


def typed(clinic: Clinic, path: Path, *lines: str) -> Result:
    result = clinic("play", path, stdin="\n".join(lines) + "\n")
    assert result.code == 0
    return result


def after(result: Result, line: str) -> str:
    """What was shown when a line was typed, up to the next one."""
    return result.out.split(f"> {line}\n")[1].split("\n> ")[0]


# --- lists and numbers ---


def test_numbers_are_those_of_the_list_shown_last(clinic: Clinic) -> None:
    path = deal(clinic)
    result = typed(clinic, path, FIRST, "moves garden", "2")
    assert "   1  build garden               $2 paid" in after(result, "moves garden")
    assert "   2  build entrance garden      $4 paid" in after(result, "moves garden")
    assert moves_in(path)[-1] == "build entrance garden"
    assert after(result, "2").startswith("  build entrance garden\n  $4 paid, $11 left; ")  # notation, then words


@pytest.mark.parametrize("filter_line", ["moves nothing", "nothing?"])
def test_a_number_that_is_not_on_screen_is_refused(clinic: Clinic, filter_line: str) -> None:
    path = deal(clinic)
    result = typed(clinic, path, FIRST, "13", filter_line, "7", "moves", "52", "undo 2", "0")
    assert after(result, "13") == "the list on screen has 1 to 12: there are 53 choices, moves lists them."
    assert after(result, "7") == "the list on screen has 1 to 1: there are 53 choices, moves lists them."
    assert "the list on screen has 1 to 12: there are 40 choices" in after(result, "0")
    assert moves_in(path) == []
    assert "build " in after(result, "52").splitlines()[0]  # all of them were listed, so it was on screen


def test_where_kinds_are_listed_no_number_counts(clinic: Clinic) -> None:
    path = deal(clinic, game="clinic", seed=23)
    result = typed(clinic, path, *SET_UP, "park a1-N", "use build", "1", "moves Ec2", "moves hub cardiology", "1")
    assert after(result, "moves Ec2") == "   1  build entrance Ec2  $2 paid, $13 left"  # capital letters do not matter
    assert after(result, "1") == "no numbered list is on screen: there are 57 choices, moves lists them."
    assert moves_in(path)[-1] == "build hub cardiology 0b1"


def test_words_that_no_choice_has(clinic: Clinic) -> None:
    result = typed(clinic, deal(clinic), FIRST, "moves helicopter", "helicopter?", "more")
    assert after(result, "moves helicopter") == "no choice has these words"
    assert after(result, "helicopter?") == "no choice has these words"
    assert "13  build entrance garden" in after(result, "more")  # the list before is still there


def test_a_move_is_told_in_notation_and_in_words(clinic: Clinic) -> None:
    result = typed(clinic, deal(clinic, game="clinic", seed=23), *SET_UP, "a1-N", "use hire", "nurse at Sc3")
    assert after(result, "build supply 1c2").startswith("  at no cost; functional: 0c2 for psychiatry\n")
    assert after(result, "a1-N").startswith("  park a1-N\n  no module at a1 while it stands there\n")
    assert after(result, "nurse at Sc3").startswith("  hire nurse at Sc3\n  $2 paid, $13 left\n")


# --- undo ---


def test_undo_takes_back_as_many_moves_as_wanted(clinic: Clinic) -> None:
    path = deal(clinic, game="clinic", seed=23)
    result = typed(clinic, path, *SET_UP, "undo 3", "undo x", "undo 0")
    assert after(result, "undo 3").startswith("3 moves taken back\nSet-up · place the entrance")
    assert after(result, "undo x") == after(result, "undo 0").rstrip() == "undo how many moves? Such as undo 3"
    assert moves_in(path) == list(SET_UP[:2])
    assert "2 moves taken back: this is the beginning" in typed(clinic, path, "undo 99").out
    assert moves_in(path) == []


# --- the draw prompt ---


def unknown(clinic: Clinic, game: str) -> Path:
    """A game whose draws are made at the player's own table."""
    path = deal(clinic, game=game, seed=23)
    text = path.read_text()
    if game == "clin9ic":
        text = text[: text.index("[orders]")]
        floors = next(line for line in text.splitlines() if line.startswith("floors"))
        known = ", ".join(floors.split(", ")[:2]) + "]"
        text = "\n".join(line for line in text.splitlines() if not line.startswith("id")).replace(floors, known)
    kept = [line for line in text.splitlines() if not line.startswith(("seed = ", "deal = "))]
    path.write_text("\n".join(kept) + "\n")
    return path


def test_every_command_works_at_the_draw_prompt(clinic: Clinic) -> None:
    path = unknown(clinic, "clinic")
    commands = ("?", "moves lab", "triage?", "hint", "show", "rules 3.3", "undo", "save", "moves helicopter")
    result = typed(clinic, path, *commands, "operating, lab", "3, 6", *SET_UP, "undo 2", *SET_UP[3:], "quit")
    asked = [part.split("\ntype what your table shows")[0] for part in result.out.split("Enter to draw: ")[1:]]
    shown = {part.partition("\n")[0]: part.partition("\n")[2] for part in asked}
    assert "take back three moves" in shown["?"]
    assert shown["moves lab"] == "To be drawn: operating, lab / outpatient, lab / lab, triage"
    assert shown["triage?"] == "To be drawn: operating, triage / outpatient, triage / lab, triage"
    assert "something is to be drawn first" in shown["hint"]
    assert shown["show"].startswith("Set-up · special modules are drawn")
    assert shown["rules 3.3"].startswith("Clinic · Set-up\n3.3  On display")
    assert shown["undo"] == "this is the beginning"
    assert shown["save"] == "saved in game.toml"
    assert shown["moves helicopter"] == "nothing that can be drawn has these words"
    assert "2 moves taken back" in result.out
    assert moves_in(path) == list(SET_UP)


def test_a_game_with_all_draws_typed_in_is_kept_with_them(clinic: Clinic) -> None:
    """The game is left at every draw, and goes on there."""
    path = unknown(clinic, "clinic")
    lines = ["operating, lab", "3, 6", *SET_UP, "white", "yellow", "orange", "park a1-N", "use admit", "pass"]
    lines += ["white", "white", "use build", "pass", "orange", "orange"]
    for line in lines:
        typed(clinic, path, line)
    assert moves_in(path) == [*SET_UP, "park a1-N", "use admit", "pass", "use build", "pass"]
    assert 'patients = "yellow orange white white orange orange"' in path.read_text()
    assert "Round 1 of 6 · action 3 of 3" in typed(clinic, path, "quit").out


def test_a_card_typed_in_within_a_move(clinic: Clinic) -> None:
    """Left while a floor card is to be turned up: the move is kept, and the action goes on after the card."""
    path = unknown(clinic, "clin9ic")
    dealt = opened(path)[1].start
    hidden = sorted(dealt.stack[1:])
    arranged = clinic("play", path, stdin="a1 a2 a3\nmoves build\n").out
    number = next(line.split()[0] for line in arranged.splitlines() if "build" in line and ", left" in line
                  and line.split("left")[1].strip().startswith("build"))  # fmt: skip
    typed(clinic, path, "moves build", number, "build floor")
    assert moves_in(path)[-1] == "build floor"
    result = typed(clinic, path, hidden[1], "build garden")
    assert f"To be drawn: {hidden[0]} / {hidden[1]}" in result.out
    assert moves_in(path)[-1] == "build floor garden"
    assert opened(path)[1].start.stack[1] == hidden[1]


def test_draws_made_here_are_as_likely_as_at_the_table() -> None:
    """Half of the patients in the bag are white, a third yellow, the others orange."""

    class Bag:
        def chance_outcomes(self, state: str) -> list[tuple[str, Fraction]]:
            return [("white", Fraction(1, 2)), ("yellow", Fraction(1, 3)), (state, Fraction(1, 6))]

    random.seed(1)
    drawn = Counter(by_chance(Bag(), "orange") for _ in range(1800))
    assert 800 < drawn["white"] < 1000
    assert 500 < drawn["yellow"] < 700
    assert 200 < drawn["orange"] < 400


# --- hints and rules ---


def test_hints_are_those_of_clinic_hint(clinic: Clinic, tmp_path: Path) -> None:
    path = played(tmp_path, 3)
    wanted = clinic("hint", path, "--level", 3, "--quiet").out.splitlines()
    result = typed(clinic, path, "hint", "hint", "hint", "hint", "hint 2", "hint 4", "undo", "hint 1")
    answers = [part.split("\n> ")[0].splitlines() for part in result.out.split("> hint\n")[1:]]
    assert answers == [wanted[:1], wanted[:2], wanted, wanted]
    assert after(result, "hint 2").splitlines() == wanted[:2]
    assert after(result, "hint 4") == "hint 4? The levels are 1, 2, 3"
    assert after(result, "hint 1").splitlines() != wanted[:1]  # another position, another hint


def test_no_hint_after_the_end(clinic: Clinic) -> None:
    result = typed(clinic, PUZZLES / "clinic_solo/complete-game.toml", "hint", "rules 11.6", "rules 99.9")
    assert "no decision is due" in after(result, "hint")
    assert after(result, "rules 11.6").endswith("11.6  1 less for every full 3 of time spent.")
    assert after(result, "rules 99.9").startswith("Clinic has no rule 99.9; ")


def test_the_board_is_a_part_of_the_table() -> None:
    for name in ("clin9ic/mid-game.toml", "clinic_solo/mid-game.toml", "dice_hospital/mid-game.toml"):
        adapter, file = opened(PUZZLES / name)
        state = adapter.replay(file).state
        assert "\n".join(adapter.views.board(file, state, PLAIN)) in adapter.views.text(file, state, PLAIN)


# --- whatever is typed ---


@pytest.mark.parametrize("game", ["clin9ic", "clinic", "dice-hospital"])
def test_whatever_is_typed_the_game_stays_whole(clinic: Clinic, game: str) -> None:
    """Commands, numbers, draws and nonsense in any order, with all draws made at the table."""
    path, dice = unknown(clinic, game), random.Random(7)
    random.seed(7)
    words = ["", "", "", "1", "1", "2", "3", "9", "moves", "moves", "moves", "more", "undo", "undo 2", "show", "save",
             "stop", "moves e", "a?", "rules 5.1", "rules x", "pass", "?", "\x1b[A", "build floor",
             "hint 9"]  # fmt: skip
    for _ in range(5):
        result = typed(clinic, path, *(dice.choice(words) for _ in range(60)))
        assert "Traceback" not in result.out + result.err
        moves_in(path)
    assert moves_in(path)


@pytest.mark.parametrize("name", ["clin9ic", "clinic_solo", "dice_hospital"])
def test_after_the_end_nothing_but_going_back_is_left(clinic: Clinic, name: str) -> None:
    lines = ("", "moves", "more", "e?", "buy 1", "1", "show", "undo", "show")
    result = typed(clinic, PUZZLES / name / "complete-game.toml", *lines)
    assert after(result, "moves") == "there is nothing to choose"
    assert name == "dice_hospital" or "illegal: " in after(result, "buy 1")
    assert after(result, "show").lstrip().startswith("Final score")
    assert "1 move taken back" in after(result, "undo")
